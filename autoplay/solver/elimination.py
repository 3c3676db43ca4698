"""Kernels that take components apart group by group and count their layouts.

Between two groups lies a layer: one state for each combination of what the open constraints
(those with groups on both sides) still lack. The states of a layer have the counts of layouts by
mines beside them: `ahead` of the groups already taken, later `behind` of those still to come.

Counts are floats. Nothing is ever subtracted, so each sum and product adds at most one rounding
(2**-53, relative) and a result is off by at most the number of steps that led to it. A count
starts as a whole number of at least 1; where a layer passes 2**480 it is scaled by a power of
two, which rounds nothing.
"""

from __future__ import annotations

import numpy as np

from autoplay.solver.kernel import kernel, part

FINE, NO_LAYOUT, TOO_WIDE, TOO_MANY = 0, 1, 2, 3
"""Outcome of `unfold`: done, contradictory, or too many open constraints for a key, too many
states for the memory."""

MOST_STATES = 25_000_000
"""States up to which a position is counted: about 3 GB."""

KEY_BITS = 64
BIG = 2.0**480
SMALLER = 2.0**-480
NOWHERE = 1 << 30


@part
def longer(array, needed):
    """Return the int32 array, or a copy with room for as many items and some more."""
    if needed <= array.size:
        return array
    copy = np.empty(max(needed, array.size + array.size // 2), np.int32)
    for i in range(array.size):
        copy[i] = array[i]
    return copy


@part
def cells_in(start, items, sizes):
    """Return the number of cells in each constraint, from the table of its groups."""
    cells = np.zeros(start.size - 1, np.int32)
    for row in range(cells.size):
        for at in range(start[row], start[row + 1]):
            cells[row] += sizes[items[at]]
    return cells


@part
def fields(order, sizes, lacks, cells, in_start, in_rows):
    """Give each constraint its bits of a state's key for as long as it is open.

    Returns (shifts, bits) by constraint; a constraint that never stays open has 0 bits. Where the
    64 bits do not suffice, `shifts` is empty.
    """
    shifts = np.empty(lacks.size, np.int32)
    shifts[:] = -1
    bits = np.zeros(lacks.size, np.int32)
    left = cells.copy()
    used = np.uint64(0)
    one = np.uint64(1)
    for group in order:
        for by in range(in_start[group], in_start[group + 1]):
            row = in_rows[by]
            left[row] -= sizes[group]
            if shifts[row] < 0 and left[row] > 0:
                # The bits hold all that it may lack from here on.
                width = 1
                while min(lacks[row], left[row]) >> width:
                    width += 1
                mask = (one << np.uint64(width)) - one
                shift = 0
                while shift + width <= KEY_BITS and used & (mask << np.uint64(shift)):
                    shift += 1
                if shift + width > KEY_BITS:
                    return shifts[:0], bits
                used |= mask << np.uint64(shift)
                shifts[row], bits[row] = shift, width
        for by in range(in_start[group], in_start[group + 1]):
            row = in_rows[by]
            if left[row] == 0 and bits[row] > 0:
                mask = (one << np.uint64(bits[row])) - one
                used &= ~(mask << np.uint64(shifts[row]))
    return shifts, bits


@part
def look(
    group, size, in_start, in_rows, lacks, cells, left, shifts, bits, shift, mask, given, rest
):
    """Prepare to read from keys what the constraints of a group lack, and take it off `left`.

    shift, mask: filled with the bits of each constraint of the group; given: with what it lacks
        where it opens here, else -1; rest: with its cells behind the group.
    Returns (opens, step): what is added to a key for the constraints that open here, and what
    one mine in the group takes off. What closes here is zero by then.
    """
    one = np.uint64(1)
    opens, step = np.uint64(0), np.uint64(0)
    for c in range(in_start[group + 1] - in_start[group]):
        row = in_rows[in_start[group] + c]
        given[c] = lacks[row] if left[row] == cells[row] else -1
        left[row] -= size
        rest[c] = left[row]
        if bits[row] > 0:
            shift[c] = np.uint64(shifts[row])
            mask[c] = (one << np.uint64(bits[row])) - one
            step += one << shift[c]
            if given[c] >= 0:
                opens += np.uint64(lacks[row]) << shift[c]
    return opens, step


@part
def span(key, size, degree, shift, mask, given, rest):
    """Return the fewest and most mines that a group can hold after a state."""
    low, high = np.int64(0), np.int64(size)
    for c in range(degree):
        lack = given[c]
        if lack < 0:
            lack = np.int64((key >> shift[c]) & mask[c])
        low = max(low, lack - rest[c])
        high = min(high, lack)
    return low, high


@part
def power_of_two(least):
    """Return the smallest power of two that is at least a number."""
    power = 1
    while power < least:
        power *= 2
    return power


@part
def place(table, stamps, stamp, keys, key):
    """Return where a key is in the hash table, or the empty place where it belongs."""
    places = np.uint64(table.size - 1)
    mixed = key * np.uint64(0x9E3779B97F4A7C15)
    at = (mixed >> np.uint64(32)) & places
    while stamps[at] == stamp and keys[table[at]] != key:
        at = (at + np.uint64(1)) & places
    return at


@kernel
def unfold(comp_start, order, sizes, lacks, members_start, members, in_start, in_rows):
    """Walk through all states of all components, without counting yet.

    Returns (outcome, layers, arcs, mines, next_state, fewest, most). Layer i of component k
    is row ``comp_start[k] + k + i`` of `layers`: its states are ``layers[row]`` to
    ``layers[row + 1]``. State s leads to ``next_state[arcs[s] : arcs[s + 1]]``, by
    ``mines[s]`` mines in the group and one more for each next arc; on the way to it lie
    ``fewest[s]`` to ``most[s]`` mines.
    """
    comps = comp_start.size - 1
    layers = np.zeros(order.size + comps + 1, np.int64)
    arcs, mines = np.zeros(256, np.int32), np.zeros(256, np.int32)
    fewest, most = np.zeros(256, np.int32), np.zeros(256, np.int32)
    next_state = np.zeros(256, np.int32)
    cells = cells_in(members_start, members, sizes)
    shifts, bits = fields(order, sizes, lacks, cells, in_start, in_rows)
    left = cells.copy()
    if shifts.size < lacks.size:
        return TOO_WIDE, layers, arcs, mines, next_state, fewest, most
    widest = 1
    for group in range(sizes.size):
        widest = max(widest, in_start[group + 1] - in_start[group])
    shift, mask = np.zeros(widest, np.uint64), np.zeros(widest, np.uint64)
    given, rest = np.zeros(widest, np.int64), np.zeros(widest, np.int64)
    keys, fresh = np.zeros(64, np.uint64), np.zeros(64, np.uint64)
    table, stamps = np.zeros(128, np.int32), np.zeros(128, np.int32)
    stamp = states = arc = 0
    for k in range(comps):
        # Every component begins with one state: nothing open, no mines yet.
        layers[comp_start[k] + k] = states
        arcs, mines = longer(arcs, states + 2), longer(mines, states + 2)
        fewest, most = longer(fewest, states + 2), longer(most, states + 2)
        fewest[states] = most[states] = 0
        keys[0] = 0
        begin, states = states, states + 1
        for i in range(comp_start[k], comp_start[k + 1]):
            layers[i + k + 1] = states
            group, size = order[i], sizes[order[i]]
            degree = in_start[group + 1] - in_start[group]
            opens, step = look(
                group,
                size,
                in_start,
                in_rows,
                lacks,
                cells,
                left,
                shifts,
                bits,
                shift,
                mask,
                given,
                rest,
            )

            # Make room for all states that the next layer can have.
            bound = (states - begin) * (size + 1)
            if states + bound > MOST_STATES:
                return TOO_MANY, layers, arcs, mines, next_state, fewest, most
            arcs, mines = longer(arcs, states + bound + 2), longer(mines, states + bound + 2)
            fewest = longer(fewest, states + bound + 2)
            most = longer(most, states + bound + 2)
            next_state = longer(next_state, arc + bound)
            if fresh.size < bound:
                fresh = np.empty(2 * bound, np.uint64)
            if table.size < 2 * bound:
                room = power_of_two(2 * bound)
                table, stamps = np.empty(room, np.int32), np.zeros(room, np.int32)
            stamp += 1

            # From every state, one arc for each number of mines that the group can hold.
            found = 0
            for s in range(begin, states):
                low, high = span(keys[s - begin], size, degree, shift, mask, given, rest)
                key = keys[s - begin] + opens - np.uint64(low) * step
                arcs[s], mines[s] = arc, low
                for j in range(low, high + 1):
                    at = place(table, stamps, stamp, fresh, key)
                    if stamps[at] != stamp:
                        stamps[at] = stamp
                        table[at] = found
                        fresh[found] = key
                        fewest[states + found] = NOWHERE
                        most[states + found] = -1
                        found += 1
                    target = states + table[at]
                    fewest[target] = min(fewest[target], fewest[s] + j)
                    most[target] = max(most[target], most[s] + j)
                    next_state[arc] = target
                    arc += 1
                    key -= step
            if found == 0:
                return NO_LAYOUT, layers, arcs, mines, next_state, fewest, most
            keys, fresh = fresh, keys
            begin, states = states, states + found
        # The last layer has one state and leads nowhere.
        arcs[begin] = arc
    layers[order.size + comps] = states
    arcs[states] = arc
    return FINE, layers, arcs, mines, next_state, fewest, most


@kernel
def windows(comp_start, layers, arcs, mines, next_state, fewest, most, low, high):
    """Find the mine counts of each state that lead to a layout with an allowed total.

    low, high: fewest and most mines that all components together may hold.
    Returns (consistent, offsets): state s keeps counts for ``fewest[s]`` to ``most[s]`` mines, both
    narrowed here, at ``offsets[s]`` to ``offsets[s + 1]`` of the values; nothing where it is a dead
    end.
    """
    comps = comp_start.size - 1
    states = layers[-1]
    offsets = np.zeros(states + 1, np.int64)
    all_fewest = all_most = 0
    for k in range(comps):
        end = layers[comp_start[k + 1] + k]
        all_fewest += fewest[end]
        all_most += most[end]
    consistent = all_fewest <= high and all_most >= low
    to_come_fewest = np.empty(states, np.int32)
    to_come_most = np.empty(states, np.int32)
    for k in range(comps):
        begin, end = layers[comp_start[k] + k], layers[comp_start[k + 1] + k]
        # What the other components may hold bounds this one.
        own_low = low - (all_most - most[end])
        own_high = high - (all_fewest - fewest[end])
        to_come_fewest[end] = to_come_most[end] = 0
        for s in range(end, begin - 1, -1):
            if s < end:
                least, greatest = NOWHERE, -1
                for arc in range(arcs[s], arcs[s + 1]):
                    after = next_state[arc]
                    j = mines[s] + arc - arcs[s]
                    least = min(least, j + to_come_fewest[after])
                    greatest = max(greatest, j + to_come_most[after])
                if greatest < 0:
                    greatest = -NOWHERE
                to_come_fewest[s], to_come_most[s] = least, greatest
            fewest[s] = max(fewest[s], own_low - to_come_most[s])
            most[s] = min(most[s], own_high - to_come_fewest[s])
            offsets[s + 1] = max(0, most[s] - fewest[s] + 1)
    for s in range(states):
        offsets[s + 1] += offsets[s]
    return consistent, offsets


@part
def choices(size):
    """Return the number of ways to choose 0 to `size` cells out of `size`."""
    ways = np.empty(size + 1)
    ways[0] = 1.0
    for j in range(1, size + 1):
        ways[j] = ways[j - 1] * (size - j + 1) / j
    return ways


@part
def scaled_down(values, begin, end):
    """Multiply values by 2**-480 where one of them is above 2**480; return whether it was so."""
    big = False
    for at in range(begin, end):
        big = big or values[at] > BIG
    if big:
        for at in range(begin, end):
            values[at] *= SMALLER
    return big


@kernel
def count_ahead(comp_start, order, sizes, layers, arcs, mines, next_state, fewest, most, offsets):
    """Count the ways to each state by mines: (ahead, exponents).

    The number of ways is ``ahead * 2.0**exponents[k]`` in the last layer of component k; within a
    layer only ratios are meant.
    """
    ahead = np.zeros(offsets[-1])
    exponents = np.zeros(comp_start.size - 1, np.int64)
    for k in range(comp_start.size - 1):
        if offsets[layers[comp_start[k] + k] + 1] > offsets[layers[comp_start[k] + k]]:
            ahead[offsets[layers[comp_start[k] + k]]] = 1.0
        for i in range(comp_start[k], comp_start[k + 1]):
            ways = choices(sizes[order[i]])
            for s in range(layers[i + k], layers[i + k + 1]):
                if offsets[s] == offsets[s + 1]:
                    continue
                for arc in range(arcs[s], arcs[s + 1]):
                    after = next_state[arc]
                    j = mines[s] + arc - arcs[s]
                    low = max(fewest[s], fewest[after] - j)
                    high = min(most[s], most[after] - j)
                    source = offsets[s] - fewest[s]
                    target = offsets[after] - fewest[after] + j
                    for m in range(low, high + 1):
                        ahead[target + m] += ways[j] * ahead[source + m]
            if scaled_down(ahead, offsets[layers[i + k + 1]], offsets[layers[i + k + 2]]):
                exponents[k] += 480
    return ahead, exponents


@kernel
def mines_by_group(
    comp_start, order, sizes, layers, arcs, mines, next_state, fewest, most, offsets, ahead, outside
):
    """Walk back and weigh the mines of each group: (chance, never, always), by group.

    outside: weight of all else for the values of the last layer of each component, one after
        the other. `chance` is that of a mine in one cell of the group; `never` and `always` say
        that no layout, or every layout, has mines there.
    """
    chance = np.zeros(sizes.size)
    never = np.zeros(sizes.size, np.bool_)
    always = np.zeros(sizes.size, np.bool_)
    widest = 0
    for row in range(layers.size - 1):
        widest = max(widest, offsets[layers[row + 1]] - offsets[layers[row]])
    behind, before = np.zeros(widest), np.zeros(widest)
    given = 0
    for k in range(comp_start.size - 1):
        end = layers[comp_start[k + 1] + k]
        count = offsets[end + 1] - offsets[end]
        for at in range(count):
            behind[at] = outside[given + at]
        given += count
        for i in range(comp_start[k + 1] - 1, comp_start[k] - 1, -1):
            size = sizes[order[i]]
            ways = choices(size)
            base, next_base = offsets[layers[i + k]], offsets[layers[i + k + 1]]
            width = next_base - base
            for at in range(width):
                before[at] = 0.0
            everything = with_mines = 0.0
            least, greatest = size, np.int32(0)
            for s in range(layers[i + k], layers[i + k + 1]):
                if offsets[s] == offsets[s + 1]:
                    continue
                source = offsets[s] - fewest[s]
                for arc in range(arcs[s], arcs[s + 1]):
                    after = next_state[arc]
                    j = mines[s] + arc - arcs[s]
                    low = max(fewest[s], fewest[after] - j)
                    high = min(most[s], most[after] - j)
                    target = offsets[after] - fewest[after] + j - next_base
                    weight = 0.0
                    for m in range(low, high + 1):
                        value = ways[j] * behind[target + m]
                        before[source - base + m] += value
                        weight += value * ahead[source + m]
                    if weight > 0.0:
                        everything += weight
                        with_mines += j * weight
                        least, greatest = min(least, j), max(greatest, j)
            chance[order[i]] = with_mines / (everything * size)
            never[order[i]] = greatest == 0
            always[order[i]] = least == size
            behind, before = before, behind
            scaled_down(behind, 0, width)
    return chance, never, always
