"""A board on which hardly anything is opened is known by the one picture that its cells bear."""

import pytest

from autoplay.vision.lattices.located import nearly_same
from autoplay.vision.unknown.found import Found
from autoplay.vision.unknown.grid_readings import GridReadings
from autoplay.vision.unknown.hardly_opened import begun, hardly_opened_board
from tests.vision.negatives import negative
from tests.vision.synthetic import picture


@pytest.mark.parametrize("seed", [3, 21])
def test_a_fresh_board_is_found_by_its_cells_alone(seed: int) -> None:
    made = picture(seed, state="fresh", noise=0, jpeg=0, hover=False)
    found = hardly_opened_board(GridReadings(made.pixels), [])
    assert found is not None
    assert found.painted
    assert nearly_same(found.grid, made.grid, 1.0)


def test_in_a_wall_or_on_an_opened_board_there_is_none() -> None:
    made = picture(21, state="late", noise=0, jpeg=0, hover=False)
    assert hardly_opened_board(GridReadings(made.pixels), [made.grid]) is None
    assert hardly_opened_board(GridReadings(negative(68)[0]), []) is None


def test_a_board_on_which_numbers_are_opened_begins_where_it_was_read() -> None:
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False)
    readings = GridReadings(made.pixels)
    found = Found(readings.read(made.grid).unknown, made.grid)
    assert begun(readings, found) is found
