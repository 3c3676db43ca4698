"""A way to make sense of cells: how their grounds are grouped, and which of these are opened."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.looks.grounds import linked, look_the_same
from autoplay.vision.naming.doubts import in_patches, patchwork
from autoplay.vision.naming.judgement import objections

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.naming.evidence import Evidence
    from autoplay.vision.naming.sides import Sides

# What a faultless board costs: its grounds and its rarer digits.
_ORDINARY_COST = 4.0
_PLAUSIBLE_COST = 0.25
_SOUND_COST = 0.1
_HOPELESS = 2.0
_A_PATCHWORK = 3.0
_A_PATCH = 0.1
_DIGITS_AS_MARKS = 8.0
_HIDDEN_AS_NUMBERS = 6.0
_SEVERAL = 3
_OTHER_COLOUR = 4.0
_ONE_COLOUR = 2.0


@dataclass(frozen=True, eq=False)
class Way:
    """A way to make sense of cells that were cut once.

    lab: the cells. reach: at which distance their grounds were taken for different ones. rivals:
    (rows, cols) each, what other ways name them that are hardly less likely. odds: (rows, cols, 17)
    what a network that sees the whole board makes of them, None where it is not asked. rarity: what
    it costs besides that hardly any program looks so.
    """

    lab: NDArray[np.float32]
    evidence: Evidence
    sides: Sides
    reach: float
    rivals: tuple[NDArray[np.int8], ...] = ()
    odds: NDArray[np.float32] | None = None
    rarity: float = 0.0

    @property
    def cost(self) -> float:
        """How badly it fits the rules and the glyphs; 0 is perfect."""
        return self.sides.cost + self.rarity

    @cached_property
    def unlikeliness(self) -> float:
        """What speaks against it all in all: patches all hidden, marks that are digits, a judge."""
        patchwork = _A_PATCHWORK if self.patchy else 0.0
        indistinct = _HIDDEN_AS_NUMBERS if self.indistinct.any() else 0.0
        marks = _DIGITS_AS_MARKS if self.marks_digits else 0.0
        against = 0.0 if self.odds is None else objections(self.odds, self.sides.cells)
        return self.cost + patchwork + indistinct + marks + against

    @cached_property
    def marks_digits(self) -> bool:
        """Whether several cells that are called marks are rather digits by their shape."""
        marked = (self.sides.cells > Cell.HIDDEN).ravel()
        return bool((self.evidence.digit_like & marked).sum() >= _SEVERAL)

    @cached_property
    def indistinct(self) -> NDArray[np.bool_]:
        """Mark hidden cells, (rows, cols), that look as opened ones do without their digits.

        They are rather blanks, but where a program shows no difference. One that prints numbers on
        cells as they were has blanks of another ground.
        """
        cells, group = self.sides.cells.ravel(), self.evidence.group
        hidden, blanks = shows(cells, Cell.HIDDEN), shows(cells, Cell.N0)
        numbers = shows(cells, Cell.N1, Cell.N8)
        grounds, others = (
            np.flatnonzero(np.bincount(group[kind], minlength=1) >= _SEVERAL).tolist()
            for kind in (hidden, numbers)
        )
        marked = np.zeros(len(cells), bool)
        for own in [hidden & (group == ground) for ground in grounds]:
            if blanks.any() and not self._of_one_colour(own, blanks):
                continue
            same = (look_the_same(self.lab, own, numbers & (group == other)) for other in others)
            marked |= own & any(same)
        return marked.reshape(self.sides.cells.shape)

    def _of_one_colour(self, some: NDArray[np.bool_], others: NDArray[np.bool_]) -> bool:
        colours = [np.median(self.evidence.ground[kind], axis=0) for kind in (some, others)]
        return bool(np.linalg.norm(colours[0] - colours[1]) < _ONE_COLOUR)

    @cached_property
    def patchy(self) -> bool:
        """Whether plain cells of several colours are called hidden, and do not lie by turns."""
        evidence, sides = self.evidence, self.sides
        if patchwork(evidence.group.reshape(evidence.shape), sides.opened):
            return True
        hidden = sides.cells == Cell.HIDDEN
        if not hidden.any():
            return False
        colour = np.full(hidden.shape, -1)
        colour[hidden] = linked(evidence.ground[hidden.ravel()], _OTHER_COLOUR)
        count = np.bincount(colour[hidden])
        large = np.flatnonzero(count >= _A_PATCH * hidden.size).tolist()
        return in_patches([colour == number for number in large])


def sound_cost(cells: int) -> float:
    """Return what a board of so many cells costs at most that makes sense all over."""
    return _ORDINARY_COST + _SOUND_COST * cells


def dear_cost(cells: int) -> float:
    """Return what a board of so many cells costs at most that can be Minesweeper."""
    return _ORDINARY_COST + _PLAUSIBLE_COST * cells


def hopeless_cost(cells: int) -> float:
    """Return what contradicts the rules everywhere on a board of so many cells."""
    return _HOPELESS * dear_cost(cells)
