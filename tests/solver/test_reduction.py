"""Groups and components against their definitions, on tables of any kind."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from autoplay.solver import reduction

CELLS = 12


@given(st.lists(st.sets(st.integers(0, CELLS - 1), min_size=2), max_size=8), st.integers(0, 2**32))
def test_cells_in_the_same_constraints_are_a_group(rows: list[set[int]], seed: int) -> None:
    rng = np.random.default_rng(seed)
    tables = [rng.permutation(sorted(row)) for row in rows]
    start = np.cumsum([0, *map(len, tables)]).astype(np.int32)
    items = np.concatenate([*tables, []]).astype(np.int32)
    lacks = np.ones(len(rows), np.int32)  # of two cells or more: settles nothing
    reduced = reduction.reduce(np.ones(CELLS, bool), start, items, lacks)
    assert reduced is not None

    touching = [frozenset(i for i, row in enumerate(rows) if c in row) for c in range(CELLS)]
    members: dict[int, set[int]] = {}
    for cell, group in enumerate(reduced.group_of.tolist()):
        assert (group < 0) == (not touching[cell])
        if group >= 0:
            members.setdefault(group, set()).add(cell)
    for group, cells in members.items():
        assert len({touching[cell] for cell in cells}) == 1
        assert reduced.sizes[group] == len(cells)
    assert len({touching[min(cells)] for cells in members.values()}) == len(members)
    assert reduced.largest == max(map(len, members.values()), default=0)
    assert (reduced.sea, reduced.mines) == (sum(not t for t in touching), 0)

    # The two tables between groups and constraints, and the components that they make.
    for i, row in enumerate(rows):
        inside = reduced.members[reduced.members_start[i] : reduced.members_start[i + 1]]
        assert set().union(*(members[g] for g in inside.tolist())) == row
    component: dict[int, int] = {}
    for k in range(reduced.comp_start.size - 1):
        for group in reduced.comp[reduced.comp_start[k] : reduced.comp_start[k + 1]].tolist():
            component[group] = k
    assert sorted(component) == sorted(members)
    for group in members:
        span = slice(reduced.in_start[group], reduced.in_start[group + 1])
        assert set(reduced.in_rows[span].tolist()) == touching[min(members[group])]
        for row in reduced.in_rows[span].tolist():
            others = reduced.members[reduced.members_start[row] : reduced.members_start[row + 1]]
            assert {component[other] for other in others.tolist()} == {component[group]}
