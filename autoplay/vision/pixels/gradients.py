"""Take away a gradient that lies over the cells of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Region
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid


def without_gradient(pixels: NDArray[np.uint8], grid: Grid) -> NDArray[np.uint8]:
    """Return a picture with the cells of a grid where none lies, for a grid that is all in it.

    What is the same in every cell has the same mean in each window as large as one, wherever that
    lies. So what differs between the means is the gradient, and the mean of all takes its place.
    pixels: (height, width, 3) uint8; grid: in pixels of this picture.
    """
    height, width = pixels.shape[:2]
    board = grid.region.clipped(Region(0, 0, width, height))
    rows, cols = slice(board.y, board.bottom), slice(board.x, board.right)
    cells = pixels[rows, cols].astype(np.float32)
    size = (round(grid.pitch_x), round(grid.pitch_y))
    means = cv2.blur(cells, size, borderType=cv2.BORDER_REFLECT)
    even = pixels.copy()
    even[rows, cols] = np.clip(cells - means + cells.mean(axis=(0, 1)), 0, 255).astype(np.uint8)
    return even
