"""Leave out what nothing shows to be cells, where without it a board has a size as most have."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.locate.worth import cell_evidence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from autoplay.vision.unknown.found import Found
    from autoplay.vision.unknown.grid_readings import GridReadings

# Rows and columns of the levels of the programs that most people know.
_USUAL = frozenset({(8, 8), (9, 9), (10, 10), (16, 16), (16, 30), (8, 10), (14, 18), (20, 24)})
_PLAIN = (Cell.N0, Cell.UNREADABLE)
_HARDLY_ANY = 0.1


def of_usual_size(readings: GridReadings, found: Found) -> Found:
    """Return a board, or the part of it that has a usual size beside rows or columns that are bare.

    Blanks without any line between them look as a strip of their window does, and so may cells that
    are hidden. Where several parts have such a size the cells' votes tell.
    """
    unknown, grid = found.unknown, found.grid
    if unknown.fresh or _usual(grid.rows, grid.cols):
        return found
    evidence = cell_evidence(readings.drawing, grid)
    above, below = _bare_ends(unknown.cells, evidence.upright[:, 1:-1].mean(axis=1))
    before, after = _bare_ends(unknown.cells.T, evidence.level[1:-1].mean(axis=0))
    parts = [
        (top, grid.rows - bottom, left, grid.cols - right)
        for (top, bottom), (left, right) in product(_cuts(above, below), _cuts(before, after))
        if _usual(grid.rows - top - bottom, grid.cols - left - right)
    ]
    if not parts:
        return found
    best = max(parts, key=lambda part: readings.votes(grid.part(*part)).votes)
    return replace(found, unknown=unknown.part(*best), grid=grid.part(*best))


def _usual(rows: int, cols: int) -> bool:
    return (min(rows, cols), max(rows, cols)) in _USUAL


def _cuts(first: int, last: int) -> Iterator[tuple[int, int]]:
    return product(range(first + 1), range(last + 1))


def _bare_ends(cells: NDArray[np.int8], ruled: NDArray[np.floating]) -> tuple[int, int]:
    """Return how many of the first and of the last rows bear nothing, and have hardly a line.

    cells: (rows, cols); ruled: (rows,) how many sides between the cells of a row are lines, 0 to 1.
    """
    plain = np.isin(cells, _PLAIN).all(axis=1) | (cells == Cell.HIDDEN).all(axis=1)
    bare = plain & (ruled <= _HARDLY_ANY)
    run = np.flatnonzero(~bare)
    return (int(run[0]), int(len(bare) - 1 - run[-1])) if run.size else (0, 0)
