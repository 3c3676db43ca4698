"""The facade: a board in, an `Analysis` out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.solver.analysis import Analysis
from autoplay.solver.constraints import puzzle_of
from autoplay.solver.contradiction import conflict
from autoplay.solver.reference import log_of, tally
from autoplay.solver.totals import totals_of

if TYPE_CHECKING:
    from autoplay.board import Board


def analyse(
    board: Board, mines: int | tuple[int, int] | None = None, *, density: float | None = None
) -> Analysis:
    """Return the certain cells and the exact mine probability of every unopened cell.

    mines: the total, or an interval (low, high) in which every layout is equally likely; without
        it the board's own total; where neither is known, each cell is a mine with `density`.
    density: mines a cell, 0 to 1 exclusive; default `totals.DEFAULT_DENSITY`.
    Flags are opinions and do not enter; cells shown as mines at the end of a game are known.
    Raises ConflictError (a ContradictionError) when no layout agrees, naming a smallest set of
    numbers that cannot hold together; InputError when an argument is out of its range.
    """
    return Analyser().analyse(board, mines, density=density)


class Analyser:
    """`analyse` for the positions of one game, keeping what stays the same between two moves."""

    def analyse(
        self,
        board: Board,
        mines: int | tuple[int, int] | None = None,
        *,
        density: float | None = None,
    ) -> Analysis:
        """Return what `analyse` returns for the same arguments, and raise the same."""
        puzzle = puzzle_of(board)
        totals = totals_of(board, mines, density).less(puzzle.shown)
        result = tally(puzzle, totals)
        if result is None:
            raise conflict(board, puzzle, totals)
        probability = np.full(board.rows * board.cols, np.nan)
        safe = np.zeros(probability.size, np.bool_)
        certain_mines = np.zeros(probability.size, np.bool_)
        for cell, chance in result.probability.items():
            probability[cell] = chance
            safe[cell], certain_mines[cell] = chance == 0, chance == 1
        shape = board.cells.shape
        return Analysis(
            safe=safe.reshape(shape),
            mines=certain_mines.reshape(shape),
            probability=probability.reshape(shape),
            log_solutions=log_of(result.weight),
            sea_mines=float(result.sea_mines),
        )
