"""A board read without a pack, and what speaks for and against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.locate.ruling import held_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.locate.extent import Voted
    from autoplay.vision.unknown.unknown_reading import UnknownReading

# What a cell that makes sense is worth, in costs of a reading, and what each vote for it.
_A_CELL = 0.06
_A_VOTE = 0.02
_A_SIDE = 0.15
# With nothing opened less speaks for a board: numbers that make sense tell more.
_NOTHING_OPENED = 2.0
_A_USUAL_SHAPE = 3.0
_EXPERT = (16, 30)
_UNANIMOUS = 3.0
_NO_RULE_BROKEN = 2.0
_NUMBERS_VOUCH = 1.5
_SURELY = 0.8
_SEVERAL = 3
_OVERRULED = 15.0
_SEVERAL_LINES = 2
_CUT = 0.05
_SENSELESS = 0.9
# Hardly a program leaves closed what lies beside a blank.
_DOES_NOT_FLOOD = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A board read without a pack.

    grid: in picture pixels. believed: whether its cells show, if nothing is opened. painted:
    whether all of them are hidden and bear one picture, whatever else can be said of that. opposed:
    whether more speaks against it than for it, though it makes sense.
    """

    unknown: UnknownReading
    grid: Grid
    believed: bool = True
    painted: bool = False
    opposed: bool = False

    @property
    def placed(self) -> tuple[Grid, NDArray[np.int8]]:
        """Where its cells are, in picture pixels, and what they are, (rows, cols)."""
        return self.grid, self.unknown.cells

    @property
    def sound(self) -> bool:
        """Whether it makes sense all over."""
        return self.painted or (self.unknown.sound and self.believed)

    @property
    def senseless(self) -> bool:
        """Whether it makes no sense, and a network sees no board there either."""
        return self.unknown.unseen and not self.sound

    @property
    def settled(self) -> bool:
        """Whether it clearly makes sense, and none of its rows and columns may be the window's.

        Nor is it a part of a larger board that a network sees.
        """
        clearly = self.sound and not (self.unknown.hardly_sound or self.opposed)
        return self.painted or (clearly and not (self.unknown.fresh or self.seen_further))

    @property
    def doubtful(self) -> bool:
        """Whether it costs so much that some of it is likely misread."""
        return not self.sound or (self.unknown.doubtful and not self.undisputed)

    @property
    def seen_whole(self) -> bool:
        """Whether it makes sense, and a network sees the very same, and where it ends."""
        return self.sound and self.unknown.seen_clearly

    @property
    def seen_further(self) -> bool:
        """Whether a network sees several more rows or columns of a board at one of its sides."""
        if self.unknown.window is None:
            return False
        down, across = self.unknown.window
        rows, cols = self.unknown.cells.shape
        further = max(-down.start, -across.start, down.stop - rows, across.stop - cols)
        return bool(further >= _SEVERAL_LINES)

    def seen_off(self, picture: tuple[int, ...]) -> bool:
        """Whether a network sees a row or column more that an edge of the picture cuts.

        picture: its height and width, in pixels.
        """
        if self.unknown.window is None or self.unknown.seen_to_its_ends:
            return False
        extent = self.grid.window(self.unknown.window)
        left, top, right, bottom = extent.area
        across = max(-left, right - picture[1]) / extent.pitch_x
        down = max(-top, bottom - picture[0]) / extent.pitch_y
        return max(across, down) > _CUT

    @property
    def seen_elsewhere(self) -> bool:
        """Whether a network sees no board where one was read, a larger one, or quite another."""
        otherwise = self.doubtful and self.unknown.objections > _OVERRULED
        return self.unknown.unseen or otherwise or self.seen_further

    @property
    def undisputed(self) -> bool:
        """Whether numbers vouch for it, and a network that sees it whole has nothing against it.

        What two ways to read agree on need not be read a third time, cut or coloured otherwise. But
        it has to flood: a strip of the window beside opened cells may seem to be hidden ones.
        """
        vouched = self.unknown.faultless and self.unknown.floods
        return self.settled and self.seen_whole and vouched

    @property
    def plausible(self) -> bool:
        """Whether it can be Minesweeper at all."""
        return self.unknown.plausible and self.believed

    @property
    def confidence(self) -> NDArray[np.float32]:
        """How sure each cell is, (rows, cols): none is, where the whole makes no sense.

        Nor where a network sees another board.
        """
        if not self.sound:
            return np.minimum(self.unknown.confidence, np.float32(_SENSELESS))
        reading = self.unknown.unsure() if self.unknown.objected else self.unknown
        return reading.confidence

    @property
    def whole(self) -> bool:
        """Whether it can be Minesweeper, every cell has a name and no rule is broken."""
        return self.plausible and self.unknown.whole


def adds_numbers(whole: Found, part: Found) -> bool:
    """Whether a board has numbers beside a part of it that hold together with all the others."""
    kept = held_by(whole.grid, part.grid)
    if kept.sum() < part.grid.size or not whole.sound:
        return False
    unknown = whole.unknown
    added = ~kept & shows(unknown.cells, Cell.N1, Cell.N8) & (unknown.confidence > _SURELY)
    return bool(unknown.floods and added.sum() >= _SEVERAL and unknown.faultless)


def convincing(found: Found, voted: Voted) -> bool:
    """Whether a board need not make sense all over: its cells say so, the rules, or numbers."""
    least = _UNANIMOUS
    if found.whole:
        least = _NUMBERS_VOUCH if found.unknown.faultless else _NO_RULE_BROKEN
    return voted.agreement >= least and not found.unknown.hopeless


def least_unlikeliness(voted: Voted) -> float:
    """Return what speaks against a board if its reading makes sense without any doubt."""
    grid = voted.grid
    shaped = grid.rows == grid.cols or (grid.rows, grid.cols) == _EXPERT
    usual = _A_USUAL_SHAPE if shaped else 0.0
    return -worth_of_cells(grid) - _A_VOTE * voted.votes - _A_SIDE * voted.bordered - usual


def worth_of_cells(grid: Grid) -> float:
    """Return what it is worth in costs that as many cells as a grid has make sense."""
    return _A_CELL * grid.size


def unlikeliness(found: Found, voted: Voted) -> float:
    """Return what speaks against a board: a reading that costs much, cells that vote against it.

    What lies around a board makes no sense, or it is dear; so cells that make sense count for it.
    """
    nothing = _NOTHING_OPENED if found.unknown.fresh else 0.0
    cost = found.unknown.cost_in_play + found.unknown.objections
    odd = 0.0 if found.unknown.floods else _DOES_NOT_FLOOD
    return cost + nothing + odd + least_unlikeliness(voted)
