"""Which move to make: a certain one where there is one, else the guess that wins most often."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from autoplay.move import Move, MoveKind
from autoplay.solver.deduction import deduce
from autoplay.solver.layouts import all_layouts
from autoplay.solver.totals import totals_of

if TYPE_CHECKING:
    from autoplay.board import Board
    from autoplay.solver.analysis import Analysis

NO_LAYOUT = "no layout of mines has one here"

MOST_LAYOUTS = 3000
"""Positions with at most so many layouts are played out exactly."""

MOST_WORK = 16_000_000
"""Layouts times cells that the search of one such position may look at; some 40 ms."""

MOST_CELLS = 10_000
"""Larger boards are not looked ahead on: the least risk is chosen at once."""


def choose(board: Board, analysis: Analysis) -> Move | None:
    """Return the move to make, None where no cell is left to open.

    A certainly free cell (risk 0.0) goes before any guess; its reason is a deduction where a simple
    one exists.
    """
    if analysis.safe.any():
        for step in deduce(board):
            if not step.mine and analysis.safe[step.cells[0]]:
                return Move(MoveKind.OPEN, *step.cells[0], 0.0, step.reason)
        row, col = map(int, np.argwhere(analysis.safe)[0])
        return Move(MoveKind.OPEN, row, col, 0.0, NO_LAYOUT)
    return guess(board, analysis)


def guess(board: Board, analysis: Analysis) -> Move | None:
    """Return the opening that promises most, None where every unopened cell is a mine.

    analysis: of this board with its own total, or without one.
    Where few layouts are left the rest of the game is searched to its end; otherwise each of the
    safest cells is judged by the boards that it leads to. The least risk decides where that is
    too much to count, and where the game is over.
    """
    if not (board.unopened & ~analysis.mines).any():
        return None
    if (board.unopened | board.numbers).all() and board.cells.size <= MOST_CELLS:
        move = _played_out(board, analysis) or _looked_ahead(board, analysis)
        if move is not None:
            return move
    return least_risk(board, analysis)


def least_risk(board: Board, analysis: Analysis) -> Move | None:
    """Return the opening of least risk, None where every unopened cell is a mine.

    Of equal ones the cell beside the most numbers, then with the fewest hidden neighbours (a
    corner), then the first in reading order.
    """
    open_to_guess = board.unopened & ~analysis.mines
    if not open_to_guess.any():
        return None
    risk = np.where(open_to_guess, analysis.probability, np.inf)
    least = float(risk.min())
    best = min(
        map(tuple, np.argwhere(risk <= least + 1e-12).tolist()),
        key=lambda place: _little_to_learn(board, *place),
    )
    reason = f"least risk: {least:.1%} that it is a mine"
    return Move(MoveKind.OPEN, best[0], best[1], least, reason)


def _little_to_learn(board: Board, row: int, col: int) -> tuple[int, int]:
    """Rank a guess: cells beside many numbers and few hidden cells are the likeliest to help."""
    around = [board[place] for place in board.neighbours(row, col)]
    numbers = sum(cell.is_number for cell in around)
    return -numbers, len(around) - numbers


def _played_out(board: Board, analysis: Analysis) -> Move | None:
    """Return the first move of the best play, None where there are too many layouts."""
    if board.mines is None or analysis.log_solutions > math.log(MOST_LAYOUTS) + 1e-9:
        return None
    from autoplay.solver.endgame import play_out
    from autoplay.solver.neighbours import neighbours_of

    layouts = all_layouts(board, limit=MOST_LAYOUTS)
    if layouts is None:
        return None
    beside = neighbours_of(board.rows, board.cols)
    cell, won = play_out(layouts, analysis.probability.ravel(), beside, MOST_WORK)
    if cell < 0:
        return None
    row, col = divmod(cell, board.cols)
    risk = float(analysis.probability[row, col])
    count = len(layouts)
    left = f"of the {count} layouts left the best play wins {won} ({won / count:.0%})"
    return Move(MoveKind.OPEN, row, col, risk, f"{risk:.1%} risk; {left}")


def _looked_ahead(board: Board, analysis: Analysis) -> Move | None:
    """Return the guess by the boards that follow, None where these cannot be counted."""
    from autoplay.solver.lookahead import look_ahead
    from autoplay.solver.neighbours import neighbours_of

    beside = neighbours_of(board.rows, board.cols)
    totals = totals_of(board, None)
    cell, next_safe = look_ahead(
        np.array(board.cells, np.int8, order="C"),
        totals,
        analysis.log_solutions,
        analysis.probability.ravel(),
        beside,
    )
    if cell < 0:
        return None
    row, col = divmod(cell, board.cols)
    risk = float(analysis.probability[row, col])
    least = float(np.nanmin(analysis.probability))
    rank = "the least" if risk <= least + 1e-12 else f"where the least is {least:.1%}"
    reason = f"{risk:.1%} risk, {rank}; {next_safe:.0%} chance that the next opening is safe"
    return Move(MoveKind.OPEN, row, col, risk, reason)
