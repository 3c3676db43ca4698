"""Hear a network that sees the whole board at once, after its cells were named one look at a time.

Naming follows what is drawn and what the rules allow, and may be misled all over the board by one
thing that it takes for another: flags for mines, say, so that the game seems lost. The network has
seen many programs, but proves nothing. The two are witnesses of the same cells, and their odds are
multiplied (Hinton, "Products of experts", 1999). What is named otherwise then is taken over kind by
kind, unless more rules are broken by it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.rules.consistency import certain_mines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from autoplay.vision.naming.judgement import Judgement
    from autoplay.vision.unknown.unknown_reading import UnknownReading

    Cells = NDArray[np.int8]
    Sure = NDArray[np.float32]
    Mask = NDArray[np.bool_]

_KINDS = int(Cell.UNREADABLE)
_OVER = Cell.MINE, Cell.WRONG_FLAG
# Neither is ever surer than this, of what it sees and of what it does not.
_LEAST = np.float32(1e-3)
_EVEN, _MOST = 0.5, 0.998
_MOST_HIDDEN = 0.98
# Other names have to be likelier by so much, as a difference of logarithms; what is unreadable
# has to be so likely.
_LIKELIER = 0.3
_MUCH_LIKELIER = 2.1
_READABLE = 0.8
_SURELY, _SURELY_ALL = 0.75, 0.81
_SEVERAL = 5
_MOSTLY = 0.5
_UNSURE = np.float32(0.8)
_RATHER = np.float32(0.7)
_SURELY_BESIDE = 0.97
_SURELY_FLAGS, _CLEARLY = 0.85, 0.9
_MOST_EXPLODED = 2
_HARDLY = 0.1
_RATHER_UNLIKELY = 0.65
_ONE_EXPLODES = 20
_MOST_SURE = np.float32(0.9)
_AT_BEST = np.float32(0.6)


def heard(reading: UnknownReading, judgement: Judgement | None) -> UnknownReading:
    """Return a reading after a network was heard that has judged its grid, or was not asked (None).

    It is less sure of what the network is sure is something else, names as that does what both
    together find likelier, if it breaks no rule, and remembers where the network takes the board
    to end.
    """
    if judgement is None:
        return reading
    odds = judgement.odds[..., :_KINDS]
    seen = np.where(odds.max(axis=-1) > _SURELY, odds.argmax(axis=-1), reading.cells)
    likely = _likely(reading, odds)
    reading = reading.disputed_by(seen.astype(np.int8))
    for turned, name in _likelier(reading.cells, likely):
        reading = _renamed(reading, turned, name, likely[..., name])
    reading = _with_flags(_in_play(_without_a_loss(reading), odds), odds)
    reading = _unmarked(reading, likely)
    against = judgement.objections(reading.cells)
    return replace(
        reading, objections=against, window=judgement.window, elsewhere=judgement.elsewhere
    )


def seen_beside(reading: UnknownReading, judgement: Judgement) -> UnknownReading:
    """Return the same with the covered cells of which a network surely sees what they show.

    Another window may cover less of them than it seemed. But what is hidden stays covered: nobody
    is to click there.
    """
    if reading.covered is None:
        return reading
    odds = judgement.odds[..., :_KINDS]
    names, sure = odds.argmax(axis=-1), odds.max(axis=-1)
    seen = reading.covered & (sure > _SURELY_BESIDE) & (names != Cell.HIDDEN)
    other = replace(
        reading,
        cells=np.where(seen, names, reading.cells).astype(np.int8),
        confidence=np.where(seen, np.minimum(sure, _UNSURE), reading.confidence),
        covered=reading.covered & ~seen,
    )
    return reading if _breaks_more(other, reading) else other


def _likely(reading: UnknownReading, odds: Sure) -> Sure:
    """Return (rows, cols, 15) how likely each cell shows each `Cell`, as both tell together.

    odds: the same as the network tells alone. What is unreadable naming tells nothing of.
    """
    odds = np.maximum(_of_one_loss(reading, odds), _LEAST)
    most = np.where(shows(reading.cells, Cell.HIDDEN), _MOST_HIDDEN, _MOST)
    sure = np.clip(reading.confidence, _EVEN, most)[..., None]
    named = reading.cells[..., None] == np.arange(_KINDS)
    named[..., Cell.WRONG_FLAG] |= _may_be_crossed_out(reading.cells, odds)
    likely = odds * np.where(named, sure / (1 - sure), 1)
    return np.asarray(likely / likely.sum(axis=-1, keepdims=True), np.float32)


def _may_be_crossed_out(cells: Cells, odds: Sure) -> Mask:
    """Mark the flags of a lost game if a network surely sees two kinds of them, naming only one.

    How a wrong one is crossed out may be too fine for looks, however sure they are of a flag.
    """
    flags = shows(cells, Cell.FLAG)
    told = _any(cells, Cell.WRONG_FLAG) or not _any(cells, Cell.MINE, Cell.EXPLODED)
    kinds = np.unique(odds.argmax(axis=-1)[flags & (odds.max(axis=-1) >= _SURELY)])
    return flags if not told and {Cell.FLAG, Cell.WRONG_FLAG} <= {*kinds} else np.zeros_like(flags)


def _of_one_loss(reading: UnknownReading, odds: Sure) -> Sure:
    """Return a network's odds where it sees as many explosions as a game that is lost has.

    Where mines are shown one has mostly exploded, though it may look as the others do. One click
    may blow up two; more that seem so are mines in colours of their own, and what else seems so
    beside one that has exploded indeed is a flag that is crossed out. The only mine that is shown
    is that which has, whatever the network calls it.
    """
    exploded, mines = odds[..., Cell.EXPLODED], shows(reading.cells, Cell.MINE)
    seen = odds.argmax(axis=-1) == Cell.EXPLODED
    known = shows(reading.cells, Cell.EXPLODED) & (exploded > _HARDLY)
    odds = odds.copy()
    if not mines.any():
        alone = shows(reading.cells, Cell.EXPLODED)
        odds[alone, Cell.EXPLODED] += odds[alone, Cell.MINE]
        odds[alone, Cell.MINE] = 0
    if known.any() or seen.sum() > _MOST_EXPLODED:
        others = np.where(known, 0, exploded)
        crossed = known.any() & ~mines
        odds[..., Cell.EXPLODED] -= others
        odds[..., Cell.WRONG_FLAG] += np.where(crossed, others, 0)
        odds[..., Cell.MINE] += np.where(crossed, 0, others)
    elif mines.any() and seen.sum() == 1:
        odds[seen & ~mines, Cell.EXPLODED] *= _ONE_EXPLODES
    return odds


def _likelier(cells: Cells, likely: Sure) -> Iterator[tuple[Mask, Cell]]:
    """Yield which cells of one kind, (rows, cols), are likelier another, the likeliest first."""
    names = likely.argmax(axis=-1)
    readable = np.minimum(cells, _KINDS - 1).astype(np.intp)
    read = np.take_along_axis(likely, readable[..., None], axis=-1)[..., 0]
    read = np.where(shows(cells, Cell.UNREADABLE), _READABLE * np.exp(-_LIKELIER), read)
    gain = np.log(likely.max(axis=-1) / read)
    kinds = cells.astype(np.intp) * _KINDS + names
    changes = {int(kind): kinds == kind for kind in np.unique(kinds[names != cells])}
    for kind, turned in sorted(changes.items(), key=lambda item: -gain[item[1]].mean()):
        before, after = map(Cell, divmod(kind, _KINDS))
        # Whether a game is over, which are its mines and which flags are wrong, the rules tell
        # better than looks do.
        rather = before != Cell.UNREADABLE and (
            Cell.MINE in (before, after)
            or (before, after) == (Cell.WRONG_FLAG, Cell.FLAG)
            or _any(cells, *_OVER) != _any(np.where(turned, after, cells), *_OVER)
        )
        if gain[turned].mean() > (_MUCH_LIKELIER if rather else _LIKELIER):
            yield turned, after


def _renamed(reading: UnknownReading, turned: Mask, name: Cell, likely: Sure) -> UnknownReading:
    """Return a reading in which some cells have another name, unless more rules are broken then.

    Of what is no Minesweeper only the marks are named otherwise.
    """
    other = _called(reading, turned, name, np.minimum(likely, _MOST_SURE))
    marks = shows(reading.cells, Cell.HIDDEN, Cell.WRONG_FLAG)
    if not reading.plausible and not (name >= Cell.HIDDEN and marks[turned].all()):
        return reading
    if name == Cell.N0 and not _any(reading.cells, Cell.N0):
        # Without a blank nothing had told yet whether they open all around them.
        one_by_one = replace(other, floods=False)
        other = one_by_one if _breaks_more(other, one_by_one) else other
    if _unlikely(reading, other, turned, name) or _breaks_more(other, reading):
        return reading
    rest = {at: others for at, others in reading.candidates.items() if not turned[at]}
    return replace(other, candidates=rest)


def _breaks_more(other: UnknownReading, reading: UnknownReading) -> bool:
    return other.rules_broken > reading.rules_broken


def _unlikely(reading: UnknownReading, other: UnknownReading, turned: Mask, name: Cell) -> bool:
    """Tell whether no player or no program makes another reading of what was read.

    A question mark has its shape, if it is at all clear and the two together are not sure of a
    flag: pins have that too. But nobody asks for certain who sets no flag. With several numbers
    there are blanks: of 2,356 boards by others with six of them not one has none. A game is not
    lost without an explosion, nor with all else opened and flagged. What is a mark among digits
    naming tells of all of them at once.
    """
    read, cells = reading.cells, other.cells
    match name:
        case Cell.FLAG:
            asked = turned & shows(read, Cell.QUESTION)
            shaped = reading.confidence[asked]
            if not (shaped > _RATHER).any():
                return False
            if shaped.max() < _CLEARLY and other.confidence[asked].mean() > _SURELY_FLAGS:
                return False
            return _any(read, Cell.FLAG) or not _certain(read, turned)
        case Cell.QUESTION:
            return _certain(read, turned) and not _any(cells, Cell.FLAG)
        case Cell.HIDDEN:
            numbers = shows(read, Cell.N1, Cell.N8).sum()
            return bool(numbers > _SEVERAL) and _any(read, Cell.N0) and not _any(cells, Cell.N0)
        case Cell.MINE:
            return _any(read, Cell.EXPLODED) and not _any(cells, Cell.EXPLODED)
        case Cell.EXPLODED:
            return not any(_any(cells, left) for left in (Cell.HIDDEN, Cell.MINE, Cell.WRONG_FLAG))
        case digit if Cell.N1 <= digit <= Cell.N8:
            marks = turned & shows(read, Cell.FLAG, Cell.WRONG_FLAG)
            return bool((reading.confidence[marks] > _UNSURE).any())
        case _:
            return False


def _certain(cells: Cells, turned: Mask) -> bool:
    return bool(certain_mines(cells)[turned].mean() >= _MOSTLY)


def _any(cells: Cells, first: Cell, last: Cell | None = None) -> bool:
    return bool(shows(cells, first, last).any())


def _called(reading: UnknownReading, turned: Mask, name: Cell, sure: Sure) -> UnknownReading:
    """Return a reading in which some cells have another name, so sure, whatever is broken by it."""
    cells = np.where(turned, np.int8(name), reading.cells)
    return replace(reading, cells=cells, confidence=np.where(turned, sure, reading.confidence))


def _without_a_loss(reading: UnknownReading) -> UnknownReading:
    """Return the same, flags that seem wrong right where no mine is shown; at best half sure."""
    wrong = shows(reading.cells, Cell.WRONG_FLAG)
    if not wrong.any() or _any(reading.cells, Cell.MINE, Cell.EXPLODED):
        return reading
    return _called(reading, wrong, Cell.FLAG, np.minimum(reading.confidence, _AT_BEST))


def _in_play(reading: UnknownReading, odds: Sure) -> UnknownReading:
    """Return the same, an explosion that alone says it is lost hidden if a network half sees so.

    Few programs show no other mine then, and a cell under the pointer is like none.
    """
    lost = shows(reading.cells, Cell.MINE, Cell.WRONG_FLAG)
    exploded = shows(reading.cells, Cell.EXPLODED)
    if lost.sum() != 1 or not exploded.any():
        return reading
    seen = odds[exploded][0]
    if seen[Cell.EXPLODED] > _SURELY or seen[Cell.HIDDEN] < _HARDLY:
        return reading
    return _or_hidden(reading, exploded)


def _with_flags(reading: UnknownReading, odds: Sure) -> UnknownReading:
    """Return the same, several mines flags if a network surely sees these in all of them.

    By their shape many flags are mines, stars most of all. Where marks are all that is left
    unopened less will do: six of seven such boards are won, and few programs open all after a loss.
    A flag that is wrong was set in a game that is lost, and then mines are shown.
    """
    mines = shows(reading.cells, Cell.MINE)
    marked = not (reading.cells[~mines] > Cell.N8).any()
    lost = _any(reading.cells, Cell.WRONG_FLAG)
    if lost or mines.sum() < (1 if marked else _SEVERAL):
        return reading
    flags = odds[mines, Cell.FLAG].mean() > (_SURELY if marked else _SURELY_ALL)
    sure = np.minimum(reading.confidence, _UNSURE)
    return _called(reading, mines, Cell.FLAG, sure) if flags else reading


def _unmarked(reading: UnknownReading, likely: Sure) -> UnknownReading:
    """Return the same, a mark that is the only one in play hidden if neither is sure what it is.

    A pointer that is no arrow, or a cell that is lit under one, is much like a flag or a mine.
    """
    marks = shows(reading.cells, Cell.FLAG, Cell.WRONG_FLAG)
    if marks.sum() != 1 or likely[marks, reading.cells[marks]] > _RATHER_UNLIKELY:
        return reading
    return _or_hidden(reading, marks)


def _or_hidden(reading: UnknownReading, marks: Mask) -> UnknownReading:
    """Return the same with marks hidden, at best half sure, unless more rules are broken then."""
    other = _called(reading, marks, Cell.HIDDEN, np.minimum(reading.confidence, _AT_BEST))
    return reading if _breaks_more(other, reading) else other
