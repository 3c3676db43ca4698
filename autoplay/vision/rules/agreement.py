"""Which numbers of a board cannot all be right together, and which one of them may be another.

Single numbers and pairs show most contradictions, but not those of a chain of numbers: there every
layout of mines has to be tried. Numbers that share no unopened cell say nothing of each other, and
cells beside the same numbers are as good as one, so few are left to try.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.rules.consistency import MAY_BE_MINES, SHOWN_MINES
from autoplay.vision.rules.neighbourhood import places_around

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from autoplay.vision.rules.neighbourhood import Place

_MOST_TRIED = 3000


@dataclass(frozen=True, slots=True)
class _Number:
    """A number: where it is, how many mines are shown beside it, and where the others may be."""

    place: Place
    number: int
    shown: int
    free: frozenset[Place]

    @property
    def lacks(self) -> int:
        """How many of the mines that it counts are not shown."""
        return self.number - self.shown


@dataclass(slots=True)
class _Tries:
    """How many more layouts may be tried."""

    left: int = _MOST_TRIED


def other_numbers(
    cells: NDArray[np.int8], doubtful: NDArray[np.bool_]
) -> Iterator[dict[Place, list[Cell]]]:
    """Yield, for numbers that cannot all be right, which doubtful one of them may be what else.

    cells: (rows, cols) of `Cell` values; doubtful: (rows, cols) the numbers that may be misread.
    One dictionary for each set of numbers that hang together: place to the numbers that would let
    all of the set be right. Empty where no single other number does; none where it takes too long
    to tell.
    """
    tries = _Tries()
    for numbers in _sets(_numbers(cells)):
        if _agree(numbers, tries):
            continue
        others: dict[Place, list[Cell]] = {}
        for own in numbers:
            rest = [other for other in numbers if other is not own]
            if not doubtful[own.place] or not _agree(rest, tries):
                continue
            fits = [
                Cell(number)
                for number in range(max(Cell.N1, own.shown), own.shown + len(own.free) + 1)
                if _agree([*rest, replace(own, number=number)], tries)
            ]
            if fits:
                others[own.place] = fits
        if tries.left > 0:
            yield others


def fitting(cells: NDArray[np.int8], place: Place, likely: Iterable[Cell]) -> list[Cell]:
    """Return which of some numbers one cell may be, all others being right.

    cells: (rows, cols) of `Cell` values. Nothing fits where the others are not right together.
    """
    numbered = cells.copy()
    numbered[place] = Cell.N1
    for numbers in _sets(_numbers(numbered)):
        for own in numbers:
            if own.place == place:
                rest = [other for other in numbers if other is not own]
                trials = {number: [*rest, replace(own, number=int(number))] for number in likely}
                return [number for number, trial in trials.items() if _agree(trial, _Tries())]
    return []


def _numbers(cells: NDArray[np.int8]) -> list[_Number]:
    unopened, mines = MAY_BE_MINES[cells], SHOWN_MINES[cells]
    found = []
    for row, col in np.argwhere(shows(cells, Cell.N1, Cell.N8)).tolist():
        around = places_around((row, col), cells.shape)
        shown = sum(bool(mines[place]) for place in around)
        free = frozenset(place for place in around if unopened[place])
        found.append(_Number((row, col), int(cells[row, col]), shown, free))
    return found


def _sets(numbers: list[_Number]) -> Iterator[list[_Number]]:
    """Yield numbers that hang together, directly or by others, by the cells they share."""
    beside: dict[Place, list[int]] = {}
    for index, number in enumerate(numbers):
        for place in number.free:
            beside.setdefault(place, []).append(index)
    left = set(range(len(numbers)))
    while left:
        found = [left.pop()]
        for index in found:
            near = {other for place in numbers[index].free for other in beside[place]} & left
            left -= near
            found += near
        yield [numbers[index] for index in found]


def _agree(numbers: list[_Number], tries: _Tries) -> bool:
    """Tell whether some layout of mines agrees with all numbers, or no more may be tried."""
    seen_by: dict[Place, list[int]] = {}
    for index, number in enumerate(numbers):
        for place in number.free:
            seen_by.setdefault(place, []).append(index)
    kinds: dict[tuple[int, ...], int] = {}
    for indices in seen_by.values():
        kinds[tuple(indices)] = kinds.get(tuple(indices), 0) + 1
    members: list[list[int]] = [[] for _ in numbers]
    for kind, seers in enumerate(kinds):
        for index in seers:
            members[index].append(kind)
    sums = [(number.lacks, own) for number, own in zip(numbers, members, strict=True)]
    search = _Search(sums, tries)
    return search.possible([0] * len(kinds), list(kinds.values()))


class _Search:
    """Looks for mines in kinds of cells so that all sums of them are right."""

    def __init__(self, sums: list[tuple[int, list[int]]], tries: _Tries) -> None:
        self._sums = sums
        self._tries = tries

    def possible(self, low: list[int], high: list[int]) -> bool:
        """Tell whether there are such between the fewest and most of each kind, changed in place.

        What the sums leave open is tried in turn, the kind with fewest choices first.
        """
        self._tries.left -= 1
        if self._tries.left < 0:
            return True
        if not self._narrowed(low, high):
            return False
        choices = [(high[kind] - low[kind], kind) for kind in range(len(low))]
        choices = [choice for choice in choices if choice[0]]
        if not choices:
            return True
        kind = min(choices)[1]
        for mines in range(low[kind], high[kind] + 1):
            lower, higher = low.copy(), high.copy()
            lower[kind] = higher[kind] = mines
            if self.possible(lower, higher):
                return True
        return False

    def _narrowed(self, low: list[int], high: list[int]) -> bool:
        """Narrow how many mines each kind has until nothing changes; say if all sums may be."""
        changed = True
        while changed:
            changed = False
            for total, kinds in self._sums:
                least, most = sum(low[kind] for kind in kinds), sum(high[kind] for kind in kinds)
                if not least <= total <= most:
                    return False
                for kind in kinds:
                    fewest = max(low[kind], total - most + high[kind])
                    at_most = min(high[kind], total - least + low[kind])
                    changed |= (fewest, at_most) != (low[kind], high[kind])
                    # The next ones may be narrowed by it at the next round.
                    low[kind], high[kind] = fewest, at_most
        return True
