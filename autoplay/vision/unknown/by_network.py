"""Name the cells of a board by the network alone, where nothing else makes sense of it.

A dark veil and a box across it that tells how the game ended, a box that lets its cells shine
through, a photograph behind all cells, a drawing of its own in every one: the network has seen
many, but nothing proves what it says. So no cell is sure, and enough numbers have to hold together.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.naming.doubts import strewn
from autoplay.vision.naming.evidence import BROKEN
from autoplay.vision.rules.consistency import impossible
from autoplay.vision.rules.loss import AT_A_LOSS, lacks_mines
from autoplay.vision.rules.mending import mend
from autoplay.vision.rules.neighbourhood import rectangle_around
from autoplay.vision.unknown.unknown_reading import UnknownReading

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.naming.judgement import Judgement
    from autoplay.vision.rules.hints import Hints

_READABLE = 0.5
_LEAST = 1e-3
_MAY_BE = 0.25
_FEWEST_NUMBERS = 5
_MANY_NUMBERS = 12
_MOST_DOUBTFUL = 0.125
# How many of all numbers may clash, and how sure it has to be of a cell on the average.
_ANYWHERE = 0.055, 0.92
_WHERE_IT_ENDS = 0.2, 0.88
# A fresh board has at least so many rows and columns, and is hidden so surely; its tones, in Lab.
_FRESH_SIDE = 8
_SURELY_HIDDEN = 0.975
_ONE_TONE = 10.0
_MUCH_AGAINST = 2.5
_CLEARLY = 0.98
_MOST_UNREADABLE = 0.05
_MOST_BROKEN = 0.06
# What lies across a board is a box, and leaves enough of it to be sure that it is one.
_BOXED = 0.4
_MOST_COVERED = 0.5


def named_by_network(judgement: Judgement) -> UnknownReading | None:
    """Return a board as the network names its cells; None if it is unsure, or numbers clash.

    Where it sees just the grid that it was asked about, it may be less sure, and more may clash.
    """
    clash, least = _WHERE_IT_ENDS if judgement.lines_apart == 0 else _ANYWHERE
    odds = judgement.odds
    cells, sure = odds.argmax(axis=-1).astype(np.int8), odds.max(axis=-1)
    covered = shows(cells, Cell.UNREADABLE)
    odds = odds[..., : Cell.UNREADABLE]
    cells = np.where(covered, cells, odds.argmax(axis=-1)).astype(np.int8)
    if shows(cells, Cell.MINE).sum() > 1 and (lacks_mines(cells) or _hardly_lost(odds, cells)):
        odds = _without_a_loss(odds)
        cells = np.where(covered, cells, odds.argmax(axis=-1)).astype(np.int8)
        sure = np.where(covered, sure, odds.max(axis=-1))
    cells[sure < _READABLE] = Cell.UNREADABLE
    # A program that shows but one mine shows that which exploded.
    mines = shows(cells, Cell.MINE, Cell.EXPLODED)
    if mines.sum() == 1 and not covered.any():
        cells[mines] = Cell.EXPLODED
    numbers = shows(cells, Cell.N1, Cell.N8)
    # Some programs open no more than the cell that was clicked.
    floods = numbers.sum() < _MANY_NUMBERS or _holds(impossible(cells), numbers, clash)
    if not (_holds(impossible(cells, floods=floods), numbers, clash) and _boxed(covered)):
        return None
    # What little clashes is rather something else that the network thought of as well.
    dear = -np.log(np.maximum(judgement.odds[..., : len(Cell)], _LEAST)).reshape(-1, len(Cell))
    for place, name, how_sure in mend(cells, dear.astype(np.float64), floods=floods):
        cells.ravel()[place], sure.ravel()[place] = name, how_sure
    wrong = impossible(cells, floods=floods)
    doubtful = shows(cells, Cell.UNREADABLE) & ~covered
    if sure[~covered].mean() < least or numbers.sum() < _FEWEST_NUMBERS:
        return None
    if doubtful.sum() > _MOST_DOUBTFUL * numbers.sum():
        return None
    # In play one opening brings the next, and a blank; the numbers of a sudoku lie strewn.
    if strewn(cells <= Cell.N8) or not shows(cells, Cell.N0).any():
        return None
    cost = float(-np.log(sure).sum() + BROKEN * wrong.sum())
    against = judgement.objections(cells)
    names = _candidates(odds, doubtful)
    unknown = UnknownReading(
        cells,
        sure,
        names,
        cost,
        floods=floods,
        objections=against,
        window=judgement.window,
        elsewhere=judgement.elsewhere,
    ).unsure()
    # Whether it can be one at all, what can be seen of it says.
    seen = replace(unknown, cells=np.where(covered, np.int8(Cell.HIDDEN), cells))
    return unknown if seen.plausible else None


def _hardly_lost(odds: NDArray[np.float32], cells: NDArray[np.int8]) -> bool:
    """Tell whether what seems to be mines may be flags as well, and none of them has exploded."""
    flags = odds[shows(cells, Cell.MINE), Cell.FLAG]
    return bool(flags.mean() > _MAY_BE and not shows(cells, Cell.EXPLODED).any())


def _without_a_loss(odds: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what cells show, (rows, cols, names), where the game is not lost: mines are flags."""
    odds = odds.copy()
    lost = list(AT_A_LOSS)
    odds[..., Cell.FLAG] += odds[..., lost].sum(axis=-1)
    odds[..., lost] = 0
    return odds


def seen_instead(
    reading: UnknownReading, judgement: Judgement, tones: NDArray[np.float32]
) -> UnknownReading | None:
    """Return what the network sees of a board that makes no sense as it was read, None if no more.

    All its numbers have to hold together, and it has to see just the cells that were read.
    tones: (rows, cols, 3) Lab, the mean colour of each cell.
    """
    if judgement.lines_apart:
        return None
    seen = named_by_network(judgement)
    if seen is None or not (seen.faultless or _far_better(seen, reading)):
        opened = shows(reading.cells, Cell.N0, Cell.N8).any()
        seen = None if opened else _all_hidden(judgement, tones)
    return seen


def seen_in_play(judgement: Judgement, hints: Hints) -> UnknownReading | None:
    """Return what the network surely sees of a board that is played, None if play denies it.

    Whoever plays counts on every number that is read, so what is less sure is left unread.
    """
    seen = None if judgement.lines_apart else named_by_network(judgement)
    if seen is None or not seen.faultless or hints.deny(seen.cells):
        return None
    if hints.floods and not seen.floods:
        return None
    named = seen.cells[..., None].astype(np.intp)
    unsure = np.take_along_axis(judgement.odds, named, axis=-1)[..., 0] < _CLEARLY
    return _left_unread(seen, unsure, judgement, hints)


def agreed(reading: UnknownReading, judgement: Judgement, hints: Hints) -> UnknownReading:
    """Return the same, what the network sees otherwise left unread, unless it sees no board.

    Of a board that makes no sense as a whole whoever plays counts on no more than what both see.
    """
    if judgement.lines_apart:
        return reading
    odds = judgement.odds.copy()
    # What a click has opened shows a number or nothing, whatever else it looks like.
    odds[hints.opened, Cell.N8 + 1 :] = 0
    apart = odds.argmax(axis=-1) != reading.cells
    apart &= ~shows(reading.cells, Cell.UNREADABLE)
    return _left_unread(reading, apart, judgement, hints)


def _left_unread(
    reading: UnknownReading, unread: NDArray[np.bool_], judgement: Judgement, hints: Hints
) -> UnknownReading:
    """Return the same without some names; what was hidden, looks as it did and seems so still is.

    That it was may have been a mistake: then neither reading nor network takes it for hidden.
    """
    cells = np.where(unread, np.int8(Cell.UNREADABLE), reading.cells)
    if hints.kept is not None:
        seems = shows(reading.cells, Cell.HIDDEN) | (judgement.odds.argmax(axis=-1) == Cell.HIDDEN)
        cells[hints.kept & seems] = Cell.HIDDEN
    names = _candidates(judgement.odds[..., : Cell.UNREADABLE], shows(cells, Cell.UNREADABLE))
    return replace(reading, cells=cells, candidates=names)


def _far_better(seen: UnknownReading, reading: UnknownReading) -> bool:
    """Tell whether a board is sound as the network sees it, but for a few cells that it does not.

    What makes no sense otherwise is hardly right then, if the network objects to much of it.
    """
    numbers = shows(seen.cells, Cell.N1, Cell.N8)
    before, after = (shows(read.cells, Cell.UNREADABLE).mean() for read in (reading, seen))
    return bool(
        (reading.objections >= _MUCH_AGAINST or before > _MOST_UNREADABLE)
        and numbers.sum() >= _MANY_NUMBERS
        and after <= _MOST_UNREADABLE
        and seen.rules_broken <= _MOST_BROKEN * numbers.sum()
    )


def _all_hidden(judgement: Judgement, tones: NDArray[np.float32]) -> UnknownReading | None:
    """Return a board of which the network sees nothing but hidden cells, None where it sees others.

    Each may have a drawing of its own, as grass has, but not a tone of its own, as pictures have.
    Many a keypad has fewer rows or columns.
    """
    hidden = judgement.odds[..., Cell.HIDDEN]
    if min(hidden.shape) < _FRESH_SIDE or (judgement.odds.argmax(axis=-1) != Cell.HIDDEN).any():
        return None
    away = np.linalg.norm(tones - np.median(tones, axis=(0, 1)), axis=-1)
    if hidden.mean() < _SURELY_HIDDEN or away.max() > _ONE_TONE:
        return None
    cells = np.full(hidden.shape, Cell.HIDDEN, np.int8)
    cost = float(-np.log(hidden).sum())
    return UnknownReading(cells, hidden, {}, cost, window=judgement.window).unsure()


def _holds(wrong: NDArray[np.bool_], numbers: NDArray[np.bool_], clash: float) -> bool:
    return bool(wrong.sum() <= clash * numbers.sum())


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
