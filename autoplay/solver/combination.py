"""Kernels that combine the components with each other and with the sea.

All factors are tilted by a power of two for each mine, so that the terms which matter lie near 1
whatever the sea; powers of two round nothing. Products of products underflow only where a term is
some 2**-1000 of the largest, far below the rounding of the sum.
"""

from __future__ import annotations

import math

import numpy as np

from autoplay.solver.kernel import kernel, part

LOWEST = -math.inf
LOG_2 = math.log(2.0)


@part
def sea_weights(sea, first, count, low, high, odds):
    """Weigh the sea for `count` numbers of mines outside it, `first` and up.

    sea: its cells; low, high: allowed totals; odds: weight of each mine.
    Returns (logs, expected): logarithm of the weight (-inf where no filling is allowed), and
    the mines expected in the sea.
    """
    logs = np.empty(count)
    logs[:] = LOWEST
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
            first_at, last_at = begin - least, end - least
            top = LOWEST
            for at in range(first_at, last_at + 1):
                top = max(top, weights[at])
            total = weighted = 0.0
            for at in range(first_at, last_at + 1):
                share = math.exp(weights[at] - top)
                total += share
                weighted += share * (at + least)
            log_sum, mean = top + math.log(total), weighted / total
        logs[i] = log_sum + mines * log_odds
        expected[i] = mean
    return logs, expected


@part
def normalised(values, begin, end):
    """Divide values by the largest of them, and return that."""
    top = 0.0
    for at in range(begin, end):
        top = max(top, values[at])
    for at in range(begin, end):
        values[at] /= top
    return top


@part
def tilted(values, begin, end, tilt):
    """Multiply value i, from 0 at `begin`, by 2**(-tilt * i - scale); return the scale.

    The scale keeps the largest below 1; what is some 2**-1000 of it may vanish.
    """
    scale = -(1 << 30)
    for at in range(begin, end):
        if values[at] > 0.0:
            scale = max(scale, math.frexp(values[at])[1] - tilt * (at - begin))
    for at in range(begin, end):
        values[at] = math.ldexp(values[at], -tilt * (at - begin) - scale)
    return scale


@part
def tilted_sea(logs):
    """Return (tilt, top, weights): the sea's weights times 2**tilt for each mine outside it.

    The tilt takes off as much as the sea's weight falls with each mine less in it; `top` is the
    logarithm of the largest weight, which is 1 in `weights`.
    """
    weights = np.zeros(logs.size)
    least, greatest = 0, logs.size - 1
    while least < logs.size and logs[least] == LOWEST:
        least += 1
    if least == logs.size:
        return 0, LOWEST, weights
    while logs[greatest] == LOWEST:
        greatest -= 1
    tilt = 0
    if greatest > least:
        slope = (logs[greatest] - logs[least]) / ((greatest - least) * LOG_2)
        tilt = -math.floor(slope + 0.5)
    top = LOWEST
    for m in range(least, greatest + 1):
        top = max(top, logs[m] + m * tilt * LOG_2)
    for m in range(least, greatest + 1):
        weights[m] = math.exp(logs[m] + m * tilt * LOG_2 - top)
    return tilt, top, weights


@part
def folded_left(starts, factors, span):
    """Return (left, log_scale): row k weighs the mines of all components before k together."""
    comps = starts.size - 1
    left = np.zeros((comps + 1, span))
    left[0, 0] = 1.0
    log_scale = 0.0
    reach = 1
    for k in range(comps):
        count = starts[k + 1] - starts[k]
        for m in range(reach):
            for i in range(count):
                left[k + 1, m + i] += left[k, m] * factors[starts[k] + i]
        reach += count - 1
        log_scale += math.log(normalised(left[k + 1], 0, reach))
    return left, log_scale


@part
def weights_outside(starts, factors, left, sea_part, tilt):
    """Fold from the right and weigh, for each value of each component, all that is not in it."""
    comps = starts.size - 1
    outside = np.zeros(starts[comps])
    right = sea_part.copy()
    reach = sea_part.size
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
        tilted(outside, starts[k], starts[k + 1], tilt)
        normalised(outside, starts[k], starts[k + 1])
        normalised(narrower, 0, reach)
        right = narrower
    return outside


@kernel
def combine(comp_start, layers, fewest, offsets, ahead, exponents, sea, low, high, odds):
    """Combine all components and the sea.

    Returns (log_weight, sea_mines, sea_least, sea_most, outside, starts, factors, left,
    sea_part): logarithm of the weight of all layouts (-inf where there is none); mines expected in
    the sea; the fewest and most that it can hold; the weight of all else for each value of the last
    layer of each component, up to a factor of its own. The rest serves to draw layouts, mines
    counted from the fewest possible: component k has weight ``factors[starts[k] + m]`` for m
    mines, those before it have ``left[k, m]``, the sea ``sea_part[m]`` for m mines in all.
    """
    comps = comp_start.size - 1
    starts = np.zeros(comps + 1, np.int64)
    first = np.int64(0)
    for k in range(comps):
        end = layers[comp_start[k + 1] + k]
        starts[k + 1] = starts[k] + offsets[end + 1] - offsets[end]
        first += fewest[end]
    span = starts[comps] - comps + 1
    logs, expected = sea_weights(sea, first, span, low, high, odds)
    tilt, log_weight, sea_part = tilted_sea(logs)
    factors = np.empty(starts[comps])
    for k in range(comps):
        at = offsets[layers[comp_start[k + 1] + k]]
        for i in range(starts[k + 1] - starts[k]):
            factors[starts[k] + i] = ahead[at + i]
        log_weight += tilted(factors, starts[k], starts[k + 1], tilt) * LOG_2
        log_weight += math.log(normalised(factors, starts[k], starts[k + 1]))
        log_weight += exponents[k] * LOG_2
    left, log_scale = folded_left(starts, factors, span)
    total = in_sea = 0.0
    sea_least, sea_most = sea, 0
    for m in range(span):
        weight = left[comps, m] * sea_part[m]
        if weight > 0.0:
            total += weight
            in_sea += weight * expected[m]
            sea_least = min(sea_least, max(0, low - first - m))
            sea_most = max(sea_most, min(sea, high - first - m))
    if total == 0.0:
        return LOWEST, 0.0, 0, 0, logs, starts, factors, left, sea_part
    outside = weights_outside(starts, factors, left, sea_part, tilt)
    log_weight += log_scale + math.log(total)
    sea_mines = in_sea / total
    return log_weight, sea_mines, sea_least, sea_most, outside, starts, factors, left, sea_part
