"""Naive single point: each opened cell is looked at once and then forgotten.

Source: D. Becerra, "Algorithmic Approaches to Playing Minesweeper", Harvard College 2015,
section 5.2. Because a number is never looked at again, what the bot finds depends on the order in
which it takes cells from its work set: the ordering problem. Two orders are offered to show it.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Protocol

from autoplay.bots.single_point_rules import MarkedBoard

if TYPE_CHECKING:
    from random import Random

    from autoplay.board import Board
    from autoplay.move import Move


class WorkSet(Protocol):
    """A set of cells from which one at a time is taken."""

    def add(self, cell: int) -> None:
        """Put a cell in, once."""

    def take(self) -> int | None:
        """Take a cell out, None from an empty set."""


class OrderedWorkSet:
    """First in, first out."""

    def __init__(self) -> None:
        self._queue: deque[int] = deque()
        self._inside: set[int] = set()

    def add(self, cell: int) -> None:
        """Put a cell at the end unless it is inside."""
        if cell not in self._inside:
            self._inside.add(cell)
            self._queue.append(cell)

    def take(self) -> int | None:
        """Take the cell that has been inside longest."""
        if not self._queue:
            return None
        cell = self._queue.popleft()
        self._inside.discard(cell)
        return cell


class UnorderedWorkSet:
    """No order that means anything: any cell may come next."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._cells: list[int] = []
        self._inside: set[int] = set()

    def add(self, cell: int) -> None:
        """Put a cell in unless it is inside."""
        if cell not in self._inside:
            self._inside.add(cell)
            self._cells.append(cell)

    def take(self) -> int | None:
        """Take any one cell."""
        if not self._cells:
            return None
        place = self._rng.randrange(len(self._cells))
        self._cells[place], self._cells[-1] = self._cells[-1], self._cells[place]
        cell = self._cells.pop()
        self._inside.discard(cell)
        return cell


class NaiveSinglePoint:
    """Looks at each opened cell once: AFN adds its neighbours to the work set, AMN marks them."""

    def __init__(self, rng: Random, work: WorkSet) -> None:
        self._rng = rng
        self._work = work
        self._marked: set[int] = set()
        self._looked_at: set[int] = set()
        self._awaited: int | None = None

    @classmethod
    def ordered(cls, rng: Random) -> NaiveSinglePoint:
        """Return the bot whose work set keeps the order of insertion."""
        return cls(rng, OrderedWorkSet())

    @classmethod
    def unordered(cls, rng: Random) -> NaiveSinglePoint:
        """Return the bot whose work set has no order."""
        return cls(rng, UnorderedWorkSet(rng))

    def moves(self, board: Board) -> list[Move]:
        """Return one move: the next free cell of the work set, or a random guess."""
        view = MarkedBoard(board, self._marked)
        if self._awaited is None:
            # The first move was somebody else's: what it opened is the work to begin with.
            for cell in range(len(view.cells)):
                if view.is_opened(cell):
                    self._work.add(cell)
        else:
            self._look_at(view, self._awaited)

        # The rules engine floods openings, so cells of the work set may be opened already;
        # opening those costs no click, they are only looked at.
        while (taken := self._work.take()) is not None:
            if not view.is_opened(taken):
                self._awaited = taken
                return [view.open(taken)]
            self._look_at(view, taken)

        move = view.guess(self._rng)
        self._awaited = move.row * view.cols + move.col
        return [move]

    def _look_at(self, view: MarkedBoard, cell: int) -> None:
        if cell in self._looked_at:
            return
        self._looked_at.add(cell)
        if view.all_free(cell):
            for neighbour in view.neighbours[cell]:
                if neighbour not in self._marked and neighbour not in self._looked_at:
                    self._work.add(neighbour)
        elif view.all_mines(cell):
            self._marked.update(view.unmarked_around(cell))
