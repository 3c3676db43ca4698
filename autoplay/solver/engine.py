"""The kernels in a row: from the cells of a board to the answer for every cell.

Importing this module imports numba; the facade does so at the first analysis.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.solver import combination, elimination, ordering, reduction
from autoplay.solver.sweep import HEAVY, swept

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.solver.totals import Totals


class TooWideError(Exception):
    """A component keeps more constraints open than fit into a state's key."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the counting found, by cell index: see `Analysis` for the meaning of each."""

    safe: NDArray[np.bool_]
    mines: NDArray[np.bool_]
    probability: NDArray[np.float64]
    log_weight: float
    sea_mines: float


def solve(cells: NDArray[np.int8], totals: Totals) -> Answer | None:
    """Count all layouts of a board; None where not one agrees.

    cells: (rows, cols) values of `Cell`, contiguous and writable.
    totals: mines on the whole board, those shown included.
    Raises TooWideError where a component is beyond the kernels' keys.
    """
    unknown, start, items, lacks, shown = reduction.constraints_of_board(cells)
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
    ) = reduction.reduce(unknown, start, items, lacks)
    if not consistent:
        return None
    low = totals.low - shown - settled_mines
    high = totals.high - shown - settled_mines
    order, costs = ordering.arrange(
        comp_start, comp, sizes, lacks, members_start, members, in_start, in_rows
    )
    for k in np.flatnonzero(costs > HEAVY):
        span = slice(comp_start[k], comp_start[k + 1])
        order[span] = swept(
            order[span], costs[k], sizes, lacks, members_start, members, in_start, in_rows
        )
    outcome, layers, arcs, mines, next_state, fewest, most = elimination.unfold(
        comp_start, order, sizes, lacks, members_start, members, in_start, in_rows
    )
    if outcome == elimination.TOO_WIDE:
        raise TooWideError
    if outcome == elimination.NO_LAYOUT:
        return None
    consistent, offsets = elimination.windows(
        comp_start, layers, arcs, mines, next_state, fewest, most, low - sea, high
    )
    if not consistent:
        return None
    ahead, exponents = elimination.count_ahead(
        comp_start, order, sizes, layers, arcs, mines, next_state, fewest, most, offsets
    )
    log_weight, sea_mines, sea_least, sea_most, outside = combination.combine(
        comp_start, layers, fewest, offsets, ahead, exponents, sea, low, high, totals.odds
    )
    if log_weight == -math.inf:
        return None
    chance, never, always = elimination.mines_by_group(
        comp_start,
        order,
        sizes,
        layers,
        arcs,
        mines,
        next_state,
        fewest,
        most,
        offsets,
        ahead,
        outside,
    )
    sea_chance = _chance_in_sea(sea, sea_mines, sea_least, sea_most)
    probability, safe, certain_mines = reduction.spread(
        unknown, known, group_of, chance, never, always, sea_chance
    )
    log_weight += settled_mines * math.log(totals.odds)
    return Answer(safe, certain_mines, probability, log_weight, sea_mines)


def _chance_in_sea(sea: int, mines: float, least: float, most: float) -> float:
    """Return the chance of a mine in one cell of the sea, exactly 0 or 1 where that is certain."""
    if sea == 0 or most == 0.0:
        return 0.0
    return 1.0 if least == sea else mines / sea
