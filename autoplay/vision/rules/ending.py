"""Tell from the cells alone whether a game still runs, is won or is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoplay.board import Board, Cell, GameState, shows
from autoplay.vision.rules.neighbourhood import count_around

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def game_state(board: Board) -> GameState:
    """Return how far the game is.

    A mine in sight means it is lost. It is won when every unopened cell must be a mine: as many
    are left as there are mines, or, with no total known, every number counts all unopened cells
    beside it and no unopened cell is out of reach of a number.
    """
    cells = board.cells
    if shows(cells, Cell.MINE, Cell.WRONG_FLAG).any():
        return GameState.LOST
    numbers = board.numbers
    if shows(cells, Cell.UNREADABLE).any() or not numbers.any():
        return GameState.PLAYING
    if board.mines is not None:
        return GameState.WON if board.unopened.sum() == board.mines else GameState.PLAYING
    return GameState.WON if all_found(cells) else GameState.PLAYING


def all_found(cells: NDArray[np.int8]) -> bool:
    """Tell whether all unopened cells must be mines, so that nothing is left to open.

    Every number counts all of them beside it, and none is out of reach of a number. Wrong flags
    hide no mine. cells: (rows, cols) of `Cell` values.
    """
    numbers = shows(cells, Cell.N1, Cell.N8)
    unopened = (cells > Cell.N8) & (cells != Cell.WRONG_FLAG)
    reached = count_around(numbers) > 0
    return bool((cells == count_around(unopened))[numbers].all() and reached[unopened].all())
