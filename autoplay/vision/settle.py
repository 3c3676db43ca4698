"""Settle what cells alone cannot tell: a hovered hidden cell may look just like an opened blank."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.neighbourhood import count_around
from autoplay.vision.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

_HOVER_CONFIDENCE = 0.97
_FEWEST_BLANKS = 4
_OTHER_COLOUR = 0.08 * 255


def settle_blanks(
    cells: NDArray[np.int8], confidence: NDArray[np.float32]
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return cells and confidence with blanks that the rules forbid named anew.

    Every program opens all neighbours of an opened blank, so a blank beside a hidden cell is none:
    a single one is the hidden cell under the pointer, drawn highlighted. Of several, or where the
    game is over and the program showed only its mines, nothing can be said.
    """
    hidden, blank = cells == Cell.HIDDEN, cells == Cell.N0
    if np.isin(cells, (Cell.EXPLODED, Cell.MINE, Cell.WRONG_FLAG)).any():
        return cells, confidence
    impossible = blank & (count_around(hidden) > 0)
    if not impossible.any():
        return cells, confidence
    cells, confidence = cells.copy(), confidence.copy()
    single = impossible.sum() == 1
    cells[impossible] = Cell.HIDDEN if single else Cell.UNREADABLE
    confidence[impossible] = _HOVER_CONFIDENCE if single else 0.5
    return cells, confidence


def doubt_odd_blanks(
    pixels: NDArray[np.uint8],
    grid: Grid,
    cells: NDArray[np.int8],
    confidence: NDArray[np.float32],
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return cells and confidence with blanks of another colour than most of them unreadable.

    A dialog's plain ground looks like blank cells, but seldom has just their colour.
    pixels: (height, width, 3) uint8; grid: in pixels of this picture, all of it inside.
    """
    blank = cells == Cell.N0
    box = grid.region
    part = pixels[box.y : box.bottom, box.x : box.right]
    if blank.sum() < _FEWEST_BLANKS or part.shape[:2] != (box.h, box.w):
        return cells, confidence
    mean = cv2.resize(part, (grid.cols, grid.rows), interpolation=cv2.INTER_AREA).astype(np.float32)
    off = np.abs(mean - np.median(mean[blank], axis=0)).max(axis=2)
    odd = blank & (off > _OTHER_COLOUR)
    if not odd.any():
        return cells, confidence
    cells, confidence = cells.copy(), confidence.copy()
    cells[odd], confidence[odd] = Cell.UNREADABLE, 0.5
    return cells, confidence
