"""Propose lattices on which cells may lie: a pitch and a phase each, and where in the picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.alignment import aligned, phases_of
from autoplay.vision.lattices.located import MIN_SIDE
from autoplay.vision.lattices.periods import likely_pitches
from autoplay.vision.lattices.rhythm import beating_boxes, beating_cells
from autoplay.vision.lattices.tiles import tile_lattices
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from autoplay.vision.lattices.periods import Box
    from autoplay.vision.pixels.lines import Drawing, Lines

_LEAST_BOX = 44
_MOST_BOXES = 8
_SAME_BOX = 8
_SAME_PLACE = 0.8
_PAIRS_A_BOX = 5
_BEATING_BOXES = 3
_COARSE = 4
_DRAWN_AT_ALL = 20
_NEAR = 7
_SAME_PITCH = 0.004
_SAME_PHASE = 0.12
_OBLONG = 1.67
_SMALLEST_PITCH = 8.0
_FEWEST_CELLS = 24
_SETTLING = 3

MARGIN_CELLS = 3
"""Fewest cells around a board that are looked at to tell where it ends."""

MARGIN = 0.3
"""The same as a part of its cells in one direction."""

Area = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels and parts of them."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """Cells side by side without end.

    cell: one of them, a grid of 1 x 1. box: left, top, right and bottom of where it was seen.
    """

    cell: Grid
    box: Box


def likely_lattices(drawing: Drawing, grids: Iterable[Grid]) -> list[Lattice]:
    """Return lattices that cells may lie on, each once.

    grids: what patches tell of boards already.
    """
    kept: list[Lattice] = []
    for lattice in _proposed(drawing, grids):
        if not any(_alike(lattice, other) for other in kept):
            kept.append(lattice)
    return kept


def _proposed(drawing: Drawing, grids: Iterable[Grid]) -> Iterator[Lattice]:
    for grid in grids:
        if grid.size >= _FEWEST_CELLS:
            region = grid.region
            box = (region.x, region.y, region.right, region.bottom)
            yield Lattice(Grid(grid.left, grid.top, grid.pitch_x, grid.pitch_y, 1, 1), box)
    for cell, box in tile_lattices(drawing.pixels):
        yield Lattice(cell, box)
    for box in line_boxes(drawing)[:_MOST_BOXES]:
        for _, pitch_x, pitch_y in likely_pitches(drawing, box)[:_PAIRS_A_BOX]:
            yield from _in_phase(drawing, box, pitch_x, pitch_y)
    for box in _beating_boxes(drawing):
        cells = beating_cells(drawing, box)
        for pitch_x, pitch_y in dict.fromkeys((cell.pitch_x, cell.pitch_y) for cell in cells):
            yield from _in_phase(drawing, box, pitch_x, pitch_y)
        for cell in cells:
            yield Lattice(cell, box)


def _in_phase(drawing: Drawing, box: Box, pitch_x: float, pitch_y: float) -> Iterator[Lattice]:
    """Lay cells of about these pitches where the lines in a box are."""
    upright = drawing.upright.within((box[0], box[2]), (box[1], box[3]))
    level = drawing.level.within((box[1], box[3]), (box[0], box[2]))
    for left, width in phases_of(upright, pitch_x):
        for top, height in phases_of(level, pitch_y):
            if sound(width, height):
                yield Lattice(Grid(left, top, width, height, 1, 1), box)


def sound(pitch_x: float, pitch_y: float) -> bool:
    """Whether cells may have this width and height, in pixels."""
    return 1 / _OBLONG < pitch_x / pitch_y < _OBLONG and min(pitch_x, pitch_y) >= _SMALLEST_PITCH


def laid_around(drawing: Drawing, cell: Grid, box: Area) -> Grid | None:
    """Lay a lattice over a box and some cells around it, None where it is too small for a board.

    cell: the left top one of a grid of any size gives pitch and phase.
    """
    width, height = drawing.size
    first: list[float] = []
    count: list[int] = []
    for start, pitch, low, high, limit in (
        (cell.left, cell.pitch_x, box[0], box[2], width),
        (cell.top, cell.pitch_y, box[1], box[3], height),
    ):
        margin = max(MARGIN_CELLS * pitch, MARGIN * (high - low))
        begin, end = max(0.0, low - margin), min(float(limit), high + margin)
        first.append(float(start + np.ceil((begin - start) / pitch - 0.1) * pitch))
        count.append(int((end - first[-1]) / pitch + 0.1))
    if min(count) < MIN_SIDE:
        return None
    return Grid(first[0], first[1], cell.pitch_x, cell.pitch_y, count[1], count[0])


def settled(
    drawing: Drawing, cell: Grid, area: Area, elect: Callable[[Grid, Area], Grid | None]
) -> Grid | None:
    """Find a board's rectangle on a lattice and its exact place in turn until both agree.

    cell, area: pitch, phase and place of the lattice to begin with. elect: chooses the rectangle on
    a lattice laid around an area, or None. Returns None where there is none.
    """
    grid: Grid | None = None
    for _ in range(_SETTLING):
        around = laid_around(drawing, cell, area)
        chosen = None if around is None else elect(around, area)
        if chosen is None:
            return None
        before, grid = grid, aligned(drawing, chosen)
        if not sound(grid.pitch_x, grid.pitch_y):
            return None
        if before is not None and (before.rows, before.cols) == (grid.rows, grid.cols):
            break
        cell, area = grid, grid.area
    return grid


def same_lattice(a: Grid, b: Grid) -> bool:
    """Whether two lattices coincide around their first cells."""
    if max(abs(a.pitch_x / b.pitch_x - 1), abs(a.pitch_y / b.pitch_y - 1)) > _SAME_PITCH:
        return False
    across, down = (a.left - b.left) / b.pitch_x, (a.top - b.top) / b.pitch_y
    return max(abs(across - round(across)), abs(down - round(down))) < _SAME_PHASE


def _alike(a: Lattice, b: Lattice) -> bool:
    """Whether two lattices were seen in one place and coincide around their first cells."""
    if not same_lattice(a.cell, b.cell):
        return False
    width = min(a.box[2], b.box[2]) - max(a.box[0], b.box[0])
    height = min(a.box[3], b.box[3]) - max(a.box[1], b.box[1])
    larger = max((box[2] - box[0]) * (box[3] - box[1]) for box in (a.box, b.box))
    return min(width, height) > 0 and width * height > _SAME_PLACE * larger


def line_boxes(drawing: Drawing) -> list[Box]:
    """Return the picture and the parts of it in which lines hang together, the largest first."""
    width, height = drawing.size
    parts = _networks(drawing, 4, grown=True) + _networks(drawing, 2, grown=False)
    return _distinct([(0, 0, width, height), *sorted(parts, key=_area, reverse=True)])


def _distinct(boxes: list[Box]) -> list[Box]:
    """Return boxes in their order, each that is nearly one before it left out."""
    kept: list[Box] = []
    for box in boxes:
        if all(np.abs(np.subtract(box, other)).max() > _SAME_BOX for other in kept):
            kept.append(box)
    return kept


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _beating_boxes(drawing: Drawing) -> list[Box]:
    """Return the parts of a picture in which what is drawn may tell of cells."""
    width, height = drawing.size
    small = (width // _COARSE, height // _COARSE)
    some = np.asarray(cv2.resize(drawing.edges * 255, small, interpolation=cv2.INTER_AREA))
    mask = np.asarray(some > _DRAWN_AT_ALL, np.uint8)
    mask = np.asarray(cv2.dilate(mask, np.ones((_NEAR, _NEAR), np.uint8)), np.uint8)
    drawn = sorted(_boxes_of(mask, _COARSE, drawing.size), key=_area, reverse=True)
    likely = line_boxes(drawing)[:_BEATING_BOXES] + drawn[:_BEATING_BOXES]
    return _distinct(likely + beating_boxes(drawing))


def _networks(drawing: Drawing, scale: int, *, grown: bool) -> list[Box]:
    """Return the boxes round lines that touch; grown: or nearly do."""
    width, height = drawing.size
    shape = (height // scale + 2, width // scale + 2)
    mask = _drawn(drawing.upright, shape[::-1], scale).T | _drawn(drawing.level, shape, scale)
    picture = np.ascontiguousarray(mask, np.uint8)
    if grown:
        picture = np.asarray(cv2.dilate(picture, np.ones((3, 3), np.uint8)), np.uint8)
    return _boxes_of(picture, scale, drawing.size)


def _boxes_of(mask: NDArray[np.uint8], scale: int, size: tuple[int, int]) -> list[Box]:
    """Return the boxes round what hangs together in a mask of a picture made smaller."""
    width, height = size
    stats = cv2.connectedComponentsWithStats(mask, connectivity=8)[2][1:, :4] * scale
    large = stats[(stats[:, 2] >= _LEAST_BOX) & (stats[:, 3] >= _LEAST_BOX)]
    return [
        (max(0, x - 3), max(0, y - 3), min(width, x + w + 3), min(height, y + h + 3))
        for x, y, w, h in large.tolist()
    ]


def _drawn(lines: Lines, shape: tuple[int, int], scale: int) -> NDArray[np.bool_]:
    """Draw lines into a mask (across, along) of a picture made smaller."""
    change = np.zeros((shape[0], shape[1] + 2), np.int32)
    at = (lines.at // scale).astype(np.int64)
    np.add.at(change, (at, (lines.start // scale).astype(np.int64)), 1)
    np.add.at(change, (at, ((lines.end - 1) // scale).astype(np.int64) + 1), -1)
    mask: NDArray[np.bool_] = np.cumsum(change, axis=1)[:, : shape[1]] > 0
    return mask
