"""The endgame played exactly: once few layouts are left, the whole game tree is searched.

A position of the game tree is nothing but the set of layouts that are still possible, since opened
cells show the same number in all of them. Opening a cell splits the set by the number that it
would show; the layouts in which it is a mine are lost. The value of a set is how many of its
layouts the best play wins, so it is a whole number, and the chance to win is that number over the
size of the set. Sets that are reached in several orders are looked up in a table.
"""

from __future__ import annotations

import numpy as np
from numba import int64, njit, types

from autoplay.solver.kernel import kernel, part

MINED = 9
"""What a mine shows in the table of values; 0 to 8 are numbers."""

OUT_OF_WORK = -1
_TABLE = 1 << 14
_PROBES = 32
_STEPS_A_LAYOUT = 400


@kernel
def play_out(cells, mines, probability, around, degree, limit, work):
    """Search the game tree of a position, if it is small enough.

    cells: int8 `Cell` values by cell index, no mine shown; mines: the total; probability: as in
    `Analysis`, by cell index; around, degree: from `Neighbours`; limit: most layouts; work: most
    (layouts times cells) to be looked at. Returns (cell, won, layouts): the first cell of the best
    play and how many of the layouts it wins; cell is -1 where the position is too large.
    """
    places = undecided(cells, around, degree, probability)
    layouts, count = enumerate_layouts(cells, around, degree, mines, probability, places, limit)
    if count <= 0:
        return -1, 0, 0
    values = shown_values(cells, around, degree, probability, places, layouts, count)
    keys = np.zeros(_TABLE, np.uint64)
    known = np.zeros(_TABLE, np.int32)
    budget = np.array([work], np.int64)
    first = np.full(places.size, OUT_OF_WORK, np.int32)
    order = np.arange(count).astype(np.int32)
    won = best_play(values, order, 0, count, keys, known, budget, first, 0)
    if won < 0:
        return -1, 0, count
    # Of equally good first cells the safest: the player may yet be lucky for longer.
    chosen = -1
    for i in range(places.size):
        if first[i] == won and (
            chosen < 0 or probability[places[i]] < probability[places[chosen]] - 1e-12
        ):
            chosen = i
    return places[chosen], won, count


@part
def mixed(value):
    """Return a number that looks random, the same for the same value (the end of splitmix64)."""
    x = np.uint64(value + 1) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return x ^ (x >> np.uint64(32))


@part
def undecided(cells, around, degree, probability):
    """Return the cells that may be free, so ordered that numbers get closed early."""
    n = cells.size
    places = np.empty(n, np.int32)
    inside = np.zeros(n, np.bool_)
    count = 0
    for in_sea in range(2):
        for start in range(n):
            if inside[start] or not probability[start] < 1.0:
                continue
            beside_number = False
            for i in range(degree[start]):
                beside_number |= cells[around[start, i]] <= 8
            if not beside_number and not in_sea:
                continue
            at = count
            inside[start] = True
            places[count] = start
            count += 1
            while at < count:
                cell = places[at]
                at += 1
                for i in range(degree[cell]):
                    number = around[cell, i]
                    if cells[number] > 8:
                        continue
                    for j in range(degree[number]):
                        other = around[number, j]
                        if probability[other] < 1.0 and not inside[other]:
                            inside[other] = True
                            places[count] = other
                            count += 1
    return places[:count]


@part
def enumerate_layouts(cells, around, degree, mines, probability, places, limit):  # noqa: C901
    """Write out all layouts over the undecided cells.

    Returns (layouts, count): rows of 0 and 1 in the order of `places`; count is -1 where there
    are more than `limit`.
    """
    n, width = cells.size, places.size
    lacks = np.zeros(n, np.int32)
    left = np.zeros(n, np.int32)
    for cell in range(n):
        if probability[cell] == 1.0:
            mines -= 1
        if cells[cell] > 8:
            continue
        lacks[cell] = cells[cell]
        for i in range(degree[cell]):
            chance = probability[around[cell, i]]
            lacks[cell] -= chance == 1.0
            left[cell] += chance < 1.0
    layouts = np.zeros((limit, width), np.int8)
    tried = np.full(width + 1, -1, np.int8)  # -1 nothing, 0 free, 1 a mine
    depth = count = steps = 0
    while depth >= 0:
        steps += 1
        if steps > _STEPS_A_LAYOUT * limit:
            return layouts, -1
        if depth == width:
            if mines == 0:
                if count == limit:
                    return layouts, -1
                layouts[count] = tried[:width]
                count += 1
            depth -= 1
            continue
        cell = places[depth]
        if tried[depth] >= 0:  # take the last try back
            mines += tried[depth]
            for i in range(degree[cell]):
                number = around[cell, i]
                left[number] += 1
                lacks[number] += tried[depth]
        tried[depth] += 1
        if tried[depth] == 2:
            tried[depth] = -1
            depth -= 1
            continue
        mines -= tried[depth]
        fits = 0 <= mines < width - depth
        for i in range(degree[cell]):
            number = around[cell, i]
            left[number] -= 1
            lacks[number] -= tried[depth]
            if cells[number] <= 8:
                fits &= 0 <= lacks[number] <= left[number]
        if fits:
            depth += 1
    return layouts, count


@part
def shown_values(cells, around, degree, probability, places, layouts, count):
    """Return (count, cells) int8: what each undecided cell shows in each layout."""
    at = np.full(cells.size, -1, np.int32)
    at[places] = np.arange(places.size)
    values = np.empty((count, places.size), np.int8)
    for i in range(places.size):
        cell = places[i]
        for row in range(count):
            value = MINED
            if layouts[row, i] == 0:
                value = 0
                for j in range(degree[cell]):
                    other = around[cell, j]
                    if at[other] >= 0:
                        value += layouts[row, at[other]]
                    elif probability[other] == 1.0:
                        value += 1
            values[row, i] = value
    return values


_SIGNATURE = int64(
    types.Array(types.int8, 2, "C"),
    types.Array(types.int32, 1, "C"),
    int64,
    int64,
    types.Array(types.uint64, 1, "C"),
    types.Array(types.int32, 1, "C"),
    types.Array(types.int64, 1, "C"),
    types.Array(types.int32, 1, "C"),
    int64,
)


@njit(_SIGNATURE, cache=True)
def best_play(values, order, begin, end, keys, known, budget, first, depth):  # noqa: C901
    """Return how many of the layouts ``order[begin:end]`` the best play wins.

    keys, known: the table of sets; budget[0]: work that is left, `OUT_OF_WORK` is returned when
    there is none; first: at depth 0, how many layouts a play that begins with each cell wins.
    The rows of `order` are permuted within the range and put back.
    """
    size = end - begin
    if size <= 1:
        return size
    key = np.uint64(0)
    for i in range(begin, end):
        key += mixed(order[i])
    mask = np.uint64(keys.size - 1)
    place = key & mask
    for _ in range(_PROBES):
        if keys[place] == 0 or keys[place] == key:
            break
        place = (place + np.uint64(1)) & mask
    if depth > 0 and keys[place] == key:
        return known[place]
    width = values.shape[1]
    budget[0] -= size * width
    if budget[0] < 0:
        return OUT_OF_WORK

    free = np.zeros(width, np.int32)
    lowest = np.full(width, 9, np.int8)
    highest = np.full(width, -1, np.int8)
    for i in range(begin, end):
        row = order[i]
        for cell in range(width):
            value = values[row, cell]
            if value != MINED:
                free[cell] += 1
                lowest[cell] = min(lowest[cell], value)
                highest[cell] = max(highest[cell], value)
    # A cell that is free in every layout costs nothing, so it comes first; if it shows the same
    # number in all of them it tells nothing, and counts as opened.
    certain, widest = -1, 0
    for cell in range(width):
        if free[cell] == size:
            if highest[cell] - lowest[cell] > widest:
                certain, widest = cell, highest[cell] - lowest[cell]
            if highest[cell] == lowest[cell]:
                free[cell] = 0
    best = 0
    saved = order[begin:end].copy()
    starts = np.empty(MINED + 2, np.int64)
    while True:
        # No play wins more layouts than those in which its first cell is free: safest first.
        cell = certain if certain >= 0 else int(np.argmax(free))
        if free[cell] <= best:
            break
        starts[:] = 0
        for row in saved:
            starts[values[row, cell] + 1] += 1
        for value in range(MINED + 1):
            starts[value + 1] += starts[value]
        put = begin + starts
        for row in saved:
            value = values[row, cell]
            order[put[value]] = row
            put[value] += 1
        bound = int(free[cell])
        for value in range(MINED):
            low, high = begin + starts[value], begin + starts[value + 1]
            if low == high:
                continue
            won = best_play(values, order, low, high, keys, known, budget, first, depth + 1)
            if won < 0:
                return OUT_OF_WORK
            bound -= (high - low) - won
            if bound <= best and depth > 0:
                break
        order[begin:end] = saved
        if depth == 0:
            first[cell] = bound
        best = max(best, bound)
        free[cell] = 0
        if certain >= 0:
            break
    if keys[place] == 0:
        keys[place] = key
        known[place] = best
    return best
