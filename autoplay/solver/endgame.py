"""The endgame played exactly: once few layouts are left, the whole game tree is searched.

A position of the game tree is nothing but the set of layouts that are still possible, since opened
cells show the same number in all of them. Opening a cell splits the set by the number that it
would show; the layouts in which it is a mine are lost. The value of a set is how many of its
layouts the best play wins, so it is a whole number, and the chance to win is that number over the
size of the set. Sets that are reached in several orders are looked up in a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import int64, types

from autoplay.kernel import recursive

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.solver.neighbours import Neighbours

MINED = 1 << 9
"""What a mine shows in the table of values; a number n is the bit 1 << n."""

OUT_OF_WORK = -1
_TABLE = 1 << 16


def play_out(
    layouts: NDArray[np.bool_],
    probability: NDArray[np.float64],
    beside: Neighbours,
    work: int,
) -> tuple[int, int]:
    """Search the game tree of a position: (cell, won).

    layouts: all of them, (layouts, cells) masks of mines; probability: as in `Analysis`, by cell
    index; work: most (layouts times cells) to be looked at.
    Returns the first cell of the best play and how many of the layouts it wins; cell is -1 where
    the work is too much.
    """
    places = np.flatnonzero(probability < 1.0)
    values = shown_values(layouts, places, beside)
    count, width = len(layouts), places.size
    # A set's key is the sum of its layouts' random marks.
    marks = np.random.default_rng(count).integers(-(1 << 63), (1 << 63) - 1, count)
    first = np.full(width, OUT_OF_WORK)
    won = best_play(
        values,
        np.arange(count),
        0,
        count,
        marks,
        np.zeros((_TABLE, 2), np.int64),
        np.array([work]),
        first,
        np.empty((width + 1, width), np.int16),
        np.empty((width + 1, width), np.int16),
        0,
    )
    best = np.flatnonzero(first == won)
    if won < 0 or not best.size:
        return -1, 0
    # Of equally good first cells the safest: the player may yet be lucky for longer.
    risks = probability[places[best]]
    return int(places[best[risks <= risks.min() + 1e-12][0]]), int(won)


def shown_values(
    layouts: NDArray[np.bool_], places: NDArray[np.int64], beside: Neighbours
) -> NDArray[np.int16]:
    """Return (layouts, places): what each of some cells shows in each layout, as a bit."""
    # One column more, without mines, stands for the neighbours that a border cell lacks.
    mined = np.zeros((len(layouts), layouts.shape[1] + 1), np.int16)
    mined[:, :-1] = layouts
    numbers = sum(mined[:, beside.around[places, i]] for i in range(8))
    values = np.where(mined[:, places], MINED, np.int16(1) << numbers)
    return np.ascontiguousarray(values, np.int16)


_LONGS = types.Array(int64, 1, "C")
_SHORTS = types.Array(types.int16, 2, "C")
_SIGNATURE = int64(
    *(_SHORTS, _LONGS, int64, int64, _LONGS, types.Array(int64, 2, "C")),
    *(_LONGS, _LONGS, _SHORTS, _SHORTS, int64),
)


@recursive(_SIGNATURE)
def best_play(  # noqa: C901
    values, order, begin, end, marks, table, budget, first, free, shown, depth
):
    """Return how many of the layouts ``order[begin:end]`` the best play wins.

    marks: a random number for each layout; table: rows of a set's key and its value; budget[0]:
    work that is left, `OUT_OF_WORK` is returned when there is none; first: at depth 0, how many
    layouts a play that begins with each cell wins; free, shown: scratch, a row for each depth.
    The rows of `order` are permuted within the range.
    """
    size = end - begin
    if size <= 1:
        return size
    key = 0
    for i in range(begin, end):
        key += marks[order[i]]
    place = key & (_TABLE - 1)
    if depth > 0 and table[place, 0] == key:
        return table[place, 1]
    width = first.size
    budget[0] -= size * width
    if budget[0] < 0:
        return OUT_OF_WORK

    for cell in range(width):
        free[depth, cell] = shown[depth, cell] = 0
    for i in range(begin, end):
        row = order[i]
        for cell in range(width):
            value = values[row, cell]
            free[depth, cell] += value != MINED
            shown[depth, cell] |= value
    # A cell that is free in every layout costs nothing, so it comes first; if it shows the same
    # number in all of them it tells nothing, and counts as opened.
    certain = -1
    for cell in range(width):
        if free[depth, cell] == size:
            seen = shown[depth, cell]
            if seen & (seen - 1):
                certain = cell
            else:
                free[depth, cell] = 0
    best = 0
    while True:
        # No play wins more layouts than those in which its first cell is free: safest first.
        cell = certain
        if certain < 0:
            cell = 0
            for other in range(width):
                if free[depth, other] > free[depth, cell]:
                    cell = other
        bound = free[depth, cell]
        if bound <= best:
            break
        low = begin
        while low < end:
            # Bring together the layouts that show the same number.
            value = values[order[low], cell]
            high = low
            for i in range(low, end):
                row = order[i]
                if values[row, cell] == value:
                    order[i] = order[high]
                    order[high] = row
                    high += 1
            if value != MINED:
                won = best_play(
                    *(values, order, low, high, marks, table, budget, first, free, shown),
                    depth + 1,
                )
                if won < 0:
                    return OUT_OF_WORK
                bound -= high - low - won
                if bound <= best and depth > 0:
                    break
            low = high
        if depth == 0:
            first[cell] = bound
        if bound > best:
            best = bound
        free[depth, cell] = 0
        if certain >= 0:
            break
    table[place, 0] = key
    table[place, 1] = best
    return best
