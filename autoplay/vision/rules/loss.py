"""After a loss every mine is shown: marks then stand as no player sets them, flags may be wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.rules.neighbourhood import count_around

if TYPE_CHECKING:
    from numpy.typing import NDArray

AT_A_LOSS = (Cell.MINE, Cell.EXPLODED, Cell.WRONG_FLAG)
"""What a cell shows only after a loss."""

_FLAGS = (Cell.FLAG, Cell.WRONG_FLAG)
_SHOWN_MINES = (Cell.MINE, Cell.EXPLODED)
# A wrong flag or a misread number may spoil the sums of a few.
_NEARLY_ALL = 0.8
_SEVERAL = 3
_A_FEW = 0.05


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


def lacks_mines(cells: NDArray[np.int8]) -> bool:
    """Tell whether several numbers have fewer marks beside them than mines: no game lost so far.

    A program that shows more mines after a loss than the one that exploded shows all of them.
    cells: (rows, cols) of `Cell` values.
    """
    number = shows(cells, Cell.N1, Cell.N8)
    hidden = count_around(shows(cells, Cell.HIDDEN)) > 0
    # Under what lies over the board there may be more.
    clear = count_around(shows(cells, Cell.UNREADABLE)) == 0
    marks = count_around(np.isin(cells, (Cell.FLAG, *_SHOWN_MINES)))
    lacking = int((number & hidden & clear & (cells > marks)).sum())
    return lacking >= max(_SEVERAL, _A_FEW * int(number.sum()))


def out_of_reach(cells: NDArray[np.int8], marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the marks that lie beside no opened cell, where all marks stand as a loss puts them.

    A player flags what numbers tell, and opens what is then safe. Where numbers have all their
    mines marked, with cells still hidden beside them, and mines are marked beyond their reach, the
    program has done it. cells: (rows, cols) of `Cell` values; marked: (rows, cols) what may be
    flags or mines. None are returned where a player may have set them.
    """
    none = np.zeros(cells.shape, bool)
    number = shows(cells, Cell.N1, Cell.N8)
    waiting = number & (count_around(shows(cells, Cell.HIDDEN)) > 0)
    if waiting.sum() < _SEVERAL:
        return none
    if (cells == count_around(marked))[number].mean() < _NEARLY_ALL:
        return none
    return np.asarray(marked & (count_around(cells <= Cell.N8) == 0))
