"""What speaks for cells on a lattice: lines along their sides, drawings in their middles.

And which rectangle of a lattice is a board: the one whose outer border is a line all along, which
ends at the corners, with lines inside on the lattice only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.located import MIN_SIDE
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.pixels.lines import Drawing, Lines

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]
    BoolArray = NDArray[np.bool_]

_OFF_LINE = 0.14
_LEAST_OFF = 1.5
_ASTRAY = 0.25
# A line covers a side whose middle three fifths it covers, as cells may be rounded; a line astray
# covers the whole length of a cell, which no digit does.
_SIDE_ENDS = 0.2
_ASTRAY_ENDS = 0.06
_MIDDLE = (0.25, 0.2, 0.75, 0.8)
_CORNERS = [(x, y, x + 0.13, y + 0.13) for x in (0.13, 0.74) for y in (0.13, 0.74)]
_SIDE_STRIPS = ((-0.12, 0.2, 0.12, 0.8), (0.2, -0.12, 0.8, 0.12))
_MIDDLE_STRIPS = ((0.38, 0.2, 0.62, 0.8), (0.2, 0.38, 0.8, 0.62))
_CLEARER = 1.5
_ALL_LINED = 0.95
_LEAST_SHOWN = 0.02
_AS_MUCH_SHOWN = 0.5
_GOES_ON = 0.8
_A_FRAME = 0.2
_HALF = 0.5
_GRAIN = 0.25
_DRAWN = 0.1
_CLEAR = 0.08

# What sides, lines and drawings in a board are worth. Inside, most sides may be bare; the border
# rarely is.
_INNER_LINE = 1.0
_INNER_BARE = -0.18
_OUTER_LINE = 2.0
_OUTER_BARE = -1.5
_PAST_CORNER = -2.0
_LINE_ASTRAY = -0.8
_DRAWING = 0.8
_ROUNDS = 8

Box = tuple[int, int, int, int]
"""First row, end row, first column, end column."""


@dataclass(frozen=True, slots=True, eq=False)
class CellEvidence:
    """What shows on a lattice of rows x cols cells.

    upright: (rows, cols + 1), sides with a line on them; level: (rows + 1, cols).
    astray: (rows, cols), cells that a line crosses. drawn: (rows, cols), cells with something in
    the middle and nothing in the corners. middle, corner: (rows, cols), how much is drawn there, 0
    to 1, in the corner with most.
    """

    upright: BoolArray
    level: BoolArray
    astray: BoolArray
    drawn: BoolArray
    middle: FloatArray
    corner: FloatArray

    def part(self, top: int, bottom: int, left: int, right: int) -> CellEvidence:
        """Return what shows on some rows and columns, from top to before bottom, left to right."""
        cells = np.s_[top:bottom, left:right]
        return CellEvidence(
            self.upright[top:bottom, left : right + 1],
            self.level[top : bottom + 1, left:right],
            self.astray[cells],
            self.drawn[cells],
            self.middle[cells],
            self.corner[cells],
        )


def cell_evidence(drawing: Drawing, grid: Grid) -> CellEvidence:
    """Look what lines and drawings there are on a lattice."""
    across = (grid.left, grid.pitch_x, grid.cols)
    down = (grid.top, grid.pitch_y, grid.rows)
    upright, crossed = _cover(drawing.upright, across, down)
    level, crossed_too = _cover(drawing.level, down, across)
    middle, *corners = drawing.densities(grid, (_MIDDLE, *_CORNERS))
    corner: FloatArray = np.max(corners, axis=0)
    drawn = (middle > _DRAWN) & (corner < _CLEAR)
    return CellEvidence(upright, level.T, crossed | crossed_too.T, drawn, middle, corner)


def _cover(
    lines: Lines, across: tuple[float, float, int], along: tuple[float, float, int]
) -> tuple[BoolArray, BoolArray]:
    """Return which sides lines cover, (cells, count + 1), and which cells they cross.

    across, along: start, pitch and count of the cells in either direction.
    """
    start, pitch, count = across
    nearest = np.round((lines.at - start) / pitch).astype(np.int64)
    off = np.abs(lines.at - start - nearest * pitch)
    tolerance = max(_LEAST_OFF, _OFF_LINE * pitch)
    near = (off <= tolerance) & (nearest >= 0) & (nearest <= count)
    sides = _spread(lines, near, nearest, count + 1, along, _SIDE_ENDS)
    cell = np.floor((lines.at - start) / pitch).astype(np.int64)
    far = (off > max(tolerance, _ASTRAY * pitch)) & (cell >= 0) & (cell < count)
    return sides, _spread(lines, far, cell, count, along, _ASTRAY_ENDS)


def _spread(
    lines: Lines,
    chosen: BoolArray,
    places: IntArray,
    count: int,
    along: tuple[float, float, int],
    ends: float,
) -> BoolArray:
    """Mark (cells, count) where a chosen line covers a cell's length but for its ends."""
    start, pitch, cells = along
    first = np.ceil((lines.start - start) / pitch - ends - 1e-6).astype(np.int64)
    last = np.floor((lines.end - start) / pitch - 1 + ends + 1e-6).astype(np.int64)
    first, last = np.clip(first, 0, cells), np.clip(last, -1, cells - 1)
    good = chosen & (last >= first)
    change = np.zeros((cells + 1, count), np.int64)
    np.add.at(change, (first[good], places[good]), 1)
    np.add.at(change, (last[good] + 1, places[good]), -1)
    marked: BoolArray = np.cumsum(change, axis=0)[:cells] > 0
    return marked


class BoxWorth:
    """How much speaks for each rectangle of a lattice to be a board."""

    def __init__(self, evidence: CellEvidence) -> None:
        upright, level = evidence.upright, evidence.level
        self.rows, self.cols = evidence.astray.shape
        self._inner_upright = summed_areas(np.where(upright, _INNER_LINE, _INNER_BARE))
        self._inner_level = summed_areas(np.where(level, _INNER_LINE, _INNER_BARE))
        self._outer_upright = summed_areas(np.where(upright, _OUTER_LINE, _OUTER_BARE))
        self._outer_level = summed_areas(np.where(level, _OUTER_LINE, _OUTER_BARE))
        inside = _LINE_ASTRAY * evidence.astray + _DRAWING * evidence.drawn
        self._inside = summed_areas(inside)
        self._upright = np.pad(upright, ((1, 1), (0, 0))).astype(np.float64)
        self._level = np.pad(level, ((0, 0), (1, 1))).astype(np.float64)

    def of(self, r0: IntArray, r1: IntArray, c0: IntArray, c1: IntArray) -> FloatArray:
        """Return the worth of boxes, given by arrays of first and end rows and columns."""
        worth = _total(self._inner_upright, r0, r1, c0 + 1, c1)
        worth += _total(self._inner_level, r0 + 1, r1, c0, c1)
        worth += _total(self._inside, r0, r1, c0, c1)
        for col in (c0, c1):
            worth += _total(self._outer_upright, r0, r1, col, col + 1)
            worth += _PAST_CORNER * (self._upright[r0, col] + self._upright[r1 + 1, col])
        for row in (r0, r1):
            worth += _total(self._outer_level, row, row + 1, c0, c1)
            worth += _PAST_CORNER * (self._level[row, c0] + self._level[row, c1 + 1])
        return worth


def best_box(worth: BoxWorth, box: Box) -> Box | None:
    """Find the box of most worth from one to start with, None where there is no room for any.

    Columns and rows are chosen in turn, each time the best pair of all.
    """
    first_col, end_col = np.triu_indices(worth.cols + 1, MIN_SIDE)
    first_row, end_row = np.triu_indices(worth.rows + 1, MIN_SIDE)
    if not first_col.size or not first_row.size:
        return None
    r0, r1, c0, c1 = box
    best = -np.inf
    for _ in range(_ROUNDS):
        by_col = worth.of(_like(first_col, r0), _like(first_col, r1), first_col, end_col)
        k = int(by_col.argmax())
        c0, c1 = int(first_col[k]), int(end_col[k])
        by_row = worth.of(first_row, end_row, _like(first_row, c0), _like(first_row, c1))
        k = int(by_row.argmax())
        r0, r1 = int(first_row[k]), int(end_row[k])
        if by_row[k] <= best:
            break
        best = float(by_row[k])
    return r0, r1, c0, c1


def _like(shape: IntArray, value: int) -> IntArray:
    return np.full_like(shape, value)


def grid_worth(drawing: Drawing, grid: Grid) -> float:
    """Return how much speaks for a whole grid, in pixels of lines, so that pitches compare."""
    # One cell more on each side shows lines that do not end at the corners.
    wide = grid.part(-1, grid.rows + 1, -1, grid.cols + 1)
    r0, r1, c0, c1 = (np.array([value]) for value in (1, grid.rows + 1, 1, grid.cols + 1))
    worth = BoxWorth(cell_evidence(drawing, wide)).of(r0, r1, c0, c1)
    return float(worth[0]) * (grid.pitch_x + grid.pitch_y) / 2


def evenly_ruled(drawing: Drawing, grid: Grid) -> bool:
    """Whether the sides of cells show all over, as they do on a board with nothing opened.

    A plain rectangle shows none; of a lattice of half a pitch every second one is bare. A meadow
    shows as much in the middles of its cells. Sides too faint to be edges may be lines all along.
    """
    evidence = cell_evidence(drawing, grid)
    lined = min(evidence.upright[:, 1:-1].mean(), evidence.level[1:-1].mean())
    if lined > _ALL_LINED and not evidence.astray.any():
        return True
    upright, level, *middles = drawing.densities(grid, (*_SIDE_STRIPS, *_MIDDLE_STRIPS))
    for sides, middle, axis in ((upright[:, 1:], middles[0], 0), (level[1:], middles[1], 1)):
        shown = sides.mean(axis=axis)
        if shown.mean() < _CLEARER * middle.mean():
            return False
        bare, full = sorted((float(shown[::2].mean()), float(shown[1::2].mean())))
        if full < _LEAST_SHOWN or bare < _AS_MUCH_SHOWN * full:
            return False
    return True


def box_in(grid: Grid, area: tuple[float, float, float, float]) -> Box:
    """Return the cells of a lattice that lie in an area (left, top, right, bottom), nearly all."""
    left, top, right, bottom = area
    c0 = int(np.floor((left - grid.left) / grid.pitch_x + 0.3))
    c1 = int(np.ceil((right - grid.left) / grid.pitch_x - 0.3))
    r0 = int(np.floor((top - grid.top) / grid.pitch_y + 0.3))
    r1 = int(np.ceil((bottom - grid.top) / grid.pitch_y - 0.3))
    return max(0, r0), min(grid.rows, r1), max(0, c0), min(grid.cols, c1)


def summed_areas(values: FloatArray | NDArray[np.float32]) -> FloatArray:
    """Return the sums of all above and left of each corner of cells, (rows + 1, cols + 1)."""
    return np.asarray(cv2.integral(values), np.float64)


def _total(
    summed: FloatArray, r0: IntArray, r1: IntArray, c0: IntArray, c1: IntArray
) -> FloatArray:
    total: FloatArray = summed[r1, c1] - summed[r0, c1] - summed[r1, c0] + summed[r0, c0]
    return total


def runs_on(drawing: Drawing, grid: Grid) -> bool:
    """Whether the lines between the cells go on beside a grid, all along one of its sides.

    Then it is a part of something larger, in which cells beside it may look otherwise. Where there
    is no room for a whole cell they may go on beyond the edge of the picture, as those of walls and
    squared paper do: more than a frame takes has to be seen of a cell there.
    """
    height, width = drawing.pixels.shape[:2]
    left, top, right, bottom = grid.area
    rooms = [room / grid.pitch_x for room in (left, width - right)]
    rooms += [room / grid.pitch_y for room in (top, height - bottom)]
    reaches = [1.0, *(room for room in rooms if _A_FRAME < room < _HALF)]
    if min(rooms) < 1:
        reaches.append(_HALF)
    return any(_ruled_beside(drawing, grid, reach) for reach in reaches)


def cut_short(drawing: Drawing, grid: Grid) -> bool:
    """Whether the lines between the cells of a grid go on beside it for half a cell, all along.

    Cells beside it may be narrower, where the window has no room for them.
    """
    return _ruled_beside(drawing, grid, _HALF)


def _ruled_beside(drawing: Drawing, grid: Grid, reach: float) -> bool:
    """Whether the lines between the cells go on at one side; reach: so far, in cells.

    In the grain of a wallpaper lines show anywhere, and as much in the corners of cells.
    """
    left, top, right, bottom = grid.area
    width, height = reach * grid.pitch_x, reach * grid.pitch_y
    upright = (Grid(x, top, width, grid.pitch_y, grid.rows, 1) for x in (left - width, right))
    level = (Grid(left, y, grid.pitch_x, height, 1, grid.cols) for y in (top - height, bottom))
    aside, above = ([cell_evidence(drawing, strip) for strip in way] for way in (upright, level))
    between = [
        *((seen, seen.level[1:-1]) for seen in aside),
        *((seen, seen.upright[:, 1:-1]) for seen in above),
    ]
    ruled = [seen for seen, lines in between if lines.mean() >= _GOES_ON]
    if not ruled:
        return False
    grain = cell_evidence(drawing, grid).corner.mean() + _GRAIN
    return any(seen.corner.mean() <= grain for seen in ruled)
