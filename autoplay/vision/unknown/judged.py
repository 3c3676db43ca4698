"""Read a board by the network alone, where nothing else makes sense of it.

A dark veil and a box across it that tells how the game ended, a box that lets its cells shine
through, a drawing of its own in every cell: the network has seen many, but nothing proves what it
says. So no cell is sure, and enough numbers have to hold together.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.lattices.located import MIN_SIDE, without_an_end
from autoplay.vision.locate.ruling import without_border_of_another_colour
from autoplay.vision.naming.doubts import strewn
from autoplay.vision.naming.evidence import BROKEN
from autoplay.vision.naming.judgement import AT_ONCE, judge
from autoplay.vision.rules.consistency import impossible
from autoplay.vision.rules.neighbourhood import rectangle_around
from autoplay.vision.unknown.found import Found
from autoplay.vision.unknown.unknown_reading import UnknownReading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.naming.judgement import Judgement

_READABLE = 0.5
_MOST_SURE = 0.9
_FEWEST_NUMBERS = 5
_MANY_NUMBERS = 12
_MOST_WRONG = 0.055
_MOST_DOUBTFUL = 0.125
_LEAST_SURE = 0.92
_SEVERAL_BROKEN = 3
# A lattice may be a part of the board; with each look around it some of the rest is seen.
_MOST_LOOKS = 6
# Under a veil that takes three quarters of the light and more, dark tones are told apart when they
# are lifted as a camera does it; so are light ones when they are lowered.
_LIFTED = (255 * (np.arange(256) / 255) ** 0.4).round().astype(np.uint8)
# What lies across a board is a box, and leaves enough of it to be sure that it is one.
_BOXED = 0.4
_MOST_COVERED = 0.5


def judged_board(pixels: NDArray[np.uint8], grids: Iterable[Grid]) -> Found | None:
    """Return the board that the network is surest of on or around some lattices, None if of none.

    pixels: (height, width, 3) BGR; grids: in pixels of that picture.
    """
    # A board is seen in whatever tones it shows best.
    tones = (pixels, lifted(pixels), 255 - lifted(255 - pixels))
    seen = [_seen_whole(tone, grid) for grid in grids for tone in tones]
    boards = [found for grid, judgement in seen if (found := _judged(grid, judgement)) is not None]
    if all(found.unknown.rules_broken >= _SEVERAL_BROKEN for found in boards):
        # What numbers its rows and columns, beside a board, breaks rules.
        wholes = dict.fromkeys(grid for grid, judgement in seen[:: len(tones)] if judgement)
        parts = (part for grid in wholes for part in _without_a_line(grid))
        read = [_judged(part, judge(pixels, part)) for part in parts]
        likely = [one for one in read if one is not None and (one.unknown.whole or not boards)]
        boards = likely or boards
    best = max(boards, key=_sureness, default=None)
    return None if best is None else _within_its_border(tones, best)


def judged_places(pixels: NDArray[np.uint8], grids: Iterable[Grid]) -> Iterator[Grid]:
    """Yield where the network sees boards end on or around lattices, if their numbers hold.

    pixels: (height, width, 3) BGR; grids: in pixels of that picture.
    """
    for seen in grids:
        grid, judgement = _seen_whole(pixels, seen)
        if _judged(grid, judgement) is not None:
            yield grid


def _within_its_border(tones: tuple[NDArray[np.uint8], ...], found: Found) -> Found:
    """Return a board without outer lines that are the window's, which the network took for hidden.

    tones: the picture, and its other forms.
    """
    grid = without_border_of_another_colour(tones[0], found.placed)
    if grid == found.grid or min(grid.rows, grid.cols) < MIN_SIDE:
        return found
    read = (_judged(grid, judge(tone, grid)) for tone in tones)
    return max((one for one in read if one is not None), key=_sureness, default=found)


def lifted(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture, (height, width, 3) uint8, with its dark tones spread out."""
    return _LIFTED[pixels]


def _sureness(found: Found) -> float:
    return float(found.unknown.confidence.sum())


def _judged(grid: Grid, judgement: Judgement | None) -> Found | None:
    if judgement is None:
        return None
    odds = judgement.odds
    cells, sure = odds.argmax(axis=-1).astype(np.int8), odds.max(axis=-1)
    covered = shows(cells, Cell.UNREADABLE)
    odds = odds[..., : Cell.UNREADABLE]
    cells = np.where(covered, cells, odds.argmax(axis=-1)).astype(np.int8)
    cells[sure < _READABLE] = Cell.UNREADABLE
    # A program that shows but one mine shows that which exploded.
    mines = shows(cells, Cell.MINE, Cell.EXPLODED)
    if mines.sum() == 1 and not covered.any():
        cells[mines] = Cell.EXPLODED
    numbers = shows(cells, Cell.N1, Cell.N8)
    # Some programs open no more than the cell that was clicked.
    floods = numbers.sum() < _MANY_NUMBERS or _holds(impossible(cells), numbers)
    wrong = impossible(cells, floods=floods)
    doubtful = shows(cells, Cell.UNREADABLE) & ~covered
    if not (_holds(wrong, numbers) and _boxed(covered)):
        return None
    if sure[~covered].mean() < _LEAST_SURE or numbers.sum() < _FEWEST_NUMBERS:
        return None
    if doubtful.sum() > _MOST_DOUBTFUL * numbers.sum():
        return None
    # In play one opening brings the next; the numbers of a sudoku lie strewn.
    if strewn(cells <= Cell.N8):
        return None
    cost = float(-np.log(sure).sum() + BROKEN * wrong.sum())
    confidence = np.minimum(sure, np.float32(_MOST_SURE))
    against = judgement.objections(cells)
    names = _candidates(odds, doubtful)
    unknown = UnknownReading(cells, confidence, names, cost, floods=floods, objections=against)
    # Whether it can be one at all, what can be seen of it says.
    seen = replace(unknown, cells=np.where(covered, np.int8(Cell.HIDDEN), cells))
    return Found(unknown, grid) if seen.plausible else None


def _holds(wrong: NDArray[np.bool_], numbers: NDArray[np.bool_]) -> bool:
    return bool(wrong.sum() <= _MOST_WRONG * numbers.sum())


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


def _boxed(covered: NDArray[np.bool_]) -> bool:
    """Whether what is covered may lie under one box, beside which enough is seen."""
    if not covered.any():
        return True
    return bool(
        covered.mean() <= _MOST_COVERED and covered[rectangle_around(covered)].mean() >= _BOXED
    )


def _candidates(
    odds: NDArray[np.float32], doubtful: NDArray[np.bool_]
) -> dict[tuple[int, int], tuple[Cell, ...]]:
    """Return the two likeliest names of each doubtful cell."""
    likely = np.argsort(-odds, axis=-1)[..., :2]
    return {
        (row, col): tuple(Cell(int(name)) for name in likely[row, col])
        for row, col in np.argwhere(doubtful).tolist()
    }
