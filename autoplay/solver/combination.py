"""Kernels that combine the components with each other and with the sea.

All factors are tilted by a power of two for each mine, so that the terms which matter lie near 1
whatever the sea; powers of two round nothing. Products of products underflow only where a term is
some 2**-1000 of the largest, far below the rounding of the sum.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

LOWEST = -math.inf


@njit(cache=True)
def sea_weights(sea, first, count, low, high, odds):
    """Weigh the sea for `count` numbers of mines outside it, `first` and up.

    sea: its cells; low, high: allowed totals; odds: weight of each mine.
    Returns (logs, expected): logarithm of the weight (-inf where no filling is allowed), and
    the mines expected in the sea.
    """
    logs = np.full(count, LOWEST)
    expected = np.zeros(count)
    least = max(0, low - (first + count - 1))
    greatest = min(sea, high - first)
    if least > greatest:
        return logs, expected

    # Logarithm of the weight of r mines in the sea, from the neighbouring r by one ratio.
    log_odds = math.log(odds)
    weights = np.empty(greatest - least + 1)
    weights[0] = (
        math.lgamma(sea + 1.0) - math.lgamma(least + 1.0) - math.lgamma(sea - least + 1.0)
    ) + least * log_odds
    for r in range(least + 1, greatest + 1):
        weights[r - least] = weights[r - least - 1] + math.log((sea - r + 1) / r) + log_odds
    before = (-1, -1)
    log_sum = mean = 0.0
    for i in range(count):
        mines = first + i
        begin, end = max(0, low - mines), min(sea, high - mines)
        if begin > end:
            continue
        if (begin, end) != before:
            before = (begin, end)
            window = weights[begin - least : end - least + 1]
            top = window.max()
            total = weighted = 0.0
            for at in range(window.size):
                share = math.exp(window[at] - top)
                total += share
                weighted += share * (begin + at)
            log_sum, mean = top + math.log(total), weighted / total
        logs[i] = log_sum + mines * log_odds
        expected[i] = mean
    return logs, expected


@njit(cache=True)
def combine(comp_start, layers, fewest, offsets, ahead, exponents, sea, low, high, odds):  # noqa: C901
    """Combine all components and the sea.

    Returns (log_weight, sea_mines, sea_least, sea_most, outside, starts, factors, left,
    sea_part): logarithm of the weight of all layouts (-inf where there is none); mines expected in
    the sea; the smallest and largest of that expectation over all mines that the components can
    hold; the weight of all else for each value of the last layer of each component, up to a factor
    of its own. The rest serves to draw layouts, mines counted from the fewest possible:
    component k has weight ``factors[starts[k] + m]`` for m mines, those before it have
    ``left[k, m]``, the sea ``sea_part[m]`` for m mines in all components.
    """
    comps = comp_start.size - 1
    starts = np.zeros(comps + 1, np.int64)
    first = 0
    for k in range(comps):
        end = layers[comp_start[k + 1] + k]
        starts[k + 1] = starts[k] + offsets[end + 1] - offsets[end]
        first += fewest[end]
    span = starts[comps] - comps + 1
    logs, expected = sea_weights(sea, first, span, low, high, odds)

    # The tilt: as many halvings for each mine as the sea's weight gains by one mine less in it.
    least, greatest = 0, span - 1
    while least < span and logs[least] == LOWEST:
        least += 1
    if least == span:
        return LOWEST, 0.0, 0.0, 0.0, logs, starts, logs, np.zeros((0, 0)), logs
    while logs[greatest] == LOWEST:
        greatest -= 1
    tilt = 0
    if greatest > least:
        slope = (logs[greatest] - logs[least]) / ((greatest - least) * math.log(2.0))
        tilt = -round(slope)
    top = LOWEST
    for m in range(least, greatest + 1):
        top = max(top, logs[m] + m * tilt * math.log(2.0))
    sea_part = np.zeros(span)
    for m in range(least, greatest + 1):
        sea_part[m] = math.exp(logs[m] + m * tilt * math.log(2.0) - top)

    # Fold the components from the left, the sea and the components from the right.
    factors = np.empty(starts[comps])
    log_weight = top
    for k in range(comps):
        at = offsets[layers[comp_start[k + 1] + k]]
        for i in range(starts[k + 1] - starts[k]):
            factors[starts[k] + i] = math.ldexp(ahead[at + i], -tilt * i)
        scale = factors[starts[k] : starts[k + 1]].max()
        factors[starts[k] : starts[k + 1]] /= scale
        log_weight += math.log(scale) + exponents[k] * math.log(2.0)
    left = np.zeros((comps + 1, span))
    left[0, 0] = 1.0
    reach = 1
    for k in range(comps):
        count = starts[k + 1] - starts[k]
        for m in range(reach):
            for i in range(count):
                left[k + 1, m + i] += left[k, m] * factors[starts[k] + i]
        reach += count - 1
        scale = left[k + 1].max()
        left[k + 1] /= scale
        log_weight += math.log(scale)
    total = in_sea = sea_most = 0.0
    sea_least = float(sea)
    for m in range(span):
        total += left[comps, m] * sea_part[m]
        in_sea += left[comps, m] * sea_part[m] * expected[m]
        if left[comps, m] * sea_part[m] > 0.0:
            sea_least, sea_most = min(sea_least, expected[m]), max(sea_most, expected[m])
    if total == 0.0:
        return LOWEST, 0.0, 0.0, 0.0, logs, starts, logs, np.zeros((0, 0)), logs
    outside = np.zeros(starts[comps])
    right = sea_part
    for k in range(comps - 1, -1, -1):
        count = starts[k + 1] - starts[k]
        reach -= count - 1
        narrower = np.zeros(reach)
        for i in range(count):
            factor, weight = factors[starts[k] + i], 0.0
            for m in range(reach):
                weight += left[k, m] * right[m + i]
                narrower[m] += factor * right[m + i]
            outside[starts[k] + i] = weight
        # Taking the tilt back belongs to this component's own counts.
        for i in range(count):
            outside[starts[k] + i] = math.ldexp(outside[starts[k] + i], -tilt * i)
        outside[starts[k] : starts[k + 1]] /= outside[starts[k] : starts[k + 1]].max()
        right = narrower / narrower.max()
    log_weight += math.log(total)
    sea_mines = in_sea / total
    return log_weight, sea_mines, sea_least, sea_most, outside, starts, factors, left, sea_part
