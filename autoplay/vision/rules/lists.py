"""Numbers that stand in a list, the same in every row, are no Minesweeper, nor are clues."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.rules.neighbourhood import OUTER_LINES, touching

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ROWS_ALIKE = 4
_MANY_ROWS = 8
_NUMBERS_ALIKE = 0.9
_LISTED = 0.75
_SEVERAL_CLUES = 5
_MOSTLY = 0.6
_VERY_MANY = 12
_ALONG_A_BORDER = 0.8


def is_list(cells: NDArray[np.int8]) -> bool:
    """Tell whether all rows with numbers are the same, as in a list: mines never lie so.

    cells: (rows, cols) of `Cell` values. In many rows a number here and there may be misread.
    """
    numbers = shows(cells, Cell.N1, Cell.N8)
    with_numbers = numbers.any(axis=1)
    rows, shown = cells[with_numbers], numbers[with_numbers]
    if len(rows) < _ROWS_ALIKE:
        return False
    usual = np.array([np.bincount(column).argmax() for column in rows.T])
    same = rows == usual
    # Where nearly all numbers are ones they agree by chance, but each row has its own gaps.
    listed = same[:, (usual >= Cell.N1) & (usual <= Cell.N8)]
    alike = same[shown].mean() > _NUMBERS_ALIKE and listed.sum() > _LISTED * listed.size
    # Along one column of ones every third cell is a mine, which flags show.
    one = np.flatnonzero(usual == Cell.N1)[:1]
    beside = rows[:, [at for at in (*(one - 1), *(one + 1)) if 0 <= at < len(usual)]]
    ones = len(listed.T) == 1 and shows(beside, Cell.FLAG).any()
    return bool((rows == rows[0]).all() or (len(rows) >= _MANY_ROWS and alike and not ones))


def never_blank(cells: NDArray[np.int8]) -> bool:
    """Tell whether many numbers are shown here and there among what is closed, and no blank.

    So are those that other puzzles give. Whoever opens as many cells comes upon a blank, or goes
    along a border, cell by cell. cells: (rows, cols) of `Cell` values.
    """
    numbers = shows(cells, Cell.N1, Cell.N8)
    if numbers.sum() < _VERY_MANY or shows(cells, Cell.N0).any():
        return False
    # Where hardly anything is closed, mines may lie so densely that no blank is left.
    closed = shows(cells, Cell.HIDDEN).sum() > numbers.sum()
    return bool(closed and touching(numbers) < _ALONG_A_BORDER)


def are_clues(cells: NDArray[np.int8]) -> bool:
    """Tell whether numbers fill a side of a board alone, round what is closed.

    So do those that tell what is in each row or column of another puzzle. An opening reaches
    further, or has a blank; and who opens corners first opens no whole side.
    cells: (rows, cols) of `Cell` values.
    """
    opened = shows(cells, Cell.N0, Cell.N8)
    if opened[1:-1, 1:-1].any() or shows(cells, Cell.N0).any():
        return False
    sides = [opened[line] for line in OUTER_LINES]
    return any(side.sum() >= _SEVERAL_CLUES and side.mean() >= _MOSTLY for side in sides)
