"""Try ways to make sense of cells: grounds grouped finer and coarser, then odd programs' ways."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.looks.glyphs import MOST_ALIKE, Lifter
from autoplay.vision.looks.grounds import frames, grounds, linked, rims, size_classes
from autoplay.vision.naming.evidence import FEWEST_ZEROS, Evidence
from autoplay.vision.naming.sides import A_GROUND, decide_sides
from autoplay.vision.rules.consistency import broken
from autoplay.vision.unknown.odd_programs import (
    blanks_opened,
    hidden_parted,
    numbers_parted,
    strangers_parted,
    without_flood,
    zeros_parted,
)
from autoplay.vision.unknown.ways import Way, hopeless_cost, sound_cost

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.looks.glyphs import Glyphs
    from autoplay.vision.rules.hints import Hints

# Distances between grounds, in Lab units, at which the board is tried to be split.
_REACHES = (1.6, 2.6, 4.0, 6.5, 10.0)
_RIM_REACHES = (1.6, 2.6)
_MANY_ALIKE = 0.6
_ALL_ALIKE = 1.1
_RARE_PROGRAM = 1.0
_OF_ITS_OWN = 3.0
_OF_ITS_OWN_IN_PLAY = 6.0
_A_RIVAL = 2.5
_NEARLY_ALL = 0.9
_A_BLANK_FOR = 0.15
_SEVERAL = 3
_HARDLY_DIGIT = 0.15


def likeliest_way(
    lab: NDArray[np.float32],
    grid: Grid,
    hints: Hints | None,
    reaches: tuple[float, ...] = _REACHES,
    covered: NDArray[np.bool_] | None = None,
    odds: NDArray[np.float32] | None = None,
    *,
    brief: bool = False,
) -> Way:
    """Return the way that makes most sense of cells, whose grounds are grouped at some reaches.

    lab: (n, SIDE, SIDE, 3) the cells of the grid. hints: what play has shown, None for a picture.
    covered: (n,) cells that may be anything, None if none is covered. odds: what a network makes of
    the cells, as `Way` takes them. brief: try no odd program where no usual one makes sense.
    """
    trials = _Trials(lab, grid, hints, covered, odds)
    trials.group_by(frames(lab, trials.ground), reaches)
    cost, cells = trials.least_cost, len(lab)
    one_ground = all(way.evidence.size.max() > _NEARLY_ALL * cells for way in trials.ways)
    if cost > sound_cost(cells) and (one_ground or cost < hopeless_cost(cells)):
        # Pictures that fill their cells have one ground colour, but not one border; nor have
        # buttons that only a finer line tells are pressed.
        trials.group_by(rims(lab), _RIM_REACHES)
    if not trials.ways:
        way = trials.tried(np.zeros(cells, np.intp), MOST_ALIKE, reaches[-1])
        # Nearly every cell has a ground of its own, as in a colour chart: no board looks so.
        return replace(way, rarity=A_GROUND * cells / 3)
    dear = cost > sound_cost(cells)
    if dear:
        trials.part_hidden(trials.likeliest)
    lone = hints is not None and bool(hints.turned.any())
    best = trials.likeliest
    if dear and brief:
        return best
    fresh = not shows(best.sides.cells, Cell.N0, Cell.N8).any()
    odd = dear or lone or best.patchy or (fresh and trials.show_glyphs(best.evidence.group))
    wrong = broken(best.sides.cells)
    if odd:
        trials.part_strangers(best)
        trials.part_zeros(best)
        trials.ways += without_flood(trials.ways, hints)
    elif wrong[shows(best.sides.cells, Cell.N0)].any():
        trials.ways += without_flood([best], hints)
    if dear or wrong.any() or best.marks_digits:
        trials.part_numbers(best, floods=not odd)
    best = trials.likeliest
    rivals = [way for way in trials.ways if way.unlikeliness < best.unlikeliness + _A_RIVAL]
    return replace(best, rivals=tuple(way.sides.cells for way in rivals if way is not best))


class _Trials:
    """The ways tried so far; none is tried twice, nor what can only be worse."""

    def __init__(
        self,
        lab: NDArray[np.float32],
        grid: Grid,
        hints: Hints | None,
        covered: NDArray[np.bool_] | None,
        odds: NDArray[np.float32] | None,
    ) -> None:
        self.ways: list[Way] = []
        self._covered = covered
        self._odds = odds
        self.ground = grounds(lab)
        self._lab = lab
        self._hints = hints
        self._shape = (grid.rows, grid.cols)
        self._lifter = Lifter(lab, self.ground, size_classes(grid))
        self._seen: set[bytes] = set()

    @property
    def least_cost(self) -> float:
        """What the cheapest way costs so far."""
        return min((way.cost for way in self.ways), default=np.inf)

    @property
    def likeliest(self) -> Way:
        """The likeliest way so far."""
        return min(self.ways, key=attrgetter("unlikeliness"))

    def group_by(self, features: NDArray[np.float32], reaches: tuple[float, ...]) -> None:
        """Try grounds of cells whose features, (n, k), lie within each reach."""
        for reach in reaches:
            group = linked(features, reach)
            if group.tobytes() in self._seen or group.max() > len(group) // 3:
                continue
            # More grounds than another way costs altogether.
            least = min((way.unlikeliness for way in self.ways), default=np.inf)
            if A_GROUND * group.max() > least:
                continue
            self._seen.add(group.tobytes())
            self.ways.append(self.tried(group, MOST_ALIKE, reach))
            # Late in a game nearly half the cells may be ones, on a ground of their own.
            if self._lifter.shows_glyphs(group, _MANY_ALIKE):
                self.ways.append(self.tried(group, _MANY_ALIKE, reach))

    def part_hidden(self, way: Way) -> None:
        """Try grounds of their own for cells that play has shown to be hidden, if it has.

        On the ground of opened cells a drawing alone may tell hidden ones.
        """
        if self._hints is None:
            return
        group = hidden_parted(way.evidence, self._hints.hidden.ravel())
        if group.max() > way.evidence.group.max():
            self.ways.append(self.tried(group, MOST_ALIKE, way.reach))

    def part_numbers(self, way: Way, *, floods: bool) -> None:
        """Try the same grounds for a program that prints numbers on cells as they were.

        Its blanks have to show by their ground, on which no numbers stand, or all that is plain may
        be hidden; where many numbers are opened, a few blanks are rather something else. floods:
        whether it surely does.
        """
        other = self._judged(numbers_parted(way.evidence), way.evidence.glyphs, way.reach)
        for parted in (other, *([] if floods else without_flood([other], self._hints))):
            sides = parted.sides
            if not shows(sides.cells, Cell.N0).any():
                sides = blanks_opened(parted.evidence, sides)
            numbers, blanks = shows(sides.cells, Cell.N1, Cell.N8), shows(sides.cells, Cell.N0)
            if _share_ground(numbers, blanks, way.evidence) >= _SEVERAL:
                continue
            if blanks.sum() > _A_BLANK_FOR * numbers.sum():
                self.ways.append(replace(parted, sides=sides, rarity=_RARE_PROGRAM))

    def part_strangers(self, way: Way) -> None:
        """Try grounds of their own for drawings that are clearly no digits: letters for mines.

        That has to make far more sense: flags may as well be what their own ground shows. In play
        it hardly ever does: what a click has opened is no flag.
        """
        apart = strangers_parted(way.evidence, _HARDLY_DIGIT)
        if apart.max() > way.evidence.group.max():
            other = self.tried(apart, MOST_ALIKE, way.reach)
            rarity = _OF_ITS_OWN if self._hints is None else _OF_ITS_OWN_IN_PLAY
            self.ways.append(replace(other, rarity=rarity))

    def part_zeros(self, way: Way) -> None:
        """Try the same grounds for a program that prints zeros, if there are some.

        Where most cells of a ground show one glyph it may be the zero, and no part of the ground.
        """
        ways = [way]
        if self.show_glyphs(way.evidence.group):
            ways.append(self.tried(way.evidence.group, _ALL_ALIKE, way.reach))
            self.ways.append(ways[1])
        for whole in ways:
            parted, drawn = zeros_parted(whole.evidence)
            others = [self.tried(parted, MOST_ALIKE, way.reach)]
            if self.show_glyphs(parted):
                others.append(self.tried(parted, _ALL_ALIKE, way.reach))
                apart = strangers_parted(others[1].evidence)
                others.append(self.tried(apart, _ALL_ALIKE, way.reach))
            for other in others:
                # A zero beside hidden cells is none to a program that opens what lies beside it.
                for either in (other, *without_flood([other], self._hints)):
                    if (drawn & (either.sides.cells == Cell.N0).ravel()).sum() >= FEWEST_ZEROS:
                        self.ways.append(either)
                        break

    def show_glyphs(self, group: NDArray[np.intp]) -> bool:
        """Tell whether a ground of many cells shows one glyph on nearly all of them."""
        return self._lifter.shows_glyphs(group, _ALL_ALIKE)

    def tried(self, group: NDArray[np.intp], most_alike: float, reach: float) -> Way:
        """Return how cells are best named if these, (n,), share their grounds."""
        return self._judged(group, self._lifter.lift(group, most_alike), reach)

    def _judged(self, group: NDArray[np.intp], glyphs: Glyphs, reach: float) -> Way:
        evidence = Evidence(self._shape, group, glyphs, self.ground, self._hints, self._covered)
        # In play what is covered is read as well as can be, else what makes no sense need not be.
        most = np.inf if self._hints is not None else hopeless_cost(len(group))
        sides = decide_sides(evidence, min(most, self.least_cost))
        return Way(self._lab, evidence, sides, reach, odds=self._odds)


def _share_ground(some: NDArray[np.bool_], others: NDArray[np.bool_], evidence: Evidence) -> int:
    """Return how many of some cells, (rows, cols), have a ground that others have as well."""
    theirs = np.unique(evidence.group[others.ravel()])
    return int(np.isin(evidence.group[some.ravel()], theirs).sum())
