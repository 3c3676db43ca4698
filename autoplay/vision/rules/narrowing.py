"""Narrow the mines beside each number until nothing changes, and find the numbers that clash.

A reading asks this thousands of times. Importing this module imports numba; that is done for the
first board that no pack knows.
"""

from __future__ import annotations

import numpy as np

from autoplay.kernel import kernel, part


@kernel
def narrowed(cells, number, mine, safe):
    """Decide which cells are mines and which are safe; return the numbers that clash.

    cells: (rows, cols) of `Cell` values. number: (rows, cols) those whose numbers are believed.
    mine, safe: (rows, cols) what is known at first; filled by what single numbers say, one after
    the other. What is returned, (rows, cols), cannot hold together by itself or in pairs.
    """
    clash = np.zeros(cells.shape, np.bool_)
    lacking, free = np.empty(cells.shape, np.int64), np.empty(cells.shape, np.int64)
    _count(cells, mine, safe, lacking, free)
    while _decide(number, clash, lacking, free, mine, safe):
        _count(cells, mine, safe, lacking, free)
    _compare(number, clash, lacking, free, mine, safe)
    return clash


@part
def _count(cells, mine, safe, lacking, free):
    """Count how many mines each number lacks, and how many cells beside it are undecided."""
    rows, cols = cells.shape
    for r in range(rows):
        for c in range(cols):
            mines = undecided = 0
            for i in range(max(0, r - 1), min(rows, r + 2)):
                for j in range(max(0, c - 1), min(cols, c + 2)):
                    if i != r or j != c:
                        mines += mine[i, j]
                        undecided += not (mine[i, j] or safe[i, j])
            lacking[r, c], free[r, c] = cells[r, c] - mines, undecided


@part
def _decide(number, clash, lacking, free, mine, safe):
    """Decide the cells beside numbers that leave no choice; return whether there were some."""
    rows, cols = number.shape
    some = False
    # Where two numbers disagree, the one that has all its mines is believed.
    for all_mines in (True, False):
        for r in range(rows):
            for c in range(cols):
                if not number[r, c]:
                    continue
                clash[r, c] |= lacking[r, c] < 0 or lacking[r, c] > free[r, c]
                decides = lacking[r, c] == (0 if all_mines else free[r, c])
                if decides and free[r, c] and not clash[r, c]:
                    some = True
                    _mark_around(r, c, safe if all_mines else mine, mine, safe)
    return some


@part
def _mark_around(r, c, marked, mine, safe):
    """Mark what is undecided beside a number."""
    rows, cols = marked.shape
    for i in range(max(0, r - 1), min(rows, r + 2)):
        for j in range(max(0, c - 1), min(cols, c + 2)):
            if not (mine[i, j] or safe[i, j]):
                marked[i, j] = True


@part
def _compare(number, clash, lacking, free, mine, safe):
    """Mark two numbers that share cells and want more, or fewer, mines of them than there are."""
    rows, cols = number.shape
    judged = np.empty(number.shape, np.bool_)
    for r in range(rows):
        for c in range(cols):
            judged[r, c] = number[r, c] and not clash[r, c] and free[r, c] > 0
    for r in range(rows):
        for c in range(cols):
            if not judged[r, c]:
                continue
            for i in range(max(0, r - 2), min(rows, r + 3)):
                for j in range(max(0, c - 2), min(cols, c + 3)):
                    if judged[i, j] and (i != r or j != c):
                        shared = _shared(r, c, i, j, mine, safe)
                        # At most all shared cells are mines, at most what the other lacks.
                        most = free[r, c] - shared + min(shared, lacking[i, j])
                        if shared and most < lacking[r, c]:
                            clash[r, c] = clash[i, j] = True


@part
def _shared(r, c, i, j, mine, safe):
    """Return how many undecided cells lie beside both of two numbers."""
    rows, cols = mine.shape
    shared = 0
    for row in range(max(0, r - 1, i - 1), min(rows, r + 2, i + 2)):
        for col in range(max(0, c - 1, j - 1), min(cols, c + 2, j + 2)):
            shared += not (mine[row, col] or safe[row, col])
    return shared
