"""Where a frame begins beside a board: just beyond its cells, in another colour than blanks have.

Flat blanks of which a window leaves a few in sight are told from a margin by that alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.pixels.channels import largest_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

# What is looked at, in pixels beyond a side, and in parts of each cell along it.
_FROM, _TO = 1, 4
_INSIDE = 0.1
# By how many levels another colour differs at least, and how much of a side has it.
_ANOTHER = 10
_NEARLY_ALL = 0.8


def frame_begins(
    pixels: NDArray[np.uint8],
    grid: Grid,
    blank: NDArray[np.float32],
    axis: int,
    *,
    after: bool,
    along: NDArray[np.bool_] | None = None,
) -> bool:
    """Tell whether just beyond a side of a grid nearly all has another colour than blanks.

    pixels: (height, width, 3) uint8; blank: (3,) the colour of its blanks. axis: 0 above or below,
    1 at the left or right; after: whether below, or right. along: which cells of that side tell.
    False at an edge of the picture.
    """
    left, top, right, bottom = grid.area
    first, last = ((top, bottom), (left, right))[axis]
    begin, pitch = ((grid.left, grid.pitch_x), (grid.top, grid.pitch_y))[axis]
    strips = np.moveaxis(pixels, axis, 0)
    beyond = range(_FROM, _TO)
    lines = [round(last) + k if after else round(first) - 1 - k for k in beyond]
    if min(lines) < 0 or max(lines) >= len(strips):
        return False
    count = (grid.cols, grid.rows)[axis]
    told = np.flatnonzero(np.ones(count, bool) if along is None else along)
    places = [
        np.arange(round(begin + (k + _INSIDE) * pitch), round(begin + (k + 1 - _INSIDE) * pitch))
        for k in told.tolist()
    ]
    at = np.concatenate(places) if places else np.zeros(0, int)
    at = at[(at >= 0) & (at < strips.shape[1])]
    if not at.size:
        return False
    apart = largest_of(np.abs(strips[lines][:, at].astype(np.float32) - blank))
    return bool((apart > _ANOTHER).mean() >= _NEARLY_ALL)
