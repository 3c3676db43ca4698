"""Find a board by what the network alone sees of it, where nothing else makes sense."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.lattices.located import MIN_SIDE, oblong, twice_as_coarse, without_an_end
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
# Under a veil that takes three quarters of the light and more, dark tones are told apart when they
# are lifted as a camera does it; so are light ones when they are lowered.
_LIFTED = (255 * (np.arange(256) / 255) ** 0.4).round().astype(np.uint8)


def judged_board(pixels: NDArray[np.uint8], grids: Iterable[Grid]) -> Found | None:
    """Return the board that the network is surest of on or around some lattices, None if of none.

    pixels: (height, width, 3) BGR; grids: in pixels of that picture.
    """
    # Gloss over their upper halves parts cells in two.
    grids = list(grids)
    grids += [whole for grid in grids if oblong(grid) for whole in twice_as_coarse(grid, _FEWEST)]
    # A board is seen in whatever tones it shows best.
    tones = (pixels, _lifted(pixels), 255 - _lifted(255 - pixels))
    seen = [_seen_whole(tone, grid) for grid in dict.fromkeys(grids) for tone in tones]
    boards = [found for grid, judgement in seen if (found := _judged(grid, judgement)) is not None]
    plain = [one for one in boards if not _numbered(one)]
    if plain:
        boards = plain
    else:
        # What numbers its rows and columns, beside a board, breaks rules or cannot be read.
        wholes = dict.fromkeys(grid for grid, judgement in seen[:: len(tones)] if judgement)
        parts = (part for grid in wholes for part in _without_a_line(grid))
        read = [_judged(part, judge(pixels, part)) for part in parts]
        most = min(map(_faults, boards), default=np.inf) - _SEVERAL_FAULTS
        likely = [one for one in read if one and (one.unknown.whole or _faults(one) <= most)]
        boards = likely or boards
    best = max(boards, key=_sureness, default=None)
    return None if best is None else _within_its_border(tones, best)


def judged_places(pixels: NDArray[np.uint8], grids: Iterable[Grid]) -> Iterator[Grid]:
    """Yield where the network sees boards end on or around lattices, if their numbers hold.

    pixels: (height, width, 3) BGR; grids: in pixels of that picture.
    """
    for seen in grids:
        found = _judged(*_seen_whole(pixels, seen))
        # It may take a strip of the window for one more column, but not in one colour.
        if found is not None and not beyond_checkerboard(pixels, found.placed):
            yield found.grid


def seen_ends(pixels: NDArray[np.uint8], grids: Iterable[Grid]) -> list[Grid]:
    """Return where the network sees boards end on or around lattices, whatever their cells show.

    pixels: (height, width, 3) BGR; grids: in pixels of that picture.
    """
    seen = (_seen_whole(pixels, grid) for grid in dict.fromkeys(grids))
    return [grid for grid, judgement in seen if judgement is not None]


def _within_its_border(tones: tuple[NDArray[np.uint8], ...], found: Found) -> Found:
    """Return a board without outer lines that are the window's, which the network took for hidden.

    tones: the picture, and its other forms.
    """
    grid = without_border_of_another_colour(tones[0], found.placed)
    if grid == found.grid or min(grid.rows, grid.cols) < MIN_SIDE:
        return found
    read = (_judged(grid, judge(tone, grid)) for tone in tones)
    return max((one for one in read if one is not None), key=_sureness, default=found)


def below_veil(pixels: NDArray[np.uint8]) -> list[Grid]:
    """Return the likeliest lattices of a dark picture, (height, width, 3) BGR, of others none.

    Under a dark veil hardly a line shows, unless the dark tones are spread out.
    """
    if np.median(pixels) >= _DARK:
        return []
    seen = _lifted(pixels)
    return [*(located.grid for located in locate_boards(seen)[:1]), *stamped_boards(seen)[:1]]


def _lifted(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture, (height, width, 3) uint8, with its dark tones spread out."""
    return _LIFTED[pixels]


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
