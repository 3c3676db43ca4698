"""Find a pointer of any shape by where it lies: off the middle of a cell, or across its sides.

A program draws what a cell bears in its middle. Hands and crosses are drawn in too many ways to be
known by their shapes, but the mouse seldom stops just there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Region
from autoplay.vision.looks.pointer import BEYOND, Pointer, lone_cells, windows
from autoplay.vision.pixels.cells import cut_cells
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

    Mask = NDArray[np.bool_]

# Of 394 lone marks of 540 pictures 19 lay further off the middle, in parts of a cell, and most of
# these were several to a picture, or surely read.
_OFF = 0.13
_LARGEST = 1.6
_FEWEST_PLAIN = 4
_MOST_MODELS = 64
# Pixels that differ so much from those of another cell are drawn on.
_DRAWN = 40.0
_MOST_APART = 60.0


def find_stray(
    pixels: NDArray[np.uint8], grid: Grid, plain: Mask, doubtful: Mask
) -> Pointer | None:
    """Return the one thing on a board that belongs to none of its cells, None if there is none.

    pixels: (height, width, 3) uint8; grid in pixels of that picture. plain: (rows, cols) cells that
    bear nothing, hidden or opened. doubtful: those that seem to bear something, but not surely.
    """
    places = lone_cells(cut_cells(pixels, grid), ~plain) if doubtful.any() else []
    places = [place for place in places if doubtful[place]]
    if not places or plain.sum() < _FEWEST_PLAIN:
        return None
    strays = [_stray(pixels, grid, plain, place) for place in places]
    found = [stray for stray in strays if stray is not None]
    if not found or any(not stray.region.overlaps(found[0].region) for stray in found):
        return None
    return max(found, key=lambda stray: int(stray.hides.sum()))


def _stray(
    pixels: NDArray[np.uint8], grid: Grid, plain: Mask, place: tuple[int, int]
) -> Pointer | None:
    """Return what is drawn in a cell and goes on around it, None where it belongs there."""
    drawn = _drawn_around(pixels, grid, plain, place)
    _, parts = cv2.connectedComponents(cv2.dilate(drawn, np.ones((3, 3), np.uint8)))
    parts[drawn == 0] = 0
    box = grid.cell(*place)
    inside = parts[max(0, box.y) : box.bottom, max(0, box.x) : box.right]
    size = np.bincount(inside.ravel())
    if size[1:].max(initial=0) == 0:
        return None
    y, x = np.nonzero(parts == 1 + size[1:].argmax())
    top, left, bottom, right = y.min(), x.min(), y.max() + 1, x.max() + 1
    across, down = (right - left) / grid.pitch_x, (bottom - top) / grid.pitch_y
    row, col = place
    off_x = (left + right) / 2 / grid.pitch_x - grid.left / grid.pitch_x - col - 0.5
    off_y = (top + bottom) / 2 / grid.pitch_y - grid.top / grid.pitch_y - row - 0.5
    if max(abs(off_x), abs(off_y)) <= _OFF or max(across, down) > _LARGEST:
        return None
    region = Region(int(left), int(top), int(right - left), int(bottom - top)).grown(BEYOND)
    hides = np.zeros((region.h, region.w), np.uint8)
    hides[y - region.y, x - region.x] = 1
    around = np.ones((2 * BEYOND + 1, 2 * BEYOND + 1), np.uint8)
    closed = cv2.morphologyEx(hides, cv2.MORPH_CLOSE, around)
    return Pointer(region, np.asarray(cv2.dilate(closed, around), np.bool_))


def _drawn_around(
    pixels: NDArray[np.uint8], grid: Grid, plain: Mask, place: tuple[int, int]
) -> NDArray[np.uint8]:
    """Mark the pixels of a picture in a cell and those around it that the likest plain ones lack.

    Where one is hovered over it may be lighter all over.
    """
    window = windows(pixels, grid)
    rows, columns = np.broadcast_arrays(*window)
    top, left = max(0, place[0] - 1), max(0, place[1] - 1)
    near = np.s_[top : place[0] + 2, left : place[1] + 2]
    others = plain.copy()
    others[near] = False
    if not others.any():
        others = plain
    every = -(-int(others.sum()) // _MOST_MODELS)
    models = pixels[rows[others][::every], columns[others][::every]].astype(np.float32)
    drawn = np.zeros(pixels.shape[:2], np.uint8)
    shape = rows.shape[2:]
    for y, x in zip(rows[near].reshape(-1, *shape), columns[near].reshape(-1, *shape), strict=True):
        apart = pixels[y, x] - models
        apart -= np.median(apart, axis=(1, 2), keepdims=True)
        apart = np.abs(apart).max(axis=-1)
        best = np.minimum(apart, _MOST_APART).mean(axis=(1, 2)).argmin()
        drawn[y, x] |= apart[best] > _DRAWN
    return drawn
