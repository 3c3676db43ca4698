"""What is certain without weights: which numbers of mines are possible at all.

A weight can fall below the smallest float although layouts stand behind it, where a component has
more than 2**480 of them or the sea makes some mine counts extremely rare. Then zero and one no
longer mean never and always, and the states are walked once more. A set of mine counts is a whole
number here, with bit m set where m mines are possible; adding mines shifts it. This is needed so
rarely that plain Python does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from autoplay.solver.engine import Bools, Counting


def possibilities(counting: Counting) -> tuple[Bools, Bools, int, int]:
    """Return (never, always, least, most).

    never, always: by group, whether no layout has a mine in it, or every layout has one in each
        cell; least, most: mines that all components together can hold.
    """
    states, windows = counting.states, _windows(counting)
    layers, taken, ends = states.layers.tolist(), states.taken.tolist(), states.ends.tolist()
    arcs, mines = states.arcs[: len(windows) + 1].tolist(), states.mines[: len(windows)].tolist()
    next_state = states.next_state[: arcs[-1]].tolist()

    # Forward: with which mines some way leads to each state.
    ahead = [0] * len(windows)
    for begin in [0, *(end + 1 for end in ends)][:-1]:
        ahead[begin] = windows[begin] & 1
    for s, ways in enumerate(ahead):
        for arc in range(arcs[s], arcs[s + 1]) if ways else ():
            after = next_state[arc]
            ahead[after] |= ways << mines[s] + arc - arcs[s] & windows[after]

    own = [ahead[end] for end in ends]
    low = max(0, counting.left.low - counting.reduced.sea)
    behind, totals = _elsewhere(own, low, counting.left.high)

    # Backward: with which mines before it each state still leads to a layout.
    sizes = counting.reduced.sizes.tolist()
    never, always = np.ones((2, len(sizes)), np.bool_)
    to_come = [0] * len(windows)
    for end, counts in zip(ends, behind, strict=True):
        to_come[end] = counts
    for row, group in reversed(list(enumerate(taken))):
        for s in range(layers[row], layers[row + 1]):
            for arc in range(arcs[s], arcs[s + 1]):
                held = mines[s] + arc - arcs[s]
                before = to_come[next_state[arc]] >> held & windows[s]
                to_come[s] |= before
                if before & ahead[s]:
                    never[group] &= held == 0
                    always[group] &= held == sizes[group]
    return never, always, _lowest(totals), totals.bit_length() - 1


def _windows(counting: Counting) -> list[int]:
    """Return the mine counts that each state keeps values for."""
    widths = np.diff(counting.windows.offsets).tolist()
    fewest = counting.states.fewest[: len(widths)].tolist()
    return [
        ((1 << width) - 1) << low if width else 0 for low, width in zip(fewest, widths, strict=True)
    ]


def _elsewhere(own: list[int], low: int, high: int) -> tuple[list[int], int]:
    """Return what each component may hold for the sake of all else, and the possible totals.

    own: what each component can hold by itself; low, high: bounds for all of them together.
    """
    left = [1]
    for counts in own:
        left.append(_merged(left[-1], counts, 1))
    allowed = ((1 << high + 1) - 1) >> low << low
    totals = left.pop() & allowed
    behind = []
    for before, counts in zip(reversed(left), reversed(own), strict=True):
        behind.append(_merged(allowed, before, -1))
        allowed = _merged(allowed, counts, -1)
    return behind[::-1], totals


def _merged(counts: int, others: int, sign: int) -> int:
    """Return all sums (or differences, for a sign of -1) of two sets of counts."""
    result = 0
    while others:
        count = _lowest(others)
        others &= others - 1
        result |= counts << count if sign > 0 else counts >> count
    return result


def _lowest(counts: int) -> int:
    return (counts & -counts).bit_length() - 1
