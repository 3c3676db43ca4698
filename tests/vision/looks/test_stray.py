"""What lies off the middle of a cell, or across its sides, is no mark of the game."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.geometry import Grid
from autoplay.vision.looks.stray import find_stray

GRID = Grid(20.0, 20.0, 30.0, 30.0, 8, 8)
NOTHING = np.zeros((8, 8), bool)


def _board() -> NDArray[np.uint8]:
    """Hidden cells, and in (1, 1) and (6, 2) a flag each."""
    pixels = np.full((280, 280, 3), 225, np.uint8)
    for row in range(8):
        for col in range(8):
            cell = pixels[20 + 30 * row : 49 + 30 * row, 20 + 30 * col : 49 + 30 * col]
            cell[:] = (180, 150, 120)
    for row, col in ((1, 1), (6, 2)):
        x, y = 20 + 30 * col, 20 + 30 * row
        cv2.fillPoly(pixels, [np.array([(x + 9, y + 6), (x + 9, y + 22), (x + 21, y + 13)])], 0)
    return pixels


def _hand(pixels: NDArray[np.uint8], x: int, y: int) -> NDArray[np.uint8]:
    """Draw a finger and a fist below it, its tip at (x, y)."""
    shown = pixels.copy()
    for grow, colour in ((1, 0), (0, 255)):
        for (left, top), (right, bottom) in (((0, 0), (4, 12)), ((-3, 9), (11, 19))):
            corners = (x + left - grow, y + top - grow), (x + right + grow, y + bottom + grow)
            cv2.rectangle(shown, *corners, (colour,) * 3, cv2.FILLED)
    return shown


def _cells(*places: tuple[int, int]) -> NDArray[np.bool_]:
    cells = NOTHING.copy()
    cells[tuple(np.array(places).T)] = True
    return cells


@pytest.mark.parametrize(
    ("x", "y", "touched"),
    [(128, 134, [(3, 3), (4, 3)]), (165, 140, [(4, 4), (4, 5)]), (114, 116, [(3, 3)])],
)
def test_a_hand_off_the_middle_of_a_cell_is_found_and_painted_over(
    x: int, y: int, touched: list[tuple[int, int]]
) -> None:
    board = _board()
    shown = _hand(board, x, y)
    marked = _cells((1, 1), (6, 2), *touched)
    pointer = find_stray(shown, GRID, ~marked, _cells(*touched))
    assert pointer is not None
    assert pointer.touched(GRID)[tuple(np.array(touched).T)].all()
    assert not pointer.touched(GRID)[1, 1]
    assert np.abs(pointer.painted_over(shown, GRID).astype(int) - board).max() <= 2


def test_what_lies_in_the_middle_of_a_cell_belongs_there() -> None:
    board = _board()
    board[140:170, 140:170] = _board()[50:80, 50:80]
    cv2.circle(board, (155, 155), 7, (0, 0, 200), cv2.FILLED)
    marked = _cells((1, 1), (6, 2), (4, 4))
    assert find_stray(board, GRID, ~marked, _cells((4, 4))) is None


def test_neither_what_is_surely_read_nor_what_comes_twice_is_a_pointer() -> None:
    marked = _cells((1, 1), (6, 2), (3, 3), (4, 3))
    once = _hand(_board(), 128, 134)
    assert find_stray(once, GRID, ~marked, NOTHING) is None
    twice = _hand(once, 218, 134)
    marked |= _cells((3, 6), (4, 6))
    assert find_stray(twice, GRID, ~marked, marked & ~_cells((1, 1), (6, 2))) is None


def test_on_a_board_without_plain_cells_nothing_tells() -> None:
    shown = _hand(_board(), 128, 134)
    assert find_stray(shown, GRID, NOTHING, _cells((3, 3), (4, 3))) is None
