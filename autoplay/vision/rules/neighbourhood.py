"""What lies around cells, for the whole board at once: neighbours counted, the least rectangle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

Place = tuple[int, int]
"""Row and column of a cell."""

OUTER_LINES = (np.s_[0, :], np.s_[-1, :], np.s_[:, 0], np.s_[:, -1])
"""The first and the last row, the first and the last column."""


def count_around(mask: NDArray[np.bool_]) -> NDArray[np.int16]:
    """Return (rows, cols) int16: how many of the up to eight neighbours are set in a mask."""
    marked = mask.astype(np.uint8)
    block = cv2.boxFilter(
        marked, cv2.CV_16S, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT
    )
    return np.asarray(block - marked, np.int16)


def beside(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Mark (rows, cols) the cells that have a marked one at one of their sides."""
    around = np.pad(mask, 1)
    sides = around[:-2, 1:-1] | around[2:, 1:-1] | around[1:-1, :-2] | around[1:-1, 2:]
    return np.asarray(sides)


def touching(mask: NDArray[np.bool_]) -> float:
    """Return which share of marked cells have another at one of their sides, 1 if none is marked.

    mask: (rows, cols).
    """
    return float(beside(mask)[mask].mean()) if mask.any() else 1.0


def places_around(place: Place, shape: tuple[int, ...]) -> list[Place]:
    """Return the places of a cell and of its up to eight neighbours on a board of (rows, cols)."""
    row, col = place
    return [
        (i, j)
        for i in range(max(0, row - 1), min(shape[0], row + 2))
        for j in range(max(0, col - 1), min(shape[1], col + 2))
    ]


def rectangle_around(mask: NDArray[np.bool_]) -> tuple[slice, slice]:
    """Return the rows and columns of the least rectangle around the marked cells, one at least."""
    rows, cols = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(cols[0]), int(cols[-1]) + 1)
