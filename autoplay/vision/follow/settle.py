"""Settle what cells alone cannot tell: a hovered hidden cell may look just like an opened blank."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.pixels.opencv import cv2
from autoplay.vision.rules.neighbourhood import count_around

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

SETTLED_BY_OTHERS = 0.97
"""How sure a name is at the most that the cells beside decided, not the cell's own look."""

_FEWEST_BLANKS = 6
_HIDDEN_AGAIN = 0.8
_BEYOND_DOUBT = 0.97
_ROUNDS = 12
_OTHER_COLOUR = 0.08 * 255


def settle_blanks(
    cells: NDArray[np.int8], confidence: NDArray[np.float32]
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return cells and confidence with blanks that the rules forbid named anew.

    Every program opens all neighbours of an opened blank, so a blank beside a hidden cell is none:
    a single one is the hidden cell under the pointer, drawn highlighted. Of several, or where the
    game is over and the program showed only its mines, nothing can be said.
    """
    hidden, blank = shows(cells, Cell.HIDDEN), shows(cells, Cell.N0)
    impossible = blank & (count_around(hidden) > 0)
    if not impossible.any() or shows(cells, Cell.MINE, Cell.WRONG_FLAG).any():
        return cells, confidence
    cells, confidence = cells.copy(), confidence.copy()
    single = impossible.sum() == 1
    cells[impossible] = Cell.HIDDEN if single else Cell.UNREADABLE
    confidence[impossible] = SETTLED_BY_OTHERS if single else 0.5
    return cells, confidence


def doubt_lost_numbers(
    before: NDArray[np.int8], cells: NDArray[np.int8], confidence: NDArray[np.float32]
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return cells and confidence with what has come over opened numbers unreadable.

    A number never becomes blank or hidden in play. Where some do, a window with a plain ground has
    come over them, and over the other cells that look as they do now; unless a new game has begun:
    that hides nearly all numbers, and beyond doubt, or shows others where it opens cells by itself.
    before, cells: (rows, cols), what was read last and now.
    """
    number = shows(before, Cell.N1, Cell.N8)
    hidden = number & shows(cells, Cell.HIDDEN)
    lost = hidden | (number & shows(cells, Cell.N0))
    all_hidden = hidden.sum() > _HIDDEN_AGAIN * number.sum()
    new_game = numbers_turned(before, cells) > 1 or (
        all_hidden and bool(np.median(confidence[hidden]) >= _BEYOND_DOUBT)
    )
    # Nor do hidden cells become blanks without the numbers around them, or where those around them
    # cannot be read any more: the edge of such a window lies on these.
    was_hidden = shows(before, Cell.HIDDEN)
    bare = (was_hidden | number) & shows(cells, Cell.UNREADABLE)
    blank = was_hidden & shows(cells, Cell.N0)
    if (bare & (count_around(blank) > 0)).sum() >= _FEWEST_BLANKS:
        lost |= blank
    if new_game or not lost.any():
        return cells, confidence
    covered = lost | ((cells != before) & np.isin(cells, cells[lost]))
    cells, confidence = cells.copy(), confidence.copy()
    cells[covered], confidence[covered] = Cell.UNREADABLE, 0.5
    return cells, confidence


def numbers_turned(before: NDArray[np.int8], cells: NDArray[np.int8]) -> int:
    """Count the numbers that have become other numbers, which none does in play."""
    was, now = (shows(array, Cell.N1, Cell.N8) for array in (before, cells))
    return int((was & now & (cells != before)).sum())


def doubt_odd_blanks(
    pixels: NDArray[np.uint8],
    grid: Grid,
    cells: NDArray[np.int8],
    confidence: NDArray[np.float32],
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return cells and confidence with blanks of another colour than most of them unreadable.

    A dialog's plain ground looks like blank cells, but seldom has just their colour. That of a
    board may pass slowly from one side to the other.
    pixels: (height, width, 3) uint8; grid: in pixels of this picture, all of it inside.
    """
    blank = shows(cells, Cell.N0)
    box = grid.region
    part = pixels[box.y : box.bottom, box.x : box.right]
    if blank.sum() < _FEWEST_BLANKS or part.shape[:2] != (box.h, box.w):
        return cells, confidence
    mean = cv2.resize(part, (grid.cols, grid.rows), interpolation=cv2.INTER_AREA).astype(np.float32)
    if np.ptp(mean[blank], axis=0).max() <= _OTHER_COLOUR:
        return cells, confidence
    odd = np.zeros_like(blank)
    odd[blank] = _off_plane(np.argwhere(blank), mean[blank]) > _OTHER_COLOUR
    if not odd.any():
        return cells, confidence
    cells, confidence = cells.copy(), confidence.copy()
    cells[odd], confidence[odd] = Cell.UNREADABLE, 0.5
    return cells, confidence


def _off_plane(places: NDArray[np.intp], colours: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return (n,) how far colours (n, 3) at places (n, 2) are from a slope that most of them fit.

    The least sum of distances, not of their squares, by weighting them anew a few times.
    """
    terms = np.column_stack((np.ones(len(places)), places)).astype(np.float64)
    weight = np.ones((len(places), 1))
    off = np.zeros(len(places))
    for _ in range(_ROUNDS):
        slope = np.linalg.lstsq(terms * weight, colours * weight, rcond=None)[0]
        off = np.abs(colours - terms @ slope).max(axis=1)
        weight = 1.0 / np.sqrt(np.maximum(off, 1.0))[:, None]
    return off
