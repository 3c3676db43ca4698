"""Draws one layout of mines out of all that agree with a board, each equally likely.

The counting of the layouts is the solver's; here the counts are walked back to front, and at
every branch one way is taken with the chance that its share of whole layouts gives it. All the
numbers are whole, so that no layout is favoured by rounding.
"""

from __future__ import annotations

from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from autoplay.errors import ContradictionError
from autoplay.solver.constraints import puzzle_of
from autoplay.solver.reference import Elimination, components_of

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from autoplay.board import Board

T = TypeVar("T")


def draw_layout(board: Board, mines: int, rng: random.Random) -> NDArray[np.bool_]:
    """Return the (rows, cols) mask of mines among the unopened cells, uniformly drawn.

    mines: the total on the whole board, those shown included.
    A cell shown as a mine is one, a cell shown as a wrong flag is free; flags do not count.
    Raises ContradictionError where no layout agrees.
    """
    puzzle = puzzle_of(board)
    components = [Walk(groups, puzzle.constraints) for groups in components_of(puzzle.constraints)]
    sea = sorted(set(puzzle.unknown).difference(*(c.cells for c in puzzle.constraints)))
    left = mines - puzzle.shown
    ways = _ways_from(components, len(sea), left)
    if not all(c.cells or not c.mines for c in puzzle.constraints) or not ways[0].get(left):
        raise ContradictionError("no layout of mines agrees with this board; check its numbers")

    drawn: list[int] = []
    for component, ways_after in zip(components, ways[1:], strict=True):
        shares = [(m, n * ways_after.get(left - m, 0)) for m, n in component.counts.items()]
        here = _pick(shares, rng)
        drawn += component.draw(here, rng)
        left -= here
    drawn += rng.sample(sea, left)
    layout = np.zeros(board.rows * board.cols, np.bool_)
    layout[drawn] = True
    return layout.reshape(board.rows, board.cols)


class Walk(Elimination):
    """One component of the count, walked back from its end to a single layout."""

    def draw(self, mines: int, rng: random.Random) -> list[int]:
        """Return the mines of one layout of the component that has this many."""
        drawn: list[int] = []
        state: tuple[int, ...] = ()
        for at in range(len(self.groups) - 1, -1, -1):
            shares = [
                ((before, here), ways * counts.get(mines - here, 0))
                for before, counts in self._layers[at].items()
                for here, ways, after in self._choices(at, before)
                if after == state
            ]
            state, here = _pick(shares, rng)
            drawn += rng.sample(self.groups[at].cells, here)
            mines -= here
        return drawn


def _ways_from(components: Sequence[Walk], sea: int, mines: int) -> list[dict[int, int]]:
    """For each component, count how it, those after it and the sea can hold a number of mines."""
    ways = [{left: comb(sea, left) for left in range(min(sea, mines) + 1)}]
    for component in reversed(components):
        together: dict[int, int] = {}
        for left, n in ways[0].items():
            for here, k in component.counts.items():
                together[left + here] = together.get(left + here, 0) + n * k
        ways.insert(0, together)
    return ways


def _pick(shares: Sequence[tuple[T, int]], rng: random.Random) -> T:
    """Return one of several things, each with the chance its share of the whole gives it."""
    point = rng.randrange(sum(share for _, share in shares))
    ends = accumulate(share for _, share in shares)
    return next(thing for (thing, _), end in zip(shares, ends, strict=True) if point < end)
