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
    reduced = reduction.reduce(parts.unknown, parts.start, parts.items, parts.lacks)
    assert reduced is not None
    comp_start = reduced.comp_start
    order, costs, cells, _ = ordering.arrange(comp_start, reduced.comp, *reduced.graph)
    graph = (*reduced.graph, cells)
    worst = costs.argmax()
    groups = order[comp_start[worst] : comp_start[worst + 1]]
    found, cost = swept(groups, costs[worst], *graph)
    assert np.array_equal(np.sort(found), np.sort(groups))
    sizes, lacks, _, _, *touching = reduced.graph
    assert cost == ordering.cost_of(found, sizes, lacks, cells, cells.copy(), *touching)
    assert cost < costs[worst] / 2
    assert np.array_equal(found, swept(groups, costs[worst], *graph)[0])
