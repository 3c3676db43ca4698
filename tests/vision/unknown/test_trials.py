"""Cells are told apart by what little some programs change when they open them."""

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell, shows
from autoplay.geometry import Grid
from autoplay.vision.looks.grounds import cut_cells
from autoplay.vision.rules.hints import Hints
from autoplay.vision.unknown.found import Found
from autoplay.vision.unknown.reading import read_unknown
from autoplay.vision.unknown.trials import likeliest_way
from tests.vision.plainly import GREY, PRINTED, RED, WHITE, painted, read
from tests.vision.synthetic import picture

BUTTONS = [
    "..........",
    "..........",
    "...33.....",
    "...2......",
    "....2.....",
    "1212....2.",
    "000123322.",
    "11001.1011",
    ".100122100",
    ".10001.100",
]
CORNER = ["........"] * 6 + ["123.....", "002.....", "001....."]
EARLY = ["........101.........", "........211.........", *["." * 20] * 10]


def test_only_a_finer_line_may_tell_that_a_button_is_pressed() -> None:
    face = (239, 239, 239)
    line = {".": (118, 118, 118), "0": (205, 205, 205), "1": (205, 205, 205)}
    reading = read(BUTTONS, dict.fromkeys(line, face), line)
    assert Board(reading.cells).to_rows() == BUTTONS


@pytest.mark.parametrize("seed", [3, 5])
def test_a_few_cells_of_a_loss_may_have_another_ground_than_all_the_rest(seed: int) -> None:
    board = picture(seed, state="late", flags=0, questions=0, rows=12, cols=12).board
    rows = board.to_rows()
    rows[0] = rows[0].replace(".", "*")
    face = (217, 217, 217)
    line = {".": (235, 235, 235), "0": (200, 200, 200), "1": (200, 200, 200), "*": RED}
    reading = read(rows, {**dict.fromkeys(line, face), "*": RED}, line)
    assert "*" in rows[0]
    opened = board.cells <= Cell.N8
    assert np.array_equal(reading.cells <= Cell.N8, opened)
    assert np.array_equal(reading.cells[opened], board.cells[opened])


def test_numbers_may_be_printed_on_cells_as_they_were() -> None:
    """The rest is as white as any page: where a network sees another board no cell is sure."""
    reading = read(CORNER, {".": WHITE, "1": WHITE, "0": GREY})
    cells = Board.from_rows(CORNER).cells
    numbers = shows(cells, Cell.N1, Cell.N8)
    assert np.array_equal(reading.cells[numbers], cells[numbers])
    assert (
        Found(reading, Grid(0, 0, 20, 20, *cells.shape)).confidence[reading.cells != cells] < 0.95
    ).all()


def test_of_two_ways_the_other_way_round_neither_is_sure() -> None:
    reading = read(EARLY, {".": WHITE, "1": WHITE, "0": (0, 0, 0)})
    wrong = reading.cells != Board.from_rows(EARLY).cells
    assert (reading.confidence[wrong] < 0.95).all()
    assert wrong.sum() <= 1


def test_what_else_the_cells_may_be_is_kept() -> None:
    pixels, grid = painted(EARLY, {".": WHITE, "1": WHITE, "0": (0, 0, 0)})
    way = likeliest_way(cut_cells(pixels, grid), grid, None)
    turned = [(cells <= Cell.N8) != (way.sides.cells <= Cell.N8) for cells in way.rivals]
    assert max(np.mean(cells) for cells in turned) > 0.5


def test_a_zero_that_most_cells_show_is_printed_and_a_strange_mark_is_a_flag() -> None:
    """White on black all over: only what is printed tells opened cells from hidden ones."""
    side = 51
    pixels = np.zeros((10 * side, 10 * side, 3), np.uint8)
    for (r, c), shown in np.ndenumerate(np.array([list(row) for row in PRINTED])):
        cell = pixels[r * side : (r + 1) * side, c * side : (c + 1) * side]
        cv2.rectangle(cell, (0, 0), (side, side), (200, 200, 200), 1)
        text = {"F": "<>", ".": ""}.get(shown, shown)
        left = 25 - 8 * len(text)
        cv2.putText(cell, text, (left, 34), cv2.FONT_HERSHEY_DUPLEX, 0.8, (255, 255, 255), 1)
    reading = read_unknown(pixels, Grid(0, 0, side, side, 10, 10))
    assert Board(reading.cells).to_rows() == PRINTED
    assert reading.sound


def test_flags_in_the_shape_of_a_digit_are_no_numbers_printed_on_hidden_cells() -> None:
    """Early in a game few numbers vouch for the dearer of both."""
    rows = ["11000000", ".1000000", ".2000111", ".22112.2", "2.F.3.F.", "...FF...", *["." * 8] * 2]
    pixels, grid = painted(
        [row.replace("F", ".") for row in rows], {".": GREY, "1": WHITE, "0": WHITE}
    )
    for row, col in np.argwhere([[kind == "F" for kind in row] for row in rows]).tolist():
        spot = grid.cell(row, col)
        place = (spot.x + 13, spot.y + 27)
        cv2.putText(pixels, "4", place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (30, 30, 220), 2)
    cells = read_unknown(pixels, grid).cells
    marks = np.isin(cells, (Cell.FLAG, Cell.QUESTION))
    assert Board(np.where(marks, np.int8(Cell.FLAG), cells)).to_rows() == rows


TYPED = [
    "00001....",
    "1111212..",
    "..1.10111",
    "..2110000",
    "..1000011",
    "..200001.",
    "..3110011",
    "....20000",
    "....20000",
]


def test_in_play_hidden_cells_may_differ_from_opened_ones_by_a_character_alone() -> None:
    """It took them for mines of a lost game, though they had looked so before the first click."""
    colours = {".": (25, 110, 60), "0": (10, 60, 30)}
    pixels, grid = painted(["0" * 9] * 9, {"0": (6, 8, 4)}, {"0": (20, 50, 20)}, side=24)
    for (row, col), shown in np.ndenumerate([list(row) for row in TYPED]):
        sign = {".": "#", "0": "-"}.get(shown, shown)
        at = 24 * col + 7, 24 * row + 17
        colour = colours.get(shown, (100, 255, 80))
        cv2.putText(pixels, sign, at, cv2.FONT_HERSHEY_PLAIN, 1.0, colour, 1, cv2.LINE_AA)
    cells = Board.from_rows(TYPED).cells
    opened, nothing = np.zeros_like(cells, bool), np.zeros_like(cells, bool)
    opened[:2, :4] = True
    hints = Hints(opened, shows(cells, Cell.HIDDEN), nothing)
    assert Board(read_unknown(pixels, grid, hints).cells).to_rows() == TYPED
