"""How far a board without lines reaches: it lies in the middle of its window, or of its panel.

Blanks of the window's colour leave nothing to see at the left or the right end of a board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.pixels.channels import largest_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

_SAME = 10.0
_NEARLY_ALL = 0.98
_FURTHEST = 6
_OFF = 1.6
_TIGHT = 1.0
_BLURRED = 2


def centred(pixels: NDArray[np.uint8], grid: Grid, cells: NDArray[np.int8]) -> Grid:
    """Return a grid with the columns of blanks that leave as much beside it on either side.

    The same grid, unless the narrower margin is less than a cell, the other is whole cells wider
    and in the colour of blanks, and nothing is hidden beside that.
    pixels: (height, width, 3) uint8; grid: in pixels of this picture. cells: (rows, cols).
    """
    blank = shows(cells, Cell.N0)
    if not blank.any():
        return grid
    colour = _usual_colour(pixels, grid, blank)
    top, bottom = round(grid.top), round(grid.top + grid.rows * grid.pitch_y)
    strip = pixels[max(0, top) : bottom].astype(np.float32)
    same = largest_of(np.abs(strip - colour)) <= _SAME
    of_colour = same.mean(axis=0) >= _NEARLY_ALL
    before = _run(of_colour[: max(0, round(grid.left))][::-1])
    after = _run(of_colour[round(grid.left + grid.cols * grid.pitch_x) :])
    if before is None or after is None or min(before, after) > _TIGHT * grid.pitch_x:
        return grid
    missing = round((before - after) / grid.pitch_x)
    if not 0 < abs(missing) <= _FURTHEST or abs(before - after - missing * grid.pitch_x) > _OFF:
        return grid
    if not shows(cells[:, 0 if missing > 0 else -1], Cell.N0, Cell.N8).all():
        return grid
    return grid.part(0, grid.rows, min(0, -missing), grid.cols + max(0, -missing))


def _usual_colour(
    pixels: NDArray[np.uint8], grid: Grid, blank: NDArray[np.bool_]
) -> NDArray[np.float32]:
    middles = [grid.centre(row, col) for row, col in np.argwhere(blank).tolist()]
    return np.asarray(np.median([pixels[at.y, at.x] for at in middles], axis=0), np.float32)


def _run(of_colour: NDArray[np.bool_]) -> int | None:
    """Return how many of the first are of the colour; None if all are, so that no end shows.

    The very first may still show the side of a cell.
    """
    beyond = of_colour[_BLURRED:]
    return None if beyond.all() else _BLURRED + int(beyond.argmin())
