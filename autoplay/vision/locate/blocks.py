"""Tell a sudoku before its first number from a board: stronger lines part its cells into blocks.

Keys that are broad may be taken for two cells or three each: then the others are no lines at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

_PERIODS = (2, 3, 4, 5)
_FEWEST_BLOCKS = 2
# Pixels on either side of a line that belong to it, or the part of a cell on an enlarged picture;
# how much stronger those between blocks are than the rest: in levels of one pixel, and how many
# times.
_REACH, _PART = 4, 1 / 16
_LEVELS = 8.0
_STRONGER, _ALONE = 1.5, 5.0
_HALF = 0.5


def in_blocks(pixels: NDArray[np.uint8], grid: Grid) -> bool:
    """Whether each second to fifth line between cells is the strongest, both ways.

    Or the only one there is, one way: what is drawn on keys lies across it, and is no line.
    pixels: (height, width, 3) uint8; grid in pixels of that picture.
    """
    area = grid.region
    board = pixels[max(0, area.y) : area.bottom, max(0, area.x) : area.right].astype(np.float32)
    ways = (0, grid.pitch_x, grid.cols), (1, grid.pitch_y, grid.rows)
    if all(_parted(board.mean(axis=way), pitch, count, _STRONGER) for way, pitch, count in ways):
        return True
    return any(
        _parted(np.median(board, axis=way), pitch, count, _ALONE) for way, pitch, count in ways
    )


def _parted(profile: NDArray[np.float32], pitch: float, count: int, stronger: float) -> bool:
    """Tell whether so many cells are parted into blocks along a board.

    profile: (length, 3), the usual colours along it; stronger: how many times as strong as other
    lines those between blocks are.
    """
    line = np.round(np.arange(1, count) * pitch).astype(int)
    reach = max(_REACH, round(_PART * pitch))
    near = np.clip(line[:, None] + np.arange(-reach, reach + 1), 0, len(profile) - 1)
    off = np.abs(profile[near] - np.median(profile, axis=0)).max(axis=-1)
    # Where the pitch is no whole number, a line may be a pixel wider than the next by turns; but as
    # many blocks as cells in each, as a sudoku has, is more than these turns would come to.
    whole = count * abs(pitch - round(pitch)) < _HALF
    wider = _LEVELS + float(off.max())
    strengths = off.sum(axis=1)
    return any(
        _comes_again(strengths, period, _LEVELS if whole or period**2 == count else wider, stronger)
        for period in _PERIODS
    )


def _comes_again(strengths: NDArray[np.float32], period: int, more: float, stronger: float) -> bool:
    """Tell whether the lines after every so many cells are by so much stronger than all others."""
    count = len(strengths) + 1
    if count % period or count < _FEWEST_BLOCKS * period:
        return False
    between = np.arange(1, count) % period == 0
    least, rest = strengths[between].min(), strengths[~between].max()
    return bool(least > max(stronger * rest, rest + more))
