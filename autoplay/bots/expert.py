"""Expert: everything that follows from the board, and the guess that wins most often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoplay.bots.lowest_risk import LowestRisk
from autoplay.solver.policy import guess

if TYPE_CHECKING:
    from autoplay.board import Board
    from autoplay.move import Move
    from autoplay.solver.analysis import Analysis


class Expert(LowestRisk):
    """Opens what is certain, else guesses as `autoplay play` does: look-ahead and endgame.

    Source: secondary safety, progress and exact endgames as D. Hill describes them for his solver
    (Minesweeper solver, 2018 and later); see `autoplay.solver.lookahead`.
    """

    def guess(self, board: Board, analysis: Analysis) -> Move | None:
        """Return the guess that promises most."""
        return guess(board, analysis)
