"""Single point: both one-number rules over the whole board until they are silent, then a guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoplay.bots.single_point_rules import MarkedBoard

if TYPE_CHECKING:
    from random import Random

    from autoplay.board import Board
    from autoplay.move import Move


class SinglePoint:
    """AFN and AMN from the board alone, nothing remembered between two moves.

    Source: the single point strategy as in K. Pedersen, "The complexity of Minesweeper and
    strategies for game playing", University of Warwick 2004, and D. Becerra, Harvard College 2015.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def moves(self, board: Board) -> list[Move]:
        """Return every cell that AFN frees, or one random guess."""
        view = MarkedBoard(board, set())
        numbers = [c for c in range(len(view.cells)) if view.is_opened(c)]

        # A mark depends on the board alone, not on other marks, so one pass finds them all.
        found = {n for c in numbers if view.all_mines(c) for n in view.unmarked_around(c)}
        view.marked |= found

        free = {n: None for c in numbers if view.all_free(c) for n in view.unmarked_around(c)}
        return [view.open(cell) for cell in free] or [view.guess(self._rng)]
