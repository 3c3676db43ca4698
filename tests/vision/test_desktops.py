import numpy as np
import pytest

from tests.vision.desktops import LARGEST, desktop


@pytest.mark.parametrize("seed", range(8))
def test_the_board_lies_where_the_truth_says(seed: int) -> None:
    made = desktop(seed)
    height, width = made.pixels.shape[:2]
    region = made.grid.region
    assert 0 <= region.x < region.right <= width <= 1.5 * LARGEST[0]
    assert 0 <= region.y < region.bottom <= height <= 1.5 * LARGEST[1]
    numbers = np.argwhere((made.board.cells >= 1) & (made.board.cells <= 8)).tolist()
    for spot in (made.grid.cell(row, col).grown(-2) for row, col in numbers):
        cell = made.pixels[spot.y : spot.bottom, spot.x : spot.right].reshape(-1, 3)
        assert np.ptp(cell, axis=0).max() > 20


def test_a_seed_makes_the_same_picture_again() -> None:
    assert np.array_equal(desktop(5).pixels, desktop(5).pixels)
    assert desktop(5).pixels.shape != desktop(6).pixels.shape
