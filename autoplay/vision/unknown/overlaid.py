"""A lattice that another window cuts short: the lines of which that leaves little belong to it.

Without them the outermost numbers have too few neighbours, and the board makes no sense.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.beyond import extended, lengthened
from autoplay.vision.board_looks import BoardLooks, NamedCells
from autoplay.vision.pixels.cells import cut_places
from autoplay.vision.pixels.opencv import cv2
from autoplay.vision.unknown.found import Found
from autoplay.vision.unknown.reading import read_unknown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

_MOST_COVERED = 1 / 3


def cut_short_by_a_window(pixels: NDArray[np.uint8], found: Found) -> Found | None:
    """Return a board with the lines beside it of which a window leaves some cells in sight.

    pixels: (height, width, 3) uint8; found: what a lattice of this picture read as. None if there
    are no such lines, or it makes no sense with them either.
    """
    grid, sight = _with_lines_in_sight(pixels, found)
    if grid == found.grid or (~sight).mean() > _MOST_COVERED:
        return None
    painted = _with_hidden_cells(pixels, grid, ~sight, found)
    if painted is None:
        return None
    reading = replace(read_unknown(painted, grid), covered=~sight)
    return Found(reading.without_covered(), grid) if reading.sound else None


def _with_hidden_cells(
    pixels: NDArray[np.uint8], grid: Grid, covered: NDArray[np.bool_], found: Found
) -> NDArray[np.uint8] | None:
    """Return a picture with covered cells painted as one is that is hidden, None if none is."""
    own, cells = found.placed
    hidden = np.argwhere(shows(cells, Cell.HIDDEN))
    if not len(hidden):
        return None
    # The usual one is that which most others are nearly like.
    cut = cut_places(pixels, own, hidden @ (own.cols, 1)).astype(np.float32)
    model = np.square(cut - np.median(cut, axis=0)).mean(axis=(1, 2, 3)).argmin()
    spot = own.cell(*hidden[model].tolist())
    picture = pixels[spot.y : spot.bottom, spot.x : spot.right]
    painted = pixels.copy()
    for place in np.argwhere(covered).tolist():
        spot = grid.cell(*place)
        painted[spot.y : spot.bottom, spot.x : spot.right] = cv2.resize(picture, (spot.w, spot.h))
    return painted


def _with_lines_in_sight(pixels: NDArray[np.uint8], found: Found) -> tuple[Grid, NDArray[np.bool_]]:
    """Return a grid with such lines, and which of its cells, (rows, cols), are in sight."""
    grid, cells = found.placed
    looks = BoardLooks(pixels, NamedCells(grid, cells, found.unknown.confidence), by_pack=False)
    sight = np.ones(cells.shape, bool)
    for axis in (0, 1):
        for after in (True, False):
            seen = looks.next_lines(grid, axis, after=after)
            if seen is None:
                continue
            grid = lengthened(grid, axis, len(seen), after=after)
            sight = extended(sight, seen, axis, after=after)
    return grid, sight
