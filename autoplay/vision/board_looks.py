"""What the cells of a board look like, and which cells beside it look like them.

A window may part a board, or leave little of its outer lines in sight. What belongs to the board
looks there as its own cells do, just where they should be.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.beyond import lengthened, lines_beyond, outward
from autoplay.vision.locate.frame_around import frame_begins
from autoplay.vision.locate.outer_sides import leading
from autoplay.vision.packs.match import distinct
from autoplay.vision.pixels.cells import SIDE, cut_cells, cut_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

    Mask = NDArray[np.bool_]

# How far a cell may be from one of the board's and show the same, in levels of 255 (root mean
# square of blocks of pixels), and how sure it is then at most.
_BLOCK = 2
_PARTS = SIDE // _BLOCK
_SAME_LOOK = 10.0
_AS_SURE = np.float32(0.9)
# What is left of a board has so many cells that show something, in all and in each line, and most
# look as cells of the board do: some number may be the only one of its kind.
_FEWEST = 6
_IN_A_LINE = 2
_MOSTLY = 0.6
# So many lines of which little is in sight may follow.
_NEXT = 4
# Of a line so many cells are looked at first.
_A_FEW = 6
_PART = 0.5
# Where a window begins along a line, and where it ends.
_ENDS = 2


@dataclass(frozen=True, slots=True, eq=False)
class NamedCells:
    """Cells of a grid (picture pixels): names and confidence, (rows, cols) each."""

    grid: Grid
    cells: NDArray[np.int8]
    confidence: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What cells are that look as some of a board, how sure, and which show anything at all.

    Which others show most of such a cell, from one side on, where that was asked. (rows, cols), or
    (lines, cells).
    """

    cells: NDArray[np.int8]
    sure: NDArray[np.float32]
    drawn: Mask
    in_part: Mask

    @property
    def alike(self) -> Mask:
        """Which cells look as some of the board's."""
        return ~shows(self.cells, Cell.UNREADABLE)

    @property
    def in_sight(self) -> Mask:
        """Which cells do so whole or in part."""
        return self.alike | self.in_part

    @property
    def telling(self) -> Mask:
        """Which cells show something that does."""
        return self.alike & self.drawn

    def by_lines(self, axis: int, *, after: bool) -> _Seen:
        """Return all by lines beside a board, (lines, cells), those next to it first."""
        return _Seen(
            outward(self.cells, axis, after=after),
            outward(self.sure, axis, after=after),
            outward(self.drawn, axis, after=after),
            outward(self.in_part, axis, after=after),
        )


class BoardLooks:
    """What the cells of a board look like, and what they are.

    pixels: (height, width, 3) uint8, blue green red. by_pack: whether a pack tells how they look;
    of others ruled blanks, and parts of a cell, are too much like headings.
    """

    def __init__(self, pixels: NDArray[np.uint8], part: NamedCells, *, by_pack: bool) -> None:
        self._pixels = pixels
        self._by_pack = by_pack
        cells = cut_cells(pixels, part.grid).reshape(-1, SIDE, SIDE, 3)
        first, _ = distinct(cells)
        self._known = _described(cells[first])
        self._names, self._sure = part.cells.ravel()[first], part.confidence.ravel()[first]

    def name(self, grid: Grid) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        """Return (rows, cols) what cells are that look as one of the board's, and how sure."""
        seen = self._seen(cut_cells(self._pixels, grid))
        return seen.cells, seen.sure

    def lines_past_a_window(self, grid: Grid, axis: int, *, after: bool) -> Mask | None:
        """Return what is in sight of the board beyond a grid past a window, None if nothing is.

        axis: 0 for rows, 1 for columns; after: whether below, or to the right. Returns (lines,
        cells), from the grid on; lines of which nothing is in sight are covered.
        """
        own = (grid.rows, grid.cols)[axis]
        beyond = lines_beyond(self._pixels.shape, grid, axis, 2 * own, after=after)
        if beyond is None or not self._some_alike(beyond, axis):
            return None
        seen = self._seen(cut_cells(self._pixels, beyond)).by_lines(axis, after=after)
        telling = seen.telling.sum(axis=1) >= _IN_A_LINE
        belongs = np.asarray(telling & (seen.alike.mean(axis=1) >= _MOSTLY))
        if belongs[0] or not belongs.any():
            return None
        first = int(belongs.argmax())
        end = first + leading(belongs[first:])
        enough = seen.telling[first:end].sum() >= _FEWEST and first <= own + end - first
        if not enough:
            return None
        in_sight = np.zeros((end, seen.alike.shape[1]), bool)
        in_sight[first:] = True
        return in_sight

    def next_lines(self, grid: Grid, axis: int, *, after: bool) -> Mask | None:
        """Return which cells of the next lines are in sight, if a window covers the others.

        None if these are no lines of the board. All as for `lines_past_a_window`.
        """
        near = lines_beyond(self._pixels.shape, grid, axis, _NEXT, after=after)
        if near is None:
            return None
        first = outward(_places(near), axis, after=after)[0]
        ends = cut_places(self._pixels, near, first[[0, -1]])[None]
        if not self._seen(ends, in_part=True).in_sight.any():
            return None
        seen = self._seen(cut_cells(self._pixels, near), in_part=True)
        seen = seen.by_lines(axis, after=after)
        # What is seen lies at the ends of a line.
        sight = seen.in_sight
        at_an_end = (sight[:, 0] | sight[:, -1]) & ~sight.all(axis=1)
        parted = (sight[:, 1:] ^ sight[:, :-1]).sum(axis=1)
        follow = leading(at_an_end & (parted <= _ENDS))
        # A sheet goes on with cells like blanks beside a board that is drawn in it.
        telling = (seen.telling & (seen.cells != Cell.N0)).any(axis=1)
        parts = leading(np.asarray(seen.in_part[:follow].any(axis=1)))
        telling[:parts] |= seen.in_part[:parts].sum() >= _IN_A_LINE
        told = int(np.flatnonzero(telling[:follow]).max(initial=-1)) + 1
        if told < follow and self._ends(grid, seen, follow, axis, after=after):
            told = follow
        return seen.alike[:told] if told else None

    def _ends(self, grid: Grid, seen: _Seen, follow: int, axis: int, *, after: bool) -> bool:
        """Tell whether so many lines beside a grid, of blanks at last, end as a board does.

        Where the frame begins that all of the board fills; if they are ruled, and a pack knows the
        board, where the next are none.
        """
        last, blanks = seen.alike[follow - 1], self._known[self._names == Cell.N0]
        if not last.any() or (seen.cells[follow - 1][last] != Cell.N0).any():
            return False
        if self._by_pack and seen.drawn[follow - 1][last].all():
            beyond = seen.alike[follow : follow + 1]
            return bool(beyond.size) and not beyond[0][last].any()
        whole = lengthened(grid, axis, follow, after=after)
        blank = np.median(blanks.reshape(-1, 3), axis=0) * _PARTS
        begins = partial(frame_begins, self._pixels, whole, blank)
        across = any(begins(1 - axis, after=side) for side in (True, False))
        return across and begins(axis, after=not after) and begins(axis, after=after, along=last)

    def _some_alike(self, beyond: Grid, axis: int) -> bool:
        """Tell whether of a few cells of any line most look as the board's: that takes no time."""
        by_lines = np.moveaxis(_places(beyond), axis, 0)
        few = np.unique(np.linspace(0, by_lines.shape[1] - 1, _A_FEW).round().astype(int))
        places = by_lines[:, few]
        cut = cut_places(self._pixels, beyond, places.ravel())
        seen = self._seen(cut.reshape(*places.shape, SIDE, SIDE, 3))
        return bool((seen.alike.mean(axis=1) >= _PART).any())

    def _seen(self, cells: NDArray[np.uint8], *, in_part: bool = False) -> _Seen:
        """Return what (n, m) cells are, (n, m, SIDE, SIDE, 3).

        in_part: whether to ask which show a part of one.
        """
        shape = cells.shape[:2]
        seen = _described(cells.reshape(-1, SIDE, SIDE, 3))
        apart = _apart(seen, self._known)
        which = apart.argmin(axis=1)
        same = np.take_along_axis(apart, which[:, None], axis=1)[:, 0] <= _SAME_LOOK**2
        names = np.where(same, self._names[which], np.int8(Cell.UNREADABLE)).astype(np.int8)
        sure = np.where(same, np.minimum(self._sure[which], _AS_SURE), np.float32(0))
        drawn = np.asarray(_varies(seen, (1, 2)) > _SAME_LOOK**2)
        parts = np.asarray(~same & self._told_in_part(seen)) if in_part else np.zeros_like(same)
        return _Seen(
            names.reshape(shape), sure.reshape(shape), drawn.reshape(shape), parts.reshape(shape)
        )

    def _told_in_part(self, seen: NDArray[np.float32]) -> Mask:
        """Tell which cells show most of one of the board's that shows something, from a side on."""
        told = np.zeros(len(seen), bool)
        known = self._known[self._names != Cell.N0]
        if not self._by_pack or not len(known):
            return told
        most = round(_MOSTLY * _PARTS)
        least = _SAME_LOOK**2 * most / _PARTS
        for part in (slice(most), slice(_PARTS - most, _PARTS)):
            for here in ((slice(None), part), (slice(None), slice(None), part)):
                some, models = seen[here], known[here]
                # A line that runs on beside a board is one across, or one down.
                both_ways = (_varies(some, 1) > least) & (_varies(some, 2) > least)
                told |= both_ways & (_apart(some, models).min(axis=1) <= least)
        return told


def _described(cells: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return (n, h, w, 3) of cells, (n, SIDE, SIDE, 3), whose distance is that of their colours.

    In levels of 255, the root mean square of all parts of a cell.
    """
    blocks = cells.reshape(-1, _PARTS, _BLOCK, _PARTS, _BLOCK, 3)
    return np.asarray(blocks.mean(axis=(2, 4), dtype=np.float32) / _PARTS, np.float32)


def _apart(cells: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (n, m) the squared distances between descriptions, (n, h, w, 3) and (m, h, w, 3)."""
    flat = [array.reshape(len(array), -1) for array in (cells, others)]
    squares = [np.square(array).sum(axis=1) for array in flat]
    return np.asarray(np.add.outer(*squares) - 2 * flat[0] @ flat[1].T)


def _varies(cells: NDArray[np.float32], axis: int | tuple[int, ...]) -> NDArray[np.float32]:
    """Return (n,) how far descriptions, (n, h, w, 3), are from their mean along axes, squared."""
    return np.asarray(np.square(cells - cells.mean(axis=axis, keepdims=True)).sum(axis=(1, 2, 3)))


def _places(grid: Grid) -> NDArray[np.intp]:
    """Return (rows, cols) the numbers of the cells of a grid, row by row."""
    return np.arange(grid.size).reshape(grid.rows, grid.cols)
