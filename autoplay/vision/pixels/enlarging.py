"""A picture at twice its size: lines and patches of a few pixels show as such there.

As it is, they are taken for strokes and grain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

ENLARGED = 2
"""How many times as wide and as high a picture becomes."""

_MOST_PIXELS = 2_500_000
_SMALL = 16.5


def enlarged(pixels: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """Return a picture at twice its width and height, None where it is large as it is.

    pixels: (height, width, 3) uint8, blue green red.
    """
    height, width = pixels.shape[:2]
    if width * height > _MOST_PIXELS:
        return None
    size = (ENLARGED * width, ENLARGED * height)
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def small(grid: Grid) -> bool:
    """Tell whether cells are so small, in pixels of a picture, that they show more enlarged."""
    return min(grid.pitch_x, grid.pitch_y) < _SMALL
