"""After a loss every mine is shown, so that the numbers tell right flags from wrong ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.neighbourhood import count_around

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FLAGS = (Cell.FLAG, Cell.WRONG_FLAG)
_SHOWN_MINES = (Cell.MINE, Cell.EXPLODED)


def judged_flags(
    cells: NDArray[np.int8],
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which flags are wrong for certain, and which are right: (rows, cols) masks.

    cells: (rows, cols) of `Cell` values. None is judged on a board that shows no mine, or on which
    shown mines and flags cannot account for every number: some programs show only the mine that
    exploded.
    """
    none = np.zeros(cells.shape, bool)
    shown, flags = np.isin(cells, _SHOWN_MINES), np.isin(cells, _FLAGS)
    if not shown.any() or not flags.any():
        return none, none
    number = cells <= Cell.N8
    lacking = cells - count_around(shown)
    beside = count_around(flags)
    if (number & ((lacking < 0) | (lacking > beside))).any():
        return none, none
    wrong = flags & (count_around(number & (lacking == 0)) > 0)
    right = flags & (count_around(number & (lacking == beside) & (lacking > 0)) > 0)
    return wrong & ~right, right & ~wrong
