"""Straight upright and level lines of a picture: what the sides of cells, tiles and windows leave.

A line is a run of pixels along which the colour steps sharply to the next column or row. Averaging
along the run first lets faint lines stand out of noise; digits, curves and gradients leave none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from autoplay.geometry import Grid

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]
    Picture = NDArray[np.uint8]

_AVERAGED = 5
_SHARP_WITHIN = 3
_HOLE = 3
CLEAR_STEP = 6
"""Least step, in levels of 255, of a line that noise does not make."""

SHORTEST = 8
"""Fewest pixels of a line."""

_BOLD_STEP = 12


Part = tuple[float, float, float, float]
"""Left, top, right and bottom of a part of a cell, 0 to 1 inside of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Parallel lines, one entry each, in pixels: place across, first and last place along."""

    at: FloatArray
    start: FloatArray
    end: FloatArray

    @property
    def length(self) -> FloatArray:
        """Lengths in pixels."""
        return self.end - self.start

    def within(self, at: tuple[float, float], along: tuple[float, float]) -> Lines:
        """Return the parts of lines that lie in a rectangle, given across and along."""
        keep = (self.at >= at[0]) & (self.at <= at[1])
        keep &= (self.end > along[0]) & (self.start < along[1])
        return Lines(
            self.at[keep],
            np.maximum(self.start[keep], along[0]),
            np.minimum(self.end[keep], along[1]),
        )


@dataclass(frozen=True, eq=False)
class Drawing:
    """A picture as its lines. upright: at x, along y; level: at y, along x; edges: 1 or 0."""

    pixels: Picture
    upright: Lines
    level: Lines
    edges: Picture

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.pixels.shape[1], self.pixels.shape[0]

    @cached_property
    def edge_sum(self) -> NDArray[np.int32]:
        """Edges summed up from the left top corner, one row and column more than the picture."""
        return np.asarray(cv2.integral(self.edges), np.int32)

    @cached_property
    def near_edges(self) -> Picture:
        """Pixels that are edges, or beside one: 1 or 0."""
        return np.asarray(cv2.dilate(self.edges, np.ones((3, 3), np.uint8)), np.uint8)

    @cached_property
    def pixel_sum(self) -> NDArray[np.int32]:
        """Colours summed up from the left top corner, one row and column more than the picture."""
        return np.asarray(cv2.integral(self.pixels), np.int32)

    @cached_property
    def planes(self) -> tuple[Picture, ...]:
        """The three colours of the pixels, each by itself."""
        return tuple(np.asarray(plane, np.uint8) for plane in cv2.split(self.pixels))

    def density(self, grid: Grid, part: Part) -> FloatArray:
        """Return (rows, cols): the share of edge pixels in one part of each cell."""
        return self.densities(grid, (part,))[0]

    def densities(self, grid: Grid, parts: Sequence[Part]) -> list[FloatArray]:
        """Return (rows, cols) for each part of the cells: the share of its pixels that are edges.

        Parts of cells beyond the picture end at its border.
        """
        width, height = self.size
        cols, rows = np.arange(grid.cols), np.arange(grid.rows)
        across = sorted({x for left, _, right, _ in parts for x in (left, right)})
        down = sorted({y for _, top, _, bottom in parts for y in (top, bottom)})
        x = _whole(grid.left + (cols + np.array(across)[:, None]) * grid.pitch_x, width)
        y = _whole(grid.top + (rows + np.array(down)[:, None]) * grid.pitch_y, height)
        summed = self.edge_sum[np.ix_(y.ravel(), x.ravel())]
        summed = summed.reshape(len(down), grid.rows, len(across), grid.cols)
        found = []
        for left, top, right, bottom in parts:
            i, j = across.index(left), across.index(right)
            above, below = summed[down.index(top)], summed[down.index(bottom)]
            total = below[:, j] - below[:, i] - above[:, j] + above[:, i]
            tall = y[down.index(bottom)] - y[down.index(top)]
            found.append(total / np.maximum(1, np.outer(tall, x[j] - x[i])))
        return found


def _whole(places: NDArray[np.floating], limit: int) -> IntArray:
    """Round places to whole pixels inside the picture."""
    return np.clip(np.round(places), 0, limit).astype(np.int64)


def draw_lines(pixels: Picture, least: int = CLEAR_STEP) -> Drawing:
    """Find the lines of a picture, (height, width, 3) uint8.

    least: by how many levels the colour steps along a line, more than this.
    """
    planes = [np.asarray(plane, np.uint8) for plane in cv2.split(pixels)]
    across = _steps(planes, 0)
    down = np.ascontiguousarray(_steps(planes, 1))
    bold = cv2.threshold(cv2.max(across, down), _BOLD_STEP, 1, cv2.THRESH_BINARY)[1]
    upright = _runs(np.asarray(cv2.transpose(_sharp(across, 0, least)), np.uint8))
    level = _runs(_sharp(down, 1, least))
    return Drawing(pixels, upright, level, np.asarray(bold, np.uint8))


def _steps(planes: list[Picture], axis: int) -> Picture:
    """Return the largest step of any colour from each pixel to the next, right (0) or down (1)."""
    largest = np.zeros(planes[0].shape, np.uint8)
    part = largest[:, :-1] if axis == 0 else largest[:-1]
    for plane in planes:
        smooth = cv2.blur(plane, (1, _AVERAGED) if axis == 0 else (_AVERAGED, 1))
        near, far = (smooth[:, :-1], smooth[:, 1:]) if axis == 0 else (smooth[:-1], smooth[1:])
        part[:] = cv2.max(part, cv2.absdiff(far, near))
    return largest


def _sharp(steps: Picture, axis: int, least: int) -> Picture:
    """Mask of the steps that are larger than those beside them: a gradient has them everywhere."""
    r = _SHARP_WITHIN
    beside = (0, 0, r, r) if axis == 0 else (r, r, 0, 0)
    wide = np.asarray(cv2.copyMakeBorder(steps, *beside, cv2.BORDER_CONSTANT, value=0), np.uint8)
    if axis == 0:
        around = cv2.min(wide[:, : -2 * r], wide[:, 2 * r :])
    else:
        around = cv2.min(wide[: -2 * r], wide[2 * r :])
    sharp = cv2.threshold(cv2.subtract(steps, around), least, 1, cv2.THRESH_BINARY)[1]
    return np.asarray(sharp, np.uint8)


def _runs(mask: Picture) -> Lines:
    """Return the level runs of a mask; small holes are closed, short runs left out."""
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((1, _HOLE), np.uint8)))
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((1, SHORTEST), np.uint8)))
    width = mask.shape[1] + 1
    # One pixel more at the end of each row keeps the runs of two rows apart.
    marked = np.flatnonzero(np.asarray(cv2.copyMakeBorder(mask, 0, 0, 0, 1, cv2.BORDER_CONSTANT)))
    if not marked.size:
        nothing = np.zeros(0)
        return Lines(nothing, nothing, nothing)
    breaks = np.flatnonzero(np.diff(marked) != 1)
    first = marked[np.concatenate(([0], breaks + 1))]
    last = marked[np.concatenate((breaks, [marked.size - 1]))]
    # A step from pixel 4 to 5 is the border at 5.0. Averaging has lengthened the runs.
    return Lines(first // width + 1.0, first % width + 1.0, last % width + 0.0)
