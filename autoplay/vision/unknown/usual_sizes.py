"""Give a board a size as most have, where nothing shows how far it reaches."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.locate.ruling import held_by
from autoplay.vision.locate.worth import cell_evidence
from autoplay.vision.pixels.cells import cut_cells
from autoplay.vision.rules.neighbourhood import OUTER_LINES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.unknown.found import Found
    from autoplay.vision.unknown.grid_readings import GridReadings

# Rows and columns of the levels of the programs that most people know.
_USUAL = frozenset({(8, 8), (9, 9), (10, 10), (16, 16), (16, 30), (8, 10), (14, 18), (20, 24)})
_PLAIN = (Cell.N0, Cell.HIDDEN, Cell.UNREADABLE)
_HARDLY_ANY = 0.1
_MOST_LACKING = 3
_AS_CHEAP = 0.5
_MOSTLY = 0.5
# Noise and gradients differ by less within a cell, as a standard deviation of levels.
_DRAWN = 6.0


def of_usual_size(readings: GridReadings, found: Found) -> Found:
    """Return a board, or the part of it that has a usual size beside rows or columns that are bare.

    Blanks without any line between them look as a strip of their window does, and so may cells that
    are hidden, where they have no side towards it either. As few cells as possible are left out, at
    the ends that they vote for; none where a network sees the board to its ends.
    """
    unknown, grid = found.unknown, found.grid
    if unknown.fresh or _usual(grid.rows, grid.cols):
        return found
    evidence = cell_evidence(readings.drawing, grid)
    plain = _flat(readings.pixels, grid)
    above, below = _bare_ends(unknown.cells, plain, evidence.upright, evidence.level)
    before, after = _bare_ends(unknown.cells.T, plain.T, evidence.level.T, evidence.upright.T)
    parts = [
        (top, grid.rows - bottom, left, grid.cols - right)
        for (top, bottom), (left, right) in product(_cuts(above, below), _cuts(before, after))
        if _usual(grid.rows - top - bottom, grid.cols - left - right)
    ]
    if not parts:
        return _with_blanks(readings, found)
    if found.seen_whole:
        return found
    most = max(grid.part(*part).size for part in parts)
    likely = (part for part in parts if grid.part(*part).size == most)
    best = max(likely, key=lambda part: readings.votes(grid.part(*part)).votes)
    return replace(found, unknown=unknown.part(*best), grid=grid.part(*best))


def _with_blanks(readings: GridReadings, found: Found) -> Found:
    """Return a board with the few rows or columns of blanks that it lacks to have a usual size.

    They lie where its end is opened; elsewhere something beside them would not be hidden any more.
    And a network that sees the board has to see them too.
    """
    grid, ends = found.grid, _opened_ends(found.unknown.cells)
    for top, bottom, left, right in product(*(range(_MOST_LACKING * end + 1) for end in ends)):
        rows, cols = grid.rows + top + bottom, grid.cols + left + right
        if not _usual(rows, cols) or top + bottom + left + right > _MOST_LACKING:
            continue
        other = readings.read(grid.part(-top, grid.rows + bottom, -left, grid.cols + right))
        added = other.unknown.cells[~held_by(other.grid, grid)]
        cheap = other.unknown.cost <= found.unknown.cost + _AS_CHEAP
        sensible = other.sound and other.unknown.floods and not other.unknown.objected
        if sensible and cheap and (added == Cell.N0).all():
            return other
    return found


def _opened_ends(cells: NDArray[np.int8]) -> tuple[bool, bool, bool, bool]:
    """Tell of the first and the last row, and the first and the last column, if all is opened."""
    opened = shows(cells, Cell.N0, Cell.N8)
    first, last, left, right = (bool(opened[line].all()) for line in OUTER_LINES)
    return first, last, left, right


def _usual(rows: int, cols: int) -> bool:
    return (rows, cols) in _USUAL


def _cuts(first: int, last: int) -> Iterator[tuple[int, int]]:
    return product(range(first + 1), range(last + 1))


def _flat(pixels: NDArray[np.uint8], grid: Grid) -> NDArray[np.bool_]:
    """Mark the cells, (rows, cols), in which nothing is drawn: no rounded corner, no gap, no edge.

    Where cells have such all are drawn, whether or not they make a line.
    """
    spread = cut_cells(pixels, grid).astype(np.float32).std(axis=(2, 3)).max(axis=-1)
    return np.asarray(spread < _DRAWN)


def _bare_ends(
    cells: NDArray[np.int8],
    plain: NDArray[np.bool_],
    between: NDArray[np.bool_],
    along: NDArray[np.bool_],
) -> tuple[int, int]:
    """Return how many of the first and of the last rows bear nothing, and have hardly a line.

    cells, plain: (rows, cols); between: (rows, cols + 1) and along: (rows + 1, cols) which of the
    sides of cells are lines.
    """
    first = _bare_run(cells, plain, between, along[:-1])
    return first, _bare_run(cells[::-1], plain[::-1], between[::-1], along[:0:-1])


def _bare_run(
    cells: NDArray[np.int8],
    plain: NDArray[np.bool_],
    between: NDArray[np.bool_],
    before: NDArray[np.bool_],
) -> int:
    """Return how many rows are bare from the first on; before: (rows, cols) the sides there."""
    bare = (plain.mean(axis=1) >= _MOSTLY) & np.isin(cells, _PLAIN).all(axis=1)
    bare &= between[:, 1:-1].mean(axis=1) <= _HARDLY_ANY
    hidden = (cells == Cell.HIDDEN).all(axis=1) & (before.mean(axis=1) > _HARDLY_ANY)
    return int((bare & ~hidden).argmin())
