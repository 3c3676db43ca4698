"""Read a board by the network alone, where nothing else makes sense of it.

A box that lets its cells shine through, a drawing of its own in every cell: the network has seen
many, but nothing proves what it says. So no cell is sure, and enough numbers have to hold together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.lattices.located import MIN_SIDE
from autoplay.vision.naming.evidence import BROKEN
from autoplay.vision.naming.judgement import judge
from autoplay.vision.rules.consistency import impossible
from autoplay.vision.unknown.found import Found
from autoplay.vision.unknown.unknown_reading import UnknownReading

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from autoplay.geometry import Grid

_READABLE = 0.5
_MOST_SURE = 0.9
_FEWEST_NUMBERS = 8
_MOST_WRONG = 0.05
_LEAST_SURE = 0.85


def judged_board(pixels: NDArray[np.uint8], grids: Iterable[Grid]) -> Found | None:
    """Return the board that the network is surest of on or around some lattices, None if of none.

    pixels: (height, width, 3) BGR; grids: in pixels of that picture.
    """
    boards = [found for grid in grids if (found := _judged(pixels, grid)) is not None]
    return max(boards, key=lambda found: float(found.unknown.confidence.sum()), default=None)


def _judged(pixels: NDArray[np.uint8], grid: Grid) -> Found | None:
    judgement = judge(pixels, grid)
    extent = None if judgement is None else judgement.extent(grid)
    if extent is None or min(extent.rows, extent.cols) < MIN_SIDE:
        return None
    if extent != grid:
        judgement = judge(pixels, extent)
    if judgement is None:
        return None
    odds = judgement.odds[..., : Cell.UNREADABLE]
    cells, sure = odds.argmax(axis=-1).astype(np.int8), odds.max(axis=-1)
    cells[sure < _READABLE] = Cell.UNREADABLE
    numbers = shows(cells, Cell.N1, Cell.N8)
    wrong = impossible(cells)
    if numbers.sum() < _FEWEST_NUMBERS or wrong.sum() > _MOST_WRONG * numbers.sum():
        return None
    if sure.mean() < _LEAST_SURE:
        return None
    cost = float(-np.log(sure).sum() + BROKEN * wrong.sum())
    confidence = np.minimum(sure, np.float32(_MOST_SURE))
    against = judgement.objections(cells)
    unknown = UnknownReading(cells, confidence, _candidates(odds, cells), cost, objections=against)
    return Found(unknown, extent) if unknown.plausible else None


def _candidates(
    odds: NDArray[np.float32], cells: NDArray[np.int8]
) -> dict[tuple[int, int], tuple[Cell, ...]]:
    """Return the two likeliest names of each unreadable cell."""
    likely = np.argsort(-odds, axis=-1)[..., :2]
    unreadable = np.argwhere(shows(cells, Cell.UNREADABLE)).tolist()
    return {
        (row, col): tuple(Cell(int(name)) for name in likely[row, col]) for row, col in unreadable
    }
