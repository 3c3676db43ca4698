"""Chooses the order in which the groups of a component are eliminated.

The work grows with the number of states between two groups: all combinations of what the open
constraints may still lack. A good order keeps few constraints open, and those nearly settled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.kernel import kernel, part

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]
    Longs = NDArray[np.int64]
    Floats = NDArray[np.float64]

ENOUGH = 3000.0
"""Estimated states below which no second order is tried: choosing would cost more than it saves."""

WORST = 1e300
MOST = 1e270
NEVER = 1 << 30

BELOW = 1.0 - 1e-9
"""Only what is smaller by more than this factor counts as smaller."""


@part
def freedom(lack, cells, left):
    """Return how many values a constraint may lack, some of its cells left."""
    if left == cells or left == 0:
        return 1.0
    span = lack
    if left < lack:
        span = left
    if lack - cells + left > 0:
        span -= lack - cells + left
    return span + 1.0 if span > 0 else 1.0


def arrange(
    comp_start: Ints,
    comp: Ints,
    sizes: Ints,
    lacks: Ints,
    members_start: Ints,
    members: Ints,
    in_start: Ints,
    in_rows: Ints,
) -> tuple[Ints, Floats, Longs, float]:
    """Order the groups of every component: (order, costs, cells, cost).

    `order` is as long as `comp`; costs: estimated states by component, with their sum; cells: those
    in each constraint.
    """
    order = np.empty(comp.size, np.int32)
    costs = np.empty(comp_start.size - 1)
    cells, left, age = np.zeros((3, lacks.size), np.int64)
    trial, front, taken = np.zeros((3, comp.size), np.int64)
    cost = choose(
        *(comp_start, comp, sizes, lacks, members_start, members, in_start, in_rows),
        *(cells, left, age, trial, front, taken, order, costs),
    )
    return order, costs, cells, cost


@kernel
def choose(
    comp_start, comp, sizes, lacks, members_start, members, in_start, in_rows, cells, left, age,
    trial, front, taken, order, costs,
):  # fmt: skip
    """Fill what `arrange` returns; return the sum of the costs.

    cells, left, age: zeros by constraint; trial, front, taken: zeros by group.
    """
    for row in range(lacks.size):
        for at in range(members_start[row], members_start[row + 1]):
            cells[row] += sizes[members[at]]
        left[row] = cells[row]
    total = 0.0
    turn = 0
    for k in range(costs.size):
        begin = comp_start[k]
        groups = comp_start[k + 1] - begin
        costs[k] = WORST
        # The walk that found the component ends far from where it began: start at that end, and
        # then, where it may pay, from where this order ends and from places in between.
        start = np.int64(comp[begin + groups - 1])
        tries, most = 0, 1
        while tries < most:
            turn += 1
            cost = greedy(
                start, groups, sizes, lacks, members_start, members, in_start, in_rows, cells,
                left, age, trial, front, taken, turn,
            )  # fmt: skip
            if cost < costs[k]:
                costs[k] = cost
                for i in range(groups):
                    order[begin + i] = trial[i]
            if tries == 0:
                start = trial[groups - 1]
                if cost > ENOUGH:
                    most = 25 if groups > 24 else 1 + groups
            tries += 1
            if 1 < tries < most:
                start = np.int64(comp[begin + (tries - 1) * groups // (most - 1)])
        total += costs[k]
    return total


@part
def greedy(  # noqa: C901
    start, groups, sizes, lacks, members_start, members, in_start, in_rows, cells, left, age,
    order, front, taken, turn,
):  # fmt: skip
    """Order one component from a first group on, always taking the least new freedom.

    left, age: by constraint, its cells and zero; restored. taken: by group, below `turn`.
    Fills `order`, with `front` for scratch; returns the estimated number of states.
    """
    front[0] = start
    taken[start] = turn  # taken also means: in the front already
    in_front, opened = 1, 0
    states, cost = 1.0, 0.0
    for step in range(groups):
        best, best_gain, best_age = 0, WORST, NEVER
        for i in range(in_front):
            group = front[i]
            gain, oldest = 1.0, NEVER
            for by in range(in_start[group], in_start[group + 1]):
                row = in_rows[by]
                gain *= freedom(lacks[row], cells[row], left[row] - sizes[group])
                gain /= freedom(lacks[row], cells[row], left[row])
                if 0 < age[row] < oldest:
                    oldest = age[row]
            # Among equals, finish what was opened first: the frontier moves on as a whole.
            if gain < best_gain * BELOW or (gain * BELOW < best_gain and oldest < best_age):
                best, best_gain, best_age = i, gain, oldest
        group = front[best]
        in_front -= 1
        front[best] = front[in_front]
        order[step] = group
        states *= best_gain
        if states > MOST:
            states = MOST
        cost += states
        for by in range(in_start[group], in_start[group + 1]):
            row = in_rows[by]
            left[row] -= sizes[group]
            if age[row] == 0:
                opened += 1
                age[row] = opened
                for at in range(members_start[row], members_start[row + 1]):
                    other = members[at]
                    if taken[other] != turn:
                        taken[other] = turn
                        front[in_front] = other
                        in_front += 1
    for i in range(groups):
        group = order[i]
        for by in range(in_start[group], in_start[group + 1]):
            left[in_rows[by]] = cells[in_rows[by]]
            age[in_rows[by]] = 0
    return cost


@kernel
def cost_of(order, sizes, lacks, cells, left, in_start, in_rows):
    """Estimate the number of states over all layers of one component in a given order.

    cells: those in each constraint; left: the same, restored.
    """
    states, cost = 1.0, 0.0
    for i in range(order.size):
        group = order[i]
        for by in range(in_start[group], in_start[group + 1]):
            row = in_rows[by]
            states /= freedom(lacks[row], cells[row], left[row])
            left[row] -= sizes[group]
            states *= freedom(lacks[row], cells[row], left[row])
        if states > MOST:
            states = MOST
        cost += states
    for i in range(order.size):
        group = order[i]
        for by in range(in_start[group], in_start[group + 1]):
            left[in_rows[by]] = cells[in_rows[by]]
    return cost
