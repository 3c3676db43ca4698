"""What depends on the size of a board alone: who lies beside whom, as arrays for the kernels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from autoplay.solver.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
def neighbours_of(rows: int, cols: int) -> Neighbours:
    """Return the neighbours of a board's cells."""
    around, degree = neighbour_arrays(rows, cols)
    return Neighbours(around, degree, *pair_table(around, degree))


@kernel
def neighbour_arrays(rows, cols):
    """Return (around, degree) of `Neighbours`."""
    around = np.empty((rows * cols, 8), np.int32)
    around[:] = -1
    degree = np.zeros(rows * cols, np.int32)
    for cell in range(rows * cols):
        row, col = cell // cols, cell % cols
        for r in range(max(0, row - 1), min(rows, row + 2)):
            for c in range(max(0, col - 1), min(cols, col + 2)):
                if r != row or c != col:
                    around[cell, degree[cell]] = r * cols + c
                    degree[cell] += 1
    return around, degree


@kernel
def pair_table(around, degree):
    """Return (pairs, lengths) of `Neighbours`."""
    n = degree.size
    pairs = np.empty((4 * n, _PAIR_CELLS), np.int32)
    pairs[:] = -1
    lengths = np.zeros(4 * n, np.int32)
    count = 0
    for cell in range(n):
        for i in range(degree[cell]):
            other = around[cell, i]
            if other < cell:
                continue
            pairs[count, 0], pairs[count, 1] = cell, other
            length = 2
            for side in range(2):
                a, b = (cell, other) if side == 0 else (other, cell)
                for j in range(degree[a]):
                    witness = around[a, j]
                    beside_both = witness == b
                    for k in range(degree[b]):
                        beside_both |= around[b, k] == witness
                    if not beside_both:
                        pairs[count, length] = witness
                        length += 1
            lengths[count] = length
            count += 1
    return pairs[:count], lengths[:count]
