"""Count over the eight cells around each cell, for the whole board at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray


def count_around(mask: NDArray[np.bool_]) -> NDArray[np.int16]:
    """Return (rows, cols) int16: how many of the up to eight neighbours are set in a mask."""
    marked = mask.astype(np.uint8)
    block = cv2.boxFilter(
        marked, cv2.CV_16S, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT
    )
    return np.asarray(block - marked, np.int16)
