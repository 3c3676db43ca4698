from itertools import combinations

import numpy as np
import pytest

from autoplay.board import Cell
from autoplay.geometry import Grid
from autoplay.vision.lattices.located import nearly_same
from autoplay.vision.unknown.grid_readings import GridReadings
from autoplay.vision.unknown.search import Search
from autoplay.vision.unknown.unknown_reading import UnknownReading
from tests.vision.negatives import negative
from tests.vision.synthetic import picture


def test_small_cells_that_make_no_sense_are_read_again_where_they_are() -> None:
    made = picture(48, pitch=(12, 12), state="mid", scale=1)
    search = Search(made.pixels)
    search.read(made.grid.moved(-0.8, -0.8))
    assert search.read(made.grid).sound


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Grid]:
    """The grids that are read, and each of them makes no sense."""
    grids: list[Grid] = []

    def senseless(_pixels: np.ndarray, grid: Grid) -> UnknownReading:
        grids.append(grid)
        cells = np.full((grid.rows, grid.cols), Cell.HIDDEN, np.int8)
        return UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 1e3 * cells.size)

    monkeypatch.setattr("autoplay.vision.unknown.grid_readings.read_unknown", senseless)
    return grids


def _search_in_vain(seed: int) -> Search:
    search = Search(negative(seed)[0], enlarge=False)
    for grid in search.located:
        search.read(grid)
    assert search.again() is None
    return search


def test_what_makes_no_sense_is_not_read_a_part_of_a_pixel_further(read: list[Grid]) -> None:
    _search_in_vain(68)
    assert len(read) > 2
    assert not any(nearly_same(one, other, 1.0) for one, other in combinations(read, 2))


def test_a_picture_that_makes_no_sense_is_given_up(
    read: list[Grid], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autoplay.vision.unknown.grid_readings._PATIENCE", 200)
    search = _search_in_vain(68)
    assert len(read) == len(search.located)


def test_what_is_finer_than_any_game_is_not_read() -> None:
    pixels = np.zeros((900, 900, 3), np.uint8)
    assert GridReadings(pixels).readable(Grid(0, 0, 9, 9, 100, 100))
    assert not GridReadings(pixels).readable(Grid(0, 0, 8.5, 9, 100, 100))
    assert not GridReadings(pixels, 2).readable(Grid(0, 0, 9, 9, 100, 100))
    assert not GridReadings(pixels).readable(Grid(0, 0, 9, 9, 100, 101))
