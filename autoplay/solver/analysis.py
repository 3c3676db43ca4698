"""What the solver knows about one position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """Certain cells and exact probabilities of one position.

    safe, mines: (rows, cols) masks of unopened cells that are certainly free or certainly mines.
    probability: (rows, cols) float64, chance of a mine, 0 to 1; NaN for opened cells.
    log_solutions: natural logarithm of the number of mine layouts that agree with the board
        (with an unknown total: of their weighted sum).
    sea_mines: mines expected in the sea.
    """

    safe: NDArray[np.bool_]
    mines: NDArray[np.bool_]
    probability: NDArray[np.float64]
    log_solutions: float
    sea_mines: float
