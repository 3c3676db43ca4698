"""A position as sets of cells with a required number of mines; the last place with rows and cols.

Everything behind this module knows cells as plain indices, so that another neighbourhood needs
another reader of boards but no other solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell

if TYPE_CHECKING:
    from autoplay.board import Board


@dataclass(frozen=True, slots=True)
class Constraint:
    """A set of unknown cells that holds a known number of mines.

    cells: indices of unknown cells.
    mines: how many of them are mines; may be out of reach, then the position is contradictory.
    source: index of the opened cell that says so.
    """

    cells: frozenset[int]
    mines: int
    source: int


@dataclass(frozen=True, slots=True)
class Puzzle:
    """All that the counting needs to know of a position.

    constraints: one for each number; a number with no unknown cell beside it stays, as a check.
    unknown: indices of all unknown cells, those beside no number included, ascending.
    shown: mines that the board shows already.
    """

    constraints: tuple[Constraint, ...]
    unknown: tuple[int, ...]
    shown: int


def puzzle_of(board: Board) -> Puzzle:
    """Read the constraints off a board; a cell's index is ``row * cols + col``.

    Flags, question marks and unreadable cells are unknown like any hidden cell; a shown mine is a
    known mine; a wrong flag is a known free cell without a number.
    """
    cols = board.cols
    unopened = board.unopened
    shown = (board.cells == Cell.MINE) | (board.cells == Cell.EXPLODED)
    constraints = []
    for row, col in np.argwhere(board.numbers).tolist():
        around = list(board.neighbours(row, col))
        cells = frozenset(r * cols + c for r, c in around if unopened[r, c])
        known = sum(bool(shown[place]) for place in around)
        constraints.append(Constraint(cells, int(board.cells[row, col]) - known, row * cols + col))
    unknown = tuple(np.flatnonzero(unopened).tolist())
    return Puzzle(tuple(constraints), unknown, int(shown.sum()))
