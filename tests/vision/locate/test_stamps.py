import numpy as np
import pytest

from autoplay.vision.locate.stamps import stamped_boards
from tests.vision.stamping import DASHES, GRID, backdrop, dashed, painted


@pytest.mark.parametrize("kinds", [1, 4])
def test_a_board_without_lines_is_found_to_the_pixel(kinds: int) -> None:
    cells = np.random.default_rng(kinds).integers(0, kinds, (GRID.rows, GRID.cols))
    found = stamped_boards(painted(cells))[0]
    assert (found.rows, found.cols) == (GRID.rows, GRID.cols)
    assert found.pitch_x == found.pitch_y == 26
    assert np.hypot(found.left - GRID.left, found.top - GRID.top) < 1


def test_the_pitch_of_dashes_is_that_of_their_ends() -> None:
    """Within a dash equal patches touch: the last of one is nearer to the first of the next."""
    found = stamped_boards(dashed())[0]
    assert (found.rows, found.cols) == (DASHES.rows, DASHES.cols)
    assert (found.pitch_x, found.pitch_y) == (DASHES.pitch_x, DASHES.pitch_y)
    assert np.hypot(found.left - DASHES.left, found.top - DASHES.top) < 3


def test_nothing_is_found_where_nothing_comes_again() -> None:
    assert stamped_boards(backdrop()) == []


def test_cells_of_one_colour_are_no_pictures() -> None:
    plain = np.full((400, 560, 3), 90, np.uint8)
    assert stamped_boards(plain) == []
