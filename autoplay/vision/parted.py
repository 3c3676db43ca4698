"""A board that a window parts in two, or of whose outer lines it leaves little: all belongs to it.

A dialog may be wider than the board below it. Each part seems a board of its own then, but the
outermost numbers have neighbours that nobody sees. So the lattice is followed past the window: its
cells look there as the board's own do, just where they should be. So do the few cells of a line
that a window over a side or a corner leaves in sight.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.lattices.located import overlap
from autoplay.vision.locate.outer_sides import leading
from autoplay.vision.packs.match import distinct
from autoplay.vision.pixels.cells import SIDE, cut_cells, cut_places
from autoplay.vision.rules.consistency import impossible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from autoplay.desktop.protocols import Frame
    from autoplay.geometry import Grid
    from autoplay.vision.packs.match import Pack
    from autoplay.vision.reading import Reading

    Mask = NDArray[np.bool_]
    Names = tuple[NDArray[np.int8], NDArray[np.float32]]
    Namer = Callable[[Grid], Names]

_T = TypeVar("_T", bound=np.generic)

# How far a cell may be from one of the board's and show the same, in levels of 255 (root mean
# square of blocks of pixels), and how sure it is then at most.
_BLOCK = 2
_SAME_LOOK = 10.0
_AS_SURE = np.float32(0.9)
# What is left of a board has so many cells that show something, in all and in each line, and most
# look as cells of the board do: some number may be the only one of its kind.
_FEWEST = 6
_IN_A_LINE = 2
_MOSTLY = 0.6
# A line that is covered, and one that is not.
_LEAST_BEYOND = 2
# So many lines of which little is in sight may follow.
_NEXT = 4
# Of a line so many cells are looked at first.
_A_FEW = 6
_PART = 0.5
# Where a window begins along a line, and where it ends.
_ENDS = 2


@dataclass(frozen=True, slots=True, eq=False)
class _Named:
    """Cells of a grid (picture pixels): names and confidence, (rows, cols) each."""

    grid: Grid
    cells: NDArray[np.int8]
    confidence: NDArray[np.float32]


def joined(frame: Frame, readings: Iterable[Reading], packs: Iterable[Pack]) -> Iterator[Reading]:
    """Yield the boards of a frame, each with what a window parts from it, and no part twice.

    packs: those that the readings may be by.
    """
    by_skin = {pack.skin.name: pack for pack in packs}
    wholes: list[Reading] = []
    for reading in readings:
        if any(overlap(reading.grid, whole.grid) > _PART for whole in wholes):
            continue
        whole = _with_all_parts(frame, reading, by_skin)
        if whole is not reading:
            wholes.append(whole)
        yield whole


class _Looks:
    """What the cells of a board look like, and what they are.

    pixels: (height, width, 3) uint8, blue green red.
    """

    def __init__(self, pixels: NDArray[np.uint8], part: _Named) -> None:
        self._pixels = pixels
        cells = cut_cells(pixels, part.grid).reshape(-1, SIDE, SIDE, 3)
        first, _ = distinct(cells)
        self._known = _described(cells[first])
        self._names, self._sure = part.cells.ravel()[first], part.confidence.ravel()[first]

    def name(self, grid: Grid) -> Names:
        """Return (rows, cols) what cells are that look as one of the board's, and how sure."""
        cells, sure, _ = self._seen(cut_cells(self._pixels, grid))
        return cells, sure

    def lines_past_a_window(self, grid: Grid, axis: int, *, after: bool) -> Mask | None:
        """Return what is in sight of the board beyond a grid past a window, None if nothing is.

        axis: 0 for rows, 1 for columns; after: whether below, or to the right. Returns (lines,
        cells), from the grid on; lines of which nothing is in sight are covered.
        """
        own = (grid.rows, grid.cols)[axis]
        beyond = _lines_beyond(self._pixels.shape, grid, axis, 2 * own, after=after)
        if beyond is None or not self._some_alike(beyond, axis):
            return None
        cells, drawn = self._by_lines(beyond, axis, after=after)
        alike = ~shows(cells, Cell.UNREADABLE)
        telling = alike & drawn
        belongs = (alike.mean(axis=1) >= _MOSTLY) & (telling.sum(axis=1) >= _IN_A_LINE)
        if belongs[0] or not belongs.any():
            return None
        first = int(belongs.argmax())
        end = first + leading(belongs[first:])
        enough = telling[first:end].sum() >= _FEWEST and first <= own + end - first
        if not enough:
            return None
        seen = np.zeros((end, alike.shape[1]), bool)
        seen[first:] = True
        return seen

    def next_lines(self, grid: Grid, axis: int, *, after: bool) -> Mask | None:
        """Return which cells of the next lines are in sight, if a window covers the others.

        None if these are no lines of the board. All as for `lines_past_a_window`.
        """
        near = _lines_beyond(self._pixels.shape, grid, axis, _NEXT, after=after)
        if near is None:
            return None
        first = _outward(_places(near), axis, after=after)[:1]
        if not self._alike(near, first[:, [0, -1]]).any():
            return None
        cells, drawn = self._by_lines(near, axis, after=after)
        alike = ~shows(cells, Cell.UNREADABLE)
        # What is seen lies at the ends of a line.
        ends = (alike[:, 0] | alike[:, -1]) & ~alike.all(axis=1)
        follow = leading(ends & ((alike[:, 1:] ^ alike[:, :-1]).sum(axis=1) <= _ENDS))
        # A sheet goes on with cells like blanks beside a board that is drawn in it.
        telling = (drawn & alike & (cells != Cell.N0)).any(axis=1)
        told = np.flatnonzero(telling[:follow])
        return alike[: told[-1] + 1] if told.size else None

    def _some_alike(self, beyond: Grid, axis: int) -> bool:
        """Tell whether of a few cells of any line most look as the board's: that takes no time."""
        lines = np.moveaxis(_places(beyond), axis, 0)
        few = np.unique(np.linspace(0, lines.shape[1] - 1, _A_FEW).round().astype(int))
        return bool((self._alike(beyond, lines[:, few]).mean(axis=1) >= _PART).any())

    def _alike(self, grid: Grid, places: NDArray[np.intp]) -> Mask:
        """Tell which cells of a grid, at (n, m) places, look as one of the board's."""
        cut = cut_places(self._pixels, grid, places.ravel())
        cells, _, _ = self._seen(cut.reshape(*places.shape, SIDE, SIDE, 3))
        return ~shows(cells, Cell.UNREADABLE)

    def _by_lines(self, grid: Grid, axis: int, *, after: bool) -> tuple[NDArray[np.int8], Mask]:
        """Return (lines, cells) what cells are, and whether they show anything, board first."""
        cells, _, drawn = self._seen(cut_cells(self._pixels, grid))
        return _outward(cells, axis, after=after), _outward(drawn, axis, after=after)

    def _seen(
        self, cells: NDArray[np.uint8]
    ) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_]]:
        """Return (n, m) what cells are, how sure, and whether they show anything.

        cells: (n, m, SIDE, SIDE, 3).
        """
        shape = cells.shape[:2]
        seen = _described(cells.reshape(-1, SIDE, SIDE, 3))
        squares = [np.square(array).sum(axis=1) for array in (seen, self._known)]
        apart = np.add.outer(*squares) - 2 * seen @ self._known.T
        which = apart.argmin(axis=1)
        same = np.take_along_axis(apart, which[:, None], axis=1)[:, 0] <= _SAME_LOOK**2
        names = np.where(same, self._names[which], np.int8(Cell.UNREADABLE)).astype(np.int8)
        sure = np.where(same, np.minimum(self._sure[which], _AS_SURE), np.float32(0))
        colours = seen.reshape(len(seen), -1, 3)
        plain = np.square(colours - colours.mean(axis=1, keepdims=True)).sum(axis=(1, 2))
        return names.reshape(shape), sure.reshape(shape), (plain > _SAME_LOOK**2).reshape(shape)


def _described(cells: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return (n, features) of cells, (n, SIDE, SIDE, 3), whose distance is that of their colours.

    In levels of 255, the root mean square of all parts of a cell.
    """
    parts = SIDE // _BLOCK
    blocks = cells.reshape(-1, parts, _BLOCK, parts, _BLOCK, 3).mean(axis=(2, 4), dtype=np.float32)
    return np.asarray(blocks.reshape(len(cells), -1) / parts, np.float32)


def _with_all_parts(frame: Frame, reading: Reading, packs: dict[str, Pack]) -> Reading:
    grid = reading.grid_in(frame)
    part = _Named(grid, reading.board.cells, reading.confidence)
    looks = _Looks(frame.pixels, part)
    name = _by_pack(frame.pixels, packs[reading.skin]) if reading.by_pack else looks.name
    whole = part
    for axis in (0, 1):
        for after in (True, False):
            for followed in (looks.next_lines, looks.lines_past_a_window):
                seen = followed(whole.grid, axis, after=after)
                if seen is not None:
                    whole = _with_lines(whole, seen, name, axis, after=after)
    if whole is part:
        return reading
    named = reading.named(whole.cells, whole.confidence)
    return replace(named, grid=whole.grid.moved(frame.origin.x, frame.origin.y))


def _by_pack(pixels: NDArray[np.uint8], pack: Pack) -> Namer:
    def name(grid: Grid) -> Names:
        cells, sure = pack.match_cells(cut_cells(pixels, grid).reshape(-1, SIDE, SIDE, 3)).named()
        return cells.reshape(grid.rows, grid.cols), sure.reshape(grid.rows, grid.cols)

    return name


def _with_lines(part: _Named, seen: Mask, name: Namer, axis: int, *, after: bool) -> _Named:
    """Return a board with what is seen of it past a window, unless its numbers clash then.

    seen: (lines, cells) what is in sight, from the part on.
    """
    own, end = part.cells.shape[axis], len(seen)
    further = _lines(part.grid, axis, *((own, own + end) if after else (-end, 0)))
    cells, confidence = name(further)
    _outward(cells, axis, after=after)[~seen] = Cell.UNREADABLE
    if impossible(cells, floods=not impossible(part.cells).any()).any():
        return part
    order = slice(None, None, 1 if after else -1)
    named = np.concatenate((part.cells, cells)[order], axis=axis)
    sure = np.concatenate((part.confidence, confidence)[order], axis=axis)
    sure[shows(named, Cell.UNREADABLE)] = 0
    whole = _lines(part.grid, axis, *((0, own + end) if after else (-end, own)))
    return _Named(whole, named, sure)


def _lines_beyond(
    picture: tuple[int, ...], grid: Grid, axis: int, most: int, *, after: bool
) -> Grid | None:
    """Return the whole rows or columns beyond a grid, at most so many, None if there are few."""
    left, top, right, bottom = grid.area
    room = (picture[0] - bottom, picture[1] - right) if after else (top, left)
    pitch, own = ((grid.pitch_y, grid.rows), (grid.pitch_x, grid.cols))[axis]
    count = min(int(room[axis] / pitch), most)
    if count < _LEAST_BEYOND:
        return None
    return _lines(grid, axis, *((own, own + count) if after else (-count, 0)))


def _places(grid: Grid) -> NDArray[np.intp]:
    """Return (rows, cols) the numbers of the cells of a grid, row by row."""
    return np.arange(grid.size).reshape(grid.rows, grid.cols)


def _outward(array: NDArray[_T], axis: int, *, after: bool) -> NDArray[_T]:
    """Return (lines, cells) of an array of cells, those next to the board first; no copy."""
    return np.moveaxis(array, axis, 0)[:: 1 if after else -1]


def _lines(grid: Grid, axis: int, first: int, end: int) -> Grid:
    """Return some rows of a grid, or columns, which may lie beyond it."""
    return grid.part(first, end, 0, grid.cols) if axis == 0 else grid.part(0, grid.rows, first, end)
