"""What is drawn across a board is left out, and the rest of it is read."""

import random

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.board import Cell, shows
from autoplay.desktop.protocols import Frame
from autoplay.geometry import Point
from autoplay.vision.reader import Reader
from autoplay.vision.unknown.obscured import _dearest_rectangle
from autoplay.vision.unknown.reading import read_beside
from autoplay.vision.unknown.unknown_reading import UnknownReading
from tests.vision.invented import invented
from tests.vision.synthetic import Picture, paint, play_position


def lost(seed: int, rows: int = 16, cols: int = 20) -> Picture:
    rng, look, scene = invented(seed, state="lost", flags=0.0, rows=rows, cols=cols)
    return paint(rng, look, scene, play_position(rng, scene))


def write_across(made: Picture, text: str) -> np.ndarray:
    """Write over the middle of a board; return which cells, (rows, cols), are as they were."""
    before, grid = made.pixels.copy(), made.grid
    place = (int(grid.left + 2.4 * grid.pitch_x), int(grid.top + 0.556 * grid.rows * grid.pitch_y))
    font, blue = cv2.FONT_HERSHEY_SIMPLEX, (200, 60, 20)
    cv2.putText(made.pixels, text, place, font, 2.4, blue, 7, cv2.LINE_AA)
    same = np.ones(made.board.cells.shape, bool)
    for row, col in np.ndindex(same.shape):
        spot = grid.cell(row, col)
        area = (slice(spot.y, spot.bottom), slice(spot.x, spot.right))
        same[row, col] = np.array_equal(before[area], made.pixels[area])
    return same


@pytest.mark.parametrize("seed", [1, 3])
def test_a_board_with_a_text_across_is_read_beside_it(seed: int) -> None:
    made = lost(seed)
    clear = write_across(made, "GAME OVER")
    reading = read_beside(made.pixels, made.grid)
    assert reading is not None
    read, truth = reading.cells, made.board.cells
    named = ~shows(read, Cell.UNREADABLE)
    assert np.array_equal(read[clear & named], truth[clear & named])
    assert named[clear].mean() > 0.95
    assert not named[~clear].all()
    wrong = named & (read != truth)
    assert not wrong.any() or reading.confidence[wrong].max() < 0.95


def test_a_list_with_a_text_across_is_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    made = lost(1)
    write_across(made, "GAME OVER")
    monkeypatch.setattr(UnknownReading, "listed", True)
    assert read_beside(made.pixels, made.grid) is None


def test_a_board_with_a_text_across_is_found() -> None:
    made = lost(4, 12, 16)
    clear = write_across(made, "GAME")
    read = Reader().read(Frame(made.pixels, Point(0, 0))).board.cells
    assert (read == made.board.cells)[clear].mean() > 0.95


def test_a_board_that_nothing_covers_has_no_cell_left_out() -> None:
    made = lost(1)
    assert read_beside(made.pixels, made.grid) is None


@given(st.integers(0, 10_000))
def test_the_dearest_rectangle_is_that_of_all_which_is_worth_most(seed: int) -> None:
    rng = random.Random(seed)
    worth = np.array([[rng.uniform(-1, 0.6) for _ in range(5)] for _ in range(4)])
    sums = [
        worth[top:bottom, left:right].sum()
        for top in range(4)
        for bottom in range(top + 1, 5)
        for left in range(5)
        for right in range(left + 1, 6)
    ]
    top, bottom, left, right = _dearest_rectangle(worth)
    assert worth[top:bottom, left:right].sum() == pytest.approx(max(0.0, *sums))
