"""Boards whose cells bear small pictures, on a landscape in which nothing comes again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from autoplay.geometry import Grid

if TYPE_CHECKING:
    from collections.abc import Callable

GRID = Grid(110, 75, 26, 26, 9, 12)


def backdrop() -> np.ndarray:
    """A landscape without lines, in which nothing comes again."""
    noise = np.random.default_rng(5).integers(0, 256, (40, 56, 3), np.uint8)
    return np.asarray(cv2.resize(noise, (560, 400), interpolation=cv2.INTER_CUBIC), np.uint8)


def meadow(kind: int) -> np.ndarray:
    """A picture of 26 by 26 pixels whose borders are as its middle: it leaves no line."""
    noise = np.random.default_rng(kind).integers(60, 120, (26, 26, 3), np.uint8)
    return np.asarray(cv2.GaussianBlur(noise, (3, 3), 0, borderType=cv2.BORDER_WRAP), np.uint8)


def painted(
    kinds: np.ndarray, paint: Callable[[int], np.ndarray] = meadow, grid: Grid = GRID
) -> np.ndarray:
    """Paint a picture into each cell, by its kind."""
    pixels = backdrop()
    for (row, col), kind in np.ndenumerate(kinds):
        spot = grid.cell(row, col)
        pixels[spot.y : spot.bottom, spot.x : spot.right] = paint(int(kind))
    return pixels


DASHES = Grid(60, 40, 36, 23, 12, 10)
"""Where `dashed` prints its cells."""


def dashed() -> np.ndarray:
    """A terminal that prints a dash in each cell, three letters wide, and rules of dashes."""
    pixels = np.zeros((400, 560, 3), np.uint8)
    for row in range(-1, DASHES.rows + 1):
        every_letter = row in (-1, DASHES.rows)
        for letter in range(3 * DASHES.cols):
            if every_letter or letter % 3 == 1:
                x, y = 60 + 12 * letter + 4, 40 + 23 * row + 11
                pixels[y : y + 2, x : x + 4] = 230
    return pixels
