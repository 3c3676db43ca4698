"""Rows and columns beside a grid, from the grid on: where a board may go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

_T = TypeVar("_T", bound=np.generic)

# A line that is covered, and one that is not.
_LEAST_BEYOND = 2


def lines_beyond(
    picture: tuple[int, ...], grid: Grid, axis: int, most: int, *, after: bool
) -> Grid | None:
    """Return the whole rows or columns beyond a grid, at most so many, None if there are few."""
    left, top, right, bottom = grid.area
    room = (picture[0] - bottom, picture[1] - right) if after else (top, left)
    pitch, own = ((grid.pitch_y, grid.rows), (grid.pitch_x, grid.cols))[axis]
    count = min(int(room[axis] / pitch), most)
    if count < _LEAST_BEYOND:
        return None
    return lines(grid, axis, *((own, own + count) if after else (-count, 0)))


def outward(array: NDArray[_T], axis: int, *, after: bool) -> NDArray[_T]:
    """Return (lines, cells) of an array of cells, those next to the board first; no copy."""
    return np.moveaxis(array, axis, 0)[:: 1 if after else -1]


def lines(grid: Grid, axis: int, first: int, end: int) -> Grid:
    """Return some rows of a grid, or columns, which may lie beyond it."""
    return grid.part(first, end, 0, grid.cols) if axis == 0 else grid.part(0, grid.rows, first, end)
