"""Find the rectangle of a table that is worth most."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def richest_rectangle(worth: NDArray[np.float64]) -> tuple[int, int, int, int]:
    """Return the top, bottom, left and right of the rectangle that is worth most in all.

    worth: (rows, cols), negative for most. For each pair of rows the best run of columns is that
    between the least and the greatest of their running sums.
    """
    rows = len(worth)
    above = np.pad(np.cumsum(worth, axis=0), ((1, 0), (0, 0)))
    best, rectangle = 0.0, (0, 0, 0, 0)
    for top in range(rows):
        bands = above[top + 1 :] - above[top]
        sums = np.pad(np.cumsum(bands, axis=1), ((0, 0), (1, 0)))
        least = np.minimum.accumulate(sums, axis=1)
        gain = sums - least
        band, right = np.unravel_index(gain.argmax(), gain.shape)
        if gain[band, right] > best:
            best = float(gain[band, right])
            left = int(sums[band, : right + 1].argmin())
            rectangle = (top, top + 1 + int(band), left, int(right))
    return rectangle
