"""Lowest risk: everything that follows from the board, and exact chances for the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.move import Move, MoveKind
from autoplay.solver.analyser import Analyser
from autoplay.solver.policy import NO_LAYOUT, least_risk

if TYPE_CHECKING:
    from random import Random

    from autoplay.board import Board
    from autoplay.solver.analysis import Analysis


class LowestRisk:
    """The constraint satisfaction bot: opens what is certain, else the cell of least exact risk.

    Source: Minesweeper as a constraint satisfaction problem as in C. Studholme, University of
    Toronto 2000, and D. Becerra, Harvard College 2015, chapter 6; the chances are exact here.
    """

    def __init__(self, _rng: Random) -> None:
        self._analyser = Analyser()

    def moves(self, board: Board) -> list[Move]:
        """Return every certain opening, or one guess."""
        analysis = self._analyser.analyse(board)
        safe = np.argwhere(analysis.safe).tolist()
        if safe:
            return [Move(MoveKind.OPEN, row, col, reason=NO_LAYOUT) for row, col in safe]
        move = self.guess(board, analysis)
        return [] if move is None else [move]

    def guess(self, board: Board, analysis: Analysis) -> Move | None:
        """Return the opening of least risk."""
        return least_risk(board, analysis)
