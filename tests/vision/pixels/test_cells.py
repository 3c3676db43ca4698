import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.packs.match import distinct
from autoplay.vision.pixels.cells import SIDE, cut_cells, cut_places, odd_cells


@pytest.mark.parametrize(
    "grid",
    [
        Grid(20.0, 31.0, 20.0, 20.0, 9, 12),
        Grid(20.3, 31.7, 17.6, 18.2, 9, 12),
        Grid(5.0, 4.5, 47.3, 46.9, 5, 6),
        Grid(-3.0, -2.0, 25.0, 25.0, 8, 8),
    ],
)
def test_single_cells_are_cut_as_the_whole_board_is(grid: Grid) -> None:
    random = np.random.default_rng(5)
    picture = random.integers(0, 255, (260, 300, 3), np.uint8)
    whole = cut_cells(picture, grid).reshape(-1, SIDE, SIDE, 3).astype(int)
    places = random.permutation(grid.rows * grid.cols)[:17]
    assert np.abs(cut_places(picture, grid, places) - whole[places]).max() <= 2


def test_more_cells_than_fit_into_one_row_are_cut() -> None:
    grid = Grid(3.2, 2.1, 12.5, 12.5, 20, 22)
    picture = np.random.default_rng(6).integers(0, 255, (260, 290, 3), np.uint8)
    whole = cut_cells(picture, grid).reshape(-1, SIDE, SIDE, 3).astype(int)
    assert np.abs(cut_places(picture, grid, np.arange(440)) - whole).max() <= 2


def test_equal_cells_are_counted_once() -> None:
    cells = np.zeros((5, SIDE, SIDE, 3), np.uint8)
    cells[1], cells[4, 3, 3, 0] = 7, 1
    first, which = distinct(cells)
    assert first.tolist() == [0, 1, 4]
    assert which.tolist() == [0, 1, 0, 0, 2]


def test_cells_are_odd_by_turns() -> None:
    assert odd_cells(2, 3).tolist() == [[False, True, False], [True, False, True]]
