"""The guess when nothing is certain: what each candidate leads to, counted exactly.

For each of the safest cells every number that it may show is imagined, and the chances of the
board that follows are counted exactly. Such a board is worth

- the chance that its next opening is safe (secondary safety: the largest gain over least risk),
- a little more where that opening is certain (progress),
- less for each pair of cells that nothing may ever tell apart: if all cells that see only one of
  them are mines, the pair is a coin toss for the end of the game (long-term risk).

The candidate with the largest expected worth is the guess. The ideas are those of D. Hill's
published description of his solver; here the boards that follow are counted, not estimated.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from autoplay.kernel import kernel
from autoplay.solver import engine

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.solver.neighbours import Neighbours
    from autoplay.solver.totals import Totals

RISK_WINDOW = 0.08
"""Cells riskier than the safest one by more than this are not looked at."""

CANDIDATES = 12
"""So many of the safest cells are looked at."""

PROGRESS = 0.1
LONG_TERM = 4.0
"""Weights of the worth of a board; tuned on seeds above three million, expert, rule safe.

The long-term risk is raised to a power well above 1 because it sees only pairs that are walled in
already: a fit to how 63,000 guesses ended asks for as much. From 1.5 to 4.0 the win rate went from
40.36 % to 40.76 % over 10,000 paired games.
"""

WIDEST = 2.0**15
"""Estimated states of a component beyond which an imagined board is not counted: some 20 ms."""

_RARE_PAIR = 1e-4
_ONE_NUMBER = 1e-4
_TIE = 1e-9


@kernel
def prospects(probability, pairs, lengths):
    """Return (least, safety): the smallest chance of a mine, and that to survive all lost pairs.

    least is 0.0 where nothing is left to open: won. safety is about the chance to survive all pairs
    that nothing will ever tell apart; the cells that tell a pair apart are taken as independent,
    and so are the pairs.
    """
    least = 2.0
    for chance in probability:
        if chance < least:
            least = chance
    if least >= 1.0:
        least = 0.0
    safety = 1.0
    for i in range(lengths.size):
        a, b = probability[pairs[i, 0]], probability[pairs[i, 1]]
        if not (0.0 < a < 1.0 and 0.0 < b < 1.0):
            continue
        dead = a * (1.0 - b) + b * (1.0 - a)
        for j in range(2, lengths[i]):
            chance = probability[pairs[i, j]]
            dead = dead * chance if chance > 0.0 else 0.0  # an opened cell has NaN
            if dead < _RARE_PAIR:
                dead = 0.0
                break
        safety *= 1.0 - 0.5 * dead
    return least, safety


def candidates(
    cells: NDArray[np.int8], probability: NDArray[np.float64], most: float, beside: Neighbours
) -> list[int]:
    """Return the safest cells, up to a chance of a mine; cells, probability: by cell index.

    Of equal ones those beside more numbers come first, then those with fewer neighbours. Cells in
    the middle of the sea are all alike, so only one of them is taken.
    """
    # One item more stands for the neighbours that a border cell lacks.
    numbers = np.append(cells <= 8, False)[beside.around].sum(axis=1)
    near = (beside.degree < 8) | np.append(numbers > 0, False)[beside.around].any(axis=1)
    safe = probability <= most
    taken = safe & near
    taken[np.flatnonzero(safe & ~near)[:1]] = True
    found = np.flatnonzero(taken)
    rank = probability[found] + _ONE_NUMBER * (beside.degree[found] - numbers[found])
    safest: list[int] = found[np.argsort(rank, kind="stable")[:CANDIDATES]].tolist()
    return safest


def counted(cells: NDArray[np.int8], totals: Totals) -> engine.Answer | None:
    """Count an imagined board, None where no layout agrees or a component is too wide."""
    try:
        counting = engine.count(engine.Constraints.of_board(cells), totals, WIDEST)
    except (engine.TooManyStatesError, engine.TooWideError):
        return None
    return None if counting is None else counting.answer()


def look_ahead(
    cells: NDArray[np.int8],
    totals: Totals,
    log_weight: float,
    probability: NDArray[np.float64],
    beside: Neighbours,
) -> tuple[int, float]:
    """Return (cell, next_safe): the guess, and the chance that the opening after it is safe.

    cells: (rows, cols) of `Cell` values, no mine shown; log_weight, probability: of the board,
    as in `Answer`, and nothing is certainly free. next_safe holds if the guess itself was safe;
    cell is -1 where every unopened cell is a mine or no board that follows can be counted.
    """
    imagined = cells.copy()
    flat = imagined.reshape(cells.size)
    most = min(float(np.nanmin(probability)) + RISK_WINDOW, 0.999)
    chosen, best, best_next = -1, -1.0, 0.0
    for cell in candidates(flat, probability, most, beside):
        safe = 1.0 - probability[cell]
        if safe * (1.0 + PROGRESS) <= best:
            continue
        # What an opened neighbour has is no chance but NaN, and counts as neither.
        chances_around = probability[beside.around[cell, : beside.degree[cell]]]
        fewest, highest = int((chances_around == 1.0).sum()), int((chances_around > 0.0).sum())
        worth = next_safe = 0.0
        before = flat[cell]
        for value in range(fewest, highest + 1):
            flat[cell] = value
            after = counted(imagined, totals)
            if after is None:
                continue
            weight = math.exp(after.log_weight - log_weight)
            least, safety = prospects(after.probability, beside.pairs, beside.lengths)
            next_safe += weight * (1.0 - least)
            gain = 1.0 + PROGRESS if least == 0.0 else 1.0 - least
            worth += weight * gain * safety**LONG_TERM
        flat[cell] = before
        if worth > best + _TIE:  # symmetric cells differ by roundings alone
            chosen, best, best_next = cell, worth, next_safe / safe
    return chosen, best_next
