"""The mine counter beside a board: the total it tells, or nothing where that is not sure.

A wrong total makes a player certain of what is false, while none costs little. So whatever stands
near the board counts only where it agrees with what the board itself shows.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Board, Cell, GameState
from autoplay.geometry import Region
from autoplay.vision.counter.figures import find_figures
from autoplay.vision.counter.segments import find_displays

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from autoplay.vision.counter.segments import Display

USUAL_TOTALS = {
    (8, 8): 10,
    (9, 9): 10,
    (16, 16): 40,
    (16, 30): 99,
    (30, 16): 99,
}
"""Mines on boards of (rows, cols) that nearly every program has."""

_REACH = 0.3
_LEAST_REACH, _MOST_REACH = 150, 240
# Mines a cell: programs offer 0.12 to 0.25.
_SPARSEST, _DENSEST = 0.06, 0.45
_RUNNING_AT_MOST = 1


def read_total(
    pixels: NDArray[np.uint8],
    board: Region,
    cells: Board,
    state: GameState,
    side: str | None = None,
) -> int | None:
    """Return the mine total that a picture tells, None where it does not or is not sure.

    pixels: (height, width, 3) uint8, blue green red. board: the cells' rectangle in it; cells: what
    they show. side: which of two displays is the counter, left or right, where the skin says it.

    Of "3/10" the 10 is taken where the 3 is the number of flags, or what is left beside
    them; of a lone number what it makes together with the flags, where that is usual for the size;
    of two displays the one that the skin names, or, where no flag stands, the one that can be no
    clock.
    """
    if state is GameState.WON:
        return int(cells.unopened.sum()) + _count(cells, Cell.MINE)
    known = _Known(cells, side)
    strips = [pixels[s.y : s.bottom, s.x : s.right] for s in _strips(pixels, board)]
    for find in (_from_texts, _from_displays):
        told = set().union(*(find(known, strip) for strip in strips))
        if told:
            return told.pop() if len(told) == 1 else None
    return None


def _from_texts(known: _Known, strip: NDArray[np.uint8]) -> set[int]:
    return {total for figure in find_figures(strip) for total in known.from_text(figure.text)}


def _from_displays(known: _Known, strip: NDArray[np.uint8]) -> set[int]:
    return set(known.from_displays(find_displays(strip)))


def _strips(pixels: NDArray[np.uint8], board: Region) -> Iterator[Region]:
    """Yield the parts of a picture above, below, right and left of a board."""
    height, width = pixels.shape[:2]
    picture = Region(0, 0, width, height)
    reach = round(min(max(_REACH * max(board.w, board.h), _LEAST_REACH), _MOST_REACH))
    wide = board.grown(reach)
    for strip in (
        Region(wide.x, wide.y, wide.w, reach),
        Region(wide.x, board.bottom, wide.w, reach),
        Region(board.right, board.y, reach, board.h),
        Region(wide.x, board.y, reach, board.h),
    ):
        inside = strip.clipped(picture)
        if inside.w and inside.h:
            yield inside


class _Known:
    """What a board itself shows about its total, and which numbers beside it agree with that."""

    def __init__(self, board: Board, side: str | None) -> None:
        self._side = side
        self._flags = _count(board, Cell.FLAG) + _count(board, Cell.WRONG_FLAG)
        self._least = max(round(_SPARSEST * board.cells.size), least_mines(board))
        shown = _count(board, Cell.MINE) + _count(board, Cell.EXPLODED)
        closed = int(board.unopened.sum()) + _count(board, Cell.WRONG_FLAG)
        self._most = min(closed + shown, int(_DENSEST * board.cells.size))
        self._usual = USUAL_TOTALS.get((board.rows, board.cols))

    def from_text(self, text: str) -> Iterator[int]:
        """Yield the total that a figure tells."""
        number, stroke, rest = text.partition("/")
        if not stroke:
            yield from self._alone(int(number))
            return
        if not rest.isdecimal():
            return
        total = int(rest)
        if self._possible(total) and int(number) in (self._flags, total - self._flags):
            yield total

    def from_displays(self, displays: Sequence[Display]) -> Iterator[int]:
        """Yield the total that the displays on one side of a board tell."""
        for display in displays:
            yield from self._alone(display.value)
        for left, right in itertools.permutations(displays, 2):
            if left.box.x > right.box.x or not _alike(left, right):
                continue
            for counter, clock, side in ((left, right, "left"), (right, left, "right")):
                total = counter.value + self._flags
                told = self._side == side or self._is_clock(clock.value)
                if told and self._possible(total):
                    yield total

    def _alone(self, left: int) -> Iterator[int]:
        """Yield the usual total where a lone number is what the flags leave of it."""
        total = left + self._flags
        if total == self._usual and self._possible(total):
            yield total

    def _possible(self, total: int) -> bool:
        return self._least <= total <= self._most

    def _is_clock(self, value: int) -> bool:
        """Whether a display cannot show how many mines are left: none stands marked, yet so few."""
        return not self._flags and 0 <= value <= _RUNNING_AT_MOST and value < self._least


def least_mines(board: Board) -> int:
    """Return how many mines there are at least: numbers that share no neighbour add up."""
    free = np.ones(board.cells.shape, bool)
    least = 0
    numbers = np.argwhere(board.numbers & (board.cells > 0)).tolist()
    for row, col in sorted(numbers, key=lambda place: -int(board.cells[tuple(place)])):
        if free[row, col]:
            least += int(board.cells[row, col])
            free[max(0, row - 2) : row + 3, max(0, col - 2) : col + 3] = False
    return least


def _alike(one: Display, other: Display) -> bool:
    """Whether two displays are a pair: one size, one line."""
    a, b = one.box, other.box
    return (
        one.digits == other.digits
        and abs(a.y - b.y) <= 2
        and abs(a.h - b.h) <= 2
        and abs(a.w - b.w) <= 3
    )


def _count(board: Board, cell: Cell) -> int:
    return int((board.cells == cell).sum())
