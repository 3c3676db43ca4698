"""Count over the eight cells around each cell, for the whole board at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def count_around(mask: NDArray[np.bool_]) -> NDArray[np.int16]:
    """Return (rows, cols) int16: how many of the up to eight neighbours are set in a mask."""
    padded = np.pad(mask.astype(np.int16), 1)
    rows, cols = mask.shape
    total = np.zeros((rows, cols), np.int16)
    for down in range(3):
        for along in range(3):
            total += padded[down : down + rows, along : along + cols]
    return total - mask.astype(np.int16)
