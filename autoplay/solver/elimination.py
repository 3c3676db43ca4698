"""Takes components apart group by group and counts their layouts.

Between two groups lies a layer: one state for each combination of what the open constraints
(those with groups on both sides) still lack. The states of a layer have the counts of layouts by
mines beside them: `ahead` of the groups already taken, later `behind` of those still to come.

Counts are floats. Nothing is ever subtracted, so each sum and product adds at most one rounding
(2**-53, relative) and a result is off by at most the number of steps that led to it. A count
starts as a whole number of at least 1; where a layer passes 2**480 it is scaled by a power of
two, which rounds nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from autoplay.solver.kernel import kernel, part

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]
    Longs = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

FINE, NO_LAYOUT, TOO_WIDE, TOO_MANY = 0, 1, 2, 3
"""Outcome of `unfold`: done, contradictory, or too many open constraints for a key, too many
states for the memory."""

MOST_STATES = 25_000_000
"""States up to which a position is counted: about 3 GB."""

AT_FIRST = 1 << 20
"""States for which there is room before more is asked for."""

KEY_BITS = 64
BIG = 2.0**480
SMALLER = 2.0**-480
NOWHERE = 1 << 30


class States(NamedTuple):
    """All states of all components, as flat arrays.

    Layer i of component k is row ``comp_start[k] + k + i`` of `layers` and `taken`: its states are
    ``layers[row]`` to ``layers[row + 1]``, and ``taken[row]`` is the group behind it, -1 behind the
    last layer, whose only state is ``ends[k]``. State s leads to
    ``next_state[arcs[s] : arcs[s + 1]]``, by ``mines[s]`` mines in the group and one more for each
    next arc; on the way to it lie ``fewest[s]`` to ``most[s]`` mines. The last five are longer than
    there are states.
    """

    ends: Longs
    layers: Longs
    taken: Longs
    arcs: Ints
    mines: Ints
    next_state: Ints
    fewest: Ints
    most: Ints


def unfold(
    comp_start: Ints,
    order: Ints,
    sizes: Ints,
    lacks: Ints,
    cells: Longs,
    in_start: Ints,
    in_rows: Ints,
    estimate: float,
) -> tuple[int, States]:
    """Walk through all states of all components, without counting yet: (outcome, states).

    cells: those in each constraint; estimate: states that are expected at most.
    """
    comps = comp_start.size - 1
    ends = np.empty(comps, np.int64)
    layers = np.zeros(order.size + comps + 1, np.int64)
    taken = np.empty(order.size + comps, np.int64)
    room = int(min(4 * estimate + 256, AT_FIRST))
    while True:
        arcs, mines = np.empty(room, np.int32), np.empty(room, np.int32)
        fewest, most = np.empty(room, np.int32), np.empty(room, np.int32)
        next_state = np.empty(4 * room, np.int32)
        outcome = walk(
            comp_start,
            order,
            sizes,
            in_start,
            in_rows,
            lacks.astype(np.int64),
            cells.copy(),
            np.empty(lacks.size, np.int64),
            np.zeros(lacks.size, np.int64),
            np.empty(room, np.int64),
            np.zeros(1 << (2 * room).bit_length(), np.int32),
            ends,
            layers,
            taken,
            arcs,
            mines,
            next_state,
            fewest,
            most,
        )
        if outcome != TOO_MANY or room >= MOST_STATES:
            break
        room = min(8 * room, MOST_STATES)
    return outcome, States(ends, layers, taken, arcs, mines, next_state, fewest, most)


@kernel
def walk(  # noqa: C901
    comp_start,
    order,
    sizes,
    in_start,
    in_rows,
    opening,
    left,
    shift,
    mask,
    keys,
    table,
    ends,
    layers,
    taken,
    arcs,
    mines,
    next_state,
    fewest,
    most,
):
    """Fill the arrays of `States`; return the outcome, TOO_MANY where there is no room.

    By constraint: opening, what it lacks until its first group, then -1; left, its cells behind the
    current group; mask and shift, where its bits lie in a state's key for as long as it is open.
    keys: by state, what the open constraints lack; table: zeros, for looking up keys.
    """
    used = np.int64(0)
    states = arc = 0
    for k in range(comp_start.size - 1):
        # Every component begins with one state: nothing open, no mines yet.
        begin = states
        keys[begin] = fewest[begin] = most[begin] = 0
        states += 1
        for i in range(comp_start[k], comp_start[k + 1]):
            layers[i + k] = begin
            group = order[i]
            taken[i + k] = group
            size = sizes[group]
            first, last = in_start[group], in_start[group + 1]

            # `opens` is what opening constraints add to a key, `step` what a mine takes off it.
            opens = step = 0
            for by in range(first, last):
                row = in_rows[by]
                left[row] -= size
                if left[row] > 0 and opening[row] >= 0:
                    # The bits hold all that it may lack from here on.
                    width = bits = 1
                    while bits < opening[row] and bits < left[row]:
                        bits += bits + 1
                        width += 1
                    at = 0
                    while at + width <= KEY_BITS and used & (bits << at):
                        at += 1
                    if at + width > KEY_BITS:
                        return TOO_WIDE
                    used |= bits << at
                    shift[row] = at
                    mask[row] = bits
                    opens += opening[row] << at
                if mask[row]:
                    step += 1 << shift[row]

            # Is there room for all states that the next layer can have?
            bound = (states - begin) * (size + 1)
            if states + bound >= arcs.size or arc + bound > next_state.size:
                return TOO_MANY
            places = 1
            while places < 2 * bound:
                places += places + 1

            # From every state, one arc for each number of mines that the group can hold. An entry
            # of the table counts if it belongs to the next layer.
            end = states
            for s in range(begin, end):
                low, high = 0, np.int64(size)
                for by in range(first, last):
                    row = in_rows[by]
                    lack = opening[row]
                    if lack < 0:
                        lack = (keys[s] >> shift[row]) & mask[row]
                    if lack < high:
                        high = lack
                    if lack - left[row] > low:
                        low = lack - left[row]
                arcs[s] = arc
                mines[s] = low
                key = keys[s] + opens - low * step
                for j in range(low, high + 1):
                    at = ((key * 0x1E3779B97F4A7C15) >> 32) & places
                    while table[at] >= end and keys[table[at]] != key:
                        at = (at + 1) & places
                    target = table[at]
                    if target < end:
                        target = states
                        table[at] = target
                        keys[target] = key
                        fewest[target] = NOWHERE
                        most[target] = -1
                        states += 1
                    if fewest[s] + j < fewest[target]:
                        fewest[target] = fewest[s] + j
                    if most[s] + j > most[target]:
                        most[target] = most[s] + j
                    next_state[arc] = target
                    arc += 1
                    key -= step
            if states == end:
                return NO_LAYOUT
            begin = end

            # What closes here is zero in every key.
            for by in range(first, last):
                row = in_rows[by]
                opening[row] = -1
                if left[row] == 0:
                    used &= ~(mask[row] << shift[row])
                    mask[row] = 0
        # The last layer has one state and leads nowhere.
        row = comp_start[k + 1] + k
        layers[row] = ends[k] = begin
        taken[row] = -1
        arcs[begin] = arc
        layers[row + 1] = states
    arcs[states] = arc
    return FINE


class Windows(NamedTuple):
    """The mine counts of each state that lead to a layout with an allowed total.

    State s keeps counts for ``fewest[s]`` to ``most[s]`` mines, at ``offsets[s]`` to
    ``offsets[s + 1]`` of the values; nothing where it is a dead end. ends: the last states of the
    components; starts: where their values begin if one follows the other; first: the fewest mines
    that all of them hold.
    """

    offsets: Longs
    ends: Longs
    starts: Longs
    first: int


def windows(states: States, low: int, high: int) -> Windows | None:
    """Narrow `fewest` and `most` of the states; None where no layout has an allowed total.

    low, high: fewest and most mines that all components together may hold.
    """
    count = int(states.layers[-1])
    offsets, starts = np.zeros(count + 1, np.int64), np.zeros(states.ends.size + 1, np.int64)
    least, greatest = np.empty(count, np.int32), np.empty(count, np.int32)
    first = narrow(*states, least, greatest, offsets, starts, low, high)
    return None if first < 0 else Windows(offsets, states.ends, starts, first)


@kernel
def narrow(  # noqa: C901
    ends, layers, taken, arcs, mines, next_state, fewest, most, least, greatest, offsets, starts,
    low, high,
):  # fmt: skip
    """Narrow `fewest` and `most`, and fill offsets and starts of `Windows`; return first, or -1.

    least, greatest: scratch for the mines between a state and the end of its component.
    """
    k = ends.size
    in_all = 0
    for i in range(k):
        in_all += fewest[ends[i]]
        low -= most[ends[i]]
    if in_all > high or low > 0:
        return -1
    high -= in_all
    own_low = own_high = np.int64(0)
    for row in range(taken.size - 1, -1, -1):
        if taken[row] < 0:
            # What the other components may hold bounds this one.
            k -= 1
            own_low = low + most[ends[k]]
            own_high = high + fewest[ends[k]]
        for s in range(layers[row], layers[row + 1]):
            near, far = NOWHERE, -NOWHERE
            if taken[row] < 0:
                near = far = 0
            for arc in range(arcs[s], arcs[s + 1]):
                after = next_state[arc]
                j = mines[s] + arc - arcs[s]
                if j + least[after] < near:
                    near = j + least[after]
                if j + greatest[after] > far:
                    far = j + greatest[after]
            least[s] = near
            greatest[s] = far
            if fewest[s] < own_low - far:
                fewest[s] = own_low - far
            if most[s] > own_high - near:
                most[s] = own_high - near
            if most[s] >= fewest[s]:
                offsets[s + 1] = most[s] - fewest[s] + 1
    for s in range(least.size):
        offsets[s + 1] += offsets[s]
    in_all = 0
    for i in range(ends.size):
        in_all += fewest[ends[i]]
        starts[i + 1] = starts[i] + offsets[ends[i] + 1] - offsets[ends[i]]
    return in_all


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
