"""Hear a network that sees the whole board at once, after its cells were named one look at a time.

Naming follows what is drawn and what the rules allow, and may be misled all over the board by one
thing that it takes for another: flags for mines, say, so that the game seems lost. The network has
seen many programs, but proves nothing. It makes names less sure, and changes them only where it is
sure itself and no more rules are broken.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.naming.doubts import marks_turned
from autoplay.vision.rules.consistency import certain_mines
from autoplay.vision.rules.loss import judged_flags, out_of_reach

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.naming.judgement import Judgement
    from autoplay.vision.unknown.unknown_reading import UnknownReading

    Cells = NDArray[np.int8]
    Sure = NDArray[np.float32]

_SURELY = 0.75
_RATHER_SURELY = 0.8
_BEYOND_DOUBT = 0.96
_NOT_CROSSED = 0.85
_NO_DOUBT = 0.99
_HARDLY_IN_DOUBT = 0.95
_QUITE_SURE = 0.92
_RATHER_SURE = 0.9
_UNSURE = np.float32(0.8)
_SOME = 2
_MOST_OF_THEM = 0.6
_MOSTLY_CERTAIN = 0.5
# How sure it has to be that marks are others. A question mark that naming sees has its shape, and
# is no flag. That a flag is wrong numbers tell as well of one that is not crossed out.
_TAKEN_FOR = {
    (Cell.HIDDEN, Cell.FLAG): _BEYOND_DOUBT,
    (Cell.FLAG, Cell.HIDDEN): _BEYOND_DOUBT,
    (Cell.HIDDEN, Cell.QUESTION): _BEYOND_DOUBT,
    (Cell.FLAG, Cell.QUESTION): _BEYOND_DOUBT,
    (Cell.WRONG_FLAG, Cell.HIDDEN): _BEYOND_DOUBT,
    (Cell.WRONG_FLAG, Cell.FLAG): _NOT_CROSSED,
    (Cell.WRONG_FLAG, Cell.QUESTION): _BEYOND_DOUBT,
    (Cell.WRONG_FLAG, Cell.N0): _NO_DOUBT,
}
_LOST = (Cell.MINE, Cell.WRONG_FLAG)
_RATHER = 0.5
_UNLIKELY = 0.25
# So much is against a reading in which whole kinds of marks are another.
_ALL_OVER = 8.0
_SURE_OF_MARKS = 0.85
_HARDLY_EXPLODED = 0.25
_HARDLY_AT_ALL = 0.1
_MOST_SURE = np.float32(0.9)
_AT_BEST = np.float32(0.6)


def heard(reading: UnknownReading, judgement: Judgement | None) -> UnknownReading:
    """Return a reading after a network was heard that has judged its grid, or was not asked (None).

    It may be less sure of what the network is sure is something else, names some marks as that
    does, and what was unreadable, if it breaks no rule, and remembers where the network takes the
    board to end.
    """
    if judgement is None:
        return reading
    names = judgement.odds.argmax(axis=-1).astype(np.int8)
    sure = judgement.odds.max(axis=-1)
    # One click may blow up two mines; more that seem so are mines in colours of their own.
    exploded = shows(names, Cell.EXPLODED)
    names[exploded & (exploded.sum() > _SOME)] = Cell.MINE
    # Hardly anybody asks where a mine is certain, and nobody who sets no flag there.
    asked = shows(names, Cell.QUESTION) & ~shows(reading.cells, Cell.QUESTION)
    flags = shows(names, Cell.FLAG) & shows(reading.cells, Cell.FLAG)
    asked &= certain_mines(reading.cells) & ~(flags.any() & (sure >= _BEYOND_DOUBT))
    sure = np.where((names < Cell.UNREADABLE) & ~asked, sure, np.float32(0))
    against = judgement.objections(reading.cells)
    reading = reading.disputed_by(np.where(sure > _SURELY, names, reading.cells))
    if against > _ALL_OVER and reading.plausible:
        reading = _marked_as(reading, names, sure)
    reading = _renamed(_unasked(reading, names, sure), names, sure)
    reading = _doubted_as(reading, names, sure)
    reading = _unless_unsure(reading, names, sure)
    reading = _filled(reading, names, sure)
    reading = _exploded(_unexploded(reading, judgement.odds), names, sure)
    reading = _crossed_out(reading, judgement.odds)
    # What it would mark though nothing is drawn there speaks no more against the reading.
    bare = _marks_the_bare(reading, names) & shows(reading.cells, Cell.HIDDEN)
    against = judgement.objections(np.where(bare, names, reading.cells))
    return replace(reading, objections=against, window=judgement.window)


def _marked_as(reading: UnknownReading, names: Cells, sure: Sure) -> UnknownReading:
    """Return the same, all marks named otherwise, (rows, cols), where that is sure on the whole.

    What is opened stays so: it is what the marks have to agree with. So does a question mark, which
    has its shape. No flags are made of what no player sets.
    """
    kept = shows(reading.cells, Cell.N0, Cell.N8) | shows(names, Cell.N0, Cell.N8) | (sure == 0)
    kept |= shows(reading.cells, Cell.QUESTION) & (reading.confidence >= _UNSURE)
    cells = np.where(kept, reading.cells, names)
    cells, _ = marks_turned(cells, np.ones(cells.shape))
    turned = cells != reading.cells
    if not turned.any() or sure[turned].mean() < _SURE_OF_MARKS:
        return reading
    if out_of_reach(cells, shows(cells, Cell.FLAG)).any() or not _may_go_on(reading.cells, cells):
        return reading
    return _if_possible(reading, cells, turned, reading.confidence)


def _may_go_on(before: Cells, after: Cells) -> bool:
    """Tell whether other names make no loss, and of a loss a game that goes on as a whole.

    Which marks are mines at an end, looks tell less than how all of them stand: mines that account
    for every number beside what is still drawn as a flag, wrong as it is, were set by no player.
    """
    lost, still = (shows(cells, Cell.MINE, Cell.WRONG_FLAG) for cells in (before, after))
    goes_on = not still.any() and shows(after, Cell.HIDDEN).any()
    if goes_on and (judged_flags(before)[0] & shows(before, Cell.FLAG)).any():
        return False
    return not (still & ~lost).any() and bool(goes_on or not (lost & ~still).any())


def _renamed(reading: UnknownReading, names: Cells, sure: Sure) -> UnknownReading:
    """Return the same, with marks that are named otherwise, (rows, cols), beyond doubt.

    A mark may be so faint that its cell seems hidden, and what all hidden cells bear a flag. What
    numbers show to be wrong flags may not be crossed out, or none. A lone mark on what is bare may
    be the pointer's, and so may one that seems crossed out on a blank.
    """
    for (before, after), least in _TAKEN_FOR.items():
        turned = shows(reading.cells, before) & shows(names, after)
        fewest = _SOME if before == Cell.HIDDEN else 1
        if turned.sum() >= fewest and sure[turned].mean() >= least:
            cells = np.where(turned, np.int8(after), reading.cells)
            reading = _if_possible(reading, cells, turned, reading.confidence)
    return reading


def _unasked(reading: UnknownReading, names: Cells, sure: Sure) -> UnknownReading:
    """Return the same, question marks flags that a network takes for such where no flag is read.

    Their shape tells otherwise, but nobody sets no flag, and asks where mines are certain.
    """
    flags = shows(reading.cells, Cell.QUESTION) & shows(names, Cell.FLAG)
    if shows(reading.cells, Cell.FLAG).any() or flags.sum() < _SOME:
        return reading
    certain = certain_mines(reading.cells)[flags].mean() >= _MOSTLY_CERTAIN
    if not certain or sure[flags].mean() < _QUITE_SURE:
        return reading
    cells = np.where(flags, np.int8(Cell.FLAG), reading.cells)
    return _if_possible(reading, cells, flags, reading.confidence)


def _doubted_as(reading: UnknownReading, names: Cells, sure: Sure) -> UnknownReading:
    """Return the same, most marks of a kind that naming is unsure of named otherwise, (rows, cols).

    Whether a strange picture is a flag or a mine its shape hardly tells, and even less after a win,
    when all others are opened.
    """
    for before, after in permutations((Cell.FLAG, Cell.QUESTION, Cell.MINE), 2):
        doubted = shows(reading.cells, before) & (reading.confidence <= _UNSURE)
        turned = doubted & shows(names, after)
        if turned.sum() < max(_SOME, _MOST_OF_THEM * doubted.sum()):
            continue
        if sure[turned].mean() >= _QUITE_SURE:
            cells = np.where(turned, np.int8(after), reading.cells)
            reading = _if_possible(reading, cells, turned, sure)
    return reading


def _unless_unsure(reading: UnknownReading, names: Cells, sure: Sure) -> UnknownReading:
    """Return the same, what naming was unsure of named otherwise, (rows, cols), where that is sure.

    Nor is a cell plain on which it sees a number: what is too faint to stand out from one ground is
    seen with all the others. Whether a game is lost is not changed so, nor a board made of what
    makes no sense.
    """
    if not reading.plausible:
        return reading
    mines, seen = (shows(cells, *_LOST) for cells in (reading.cells, names))
    lost = mines | seen
    if (mines & seen).any():
        # Others of its mines are flags that were right, and drawn in the same ink, or hidden still.
        lost &= ~shows(reading.cells, Cell.MINE) | ~shows(names, Cell.HIDDEN, Cell.FLAG)
    # What naming takes for a mark, hardly sure, is mostly noise on a hidden cell.
    enough = np.where(shows(names, Cell.HIDDEN), _RATHER_SURELY, _QUITE_SURE)
    unsure = (reading.confidence <= _UNSURE) & (sure > enough)
    plain = shows(reading.cells, Cell.HIDDEN) | shows(reading.cells, Cell.N0)
    faint = plain & shows(names, Cell.N1, Cell.N8) & (sure > _HARDLY_IN_DOUBT)
    readable = ~shows(reading.cells, Cell.UNREADABLE) & (names != reading.cells)
    turned = (unsure | faint) & readable & ~lost
    if not turned.any():
        return reading
    return _if_possible(reading, np.where(turned, names, reading.cells), turned, sure)


def _if_possible(
    reading: UnknownReading, cells: Cells, turned: NDArray[np.bool_], sure: Sure
) -> UnknownReading:
    """Return the same with other names, at best so sure of those, unless more rules are broken."""
    more_broken = replace(reading, cells=cells).rules_broken > reading.rules_broken
    if more_broken or _marks_the_bare(reading, cells):
        return reading
    confidence = np.where(turned, np.minimum(sure, _MOST_SURE), reading.confidence)
    rest = {at: others for at, others in reading.candidates.items() if not turned[at]}
    return replace(reading, cells=cells, confidence=confidence, candidates=rest)


def _marks_the_bare(reading: UnknownReading, cells: Cells) -> bool:
    """Tell whether other names mark all that was left hidden, though nothing is drawn there.

    A mark of a plain colour shows by what is hidden beside it; one cell may be under the pointer.
    """
    hidden = shows(reading.cells, Cell.HIDDEN)
    marked = hidden & shows(cells, Cell.FLAG, Cell.WRONG_FLAG)
    return bool(reading.bare and marked.sum() >= max(_SOME, hidden.sum() - 1))


def _filled(reading: UnknownReading, names: Cells, sure: Sure) -> UnknownReading:
    """Return the same, unreadable cells named otherwise, (rows, cols), where that is sure."""
    filled = shows(reading.cells, Cell.UNREADABLE) & (sure > _RATHER_SURELY)
    # What is no Minesweeper is not made one.
    if not filled.any() or not reading.plausible:
        return reading
    return _if_possible(reading, np.where(filled, names, reading.cells), filled, sure)


def _unexploded(reading: UnknownReading, odds: NDArray[np.float32]) -> UnknownReading:
    """Return the same, all that tells of a loss something else, if the network sees hardly a mine.

    Under the cursor of a terminal a flag may look like nothing else on the board, and so may what
    is hidden, or a number, under a pointer. Nor is a flag wrong where no mine is shown.
    """
    lost = shows(reading.cells, Cell.MINE, Cell.WRONG_FLAG)
    if lost.sum() != 1 or not shows(reading.cells, Cell.FLAG).any():
        return reading
    kind = reading.cells[lost][0]
    mine = odds[lost][0, [Cell.MINE, Cell.EXPLODED]].sum()
    if kind == Cell.MINE or (kind == Cell.EXPLODED and mine >= _HARDLY_EXPLODED):
        return reading
    seen = odds[lost][0, : Cell.HIDDEN + 1]
    name = seen.argmax() if seen.max() > _BEYOND_DOUBT else Cell.FLAG
    cells = np.where(lost, np.int8(name), reading.cells)
    confidence = np.where(lost, np.minimum(reading.confidence, _AT_BEST), reading.confidence)
    return replace(reading, cells=cells, confidence=confidence)


def _crossed_out(reading: UnknownReading, odds: NDArray[np.float32]) -> UnknownReading:
    """Return the same, marks of a lost game wrong flags that the network takes for such.

    It has to take them hardly for what they were. A flag that is crossed out is still much of one,
    and each program crosses them out in its own way. A mine that is crossed out where a flag was
    seems one that exploded, which another has, or a number or a question, hardly.
    """
    if not shows(reading.cells, Cell.MINE, Cell.EXPLODED).any():
        return reading
    cells, crossed, exploded = reading.cells, odds[..., Cell.WRONG_FLAG], odds[..., Cell.EXPLODED]
    either = crossed + np.where(shows(cells, Cell.EXPLODED).any(), exploded, 0)
    flag, mine = odds[..., Cell.FLAG], odds[..., Cell.MINE]
    unsure = (reading.confidence <= _UNSURE) & (either > _QUITE_SURE)
    unsure |= either > _NO_DOUBT
    for before, likely, hardly in (
        (shows(cells, Cell.HIDDEN), crossed, either > _BEYOND_DOUBT),
        (shows(cells, Cell.UNREADABLE), either, either > _RATHER_SURELY),
        (shows(cells, Cell.FLAG), either, flag < _UNLIKELY),
        (shows(cells, Cell.MINE), crossed, mine < _UNLIKELY),
        (shows(cells, Cell.EXPLODED), crossed, exploded < _HARDLY_AT_ALL),
        (shows(cells, Cell.QUESTION) | shows(cells, Cell.N1, Cell.N8), either, unsure),
    ):
        turned = before & (likely > _RATHER) & hardly
        if turned.any():
            cells = np.where(turned, np.int8(Cell.WRONG_FLAG), reading.cells)
            reading = _if_possible(reading, cells, turned, likely)
    return reading


def _exploded(reading: UnknownReading, names: Cells, sure: Sure) -> UnknownReading:
    """Return the same, the one mark that the network is surest has exploded called so.

    Some programs show no other mine, and it may be drawn on its cell as flags are on theirs. Where
    others are shown the game is lost, whatever this one is. One that is crossed out is no other.
    """
    lost = shows(reading.cells, Cell.MINE).any()
    exploded = shows(names, Cell.EXPLODED) & (sure >= (_RATHER_SURE if lost else _BEYOND_DOUBT))
    marked = shows(reading.cells, Cell.HIDDEN, Cell.WRONG_FLAG)
    crossed = shows(names, Cell.WRONG_FLAG) & (sure > _QUITE_SURE)
    known = (shows(reading.cells, Cell.EXPLODED) & ~crossed).any()
    if known or exploded.sum() != 1 or not marked[exploded].all():
        return reading
    cells = np.where(exploded, np.int8(Cell.EXPLODED), reading.cells)
    return _if_possible(reading, cells, exploded, sure)
