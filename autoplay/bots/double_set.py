"""Double set single point: what one look did not decide is kept and looked at again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoplay.bots.single_point_rules import MarkedBoard

if TYPE_CHECKING:
    from random import Random

    from autoplay.board import Board
    from autoplay.move import Move


class DoubleSetSinglePoint:
    """Two sets: S holds cells known to be free, Q numbers to look at again.

    Source: D. Becerra, "Algorithmic Approaches to Playing Minesweeper", Harvard College 2015,
    section 5.3. The second set removes the ordering problem of the naive single point.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._safe: dict[int, None] = {}
        self._again: dict[int, None] = {}
        self._taken: set[int] = set()
        self._marked: set[int] = set()

    def moves(self, board: Board) -> list[Move]:
        """Return the cells of S that are still hidden, or one random guess."""
        view = MarkedBoard(board, self._marked)
        for cell in range(len(view.cells)):
            if view.is_opened(cell) and cell not in self._taken:
                self._safe[cell] = None

        moves = self._empty_safe_set(view)
        while not moves and self._look_again(view):
            moves = self._empty_safe_set(view)
        return moves or [view.guess(self._rng)]

    def _empty_safe_set(self, view: MarkedBoard) -> list[Move]:
        """Take all cells from S: hidden ones are to be opened, opened ones are looked at."""
        to_open: list[int] = []
        while self._safe:
            cell = next(iter(self._safe))
            del self._safe[cell]
            if cell in self._taken:
                continue
            if not view.is_opened(cell):
                to_open.append(cell)
                continue
            self._taken.add(cell)
            if view.all_free(cell):
                self._safe.update(dict.fromkeys(view.unmarked_around(cell)))
            else:
                self._again[cell] = None
        return [view.open(cell) for cell in dict.fromkeys(to_open)]

    def _look_again(self, view: MarkedBoard) -> bool:
        """Apply AMN, then AFN, to all of Q; tell whether that put anything into S."""
        for cell in [c for c in self._again if view.all_mines(c)]:
            self._marked.update(view.unmarked_around(cell))
        for cell in [c for c in self._again if view.all_free(c)]:
            self._safe.update(dict.fromkeys(view.unmarked_around(cell)))
            del self._again[cell]
        return bool(self._safe)
