"""Mine counters: those of real programs, and figures that look like one but are none."""

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell, GameState
from autoplay.game.panel import draw_number
from autoplay.geometry import Region
from autoplay.vision.counter.figures import find_figures
from autoplay.vision.counter.segments import find_displays
from autoplay.vision.counter.total import least_mines, read_total
from tests.vision.conftest import Golden

BOARD = Region(160, 170, 240, 240)
"""Where the cells would be; what they show is told, so nothing is drawn there."""

FRESH = Board(np.full((10, 10), Cell.HIDDEN))
FLAGGED = Board.from_rows(["FFF......."] + 9 * [".........."])


def window(*texts: tuple[str, int, int], dark: bool = False) -> np.ndarray:
    """A plain window around a board, with texts at places."""
    ground, ink = ((30,) * 3, (230,) * 3) if dark else ((240,) * 3, (20,) * 3)
    pixels = np.full((600, 660, 3), ground, np.uint8)
    for text, x, y in texts:
        face = cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(pixels, text, (x, y), face, 0.8, ink, 2, cv2.LINE_AA)
    return pixels


def with_displays(*values: int) -> np.ndarray:
    pixels = window()
    for number, value in enumerate(values):
        panel = np.zeros((30, 54, 3), np.uint8)
        draw_number(panel, Region(0, 0, 54, 30), value, 3)
        left = BOARD.x + 180 * number
        pixels[120:150, left : left + 54] = panel
    return pixels


def total_of(pixels: np.ndarray, board: Board, side: str | None = None) -> int | None:
    return read_total(pixels, BOARD, board, GameState.PLAYING, side)


def test_the_counter_of_a_real_program_is_read(golden: Golden) -> None:
    truth = golden.truth
    box = truth["board"]
    total = read_total(
        golden.frame.pixels,
        Region(box["x"], box["y"], box["w"], box["h"]),
        Board.from_rows(truth["cells"]),
        GameState(truth["state"]),
        "left" if truth["client"] == "xdemineur" else None,
    )
    # After a loss sgt-mines shows how often one died instead.
    silent = truth["client"] == "sgt-mines" and truth["state"] == "lost"
    # Beside a clock, or on a board of no usual size, a lone number proves nothing.
    told = truth.get("counter", truth["mines_total"])
    assert total == (None if silent else told)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("place", [(200, 150), (170, 450), (430, 220), (30, 300)])
def test_figures_with_a_stroke_tell_the_total_on_every_side(
    place: tuple[int, int], dark: bool
) -> None:
    assert total_of(window(("3/17", *place), dark=dark), FLAGGED) == 17
    assert total_of(window(("14/17", *place), dark=dark), FLAGGED) == 17


@pytest.mark.parametrize(
    "text",
    ["2/17", "3/2", "3/17/20", "3:17", "03:17", "13/17", "3/177", "17", "3", "3/3", "17/3"],
)
def test_what_does_not_agree_with_the_board_tells_nothing(text: str) -> None:
    assert total_of(window((text, 200, 150)), FLAGGED) is None


def test_two_counters_that_disagree_tell_nothing() -> None:
    assert total_of(window(("3/17", 200, 150), ("3/19", 200, 450)), FLAGGED) is None


def test_fewer_mines_than_the_numbers_show_are_no_total() -> None:
    rows = ["........", ".8......", "........", ".....8..", "........", "........", "........"]
    board = Board.from_rows(rows)
    assert least_mines(board) == 16
    assert total_of(window(("0/12", 200, 150)), board) is None
    assert total_of(window(("0/18", 200, 150)), board) == 18


def test_a_lone_number_counts_only_where_it_makes_the_usual_total() -> None:
    flagged = Board.from_rows(["FFF......"] + 8 * ["........."])
    assert total_of(window(("Mines: 7", 200, 150)), flagged) == 10
    assert total_of(window(("Mines: 8", 200, 150)), flagged) is None
    assert total_of(window(("Mines: 7", 200, 150)), FLAGGED) is None


def test_of_two_displays_the_one_that_is_no_clock_counts_mines() -> None:
    assert total_of(with_displays(17, 0), FRESH) == 17
    assert total_of(with_displays(0, 17), FRESH) == 17
    assert total_of(with_displays(17, 23), FRESH) is None
    assert total_of(with_displays(17), FRESH) is None
    # Three marked and none left: this may be the end of a game with three mines.
    assert total_of(with_displays(17, 0), FLAGGED) is None


def test_a_skin_says_which_display_counts_mines() -> None:
    assert total_of(with_displays(14, 23), FLAGGED, "left") == 17
    assert total_of(with_displays(23, 14), FLAGGED, "right") == 17


def test_a_won_board_tells_its_total_by_itself() -> None:
    board = Board.from_rows(["1F1", "111"])
    assert read_total(window(), BOARD, board, GameState.WON) == 1


@pytest.mark.parametrize("value", [0, 1, 123, 456, 789, 111, 717, -12])
@pytest.mark.parametrize("size", [(39, 21), (54, 30), (108, 60)])
def test_a_display_is_read_digit_by_digit(value: int, size: tuple[int, int]) -> None:
    pixels = np.full((90, 150, 3), 190, np.uint8)
    panel = np.zeros((size[1], size[0], 3), np.uint8)
    draw_number(panel, Region(0, 0, *size), value, 3)
    pixels[10 : 10 + size[1], 20 : 20 + size[0]] = panel
    assert [display.value for display in find_displays(pixels)] == [value]


def test_figures_are_told_from_letters() -> None:
    pixels = window(("Mines: 25", 100, 100), ("0123456789", 100, 200), ("NAME", 100, 300))
    assert {figure.text for figure in find_figures(pixels)} == {"25", "0123456789"}
