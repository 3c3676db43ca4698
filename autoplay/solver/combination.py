"""Combines the components with each other and with the sea.

All factors are tilted by a power of two for each mine, so that the terms which matter lie near 1
whatever the sea; powers of two round nothing. Products of products underflow only where a term is
some 2**-1000 of the largest, far below the rounding of the sum.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from autoplay.kernel import kernel, part

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.solver.counts import Counts
    from autoplay.solver.elimination import Windows
    from autoplay.solver.totals import Totals

    Floats = NDArray[np.float64]

LOWEST = -math.inf
LOG_2 = math.log(2.0)

FAINT = 2.0**-400
"""Weight from which on no product with unscaled counts can vanish: those lie from 1 to 2**480."""


class Combined(NamedTuple):
    """What all components and the sea make together.

    log_weight: logarithm of the weight of all layouts; sea_mines: mines expected in the sea;
    sea_least, sea_most: the fewest and most that it can hold; faint: some weights may have vanished
    below the smallest float, so that zero is not never.
    outside: the weight of all else for each value of the last layer of each component, up to a
    factor of its own. The rest serves to draw layouts, mines counted from the fewest possible:
    component k has weight ``factors[starts[k] + m]`` for m mines, those before it have
    ``left[k, m]``, the sea ``sea_part[m]`` for m mines in all.
    """

    log_weight: float
    sea_mines: float
    sea_least: int
    sea_most: int
    faint: bool
    outside: Floats
    factors: Floats
    left: Floats
    sea_part: Floats


def combine(windows: Windows, counts: Counts, sea: int, totals: Totals) -> Combined | None:
    """Combine all components and the sea; None where they do not fit together.

    sea: its cells; totals: for components and sea.
    """
    comps = windows.starts.size - 1
    values = int(windows.starts[comps])
    span = values - comps + 1
    # Mines in the sea, and the logarithm of the weight of the fewest.
    least = max(0, totals.low - windows.first - span + 1)
    greatest = min(sea, totals.high - windows.first)
    if least > greatest:
        return None
    log_odds = math.log(totals.odds)
    base = math.lgamma(sea + 1) - math.lgamma(least + 1) - math.lgamma(sea - least + 1)
    logs, expected, sea_part = np.empty(span), np.empty(span), np.zeros(span)
    tilt, top = weigh_sea(
        *(sea, windows.first, totals.low, totals.high, least, base + least * log_odds, log_odds),
        *(np.empty(greatest - least + 1), logs, expected, sea_part),
    )
    if top == LOWEST:
        return None
    factors, outside, left = np.empty(values), np.zeros(values), np.zeros((comps + 1, span))
    log_weight, sea_mines, fewest, most, faint = fold(
        *(windows.starts, windows.ends, windows.offsets, counts.ahead, counts.exponents),
        *(tilt, factors, left, sea_part, sea_part.copy(), expected, outside),
    )
    if log_weight == LOWEST:
        return None
    sea_least = max(0, totals.low - windows.first - most)
    sea_most = min(sea, totals.high - windows.first - fewest)
    # Two counts of mines and a sea that seems certain: the other may be all but impossible.
    faint |= sea > 0 and span > 1 and (sea_most == 0 or sea_least == sea)
    return Combined(
        log_weight + top,
        sea_mines,
        sea_least,
        sea_most,
        faint,
        outside,
        factors,
        left,
        sea_part,
    )


@kernel
def weigh_sea(  # noqa: C901
    sea, first, low, high, least, base, log_odds, weights, logs, expected, sea_part
):  # fmt: skip
    """Weigh the sea for each number of mines outside it, `first` and up: (tilt, top).

    least, base: fewest mines in it, and the logarithm of their weight. Fills expected, the mines
    expected in it, and sea_part, zeros, with its weights times 2**tilt for each mine outside it:
    this takes off as much as the sea's weight falls with each mine less in it. `top` is the
    logarithm of the largest weight, which is 1 there, and -inf if there is none.
    """
    # Logarithm of the weight of each number of mines in the sea, from the one before by one ratio.
    weights[0] = base
    for r in range(1, weights.size):
        ratio = (sea - least - r + 1) / (least + r)
        weights[r] = weights[r - 1] + math.log(ratio) + log_odds
    last_begin = last_end = -1
    log_sum = mean = 0.0
    lowest, highest = -1, 0
    for i in range(logs.size):
        begin, end = low - first - i - least, high - first - i - least
        if begin < 0:
            begin = 0
        if end > sea - least:
            end = sea - least
        logs[i] = LOWEST
        expected[i] = 0.0
        if begin > end:
            continue
        if begin != last_begin or end != last_end:
            last_begin, last_end = begin, end
            top = LOWEST
            for r in range(begin, end + 1):
                if weights[r] > top:
                    top = weights[r]
            total = weighted = 0.0
            for r in range(begin, end + 1):
                share = math.exp(weights[r] - top)
                total += share
                weighted += share * (r + least)
            log_sum, mean = top + math.log(total), weighted / total
        logs[i] = log_sum + (first + i) * log_odds
        expected[i] = mean
        highest = i
        if lowest < 0:
            lowest = i
    if lowest < 0:
        return 0, LOWEST
    tilt = 0
    if highest > lowest:
        slope = (logs[highest] - logs[lowest]) / ((highest - lowest) * LOG_2)
        tilt = -math.floor(slope + 0.5)
    top = LOWEST
    for i in range(lowest, highest + 1):
        logs[i] += i * tilt * LOG_2
        if logs[i] > top:
            top = logs[i]
    for i in range(lowest, highest + 1):
        sea_part[i] = math.exp(logs[i] - top)
    return tilt, top


@part
def normalised(values, begin, end):
    """Divide values by the largest of them, and return that."""
    top = 0.0
    for at in range(begin, end):
        if values[at] > top:
            top = values[at]
    for at in range(begin, end):
        values[at] /= top
    return top


@part
def tilted(values, begin, end, tilt):
    """Multiply value i, from 0 at `begin`, by 2**(-tilt * i) and by what makes the largest 1.

    Returns the logarithm of the latter's inverse. What is some 2**-1000 of the largest may vanish.
    """
    scale = -(1 << 30)
    for at in range(begin, end):
        if values[at] > 0.0:
            power = math.frexp(values[at])[1] - tilt * (at - begin)
            if power > scale:
                scale = power
    for at in range(begin, end):
        values[at] = math.ldexp(values[at], -tilt * (at - begin) - scale)
    return scale * LOG_2 + math.log(normalised(values, begin, end))


@kernel
def fold(  # noqa: C901
    starts, ends, offsets, ahead, exponents, tilt, factors, left, sea_part, right, expected, outside
):  # fmt: skip
    """Fill factors, left and outside of `Combined`.

    Returns (log_weight, sea_mines, fewest, most, faint): log_weight is less that of the sea, -inf
    where there is no layout; fewest, most: mines outside the sea, from the fewest possible. left,
    outside: zeros before; right: a copy of sea_part, for scratch.
    """
    comps = ends.size
    log_weight = 0.0
    faint = False
    left[0, 0] = 1.0
    reach = 1
    for k in range(comps):
        begin, end = starts[k], starts[k + 1]
        for at in range(begin, end):
            factors[at] = ahead[offsets[ends[k]] + at - begin]
        log_weight += tilted(factors, begin, end, tilt) + exponents[k] * LOG_2
        faint |= exponents[k] != 0
        after = left[k + 1]
        for m in range(reach):
            for at in range(begin, end):
                after[m + at - begin] += left[k, m] * factors[at]
        reach += end - begin - 1
        log_weight += math.log(normalised(after, 0, reach))
    total = in_sea = 0.0
    fewest, most = reach, 0
    for m in range(reach):
        weight = left[comps, m] * sea_part[m]
        if weight > 0.0:
            total += weight
            in_sea += weight * expected[m]
            most = m
            if m < fewest:
                fewest = m
    if total == 0.0:
        return LOWEST, 0.0, 0, 0, faint

    # Fold from the right, and weigh all that is not in a component on the way.
    for k in range(comps - 1, -1, -1):
        begin, end = starts[k], starts[k + 1]
        reach -= end - begin - 1
        for m in range(reach):
            weight = 0.0
            for at in range(begin, end):
                value = right[m + at - begin]
                outside[at] += left[k, m] * value
                weight += factors[at] * value
            right[m] = weight
        normalised(right, 0, reach)
        # Taking the tilt back belongs to this component's own counts.
        tilted(outside, begin, end, tilt)
        for at in range(begin, end):
            faint |= outside[at] < FAINT
    return log_weight + math.log(total), in_sea / total, fewest, most, faint
