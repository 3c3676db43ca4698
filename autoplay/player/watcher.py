"""The watcher: looks at the board until the picture stands still, then has it read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Board, Cell
from autoplay.errors import NoBoardFoundError, UnreadableBoardError
from autoplay.geometry import Point, Region
from autoplay.player.result import Phase, Stopwatch
from autoplay.vision.follow.tracking import BoardLostError, changed_cells
from autoplay.vision.rules.hints import redrawn

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from autoplay.desktop.protocols import Clock, Frame, Screen
    from autoplay.geometry import Grid
    from autoplay.player.parts import BoardReader
    from autoplay.vision.reading import Reading

LOOK_GAP = 0.006
"""Seconds between two captures while waiting."""

MARGIN = 1.0
"""Cells around the board that are captured along with it, for the reader to follow it."""

SEARCH_EVERY = 1.0
"""Seconds between two searches of the whole screen for a board that is not where it was."""

SEARCH_SHARE = 3.0
"""How many times as long as such a search its old place alone is looked at afterwards: a banner
that goes away must not be missed because a busy machine searches without end."""

STILL_LIMIT = 1.5
"""Seconds after which a picture that never stands still is read all the same."""


class Watcher:
    """Captures and reads one board.

    check: called while waiting; raises StoppedError when the person takes over.
    """

    def __init__(
        self,
        screen: Screen,
        reader: BoardReader,
        clock: Clock,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self._screen = screen
        self._reader = reader
        self._clock = clock
        self._check = check
        self._frame: Frame | None = None
        self._remembered: Frame | None = None
        self._board = Region(0, 0, 0, 0)
        self._search_after = 0.0
        self.glimpse: Reading | None = None
        self.stopwatch = Stopwatch(clock)

    def find(self, region: Region | None = None, skin: str | None = None) -> Reading:
        """Find the board on the whole screen, or in a region of it.

        Raises NoBoardFoundError where there is none.
        """
        with self.stopwatch.phase(Phase.CAPTURE):
            frame = self._screen.grab(region)
        with self.stopwatch.phase(Phase.READ):
            return self._reader.read(frame, skin)

    def places_of_others(self) -> list[tuple[Reading, Region]]:
        """Return the boards beside the one that was just found, with regions to find them in."""
        with self.stopwatch.phase(Phase.READ):
            others = self._reader.others()
        return [(reading, self._around(reading.grid)) for reading in others]

    def _around(self, grid: Grid) -> Region:
        """Return a board's rectangle with a little of what is around it, on its monitor."""
        board = grid.region
        wider = board.grown(round(min(grid.pitch_x, grid.pitch_y) / 2))
        on = (monitor for monitor in self._screen.monitors() if board.centre in monitor)
        monitor = next(on, None)
        return wider if monitor is None else wider.clipped(monitor)

    def find_again(self, lost: Reading) -> Reading:
        """Find a board that has moved: the one on the screen that continues the lost one.

        Raises UnreadableBoardError where there is none.
        """
        with self.stopwatch.phase(Phase.CAPTURE):
            frame = self._screen.grab()
        with self.stopwatch.phase(Phase.READ):
            try:
                found = self._reader.read_all(frame, lost.board.cells.shape)
            except NoBoardFoundError:
                found = []
        for reading in found:
            if _continues(reading, lost):
                board = Board(reading.board.cells, lost.board.mines)
                return replace(reading, board=board)
        raise UnreadableBoardError(
            "the board is gone: moved off the screen, covered or closed; bring it to the front "
            "and run me again"
        )

    def look(self, last: Reading, calm: float) -> Reading:
        """Return a reading of a picture that has stood still for `calm` seconds.

        Raises UnreadableBoardError where the board is no more, or covered; what could be read of it
        is then the `glimpse`.
        """
        self.glimpse = None
        self._board = last.grid.region
        self._frame = self._still_frame(last.grid, calm)
        with self.stopwatch.phase(Phase.READ):
            try:
                self.glimpse = self._reader.reread(self._frame, last)
                return self.glimpse
            except (UnreadableBoardError, NoBoardFoundError) as error:
                known_place = False
                if isinstance(error, BoardLostError):
                    self.glimpse, known_place = error.glimpse, error.sure
                # Looking for it on the whole screen takes long, so not at every look, and not
                # where it is known to be.
                if known_place or self._clock.now() < self._search_after:
                    raise UnreadableBoardError(str(error)) from error
        began = self._clock.now()
        try:
            found = self.find_again(last)
        except UnreadableBoardError:
            now = self._clock.now()
            self._search_after = max(began + SEARCH_EVERY, now + SEARCH_SHARE * (now - began))
            raise
        self._search_after = 0.0
        return found

    def unchanged(self) -> bool:
        """Return whether the cells still look as in the last `look`, so that a click is safe."""
        if self._frame is None:
            return False
        with self.stopwatch.phase(Phase.CAPTURE):
            now = self._screen.grab(self._board)
        return np.array_equal(now.pixels, _part(self._frame, self._board))

    def remember(self) -> None:
        """Remember what the cells looked like in the last `look`, for `turned`."""
        self._remembered = self._frame

    def redrawn(self, grid: Grid) -> bool:
        """Return whether nearly all cells look otherwise than they did when that was remembered."""
        return redrawn(self.turned(grid))

    def turned(self, grid: Grid) -> NDArray[np.bool_]:
        """Mark the cells that look otherwise than they did when that was remembered.

        Returns (rows, cols); none is marked where the board has moved since.
        """
        none = np.zeros((grid.rows, grid.cols), bool)
        if self._remembered is None or self._frame is None:
            return none
        before, now = (_part(frame, grid.region) for frame in (self._remembered, self._frame))
        same_place = before.shape == now.shape and self._remembered.origin == self._frame.origin
        return changed_cells(before, now, grid) if same_place else none

    def untouched(self, grid: Grid, row: int, col: int) -> bool:
        """Return whether a cell's inside still looks as in the last `look`."""
        if self._frame is None:
            return False
        inside = grid.cell(row, col).grown(-round(min(grid.pitch_x, grid.pitch_y) / 5))
        now = self._screen.grab(inside)
        return np.array_equal(now.pixels, _part(self._frame, inside))

    def pause(self, seconds: float) -> None:
        """Wait, and notice meanwhile when the person takes over."""
        with self.stopwatch.phase(Phase.WAIT):
            until = self._clock.now() + seconds
            while (left := until - self._clock.now()) > 0:
                self._check()
                self._clock.sleep(min(left, 0.05))

    def parking_place(self, grid: Grid) -> Point:
        """Return a point beside the board, where the pointer changes no cell's look."""
        board = grid.region
        step = max(4, round(min(grid.pitch_x, grid.pitch_y) / 2))
        middle = board.centre
        beside = (
            Point(board.x - step, middle.y),
            Point(board.right + step, middle.y),
            Point(middle.x, board.bottom + step),
            Point(middle.x, board.y - step),
        )
        for monitor in self._screen.monitors():
            for point in beside:
                if point in monitor.grown(-2):
                    return point
        return middle

    def _still_frame(self, grid: Grid, calm: float) -> Frame:
        """Capture until the cells look the same for `calm` seconds.

        What is beside them (a clock, a film) may change.
        """
        board = grid.region
        region = board.grown(round(MARGIN * max(grid.pitch_x, grid.pitch_y)))
        with self.stopwatch.phase(Phase.CAPTURE):
            still = self._screen.grab(region)
        began = since = self._clock.now()
        while True:
            with self.stopwatch.phase(Phase.WAIT):
                self._check()
                self._clock.sleep(LOOK_GAP)
            with self.stopwatch.phase(Phase.CAPTURE):
                frame = self._screen.grab(region)
            now = self._clock.now()
            if not np.array_equal(_part(frame, board), _part(still, board)):
                still, since = frame, now
            if now - since >= calm or now - began >= max(STILL_LIMIT, calm):
                return frame


def _part(frame: Frame, region: Region) -> NDArray[np.uint8]:
    """Return the pixels of a screen region that lie in a frame."""
    left, top = max(0, region.x - frame.origin.x), max(0, region.y - frame.origin.y)
    return frame.pixels[top : region.bottom - frame.origin.y, left : region.right - frame.origin.x]


def _continues(reading: Reading, lost: Reading) -> bool:
    """Whether a board can be a later position of another: what was open still shows the same."""
    before, after = lost.board, reading.board
    if (before.rows, before.cols) != (after.rows, after.cols):
        return False
    seen = before.numbers & (after.cells != Cell.UNREADABLE)
    return bool(np.array_equal(before.cells[seen], after.cells[seen]))
