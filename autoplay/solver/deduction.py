"""What follows without counting, each step with the numbers it rests on and its reason.

Not complete: the exact analysis finds every certain cell. These are the steps that a person can
follow, for hints and explanations.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from autoplay.solver.constraints import puzzle_of
from autoplay.solver.totals import totals_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autoplay.board import Board
    from autoplay.solver.constraints import Constraint

Place = tuple[int, int]


class Rule(Enum):
    """How a deduction was made."""

    ALL_FREE = "all neighbours free"
    ALL_MINES = "all neighbours mines"
    SUBSET = "two numbers compared"
    TOTAL = "mines counted"


@dataclass(frozen=True, slots=True)
class Deduction:
    """One step: cells that are certainly free, or certainly mines.

    cells: (row, col) of the unopened cells it settles, in reading order.
    mine: whether they are mines.
    numbers: (row, col) of the opened cells it rests on; with the total, those beside mines that
        it counts.
    reason: one sentence for a person; rows and cols count from 0.
    """

    rule: Rule
    cells: tuple[Place, ...]
    mine: bool
    numbers: tuple[Place, ...]
    reason: str


def deduce(board: Board, mines: int | tuple[int, int] | None = None) -> list[Deduction]:
    """Return the steps that follow from single numbers, pairs of numbers and the mine total.

    A step may use the cells that earlier steps have settled; no cell is settled twice. On a
    contradictory board the steps mean nothing: `analyse` finds that out.
    Raises InputError when the total is out of its range.
    """
    reasoner = _Reasoner(board, mines)
    while reasoner.single_numbers() or reasoner.pairs() or reasoner.total():
        pass
    return reasoner.steps


class _Reasoner:
    """The cells settled so far, and what they leave of each constraint."""

    def __init__(self, board: Board, mines: int | tuple[int, int] | None) -> None:
        self._board = board
        puzzle = puzzle_of(board)
        totals = totals_of(board, mines).less(puzzle.shown)
        self._total = totals.low if totals.low == totals.high else None
        self._unknown = set(puzzle.unknown)
        self._cells = {c.source: set(c.cells) for c in puzzle.constraints}
        self._lacks = {c.source: c.mines for c in puzzle.constraints}
        self._touching = _sources_by_cell(puzzle.constraints)
        self._mines: set[int] = set()
        self.steps: list[Deduction] = []

    def single_numbers(self) -> bool:
        """Settle the cells beside numbers that lack nothing, or lack all that is left."""
        before = len(self.steps)
        for source, cells in self._cells.items():
            lack = self._lacks[source]
            if not cells or lack not in (0, len(cells)):
                continue
            number, known = self._name(source), self._known_mines(source)
            if lack == 0:
                reason = f"{number} has {known}, so its other neighbours are free"
                self._settle(Rule.ALL_FREE, cells, False, [source], reason)
            else:
                rest = "the rest" if known != "no mine yet" else "its unopened neighbours"
                reason = f"{number} has {known} and needs all of {rest}"
                self._settle(Rule.ALL_MINES, cells, True, [source], reason)
        return len(self.steps) > before

    def pairs(self) -> bool:
        """Compare numbers that share cells, until one pair settles something.

        Where b lacks as many more mines than a as it has cells beyond a's, those cells are all
        mines, and what a has beyond b's cells is free.
        """
        for a, b in self._pairs():
            more_cells, fewer_cells = (
                self._cells[b] - self._cells[a],
                self._cells[a] - self._cells[b],
            )
            if self._lacks[b] - self._lacks[a] != len(more_cells):
                continue
            name_a, name_b = self._name(a), self._name(b)
            if more_cells:
                reason = (
                    f"{name_b} lacks {self._lacks[b]}, and only {self._lacks[a]} can lie in the "
                    f"cells shared with {name_a}: its other cells are mines"
                )
                self._settle(Rule.SUBSET, more_cells, True, [a, b], reason)
            if fewer_cells:
                reason = (
                    f"what {name_a} lacks lies in the cells shared with {name_b}: "
                    "its other cells are free"
                )
                self._settle(Rule.SUBSET, fewer_cells, False, [a, b], reason)
            if more_cells or fewer_cells:
                return True
        return False

    def total(self) -> bool:
        """Compare the mines that are left with what separate numbers hold between them."""
        if self._total is None or not self._unknown:
            return False
        left = self._total - len(self._mines)
        chosen, covered, held = self._separate_numbers()
        beyond = self._unknown - covered
        if not beyond or (left - held) not in (0, len(beyond)):
            return False
        mine = left != held
        between = f", and {held} of them lie beside the numbers named" if chosen else ""
        outcome = "must all be mines" if mine else "are free"
        reason = f"{left} mines are left{between}: the other unopened cells {outcome}"
        self._settle(Rule.TOTAL, beyond, mine, chosen, reason)
        return True

    def _pairs(self) -> Iterable[tuple[int, int]]:
        for a, cells in self._cells.items():
            for b in sorted(set().union(*(self._touching[cell] for cell in cells)) - {a}):
                yield a, b

    def _separate_numbers(self) -> tuple[list[int], set[int], int]:
        """Choose numbers that share no cell: they, the cells beside them, the mines they lack."""
        chosen: list[int] = []
        covered: set[int] = set()
        for source in sorted(self._cells, key=lambda s: (-self._lacks[s], len(self._cells[s]), s)):
            cells = self._cells[source]
            if cells and covered.isdisjoint(cells):
                chosen.append(source)
                covered |= cells
        return chosen, covered, sum(self._lacks[source] for source in chosen)

    def _settle(
        self, rule: Rule, cells: set[int], mine: bool, sources: list[int], reason: str
    ) -> None:
        settled = sorted(cells)
        places, numbers = (
            tuple(divmod(i, self._board.cols) for i in indices)
            for indices in (settled, sorted(sources))
        )
        self.steps.append(Deduction(rule, places, mine, numbers, reason))
        for cell in settled:
            self._unknown.discard(cell)
            if mine:
                self._mines.add(cell)
            for source in self._touching[cell]:
                self._cells[source].discard(cell)
                self._lacks[source] -= mine

    def _name(self, source: int) -> str:
        row, col = divmod(source, self._board.cols)
        return f"the {int(self._board.cells[row, col])} at row {row}, col {col}"

    def _known_mines(self, source: int) -> str:
        row, col = divmod(source, self._board.cols)
        known = int(self._board.cells[row, col]) - self._lacks[source]
        if known == 0:
            return "no mine yet" if self._lacks[source] else "no mine beside it"
        return "its one mine" if known == 1 and not self._lacks[source] else f"{known} known mines"


def _sources_by_cell(constraints: Iterable[Constraint]) -> dict[int, list[int]]:
    touching: dict[int, list[int]] = defaultdict(list)
    for constraint in constraints:
        for cell in constraint.cells:
            touching[cell].append(constraint.source)
    return touching
