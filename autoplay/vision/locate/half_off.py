"""Move a grid half a cell where what its cells bear lies between them, and not around them.

A board of text that nothing is opened on bears one character a cell, without any line: a lattice
through the characters shows as much as one around them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.lattices.located import MIN_SIDE
from autoplay.vision.pixels.cells import cut_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

_SIDE = 24
_MIDDLE = slice(_SIDE // 2 - 2, _SIDE // 2 + 2)
_INK = 24.0
_HARDLY = 0.3


def around_marks(pixels: NDArray[np.uint8], grid: Grid) -> Grid:
    """Return the grid around the marks through which a grid runs, or the same where none are cut.

    Marks are cut that lie across the sides of all cells but the outermost, leave the middles of
    cells bare, and do not go on along a side, as lines and gaps do.
    pixels: (height, width, 3) uint8; grid: in pixels of this picture, all of whose cells bear one
    picture.
    """
    cells = cut_cells(pixels, grid, _SIDE).astype(np.float32)
    usual = np.median(cells[1:-1, 1:-1], axis=(0, 1))
    ground = np.median(usual, axis=(0, 1))
    marked = np.abs(usual - ground).max(axis=-1) > _INK
    inked = np.abs(cells - ground).max(axis=-1) > _INK
    down = _cut_across(marked, inked)
    right = _cut_across(marked.T, inked.transpose(1, 0, 3, 2))
    rows, cols = grid.rows - down, grid.cols - right
    if min(rows, cols) < MIN_SIDE:
        return grid
    half_down, half_right = down * grid.pitch_y / 2, right * grid.pitch_x / 2
    return grid.part(0, rows, 0, cols).moved(half_right, half_down)


def _cut_across(marked: NDArray[np.bool_], inked: NDArray[np.bool_]) -> bool:
    """Whether marks lie across the upper and lower sides of cells, but not of the outermost ones.

    marked: (side, side) the usual picture; inked: (rows, cols, side, side).
    """
    half = _SIDE // 2
    upper, lower = marked[:half], marked[half:]
    if not (upper.any() and lower.any()) or marked[_MIDDLE].any() or marked.any(axis=0).all():
        return False
    first, last = _broken(inked[0, :, :half]), _broken(inked[-1, :, half:])
    return bool(max(first[:, upper].mean(), last[:, lower].mean()) < _HARDLY)


def _broken(inked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return what is inked, (cols, rows, side), but for lines that go on, as a frame's do."""
    return inked & ~inked.all(axis=2, keepdims=True)
