"""Help for the person who plays: hints with reasons, all certain cells, the solver's own move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.move import Move, MoveKind
from autoplay.solver import Analyser, choose, deduce

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.board import Board
    from autoplay.solver import Analysis, Deduction

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Hint:
    """One thing to know about the position.

    cells: (row, col) of the cells it is about, empty where nothing can be deduced.
    risk: 0.0 for free cells, 1.0 for mines, between the two for a guess; None where there is none.
    numbers: (row, col) of the opened numbers it rests on.
    reason: one sentence for a person.
    """

    cells: tuple[Place, ...]
    risk: float | None
    numbers: tuple[Place, ...]
    reason: str


class Adviser:
    """What the solver knows of the position on the board, worked out once a position."""

    def __init__(self) -> None:
        self._analyser = Analyser()
        self._board: Board | None = None
        self._analysis: Analysis | None = None

    def analysis(self, board: Board) -> Analysis:
        """Return the analysis of a position; raises ContradictionError on an impossible one."""
        if self._analysis is None or board != self._board:
            self._board, self._analysis = board, self._analyser.analyse(board)
        return self._analysis

    def deduction(self, board: Board) -> Hint | None:
        """Return one step that is certain and not yet carried out, None where there is none.

        A step that a person can follow goes before one that only the exact count finds, a free
        cell before a mine.
        """
        useful = [step for step in deduce(board) if _is_news(board, step)]
        if useful:
            step = min(useful, key=lambda step: step.mine)
            return Hint(step.cells, float(step.mine), step.numbers, step.reason)
        analysis = self.analysis(board)
        if analysis.safe.any():
            return _counted(analysis.safe, 0.0, "no layout of mines has one here")
        unmarked = analysis.mines & (board.cells != Cell.FLAG)
        if unmarked.any():
            return _counted(unmarked, 1.0, "every layout of mines has one here")
        return None

    def hint(self, board: Board) -> Hint:
        """Return a certain step with its reason, or say that nothing can be deduced."""
        return self.deduction(board) or Hint(
            (), None, (), "Nothing can be deduced here. Ask again for the least risk."
        )

    def least_risk(self, board: Board) -> Hint | None:
        """Return the guess the solver would make, None where no cell is left to open."""
        move = choose(board, self.analysis(board))
        if move is None:
            return None
        return Hint(((move.row, move.col),), move.risk, (), move.reason)

    def marks(self, board: Board) -> list[Move]:
        """Return the moves that flag every certain mine and lift the flag of every free cell."""
        analysis = self.analysis(board)
        missing = analysis.mines & (board.cells != Cell.FLAG)
        wrong = analysis.safe & (board.cells == Cell.FLAG)
        return [
            *(Move(MoveKind.FLAG, r, c, 0.0, "a certain mine") for r, c in places(missing)),
            *(Move(MoveKind.UNFLAG, r, c, 0.0, "certainly free") for r, c in places(wrong)),
        ]

    def next_move(self, board: Board) -> Move | None:
        """Return what the solver would do, the flag in its way lifted first; None at the end."""
        move = choose(board, self.analysis(board))
        if move is not None and board[move.row, move.col] == Cell.FLAG:
            return Move(MoveKind.UNFLAG, move.row, move.col, 0.0, "the flag is wrong")
        return move


def places(mask: NDArray[np.bool_]) -> list[Place]:
    """Return the (row, col) of the cells in a mask, in reading order."""
    return [(row, col) for row, col in np.argwhere(mask).tolist()]


def _is_news(board: Board, step: Deduction) -> bool:
    if not step.mine:
        return True
    return any(board[place] != Cell.FLAG for place in step.cells)


def _counted(mask: np.ndarray, risk: float, reason: str) -> Hint:
    return Hint((places(mask)[0],), risk, (), reason)
