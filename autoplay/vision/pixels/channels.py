"""What the few channels of a picture say together.

Taken channel by channel: along an axis that short numpy takes several times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_Number = TypeVar("_Number", bound=np.generic)


def largest_of(picture: NDArray[_Number]) -> NDArray[_Number]:
    """Return (height, width) the largest channel of each pixel of (height, width, channels)."""
    channels = [picture[..., channel] for channel in range(picture.shape[-1])]
    return np.asarray(np.maximum.reduce(channels), picture.dtype)


def length(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the lengths, (...), of differences of colours, (..., 3)."""
    squares = np.square(colours)
    return np.asarray(np.sqrt(squares[..., 0] + squares[..., 1] + squares[..., 2]), np.float32)
