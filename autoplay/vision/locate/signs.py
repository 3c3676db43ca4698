"""What shows of each cell of a lattice by itself: lines on its sides, drawings, its ground.

Also how its ground differs from the next cells', how common it is, and whether the cell repeats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Region
from autoplay.vision.locate.worth import cell_evidence
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.pixels.lines import Drawing

    Floats = NDArray[np.float32]

_SIDES = (
    (-0.12, 0.2, 0.12, 0.8),
    (0.88, 0.2, 1.12, 0.8),
    (0.2, -0.12, 0.8, 0.12),
    (0.2, 0.88, 0.8, 1.12),
)
"""The left, right, upper and lower side of a cell."""

_LINED_SIDES = 2
_GROUND_AT = np.array([0.2, 0.8])
_GROUND_SIZE = 0.12
# A step between grounds counts half at this many levels of 255.
_HALF_STEP = 8.0
_ALIKE = 7.0
_SAME_PIXEL = 12
_MOST_COMPARED = 200


def cell_signs(drawing: Drawing, grid: Grid) -> Floats:
    """Return (signs, rows, cols): what shows of each cell by itself."""
    evidence = cell_evidence(drawing, grid)
    sides = [
        evidence.upright[:, :-1],
        evidence.upright[:, 1:],
        evidence.level[:-1],
        evidence.level[1:],
    ]
    left, right, top, bottom = drawing.densities(grid, _SIDES)
    ground, rough, tilt = _grounds(drawing, grid)
    steps = np.zeros((4, grid.rows, grid.cols))
    across = np.abs(np.diff(ground, axis=1)).max(axis=2)
    down = np.abs(np.diff(ground, axis=0)).max(axis=2)
    steps[0, :, 1:] = steps[1, :, :-1] = across
    steps[2, 1:] = steps[3, :-1] = down
    sure = (np.sum(sides, axis=0) >= _LINED_SIDES) | evidence.drawn
    flat = ground.reshape(-1, 3)
    every, surely = np.arange(len(flat)), np.flatnonzero(sure)
    maps = [
        *sides,
        evidence.astray,
        evidence.middle,
        evidence.corner,
        evidence.drawn,
        *(steps / (steps + _HALF_STEP)),
        left,
        right,
        top,
        bottom,
        rough / (rough + _HALF_STEP),
        *(tilt / (np.abs(tilt) + _HALF_STEP)),
        *_repeats(drawing, grid),
        _common(flat, every).reshape(rough.shape),
        _common(flat, surely).reshape(rough.shape),
        np.ones_like(rough),
    ]
    return np.asarray(maps, np.float32)


def _repeats(drawing: Drawing, grid: Grid) -> list[Floats]:
    """Return how far each cell repeats itself in the next one on the right, and below, 0 to 1.

    Of its pixels the share that the next cell has, too; then of its edges alone, which a flat
    ground has none of.
    """
    height, width = drawing.edges.shape
    region = grid.region.clipped(Region(0, 0, width, height))
    area = np.s_[region.y : region.bottom, region.x : region.right]
    planes = [plane[area] for plane in drawing.planes]
    # Cells of half a pixel more or less do not repeat to the pixel.
    edges, near = drawing.edges[area], drawing.near_edges[area]
    local = grid.moved(-region.x, -region.y)
    drawn = _sums(
        drawing.edge_sum[region.y : region.bottom + 1, region.x : region.right + 1], local
    )
    found = []
    for right, down in ((round(grid.pitch_x), 0), (0, round(grid.pitch_y))):
        here = np.s_[: region.h - down, : region.w - right]
        there = np.s_[down:, right:]
        apart = [cv2.absdiff(plane[here], plane[there]) for plane in planes]
        most = cv2.max(cv2.max(apart[0], apart[1]), apart[2])
        same = cv2.threshold(most, _SAME_PIXEL, 1, cv2.THRESH_BINARY_INV)[1]
        again = cv2.min(edges[here], near[there])
        for mask, whole in ((same, grid.pitch_x * grid.pitch_y), (again, drawn)):
            repeated = _sums(np.asarray(cv2.integral(mask), np.int32), local)
            found.append(np.clip(repeated / np.maximum(1, whole).astype(np.float32), 0, 1))
    return found


def _sums(summed: NDArray[np.integer], grid: Grid) -> Floats:
    """Return (rows, cols): how many pixels of each cell are set.

    summed: summed up from the left top corner, one row and column more than the picture.
    """
    height, width = summed.shape
    x = np.clip(np.round(grid.left + np.arange(grid.cols + 1) * grid.pitch_x), 0, width - 1)
    y = np.clip(np.round(grid.top + np.arange(grid.rows + 1) * grid.pitch_y), 0, height - 1)
    corners = summed[np.ix_(y.astype(np.int64), x.astype(np.int64))]
    return np.diff(np.diff(corners, axis=0), axis=1).astype(np.float32)


def _common(ground: Floats, chosen: NDArray[np.intp]) -> Floats:
    """Return for each ground (n, 3) the share of the chosen ones, itself left out, like it."""
    some = chosen[:: 1 + len(chosen) // _MOST_COMPARED]
    alike = np.ones((len(ground), len(some)), bool)
    for channel in ground.T:
        alike &= np.abs(channel[:, None] - channel[some]) <= _ALIKE
    alike[some, np.arange(len(some))] = False
    return np.asarray(alike.sum(axis=1) / max(1, len(some) - 1), np.float32)


def _grounds(drawing: Drawing, grid: Grid) -> tuple[Floats, Floats, Floats]:
    """Return (rows, cols, 3): the colours of cells, near their corners; and how these differ.

    Also (rows, cols): by how much, and (2, rows, cols): how much brighter they are on the right
    than on the left, and below than above.
    """
    width, height = drawing.size
    reach = int(_GROUND_SIZE * min(grid.pitch_x, grid.pitch_y) / 2)
    x = grid.left + (np.arange(grid.cols)[:, None] + _GROUND_AT) * grid.pitch_x
    y = grid.top + (np.arange(grid.rows)[:, None] + _GROUND_AT) * grid.pitch_y
    columns = np.clip(x, 0, width - 1).astype(np.int64).ravel()
    rows = np.clip(y, 0, height - 1).astype(np.int64).ravel()
    left, right = np.maximum(columns - reach, 0), np.minimum(columns + reach + 1, width)
    top, bottom = np.maximum(rows - reach, 0), np.minimum(rows + reach + 1, height)
    # Colours are added up once for the picture, not blurred anew for each of a hundred lattices.
    summed = drawing.pixel_sum
    total = summed[np.ix_(bottom, right)] - summed[np.ix_(top, right)]
    total += summed[np.ix_(top, left)] - summed[np.ix_(bottom, left)]
    smooth = np.rint(total / np.outer(bottom - top, right - left)[:, :, None])
    corners = smooth.reshape(grid.rows, 2, grid.cols, 2, 3)
    corners = corners.transpose(0, 2, 1, 3, 4).reshape(grid.rows, grid.cols, 4, 3)
    ground = np.median(corners, axis=2).astype(np.float32)
    rough = np.abs(corners - ground[:, :, None]).mean(axis=2).max(axis=2).astype(np.float32)
    light = corners.mean(axis=3).astype(np.float32)
    top_left, top_right, bottom_left, bottom_right = np.moveaxis(light, 2, 0)
    across = (top_right + bottom_right - top_left - bottom_left) / 2
    down = (bottom_left + bottom_right - top_left - top_right) / 2
    return ground, rough, np.stack((across, down))
