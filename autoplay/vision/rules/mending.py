"""Name single cells anew where numbers contradict each other: one of them was misread.

A blot on one cell spoils one name; it is the one whose other name both resembles it and takes the
contradiction away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.rules.consistency import impossible
from autoplay.vision.rules.neighbourhood import count_around

if TYPE_CHECKING:
    from numpy.typing import NDArray

_IMPOSSIBLE = 5.0
_MOST_MENDED = 10
_TRIED = 64
_REACH = 5
_SUREST = 0.9
_OPEN_ENDED = np.int8(Cell.UNREADABLE)


def mend(
    board: NDArray[np.int8], cost: NDArray[np.float64], *, floods: bool = True
) -> list[tuple[int, Cell, float]]:
    """Return (cell number, new name, how sure) for each cell that is better named otherwise.

    board: (rows, cols) names. cost: (rows * cols, 16) what each `Cell` value costs a cell by what
    it shows, infinite for what it cannot be.
    """
    cells = board.copy().ravel()
    mended = []
    wrong = impossible(cells.reshape(board.shape), floods=floods)
    for _ in range(_MOST_MENDED):
        near = np.flatnonzero((wrong | (count_around(wrong) > 0)).ravel())
        if not wrong.any():
            break
        dearer = cost[near] - cost[near, cells[near]][:, None]
        dearer[np.arange(len(near)), cells[near]] = np.inf
        gains: list[tuple[float, int, int]] = [(0.0, -1, -1)]
        for number in np.argsort(dearer, axis=None)[:_TRIED].tolist():
            which, name = divmod(number, cost.shape[1])
            place, price = int(near[which]), float(dearer[which, name])
            # Cheap names come first: one that could not pay if it mended all is not tried.
            if _IMPOSSIBLE * float(wrong.sum()) <= price:
                break
            less = _fewer_impossible(cells.reshape(board.shape), place, name, floods=floods)
            gains.append((_IMPOSSIBLE * less - price, place, name))
        gains.sort(reverse=True)
        gain, place, name = gains[0]
        if gain <= 0:
            break
        lead = gain - gains[1][0]
        mended.append((place, Cell(name), min(_SUREST, 1 - 0.5 * float(np.exp(-lead / 2)))))
        cells[place] = name
        wrong = impossible(cells.reshape(board.shape), floods=floods)
    return mended


def _fewer_impossible(board: NDArray[np.int8], place: int, name: int, *, floods: bool) -> int:
    """Return how many impossible cells another name for one cell takes away around it."""
    row, col = divmod(place, board.shape[1])
    rows = slice(max(0, row - _REACH), row + _REACH + 1)
    cols = slice(max(0, col - _REACH), col + _REACH + 1)
    window = board[rows, cols].copy()
    # What lies beyond the window is not seen: the cells at its edges may be anything.
    if rows.start > 0:
        window[0] = _OPEN_ENDED
    if rows.stop < board.shape[0]:
        window[-1] = _OPEN_ENDED
    if cols.start > 0:
        window[:, 0] = _OPEN_ENDED
    if cols.stop < board.shape[1]:
        window[:, -1] = _OPEN_ENDED
    before = int(impossible(window, floods=floods).sum())
    window[row - rows.start, col - cols.start] = name
    return before - int(impossible(window, floods=floods).sum())
