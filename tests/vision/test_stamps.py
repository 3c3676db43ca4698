import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.opencv import cv2
from autoplay.vision.stamps import stamped_boards

GRID = Grid(110, 75, 26, 26, 9, 12)


def backdrop() -> np.ndarray:
    """A landscape without lines, in which nothing comes again."""
    noise = np.random.default_rng(5).integers(0, 256, (40, 56, 3), np.uint8)
    return np.asarray(cv2.resize(noise, (560, 400), interpolation=cv2.INTER_CUBIC), np.uint8)


def meadow(seed: int) -> np.ndarray:
    """A picture of 26 by 26 pixels whose borders are as its middle: it leaves no line."""
    noise = np.random.default_rng(seed).integers(60, 120, (26, 26, 3), np.uint8)
    return np.asarray(cv2.GaussianBlur(noise, (3, 3), 0, borderType=cv2.BORDER_WRAP), np.uint8)


def painted(kinds: np.ndarray, grid: Grid = GRID) -> np.ndarray:
    """Paint a picture into each cell, by its kind."""
    pixels = backdrop()
    for (row, col), kind in np.ndenumerate(kinds):
        spot = grid.cell(row, col)
        pixels[spot.y : spot.bottom, spot.x : spot.right] = meadow(int(kind))
    return pixels


@pytest.mark.parametrize("kinds", [1, 4])
def test_a_board_without_lines_is_found_to_the_pixel(kinds: int) -> None:
    cells = np.random.default_rng(kinds).integers(0, kinds, (GRID.rows, GRID.cols))
    found = stamped_boards(painted(cells))[0]
    assert (found.rows, found.cols) == (GRID.rows, GRID.cols)
    assert found.pitch_x == found.pitch_y == 26
    assert np.hypot(found.left - GRID.left, found.top - GRID.top) < 1


def test_nothing_is_found_where_nothing_comes_again() -> None:
    assert stamped_boards(backdrop()) == []


def test_cells_of_one_colour_are_no_pictures() -> None:
    plain = np.full((400, 560, 3), 90, np.uint8)
    assert stamped_boards(plain) == []
