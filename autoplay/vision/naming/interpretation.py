"""Name all cells of a board for one way to call its grounds, and say what that costs.

Hundreds of ways are judged before a board is named. Importing this module imports numba; that is
done for the first board that no pack knows.
"""

from __future__ import annotations

from autoplay.board import Cell
from autoplay.kernel import kernel, part

_NO_DIGIT = 25.0
_NOTHING_HIDDEN = 12.0
_FEW_NUMBERS = 8
_WITHOUT_BLANK = 0.5
_MOST_WITHOUT_BLANK = 12.0
_LOST_AT_THE_END = 8.0
_NO_FLOOD = 6.0
_BLANKS_A_NUMBER = 2.0
# A printed zero is surely none of the hidden cells.
_CLEARLY_BLANK = 2
_SECLUDED = 4.0
_SECLUDED_CELL = 0.2
_MOST_FLAGS = 0.25
_CROWDED = 1.0
_KINDS_OF_SYMBOLS = 4
_A_KIND = 1.5
_FEWEST_OF_A_GROUND = 2

_BLANK_CELL = int(Cell.N0)
_NUMBER = int(Cell.N1)
_HIDDEN = int(Cell.HIDDEN)
_FLAG = int(Cell.FLAG)
_MINE_CELL = int(Cell.MINE)

# What is marked of a cell, bit by bit: not opened (or not judged yet), hidden or a flag, a blank
# without a drawing, a drawing on opened ground, and of those a mine.
_UNOPENED, _COVERED, _BLANK, _DRAWN, _MINE = 1, 2, 4, 8, 16
# The meanings of a drawing on opened ground: eight digits, a printed zero, a mine.
_ZERO, _A_MINE, _MEANINGS = 8, 9, 10


@kernel
def named(costs, cols, floods, opened, pending, cells, marks, meant, breaks, above):
    """Name the cells of a board if these grounds are opened; return what that costs.

    costs: see `Costs` in evidence. cols: columns of the board. floods: whether what lies beside a
    blank is opened. opened: (grounds,). pending: (n,) cells that are not judged yet and may be
    anything. cells: (n,) int8, filled. Room to work in, all zeros: marks (n,) uint8, meant
    (looks,) and breaks (looks, 10) int64, above (grounds,) int64.
    """
    for i in range(len(cells)):
        if pending[i]:
            marks[i] = _UNOPENED
        elif not opened[costs.group[i]]:
            marks[i] = _UNOPENED | _COVERED

    total = 0.0
    for i in range(len(cells)):
        if opened[costs.group[i]]:
            cells[i] = _BLANK_CELL
            # A faint digit may pass for a blank, but a blank beside a hidden cell is none.
            plain = costs.plain[i]
            if floods and _beside(marks, _UNOPENED, cols, i) > 0:
                plain += costs.broken
            marked = costs.drawing[i] < plain
            hint = costs.hint_opened[i]
            if not pending[i]:
                marks[i] |= _DRAWN if marked else _BLANK
        else:
            marked = costs.symbolic[i]
            cells[i] = _FLAG if marked else _HIDDEN
            hint = costs.hint_hidden[i]
        if not pending[i]:
            total += hint
            total += costs.drawn[i] if marked else costs.plain[i]

    total += _name_drawings(costs, cols, floods, cells, marks, meant, breaks)
    total += _rules(costs, cols, floods, opened, pending, cells, marks)
    total += _symbols(costs, cells, marks, meant)
    return total + _secluded(costs, cols, cells, marks, above)


@part
def _beside(marks, mark, cols, i):
    """Return how many of the up to eight neighbours of a cell bear a mark."""
    rows = len(marks) // cols
    row, col = i // cols, i % cols
    count = 0
    for near_row in range(max(0, row - 1), min(rows, row + 2)):
        for near_col in range(max(0, col - 1), min(cols, col + 2)):
            near = near_row * cols + near_col
            if near != i and marks[near] & mark:
                count += 1
    return count


@part
def _name_drawings(costs, cols, floods, cells, marks, meant, breaks):
    """Name the drawings on opened ground, look by look; return what the names cost.

    Each look takes the digit, or the mine, that fits its shape and the neighbours of its cells
    best: a number is at most the unopened cells beside it and at least the mines shown there. What
    has no meaning, and nothing unopened beside it, is how blanks are drawn: a printed zero.
    """
    # Where nothing is left unopened some drawing has to be the mine, and not all numbers are wrong.
    unopened = False
    for i in range(len(marks)):
        unopened |= marks[i] & _UNOPENED > 0
    _mean(costs, breaks, marks, meant, unopened, True)
    mines = _settle(costs, cols, floods, marks, meant, breaks, True)
    total = _cost_of_drawings(costs, marks, meant, breaks)
    if mines:
        # What is taken for a mine makes the numbers beside it wrong, so that these seem mines as
        # well, one after the other. If nothing is one it may all make sense.
        before = meant.copy()
        breaks[:] = 0
        _mean(costs, breaks, marks, meant, unopened, False)
        _settle(costs, cols, floods, marks, meant, breaks, False)
        other = _cost_of_drawings(costs, marks, meant, breaks)
        if other < total:
            total = other
        else:
            meant[:] = before
    for i in range(len(cells)):
        if marks[i] & _DRAWN:
            meaning = meant[costs.look[i]]
            if meaning == _ZERO:
                cells[i] = _BLANK_CELL
            elif meaning == _A_MINE:
                cells[i] = _MINE_CELL
            else:
                cells[i] = _NUMBER + meaning
    return total


@part
def _cost_of_drawings(costs, marks, meant, breaks):
    """Return what the meanings of all drawings cost, each look once; it is marked in breaks.

    What unopened cells beside a blank cost is added elsewhere, for blanks of either kind.
    """
    total = 0.0
    for i in range(len(marks)):
        look = costs.look[i]
        if not marks[i] & _DRAWN or breaks[look, 0] < 0:
            continue
        total += costs.meaning[look, meant[look]]
        if meant[look] != _ZERO:
            total += costs.broken * breaks[look, meant[look]]
        breaks[look, 0] = -1
    return total


@part
def _settle(costs, cols, floods, marks, meant, breaks, mines):
    """Let looks mean what the neighbours of their cells allow; return whether any was a mine.

    A mine changes what the numbers beside it may be, so mines are settled in two rounds. mines:
    whether any may be one.
    """
    some = False
    for _ in range(2):
        for i in range(len(marks)):
            if marks[i] & _DRAWN:
                mine = meant[costs.look[i]] == _A_MINE
                marks[i] = _DRAWN | (_MINE if mine else 0)
                some |= mine
        _break_rules(costs, cols, floods, marks, breaks)
        others = _mean(costs, breaks, marks, meant, True, mines)
        # What has come to be a mine, or is none any more, was one before or is one now.
        some |= others
        if not others:
            break
    return some


@part
def _break_rules(costs, cols, floods, marks, breaks):
    """Count for each look and meaning how many of its cells would break a rule."""
    breaks[:] = 0
    for i in range(len(marks)):
        if not marks[i] & _DRAWN:
            continue
        look = costs.look[i]
        mines = _beside(marks, _MINE, cols, i)
        most = mines + _beside(marks, _UNOPENED, cols, i)
        for digit in range(_ZERO):
            if digit + 1 < mines or digit + 1 > most:
                breaks[look, digit] += 1
        if floods and most > 0:
            breaks[look, _ZERO] += 1
        if _beside(marks, _BLANK, cols, i) > 0:
            breaks[look, _A_MINE] += 1


@part
def _mean(costs, breaks, marks, meant, zeros, mines):
    """Let every look drawn on opened ground mean what costs least; return if mines are others.

    zeros, mines: whether any may be a printed zero, or a mine.
    """
    changed = False
    for i in range(len(marks)):
        if not marks[i] & _DRAWN:
            continue
        look, best = costs.look[i], 0
        for meaning in range(1, _MEANINGS):
            if (meaning == _ZERO and not zeros) or (meaning == _A_MINE and not mines):
                continue
            cost = costs.meaning[look, meaning] + costs.broken * breaks[look, meaning]
            if cost < costs.meaning[look, best] + costs.broken * breaks[look, best]:
                best = meaning
        changed |= (best == _A_MINE) != (meant[look] == _A_MINE)
        meant[look] = best
    return changed


@part
def _rules(costs, cols, floods, opened, pending, cells, marks):
    """Cost what no board shows, but for wrong numbers: blanks beside hidden cells, and the like."""
    blanks = numbers = mines = covered = waiting = not_flooded = 0
    for i in range(len(cells)):
        if pending[i]:
            waiting += 1
        elif marks[i] & _COVERED:
            covered += 1
        elif cells[i] == _MINE_CELL:
            mines += 1
        elif cells[i] == _BLANK_CELL:
            blanks += 1
            sure = _CLEARLY_BLANK if marks[i] & _DRAWN else 1
            not_flooded += sure * (_beside(marks, _COVERED, cols, i) > 0)
        else:
            numbers += 1

    cost = 0.0
    if floods:
        cost += costs.broken * not_flooded
    elif not costs.single:
        # Of cells that are opened one by one most are numbers. Where play has shown already that
        # clicks open single cells, or highlight them, nothing follows.
        cost += _NO_FLOOD + costs.broken * max(0.0, not_flooded - _BLANKS_A_NUMBER * numbers)
    if numbers == 0 and opened.any():
        cost += _NO_DIGIT
    if covered + mines + waiting == 0:
        cost += _NOTHING_HIDDEN
    # Where much is opened an opening is, and it has blanks.
    if blanks + waiting == 0:
        cost += min(_MOST_WITHOUT_BLANK, max(0.0, _WITHOUT_BLANK * (numbers - _FEW_NUMBERS)))
    # Nobody loses who has opened everything else.
    if covered + waiting == 0 and mines > 0:
        cost += _LOST_AT_THE_END
    return cost


@part
def _symbols(costs, cells, marks, meant):
    """Cost the flags: each kind by itself, more than there can be mines, and too many kinds."""
    cost, flags, kinds = 0.0, 0, 0
    meant[:] = 0
    for i in range(len(cells)):
        if cells[i] == _FLAG and marks[i] & _COVERED:
            flags += 1
            if meant[costs.look[i]] == 0:
                meant[costs.look[i]] = 1
                kinds += 1
                cost += costs.symbol[costs.look[i]]
    cost += _CROWDED * max(0.0, flags - _MOST_FLAGS * len(cells))
    return cost + _A_KIND * max(0, kinds - _KINDS_OF_SYMBOLS)


@part
def _secluded(costs, cols, cells, marks, above):
    """Cost grounds called hidden that do not touch the other hidden ones: blanks do just that."""
    # Grounds that touch, one by way of another, are one part of the hidden cells.
    above[:] = -1
    for i in range(len(cells)):
        if cells[i] != _HIDDEN or not marks[i] & _COVERED:
            continue
        ground = costs.group[i]
        if above[ground] < 0:
            above[ground] = ground
        row, col = i // cols, i % cols
        for near_row in range(max(0, row - 1), row + 1):
            for near_col in range(max(0, col - 1), min(cols, col + 2)):
                near = near_row * cols + near_col
                if near < i and cells[near] == _HIDDEN and marks[near] & _COVERED:
                    above[_top(above, ground)] = _top(above, costs.group[near])
    # A ground of one cell links others, but is no part by itself.
    parts, alone, largest = 0, 0, 0
    for top in range(len(above)):
        cells_of_part, counts = 0, False
        for ground in range(len(above)):
            if above[ground] >= 0 and _top(above, ground) == top:
                cells_of_part += costs.size[ground]
                counts |= costs.size[ground] >= _FEWEST_OF_A_GROUND
        if counts:
            parts += 1
            alone += cells_of_part
            largest = max(largest, cells_of_part)
    return _SECLUDED * max(0, parts - 1) + _SECLUDED_CELL * (alone - largest)


@part
def _top(above, ground):
    """Return the first of the chain that a ground is linked to."""
    while above[ground] != ground:
        ground = above[ground]
    return ground
