"""The two rules that look at one number at a time, and the guess for when they are silent."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from autoplay.board import Cell
from autoplay.move import Move, MoveKind

if TYPE_CHECKING:
    from random import Random

    from autoplay.board import Board

_UNOPENED = frozenset({Cell.HIDDEN, Cell.FLAG, Cell.QUESTION, Cell.UNREADABLE})
_USUAL_DENSITY = 0.2


@lru_cache(maxsize=16)
def neighbour_table(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """Return the neighbours of each cell, cells numbered row by row."""
    return tuple(
        tuple(
            r * cols + c
            for r in range(max(0, row - 1), min(rows, row + 2))
            for c in range(max(0, col - 1), min(cols, col + 2))
            if (r, c) != (row, col)
        )
        for row in range(rows)
        for col in range(cols)
    )


class MarkedBoard:
    """A board with a bot's own marks on cells that it knows to be mines.

    Cells are numbered row by row. The flags on the board are a person's opinion and are not used.
    The names AFN (all free neighbours) and AMN (all mine neighbours) follow D. Becerra,
    "Algorithmic Approaches to Playing Minesweeper", Harvard College 2015.
    """

    def __init__(self, board: Board, marked: set[int]) -> None:
        self.mines = board.mines
        self.cols = board.cols
        self.cells: list[int] = board.cells.ravel().tolist()
        self.neighbours = neighbour_table(board.rows, board.cols)
        self.marked = marked

    def is_opened(self, cell: int) -> bool:
        """Whether the cell shows a number."""
        return self.cells[cell] <= Cell.N8

    def unmarked_around(self, cell: int) -> list[int]:
        """Return the unopened neighbours that carry no mark."""
        cells, marked = self.cells, self.marked
        return [n for n in self.neighbours[cell] if cells[n] in _UNOPENED and n not in marked]

    def marked_around(self, cell: int) -> int:
        """Count the marked neighbours."""
        return sum(n in self.marked for n in self.neighbours[cell])

    def all_free(self, cell: int) -> bool:
        """AFN: the number has all its mines marked, so every other neighbour is free."""
        return self.cells[cell] == self.marked_around(cell)

    def all_mines(self, cell: int) -> bool:
        """AMN: the number needs every unopened neighbour to be a mine."""
        around = len(self.unmarked_around(cell))
        return around > 0 and self.cells[cell] == self.marked_around(cell) + around

    def open(self, cell: int) -> Move:
        """Return the certain move that opens a cell."""
        reason = "a number beside it has all its mines"
        return Move(MoveKind.OPEN, *divmod(cell, self.cols), reason=reason)

    def guess(self, rng: Random) -> Move:
        """Return a guess, uniform over the unopened cells without a mark."""
        choice = [c for c, v in enumerate(self.cells) if v in _UNOPENED and c not in self.marked]
        risk = _USUAL_DENSITY
        if self.mines is not None:
            risk = max(self.mines - len(self.marked), 1) / len(choice)
        reason = "no single number decides anything; any unmarked cell"
        place = divmod(rng.choice(choice), self.cols)
        return Move(MoveKind.OPEN, *place, risk=min(risk, 1.0), reason=reason)
