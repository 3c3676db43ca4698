"""Tell from the cells alone whether a game still runs, is won or is lost."""

from __future__ import annotations

from autoplay.board import Board, Cell, GameState, shows
from autoplay.vision.neighbourhood import count_around


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
    unopened = board.unopened
    if board.mines is not None:
        return GameState.WON if unopened.sum() == board.mines else GameState.PLAYING
    beside = count_around(unopened)
    reached = count_around(numbers) > 0
    full = (cells == beside)[numbers].all() and reached[unopened].all()
    return GameState.WON if full else GameState.PLAYING
