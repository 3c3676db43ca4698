"""Find the mouse pointer that a picture shows on a board, and paint it over.

An arrow that lies on a cell looks like a mark of the game. It is known by its shape: an outline
around a fill that contrasts with it, whatever their colours and whatever lies below.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Region
from autoplay.vision.pixels.cells import cut_cells
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

    Floats = NDArray[np.float32]

BEYOND = 2
"""Pixels beyond the outline of a pointer that a scaled or compressed picture made of it."""


class Arrow(Enum):
    """The corners of an arrow whose tip is at (0, 0) and whose left side is about 16 long."""

    WITH_SHAFT = (
        (0, 0), (0, 16.2), (3.7, 12.8), (6.2, 18.6), (8.8, 17.5), (6.4, 11.8), (11.6, 11.6),
    )  # fmt: skip
    HEAD = ((0, 0), (0, 16.2), (3.9, 12.6), (11.6, 11.6))
    WIDE_HEAD = ((0, 0), (0.6, 17), (5, 12.2), (12.6, 10.6))


# How well an arrow has to match, as a correlation. Flags and digits reach 0.72 for one with a
# shaft, and 0.79 for one without, which is a plainer shape.
_LEAST = {Arrow.WITH_SHAFT: 0.77, Arrow.HEAD: 0.84, Arrow.WIDE_HEAD: 0.82}
_SMALL, _IF_SMALL = 15.0, 0.1
_CONTRAST = 40.0
_HEIGHTS = tuple(np.geomspace(12.0, 56.0, 20).tolist())
_CLOSER = (0.96, 1.04)
_FINE = 8
_UNIT = 19.0
_THIN = 1.2
# Only what comes once can be the pointer: cells whose middles correlate so well show the same.
_SAME = 0.9
_RIM = 3
_NOTHING = 1.0
_MOST_CELLS = 24
_LIGHTER = 0.25


@dataclass(frozen=True, slots=True)
class Drawn:
    """An arrow as it is drawn: how high, in pixels, and whether its outline stays thin if large."""

    arrow: Arrow
    height: float
    thin: bool


@dataclass(frozen=True, slots=True, eq=False)
class Pointer:
    """The pointer of a picture: where it hides what lies below.

    region: a rectangle of the picture, may reach beyond it. hides: (h, w) bool, of its pixels.
    """

    region: Region
    hides: NDArray[np.bool_]

    def touched(self, grid: Grid) -> NDArray[np.bool_]:
        """Mark the cells, (rows, cols), of a grid of which it hides any pixel."""
        return self._hidden(grid) > 0

    def covers_most_of(self, grid: Grid) -> tuple[int, int]:
        """Return the row and the column of the cell of a grid in which it hides most pixels."""
        row, col = np.unravel_index(int(self._hidden(grid).argmax()), (grid.rows, grid.cols))
        return int(row), int(col)

    def _hidden(self, grid: Grid) -> NDArray[np.intp]:
        """Count the pixels, (rows, cols), that it hides in each cell of a grid."""
        hidden = np.zeros((grid.rows, grid.cols), np.intp)
        y, x = np.nonzero(self.hides)
        row = ((y + self.region.y + 0.5 - grid.top) // grid.pitch_y).astype(int)
        col = ((x + self.region.x + 0.5 - grid.left) // grid.pitch_x).astype(int)
        on = (row >= 0) & (row < grid.rows) & (col >= 0) & (col < grid.cols)
        np.add.at(hidden, (row[on], col[on]), 1)
        return hidden

    def painted_over(self, pixels: NDArray[np.uint8], grid: Grid) -> NDArray[np.uint8]:
        """Return a picture in which each cell that it touches is as the cell most like the rest.

        Whatever the cells look like, another one tells what is below: where it is hovered over it
        may be lighter all over, so that only differences count much.
        """
        hides = np.zeros(pixels.shape[:2], bool)
        on = _clipped(self.region, pixels)
        part = self.hides[on.y - self.region.y :, on.x - self.region.x :][: on.h, : on.w]
        hides[on.y : on.bottom, on.x : on.right] = part
        window = windows(pixels, grid)
        cells, below = pixels[window].astype(np.float32), hides[window]
        touched = below.any(axis=(2, 3))
        painted = pixels.copy()
        if touched.all():
            return painted
        models = cells[~touched]
        rows, columns = np.broadcast_arrays(*window)
        for row, col in np.argwhere(touched):
            hidden = below[row, col]
            if hidden.all():
                continue
            apart = cells[row, col][~hidden] - models[:, ~hidden]
            lighter = np.median(apart, axis=1)
            cost = np.abs(apart - lighter[:, None]).mean(axis=(1, 2))
            best = int((cost + _LIGHTER * np.abs(lighter).mean(axis=1)).argmin())
            below_it = np.clip(models[best][hidden] + lighter[best], 0, 255)
            at = rows[row, col][hidden], columns[row, col][hidden]
            painted[at] = below_it.astype(np.uint8)
        return painted


def windows(pixels: NDArray[np.uint8], grid: Grid) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the rows and the columns of the pixels of each cell, all of one size.

    They broadcast to (rows, cols, h, w).
    """
    height, width = pixels.shape[:2]
    h, w = int(np.ceil(grid.pitch_y)), int(np.ceil(grid.pitch_x))
    top = np.round(grid.top + np.arange(grid.rows) * grid.pitch_y).astype(np.intp)
    left = np.round(grid.left + np.arange(grid.cols) * grid.pitch_x).astype(np.intp)
    y = np.clip(top[:, None] + np.arange(h), 0, height - 1)
    x = np.clip(left[:, None] + np.arange(w), 0, width - 1)
    return y[:, None, :, None], x[None, :, None, :]


def find_pointer(
    pixels: NDArray[np.uint8], grid: Grid, suspects: NDArray[np.bool_]
) -> Pointer | None:
    """Return the pointer that lies on a board, None where none is seen.

    pixels: (height, width, 3) uint8; grid in pixels of that picture. suspects: (rows, cols) cells
    that show anything; of these only such are looked at that look like no other cell. What lies
    mostly on a cell that comes again is a mark of the game, which may point as an arrow does.
    """
    found: tuple[float, Pointer] | None = None
    lone = lone_cells(cut_cells(pixels, grid), suspects)
    for row, col in lone[:_MOST_CELLS]:
        around = _clipped(grid.cell(row, col).grown(round(_HEIGHTS[-1])), pixels)
        part = pixels[around.y : around.bottom, around.x : around.right]
        best = _best_arrow(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY).astype(np.float32))
        if best is None or (found is not None and best[0] <= found[0]):
            continue
        merit, pointer = best
        pointer = Pointer(pointer.region.moved(around.x, around.y), pointer.hides)
        below = pointer.covers_most_of(grid)
        if pointer.touched(grid)[row, col] and (below in lone or not suspects[below]):
            found = merit, pointer
    return None if found is None else found[1]


def _clipped(box: Region, pixels: NDArray[np.uint8]) -> Region:
    height, width = pixels.shape[:2]
    return box.clipped(Region(0, 0, width, height))


def lone_cells(cells: NDArray[np.uint8], suspects: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the suspects that look like no other one, the least like any first.

    cells: (rows, cols, side, side, 3).
    """
    places = np.argwhere(suspects)
    if not len(places):
        return []
    middles = cells[suspects][:, _RIM:-_RIM, _RIM:-_RIM].astype(np.float32)
    drawn = np.stack([cv2.blur(cell, (3, 3)) for cell in middles])
    drawn = (drawn - np.median(drawn, axis=(1, 2), keepdims=True)).reshape(len(places), -1)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True) + _NOTHING
    like = drawn @ drawn.T
    np.fill_diagonal(like, 0)
    nearest = like.max(axis=1)
    order = np.argsort(nearest, kind="stable")
    return [(int(row), int(col)) for row, col in places[order[nearest[order] < _SAME]]]


def _best_arrow(grey: Floats) -> tuple[float, Pointer] | None:
    """Return the arrow that matches a picture best, and how much better than it has to."""
    best: tuple[float, Drawn, tuple[int, int]] | None = None
    for arrow, thin in product(Arrow, (False, True)):
        matches = [(_match(grey, Drawn(arrow, height, thin)), height) for height in _HEIGHTS]
        nearest = max(matches)
        closer = [nearest[1] * part for part in _CLOSER]
        matches = [(_match(grey, Drawn(arrow, height, thin)), height) for height in closer]
        for (score, place), height in (nearest, *matches):
            merit = score - _LEAST[arrow] - (_IF_SMALL if height < _SMALL else 0)
            if best is None or merit > best[0]:
                best = merit, Drawn(arrow, height, thin), place
    if best is None or best[0] < 0:
        return None
    merit, one, (y, x) = best
    fill, outline = _template(one)
    size = 2 * BEYOND + 1
    hides = np.pad((fill + outline) > 0, BEYOND).astype(np.uint8)
    around = np.ones((size, size), np.uint8)
    box = Region(x - BEYOND, y - BEYOND, hides.shape[1], hides.shape[0])
    return merit, Pointer(box, np.asarray(cv2.dilate(hides, around), np.bool_))


def _match(grey: Floats, drawn: Drawn) -> tuple[float, tuple[int, int]]:
    """Return how well an arrow matches where it does best, 0 to 1, and the (y, x) of that place."""
    fill, outline = _template(drawn)
    if fill.shape[0] > grey.shape[0] or fill.shape[1] > grey.shape[1]:
        return 0.0, (0, 0)
    match = cv2.matchTemplate(grey, fill - outline, cv2.TM_CCOEFF_NORMED, mask=fill + outline)
    # Where all is plain there is nothing to divide by, and noise matches anything.
    contrast = cv2.matchTemplate(grey, fill / fill.sum() - outline / outline.sum(), cv2.TM_CCORR)
    seen = (np.abs(match) <= 1) & (np.abs(contrast) >= _CONTRAST)
    score = np.where(seen, np.abs(match), 0)
    y, x = np.unravel_index(int(score.argmax()), score.shape)
    return float(score[y, x]), (int(y), int(x))


@cache
def _template(drawn: Drawn) -> tuple[Floats, Floats]:
    """Return the shares of pixels, (h, w) each, that the fill of an arrow and its outline cover."""
    scale = drawn.height / _UNIT
    width = max(1.0, _THIN if drawn.thin else scale)
    corners = np.array(drawn.arrow.value) * scale + width + 0.5
    w, h = np.ceil(corners.max(axis=0) + width).astype(int)
    points = np.round(corners * _FINE).astype(np.int32)
    whole, line = np.zeros((2, h * _FINE, w * _FINE), np.uint8)
    cv2.fillPoly(whole, [points], 1)
    cv2.polylines(line, [points], True, 1, round(_FINE * width))
    fill, outline = (
        cv2.resize(mask.astype(np.float32), (w, h), interpolation=cv2.INTER_AREA)
        for mask in (whole & (1 - line), line)
    )
    return np.asarray(fill, np.float32), np.asarray(outline, np.float32)
