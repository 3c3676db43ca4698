"""Cells are told apart by what little some programs change when they open them."""

import numpy as np

from autoplay.board import Board, Cell
from autoplay.vision.looks import cut_cells
from autoplay.vision.trials import likeliest_way
from tests.vision.plainly import GREY, WHITE, painted, read

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


def test_numbers_may_be_printed_on_cells_as_they_were() -> None:
    reading = read(CORNER, {".": WHITE, "1": WHITE, "0": GREY})
    assert Board(reading.cells).to_rows() == CORNER


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
