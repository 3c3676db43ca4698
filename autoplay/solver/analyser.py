"""The facade: a board in, an `Analysis` out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
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
    return _counted(board, totals_of(board, mines, density))


class Analyser:
    """`analyse` for the positions of one game, which remembers the last of them.

    A position comes again where only flags changed, or where several parts of a program ask. To
    keep unchanged components as well would save less than a sixth of an analysis at best
    (tests/benchmarks/solver_reuse.py), and finding out what is unchanged would cost more.
    """

    def __init__(self) -> None:
        self._asked: tuple[object, ...] = ()
        self._answer: Analysis | None = None

    def analyse(
        self,
        board: Board,
        mines: int | tuple[int, int] | None = None,
        *,
        density: float | None = None,
    ) -> Analysis:
        """Return what `analyse` returns for the same arguments, and raise the same.

        The arrays may be those of an earlier answer; they are not to be written to.
        """
        totals = totals_of(board, mines, density)
        plain = np.where(board.unopened, Cell.HIDDEN, board.cells)
        asked = (plain.shape, plain.tobytes(), totals)
        if self._answer is None or asked != self._asked:
            self._answer = _counted(board, totals)
            self._asked = asked
        return self._answer


def _counted(board: Board, totals: Totals) -> Analysis:
    # Numba is imported with the kernels, so that reading a board does without.
    from autoplay.solver import engine

    try:
        counting = engine.count(engine.Constraints.of_board(board.cells), totals)
    except engine.TooWideError:
        return _in_whole_numbers(board, totals)
    if counting is None:
        puzzle = puzzle_of(board)
        raise conflict(board, puzzle, totals.less(puzzle.shown))
    answer = counting.answer()
    shape = board.cells.shape
    return _unwritable(
        Analysis(
            safe=answer.safe.reshape(shape),
            mines=answer.mines.reshape(shape),
            probability=answer.probability.reshape(shape),
            log_solutions=answer.log_weight,
            sea_mines=answer.sea_mines,
        )
    )


def _unwritable(analysis: Analysis) -> Analysis:
    for array in (analysis.safe, analysis.mines, analysis.probability):
        array.flags.writeable = False
    return analysis


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
    return _unwritable(
        Analysis(
            safe=safe.reshape(shape),
            mines=mines.reshape(shape),
            probability=probability.reshape(shape),
            log_solutions=log_of(result.weight),
            sea_mines=float(result.sea_mines),
        )
    )
