import cv2
import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.locate.stamps import centred_on_ink, stamped_boards
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


def test_text_beside_a_board_is_none_of_it() -> None:
    """The letters of a terminal come again at nearly the distance of some cells, line by line."""
    kinds = np.random.default_rng(5).integers(0, 4, (GRID.rows, GRID.cols))
    board = painted(kinds)
    pixels = np.full((board.shape[0], board.shape[1] + 420, 3), 255, np.uint8)
    pixels[:, : board.shape[1]] = board
    lines = np.random.default_rng(6).choice(list("aeinorst (),.="), (board.shape[0] // 14, 60))
    edge = int(GRID.region.right)
    pixels[:, edge:] = 255
    for number, line in enumerate(lines):
        for place, letter in enumerate(line):
            at = (edge + 4 + 6 * place, 14 * number + 10)
            cv2.putText(pixels, letter, at, cv2.FONT_HERSHEY_PLAIN, 0.6, (0, 0, 0), 1)
    found = stamped_boards(pixels)[0]
    assert (found.rows, found.cols) == (GRID.rows, GRID.cols)


def test_nothing_is_found_where_nothing_comes_again() -> None:
    assert stamped_boards(backdrop()) == []


def test_cells_of_one_colour_are_no_pictures() -> None:
    plain = np.full((400, 560, 3), 90, np.uint8)
    assert stamped_boards(plain) == []


@pytest.mark.parametrize(("dx", "dy"), [(0.0, 0.0), (4.25, -3.0), (-11.5, 9.0)])
def test_a_grid_is_moved_until_letters_are_in_the_middles_of_its_cells(
    dx: float, dy: float
) -> None:
    """Whatever is written below it, and lines before some of the cells."""
    grid = Grid(50, 40, 30, 24, 8, 9)
    pixels = np.zeros((300, 400, 3), np.uint8)
    for row, col in np.ndindex(grid.rows, grid.cols):
        letter, spot = "#12F"[(row * col) % 4], grid.cell(row, col)
        (wide, high), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_PLAIN, 1.2, 1)
        place = (spot.x + (spot.w - wide) // 2, spot.y + (spot.h + high) // 2)
        cv2.putText(pixels, letter, place, cv2.FONT_HERSHEY_PLAIN, 1.2, (220, 220, 220))
    cv2.putText(pixels, "Input coordinates", (20, 260), cv2.FONT_HERSHEY_PLAIN, 1.2, (220,) * 3)
    pixels[50:54, 50::30] = 200
    found = centred_on_ink(pixels, grid.moved(dx, dy))
    assert abs(found.left - grid.left) < 0.1 * grid.pitch_x
    assert abs(found.top - grid.top) < 0.1 * grid.pitch_y
    assert (found.rows, found.cols, found.pitch_x) == (grid.rows, grid.cols, grid.pitch_x)
