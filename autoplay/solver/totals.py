"""What is known about the number of mines, and how it weighs the layouts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoplay.errors import InputError

if TYPE_CHECKING:
    from autoplay.board import Board

DEFAULT_DENSITY = 0.2
"""Mines a cell where nobody knows the total: close to the expert level's 99 in 480."""


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals that a layout may have, and its weight ``odds ** mines`` among them.

    low, high: fewest and most mines in the layout, both allowed.
    odds: 1.0 makes every layout equally likely; d / (1 - d) makes every cell a mine with
        probability d before the numbers speak.
    """

    low: int
    high: int
    odds: float = 1.0

    def less(self, known: int) -> Totals:
        """Return the totals that are left once some mines are known."""
        return Totals(self.low - known, self.high - known, self.odds)


def totals_of(
    board: Board, mines: int | tuple[int, int] | None, density: float | None = None
) -> Totals:
    """Settle the totals of a whole board: the argument, else the board's own, else unknown.

    mines: a total or an interval (low, high) of totals, 0 or more.
    density: mines a cell, above 0 and below 1, where the total is unknown or an interval; for an
        interval every layout weighs the same without it, for an unknown total it is
        `DEFAULT_DENSITY`.
    Raises InputError when an argument is out of its range.
    """
    if density is not None and not 0.0 < density < 1.0:
        raise InputError(f"a density of {density} is not between 0 and 1; give mines per cell")
    known = mines if mines is not None else board.mines
    if known is None:
        mean = DEFAULT_DENSITY if density is None else density
        return Totals(0, board.rows * board.cols, mean / (1.0 - mean))
    low, high = known if isinstance(known, tuple) else (known, known)
    if low < 0 or low > high:
        raise InputError(f"{low} to {high} is no mine total; give 0 or more, the smaller one first")
    odds = 1.0 if density is None or low == high else density / (1.0 - density)
    return Totals(int(low), int(high), odds)
