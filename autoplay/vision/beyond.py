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
    count = min(int(room[axis] / (grid.pitch_y, grid.pitch_x)[axis]), most)
    return None if count < _LEAST_BEYOND else following(grid, axis, count, after=after)


def following(grid: Grid, axis: int, count: int, *, after: bool) -> Grid:
    """Return so many rows (axis 0) or columns next to a grid; after: below, or to the right."""
    own = (grid.rows, grid.cols)[axis]
    return lines(grid, axis, *((own, own + count) if after else (-count, 0)))


def lengthened(grid: Grid, axis: int, count: int, *, after: bool) -> Grid:
    """Return a grid with so many rows or columns more, as `following` takes them."""
    own = (grid.rows, grid.cols)[axis]
    return lines(grid, axis, *((0, own + count) if after else (-count, own)))


def extended(cells: NDArray[_T], more: NDArray[_T], axis: int, *, after: bool) -> NDArray[_T]:
    """Return an array of cells with those of lines beside them, as `outward` orders these."""
    inward = np.moveaxis(more[:: 1 if after else -1], 0, axis)
    return np.concatenate((cells, inward) if after else (inward, cells), axis=axis)


def outward(array: NDArray[_T], axis: int, *, after: bool) -> NDArray[_T]:
    """Return (lines, cells) of an array of cells, those next to the board first; no copy."""
    return np.moveaxis(array, axis, 0)[:: 1 if after else -1]


def lines(grid: Grid, axis: int, first: int, end: int) -> Grid:
    """Return some rows of a grid, or columns, which may lie beyond it."""
    return grid.part(first, end, 0, grid.cols) if axis == 0 else grid.part(0, grid.rows, first, end)
