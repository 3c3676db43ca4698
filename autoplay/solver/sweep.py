"""Orders for components that spread in two dimensions: a straight front that sweeps across.

Greedy orders creep around corners and keep a bent front open. The eigenvectors of the two lowest
frequencies of the graph (Fiedler 1973) lay a component out in the plane without rows and columns;
a front at right angles to any direction of that plane can sweep over it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.solver.ordering import cost_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

HEAVY = 2.0**19
"""Estimated states from which the layout pays: it costs as much as counting some 10**5 states."""

MAX_GROUPS = 1500
"""Groups up to which the eigenvectors of a dense matrix are affordable (about a second)."""

DIRECTIONS = 48


def swept(
    groups: NDArray[np.int32],
    cost: float,
    sizes: NDArray[np.int32],
    lacks: NDArray[np.int32],
    members_start: NDArray[np.int32],
    members: NDArray[np.int32],
    in_start: NDArray[np.int32],
    in_rows: NDArray[np.int32],
) -> NDArray[np.int32]:
    """Return the best order of a component's groups: the given one or a sweep.

    groups, cost: an order and its estimated states; the rest as `ordering.arrange` takes it.
    """
    if cost < HEAVY or groups.size > MAX_GROUPS:
        return groups
    local = np.full(sizes.size, -1, np.int32)
    local[groups] = np.arange(groups.size)
    rows = np.unique(np.concatenate([in_rows[in_start[g] : in_start[g + 1]] for g in groups]))
    tables = [local[members[members_start[r] : members_start[r + 1]]] for r in rows]
    plane = _plane(groups.size, tables)
    best = groups
    for angle in np.arange(DIRECTIONS) * (np.pi / DIRECTIONS):
        along = plane @ (np.cos(angle), np.sin(angle))

        # The front closes one constraint after the other, in the order in which it has passed
        # them: a group is due with the first of its constraints.
        passed = np.array([along[table].max() for table in tables])
        due = np.full(groups.size, len(tables))
        for rank, at in enumerate(np.argsort(passed, kind="stable")):
            np.minimum.at(due, tables[at], rank)
        order = groups[np.lexsort((along, due))]
        other = cost_of(order, sizes, lacks, members_start, members, in_start, in_rows)
        if other < cost:
            best, cost = order, other
    return best


def _plane(groups: int, tables: list[NDArray[np.int32]]) -> NDArray[np.float64]:
    """Lay the groups out in the plane, (groups, 2), neighbours close to each other."""
    near = np.zeros((groups, groups))
    for table in tables:
        near[np.ix_(table, table)] += 1.0 / table.size
    root = np.sqrt(near.sum(axis=1))
    _, vectors = np.linalg.eigh(np.eye(groups) - near / np.outer(root, root))
    plane = vectors[:, 1:3] / root[:, None]
    scaled: NDArray[np.float64] = plane / np.abs(plane).max(axis=0)
    return scaled
