"""A lattice through what the cells of a fresh board bear is moved around it."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.desktop.protocols import Frame
from autoplay.geometry import Grid, Point
from autoplay.vision.locate.half_off import around_marks
from autoplay.vision.reader import Reader
from tests.vision.synthetic import picture

PITCH = 24
BOARD = Grid(36.0, 48.0, PITCH, PITCH, 9, 12)


def _text() -> NDArray[np.uint8]:
    """A board of 9 x 12 characters on a plain page."""
    pixels = np.full((340, 420, 3), 12, np.uint8)
    for row in range(BOARD.rows):
        for col in range(BOARD.cols):
            cell = BOARD.cell(row, col)
            at = (cell.x + 7, cell.y + 17)
            cv2.putText(pixels, "#", at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (90, 220, 60), 1)
    return pixels


@pytest.mark.parametrize(("down", "right"), [(1, 1), (1, 0), (0, 1), (0, 0)])
def test_a_lattice_through_the_characters_is_moved_around_them(down: int, right: int) -> None:
    off = BOARD.part(0, BOARD.rows + down, 0, BOARD.cols + right)
    off = off.moved(-right * PITCH / 2, -down * PITCH / 2)
    assert around_marks(_text(), off) == BOARD


def test_the_frame_around_the_characters_is_none_of_them() -> None:
    framed = _text()
    corners = (
        (BOARD.region.x - 9, BOARD.region.y - 9),
        (BOARD.region.right + 9, BOARD.region.bottom + 9),
    )
    cv2.rectangle(framed, *corners, (60, 150, 40), 2)
    off = BOARD.part(0, BOARD.rows + 1, 0, BOARD.cols + 1).moved(-PITCH / 2, -PITCH / 2)
    assert around_marks(framed, off) == BOARD


def test_a_board_of_characters_is_found_where_they_are() -> None:
    reading = Reader().read(Frame(_text(), Point(0, 0)))
    assert (reading.grid.rows, reading.grid.cols) == (BOARD.rows, BOARD.cols)
    assert abs(reading.grid.left - BOARD.left) < 2
    assert abs(reading.grid.top - BOARD.top) < 2


@pytest.mark.parametrize("seed", range(60))
def test_the_cells_of_any_fresh_board_stay_where_they_are(seed: int) -> None:
    made = picture(seed, state="fresh")
    assert around_marks(made.pixels, made.grid) == made.grid
