"""Sweeps over large components against the orders they are to replace."""

import numpy as np
import pytest

from autoplay.board import Board
from autoplay.solver import engine, ordering, reduction
from autoplay.solver.sweep import swept
from tests.solver.made_positions import lattice, scatter


@pytest.mark.parametrize(
    "board", [lattice(15, 15, 2), scatter(24, 24, 0), scatter(40, 40, 1, share=0.2)]
)
def test_a_sweep_holds_every_group_once_and_costs_less(board: Board) -> None:
    parts = engine.Constraints.of_board(board.cells)
    _, _, _, sizes, lacks, *tables, comp_start, comp, _, _ = reduction.reduce(
        parts.unknown, parts.start, parts.items, parts.lacks
    )
    graph = (sizes, lacks, *tables)
    order, costs = ordering.arrange(comp_start, comp, *graph)
    worst = costs.argmax()
    groups = order[comp_start[worst] : comp_start[worst + 1]]
    found, cost = swept(groups, costs[worst], *graph)
    assert np.array_equal(np.sort(found), np.sort(groups))
    assert cost == ordering.cost_of(found, *graph)
    assert cost < costs[worst] / 2
    assert np.array_equal(found, swept(groups, costs[worst], *graph)[0])
