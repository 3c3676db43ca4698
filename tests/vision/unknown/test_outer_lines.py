"""A board has the rows and columns at its ends that a network sees with them."""

import pytest

from autoplay.board import Cell
from autoplay.vision.unknown.grid_readings import GridReadings
from autoplay.vision.unknown.outer_lines import with_outer_lines
from tests.vision.synthetic import picture


@pytest.mark.parametrize("lacking", [(0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)])
def test_a_row_or_column_that_a_board_lacks_is_added(lacking: tuple[int, int, int, int]) -> None:
    made = picture(2, state="mid", noise=0, jpeg=0, hover=False)
    grid, readings = made.grid, GridReadings(made.pixels)
    above, below, before, after = lacking
    part = readings.read(grid.part(above, grid.rows - below, before, grid.cols - after))
    assert part.sound
    whole = with_outer_lines(readings, part)
    assert (whole.unknown.cells == made.board.cells).all()


def test_a_whole_board_stays_as_it_is() -> None:
    for seed in range(6):
        made = picture(seed, state="mid", noise=0, jpeg=0, hover=False)
        readings = GridReadings(made.pixels)
        found = readings.read(made.grid)
        assert found.sound
        assert with_outer_lines(readings, found) is found


def test_no_row_of_blanks_is_added() -> None:
    """A strip of the window may look like one."""
    made = picture(2, state="mid", noise=0, jpeg=0, hover=False)
    grid, readings = made.grid, GridReadings(made.pixels)
    assert (made.board.cells[0] == Cell.N0).all()
    found = readings.read(grid.part(1, grid.rows, 0, grid.cols))
    assert found.sound
    assert with_outer_lines(readings, found) is found
