"""Which grounds are opened: every way of calling them is judged by the rules of the game."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.rules.consistency import contradictory

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.naming.evidence import Evidence

_ENUMERATED = 7
_REFINED = 3
_WORTH_A_LOOK = 20.0
A_GROUND = 1.0
# More than what is left out while small grounds are not judged may take off again.
_NO_CHANCE = 30.0
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
    first = _refined(evidence, likely[0], most)
    if first.cost > most + _NO_CHANCE:
        return first
    ways = [first, *(_refined(evidence, trial, most) for trial in likely[1:])]
    best = min(ways, key=lambda sides: sides.cost)
    # All of it may be the other way round, which no single ground tells.
    for number in large.tolist():
        other = [way for way in found if way[1][number] != best.opened[number]]
        known = any(way.opened[number] != best.opened[number] for way in ways)
        if other and not known and other[0][0] < limit + _RIVAL:
            ways.append(_refined(evidence, other[0][1], most))
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
    sure = np.ones(len(best.sure))
    alone = np.zeros(len(sure), bool)
    for other, heavier in zip(rivals, weight, strict=True):
        apart = 1 - 0.5 * np.exp(-(heavier - weight[lightest]) / 2)
        differs = other.opened != best.opened
        sure = np.where(differs, np.minimum(sure, apart), sure)
        alone |= differs & (differs.sum() == 1)
    # Where a ground alone makes a rival its weight tells more than its cost.
    return replace(best, sure=np.where(alone, sure, np.minimum(sure, best.sure)))


def _unlikely(cells: NDArray[np.int8]) -> float:
    """Return what speaks against a way besides its cost, between ways that cost much the same.

    Numbers that cannot hold together, and fewer unopened cells than boards have mines.
    """
    clashes = min(int(contradictory(cells).sum()), _MOST_CLASHES)
    unopened = float((cells > Cell.N8).mean())
    return _A_CLASH * clashes + _NO_MINES * max(0.0, 1 - unopened / _FEWEST_UNOPENED)


def _refined(evidence: Evidence, opened: NDArray[np.bool_], most: float) -> Sides:
    """Let every ground change sides, one by one, as long as that helps, or may help enough."""
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
        if not changed or cost + A_GROUND * evidence.grounds > most + _NO_CHANCE:
            break
    sure = 1 - 0.5 * np.exp(-np.abs(flips) / 2)
    return Sides(opened, sure, cells, cost + A_GROUND * evidence.grounds)


def interpret(
    evidence: Evidence, opened: NDArray[np.bool_], pending: NDArray[np.bool_] | None = None
) -> tuple[NDArray[np.int8], float]:
    """Name all cells as well as can be if these grounds are opened; return what that costs.

    pending: (n,) cells that are not judged yet and may be anything.
    """
    # It imports numba, which takes longer than to read a board that a pack knows.
    from autoplay.vision.naming.interpretation import named

    pending = evidence.covered if pending is None else pending | evidence.covered
    cells = np.empty(len(evidence.group), np.int8)
    costs, cols = evidence.costs, evidence.shape[1]
    room = (
        np.zeros(len(cells), np.uint8),
        np.zeros(len(costs.symbol), np.int64),
        np.zeros(costs.meaning.shape, np.int64),
        np.zeros(len(opened), np.int64),
    )
    cost = named(costs, cols, evidence.floods, opened, pending, cells, *room)
    return cells.reshape(evidence.shape), cost


def _summed(evidence: Evidence, cost: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.bincount(evidence.group, cost, evidence.grounds), np.float64)
