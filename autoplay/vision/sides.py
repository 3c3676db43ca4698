"""Which grounds are opened: every way of calling them is judged by the rules of the game."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.consistency import contradictory
from autoplay.vision.neighbourhood import count_around

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.evidence import Evidence

_ENUMERATED = 7
_REFINED = 3
_WORTH_A_LOOK = 20.0
# A broken rule weighs as much as a glyph read quite wrongly.
BROKEN = 3.0
A_GROUND = 1.0
_NO_DIGIT = 25.0
_NOTHING_HIDDEN = 12.0
# More than what is left out while small grounds are not judged may take off again.
_NO_CHANCE = 30.0
_FEW_NUMBERS = 8
_WITHOUT_BLANK = 0.5
_MOST_WITHOUT_BLANK = 12.0
_LOST_AT_THE_END = 8.0
_NO_FLOOD = 6.0
_BLANKS_A_NUMBER = 2.0
_SECLUDED = 4.0
_SECLUDED_CELL = 0.2
_MOST_FLAGS = 0.25
_CROWDED = 1.0
_KINDS_OF_SYMBOLS = 4
_A_KIND = 1.5
# How much dearer another way may be and still be weighed, and what numbers that cannot hold
# together count against one; some of those are merely misread.
_RIVAL = 8.0
_A_CLASH = 1.0
_MOST_CLASHES = 8
_FEWEST_UNOPENED = 0.12
_NO_MINES = 6.0


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """The likeliest way to call the grounds.

    opened: (grounds,) whether each is opened. sure: (grounds,) how sure that is, 0.5 to 1.
    cells: (rows, cols) int8, named by it. cost: how badly it fits; 0 is perfect.
    """

    opened: NDArray[np.bool_]
    sure: NDArray[np.float64]
    cells: NDArray[np.int8]
    cost: float


def decide_sides(evidence: Evidence, most: float = np.inf) -> Sides:
    """Decide which grounds are opened: the large ones together, the small ones one by one.

    most: what may be spent; where the large grounds alone cost far more, the rest is left as it is.
    """
    hidden_sum = _summed(evidence, evidence.cost_hidden)
    opened_sum = _summed(evidence, evidence.cost_opened)
    large = np.flatnonzero(evidence.size >= max(3, 0.01 * len(evidence.group)))[:_ENUMERATED]
    rest = np.setdiff1d(np.arange(evidence.grounds), large)
    pending = np.isin(evidence.group, rest)
    # A small ground starts where its drawings fit better.
    start = np.zeros(evidence.grounds, bool)
    start[rest] = opened_sum[rest] + 0.5 < hidden_sum[rest]
    found: list[tuple[float, NDArray[np.bool_]]] = []
    limit = np.inf
    for sides in itertools.product((False, True), repeat=len(large)):
        trial = np.zeros(evidence.grounds, bool)
        trial[large] = sides
        # What the drawings cost at the least, before the rules add to it.
        if np.where(trial, opened_sum, hidden_sum)[large].sum() > limit + _WORTH_A_LOOK:
            continue
        cost = interpret(evidence, trial, pending)[1]
        limit = min(limit, cost)
        found.append((cost, trial | start))
    found.sort(key=lambda entry: entry[0])
    least = limit + A_GROUND * evidence.grounds
    least += float(np.minimum(opened_sum, hidden_sum)[rest].sum())
    if least > most + _NO_CHANCE:
        opened = found[0][1]
        return Sides(opened, np.full(evidence.grounds, 0.5), interpret(evidence, opened)[0], least)
    likely = [trial for cost, trial in found[:_REFINED] if cost <= limit + _WORTH_A_LOOK]
    ways = [_refined(evidence, trial) for trial in likely]
    best = min(ways, key=lambda sides: sides.cost)
    # All of it may be the other way round, which no single ground tells.
    for number in large.tolist():
        other = [way for way in found if way[1][number] != best.opened[number]]
        known = any(way.opened[number] != best.opened[number] for way in ways)
        if other and not known and other[0][0] < limit + _RIVAL:
            ways.append(_refined(evidence, other[0][1]))
    return _weighed(ways)


def _weighed(ways: list[Sides]) -> Sides:
    """Return the likeliest of several ways, no surer of its grounds than the others allow.

    Where hidden cells and blanks are plain both, only numbers that contradict each other may tell
    which is which.
    """
    least = min(way.cost for way in ways)
    rivals = [way for way in ways if way.cost < least + _RIVAL]
    if len(rivals) == 1:
        return rivals[0]
    weight = [way.cost + _unlikely(way.cells) for way in rivals]
    lightest = int(np.argmin(weight))
    best = rivals[lightest]
    sure = best.sure
    for other, heavier in zip(rivals, weight, strict=True):
        apart = 1 - 0.5 * np.exp(-(heavier - weight[lightest]) / 2)
        sure = np.where(other.opened != best.opened, np.minimum(sure, apart), sure)
    return replace(best, sure=sure)


def _unlikely(cells: NDArray[np.int8]) -> float:
    """Return what speaks against a way besides its cost, between ways that cost much the same.

    Numbers that cannot hold together, and fewer unopened cells than boards have mines.
    """
    clashes = min(int(contradictory(cells).sum()), _MOST_CLASHES)
    unopened = float((cells > Cell.N8).mean())
    return _A_CLASH * clashes + _NO_MINES * max(0.0, 1 - unopened / _FEWEST_UNOPENED)


def _refined(evidence: Evidence, opened: NDArray[np.bool_]) -> Sides:
    """Let every ground change sides, one by one, as long as that helps."""
    cells, cost = interpret(evidence, opened)
    flips = np.zeros(evidence.grounds)
    for _ in range(3):
        changed = False
        for number in range(evidence.grounds - 1, -1, -1):
            other = opened.copy()
            other[number] = ~other[number]
            other_cells, other_cost = interpret(evidence, other)
            flips[number] = other_cost - cost
            if other_cost < cost - 1e-6:
                opened, cells, cost, changed = other, other_cells, other_cost, True
        if not changed:
            break
    sure = 1 - 0.5 * np.exp(-np.abs(flips) / 2)
    return Sides(opened, sure, cells, cost + A_GROUND * evidence.grounds)


def interpret(
    evidence: Evidence, opened: NDArray[np.bool_], pending: NDArray[np.bool_] | None = None
) -> tuple[NDArray[np.int8], float]:
    """Name all cells as well as can be if these grounds are opened; return what that costs.

    pending: (n,) cells that are not judged yet and may be anything.
    """
    if pending is None:
        pending = np.zeros(len(evidence.group), bool)
    side = opened[evidence.group]
    # A faint digit may pass for a blank, but a blank beside a hidden cell is none.
    unopened = (~side | pending).reshape(evidence.shape)
    beside = evidence.floods & (count_around(unopened).ravel() > 0)
    must = evidence.drawing_costs < evidence.plain + BROKEN * beside
    marked = np.where(side, must, evidence.marked_if_hidden)
    cells = np.where(side, np.int8(Cell.N0), np.int8(Cell.HIDDEN)).astype(np.int8)
    cells[marked & ~side] = Cell.FLAG
    cost = np.where(marked, evidence.drawn, evidence.plain)
    cost = cost + np.where(side, evidence.hint_opened, evidence.hint_hidden)
    total = float(cost[~pending].sum())
    flagged = np.unique(evidence.look[marked & ~side & ~pending])
    total += float(evidence.symbol[flagged].sum())
    total += _name_drawings(evidence, cells, marked & side, pending)
    return cells.reshape(evidence.shape), total + _rules(evidence, cells, opened, pending)


def _name_drawings(
    evidence: Evidence,
    cells: NDArray[np.int8],
    drawn: NDArray[np.bool_],
    pending: NDArray[np.bool_],
) -> float:
    """Name the drawings on opened ground, look by look; return what the names cost.

    Each look takes the digit, or the mine, that fits its shape and the neighbours of its cells
    best: a number is at most the unopened cells beside it and at least the mines shown there. What
    has no meaning, and nothing unopened beside it, is how blanks are drawn: a printed zero.
    """
    at = np.flatnonzero(drawn & ~pending)
    if not at.size:
        return 0.0
    looks, member = np.unique(evidence.look[at], return_inverse=True)
    shape = evidence.shape
    unopened = ((cells > Cell.N8) | pending).reshape(shape)
    blank = (cells == Cell.N0) & ~drawn & ~pending
    beside_blank = (count_around(blank.reshape(shape)) > 0).ravel()[at]
    beside_blank_of = np.bincount(member, beside_blank, len(looks))
    rather = np.minimum(evidence.digit[looks].min(axis=1), evidence.zero[looks])
    is_mine = evidence.mine[looks] < rather
    values = np.arange(1, 9)
    for _ in range(2):
        shown = np.zeros(len(cells), bool)
        shown[at] = is_mine[member]
        mines = count_around(shown.reshape(shape))
        possible = (count_around(unopened) + mines).ravel()[at]
        fewest = mines.ravel()[at]
        wrong = (values[None] > possible[:, None]) | (values[None] < fewest[:, None])
        wrongs = np.stack([np.bincount(member, wrong[:, d], len(looks)) for d in range(8)], axis=1)
        digit = evidence.digit[looks] + BROKEN * wrongs
        mine = evidence.mine[looks] + BROKEN * beside_blank_of
        beside = np.bincount(member, possible > 0, len(looks))
        zero = evidence.zero[looks] + BROKEN * beside * evidence.floods
        now = mine < np.minimum(digit.min(axis=1), zero)
        if np.array_equal(now, is_mine):
            break
        is_mine = now
    chosen = np.where(is_mine, Cell.MINE, digit.argmin(axis=1) + 1)
    cost = np.where(is_mine, mine, digit.min(axis=1))
    is_zero = zero < cost
    cells[at] = np.where(is_zero, Cell.N0, chosen)[member]
    # What unopened cells beside a blank cost is added for blanks of either kind.
    return float(np.where(is_zero, evidence.zero[looks], cost).sum())


def _rules(
    evidence: Evidence,
    cells: NDArray[np.int8],
    opened: NDArray[np.bool_],
    pending: NDArray[np.bool_],
) -> float:
    """Cost what no board shows, but for wrong numbers: blanks beside hidden cells, and the like."""
    blank = (cells == Cell.N0) & ~pending
    hidden = (cells > Cell.N8) & (cells != Cell.MINE) & ~pending
    beside = count_around(hidden.reshape(evidence.shape)).ravel() > 0
    numbers = float(((cells >= 1) & (cells <= 8) & ~pending).sum())
    not_flooded = float((blank & beside).sum())
    if evidence.floods:
        cost = BROKEN * not_flooded
    elif evidence.turned.any():
        # Play has shown already that clicks open single cells, or highlight them.
        cost = 0.0
    else:
        # Of cells that are opened one by one most are numbers.
        cost = _NO_FLOOD + BROKEN * max(0.0, not_flooded - _BLANKS_A_NUMBER * numbers)
    if opened.any() and not numbers:
        cost += _NO_DIGIT
    if not ((cells > Cell.N8) | pending).any():
        cost += _NOTHING_HIDDEN
    # Where much is opened an opening is, and it has blanks.
    if not (blank.any() or pending.any()):
        cost += min(_MOST_WITHOUT_BLANK, max(0.0, _WITHOUT_BLANK * (numbers - _FEW_NUMBERS)))
    # Nobody loses who has opened everything else.
    if not (hidden | pending).any() and (cells == Cell.MINE).any():
        cost += _LOST_AT_THE_END
    return cost + _secluded(evidence, cells, opened, pending) + _crowded(evidence, cells, pending)


def _secluded(
    evidence: Evidence,
    cells: NDArray[np.int8],
    opened: NDArray[np.bool_],
    pending: NDArray[np.bool_],
) -> float:
    """Cost grounds called hidden that do not touch the other hidden ones: blanks do just that."""
    plain = (cells == Cell.HIDDEN) & ~pending
    shown = np.bincount(evidence.group, plain, evidence.grounds) > 0
    grounds = np.flatnonzero(~opened & shown & (evidence.size >= 2)).tolist()
    if len(grounds) < 2:
        return 0.0
    touching = np.triu(_touching(evidence, plain))
    part = _linked(np.argwhere(touching).tolist(), evidence.grounds)
    sizes = np.bincount(part, evidence.size, evidence.grounds)[np.unique(part[grounds])]
    alone = float(sizes.sum() - sizes.max())
    return _SECLUDED * (len(sizes) - 1) + _SECLUDED_CELL * alone


def _linked(pairs: list[list[int]], count: int) -> NDArray[np.intp]:
    """Give (count,) things that a chain of pairs links the same number."""
    above = list(range(count))

    def top(number: int) -> int:
        while above[number] != number:
            above[number] = number = above[above[number]]
        return number

    for one, other in pairs:
        above[top(one)] = top(other)
    return np.array([top(number) for number in range(count)], np.intp)


def _touching(evidence: Evidence, plain: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell which grounds have plain cells, (n,), that touch some of another: (grounds, grounds)."""
    # Cells that are not plain are of a ground of their own, which is left out in the end.
    group = np.where(plain, evidence.group, evidence.grounds).reshape(evidence.shape)
    touching = np.zeros((evidence.grounds + 1, evidence.grounds + 1), bool)
    for one, other in (
        (group[:, 1:], group[:, :-1]),
        (group[1:], group[:-1]),
        (group[1:, 1:], group[:-1, :-1]),
        (group[1:, :-1], group[:-1, 1:]),
    ):
        touching[one, other] = True
    touching = (touching | touching.T)[:-1, :-1]
    np.fill_diagonal(touching, val=False)
    return touching


def _crowded(evidence: Evidence, cells: NDArray[np.int8], pending: NDArray[np.bool_]) -> float:
    """Cost more flags than there can be mines, and more kinds of symbols than programs have."""
    flagged = (cells == Cell.FLAG) & ~pending
    kinds = len(np.unique(evidence.look[flagged]))
    many = max(0.0, float(flagged.sum()) - _MOST_FLAGS * len(cells))
    return _CROWDED * many + _A_KIND * max(0, kinds - _KINDS_OF_SYMBOLS)


def _summed(evidence: Evidence, cost: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.bincount(evidence.group, cost, evidence.grounds), np.float64)
