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
