import cv2
import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.locate.plain import soft_borders, stretched
from autoplay.vision.pixels.lines import draw_lines

WHOLE = Grid(40, 30, 20, 20, 12, 16)
PART = WHOLE.part(3, 9, 5, 12)


def plain_board(height: int = 240) -> np.ndarray:
    """Draw a board of which only the cells of a part show."""
    picture = np.full((330, 420, 3), 90, np.uint8)
    picture[30 : 30 + height, 40:360] = 150
    for row in range(PART.rows):
        for col in range(row % 3, PART.cols - (row + 1) % 3):
            cell = PART.cell(row, col)
            picture[cell.y : cell.bottom, cell.x : cell.right] = 220
            picture[cell.y : cell.bottom, cell.x] = 120
            picture[cell.y, cell.x : cell.right] = 120
    return picture


def test_plain_cells_reach_to_the_border_of_the_board() -> None:
    found = stretched(draw_lines(plain_board()), PART)
    assert (found.rows, found.cols) == (12, 16)
    assert np.abs(np.subtract(found.area, WHOLE.area)).max() <= 1


def test_a_board_that_ends_at_a_line_stays_as_it_is() -> None:
    drawing = draw_lines(plain_board())
    assert stretched(drawing, WHOLE) == WHOLE


def test_no_part_of_a_cell_fits_before_a_border() -> None:
    found = stretched(draw_lines(plain_board(height=250)), PART)
    assert found.rows == 9
    assert found.cols == 16


def test_cells_with_something_drawn_are_not_plain() -> None:
    picture = plain_board()
    picture[225:255:6, 60:340:8] = 20
    assert stretched(draw_lines(picture), PART).rows == 9


def test_a_few_marks_may_lie_among_plain_cells() -> None:
    picture = plain_board()
    picture[236:244, 106:112] = picture[236:244, 266:272] = 20
    assert stretched(draw_lines(picture), PART).rows == 12


def test_a_border_may_be_blurred() -> None:
    faint = plain_board()
    faint[faint == 150] = 100
    faint = cv2.GaussianBlur(faint, (0, 0), 2.0)
    found = stretched(draw_lines(faint), PART)
    assert (found.rows, found.cols) == (12, 16)
    assert np.abs(np.subtract(found.area, WHOLE.area)).max() <= 2


def test_a_blurred_border_is_told_from_none() -> None:
    drawing = draw_lines(cv2.GaussianBlur(plain_board(), (0, 0), 2.0))
    assert all(soft_borders(drawing, WHOLE))
    assert not any(soft_borders(drawing, PART))


def test_a_slope_of_colours_is_no_border() -> None:
    slope = np.linspace(40, 200, 420)[None, :, None] * np.ones((330, 1, 3))
    assert not any(soft_borders(draw_lines(slope.astype(np.uint8)), WHOLE))


@pytest.mark.parametrize(("strip", "seen"), [(144, True), (150, False)])
def test_a_border_is_seen_before_the_frame_of_a_narrow_window(strip: int, seen: bool) -> None:
    picture = plain_board()
    board = picture[30:270, 40:360].copy()
    picture[22:278, 32:368] = 20
    picture[23:277, 33:367] = strip
    picture[30:270, 40:360] = board
    found = stretched(draw_lines(picture), PART)
    assert (found.rows, found.cols) == ((12, 16) if seen else (PART.rows, PART.cols))
    assert not seen or np.abs(np.subtract(found.area, WHOLE.area)).max() <= 1.5


def test_of_a_board_beyond_the_picture_no_colours_are_seen() -> None:
    found = stretched(draw_lines(plain_board()), PART.moved(0, 1000))
    assert (found.left, found.cols) == (PART.left, PART.cols)
