"""Which move to make: a certain one where there is one, else the least risk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.move import Move, MoveKind
from autoplay.solver.deduction import deduce

if TYPE_CHECKING:
    from autoplay.board import Board
    from autoplay.solver.analysis import Analysis

NO_LAYOUT = "no layout of mines has one here"


def choose(board: Board, analysis: Analysis) -> Move | None:
    """Return the move to make, None where no cell is left to open.

    A certainly free cell (risk 0.0) goes before any guess; among the guesses of least risk the one
    with the most numbers around it, then the fewest hidden neighbours (a corner), then the
    reading order.
    """
    if analysis.safe.any():
        for step in deduce(board):
            if not step.mine and analysis.safe[step.cells[0]]:
                return Move(MoveKind.OPEN, *step.cells[0], 0.0, step.reason)
        row, col = map(int, np.argwhere(analysis.safe)[0])
        return Move(MoveKind.OPEN, row, col, 0.0, NO_LAYOUT)
    return guess(board, analysis)


def guess(board: Board, analysis: Analysis) -> Move | None:
    """Return the opening of least risk, None where every unopened cell is a mine."""
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
