"""Orders for components that spread in two dimensions: a straight front that sweeps across.

Greedy orders creep around corners and keep a bent front open. The smoothest vectors on the graph of
a component, those of its lowest frequencies (Fiedler 1973), lay it out in space without rows and
columns; a front at right angles to any direction of that space can sweep over it. The best sweep is
then mended: constraints change places in it for as long as the counting it saves is worth the time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.solver.ordering import cost_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]
    Longs = NDArray[np.int64]
    Floats = NDArray[np.float64]

HEAVY = 2.0**18
"""Estimated states from which a sweep is looked for: it takes as long as counting these."""

HOPELESS = 2.0**34
"""Estimated states from which mending is in vain."""

DIRECTIONS = 64
"""Sweeps in the plane of the two smoothest vectors; four times as many follow in space."""

STATES_A_TRY = 8192
"""Estimated states that are counted in the time of one try at mending."""

MOST_TRIES = 6000


def swept(groups: Ints, cost: float, *graph: NDArray[np.integer]) -> tuple[Ints, float]:
    """Return the best order of a component's groups, the given one or a mended sweep, and its cost.

    groups, cost: an order and its estimated states; graph: sizes, lacks and the four arrays of the
    two tables between groups and constraints, as `ordering.arrange` takes them, and the cells in
    each constraint.
    """
    # Seeded, so that a position always takes the same time.
    rng = np.random.default_rng(groups.size)
    component = _Component(groups, graph)
    space = component.layout(rng)
    angles = np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS)
    flat = np.stack([np.cos(angles), np.sin(angles), np.zeros(DIRECTIONS)], axis=1)
    tilted = rng.normal(size=(4 * DIRECTIONS, 3)) * (1.0, 1.0, 0.4)
    best, least = groups, np.inf
    for direction in np.concatenate([flat, tilted]):
        ahead = space @ direction
        candidate = component.passes(ahead)
        order = component.order(candidate, ahead)
        other = component.cost_of(order)
        if other < least:
            best, least, passes, along = order, other, candidate, ahead
    if least < HOPELESS:
        best, least = component.mended(best, least, passes, along, rng)
    return (best, least) if least < cost else (groups, cost)


class _Component:
    """One component with its groups and constraints numbered from 0."""

    def __init__(self, groups: Ints, graph: tuple[NDArray[np.integer], ...]) -> None:
        sizes, lacks, members_start, members, in_start, in_rows, cells = graph
        self._groups = groups
        self._counted = (sizes, lacks, cells, cells.copy(), in_start, in_rows)
        local_group = np.full(sizes.size, -1)
        local_group[groups] = np.arange(groups.size)
        touching = [in_rows[in_start[g] : in_start[g + 1]] for g in groups]
        rows = np.unique(np.concatenate(touching))
        local_row = np.full(lacks.size, -1)
        local_row[rows] = np.arange(rows.size)
        tables = [members[members_start[r] : members_start[r + 1]] for r in rows]
        self._members = local_group[np.concatenate(tables)]
        self._counts = np.array([table.size for table in tables])
        self._starts = np.cumsum(self._counts) - self._counts
        self._touching = local_row[np.concatenate(touching)]
        self._degrees = np.array([rows.size for rows in touching])
        self._touching_starts = np.cumsum(self._degrees) - self._degrees

    def cost_of(self, order: Ints) -> float:
        """Return the estimated states over all layers."""
        return float(cost_of(order, *self._counted))

    def layout(self, rng: np.random.Generator) -> Floats:
        """Lay the groups out in space, (groups, 3): neighbours close, the first axis the longest.

        One step of smoothing takes every group to the mean of the means of its constraints; a
        Chebyshev polynomial of the step keeps what changes slowest along the graph.
        """
        weight = self._degrees[:, None] / self._degrees.sum()
        vectors = rng.normal(size=(self._groups.size, 6))
        degree = 20 + 2 * round(self._groups.size**0.5)
        for _ in range(4):
            # Rough vectors shrink (eigenvalues 0 to `rough` map into -1 to 1), smooth ones grow.
            rough = 0.9
            before, vectors = vectors, self._smoothed(vectors) * (2 / rough) - vectors
            for _ in range(degree):
                step = self._smoothed(vectors) * (2 / rough) - vectors
                before, vectors = vectors, 2 * step - before
            vectors -= (weight * vectors).sum(axis=0)
            vectors, _ = np.linalg.qr(vectors)
        within = vectors.T @ (weight * vectors)
        moved = vectors.T @ (weight * self._smoothed(vectors))
        smoothness, turns = np.linalg.eig(np.linalg.solve(within, moved))
        space: Floats = vectors @ turns.real[:, np.argsort(-smoothness.real)[:3]]
        space /= np.abs(space).max(axis=0)
        return space

    def _smoothed(self, vectors: Floats) -> Floats:
        """Return each group's mean over its constraints of the means over their groups."""
        means = np.add.reduceat(vectors[self._members], self._starts) / self._counts[:, None]
        sums = np.add.reduceat(means[self._touching], self._touching_starts)
        smoothed: Floats = sums / self._degrees[:, None]
        return smoothed

    def passes(self, along: Floats) -> Longs:
        """Return the constraints in the order in which a front, moving up, has passed them."""
        passed = np.maximum.reduceat(along[self._members], self._starts)
        return np.argsort(passed, kind="stable")

    def order(self, passes: Longs, along: Floats) -> Ints:
        """Return the groups so that one constraint closes after the other.

        A group is due with the first of its constraints.
        """
        rank = np.empty(passes.size, np.int64)
        rank[passes] = np.arange(passes.size)
        due = np.minimum.reduceat(rank[self._touching], self._touching_starts)
        return self._groups[np.lexsort((along, due))]

    def mended(
        self, best: Ints, cost: float, passes: Longs, along: Floats, rng: np.random.Generator
    ) -> tuple[Ints, float]:
        """Move runs of one to three constraints within the order, keeping what does not harm."""
        reach = max(3.0, passes.size**0.5)
        tries = 0
        while tries < min(MOST_TRIES, cost / STATES_A_TRY):
            tries += 1
            at, run = int(rng.integers(passes.size)), int(rng.integers(1, 4))
            to = at + round(float(rng.normal()) * reach)
            rest = np.delete(passes, slice(at, at + run))
            other = np.insert(rest, min(max(to, 0), rest.size), passes[at : at + run])
            order = self.order(other, along)
            other_cost = self.cost_of(order)
            if other_cost <= cost:
                best, cost, passes = order, other_cost, other
        return best, cost
