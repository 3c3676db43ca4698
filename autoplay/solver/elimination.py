"""Takes components apart group by group and walks through their states.

Between two groups lies a layer: one state for each combination of what the open constraints
(those with groups on both sides) still lack. The walk finds the states and what leads from one to
the next; `narrow` then keeps, for each state, the numbers of mines that can still come to an
allowed total. What is counted beside the states is the business of `counts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from autoplay.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]
    Longs = NDArray[np.int64]

FINE, NO_LAYOUT, TOO_WIDE, TOO_MANY = 0, 1, 2, 3
"""Outcome of `unfold`: done, contradictory, or too many open constraints for a key, too many
states for the memory."""

MOST_STATES = 25_000_000
"""States up to which a position is counted: about 3 GB."""

AT_FIRST = 1 << 20
"""States for which there is room before more is asked for."""

KEY_BITS = 64
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
