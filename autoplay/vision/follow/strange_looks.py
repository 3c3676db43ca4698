"""Read a board again whose look no pack knows, by what its cells have turned out to be so far.

That may be a program without a pack, or one whose pack knows its tiles but not its digits: many
programs write them in the font of the desktop.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Board, Cell, shows
from autoplay.vision.follow.cover import read_beside
from autoplay.vision.follow.memory import KNOWN_CONFIDENCE, LookMemory
from autoplay.vision.follow.settle import doubt_lost_numbers
from autoplay.vision.pixels.cells import cut_cells, cut_places
from autoplay.vision.rules.consistency import broken
from autoplay.vision.rules.hints import are_few, hints_since
from autoplay.vision.rules.neighbourhood import rectangle_around
from autoplay.vision.unknown.reading import read_unknown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.desktop.protocols import Frame
    from autoplay.geometry import Grid
    from autoplay.vision.reading import Reading
    from autoplay.vision.rules.hints import Hints
    from autoplay.vision.unknown.unknown_reading import UnknownReading

# Digits lie here and there, under a window all cells look like none of the templates.
_WINDOW, _FULL = 25, 0.6
_LINES = 2
_SOME = 0.5
_VOUCHING = 3
# The middle half of a cell as it is cut out; by how many levels it differs if something
# is drawn there, and if it is as it was.
_MIDDLE = np.s_[:, 4:-4, 4:-4]
_DRAWN, _SAME = 30, 8
_HARDLY_A_PIXEL = 0.02


class StrangeLooks:
    """The looks of one program, as they become known in play."""

    def __init__(self) -> None:
        self._memory = LookMemory()

    def begin(self, frame: Frame, reading: Reading) -> None:
        """Remember nothing but what the cells of this reading look like."""
        self._memory = LookMemory()
        grid = reading.grid_in(frame)
        self._learn(cut_cells(frame.pixels, grid), reading.board.cells, reading.confidence)

    def read(
        self,
        frame: Frame,
        previous: Reading,
        changed: NDArray[np.bool_],
        seen: NDArray[np.uint8] | None,
    ) -> Reading:
        """Read a board again; what has changed since and what has not helps to name it.

        Cells that look as known ones did are told by that. Where opened cells changed, which none
        does in play, and the whole makes no sense any more, something lies over the board; what is
        beside it may still tell. changed: (rows, cols) the cells in which any pixel differs; seen:
        the board's own pixels at the previous reading, None where they are not known.
        """
        grid = previous.grid_in(frame)
        cut = cut_cells(frame.pixels, grid)
        hidden = changed & shows(previous.board.cells, Cell.HIDDEN)
        if seen is not None and hidden.any():
            region = previous.grid.region
            before = previous.grid.moved(-region.x, -region.y)
            was = cut_places(seen, before, np.flatnonzero(hidden))
            changed = changed.copy()
            changed[hidden] = ~_as_it_was(was, cut[hidden])
        cells, confidence = previous.board.cells.copy(), previous.confidence.copy()
        names, known = self._memory.recall(cut[changed])
        cells[changed], confidence[changed] = names, np.where(known, KNOWN_CONFIDENCE, 0.0)
        learnt = False
        if not known.all() or broken(cells).any():
            hints = hints_since(previous.board.cells, previous.confidence, changed)
            unknown = _read_since(frame.pixels, grid, hints)
            strange = changed & shows(cells, Cell.UNREADABLE)
            # What still reads as before is not covered, though a glow beside it may reach into it.
            otherwise = unknown.cells != previous.board.cells
            covered = strange & previous.board.numbers & otherwise
            learnt = unknown.sound
            if learnt or are_few(int(covered.sum()), covered.size):
                cells, confidence = unknown.cells, unknown.confidence
            elif seen is not None:
                beside = read_beside(frame.pixels, grid, previous, seen, strange)
                if beside is not None:
                    cells, confidence = beside.cells, beside.confidence
        # A message may be as plain as hidden cells are; a new game leaves no number where it was.
        number = shows(previous.board.cells, Cell.N1, Cell.N8)
        gone = number & changed & np.isin(cells, (Cell.HIDDEN, Cell.N0))
        if gone.any() and gone.sum() <= _SOME * number.sum():
            cells, confidence = doubt_lost_numbers(previous.board.cells, cells, confidence)
        another_look = changed & shows(cells, Cell.HIDDEN)
        another_look[changed] &= names != Cell.HIDDEN
        over = _plain_window(previous.board, changed, another_look)
        if learnt and not over.any():
            self._learn(cut, cells, confidence)
        under = over | _still_covered(previous, changed)
        if under.any():
            cells, confidence = cells.copy(), confidence.copy()
            cells[under], confidence[under] = Cell.UNREADABLE, 0
        return previous.named(cells, confidence)

    def read_instead(
        self,
        frame: Frame,
        changed: NDArray[np.bool_],
        foreign: NDArray[np.bool_],
        previous: Reading,
        by_pack: Reading,
    ) -> Reading:
        """Return what is read without the pack where its digits are not the program's own.

        That must make sense all over, and leave what the pack was sure of as it was: all that has
        not changed, and the tiles. Otherwise the reading by the pack is returned, and also where
        something may lie over the board: it has come over an opened cell, or it looks like none of
        the templates and is plain. Where nothing was opened before, numbers may vouch for the
        rest: then not even the blanks need to look as those of the pack.
        changed: (rows, cols) the cells in which any pixel differs since the previous reading;
        foreign: those that are near none of the pack's templates, or are hidden by the pack but may
        be numbers.
        """
        before, cells = previous.board.cells, by_pack.board.cells
        opened = previous.board.numbers
        window = foreign[rectangle_around(foreign)] if foreign.any() else foreign
        covered = window.size > _WINDOW and window.mean() > _FULL
        if (opened & (cells != before)).any() or (covered and opened.any()):
            return by_pack
        # A window hides whole columns or rows; only a first click may open as much.
        lines = max(changed.all(axis=0).sum(), changed.all(axis=1).sum())
        if opened.any() and lines > _LINES:
            return by_pack
        unreadable = shows(cells, Cell.UNREADABLE)
        hints = hints_since(before, previous.confidence, changed)
        unknown = _read_since(frame.pixels, previous.grid_in(frame), hints)
        numbers = shows(unknown.cells, Cell.N1, Cell.N8)
        vouched = not opened.any() and unknown.whole and numbers.sum() >= _VOUCHING
        kept = np.where(changed, shows(cells, Cell.HIDDEN) & ~foreign, ~unreadable)
        plain = foreign & np.isin(unknown.cells, (Cell.HIDDEN, Cell.N0))
        highlighted = foreign & shows(cells, Cell.HIDDEN) & ~numbers
        if not unknown.sound or (unknown.cells != cells)[kept].any():
            return by_pack
        if (covered or plain.any() or highlighted.any()) and not vouched:
            return by_pack
        reading = replace(previous, strange=True).named(unknown.cells, unknown.confidence)
        self.begin(frame, reading)
        return reading

    def _learn(
        self, cut: NDArray[np.uint8], cells: NDArray[np.int8], confidence: NDArray[np.float32]
    ) -> None:
        self._memory.remember(cut.reshape(-1, *cut.shape[2:]), cells.ravel(), confidence.ravel())


def _plain_window(
    before: Board, changed: NDArray[np.bool_], another_look: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Mark the cells, (rows, cols), that only seem hidden since a plain window lies over them.

    They were hidden, have a look that no hidden cell had, and fill a rectangle in which no opened
    cell is as it was, while cells beside it are. What a program draws anew, it draws all over the
    board, or where the pointer is.
    changed: (rows, cols) since the last reading; another_look: those read as hidden in such a look.
    """
    over = another_look & shows(before.cells, Cell.HIDDEN)
    if over.sum() <= _WINDOW:
        return np.zeros_like(over)
    inside = np.zeros_like(over)
    inside[rectangle_around(over)] = True
    opened_as_before = before.numbers & ~changed
    hidden_as_before = shows(before.cells, Cell.HIDDEN) & ~changed
    window = over[inside].mean() > _FULL and not (opened_as_before & inside).any()
    return over if window and (hidden_as_before & ~inside).any() else np.zeros_like(over)


def _as_it_was(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Mark the cells, (n,), that show just what they did, though something beside them glows.

    What they bear in their middles is the same. Where that is nothing, a blank may look as its
    hidden cell did, but for the sides: then hardly a pixel may have changed.
    before, now: (n, side, side, 3) pixels of the cells.
    """
    was, is_now = before.astype(np.int16), now.astype(np.int16)
    changed = np.abs(is_now - was).max(axis=-1) > _SAME
    drawn = np.ptp(was[_MIDDLE], axis=(1, 2)).max(axis=-1) > _DRAWN
    hardly = changed.mean(axis=(1, 2)) < _HARDLY_A_PIXEL
    return np.asarray((drawn | hardly) & ~changed[_MIDDLE].any(axis=(1, 2)))


def _still_covered(previous: Reading, changed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Mark the cells under another window that shows what it did: of them nothing was known."""
    unread = shows(previous.board.cells, Cell.UNREADABLE) & (previous.confidence == 0)
    return np.asarray(unread & ~changed)


def _read_since(pixels: NDArray[np.uint8], grid: Grid, hints: Hints) -> UnknownReading:
    """Read a board in play; no cell bears a mark that was hidden and has not changed since.

    At the first click, cells beside the opening may have lost the shadow that those in it cast.
    """
    reading = read_unknown(pixels, grid, hints)
    if hints.first and not reading.sound:
        other = read_unknown(pixels, grid, replace(hints, opened=np.zeros_like(hints.opened)))
        reading = other if other.sound else reading
    marked = hints.hidden & shows(reading.cells, Cell.FLAG, Cell.WRONG_FLAG)
    return replace(reading, cells=np.where(marked, np.int8(Cell.HIDDEN), reading.cells))
