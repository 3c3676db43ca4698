"""Propose lattices of boards that are printed in letters of one width, as in a terminal.

All letters stand on a raster there. One of them tells what a cell shows, and what a program prints
between cells, if anything, is the same all over the board: `[1][ ]`, `1|.|`, `1  2`. So blocks of a
few letters that are alike but for one, and fill a rectangle, may be its cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.drawings import arrow, drawings_of_one_height, in_step, kept_pitch
from autoplay.vision.lattices.located import MIN_CELLS, MIN_SIDE, fullest
from autoplay.vision.lattices.rectangle import richest_rectangle
from autoplay.vision.pixels.cells import cut_cells

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Signs = NDArray[np.intp]

# Letters and lines a cell, and how far from square it may be then.
_LETTERS, _LINES = range(2, 7), range(1, 3)
_OBLONG = 2.1
# The width of a letter, and the height of a line, in heights of digits.
_PITCHES = (0.5, 1.3), (1.05, 2.6)
# How many times as high as a letter is wide a line is.
_WIDEST, _SLIMMEST = 1.3, 2.6
_MOST_RASTERS = 4
_EXACTLY = 1 + np.linspace(-0.008, 0.008, 81)
_MOST_LETTERS, _MOST_SIGNS = 20_000, 200
# A letter is brought to so many tones a side, each the mean of as many pixels again; how little ink
# is none, of what the most have, and how far two may be apart that are the same.
_TONES, _FINE = 6, 2
_BLANK, _MOST_INK = 0.12, 98
_SAME = 0.45
_TEMPLATES = 2
_PRINTED, _NOTHING, _OTHER = 1.0, -0.2, -2.0
_SAME_PITCH = 0.02


def lettered_lattices(pixels: NDArray[np.uint8]) -> list[Grid]:
    """Return the lattices, at most 4, of what may be boards of letters, the fullest first.

    Outer rows and columns may be lacking.
    pixels: (height, width, 3) uint8 BGR. The grids are in its pixels.
    """
    rasters = _rasters(pixels)
    return fullest(one for raster in rasters for one in _boards(_signs(pixels, raster), raster))


def _rasters(pixels: NDArray[np.uint8]) -> list[Grid]:
    """Return the rasters, a cell a letter, on which drawings of one height stand.

    Those of one height may tell the width of a letter, and those of another the height of a line.
    """
    groups = list(drawings_of_one_height(pixels))
    if not groups:
        return []
    across, down = (_keeping_step(groups, axis) for axis in (0, 1))
    boxes = np.concatenate(groups)
    least, most = boxes[:, :2].min(axis=0), (boxes[:, :2] + boxes[:, 2:]).max(axis=0)
    area = (*least.tolist(), *np.minimum(most, pixels.shape[1::-1]).tolist())
    rasters = (_raster(x, y, area) for x in across for y in down)
    return list(filter(_of_letters, rasters))[:_MOST_RASTERS]


def _of_letters(raster: Grid) -> bool:
    """Tell whether letters may stand on a raster, and as many as a board has, but not too many."""
    slim = _WIDEST < raster.pitch_y / raster.pitch_x < _SLIMMEST
    return slim and min(raster.rows, raster.cols) >= MIN_SIDE and raster.size <= _MOST_LETTERS


def _keeping_step(groups: list[Floats], axis: int) -> list[tuple[float, float]]:
    """Return the pitches that drawings of one height keep to along an axis, and where one stands.

    groups: (n, 4) boxes each.
    """
    found: list[tuple[float, float]] = []
    for boxes in groups:
        centres, height = boxes[:, axis] + boxes[:, 2 + axis] / 2, float(np.median(boxes[:, 3]))
        pitch = kept_pitch(centres, *(height * times for times in _PITCHES[axis]))
        if pitch is None or any(abs(pitch / other - 1) < _SAME_PITCH for other, _ in found):
            continue
        pitches = pitch * _EXACTLY
        exact = pitches[np.abs(arrow(centres[:, None], pitches)).argmax()]
        found.append((float(exact), float(in_step(centres, exact))))
    return found


def _raster(
    across: tuple[float, float], down: tuple[float, float], area: tuple[float, ...]
) -> Grid:
    """Return the letters of a raster whose middles lie in an area: left, top, right and bottom.

    across, down: the pitch, and the middle of any letter.
    """
    (wide, x), (high, y) = across, down
    first_x, first_y = np.ceil((area[0] - x) / wide), np.ceil((area[1] - y) / high)
    rows, cols = (area[3] - y) // high - first_y + 1, (area[2] - x) // wide - first_x + 1
    left, top = x + (first_x - 0.5) * wide, y + (first_y - 0.5) * high
    return Grid(float(left), float(top), wide, high, int(rows), int(cols))


def _signs(pixels: NDArray[np.uint8], raster: Grid) -> Signs:
    """Return (rows, cols) a number for each letter, the same for all that look alike; 0 is none."""
    cells = cut_cells(pixels, raster, _TONES * _FINE).astype(np.float32)
    ground = np.median(cells.reshape(-1, 3), axis=0)
    ink = np.abs(cells - ground).max(axis=-1)
    ink = ink.reshape(raster.size, _TONES, _FINE, _TONES, _FINE).mean(axis=(2, 4))
    ink = ink.reshape(raster.size, -1)
    drawn = np.linalg.norm(ink, axis=1)
    left = drawn > _BLANK * np.percentile(drawn, _MOST_INK)
    # What is like none of many others is like nothing.
    signs = np.where(left, -1 - np.arange(raster.size), 0)
    for sign in range(1, _MOST_SIGNS + 1):
        if not left.any():
            break
        one = int(left.argmax())
        apart = np.linalg.norm(ink - ink[one], axis=1)
        alike = left & (apart < _SAME * np.maximum(drawn, drawn[one]))
        alike[one] = True
        signs[alike] = sign
        left &= ~alike
    return signs.reshape(raster.rows, raster.cols)


def _boards(signs: Signs, raster: Grid) -> Iterator[tuple[float, Grid]]:
    """Yield what is printed in blocks of a few letters: how much, and the lattice of the blocks."""
    for across in _LETTERS:
        for down in _LINES:
            cell = raster.part(0, down, 0, across).region
            if max(cell.w / cell.h, cell.h / cell.w) > _OBLONG:
                continue
            for top, left in np.ndindex(down, across):
                yield from _of_blocks(signs, raster, (top, left), (down, across))


def _of_blocks(
    signs: Signs, raster: Grid, first: tuple[int, int], size: tuple[int, int]
) -> Iterator[tuple[float, Grid]]:
    """Yield the same for blocks of one size, that begin at the first row and column.

    A cell shows the letter in the middle of its first line.
    """
    (top, left), (down, across) = first, size
    rows, cols = (signs.shape[0] - top) // down, (signs.shape[1] - left) // across
    if min(rows, cols) < MIN_SIDE:
        return
    part = signs[top : top + rows * down, left : left + cols * across]
    blocks = part.reshape(rows, down, cols, across).transpose(0, 2, 1, 3).reshape(rows, cols, -1)
    shown = (across - 1) // 2
    between, printed = np.delete(blocks, shown, axis=2), (blocks > 0).any(axis=2)
    templates, count = np.unique(between[printed], axis=0, return_counts=True)
    for which in np.argsort(-count)[:_TEMPLATES]:
        if count[which] < MIN_CELLS:
            break
        fits = (between == templates[which]).all(axis=2)
        worth = np.where(fits, np.where(printed, _PRINTED, _NOTHING), _OTHER)
        row, end, col, right = richest_rectangle(worth)
        board = blocks[row:end, col:right, shown]
        if min(board.shape) < MIN_SIDE or _every_other_is_ruled(board):
            continue
        x = raster.left + (left + col * across + shown + 0.5 - across / 2) * raster.pitch_x
        y = raster.top + (top + row * down + 0.5 - down / 2) * raster.pitch_y
        pitch = across * raster.pitch_x, down * raster.pitch_y
        yield float(worth[row:end, col:right].sum()), Grid(x, y, *pitch, end - row, right - col)


def _every_other_is_ruled(shown: Signs) -> bool:
    """Tell whether every other column shows one sign all over, and the rest does not.

    Then that sign stands between cells that are twice as wide. shown: (rows, cols).
    """
    ruled = [bool((shown[:, first::2] == shown[0, first]).all()) for first in (0, 1)]
    return ruled[0] != ruled[1]
