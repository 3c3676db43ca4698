"""Find a board by what the network alone sees of it, where nothing else makes sense."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.lattices.located import (
    MANY_CELLS,
    MIN_SIDE,
    oblong,
    twice_as_coarse,
    without_an_end,
)
from autoplay.vision.locate.boards import locate_boards
from autoplay.vision.locate.checkerboard import beyond_checkerboard
from autoplay.vision.locate.ruling import without_border_of_another_colour
from autoplay.vision.locate.stamps import stamped_boards
from autoplay.vision.naming.judgement import AT_ONCE, judge
from autoplay.vision.rules.consistency import impossible
from autoplay.vision.rules.neighbourhood import OUTER_LINES
from autoplay.vision.unknown.by_network import named_by_network
from autoplay.vision.unknown.found import Found

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.naming.judgement import Judgement

_TWO_FAULTS, _SEVERAL_FAULTS = 2, 3
# A lattice may be a part of the board, of a few rows; with each look around it some of the rest is
# seen.
_FEWEST = 3
_MOST_LOOKS = 6
# A picture is dark if most of it is darker.
_DARK = 64
_LIFTED = (255 * (np.arange(256) / 255) ** 0.4).round().astype(np.uint8)


class Tone(Enum):
    """The forms of a picture in which the network is shown a board: as it is, or under a veil.

    Under one that takes three quarters of the light and more, dark tones are told apart when they
    are lifted as a camera does it; so are light ones when they are lowered.
    """

    PLAIN = "plain"
    LIFTED = "lifted"
    LOWERED = "lowered"

    def of(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return a picture, (height, width, 3) uint8, in this form."""
        match self:
            case Tone.PLAIN:
                return pixels
            case Tone.LIFTED:
                return _LIFTED[pixels]
            case Tone.LOWERED:
                return 255 - _LIFTED[255 - pixels]


class JudgedBoards:
    """The boards that the network by itself sees in one picture; it looks at no lattice twice.

    pixels: (height, width, 3) uint8, blue green red; all grids are in pixels of that picture.
    """

    def __init__(self, pixels: NDArray[np.uint8]) -> None:
        self._pixels = pixels
        self._forms: dict[Tone, NDArray[np.uint8]] = {}
        self._seen: dict[tuple[Grid, Tone], tuple[Grid, Judgement | None]] = {}

    def surest(self, grids: Iterable[Grid]) -> Found | None:
        """Return the board that it is surest of, on or around some lattices, None if of none.

        A board is seen in whatever tones it shows best, one of very many cells as it is.
        """
        # Gloss over their upper halves parts cells in two.
        grids = list(grids)
        grids += [part for one in grids if oblong(one) for part in twice_as_coarse(one, _FEWEST)]
        grids = list(dict.fromkeys(grids))
        seen = [self._seen_whole(grid, tone) for grid in grids for tone in _tones(grid)]
        boards = [found for one in seen if (found := _judged(*one)) is not None]
        plain = [one for one in boards if not _numbered(one)]
        boards = plain or self._without_headings(grids, boards) or boards
        best = max(boards, key=_sureness, default=None)
        return None if best is None else self._within_its_border(best)

    def places(self, grids: Iterable[Grid]) -> Iterator[Grid]:
        """Yield where it sees boards end, on or around lattices, if their numbers hold."""
        for seen in grids:
            found = _judged(*self._seen_whole(seen))
            # It may take a strip of the window for one more column, but not in one colour.
            if found is not None and not beyond_checkerboard(self._pixels, found.placed):
                yield found.grid

    def ends(self, grids: Iterable[Grid]) -> list[Grid]:
        """Return where it sees boards end, on or around lattices, whatever their cells show."""
        seen = map(self._seen_whole, dict.fromkeys(grids))
        return [grid for grid, judgement in seen if judgement is not None]

    def _without_headings(self, grids: list[Grid], boards: list[Found]) -> list[Found]:
        """Return boards without what numbers their rows or columns.

        Beside a board it breaks rules or cannot be read.
        boards: the same with what may number them.
        """
        wholes = dict.fromkeys(self.ends(grids))
        parts = (part for grid in wholes for part in _without_a_line(grid))
        read = [self._judged(part, Tone.PLAIN) for part in parts]
        most = min(map(_faults, boards), default=np.inf) - _SEVERAL_FAULTS
        return [one for one in read if one and (one.unknown.whole or _faults(one) <= most)]

    def _within_its_border(self, found: Found) -> Found:
        """Return a board without outer lines that are the window's, which seemed hidden cells."""
        grid = without_border_of_another_colour(self._pixels, found.placed)
        if grid == found.grid or min(grid.rows, grid.cols) < MIN_SIDE:
            return found
        read = (self._judged(grid, tone) for tone in Tone)
        return max((one for one in read if one is not None), key=_sureness, default=found)

    def _judged(self, grid: Grid, tone: Tone) -> Found | None:
        return _judged(grid, judge(self._in(tone), grid))

    def _seen_whole(self, grid: Grid, tone: Tone = Tone.PLAIN) -> tuple[Grid, Judgement | None]:
        if (grid, tone) not in self._seen:
            self._seen[grid, tone] = _seen_whole(self._in(tone), grid)
        return self._seen[grid, tone]

    def _in(self, tone: Tone) -> NDArray[np.uint8]:
        if tone not in self._forms:
            self._forms[tone] = tone.of(self._pixels)
        return self._forms[tone]


def below_veil(pixels: NDArray[np.uint8]) -> list[Grid]:
    """Return the likeliest lattices of a dark picture, (height, width, 3) BGR, of others none.

    Under a dark veil hardly a line shows, unless the dark tones are spread out.
    """
    if np.median(pixels) >= _DARK:
        return []
    seen = Tone.LIFTED.of(pixels)
    return [*(located.grid for located in locate_boards(seen)[:1]), *stamped_boards(seen)[:1]]


def _tones(grid: Grid) -> Iterable[Tone]:
    return Tone if grid.size <= MANY_CELLS else [Tone.PLAIN]


def _numbered(found: Found) -> bool:
    """Whether what tells the rows or columns of a board may lie along one of its sides."""
    cells, floods = found.unknown.cells, found.unknown.floods
    wrong = impossible(cells, floods=floods)
    faults = shows(cells, Cell.UNREADABLE) | wrong
    along = max(int(faults[line].sum()) for line in OUTER_LINES)
    return max(along, int(wrong.sum())) >= _TWO_FAULTS


def _faults(found: Found) -> int:
    """Return how many cells cannot be read, or break a rule."""
    return int(shows(found.unknown.cells, Cell.UNREADABLE).sum()) + found.unknown.rules_broken


def _sureness(found: Found) -> float:
    return float(found.unknown.confidence.sum())


def _judged(grid: Grid, judgement: Judgement | None) -> Found | None:
    unknown = None if judgement is None else named_by_network(judgement)
    return None if unknown is None else Found(unknown, grid)


def _without_a_line(grid: Grid) -> list[Grid]:
    """Return a grid without its first or last row or column, and without both first ones."""
    if min(grid.rows, grid.cols) <= MIN_SIDE:
        return []
    return [*without_an_end(grid), grid.part(1, grid.rows, 1, grid.cols)]


def _seen_whole(pixels: NDArray[np.uint8], grid: Grid) -> tuple[Grid, Judgement | None]:
    """Return where a board ends of which a lattice is seen, and what it shows; None if it is none.

    The sides of the board that the last look has found are those of the judgement. Thousands of
    cells take too long to be looked at in all tones.
    """
    if grid.size > AT_ONCE:
        return grid, None
    judgement = judge(pixels, grid)
    for _ in range(_MOST_LOOKS):
        extent = judgement.extent(grid)
        if extent is None or min(extent.rows, extent.cols) < MIN_SIDE:
            return grid, None
        if extent == grid:
            break
        grid, judgement = extent, judge(pixels, extent)
    return grid, judgement
