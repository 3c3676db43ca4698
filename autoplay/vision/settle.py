"""Settle what cells alone cannot tell: a hovered hidden cell may look just like an opened blank."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.neighbourhood import count_around

if TYPE_CHECKING:
    from numpy.typing import NDArray

_HOVER_CONFIDENCE = 0.97


def settle_blanks(
    cells: NDArray[np.int8], confidence: NDArray[np.float32]
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return cells and confidence with blanks that the rules forbid named anew.

    Every program opens all neighbours of an opened blank, so a blank beside a hidden cell is none:
    a single one is the hidden cell under the pointer, drawn highlighted. Of several, or where the
    game is over and the program showed only its mines, nothing can be said.
    """
    hidden, blank = cells == Cell.HIDDEN, cells == Cell.N0
    if np.isin(cells, (Cell.EXPLODED, Cell.MINE, Cell.WRONG_FLAG)).any():
        return cells, confidence
    impossible = blank & (count_around(hidden) > 0)
    if not impossible.any():
        return cells, confidence
    cells, confidence = cells.copy(), confidence.copy()
    single = impossible.sum() == 1
    cells[impossible] = Cell.HIDDEN if single else Cell.UNREADABLE
    confidence[impossible] = _HOVER_CONFIDENCE if single else 0.5
    return cells, confidence
