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
_BEYOND = (1, 2, 3)
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
    1 at the left or right; after: whether below, or right. along: which cells of that side tell;
    these have to be blanks, all others may be hidden. False at an edge of the picture.
    """
    left, top, right, bottom = grid.area
    side = round(((top, left), (bottom, right))[after][axis])
    begin, pitch = ((grid.left, grid.pitch_x), (grid.top, grid.pitch_y))[axis]
    strips = np.moveaxis(pixels, axis, 0)
    outside, inside = [side + k for k in _BEYOND], [side - 1 - k for k in _BEYOND]
    if not after:
        outside, inside = inside, outside
    if min(outside) < 0 or max(outside) >= len(strips):
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

    def another(lines: list[int]) -> NDArray[np.bool_]:
        apart = largest_of(np.abs(strips[lines][:, at].astype(np.float32) - blank))
        return np.asarray(apart > _ANOTHER)

    if along is not None and another(inside).mean() > 1 - _NEARLY_ALL:
        return False
    return bool(another(outside).mean() >= _NEARLY_ALL)
