"""Tell an empty chess board, the rules of a chart or a floor from a board with nothing opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.pixels.cells import cut_cells, odd_cells
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

    Tones = NDArray[np.float32]

# In Lab units: hidden cells of two tones by turns differ by 24 at most, as far as is known.
_CHESS = 28.0
_SAME = 2.0
_OBLONG = 1.25
_OF_ITS_OWN = 3.0
_INK, _SOME = 24.0, 0.25


def is_chess_board(pixels: NDArray[np.uint8], grid: Grid) -> bool:
    """Whether cells have two tones by turns, as far apart as the squares of a chess board.

    pixels: (height, width, 3) uint8, blue green red; grid: in pixels of that picture.
    """
    tones = _tones(pixels, grid)
    odd = odd_cells(grid.rows, grid.cols)
    first, second = (np.median(tones[kind], axis=0) for kind in (odd, ~odd))
    return bool(np.linalg.norm(first - second) > _CHESS)


def is_chart(pixels: NDArray[np.uint8], grid: Grid) -> bool:
    """Whether cells are not square, and as plain as what lies around them: only rules show them.

    Around three sides at least: at the fourth the paper may end.
    pixels: (height, width, 3) uint8, blue green red; grid: in pixels of that picture.
    """
    if max(grid.pitch_x / grid.pitch_y, grid.pitch_y / grid.pitch_x) < _OBLONG:
        return False
    around = _tones(pixels, grid.part(-1, grid.rows + 1, -1, grid.cols + 1))
    inside = around[1:-1, 1:-1].reshape(-1, 3)
    page = np.median(inside, axis=0)
    sides = around[0, 1:-1], around[-1, 1:-1], around[1:-1, 0], around[1:-1, -1]
    paper = sum(np.linalg.norm(np.median(side, axis=0) - page) < _SAME for side in sides)
    plain = np.linalg.norm(inside - page, axis=-1).max() < _SAME
    return bool(plain and paper >= len(sides) - 1 and _drawn_on(pixels, grid) < _SOME)


def is_floor(pixels: NDArray[np.uint8], grid: Grid) -> bool:
    """Whether each cell has a tone of its own, as tiles have: as far from the next as from all.

    A gradient is taken out first; a photograph behind the cells makes neighbours alike.
    pixels: (height, width, 3) uint8, blue green red; grid: in pixels of that picture.
    """
    off, odd = _tones(pixels, grid), odd_cells(grid.rows, grid.cols)
    for kind in (odd, ~odd):
        off[kind] -= _gradient(off, kind)
    # The next of the same turn is two cells away.
    steps = off[:, 2:] - off[:, :-2], off[2:] - off[:-2]
    away = float(np.median(np.linalg.norm(off, axis=-1)))
    apart = float(
        np.median(np.concatenate([np.linalg.norm(one, axis=-1).ravel() for one in steps]))
    )
    return away > _OF_ITS_OWN and apart > away


def _gradient(tones: Tones, kind: NDArray[np.bool_]) -> Tones:
    """Return (n, 3) the tones of cells of a kind, (rows, cols), if they changed evenly all over."""
    row, col = np.nonzero(kind)
    place = np.column_stack([np.ones(len(row)), row, col]).astype(np.float32)
    change, *_ = np.linalg.lstsq(place, tones[kind], rcond=None)
    return np.asarray(place @ change, np.float32)


def _drawn_on(pixels: NDArray[np.uint8], grid: Grid) -> float:
    """Return the share of cells with something drawn in them, as a letter in a terminal's."""
    middles = _middles(pixels, grid)
    off = np.abs(middles - np.median(middles, axis=2, keepdims=True)).max(axis=(2, 3))
    return float((off > _INK).mean())


def _tones(pixels: NDArray[np.uint8], grid: Grid) -> Tones:
    """Return (rows, cols, 3) Lab: the usual colour of each cell, away from its sides."""
    colours = np.median(_middles(pixels, grid), axis=2).astype(np.float32) / 255
    return np.asarray(cv2.cvtColor(colours, cv2.COLOR_BGR2LAB), np.float32)


def _middles(pixels: NDArray[np.uint8], grid: Grid) -> Tones:
    """Return (rows, cols, n, 3) the pixels of each cell, away from its sides."""
    cells = cut_cells(pixels, grid)
    edge = cells.shape[2] // 6
    middles = cells[:, :, edge:-edge, edge:-edge].reshape(grid.rows, grid.cols, -1, 3)
    return middles.astype(np.float32)
