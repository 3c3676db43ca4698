"""What play itself shows about cells, whatever they look like: a click opens what then changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.neighbourhood import count_around
from autoplay.vision.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SETTLED = 0.95
_LEAST_OPENING = 4
_REDRAWN = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class Hints:
    """Cells of which play has shown on which side they are: (rows, cols) masks.

    opened: cells whose look changed by a click that opens. hidden: cells that were hidden before
    and have not changed since. floods: whether so far all cells beside a blank were opened.
    """

    opened: NDArray[np.bool_]
    hidden: NDArray[np.bool_]
    floods: bool = False


def hints_since(
    before: NDArray[np.int8], confidence: NDArray[np.float32], changed: NDArray[np.bool_]
) -> Hints:
    """Say what is settled by how a board has changed since it was last read.

    before, confidence: cells as read then and how surely; changed: (rows, cols) cells whose pixels
    differ now. What was surely opened stays opened, what was hidden and has not changed is hidden;
    after the first click on a fresh board the largest piece that changed is the opening.
    """
    sure = confidence > _SETTLED
    opened = (before <= Cell.N8) & sure
    # Where nearly all has changed, the window was redrawn or dimmed: no click opens that much.
    if (before == Cell.HIDDEN).all() and changed.mean() < _REDRAWN:
        opened |= _largest_piece(changed)
    hidden = before == Cell.HIDDEN
    blank = before == Cell.N0
    floods = bool(blank.any()) and not (blank & (count_around(hidden) > 0)).any()
    return Hints(opened=opened, hidden=hidden & sure & ~changed, floods=floods)


def _largest_piece(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the largest connected part of a mask, nothing if it may be a mere highlight."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        mask.astype(np.uint8), connectivity=8
    )
    if count < 2:
        return np.zeros_like(mask)
    areas = stats[1:, cv2.CC_STAT_AREA]
    if areas.max() < _LEAST_OPENING:
        return np.zeros_like(mask)
    return np.asarray(labels == 1 + areas.argmax())
