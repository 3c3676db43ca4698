"""Kernel that finds what is certain without weights: which mine counts are possible at all.

A weight can fall below the smallest float although layouts stand behind it, where a component has
more than 2**480 of them or the sea makes some mine counts extremely rare. Then zero and one no
longer mean never and always, and the states are walked once more with yes and no for counts.
"""

from __future__ import annotations

import numpy as np

from autoplay.solver.kernel import kernel, part


@part
def ways_ahead(comp_start, layers, arcs, mines, next_state, fewest, most, offsets):
    """Return for every value of every state whether some way leads there."""
    ahead = np.zeros(offsets[-1], np.bool_)
    for k in range(comp_start.size - 1):
        begin, end = layers[comp_start[k] + k], layers[comp_start[k + 1] + k]
        if offsets[begin + 1] > offsets[begin]:
            ahead[offsets[begin]] = True
        for s in range(begin, end):
            if offsets[s] == offsets[s + 1]:
                continue
            for arc in range(arcs[s], arcs[s + 1]):
                after = next_state[arc]
                j = mines[s] + arc - arcs[s]
                first, last = max(fewest[s], fewest[after] - j), min(most[s], most[after] - j)
                for m in range(first, last + 1):
                    if ahead[offsets[s] + m - fewest[s]]:
                        ahead[offsets[after] + m + j - fewest[after]] = True
    return ahead


@part
def totals_elsewhere(comp_start, layers, fewest, most, offsets, ahead, low, high):
    """Return for every value of the last layers whether all else can hold the remaining mines.

    low, high: bounds for the mines of all components together. Returns (elsewhere, least, most):
    the first as long as `ahead`, and True in last layers only; the fewest and most mines that all
    components can hold together within the bounds.
    """
    comps = comp_start.size - 1
    span, least = 1, np.int64(0)
    for k in range(comps):
        end = layers[comp_start[k + 1] + k]
        span += most[end] - fewest[end]
        least += fewest[end]
    # Row k of `left`: the sums, over the fewest, that the components before k can hold.
    left = np.zeros((comps + 1, span), np.bool_)
    left[0, 0] = True
    for k in range(comps):
        end = layers[comp_start[k + 1] + k]
        for i in range(offsets[end + 1] - offsets[end]):
            if ahead[offsets[end] + i]:
                for m in range(span - i):
                    left[k + 1, m + i] |= left[k, m]
    right = np.zeros(span, np.bool_)
    for m in range(span):
        right[m] = low <= least + m <= high
    elsewhere = np.zeros(ahead.size, np.bool_)
    for k in range(comps - 1, -1, -1):
        end = layers[comp_start[k + 1] + k]
        fewer = np.zeros(span, np.bool_)
        for i in range(offsets[end + 1] - offsets[end]):
            for m in range(span - i):
                elsewhere[offsets[end] + i] |= left[k, m] and right[m + i]
                fewer[m] |= right[m + i] and ahead[offsets[end] + i]
        right = fewer
    possible = [least + m for m in range(span) if left[comps, m] and low <= least + m <= high]
    return elsewhere, possible[0], possible[-1]


@kernel
def possibilities(
    comp_start, order, sizes, layers, arcs, mines, next_state, fewest, most, offsets, low, high
):
    """Return (never, always, least, most).

    never, always: by group, whether no layout has a mine in it, or every layout has one in each
        cell; least, most: mines that all components hold together.
    low, high: bounds for those; the rest as `elimination` has it.
    """
    states = (layers, arcs, mines, next_state, fewest, most, offsets)
    ahead = ways_ahead(comp_start, *states)
    behind, fewest_in_all, most_in_all = totals_elsewhere(
        comp_start, layers, fewest, most, offsets, ahead, low, high
    )
    never = np.ones(sizes.size, np.bool_)
    always = np.ones(sizes.size, np.bool_)
    for k in range(comp_start.size - 2, -1, -1):
        for i in range(comp_start[k + 1] - 1, comp_start[k] - 1, -1):
            group = order[i]
            for s in range(layers[i + k], layers[i + k + 1]):
                if offsets[s] == offsets[s + 1]:
                    continue
                for arc in range(arcs[s], arcs[s + 1]):
                    after = next_state[arc]
                    j = mines[s] + arc - arcs[s]
                    first, last = max(fewest[s], fewest[after] - j), min(most[s], most[after] - j)
                    for m in range(first, last + 1):
                        if behind[offsets[after] + m + j - fewest[after]]:
                            behind[offsets[s] + m - fewest[s]] = True
                            if ahead[offsets[s] + m - fewest[s]]:
                                never[group] &= j == 0
                                always[group] &= j == sizes[group]
    return never, always, fewest_in_all, most_in_all
