"""A board as it was read without a pack, and how much sense that makes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.lattices.located import LIKELY_SIDE
from autoplay.vision.naming.doubts import exceeded, strewn
from autoplay.vision.naming.evidence import A_LOSS
from autoplay.vision.rules.consistency import (
    MANY_NUMBERS,
    broken,
    faultless,
    impossible,
    whole,
    without_mines,
)
from autoplay.vision.rules.lists import are_clues, is_list, never_blank
from autoplay.vision.rules.neighbourhood import count_around
from autoplay.vision.unknown.ways import dear_cost, hopeless_cost, sound_cost

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

# What a fresh board costs at most, and one of which a network sees just these cells.
_FRESH_COST = 6.0
_SEEN_FRESH_COST = 12.0
_HARDLY_OPENED_COST = 24.0
_MOST_MARKED = 0.1
_MARKED = 3
# With nothing opened only the grid tells of a board: the fewest cells at a side, and how many times
# as long the other is at most.
_USUAL_SHAPE = (LIKELY_SIDE, 4)
_SEEN_SHAPE = (5, 6)
# A board that costs more is read a second time, cut otherwise.
_DOUBTFUL_COST = 7.0
_HARDLY = 0.8
# Where many numbers all hold together, odd drawings matter less.
_MORE = 1.6
_VOUCHED = 1.15
# What each number beyond the first ones is worth in costs, where all of them hold together.
_A_NUMBER = 0.5
_TAKEN_FOR_GRANTED = 5
_AS_COMMON = 2
_SEVERAL_MINES = 2
_SEVERAL = 6
_VERY_MANY = 10
_FEW_OPENED = 3
_AN_EXPLOSION = 4.0
_PLAUSIBLE_UNREADABLE = 0.3
_DISPUTED = 0.9
_MOSTLY = 0.5
# What a network has against a board of which it sees another.
_OBJECTED = 8.0
_HARDLY_OBJECTED = 1.0
_HARDLY_SEEN = 0.1
_MOST_ELSEWHERE = 0.3
_GOOD_PART = 0.25
_HALF = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class UnknownReading:
    """A board read without a pack.

    cells: (rows, cols) int8 of `Cell` values, UNREADABLE where ambiguous.
    confidence: (rows, cols) float32, 0 to 1.
    candidates: for each ambiguous cell what it may be, the likeliest first.
    cost: how badly the best naming fits the rules and the glyphs; 0 is perfect.
    even: whether hidden cells are all drawn alike, where nothing is opened.
    floods: whether beside a blank all cells are opened, as in nearly all programs.
    objections: what a network that sees the whole board has against this reading, as a cost.
    window: the rows and columns, some perhaps beyond it, which that takes for the board.
    elsewhere: the share of its cells, 0 to 1, that it takes for none of a board's.
    covered: (rows, cols) the unreadable cells that another window covers; None if it covers none.
    """

    cells: NDArray[np.int8]
    confidence: NDArray[np.float32]
    candidates: Mapping[tuple[int, int], tuple[Cell, ...]]
    cost: float
    even: bool = True
    floods: bool = True
    objections: float = 0.0
    window: tuple[slice, slice] | None = None
    elsewhere: float = 0.0
    covered: NDArray[np.bool_] | None = None

    @property
    def sound(self) -> bool:
        """Whether it makes sense all over, as a board does that nothing covers."""
        cost, most = self.cost_in_play, sound_cost(self.cells.size)
        vouched = max(_VOUCHED * most, most + _A_NUMBER * (self._vouching - _TAKEN_FOR_GRANTED))
        cheap = cost < vouched or self.seen_clearly
        return self.plausible and (cost < most or (cheap and self.faultless))

    @property
    def doubtful(self) -> bool:
        """Whether it costs more than most boards do that are read without a mistake."""
        return self.cost_in_play > _DOUBTFUL_COST

    @property
    def hardly_sound(self) -> bool:
        """Whether it costs nearly too much to make sense, and no numbers vouch for it."""
        return self._dear(_HARDLY)

    @property
    def hopeless(self) -> bool:
        """Whether it contradicts the rules everywhere."""
        dear = self.cost > hopeless_cost(self.cells.size)
        return bool(dear or self._breaks_rules or self._strewn)

    @property
    def fresh(self) -> bool:
        """Whether no number is opened: then only the grid tells of a board."""
        return not self._numbers.any()

    @property
    def hardly_opened(self) -> bool:
        """Whether no number is opened, or a few without any blank: then the grid has to tell."""
        few = self._numbers.sum() <= _FEW_OPENED
        return self.fresh or bool(few and not shows(self.cells, Cell.N0).any())

    @property
    def hidden(self) -> bool:
        """Whether nearly all cells are hidden, and the others marked."""
        hidden = float((shows(self.cells, Cell.HIDDEN) | self._covered).mean())
        return self._hardly_marked and self._usual_shape and hidden >= 1 - _MOST_MARKED

    @property
    def _hardly_marked(self) -> bool:
        """Whether no number is opened and hardly a cell marked: other puzzles are solved so.

        Unless a network sees just this board: some players mark what they mean to spare.
        """
        few = shows(self.cells, Cell.FLAG, Cell.QUESTION).sum() <= _MARKED
        return self.fresh and (bool(few) or self.seen_clearly)

    @property
    def _covered(self) -> NDArray[np.bool_]:
        return np.zeros(self.cells.shape, bool) if self.covered is None else self.covered

    @property
    def _unreadable(self) -> NDArray[np.bool_]:
        """The cells, (rows, cols), that cannot be read though nothing covers them."""
        return shows(self.cells, Cell.UNREADABLE) & ~self._covered

    @property
    def _usual_shape(self) -> bool:
        short, long = sorted(self.cells.shape)
        # Keys and icons, five in a row, and walls are many a board, but no network sees just these.
        least, longest = _SEEN_SHAPE if self.seen_clearly else _USUAL_SHAPE
        return bool(short >= least and long <= longest * short)

    @property
    def unseen(self) -> bool:
        """Whether a network that was asked sees hardly a cell of a board there."""
        if self.window is None:
            return self.objections > 0
        down, across = self.window
        seen = (down.stop - down.start) * (across.stop - across.start)
        return bool(seen < _HARDLY_SEEN * self.cells.size)

    @property
    def objected(self) -> bool:
        """Whether a network sees another board there."""
        return self.objections > _OBJECTED

    @property
    def hardly_likely(self) -> bool:
        """Whether a network sees no board, and it half makes sense, or no numbers vouch for it.

        Or sees another board, and this makes no sense all over. Or sees something else in many of
        its cells, unless a good part of them are numbers that all hold together: what lies on a
        wallpaper here and there may seem to be opened cells that break no rule. Or most of many
        flags lie far from what is opened. Such a lattice may still be half of a board's, or twice
        as fine.
        """
        if self.unseen and (self._dear(_HALF) or self._of_one_number):
            return True
        if self.objected and not self.sound:
            return True
        elsewhere = not self.unseen and self.elsewhere > _MOST_ELSEWHERE
        vouched = self.faultless and self._vouching > _GOOD_PART * self.cells.size
        return self._marked_afar or (elsewhere and not vouched)

    @property
    def _marked_afar(self) -> bool:
        """Whether most of many flags lie beside nothing that is opened: players set none there.

        Unless a network sees just this board.
        """
        if self.seen_clearly:
            return False
        flags = shows(self.cells, Cell.FLAG)
        afar = flags & (count_around(self.cells <= Cell.N8) == 0)
        return bool(afar.sum() > max(_VERY_MANY, _MOSTLY * flags.sum()))

    def _dear(self, share: float) -> bool:
        """Whether it costs more than a share of what makes sense, and no numbers vouch for it."""
        return self.cost_in_play > share * sound_cost(self.cells.size) and not self.faultless

    @property
    def seen_to_its_ends(self) -> bool:
        """Whether a network takes just these rows and columns for the board."""
        rows, cols = self.cells.shape
        return self.window == (slice(0, rows), slice(0, cols))

    @property
    def seen_clearly(self) -> bool:
        """Whether a network takes just these cells for a board, and names them likewise."""
        return self.seen_to_its_ends and self.objections < _HARDLY_OBJECTED

    @property
    def rules_broken(self) -> int:
        """How many cells break a rule, alone or with others."""
        return int(impossible(self.cells, floods=self.floods).sum())

    @property
    def whole(self) -> bool:
        """Whether every cell has a name and no rule is broken, however odd what is drawn."""
        return whole(self.cells, floods=self.floods)

    @property
    def faultless(self) -> bool:
        """Whether it is whole, and many cells are numbers: these vouch for the rest."""
        return faultless(self.cells, floods=self.floods)

    @property
    def _vouched_for(self) -> bool:
        """Whether it is whole, and many numbers vouch for it, or a network that sees the same."""
        return self.faultless or (not self.fresh and self.seen_clearly and self.whole)

    @property
    def cost_of_loss(self) -> float:
        """Return what each lost board costs, where the mines that are shown are vouched for."""
        exploded = bool(shows(self.cells, Cell.EXPLODED).any())
        mines = int(shows(self.cells, Cell.MINE).sum()) + exploded
        if mines < _SEVERAL_MINES or not self._vouched_for:
            return 0.0
        return A_LOSS + (_AN_EXPLOSION if exploded else 0.0)

    @property
    def cost_in_play(self) -> float:
        """Return what it costs besides what each lost board does."""
        return self.cost - self.cost_of_loss

    @property
    def listed(self) -> bool:
        """Whether its numbers stand in lines that are all the same, or as clues: mines never do."""
        listed = is_list(self.cells) or is_list(self.cells.T)
        return listed or are_clues(self.cells) or never_blank(self.cells)

    @property
    def _numbers(self) -> NDArray[np.bool_]:
        return shows(self.cells, Cell.N1, Cell.N8)

    @property
    def _vouching(self) -> int:
        """Return how many numbers vouch for the rest, if all hold together.

        One number alone may come again as any pattern does.
        """
        commonest = int(np.bincount(self.cells[self._numbers], minlength=1).max())
        others = int(self._numbers.sum()) - commonest
        return others + min(commonest, _AS_COMMON * others)

    @property
    def _of_one_number(self) -> bool:
        """Whether all numbers are the same but a few: pixels of a letter have one look, too."""
        return not self.hardly_opened and self._vouching < _TAKEN_FOR_GRANTED

    @property
    def _breaks_rules(self) -> bool:
        """Whether most of what is opened cannot be, if anything is."""
        return not self.fresh and _absurd(self.cells, self._numbers, floods=self.floods)

    @property
    def _strewn(self) -> bool:
        """Whether it makes no sense all over, and most opened cells have no other at their side.

        In play one opening brings the next. Where numbers lie strewn all of them seem right, for
        nothing around them says how many mines there are. Least of all is one number strewn so,
        as the joints of a wall are that look like ones. Where blanks open nothing they may well
        be, if a network sees just this board.
        """
        opened = self.cells <= Cell.N8
        one_number = opened.sum() >= _SEVERAL and len(np.unique(self.cells[opened])) == 1
        # A line on every second row of keys is read as so many ones, beside each other or not.
        if one_number and opened.sum() >= _VERY_MANY:
            return True
        odd = self.cost >= sound_cost(opened.size) and not self.seen_clearly
        return (one_number or odd) and strewn(opened)

    @property
    def plausible(self) -> bool:
        """Whether this can be Minesweeper at all: chess boards, sheets and keys break its rules."""
        if self.fresh:
            # Patterns and sheets of figures are as even as a board before its first click.
            if self.unseen or self.objected:
                return False
            # Nobody marks many cells before the first is opened.
            marked = self._unreadable | np.isin(self.cells, (Cell.FLAG, Cell.QUESTION))
            odd = self.cost >= (_SEEN_FRESH_COST if self.seen_clearly else _FRESH_COST)
            few = self._hardly_marked and not odd and bool(marked.mean() <= _MOST_MARKED)
            return few and self._usual_shape and self.even
        if self.listed or self._breaks_rules or self._strewn:
            return False
        if self._unreadable.mean() >= _PLAUSIBLE_UNREADABLE:
            return False
        # What makes no sense all over is none where a network sees no cell of a board either.
        if self.unseen and self.cost_in_play >= sound_cost(self.cells.size):
            return False
        dear = dear_cost(self.cells.size)
        if self.hardly_opened:
            # A few numbers vouch for no more of a large board than of a small one.
            return self.cost < min(dear, _HARDLY_OPENED_COST)
        return self.cost < dear or (self.cost < _MORE * dear and self._vouched_for)

    def unsure(self) -> UnknownReading:
        """Return the same, sure of no cell."""
        return replace(self, confidence=np.minimum(self.confidence, np.float32(_DISPUTED)))

    def without_covered(self) -> UnknownReading:
        """Return the same with the covered cells unreadable."""
        cells = np.where(self._covered, np.int8(Cell.UNREADABLE), self.cells)
        sure = np.where(self._covered, np.float32(0), self.confidence)
        return replace(self, cells=cells, confidence=sure)

    def part(self, top: int, bottom: int, left: int, right: int) -> UnknownReading:
        """Return the same of some rows and columns, from top to before bottom, left to right."""
        window = self.window
        if window is not None:
            down, across = window
            window = (
                slice(down.start - top, down.stop - top),
                slice(across.start - left, across.stop - left),
            )
        return replace(
            self,
            cells=self.cells[top:bottom, left:right],
            confidence=self.confidence[top:bottom, left:right],
            candidates={
                (row - top, col - left): cells
                for (row, col), cells in self.candidates.items()
                if top <= row < bottom and left <= col < right
            },
            window=window,
            covered=None if self.covered is None else self.covered[top:bottom, left:right],
        )

    def disputed_by(self, cells: NDArray[np.int8]) -> UnknownReading:
        """Return the same, less sure of cells that another reading of them names otherwise."""
        disputed = (self.cells != cells) & (cells != Cell.UNREADABLE)
        most = np.where(disputed, np.float32(_DISPUTED), np.float32(1))
        return replace(self, confidence=np.minimum(self.confidence, most))

    @property
    def senseless(self) -> bool:
        """Whether a part of a pixel further it would make no sense either."""
        dear = self.cost > dear_cost(self.cells.size)
        return dear or not (self.fresh or self.plausible)


def _absurd(cells: NDArray[np.int8], numbers: NDArray[np.bool_], *, floods: bool) -> bool:
    """Tell whether most opened cells break a rule, or most numbers count other mines.

    Either more than there may be, or fewer than there are flags. Costs do not tell where nearly all
    seems blank, as a sheet cut too small does: blanks cost nothing, and pay for numbers that make
    no sense. Nor where little is opened, or everything is.
    """
    if without_mines(cells):
        return True
    possible = count_around(cells > Cell.N8)
    lacking = (cells > possible)[numbers].mean()
    # Players set a wrong flag here and there.
    crowded = exceeded(cells, shows(cells, Cell.FLAG)) / max(MANY_NUMBERS, int(numbers.sum()))
    wrong = broken(cells, floods=floods)[cells <= Cell.N8].mean()
    return bool(max(lacking, crowded, wrong) > _MOSTLY)
