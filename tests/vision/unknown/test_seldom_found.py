"""Boards are found that show hardly a line, and those beside what comes again as cells do."""

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from autoplay.vision.locate.extent import Voted
from autoplay.vision.locate.rectangles import divided_rectangles
from autoplay.vision.unknown import seldom_found
from autoplay.vision.unknown.grid_readings import GridReadings
from autoplay.vision.unknown.seldom_found import (
    bearing_pictures,
    filling_a_frame,
    filling_a_rectangle,
)
from tests.vision.synthetic import picture


def test_cells_that_leave_hardly_a_line_are_found_in_the_rectangle_they_fill(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False, rows=9, cols=9, scale=1)
    found = filling_a_rectangle(GridReadings(made.pixels))
    assert found is not None
    assert np.array_equal(found.unknown.cells, made.board.cells)
    monkeypatch.setattr(seldom_found, "divided_rectangles", lambda _: [])
    assert filling_a_rectangle(GridReadings(made.pixels)) is None


def test_of_many_divisions_only_those_for_which_lines_speak_are_voted_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False, rows=9, cols=9, scale=1)
    readings, voted = GridReadings(made.pixels), []
    divided = divided_rectangles(readings.drawing)
    vote = readings.votes

    def counted(grid: Grid) -> Voted:
        voted.append(grid)
        return vote(grid)

    monkeypatch.setattr(readings, "votes", counted)
    assert filling_a_rectangle(readings) is not None
    assert len(set(voted) & set(divided)) <= 12 < len(set(divided))


def test_a_plain_rectangle_is_filled_by_no_board() -> None:
    pixels = np.full((300, 300, 3), 200, np.uint8)
    pixels[60:240, 60:240] = 40
    assert filling_a_rectangle(GridReadings(pixels)) is None


@pytest.mark.parametrize("more", [-1, 1])
def test_a_board_is_known_by_the_pictures_of_some_of_its_rows_or_of_one_too_many(
    more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False)
    grid = made.grid.part(0, made.grid.rows + more, 0, made.grid.cols)
    monkeypatch.setattr(GridReadings, "stamped", [grid])
    found = bearing_pictures(GridReadings(made.pixels))
    assert found is not None
    assert np.array_equal(found.unknown.cells, made.board.cells)
    monkeypatch.setattr(GridReadings, "stamped", [])
    assert bearing_pictures(GridReadings(made.pixels)) is None


SMALL = ["....10", "...210", "...100", "...210", "....10", "....10"]


def framed(rows: list[str], pitch: int = 46) -> np.ndarray:
    """A page with a small board of two tones by turns, in noise, in a frame that begins at 100."""
    cells = Board.from_rows(rows).cells
    side = len(cells) * pitch
    pixels = np.full((side + 200, side + 200, 3), 235, np.uint8)
    pixels[97 : 103 + side, 97 : 103 + side] = 60
    for row, col in np.ndindex(*cells.shape):
        top, left = 100 + row * pitch, 100 + col * pitch
        cell = Cell(int(cells[row, col]))
        tone = (150 if cell is Cell.HIDDEN else 225) + 8 * ((row + col) % 2)
        pixels[top : top + pitch, left : left + pitch] = tone
        if Cell.N1 <= cell <= Cell.N8:
            ink = {Cell.N1: (230, 20, 20), Cell.N2: (20, 120, 20)}[cell]
            at = (left + 12, top + pitch - 11)
            cv2.putText(
                pixels, str(int(cell)), at, cv2.FONT_HERSHEY_SIMPLEX, 1.1, ink, 3, cv2.LINE_AA
            )
    noise = np.random.default_rng(2).normal(0, 4, pixels.shape)
    return np.clip(pixels + noise, 0, 255).astype(np.uint8)


def test_a_small_board_is_found_in_the_frame_it_fills() -> None:
    found = filling_a_frame(GridReadings(framed(SMALL)))
    assert found is not None
    assert np.array_equal(found.unknown.cells, Board.from_rows(SMALL).cells)
    assert abs(found.grid.left - 100) <= 1
    assert abs(found.grid.pitch_x - 46) <= 0.5


@pytest.mark.parametrize(
    "rows",
    [
        ["......", "......", "......", "......", "......", "......"],
        ["1.2..1", "..1.2.", "2..1..", ".1.2.1", "1..2..", ".2..1."],
    ],
)
def test_a_frame_without_numbers_that_hold_together_is_filled_by_no_board(rows: list[str]) -> None:
    assert filling_a_frame(GridReadings(framed(rows))) is None
