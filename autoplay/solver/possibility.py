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
    c = counting
    arcs, mines, next_state = c.arcs.tolist(), c.mines.tolist(), c.next_state.tolist()
    windows = _windows(c)
    comps = c.comp_start.size - 1
    spans = [
        (int(c.layers[c.comp_start[k] + k]), int(c.layers[c.comp_start[k + 1] + k]))
        for k in range(comps)
    ]

    # Forward: with which mines some way leads to each state.
    ahead = [0] * len(windows)
    for begin, end in spans:
        ahead[begin] = windows[begin] & 1
        for s in range(begin, end):
            if ahead[s]:
                for arc in range(arcs[s], arcs[s + 1]):
                    after = next_state[arc]
                    ahead[after] |= ahead[s] << mines[s] + arc - arcs[s] & windows[after]

    behind, totals = _elsewhere([ahead[end] for _, end in spans], max(0, c.low - c.sea), c.high)

    # Backward: with which mines before it each state still leads to a layout.
    never, always = np.ones((2, c.sizes.size), np.bool_)
    to_come = [0] * len(windows)
    for k, (_, end) in enumerate(spans):
        to_come[end] = behind[k]
        for i in range(c.comp_start[k + 1] - 1, c.comp_start[k] - 1, -1):
            group, size = c.order[i], c.sizes[c.order[i]]
            for s in range(c.layers[i + k], c.layers[i + k + 1]):
                for arc in range(arcs[s], arcs[s + 1]):
                    taken = mines[s] + arc - arcs[s]
                    before = to_come[next_state[arc]] >> taken & windows[s]
                    to_come[s] |= before
                    if before & ahead[s]:
                        never[group] &= taken == 0
                        always[group] &= taken == size
    return never, always, _lowest(totals), totals.bit_length() - 1


def _windows(counting: Counting) -> list[int]:
    """Return the mine counts that each state keeps values for."""
    widths = np.diff(counting.offsets).tolist()
    fewest = counting.fewest[: len(widths)].tolist()
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
