"""Tell a puzzle that is not begun from a board: clues stand beside it, one for each row or column.

Programs that number the rows and columns of a board write no number twice; a puzzle has but few.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.pixels.cells import cut_cells
from autoplay.vision.pixels.channels import largest_of
from autoplay.vision.pixels.opencv import cv2
from autoplay.vision.rules.neighbourhood import rectangle_around

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

    Mask = NDArray[np.bool_]

# Of a cell's height, that may show the line at the side of a board.
_MARGIN = 0.15
_INK = 50
_FEWEST = 4
_MOSTLY, _NEARLY_ALL = 0.6, 0.9
_OFF_MIDDLE = 0.12
_CELL, _SIDE = 32, 12
_AS_LARGE = 2
_LEGIBLE = 7
_UNLIKE = 0.05
# Columns may be numbered by their last figures alone.
_TEN = 10


def clues_beside(pixels: NDArray[np.uint8], grid: Grid) -> bool:
    """Whether what is written beside a grid tells something of each row, or of each column.

    Of nearly all of them, in their middles, and of two the same though not of all.
    pixels: (height, width, 3) uint8; grid: in pixels of that picture.
    """
    height, width = pixels.shape[:2]
    lines = (
        (grid.part(-1, 0, 0, grid.cols), False),
        (grid.part(grid.rows, grid.rows + 1, 0, grid.cols), False),
        (grid.part(0, grid.rows, -1, 0), True),
        (grid.part(0, grid.rows, grid.cols, grid.cols + 1), True),
    )
    for line, upright in lines:
        left, top, right, bottom = line.area
        if min(left, top) >= 0 and right <= width and bottom <= height:
            cells = cut_cells(pixels, line, _CELL)
            cells = cells[:, 0].swapaxes(1, 2) if upright else cells[0]
            if _are_clues(cells):
                return True
    return False


def _are_clues(cells: NDArray[np.uint8]) -> bool:
    """Tell whether cells in a row, (n, side, side, 3), bear a clue each."""
    ground = np.median(cells, axis=(0, 1, 2)).astype(np.uint8)
    margin = round(_MARGIN * cells.shape[1])
    inner = cells[:, margin:-margin]
    flat = inner.reshape(-1, *inner.shape[2:])
    off = largest_of(cv2.absdiff(flat, np.broadcast_to(ground, flat.shape)))
    drawn = np.array([_whole(mark > _INK) for mark in off.reshape(inner.shape[:3])])
    marked = drawn.any(axis=(1, 2))
    if marked.sum() < max(_FEWEST, _MOSTLY * len(cells)):
        return False
    across = np.asarray(drawn[marked].any(axis=1))
    side = cells.shape[2]
    first, end = across.argmax(axis=1), side - across[:, ::-1].argmax(axis=1)
    middle = np.abs((first + end) / 2 / side - 0.5) <= _OFF_MIDDLE
    apart = (first > 0) & (end < side)
    if (middle & apart).mean() < _NEARLY_ALL:
        return False
    marks = dict(zip(np.flatnonzero(marked).tolist(), drawn[marked], strict=True))
    pairs = [
        _alike(one, other)
        for (at, one), (beside, other) in combinations(marks.items(), 2)
        if beside - at != _TEN
    ]
    return any(pairs) and not all(pairs)


def _whole(mark: Mask) -> Mask:
    """Return what is drawn in a cell, (rows, cols), without what reaches beyond its top or end."""
    labels = np.asarray(cv2.connectedComponents(mark.astype(np.uint8), connectivity=8)[1])
    return mark & ~np.isin(labels, [*labels[0], *labels[-1]])


def _alike(one: Mask, other: Mask) -> bool:
    """Tell whether two marks, (rows, cols), are of one size and show the same."""
    boxes = [mark[rectangle_around(mark)] for mark in (one, other)]
    if min(len(box) for box in boxes) < _LEGIBLE:
        return False
    if np.abs(np.subtract(boxes[0].shape, boxes[1].shape)).max() > _AS_LARGE:
        return False
    size = (_SIDE, _SIDE)
    shown = [
        cv2.resize(box.astype(np.float32), size, interpolation=cv2.INTER_AREA) for box in boxes
    ]
    return float(np.abs(shown[0] - shown[1]).mean()) < _UNLIKE
