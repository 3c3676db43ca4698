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
    from autoplay.solver.totals import Totals


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
        # Numba is imported with the kernels, so that reading a board does without.
        from autoplay.solver import engine

        totals = totals_of(board, mines, density)
        try:
            counting = engine.count(engine.Constraints.of_board(board.cells), totals)
        except engine.TooWideError:
            return _in_whole_numbers(board, totals)
        if counting is None:
            puzzle = puzzle_of(board)
            raise conflict(board, puzzle, totals.less(puzzle.shown))
        answer = counting.answer()
        shape = board.cells.shape
        return Analysis(
            safe=answer.safe.reshape(shape),
            mines=answer.mines.reshape(shape),
            probability=answer.probability.reshape(shape),
            log_solutions=answer.log_weight,
            sea_mines=answer.sea_mines,
        )


def _in_whole_numbers(board: Board, totals: Totals) -> Analysis:
    """Analyse a board whose components are too wide for the kernels."""
    puzzle = puzzle_of(board)
    result = tally(puzzle, totals.less(puzzle.shown))
    if result is None:
        raise conflict(board, puzzle, totals.less(puzzle.shown))
    probability = np.full(board.cells.size, np.nan)
    safe, mines = np.zeros((2, board.cells.size), np.bool_)
    for cell, chance in result.probability.items():
        probability[cell] = chance
        safe[cell], mines[cell] = chance == 0, chance == 1
    shape = board.cells.shape
    return Analysis(
        safe=safe.reshape(shape),
        mines=mines.reshape(shape),
        probability=probability.reshape(shape),
        log_solutions=log_of(result.weight),
        sea_mines=float(result.sea_mines),
    )
