"""What play itself shows about cells, whatever they look like: a click opens what then changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.pixels.opencv import cv2
from autoplay.vision.rules.neighbourhood import count_around

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SETTLED = 0.95
_LEAST_OPENING = 4
_REDRAWN = 0.9
_FEW, _FEW_SHARE = 2, 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Hints:
    """Cells of which play has shown on which side they are: (rows, cols) masks.

    opened: cells whose look changed by a click that opens. hidden: cells that were hidden before
    and have not changed since. turned: cells that were hidden before a click and look otherwise
    since; highlighted, if not opened. floods: whether so far all cells beside a blank were opened.
    first: whether what is opened is only what the first click on a fresh board has changed. kept:
    as hidden, however unsure it was that they were; None if no more is known than of those.
    """

    opened: NDArray[np.bool_]
    hidden: NDArray[np.bool_]
    turned: NDArray[np.bool_]
    floods: bool = False
    first: bool = False
    kept: NDArray[np.bool_] | None = None

    @property
    def unmarked(self) -> NDArray[np.bool_]:
        """Cells that turned and bear no mark: nobody marks any before something is opened."""
        return self.turned & (not self.opened.any())

    def deny(self, cells: NDArray[np.int8]) -> bool:
        """Tell whether play has shown otherwise which of these cells, (rows, cols), are opened.

        Nor does a mark appear on a cell that was hidden and looks as it did.
        """
        opened = cells <= Cell.N8
        kept = self.hidden if self.kept is None else self.kept
        named = (cells != Cell.HIDDEN) & (cells != Cell.UNREADABLE)
        return bool((named & kept).any() or (self.opened & ~opened).any())


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
    hidden = before == Cell.HIDDEN
    whole = redrawn(changed)
    first = bool(hidden.all()) and not whole
    if first:
        opened |= _largest_piece(changed)
    blank = before == Cell.N0
    # Cells in doubt beside a blank say neither.
    floods = (count_around(before > Cell.N8) == 0)[blank].any() and not (
        count_around(hidden)[blank].any()
    )
    kept = hidden & ~changed
    turned = before == Cell.UNREADABLE
    if not whole:
        turned = np.where(changed, hidden, turned)
    return Hints(
        opened=opened,
        hidden=kept & sure,
        turned=turned,
        floods=bool(floods),
        first=first,
        kept=kept,
    )


def redrawn(changed: NDArray[np.bool_]) -> bool:
    """Whether nearly all cells look otherwise: the window was redrawn or dimmed.

    changed: (rows, cols). No click opens that much.
    """
    return bool(changed.mean() >= _REDRAWN)


def are_few(count: int, size: int) -> bool:
    """Whether so many unreadable cells are a few of a board's: the others are read without them.

    size: how many cells the board has.
    """
    return count <= max(_FEW, _FEW_SHARE * size)


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
