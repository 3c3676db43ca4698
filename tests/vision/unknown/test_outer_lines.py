"""A board has the rows and columns at its ends that a network sees with them."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from autoplay.vision.unknown import outer_lines
from autoplay.vision.unknown.grid_readings import GridReadings
from autoplay.vision.unknown.outer_lines import with_outer_lines
from autoplay.vision.unknown.unknown_reading import UnknownReading
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


def test_no_row_of_blanks_of_one_tone_is_added() -> None:
    """A strip of the window may look like one."""
    made = picture(59, state="mid", noise=0, jpeg=0, hover=False)
    grid, readings = made.grid, GridReadings(made.pixels)
    assert (made.board.cells[0] == Cell.N0).all()
    found = readings.read(grid.part(1, grid.rows, 0, grid.cols))
    assert found.sound
    assert with_outer_lines(readings, found) is found


@pytest.mark.parametrize("tones", [1, 2])
def test_a_row_of_blanks_is_added_that_has_two_tones_by_turns(tones: int) -> None:
    rows = ["00000000", "00011100", "0001.211", "1112....", "........", "........"]
    pixels = np.full((40 * 6 + 80, 40 * 8 + 80, 3), 235, np.uint8)
    for r, c in np.ndindex(6, 8):
        y, x, shown = 40 + 40 * r, 40 + 40 * c, rows[r][c]
        ground = (90, 200, 110) if shown == "." else (170, 205, 230)
        pixels[y : y + 40, x : x + 40] = np.array(ground) - 12 * ((r + c) % tones)
        if shown in "12":
            at, font = (x + 12, y + 29), cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(pixels, shown, at, font, 0.8, (200, 40, 30), 2, cv2.LINE_AA)
    readings = GridReadings(pixels)
    found = readings.read(Grid(40, 80, 40, 40, 5, 8))
    assert found.sound
    assert Board(found.unknown.cells).to_rows() == rows[1:]
    whole = with_outer_lines(readings, found)
    assert Board(whole.unknown.cells).to_rows() == (rows if tones > 1 else rows[1:])


def test_no_strip_in_one_colour_is_added_where_hidden_cells_have_two_by_turns() -> None:
    rows = [".F101F..FF", ".110111122", ".100000000", ".210001221", ".F21001.F."]
    rows += ["..F1001...", "...1111...", *3 * [10 * "."]]
    pixels = np.full((740, 920, 3), (0, 117, 0), np.uint8)
    pixels[60:-60, 60:-60] = (20, 214, 20)
    for r, c in np.ndindex(10, 10):
        y, x, shown, odd = 100 + 54 * r, 140 + 64 * c, rows[r][c], (r + c) % 2
        hidden, opened = (0, 165 + 13 * odd, 0), np.full(3, 244 + 11 * odd)
        pixels[y : y + 54, x : x + 64] = hidden if shown in ".F" else opened
        if shown in "12":
            at, font = (x + 26, y + 32), cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(pixels, shown, at, font, 0.6, (200, 40, 30), 2, cv2.LINE_AA)
        elif shown == "F":
            flag = np.array([(x + 26, y + 20), (x + 26, y + 30), (x + 38, y + 25)])
            cv2.fillConvexPoly(pixels, flag, (40, 40, 230))
    readings = GridReadings(pixels)
    found = readings.read(Grid(140, 100, 64, 54, 10, 10))
    assert found.sound
    assert Board(found.unknown.cells).to_rows() == rows
    assert with_outer_lines(readings, found) is found


@pytest.mark.parametrize("ruled", [True, False])
def test_no_strip_is_added_whose_cells_no_line_parts_as_hidden_ones(
    ruled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A box in the colour of hidden cells goes on beside them, whatever the network sees there."""
    rows = ["01..32.1", "01.....1", "0123..21", "00011111", "0000012."]
    rows += ["122113.3", "...1...2", "1...2..1", ".222.1..", "...211.."]
    pixels = np.full((760, 900, 3), 192, np.uint8)
    pixels[56:704, 56:844] = 128
    pixels[60:700, 60:840] = 189
    for r, c in np.ndindex(10, 8 + ruled):
        y, x, shown = 60 + 64 * r, 60 + 60 * c, f"{rows[r]}."[c]
        pixels[y : y + 64, x : x + 60] = 128
        pixels[y : y + 62, x : x + 58] = 189 if shown == "." else 255
        if shown in "123":
            at, font = (x + 20, y + 42), cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(pixels, shown, at, font, 0.9, (0, 0, 0), 3, cv2.LINE_AA)
    monkeypatch.setattr(outer_lines, "judge", lambda *_: SimpleNamespace(lines_apart=0))
    monkeypatch.setattr(outer_lines, "_HARDLY_MORE", 20.0)
    monkeypatch.setattr(outer_lines, "_MOST_LACKING", 1)
    monkeypatch.setattr(outer_lines, "one_more", lambda grid, _: [grid.part(0, 10, 0, 9)])
    monkeypatch.setattr(UnknownReading, "seen_to_its_ends", property(lambda _: True))
    readings = GridReadings(pixels)
    found = readings.read(Grid(60, 60, 60, 64, 10, 8))
    assert found.sound
    assert Board(found.unknown.cells).to_rows() == rows
    whole = with_outer_lines(readings, found)
    assert (whole.grid.rows, whole.grid.cols) == (10, 8 + ruled)
