"""Follow a board from frame to frame: which cells changed, or where the board went."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, GameState, shows
from autoplay.errors import UnreadableBoardError
from autoplay.vision.follow.settle import numbers_turned
from autoplay.vision.lattices.located import of_one_lattice
from autoplay.vision.pixels.opencv import cv2
from autoplay.vision.rules.neighbourhood import rectangle_around
from autoplay.vision.unknown.search import Search

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.board import Board
    from autoplay.desktop.protocols import Frame
    from autoplay.geometry import Grid
    from autoplay.vision.reading import Reading


class BoardChange(Enum):
    """What became of a board that cannot be read where it was."""

    NONE = "is where it was"
    MOVED = "moved"
    RESIZED = "was resized"
    COVERED = "is covered"
    GONE = "is gone"


_TOO_MANY_UNREADABLE = 0.06
_FEW_UNREADABLE = 3
_COVERED_SHARE = 0.25
_OTHER_SIZE = 0.03
_FEW_NUMBERS = 2
_STRAY = 0.1
_MANY_NUMBERS = 6
_MOST = 0.6

_ADVICE = {
    BoardChange.NONE: "read it again",
    BoardChange.MOVED: "read the screen again to find its new place",
    BoardChange.RESIZED: "read the screen again to find its new size",
    BoardChange.COVERED: "close or move what lies over it",
    BoardChange.GONE: "bring its window back to the screen",
}


class BoardLostError(UnreadableBoardError):
    """A board that was tracked cannot be read any more.

    change: what became of it. grid: where it is now (screen pixels), None where not found.
    glimpse: what could be read where it was, None where nothing was tried. sure: whether its
    numbers prove that it is where it was, so that it need not be looked for.
    """

    def __init__(
        self,
        change: BoardChange,
        grid: Grid | None,
        glimpse: Reading | None = None,
        *,
        sure: bool = False,
    ) -> None:
        super().__init__(f"the board {change.value}; {_ADVICE[change]}")
        self.change = change
        self.grid = grid
        self.glimpse = glimpse
        self.sure = sure

    def again(self) -> BoardLostError:
        """Return the same, to be raised once more."""
        return BoardLostError(self.change, self.grid, self.glimpse, sure=self.sure)


def changed_cells(
    before: NDArray[np.uint8], now: NDArray[np.uint8], grid: Grid
) -> NDArray[np.bool_]:
    """Return (rows, cols): the cells in which any pixel differs.

    before, now: the board's own pixels, (height, width, 3) uint8 each, of one shape.
    """
    changed = np.zeros((grid.rows, grid.cols), bool)
    tops, lefts = _edges(grid)
    # Most rows of cells are as they were, and the norm says so without writing anything down.
    for row, (top, bottom) in enumerate(pairwise((*tops, len(before)))):
        was, is_now = before[top:bottom], now[top:bottom]
        if cv2.norm(was, is_now, cv2.NORM_INF):
            differs = cv2.absdiff(was, is_now).reshape(bottom - top, -1)
            column = np.bitwise_or.reduce(differs, axis=0)
            changed[row] = np.bitwise_or.reduceat(column, lefts) != 0
    return changed


@lru_cache(maxsize=8)
def _edges(grid: Grid) -> tuple[list[int], NDArray[np.intp]]:
    """Return the first pixel of each row of cells, and the first byte of each column."""
    region = grid.region
    tops = [grid.cell(row, 0).y - region.y for row in range(grid.rows)]
    lefts = [3 * (grid.cell(0, col).x - region.x) for col in range(grid.cols)]
    return tops, np.array(lefts, np.intp)


def check_place(
    frame: Frame, previous: Reading, reading: Reading, changed: NDArray[np.bool_]
) -> None:
    """Raise BoardLostError where a board seems not to be where it was, and say why.

    previous, reading: what was read last, and what can be read at the same place now.
    changed: (rows, cols) the cells in which any pixel differs.
    """
    unreadable = shows(reading.board.cells, Cell.UNREADABLE)
    lost = int(unreadable.sum() - shows(previous.board.cells, Cell.UNREADABLE).sum())
    if lost <= max(_FEW_UNREADABLE, _TOO_MANY_UNREADABLE * changed.size):
        _check_shift(frame, previous, reading)
        return
    # Looking for it takes long, so it is not done where numbers show that it has not moved.
    there = is_still_there(previous.board, changed, unreadable)
    if not there:
        change, grid = what_happened(frame, previous.grid)
        if change is not BoardChange.NONE:
            raise BoardLostError(change, grid, reading)
    # What lies over blanks may look like them.
    telling = (previous.board.cells != Cell.N0).sum()
    if reading.state is GameState.PLAYING and lost > _COVERED_SHARE * telling:
        raise BoardLostError(BoardChange.COVERED, previous.grid, reading, sure=there)


def _check_shift(frame: Frame, previous: Reading, reading: Reading) -> None:
    """Raise BoardLostError where a board has moved by whole cells: it then seems readable.

    Numbers turn into others also where a new game opens cells by itself.
    """
    if numbers_turned(previous.board.cells, reading.board.cells) > 1:
        change, grid = what_happened(frame, previous.grid)
        if change is BoardChange.MOVED:
            raise BoardLostError(change, grid, reading)


def is_still_there(
    before: Board, changed: NDArray[np.bool_], unreadable: NDArray[np.bool_]
) -> bool:
    """Whether a board is where it was, whatever lies over a part of it.

    A window over it leaves no number inside its rectangle and, to the pixel, those outside. Had the
    board moved, cells would have changed everywhere, though rows of ones may fall on ones: not so
    many that most numbers are as they were, whatever marks have come up beside a banner.
    changed, unreadable: (rows, cols) since the last reading, and now.
    """
    hit = changed & unreadable
    if not hit.any():
        return True
    number = shows(before.cells, Cell.N1, Cell.N8)
    kept = (number & ~changed).sum()
    if kept >= _MANY_NUMBERS and kept > _MOST * number.sum():
        return True
    window = np.zeros_like(hit)
    window[rectangle_around(hit)] = True
    inside, outside = number & window, number & ~window
    return bool(
        outside.sum() >= _FEW_NUMBERS
        and (outside & changed).sum() <= _STRAY * outside.sum()
        and (inside & ~changed).sum() <= _STRAY * inside.sum()
    )


@dataclass(frozen=True, slots=True, eq=False)
class Lost:
    """The last picture in which a board could not be read, and why: it may stay so for seconds."""

    previous: Reading
    frame: Frame
    error: BoardLostError

    def again_in(self, frame: Frame, previous: Reading) -> bool:
        """Whether a picture is the same, and so is the board that is looked for in it."""
        same = self.previous is previous and self.frame.origin == frame.origin
        return same and np.array_equal(self.frame.pixels, frame.pixels)


def what_happened(frame: Frame, grid: Grid) -> tuple[BoardChange, Grid | None]:
    """Look for a lost board (grid in screen pixels) in a frame; return what became of it."""
    search = Search(frame.pixels)
    search = search.bare or search

    def on_screen(grids: list[Grid]) -> list[Grid]:
        return [found.moved(frame.origin.x, frame.origin.y) for found in grids]

    def of_its_shape(grids: list[Grid]) -> list[Grid]:
        return [found for found in grids if (found.rows, found.cols) == (grid.rows, grid.cols)]

    located = on_screen(search.located)
    same_size = of_its_shape(located)
    for found in located:
        if found not in same_size and of_one_lattice(found, grid):
            return BoardChange.COVERED, grid
    # Cells that bear pictures leave no lines.
    same_size = same_size or of_its_shape(on_screen(search.stamped))
    for found in same_size:
        if resized(found, grid):
            return BoardChange.RESIZED, found
        if max(abs(found.left - grid.left), abs(found.top - grid.top)) > 2:
            return BoardChange.MOVED, found
        return BoardChange.NONE, found
    return BoardChange.GONE, None


def resized(grid: Grid, before: Grid) -> bool:
    """Whether a board's cells are of another size, or number, than they were."""
    if (grid.rows, grid.cols) != (before.rows, before.cols):
        return True
    wider, taller = grid.pitch_x / before.pitch_x, grid.pitch_y / before.pitch_y
    return abs(wider - 1) + abs(taller - 1) > _OTHER_SIZE
