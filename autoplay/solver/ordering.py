"""Kernels that choose the order in which the groups of a component are eliminated.

The work grows with the number of states between two groups: all combinations of what the open
constraints may still lack. A good order keeps few constraints open, and those nearly settled.
"""

from __future__ import annotations

import math

import numpy as np

from autoplay.solver.kernel import kernel, part

ENOUGH = 3000.0
"""Estimated states below which no second order is tried: choosing would cost more than it saves."""

WORST = 1e300
NEVER = 1 << 30


@part
def freedom(lack, done, left):
    """Return log2 of how many values a constraint may lack, some cells done and some left."""
    if done == 0 or left == 0:
        return 0.0
    return math.log2(max(1, min(lack, left) - max(0, lack - done) + 1))


@part
def greedy(first, groups, sizes, lacks, members_start, members, in_start, in_rows, done, left, age):
    """Order one component from a first group on, always taking the least new freedom.

    done, left, age: scratch by constraint, with `left` the cells and the others zero; restored.
    Returns (order, cost), cost the estimated number of states.
    """
    order = np.empty(groups, np.int32)
    taken = np.zeros(sizes.size, np.bool_)
    front = np.empty(groups, np.int32)
    front[0] = first
    taken[first] = True  # taken also means: in the front already
    in_front, opened = 1, np.int32(0)
    total = cost = 0.0
    for step in range(groups):
        best, best_gain, best_age = 0, WORST, 0
        for i in range(in_front):
            group = front[i]
            gain, oldest = 0.0, NEVER
            for by in range(in_start[group], in_start[group + 1]):
                row = in_rows[by]
                gain -= freedom(lacks[row], done[row], left[row])
                gain += freedom(lacks[row], done[row] + sizes[group], left[row] - sizes[group])
                if age[row] > 0:
                    oldest = min(oldest, age[row])
            # Among equals, finish what was opened first: the frontier moves on as a whole.
            if gain < best_gain - 1e-9 or (gain < best_gain + 1e-9 and oldest < best_age):
                best, best_gain, best_age = i, gain, oldest
        group = front[best]
        in_front -= 1
        front[best] = front[in_front]
        order[step] = group
        total += best_gain
        cost += 2.0 ** min(total, 900.0)
        for by in range(in_start[group], in_start[group + 1]):
            row = in_rows[by]
            done[row] += sizes[group]
            left[row] -= sizes[group]
            if age[row] == 0:
                opened += 1
                age[row] = opened
                for at in range(members_start[row], members_start[row + 1]):
                    if not taken[members[at]]:
                        taken[members[at]] = True
                        front[in_front] = members[at]
                        in_front += 1
    for group in order:
        for by in range(in_start[group], in_start[group + 1]):
            row = in_rows[by]
            left[row] += sizes[group]
            done[row] = 0
            age[row] = 0
    return order, cost


@kernel
def arrange(comp_start, comp, sizes, lacks, members_start, members, in_start, in_rows):
    """Order the groups of every component: (order, costs), `order` as long as `comp`."""
    order = np.empty(comp.size, np.int32)
    comps = comp_start.size - 1
    costs = np.empty(comps)
    done = np.zeros(lacks.size, np.int32)
    left = np.zeros(lacks.size, np.int32)
    age = np.zeros(lacks.size, np.int32)
    for row in range(lacks.size):
        for at in range(members_start[row], members_start[row + 1]):
            left[row] += sizes[members[at]]
    for k in range(comps):
        first, last = comp_start[k], comp_start[k + 1]
        groups = last - first
        # The walk that found the component ends far from where it began: start at that end, and
        # once more from where this order ends.
        best, cost = greedy(
            comp[last - 1],
            groups,
            sizes,
            lacks,
            members_start,
            members,
            in_start,
            in_rows,
            done,
            left,
            age,
        )
        tries = 0
        if cost > ENOUGH:
            tries = min(groups, 24)
        for t in range(tries):
            start = best[groups - 1] if t == 0 else comp[first + t * groups // tries]
            other, other_cost = greedy(
                start,
                groups,
                sizes,
                lacks,
                members_start,
                members,
                in_start,
                in_rows,
                done,
                left,
                age,
            )
            if other_cost < cost:
                best, cost = other, other_cost
        for i in range(groups):
            order[first + i] = best[i]
        costs[k] = cost
    return order, costs


@kernel
def cost_of(order, sizes, lacks, members_start, members, in_start, in_rows):
    """Estimate the number of states over all layers of one component in a given order."""
    done = np.zeros(lacks.size, np.int32)
    left = np.zeros(lacks.size, np.int32)
    for row in range(lacks.size):
        for at in range(members_start[row], members_start[row + 1]):
            left[row] += sizes[members[at]]
    total = cost = 0.0
    for group in order:
        for by in range(in_start[group], in_start[group + 1]):
            row = in_rows[by]
            total -= freedom(lacks[row], done[row], left[row])
            done[row] += sizes[group]
            left[row] -= sizes[group]
            total += freedom(lacks[row], done[row], left[row])
        cost += 2.0 ** min(total, 900.0)
    return cost
