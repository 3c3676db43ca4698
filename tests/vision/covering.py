"""What covers a board: another window, painted over a part of a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2

if TYPE_CHECKING:
    import numpy as np


def paint_dialog(pixels: np.ndarray, left: int, top: int, right: int, bottom: int) -> None:
    """Paint a window over a part of a picture."""
    pixels[max(0, top) : bottom, max(0, left) : right] = 236
    pixels[max(0, top) : max(0, top) + 12, max(0, left) : right] = (190, 90, 20)
    cv2.rectangle(pixels, (left, top), (right, bottom), (60, 60, 60))
    middle = (left + right) // 2, (top + bottom) // 2
    cv2.putText(pixels, "OK", middle, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (20, 20, 20), 1)
