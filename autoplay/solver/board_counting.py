"""The engine's kernels in one compiled call: a whole board in, the chances of its cells out.

The look-ahead asks for the chances of some fifty imagined boards at every guess and calls this from
compiled code. It is the same counting as `autoplay.solver.engine`, without what only Python can
do: no sweep for wide components, which are refused instead.
"""

from __future__ import annotations

import math

import numpy as np

from autoplay.solver import combination, elimination, ordering, reduction
from autoplay.solver.kernel import kernel

WIDEST = 2.0**15
"""Estimated states of a component beyond which an imagined board is not counted: some 20 ms."""


@kernel
def chances(cells, low, high, odds):
    """Count a board: (rows, cols) int8 of `Cell` values; totals as in `Totals`.

    Returns (log_weight, probability) as `Analysis` has them, the probability by cell index.
    log_weight is -inf where no layout agrees and nan where a component is too wide; the
    probability is then empty.
    """
    nothing = np.zeros(0)
    unknown, start, items, lacks, shown = reduction.constraints_of_board(cells)
    (
        consistent, known, group_of, sizes, lacks, members_start, members, in_start, in_rows,
        comp_start, comp, sea, settled_mines,
    ) = reduction.reduce(unknown, start, items, lacks)  # fmt: skip
    if not consistent:
        return -math.inf, nothing
    low -= shown + settled_mines
    high -= shown + settled_mines
    order, costs = ordering.arrange(
        comp_start, comp, sizes, lacks, members_start, members, in_start, in_rows
    )
    for cost in costs:
        if cost > WIDEST:
            return math.nan, nothing
    outcome, layers, arcs, mines, next_state, fewest, most = elimination.unfold(
        comp_start, order, sizes, lacks, members_start, members, in_start, in_rows
    )
    if outcome != elimination.FINE:
        return -math.inf if outcome == elimination.NO_LAYOUT else math.nan, nothing
    consistent, offsets = elimination.windows(
        comp_start, layers, arcs, mines, next_state, fewest, most, low - sea, high
    )
    if not consistent:
        return -math.inf, nothing
    ahead, exponents = elimination.count_ahead(
        comp_start, order, sizes, layers, arcs, mines, next_state, fewest, most, offsets
    )
    log_weight, sea_mines, sea_least, sea_most, outside, _, _, _, _ = combination.combine(
        comp_start, layers, fewest, offsets, ahead, exponents, sea, low, high, odds
    )
    if log_weight == -math.inf:
        return log_weight, nothing
    chance, never, always = elimination.mines_by_group(
        comp_start, order, sizes, layers, arcs, mines, next_state, fewest, most, offsets, ahead,
        outside,
    )  # fmt: skip
    in_sea = sea_mines / max(sea, 1)
    probability, _, _ = reduction.spread(
        unknown, known, group_of, chance, never, always, in_sea, sea_most == 0, sea_least == sea
    )
    return log_weight + settled_mines * math.log(odds), probability
