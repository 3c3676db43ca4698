"""Kernels that turn a board into the smallest counting problem: groups in components.

Flat arrays take the place of objects here: a table of rows of unequal length is a pair of arrays,
`start` and `items`, and row i is ``items[start[i] : start[i + 1]]``.
"""

from __future__ import annotations

import numpy as np

from autoplay.solver.kernel import kernel, part

UNKNOWN, FREE, MINE = -1, 0, 1
"""What `reduce` knows of a cell."""


@part
def kinds_of_cells(cells):
    """Return the mask of unopened cells, the count of numbers and that of shown mines."""
    unknown = np.zeros(cells.size, np.bool_)
    numbers = shown = at = 0
    for row in range(cells.shape[0]):
        for col in range(cells.shape[1]):
            cell = cells[row, col]
            if cell <= 8:
                numbers += 1
            elif cell == 12 or cell == 13:  # Cell.MINE, Cell.EXPLODED
                shown += 1
            elif cell != 14:  # Cell.WRONG_FLAG is free and shows no number
                unknown[at] = True
            at += 1
    return unknown, numbers, shown


@kernel
def constraints_of_board(cells):
    """Read the numbers off a (rows, cols) int8 board: the only kernel with rows and cols.

    Returns (unknown, start, items, lacks, shown): the mask of unopened cells, the table of
    unknown cells beside each number, what each number still lacks, and the number of mines shown.
    """
    rows, cols = cells.shape
    unknown, numbers, shown = kinds_of_cells(cells)
    start = np.zeros(numbers + 1, np.int32)
    items = np.empty(8 * numbers, np.int32)
    lacks = np.empty(numbers, np.int32)
    found = filled = 0
    for row in range(rows):
        for col in range(cols):
            if cells[row, col] > 8:
                continue
            lack = np.int32(cells[row, col])
            first = filled
            for r in range(max(0, row - 1), min(rows, row + 2)):
                for c in range(max(0, col - 1), min(cols, col + 2)):
                    if unknown[r * cols + c]:
                        items[filled] = r * cols + c
                        filled += 1
                    elif cells[r, c] == 12 or cells[r, c] == 13:
                        lack -= 1
            # A satisfied number without unknown cells has nothing more to say.
            if filled > first or lack != 0:
                lacks[found] = lack
                found += 1
                start[found] = filled
    return unknown, start[: found + 1], items[:filled], lacks[:found], shown


@part
def transposed(start, items, width):
    """Return the table of the rows that each item appears in; items are below `width`."""
    other_start = np.zeros(width + 1, np.int32)
    for item in items:
        other_start[item + 1] += 1
    for i in range(width):
        other_start[i + 1] += other_start[i]
    fill = other_start[:-1].copy()
    other = np.empty(items.size, np.int32)
    for row in range(start.size - 1):
        for at in range(start[row], start[row + 1]):
            item = items[at]
            other[fill[item]] = row
            fill[item] += 1
    return other_start, other


@part
def settled(start, items, lacks, touch_start, touch):
    """Settle what single constraints settle, again and again.

    Changes `lacks` to what is left. Returns (known, left): UNKNOWN, FREE or MINE by cell and the
    unknown cells left by constraint, with `left` empty on a contradiction.
    """
    known = np.empty(touch_start.size - 1, np.int8)
    known[:] = UNKNOWN
    left = np.empty(lacks.size, np.int32)
    queue = np.empty(lacks.size, np.int32)
    queued = np.empty(lacks.size, np.bool_)
    for row in range(lacks.size):
        left[row] = start[row + 1] - start[row]
        queue[row], queued[row] = row, True
    head, waiting = 0, lacks.size
    while waiting:
        row = queue[head]
        head = (head + 1) % queue.size
        waiting -= 1
        queued[row] = False
        if lacks[row] < 0 or lacks[row] > left[row]:
            return known, left[:0]
        if left[row] == 0 or (lacks[row] != 0 and lacks[row] != left[row]):
            continue
        value = MINE if lacks[row] else FREE
        for at in range(start[row], start[row + 1]):
            cell = items[at]
            if known[cell] != UNKNOWN:
                continue
            known[cell] = value
            for by in range(touch_start[cell], touch_start[cell + 1]):
                other = touch[by]
                left[other] -= 1
                lacks[other] -= value
                if not queued[other]:
                    queued[other] = True
                    queue[(head + waiting) % queue.size] = other
                    waiting += 1
    return known, left


@part
def same_row(start, items, a, b):
    """Return whether two rows of a table hold the same items in the same order."""
    length = start[a + 1] - start[a]
    if start[b + 1] - start[b] != length:
        return False
    for i in range(length):  # noqa: SIM110, as numba compiles no generators
        if items[start[a] + i] != items[start[b] + i]:
            return False
    return True


@part
def merged(known, start, items, left, touch_start, touch):
    """Merge unknown cells that lie in the same constraints into groups.

    Returns (group_of, sizes, members_start, members): the group of each cell or -1, the cells in
    each group, and the table of the groups in each constraint.
    """
    group_of = np.empty(known.size, np.int32)
    group_of[:] = -1
    sizes = np.empty(min(items.size, known.size), np.int32)
    members_start = np.zeros(left.size + 1, np.int32)
    members = np.empty(items.size, np.int32)
    groups = filled = 0
    # Cells of one group meet in their first constraint: look for a twin there alone.
    for row in range(left.size):
        for at in range(start[row], start[row + 1]):
            cell = items[at]
            if known[cell] != UNKNOWN or group_of[cell] >= 0:
                continue
            for before in range(start[row], at):
                twin = items[before]
                if group_of[twin] >= 0 and same_row(touch_start, touch, cell, twin):
                    group_of[cell] = group_of[twin]
                    sizes[group_of[cell]] += 1
                    break
            if group_of[cell] < 0:
                group_of[cell] = groups
                sizes[groups] = 1
                groups += 1
    seen = np.empty(groups, np.int32)
    seen[:] = -1
    for row in range(left.size):
        for at in range(start[row], start[row + 1]):
            group = group_of[items[at]]
            if group >= 0 and seen[group] != row:
                seen[group] = row
                members[filled] = group
                filled += 1
        members_start[row + 1] = filled
    return group_of, sizes[:groups], members_start, members[:filled]


@part
def split(groups, members_start, members, in_start, in_rows):
    """Split groups into components: the table of the groups in each."""
    comp_start = np.zeros(groups + 1, np.int32)
    walk = np.empty(groups, np.int32)
    seen = np.zeros(groups, np.bool_)
    row_seen = np.zeros(members_start.size - 1, np.bool_)
    comps = filled = 0
    for first in range(groups):
        if seen[first]:
            continue
        seen[first] = True
        walk[filled] = first
        head, filled = filled, filled + 1
        while head < filled:
            group = walk[head]
            head += 1
            for by in range(in_start[group], in_start[group + 1]):
                row = in_rows[by]
                if row_seen[row]:
                    continue
                row_seen[row] = True
                for at in range(members_start[row], members_start[row + 1]):
                    if not seen[members[at]]:
                        seen[members[at]] = True
                        walk[filled] = members[at]
                        filled += 1
        comps += 1
        comp_start[comps] = filled
    return comp_start[: comps + 1], walk


@kernel
def reduce(unknown, start, items, lacks):
    """Reduce constraints over cells to groups in components.

    unknown: mask of the cells that count; start, items: table of the unknown cells in each
        constraint; lacks: their mines.
    Returns (consistent, known, group_of, sizes, lacks, members_start, members, in_start,
    in_rows, comp_start, comp, sea, mines): `known` by cell; `group_of` by cell, -1 for settled
    cells and the sea; cells by group; what each constraint lacks; tables of the groups in each
    constraint, the constraints of each group and the groups of each component; the cells in the
    sea; the mines settled at once.
    """
    lacks = lacks.copy()
    touch_start, touch = transposed(start, items, unknown.size)
    known, left = settled(start, items, lacks, touch_start, touch)
    consistent = left.size == lacks.size
    if not consistent:
        left = np.zeros(lacks.size, np.int32)
    group_of, sizes, members_start, members = merged(known, start, items, left, touch_start, touch)
    in_start, in_rows = transposed(members_start, members, sizes.size)
    comp_start, comp = split(sizes.size, members_start, members, in_start, in_rows)
    sea = mines = 0
    for cell in range(unknown.size):
        if known[cell] == MINE:
            mines += 1
        elif unknown[cell] and known[cell] == UNKNOWN and group_of[cell] < 0:
            sea += 1
    return (
        consistent,
        known,
        group_of,
        sizes,
        lacks,
        members_start,
        members,
        in_start,
        in_rows,
        comp_start,
        comp,
        sea,
        mines,
    )


@kernel
def spread(unknown, known, group_of, chance, never, always, in_sea, sea_never, sea_always):
    """Give every cell the answer of its group, of the sea, or what was settled at once.

    Returns (probability, safe, mines) by cell; a cell that is not unknown has NaN.
    """
    probability = np.empty(unknown.size)
    probability[:] = np.nan
    safe = np.zeros(unknown.size, np.bool_)
    mines = np.zeros(unknown.size, np.bool_)
    for cell in range(unknown.size):
        if not unknown[cell]:
            continue
        group = group_of[cell]
        if group >= 0:
            safe[cell], mines[cell] = never[group], always[group]
            probability[cell] = chance[group]
        elif known[cell] != UNKNOWN:
            safe[cell], mines[cell] = known[cell] == FREE, known[cell] == MINE
        else:
            safe[cell], mines[cell] = sea_never, sea_always
            probability[cell] = in_sea
        if safe[cell]:
            probability[cell] = 0.0
        elif mines[cell]:
            probability[cell] = 1.0
    return probability, safe, mines
