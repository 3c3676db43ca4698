"""What depends on the size of a board alone: who lies beside whom, as arrays of cell indices."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Step = tuple[int, int]

_AROUND = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
_ONWARD = [step for step in _AROUND if step > (0, 0)]
_PAIR_CELLS = 12


@dataclass(frozen=True, slots=True, eq=False)
class Neighbours:
    """The neighbours of each cell, by cell index, and the pairs of neighbouring cells.

    around: (cells, 8) int32, padded with -1; degree: how many of them there are.
    pairs: (pairs, 12) int32: two neighbouring cells, then those beside only one of the two;
    lengths: how many of a row of `pairs` count.
    """

    around: NDArray[np.int32]
    degree: NDArray[np.int32]
    pairs: NDArray[np.int32]
    lengths: NDArray[np.int32]


@lru_cache(maxsize=8)
def around_of(rows: int, cols: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return (around, degree) of `Neighbours`."""
    return _packed(_beside(rows, cols, _AROUND))


@lru_cache(maxsize=8)
def neighbours_of(rows: int, cols: int) -> Neighbours:
    """Return the neighbours of a board's cells, and the pairs of them."""
    pairs = np.full((len(_ONWARD), rows * cols, _PAIR_CELLS), -1, np.int32)
    for table, step in zip(pairs, _ONWARD, strict=True):
        witnesses = sorted(_ball((0, 0)) ^ _ball(step))
        table[:, : 2 + len(witnesses)] = _beside(rows, cols, [(0, 0), step, *witnesses])
    inside = pairs[pairs[:, :, 1] >= 0]
    return Neighbours(*around_of(rows, cols), *_packed(inside))


def _beside(rows: int, cols: int, steps: Iterable[Step]) -> NDArray[np.int32]:
    """Return the cells that some steps lead to, (cells, steps), -1 outside the board."""
    index = np.full((rows + 4, cols + 4), -1, np.int32)
    index[2:-2, 2:-2] = np.arange(rows * cols).reshape(rows, cols)
    moved = [index[2 + r : 2 + r + rows, 2 + c : 2 + c + cols].ravel() for r, c in steps]
    return np.stack(moved, axis=1)


def _ball(centre: Step) -> set[Step]:
    """Return a cell and the cells beside it."""
    return {(centre[0] + r, centre[1] + c) for r, c in [(0, 0), *_AROUND]}


def _packed(table: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Move what is outside the board to the end of each row, and count the rest."""
    outside = table < 0
    packed = np.take_along_axis(table, np.argsort(outside, axis=1, kind="stable"), axis=1)
    return packed, (~outside).sum(axis=1, dtype=np.int32)
