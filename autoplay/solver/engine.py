"""The kernels in a row: from constraints over cells to the answer for every cell.

Importing this module imports numba; the facade does so at the first analysis.
"""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numba.core import event

from autoplay.errors import BoardError
from autoplay.solver import combination, elimination, ordering, reduction
from autoplay.solver.sweep import HEAVY, swept

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.solver.totals import Totals

    Ints = NDArray[np.int32]
    Longs = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

log = logging.getLogger(__name__)

OUT_OF_REACH = 2.0**36
"""Estimated states from which counting is not begun; the estimate is some 2**5 too high."""

FAINT = 2.0**-400
"""Weight from which on no product with unscaled counts can vanish: those lie from 1 to 2**480."""

FEW = 2.0**20
"""Estimated states up to which counting without the kernels is bearable."""

TOO_MANY = "too many open numbers hang together to count all layouts; open other cells first"


class TooWideError(Exception):
    """A component keeps more constraints open than fit into a state's key."""


class TooManyStatesError(BoardError):
    """A component has more states than this machine's memory is meant to hold."""


class _CompileNotice(event.Listener):
    """Say once that kernels are being compiled; loading them from the cache is no event."""

    said = False

    def on_start(self, _event: Any) -> None:
        if not self.said:
            self.said = True
            log.warning("compiling the solver for this machine; this happens once")

    def on_end(self, _event: Any) -> None:
        """Compiling needs no second word."""


event.register("numba:compile", _CompileNotice())


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
    """All layouts of a set of constraints, counted but not written out.

    The arrays are what the kernels of the same names return: `reduction.reduce`,
    `elimination.unfold`, `elimination.count_ahead` and `combination.combine`.
    low, high: totals left for components and sea; odds: weight of each mine.
    faint: some weights may have vanished below the smallest float, so that zero is not never.
    """

    unknown: Bools
    known: NDArray[np.int8]
    group_of: Ints
    sizes: Ints
    comp_start: Ints
    order: Ints
    sea: int
    layers: Longs
    arcs: Ints
    mines: Ints
    next_state: Ints
    fewest: Ints
    most: Ints
    offsets: Longs
    ahead: Floats
    log_weight: float
    sea_mines: float
    sea_least: int
    sea_most: int
    outside: Floats
    starts: Longs
    factors: Floats
    left: Floats
    sea_part: Floats
    low: int
    high: int
    odds: float
    faint: bool

    @property
    def _states(self) -> tuple[NDArray[Any], ...]:
        """What the kernels that walk over the states take first, in their order."""
        return (
            self.comp_start,
            self.order,
            self.sizes,
            self.layers,
            self.arcs,
            self.mines,
            self.next_state,
            self.fewest,
            self.most,
            self.offsets,
        )

    def answer(self) -> Answer:
        """Weigh every cell."""
        chance, never, always = elimination.mines_by_group(
            *self._states,
            self.ahead,
            self.outside,
        )
        sea_least, sea_most = self.sea_least, self.sea_most
        if self.faint:
            never, always, sea_least, sea_most = self._possibilities()
        in_sea = self.sea_mines / max(self.sea, 1)
        probability, safe, mines = reduction.spread(
            self.unknown,
            self.known,
            self.group_of,
            chance,
            never,
            always,
            in_sea,
            sea_most == 0,
            sea_least == self.sea,
        )
        return Answer(safe, mines, probability, self.log_weight, self.sea_mines)

    def _possibilities(self) -> tuple[Bools, Bools, int, int]:
        """Return (never, always) by group, and the fewest and most mines in the sea."""
        from autoplay.solver.possibility import possibilities

        never, always, least, most = possibilities(self)
        return never, always, max(0, self.low - most), min(self.sea, self.high - least)


def count(
    constraints: Constraints, totals: Totals, most_states: float = OUT_OF_REACH
) -> Counting | None:
    """Count all layouts; None where not one agrees.

    totals: mines in the layout, those shown included; most_states: estimated states of a component
    from which it is not counted.
    Raises TooManyStatesError where a component has too many states, TooWideError where one is
    beyond the kernels' keys.
    """
    # The order of Counting's fields is the order in which the kernels give their results.
    (
        consistent,
        known,
        group_of,
        sizes,
        lacks,
        members_start,
        members,
        in_start,
        in_rows,
        comp_start,
        comp,
        sea,
        settled_mines,
    ) = reduction.reduce(
        constraints.unknown, constraints.start, constraints.items, constraints.lacks
    )
    if not consistent:
        return None
    left = totals.less(constraints.shown + settled_mines)
    graph = (sizes, lacks, members_start, members, in_start, in_rows)
    order, costs = ordering.arrange(comp_start, comp, *graph)
    if most_states > HEAVY:
        for k in np.flatnonzero(costs > HEAVY):
            span = slice(comp_start[k], comp_start[k + 1])
            order[span], costs[k] = swept(order[span], costs[k], *graph)
    if costs.max(initial=0.0) > most_states:
        raise TooManyStatesError(TOO_MANY)
    outcome, layers, arcs, mines, next_state, fewest, most = elimination.unfold(
        comp_start, order, *graph
    )
    if outcome == elimination.TOO_WIDE and costs.max() < FEW:
        raise TooWideError
    if outcome in (elimination.TOO_WIDE, elimination.TOO_MANY):
        raise TooManyStatesError(TOO_MANY)
    if outcome == elimination.NO_LAYOUT:
        return None
    consistent, offsets = elimination.windows(
        comp_start, layers, arcs, mines, next_state, fewest, most, left.low - sea, left.high
    )
    if not consistent:
        return None
    states = (layers, arcs, mines, next_state, fewest, most, offsets)
    ahead, exponents = elimination.count_ahead(comp_start, order, sizes, *states)
    log_weight, sea_mines, sea_least, sea_most, *parts = combination.combine(
        comp_start, layers, fewest, offsets, ahead, exponents, sea, left.low, left.high, left.odds
    )
    outside, starts, factors, before, sea_part = parts
    if log_weight == -math.inf:
        return None
    # Two counts of mines and a sea that seems certain: the other count may be all but impossible.
    sea_settled = sea > 0 and before.shape[1] > 1 and (sea_most == 0 or sea_least == sea)
    faint = sea_settled or exponents.any() or outside.min(initial=1.0) < FAINT
    return Counting(
        constraints.unknown,
        known,
        group_of,
        sizes,
        comp_start,
        order,
        sea,
        *states,
        ahead,
        log_weight + settled_mines * math.log(totals.odds),
        sea_mines,
        sea_least,
        sea_most,
        outside,
        starts,
        factors,
        before,
        sea_part,
        left.low,
        left.high,
        left.odds,
        bool(faint),
    )
