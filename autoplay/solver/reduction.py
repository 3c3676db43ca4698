"""Turns a board into the smallest counting problem: groups in components.

Flat arrays take the place of objects here: a table of rows of unequal length is a pair of arrays,
`start` and `items`, and row i is ``items[start[i] : start[i + 1]]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from autoplay.kernel import kernel
from autoplay.solver.neighbours import around_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]
    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

UNKNOWN, FREE, MINE = -1, 0, 1
"""What `reduce` knows of a cell."""


def constraints_of_board(
    cells: NDArray[np.int8],
) -> tuple[Bools, Ints, Ints, Ints, int]:
    """Read the numbers off a (rows, cols) int8 board: the last function with rows and cols.

    Returns (unknown, start, items, lacks, shown): the mask of unopened cells, the table of
    unknown cells beside each number, what each number still lacks, and the number of mines shown.
    """
    count = cells.size
    unknown = np.empty(count, np.bool_)
    start, lacks = np.empty(count + 1, np.int32), np.empty(count, np.int32)
    items = np.empty(8 * count, np.int32)
    found, shown = gather(cells.ravel(), *around_of(*cells.shape), unknown, start, items, lacks)
    return unknown, start[: found + 1], items[: start[found]], lacks[:found], shown


@kernel
def gather(cells, around, degree, unknown, start, items, lacks):
    """Fill what `constraints_of_board` returns: (numbers, shown)."""
    shown = 0
    for cell in range(cells.size):
        mine = cells[cell] == 12 or cells[cell] == 13  # Cell.MINE, Cell.EXPLODED
        shown += mine
        # Cell.WRONG_FLAG is free and shows no number.
        unknown[cell] = cells[cell] > 8 and not mine and cells[cell] != 14
    found = filled = 0
    start[0] = 0
    for cell in range(cells.size):
        if cells[cell] > 8:
            continue
        lack = np.int64(cells[cell])
        for i in range(degree[cell]):
            other = around[cell, i]
            if unknown[other]:
                items[filled] = other
                filled += 1
            elif cells[other] == 12 or cells[other] == 13:
                lack -= 1
        # A satisfied number without unknown cells has nothing more to say.
        if filled > start[found] or lack != 0:
            lacks[found] = lack
            found += 1
            start[found] = filled
    return found, shown


def transposed(start: Ints, items: Ints, width: int) -> tuple[Ints, Ints]:
    """Return the table of the rows that each item appears in; items are below `width`."""
    ends = np.zeros(width + 2, np.int32)
    other = np.empty(items.size, np.int32)
    transpose(start, items, ends, other)
    return ends[:-1], other


@kernel
def transpose(start, items, ends, other):
    """Fill `other` with the rows of each item, and `ends`, zeros, so that item i's begin there.

    An item's begin is counted one place behind its own, and moves to it as its rows fill in.
    """
    for at in range(items.size):
        ends[items[at] + 2] += 1
    for i in range(2, ends.size):
        ends[i] += ends[i - 1]
    for row in range(start.size - 1):
        for at in range(start[row], start[row + 1]):
            item = items[at]
            other[ends[item + 1]] = row
            ends[item + 1] += 1


@kernel
def settle(start, items, lacks, touch_start, touch, left, queue, known):
    """Settle what single constraints settle, again and again; return whether nothing contradicts.

    Fills `known` by cell and changes `lacks` to what remains. left: scratch by constraint; queue:
    scratch for the constraints and one more for each item.
    """
    for cell in range(known.size):
        known[cell] = UNKNOWN
    for row in range(lacks.size):
        left[row] = start[row + 1] - start[row]
        queue[row] = row
    head, tail = 0, lacks.size
    while head < tail:
        row = queue[head]
        head += 1
        if lacks[row] < 0 or lacks[row] > left[row]:
            return False
        if left[row] == 0 or (lacks[row] != 0 and lacks[row] != left[row]):
            continue
        value = MINE if lacks[row] else FREE
        for at in range(start[row], start[row + 1]):
            cell = items[at]
            if known[cell] == UNKNOWN:
                known[cell] = value
                for by in range(touch_start[cell], touch_start[cell + 1]):
                    other = touch[by]
                    left[other] -= 1
                    lacks[other] -= value
                    queue[tail] = other
                    tail += 1
    return True


@kernel
def merge(  # noqa: C901
    unknown, known, start, items, group_of, sizes, members_start, members, seen, part, name
):
    """Merge unknown cells that lie in the same constraints into groups.

    Fills, all zeros before: group_of, the group of each cell or -1; sizes, its cells; the table of
    the groups in each constraint. Returns (groups, largest, sea, mines): how many groups, the cells
    of the largest, those in no constraint, and the mines settled before. seen, part, name: scratch
    by group.
    """
    # Every constraint parts each set of cells that it cuts; cells in none stay in set 0.
    sets = 0
    for row in range(start.size - 1):
        for at in range(start[row], start[row + 1]):
            cell = items[at]
            if known[cell] == UNKNOWN:
                whole = group_of[cell]
                if seen[whole] <= row:
                    seen[whole] = row + 1
                    sets += 1
                    part[whole] = sets
                group_of[cell] = part[whole]

    # Name the sets in the order in which the constraints come upon them.
    groups = filled = 0
    for row in range(start.size - 1):
        for at in range(start[row], start[row + 1]):
            whole = group_of[items[at]]
            if whole > 0:
                if name[whole] == 0:
                    groups += 1
                    name[whole] = groups
                    part[groups - 1] = -1
                group = name[whole] - 1
                if part[group] != row:
                    part[group] = row
                    members[filled] = group
                    filled += 1
        members_start[row + 1] = filled
    largest = sea = mines = 0
    for cell in range(group_of.size):
        group = name[group_of[cell]] - 1
        group_of[cell] = group
        if group >= 0:
            sizes[group] += 1
            if sizes[group] > largest:
                largest = sizes[group]
        elif known[cell] == MINE:
            mines += 1
        elif unknown[cell] and known[cell] == UNKNOWN:
            sea += 1
    return groups, largest, sea, mines


@kernel
def split(members_start, members, in_start, in_rows, comp_start, comp, seen, row_seen):
    """Split groups into components: fill the table of the groups in each; return how many.

    seen, row_seen: zeros by group and constraint.
    """
    comps = filled = 0
    for first in range(comp.size):
        if seen[first]:
            continue
        seen[first] = True
        comp[filled] = first
        head = filled
        filled += 1
        while head < filled:
            group = comp[head]
            head += 1
            for by in range(in_start[group], in_start[group + 1]):
                row = in_rows[by]
                if row_seen[row]:
                    continue
                row_seen[row] = True
                for at in range(members_start[row], members_start[row + 1]):
                    other = members[at]
                    if not seen[other]:
                        seen[other] = True
                        comp[filled] = other
                        filled += 1
        comps += 1
        comp_start[comps] = filled
    return comps


class Reduced(NamedTuple):
    """What is left to count once single constraints have settled what they can.

    known: UNKNOWN, FREE or MINE by cell; group_of: by cell, -1 for settled cells and the sea;
    sizes: cells by group; lacks: mines by constraint; tables of the groups in each constraint, the
    constraints of each group and the groups of each component; largest: cells of the largest group;
    sea: its cells; mines: those settled.
    """

    known: NDArray[np.int8]
    group_of: Ints
    sizes: Ints
    lacks: Ints
    members_start: Ints
    members: Ints
    in_start: Ints
    in_rows: Ints
    comp_start: Ints
    comp: Ints
    largest: int
    sea: int
    mines: int

    @property
    def graph(self) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints]:
        """What ties groups and constraints together."""
        return self[2:8]


def reduce(unknown: Bools, start: Ints, items: Ints, lacks: Ints) -> Reduced | None:
    """Reduce constraints over cells to groups in components; None on a contradiction.

    unknown: mask of the cells that count; start, items: table of the unknown cells in each
        constraint; lacks: their mines.
    """
    cells, rows = unknown.size, lacks.size
    known = np.empty(cells, np.int8)
    lacks, left = lacks.copy(), np.empty(rows, np.int32)
    queue = np.empty(rows + items.size, np.int32)
    touch_start, touch = transposed(start, items, cells)
    if not settle(start, items, lacks, touch_start, touch, left, queue, known):
        return None
    group_of = np.zeros(cells, np.int32)
    members_start = np.zeros(rows + 1, np.int32)
    members = np.empty(items.size, np.int32)
    sizes, *scratch = np.zeros((4, items.size + 1), np.int32)
    groups, largest, sea, mines = merge(
        unknown, known, start, items, group_of, sizes, members_start, members, *scratch
    )
    members = members[: members_start[rows]]
    in_start, in_rows = transposed(members_start, members, groups)
    comp_start, comp = np.zeros(groups + 1, np.int32), np.empty(groups, np.int32)
    seen, row_seen = np.zeros(groups, np.bool_), np.zeros(rows, np.bool_)
    comps = split(members_start, members, in_start, in_rows, comp_start, comp, seen, row_seen)
    return Reduced(
        known,
        group_of,
        sizes[:groups],
        lacks,
        members_start,
        members,
        in_start,
        in_rows,
        comp_start[: comps + 1],
        comp,
        largest,
        sea,
        mines,
    )


@kernel
def spread(
    unknown, known, group_of, chance, never, always, in_sea, sea_never, sea_always, probability,
    safe, mines,
):  # fmt: skip
    """Give every cell the answer of its group, of the sea, or what was settled at once.

    Fills probability, safe and mines; a cell that is not unknown has NaN.
    """
    for cell in range(unknown.size):
        if not unknown[cell]:
            probability[cell] = np.nan
            safe[cell] = mines[cell] = False
            continue
        free, mine, risk = known[cell] == FREE, known[cell] == MINE, in_sea
        group = group_of[cell]
        if group >= 0:
            free, mine, risk = never[group], always[group], chance[group]
        elif not (free or mine):
            free, mine = sea_never, sea_always
        if free:
            risk = 0.0
        elif mine:
            risk = 1.0
        safe[cell] = free
        mines[cell] = mine
        probability[cell] = risk
