"""What Minesweeper itself forbids: the rules by which a reading is judged without any pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.rules.neighbourhood import count_around

if TYPE_CHECKING:
    from numpy.typing import NDArray


def _those(*shown: Cell) -> NDArray[np.bool_]:
    """Return a table that tells these cells from the others in a tenth of the time of `isin`."""
    return np.isin(np.arange(len(Cell)), shown)


SHOWN_MINES = _those(Cell.MINE, Cell.EXPLODED)
"""Tells by its `Cell` value whether a cell shows a mine."""

MAY_BE_MINES = _those(Cell.HIDDEN, Cell.FLAG, Cell.QUESTION, Cell.UNREADABLE)
"""The same of cells under which a mine may lie."""

_UNOPENED = MAY_BE_MINES | _those(Cell.WRONG_FLAG)

MANY_NUMBERS = 8
"""So many numbers that all hold together vouch for the rest of a board."""


def broken(
    cells: NDArray[np.int8], unsure: NDArray[np.bool_] | None = None, *, floods: bool = True
) -> NDArray[np.bool_]:
    """Mark the cells that break a rule on their own.

    A number needs at least that many cells beside it that could be mines, and at most that many
    mines shown; beside a blank no cell is left unopened, for the program opens them all.
    cells: (rows, cols) of `Cell` values. unsure: cells that may turn out to be anything. floods:
    whether the program does so; beside a blank no mine is ever shown.
    """
    shown = SHOWN_MINES[cells]
    unopened = _UNOPENED[cells]
    if unsure is None:
        unsure = cells == Cell.UNREADABLE
    number = (cells <= Cell.N8) & ~unsure
    possible = count_around(unopened | shown | unsure)
    too_many = number & (cells > possible)
    too_few = number & (cells < count_around(shown & ~unsure))
    blank = number & (cells == 0)
    forbidden = shown | unopened if floods else shown
    beside_blank = blank & (count_around(forbidden & ~unsure) > 0)
    return np.asarray(too_many | too_few | beside_blank)


def without_mines(cells: NDArray[np.int8]) -> bool:
    """Tell whether no cell that can be read is unopened or a mine: every board has mines."""
    return not bool(((cells > Cell.N8) & (cells != Cell.UNREADABLE)).any())


def contradictory(cells: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Mark the numbers that cannot hold together, as far as single numbers and pairs show it.

    Bounds on the mines among the unopened cells beside each number are narrowed until nothing
    changes; a number whose bounds cross is marked. What is marked is impossible; what is not
    marked may still be.
    """
    return _narrowed(cells, cells <= Cell.N8)[2]


def certain_mines(cells: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Mark the unopened cells that are mines by what single numbers say, one after the other."""
    return np.asarray(_narrowed(cells, cells <= Cell.N8)[0] & ~SHOWN_MINES[cells])


def number_bounds(
    cells: NDArray[np.int8], unknown: NDArray[np.bool_]
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the fewest and most mines beside each cell, as single numbers show it.

    unknown: (rows, cols) opened cells whose own numbers are not to be believed.
    """
    mine, safe, _ = _narrowed(cells, (cells <= Cell.N8) & ~unknown)
    fewest = count_around(mine)
    return fewest, np.asarray(fewest + count_around(~mine & ~safe), np.int16)


def _narrowed(
    cells: NDArray[np.int8], number: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which cells are mines, which are safe, and which numbers clash with that.

    number: (rows, cols) those whose numbers are believed.
    """
    # It imports numba, which takes longer than to read a board that a pack knows.
    from autoplay.vision.rules.narrowing import narrowed

    mine = SHOWN_MINES[cells]
    safe = ~(MAY_BE_MINES[cells] | mine)
    clash: NDArray[np.bool_] = narrowed(np.ascontiguousarray(cells, np.int8), number, mine, safe)
    return mine, safe, clash


def impossible(cells: NDArray[np.int8], *, floods: bool = True) -> NDArray[np.bool_]:
    """Mark what breaks a rule on its own, and numbers that cannot hold together."""
    return np.asarray(broken(cells, floods=floods) | contradictory(cells))


def whole(cells: NDArray[np.int8], *, floods: bool = True) -> bool:
    """Tell whether every cell has a name and no rule is broken, however odd what is drawn."""
    unread = shows(cells, Cell.UNREADABLE).any()
    return not (unread or impossible(cells, floods=floods).any())


def faultless(cells: NDArray[np.int8], *, floods: bool = True) -> bool:
    """Tell whether a board is whole, and many cells are numbers: these vouch for the rest."""
    numbers = shows(cells, Cell.N1, Cell.N8).sum()
    return bool(numbers >= MANY_NUMBERS) and whole(cells, floods=floods)
