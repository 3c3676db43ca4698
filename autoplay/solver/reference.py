"""The counting in plain Python and whole numbers: slow, exact, and easy to check by eye.

It is the oracle of the tests, and the answer of last resort for positions whose counts leave the
range of a float. The fast kernels do the same elimination in the same words.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import comb, log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from autoplay.solver.constraints import Constraint, Puzzle
    from autoplay.solver.totals import Totals

State = tuple[int, ...]
"""What each open constraint still lacks, in the order in which they were opened."""

Counts = dict[int, int]
"""Number of layouts by the mines they use."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cells that lie in exactly the same constraints: no number can tell them apart."""

    cells: tuple[int, ...]
    constraints: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """The exact answer: chance of a mine by cell, weight of all layouts, mines in the sea."""

    probability: dict[int, Fraction]
    weight: Fraction
    sea_mines: Fraction


def tally(puzzle: Puzzle, totals: Totals) -> Tally | None:
    """Count all layouts of the unknown cells; None where not one agrees.

    totals: mines among the unknown cells (those shown already taken off).
    """
    if any(not c.cells and c.mines != 0 for c in puzzle.constraints):
        return None
    components = [Elimination(c, puzzle.constraints) for c in components_of(puzzle.constraints)]
    sea = set(puzzle.unknown).difference(*(c.cells for c in puzzle.constraints))

    # The sea's weight depends on nothing but the mines that the components have used. Fold it
    # with all components but one, for each component in turn.
    used = sum(len(g.cells) for e in components for g in e.groups)
    sea_weight = [_sea_weight(len(sea), m, totals) for m in range(used + 1)]
    everything = _convolve(e.counts for e in components)
    weight = sum((n * sea_weight[m] for m, n in everything.items()), Fraction(0))
    if weight == 0:
        return None
    probability: dict[int, Fraction] = {}
    for chosen in components:
        others = _convolve(e.counts for e in components if e is not chosen)
        outside = {
            m: sum((n * sea_weight[m + k] for k, n in others.items()), Fraction(0))
            for m in chosen.counts
        }
        for group, mines in zip(chosen.groups, chosen.mines_by_group(outside), strict=True):
            share = mines / (weight * len(group.cells))
            probability.update(dict.fromkeys(group.cells, share))
    in_sea = sum(
        (n * _sea_weight(len(sea), m, totals, expected=True) for m, n in everything.items()),
        Fraction(0),
    )
    sea_mines = in_sea / weight
    probability.update(dict.fromkeys(sea, sea_mines / max(1, len(sea))))
    return Tally(probability, weight, sea_mines)


def log_of(value: Fraction) -> float:
    """Return the natural logarithm of a fraction too large for a float."""
    return log(value.numerator) - log(value.denominator)


def groups_of(constraints: Sequence[Constraint]) -> list[Group]:
    """Merge cells that lie in the same constraints."""
    touching: dict[int, list[int]] = defaultdict(list)
    for index, constraint in enumerate(constraints):
        for cell in constraint.cells:
            touching[cell].append(index)
    merged: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for cell in sorted(touching):
        merged[tuple(touching[cell])].append(cell)
    return [Group(tuple(cells), key) for key, cells in merged.items()]


def components_of(constraints: Sequence[Constraint]) -> list[list[Group]]:
    """Split the groups into components, each in the order of a walk along shared constraints."""
    groups = groups_of(constraints)
    members: dict[int, list[int]] = defaultdict(list)
    for index, group in enumerate(groups):
        for constraint in group.constraints:
            members[constraint].append(index)
    seen: set[int] = set()
    components = []
    for start in range(len(groups)):
        if start in seen:
            continue
        seen.add(start)
        walk = [start]
        for index in walk:
            for constraint in groups[index].constraints:
                for other in members[constraint]:
                    if other not in seen:
                        seen.add(other)
                        walk.append(other)
        components.append([groups[index] for index in walk])
    return components


class Elimination:
    """One component, taken apart group by group from left to right.

    A layer is the frontier between two groups: it knows what every open constraint (one with
    groups on both sides) still lacks, and for each such state the number of ways to get there.
    """

    def __init__(self, groups: list[Group], constraints: Sequence[Constraint]) -> None:
        self.groups = groups
        self._needs = {i: constraints[i].mines for group in groups for i in group.constraints}
        last = {i: at for at, group in enumerate(groups) for i in group.constraints}
        self._open: list[list[int]] = [[]]
        for at, group in enumerate(groups):
            joined = self._open[-1] + [i for i in group.constraints if i not in self._open[-1]]
            self._open.append([i for i in joined if last[i] > at])
        self._layers: list[dict[State, Counts]] = [{(): {0: 1}}]
        for at in range(len(groups)):
            self._layers.append(self._forward(at))

    @property
    def cells(self) -> list[int]:
        """All cells of the component."""
        return [cell for group in self.groups for cell in group.cells]

    @property
    def counts(self) -> Counts:
        """Layouts of the whole component by mines; empty where none agrees."""
        return self._layers[-1].get((), {})

    def mines_by_group(self, outside: dict[int, Fraction]) -> list[Fraction]:
        """Return the weighted sum of mines in each group over all layouts.

        outside: weight of everything else for each number of mines in this component.
        """
        behind: dict[State, dict[int, Fraction]] = {(): outside}
        sums: list[Fraction] = []
        for at in range(len(self.groups) - 1, -1, -1):
            before: dict[State, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
            mines_here = Fraction(0)
            for state, counts in self._layers[at].items():
                for mines, ways, after in self._choices(at, state):
                    for used, weight in behind.get(after, {}).items():
                        value = ways * weight
                        before[state][used - mines] += value
                        mines_here += mines * counts.get(used - mines, 0) * value
            sums.append(mines_here)
            behind = before
        return sums[::-1]

    def _forward(self, at: int) -> dict[State, Counts]:
        layer: dict[State, Counts] = defaultdict(lambda: defaultdict(int))
        for state, counts in self._layers[at].items():
            for mines, ways, after in self._choices(at, state):
                for used, n in counts.items():
                    layer[after][used + mines] += n * ways
        return layer

    def _choices(self, at: int, state: State) -> Iterable[tuple[int, int, State]]:
        """Yield (mines, ways, next state) for each number of mines that the group can take."""
        group = self.groups[at]
        lacks = dict(zip(self._open[at], state, strict=True))
        for i in group.constraints:
            lacks.setdefault(i, self._needs[i])
        for mines in range(len(group.cells) + 1):
            left = {i: n - mines if i in group.constraints else n for i, n in lacks.items()}
            closed = [n for i, n in left.items() if i not in self._open[at + 1]]
            if min(left.values(), default=0) >= 0 and not any(closed):
                yield (
                    mines,
                    comb(len(group.cells), mines),
                    tuple(left[i] for i in self._open[at + 1]),
                )


def _convolve(factors: Iterable[Counts]) -> Counts:
    product: Counts = {0: 1}
    for factor in factors:
        grown: Counts = defaultdict(int)
        for a, n in product.items():
            for b, k in factor.items():
                grown[a + b] += n * k
        product = grown
    return product


def _sea_weight(cells: int, used: int, totals: Totals, *, expected: bool = False) -> Fraction:
    """Weigh all fillings of the sea (or the mines in them) once the components used some mines."""
    odds = Fraction(totals.odds)
    weight = Fraction(0)
    for mines in range(max(0, totals.low - used), min(cells, totals.high - used) + 1):
        weight += comb(cells, mines) * odds ** (used + mines) * (mines if expected else 1)
    return weight
