"""Counts the layouts of components along their states.

The states of a layer have the counts of layouts by mines beside them: `ahead` of the groups
already taken, later `behind` of those still to come. A walk forward over the states fills the
first, a walk backward the second, and the product of both weighs the mines of each group.

Counts are floats. Nothing is ever subtracted, so each sum and product adds at most one rounding
(2**-53, relative) and a result is off by at most the number of steps that led to it. A count
starts as a whole number of at least 1; where a layer passes 2**480 it is scaled by a power of
two, which rounds nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from autoplay.kernel import kernel, part

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.solver.elimination import States

    Ints = NDArray[np.int32]
    Longs = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

BIG = 2.0**480
SMALLER = 2.0**-480


@lru_cache(maxsize=8)
def choices(largest: int) -> Floats:
    """Return the ways to choose j cells out of n as row n, column j, up to a largest n."""
    ways = np.zeros((largest + 1, largest + 1))
    ways[:, 0] = 1.0
    for n in range(1, largest + 1):
        ways[n, 1:] = ways[n - 1, 1:] + ways[n - 1, :-1]
    return ways


@part
def scaled_down(values, begin, end):
    """Multiply values by 2**-480 where one of them is above 2**480; return whether it was so."""
    big = False
    for at in range(begin, end):
        big |= values[at] > BIG
    if big:
        for at in range(begin, end):
            values[at] *= SMALLER
    return big


class Counts(NamedTuple):
    """The ways to each state, by mines.

    Their number is ``ahead * 2.0**exponents[k]`` in the last layer of component k; within a layer
    only ratios are meant. ways: `choices` for the groups; widest: most values of a layer.
    """

    ahead: Floats
    exponents: Longs
    ways: Floats
    widest: int


def count_ahead(states: States, offsets: Longs, sizes: Ints, largest: int) -> Counts:
    """Count the ways to each state; largest: cells of the largest group."""
    ahead = np.zeros(offsets[-1])
    exponents = np.zeros(states.ends.size, np.int64)
    ways = choices(largest)
    widest = count(*states[1:], offsets, sizes, ways, ahead, exponents)
    return Counts(ahead, exponents, ways, widest)


@kernel
def count(
    layers,
    taken,
    arcs,
    mines,
    next_state,
    fewest,
    most,
    offsets,
    sizes,
    ways,
    ahead,
    exponents,
):
    """Fill `ahead` and `exponents`, both zeros; return the most values of a layer."""
    k, widest = 0, np.int64(1)
    begins = True
    for row in range(taken.size):
        if begins:
            ahead[offsets[layers[row]]] = 1.0
        begins = taken[row] < 0
        if begins:
            k += 1
            continue
        size = sizes[taken[row]]
        for s in range(layers[row], layers[row + 1]):
            source = offsets[s] - fewest[s]
            for arc in range(arcs[s], arcs[s + 1]):
                after = next_state[arc]
                j = mines[s] + arc - arcs[s]
                way = ways[size, j]
                target = offsets[after] - fewest[after] + j
                low = fewest[after] - j
                if low < fewest[s]:
                    low = np.int64(fewest[s])
                high = most[after] - j
                if high > most[s]:
                    high = np.int64(most[s])
                for m in range(low, high + 1):
                    ahead[target + m] += way * ahead[source + m]
        begin, end = offsets[layers[row + 1]], offsets[layers[row + 2]]
        if scaled_down(ahead, begin, end):
            exponents[k] += 480
        if end - begin > widest:
            widest = end - begin
    return widest


def mines_by_group(
    states: States, offsets: Longs, sizes: Ints, counts: Counts, outside: Floats
) -> tuple[Floats, Bools, Bools]:
    """Walk back and weigh the mines of each group: (chance, never, always), by group.

    outside: weight of all else for the values of the last layer of each component, one after
        the other. `chance` is that of a mine in one cell of the group; `never` and `always` say
        that no layout, or every layout, has mines there.
    """
    chance = np.empty(sizes.size)
    never, always = np.empty(sizes.size, np.bool_), np.empty(sizes.size, np.bool_)
    weigh(
        *(*states[1:], offsets, sizes, counts.ways, counts.ahead, outside),
        *(np.empty(2 * counts.widest), chance, never, always),
    )
    return chance, never, always


@kernel
def weigh(  # noqa: C901
    layers,
    taken,
    arcs,
    mines,
    next_state,
    fewest,
    most,
    offsets,
    sizes,
    ways,
    ahead,
    outside,
    behind,
    chance,
    never,
    always,
):
    """Fill in what `mines_by_group` returns.

    behind: scratch for the values of two layers.
    """
    given = outside.size
    here = next_base = 0
    there = behind.size // 2
    for row in range(taken.size - 1, -1, -1):
        base = offsets[layers[row]]
        width = offsets[layers[row + 1]] - base
        group = taken[row]
        if group < 0:
            given -= width
            for at in range(width):
                behind[there + at] = outside[given + at]
        else:
            for at in range(width):
                behind[there + at] = 0.0
            size = sizes[group]
            everything = with_mines = 0.0
            least, greatest = np.int64(size), 0
            for s in range(layers[row], layers[row + 1]):
                source = offsets[s] - fewest[s]
                for arc in range(arcs[s], arcs[s + 1]):
                    after = next_state[arc]
                    j = mines[s] + arc - arcs[s]
                    way = ways[size, j]
                    target = offsets[after] - fewest[after] + j - next_base + here
                    low = fewest[after] - j
                    if low < fewest[s]:
                        low = np.int64(fewest[s])
                    high = most[after] - j
                    if high > most[s]:
                        high = np.int64(most[s])
                    weight = 0.0
                    for m in range(low, high + 1):
                        value = way * behind[target + m]
                        behind[there + source - base + m] += value
                        weight += value * ahead[source + m]
                    if weight > 0.0:
                        everything += weight
                        with_mines += j * weight
                        if j < least:
                            least = j
                        if j > greatest:
                            greatest = j
            never[group] = greatest == 0
            always[group] = least == size
            chance[group] = with_mines / (everything * size)
            scaled_down(behind, there, there + width)
        here, there = there, here
        next_base = base
