"""The kernels in a row: from constraints over cells to the answer for every cell.

Importing this module imports numba; the facade does so at the first analysis.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.errors import BoardError
from autoplay.solver import combination, elimination, ordering, reduction
from autoplay.solver.counts import Counts, count_ahead, mines_by_group
from autoplay.solver.sweep import HEAVY, swept

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.solver.totals import Totals

    Ints = NDArray[np.int32]
    Longs = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

OUT_OF_REACH = 2.0**36
"""Estimated states from which counting is not begun; the estimate is some 2**5 too high."""

FEW = 2.0**20
"""Estimated states up to which counting without the kernels is bearable."""

TOO_MANY = "too many open numbers hang together to count all layouts; open other cells first"


class TooWideError(Exception):
    """A component keeps more constraints open than fit into a state's key."""


class TooManyStatesError(BoardError):
    """A component has more states than this machine's memory is meant to hold."""


@dataclass(frozen=True, slots=True)
class Constraints:
    """Sets of cells with a required number of mines, as flat arrays.

    unknown: mask of the cells that may be mines, by cell index.
    start, items: the cells of constraint i are ``items[start[i] : start[i + 1]]``, all unknown.
    lacks: mines among them.
    shown: mines known besides.
    """

    unknown: Bools
    start: Ints
    items: Ints
    lacks: Ints
    shown: int

    @classmethod
    def of_board(cls, cells: NDArray[np.int8]) -> Constraints:
        """Read a (rows, cols) array of `Cell` values."""
        return cls(*reduction.constraints_of_board(np.array(cells, np.int8, order="C")))

    def forcing(self, cells: dict[int, bool]) -> Constraints:
        """Return the constraints with some unknown cells settled: True is a mine."""
        forced = np.array(list(cells), np.int32)
        ends = self.items.size + np.arange(1, forced.size + 1, dtype=np.int32)
        return Constraints(
            self.unknown,
            np.concatenate([self.start, ends]).astype(np.int32),
            np.concatenate([self.items, forced]),
            np.concatenate([self.lacks, np.array(list(cells.values()), np.int32)]),
            self.shown,
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """What the counting found, by cell index: see `Analysis` for the meaning of each."""

    safe: Bools
    mines: Bools
    probability: Floats
    log_weight: float
    sea_mines: float


@dataclass(frozen=True, slots=True)
class Counting:
    """All layouts of a set of constraints, counted but not written out: what each stage found.

    unknown: mask of the cells that may be mines; left: totals for components and sea; order: the
    groups of all components as they are eliminated.
    """

    unknown: Bools
    totals: Totals
    left: Totals
    order: Ints
    reduced: reduction.Reduced
    states: elimination.States
    windows: elimination.Windows
    counts: Counts
    combined: combination.Combined

    @property
    def log_weight(self) -> float:
        """Logarithm of the weight of all layouts."""
        return self.combined.log_weight + self.reduced.mines * math.log(self.totals.odds)

    def answer(self) -> Answer:
        """Weigh every cell."""
        reduced, combined, sea = self.reduced, self.combined, self.reduced.sea
        chance, never, always = mines_by_group(
            self.states, self.windows.offsets, reduced.sizes, self.counts, combined.outside
        )
        sea_least, sea_most = combined.sea_least, combined.sea_most
        if combined.faint:
            from autoplay.solver.possibility import possibilities

            never, always, least, most = possibilities(self)
            sea_least, sea_most = max(0, self.left.low - most), min(sea, self.left.high - least)
        probability = np.empty(self.unknown.size)
        safe, mines = np.empty(probability.size, np.bool_), np.empty(probability.size, np.bool_)
        reduction.spread(
            *(self.unknown, reduced.known, reduced.group_of, chance, never, always),
            *(combined.sea_mines / max(sea, 1), sea_most == 0, sea_least == sea),
            *(probability, safe, mines),
        )
        return Answer(safe, mines, probability, self.log_weight, combined.sea_mines)


def count(
    constraints: Constraints, totals: Totals, most_states: float = OUT_OF_REACH
) -> Counting | None:
    """Count all layouts; None where not one agrees.

    totals: mines in the layout, those shown included; most_states: estimated states of a component
    from which it is not counted.
    Raises TooManyStatesError where a component has too many states, TooWideError where one is
    beyond the kernels' keys.
    """
    reduced = reduction.reduce(
        constraints.unknown, constraints.start, constraints.items, constraints.lacks
    )
    if reduced is None:
        return None
    sizes, comp_start, sea = reduced.sizes, reduced.comp_start, reduced.sea
    left = totals.less(constraints.shown + reduced.mines)
    order, costs, cells, cost = ordering.arrange(comp_start, reduced.comp, *reduced.graph)
    if cost > HEAVY and most_states > HEAVY:
        for k in np.flatnonzero(costs > HEAVY):
            span = slice(comp_start[k], comp_start[k + 1])
            order[span], costs[k] = swept(order[span], costs[k], *reduced.graph, cells)
        cost = float(costs.sum())
    if cost > most_states and costs.max() > most_states:
        raise TooManyStatesError(TOO_MANY)
    outcome, states = elimination.unfold(
        *(comp_start, order, sizes, reduced.lacks, cells, reduced.in_start, reduced.in_rows),
        cost,
    )
    if outcome == elimination.TOO_WIDE and costs.max() < FEW:
        raise TooWideError
    if outcome in (elimination.TOO_WIDE, elimination.TOO_MANY):
        raise TooManyStatesError(TOO_MANY)
    if outcome == elimination.NO_LAYOUT:
        return None
    windows = elimination.windows(states, left.low - sea, left.high)
    if windows is None:
        return None
    counts = count_ahead(states, windows.offsets, sizes, reduced.largest)
    combined = combination.combine(windows, counts, sea, left)
    if combined is None:
        return None
    return Counting(
        constraints.unknown,
        totals,
        left,
        order,
        reduced,
        states,
        windows,
        counts,
        combined,
    )
