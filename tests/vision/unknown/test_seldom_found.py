"""Boards are found that show hardly a line, and those beside what comes again as cells do."""

import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.locate.extent import Voted
from autoplay.vision.locate.rectangles import divided_rectangles
from autoplay.vision.unknown import seldom_found
from autoplay.vision.unknown.grid_readings import GridReadings
from autoplay.vision.unknown.seldom_found import bearing_pictures, filling_a_rectangle
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
