"""What the few channels of a whole picture say together."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_Number = TypeVar("_Number", bound=np.generic)


def largest_of(picture: NDArray[_Number]) -> NDArray[_Number]:
    """Return (height, width) the largest channel of each pixel of (height, width, channels).

    Taken channel by channel: along an axis that short `max` takes ten to twenty times as long.
    """
    channels = [picture[..., channel] for channel in range(picture.shape[-1])]
    return np.asarray(np.maximum.reduce(channels), picture.dtype)
