"""Find the part of its cell that what is drawn fills where nobody centred it.

A page may align its text to the left or to the top: within the rim of a cell, where only lines and
bevels are looked for elsewhere, and small.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.looks.grounds import SIDE, grounds, to_lab
from autoplay.vision.pixels.channels import length
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

    Floats = NDArray[np.float32]

_INK = 10.0
_LINE = 4.0
_LINED = 0.1
# Lines and bevels go on along a side; letters do not.
_LONGEST = 0.7 * SIDE
_LEAST_INK = 6
_SEVERAL = 5
_MOST = 0.6
_RIM = 3
_OUTERMOST = 0.25
_OFF_MIDDLE = 3.0
_SMALL = 0.55 * SIDE
_FILLED = (0.4, 0.6)


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a cell, in parts of its sides, that may reach beyond it; and its lines' width."""

    left: float
    top: float
    right: float
    bottom: float
    line: float


def windows_of_drawings(cells: Floats) -> list[Window]:
    """Return parts of a cell, with more and less around its drawings, where most are at its rim.

    cells: (n, SIDE, SIDE, 3) Lab.
    """
    relief = length(cells - grounds(cells)[:, None, None])
    common = np.quantile(relief, _LINED, axis=0)
    boxes = np.array([box for cell in relief - common if (box := _box(cell > _INK)) is not None])
    if len(boxes) < _SEVERAL:
        return []
    at_rim = (boxes[:, :2] <= _RIM).any(axis=1) | (boxes[:, 2:] >= SIDE - _RIM).any(axis=1)
    if at_rim.sum() < max(_SEVERAL, _MOST * len(boxes)):
        return []
    low = np.quantile(boxes[:, :2], _OUTERMOST, axis=0)
    high = np.quantile(boxes[:, 2:], 1 - _OUTERMOST, axis=0)
    middle, size = (low + high) / 2, float((high - low).max())
    if size > _SMALL or np.abs(middle - SIDE / 2).max() < _OFF_MIDDLE:
        return []
    # Of the last pixel that a line touches in a cut cell it fills a part.
    touched = max((common > _LINE).mean(axis=axis)[:_RIM].round().sum() for axis in (0, 1))
    line = max(0.0, float(touched) - 0.5)
    halves = [size / filled / 2 for filled in _FILLED]
    return [_window((middle - half) / SIDE, (middle + half) / SIDE, line / SIDE) for half in halves]


def _window(first: NDArray[np.float64], last: NDArray[np.float64], line: float) -> Window:
    return Window(float(first[0]), float(first[1]), float(last[0]), float(last[1]), line)


def cut_windows(pixels: NDArray[np.uint8], grid: Grid, window: Window) -> Floats:
    """Cut a part of every cell out of a picture; what lies beyond a cell is as its nearest pixels.

    pixels: (height, width, 3) uint8, blue green red. Returns (n, SIDE, SIDE, 3) float32 Lab, in
    reading order.
    """
    height, width = pixels.shape[:2]
    cells = np.empty((grid.size, SIDE, SIDE, 3), np.uint8)
    for number, (row, col) in enumerate(np.ndindex(grid.rows, grid.cols)):
        spot = grid.cell(row, col)
        x = _places(spot.x, spot.w, (window.left, window.right), window.line)
        y = _places(spot.y, spot.h, (window.top, window.bottom), window.line)
        patch = pixels[np.ix_(np.clip(y, 0, height - 1), np.clip(x, 0, width - 1))]
        way = cv2.INTER_AREA if min(patch.shape[:2]) >= SIDE else cv2.INTER_LINEAR
        cells[number] = cv2.resize(patch, (SIDE, SIDE), interpolation=way)
    return to_lab(cells)


def _places(start: int, side: int, ends: tuple[float, float], line: float) -> NDArray[np.intp]:
    """Return the pixels from one part of a cell's side to another, none of them on its lines."""
    first, last = round(start + ends[0] * side), round(start + ends[1] * side)
    thick = round(line * side)
    wanted = np.arange(first, max(last, first + 1))
    return np.asarray(np.clip(wanted, start + thick, start + side - 1 - thick), np.intp)


def _box(inked: NDArray[np.bool_]) -> tuple[int, int, int, int] | None:
    """Return left, top, right and bottom of what is drawn on a cell, None where that is nothing."""
    if not inked.any():
        return None
    _, _, stats, _ = cv2.connectedComponentsWithStats(inked.astype(np.uint8))
    x, y, w, h, area = np.asarray(stats)[1:].T
    drawn = (np.maximum(w, h) < _LONGEST) & (area >= _LEAST_INK)
    if not drawn.any():
        return None
    x, y, w, h = x[drawn], y[drawn], w[drawn], h[drawn]
    return int(x.min()), int(y.min()), int((x + w).max()), int((y + h).max())
