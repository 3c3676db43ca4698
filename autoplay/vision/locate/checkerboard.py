"""Whether a board whose hidden cells alternate between two colours ends where they cease to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.looks.grounds import cut_cells, grounds
from autoplay.vision.pixels.cells import odd_cells
from autoplay.vision.rules.neighbourhood import OUTER_LINES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

_NEARLY_ALL = 0.9
_BY_CHANCE = 0.7
_ENOUGH = 8


def beyond_checkerboard(pixels: NDArray[np.uint8], placed: tuple[Grid, NDArray[np.int8]]) -> bool:
    """Tell whether an outer row or column of hidden cells does not alternate as the others do.

    A strip of the window may be as wide as a cell, and in one of the two colours.
    pixels: (height, width, 3) uint8; placed: a grid in pixels of it, and its cells, (rows, cols).
    """
    grid, names = placed
    inner = names == Cell.HIDDEN
    outer = [line for line in OUTER_LINES if inner[line].all()]
    for line in outer:
        inner[line] = False
    odd = odd_cells(grid.rows, grid.cols)
    if not outer or min((inner & odd).sum(), (inner & ~odd).sum()) < _ENOUGH:
        return False
    colours = grounds(cut_cells(pixels, grid)).reshape(*names.shape, -1)
    usual = (np.median(colours[inner & which], axis=0) for which in (odd, ~odd))
    from_odd, from_even = (np.linalg.norm(colours - colour, axis=-1) for colour in usual)
    alternates = (from_odd < from_even) == odd
    ends = [alternates[line].mean() for line in outer]
    return bool(alternates[inner].mean() >= _NEARLY_ALL and min(ends) <= _BY_CHANCE)
