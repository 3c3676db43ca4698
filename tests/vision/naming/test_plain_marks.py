"""What a cell of another plain colour means is told by the numbers, and by red."""

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.vision.naming.plain_marks import plain_flags, red_mines
from autoplay.vision.unknown.reading import read_unknown
from tests.vision.plainly import BLUE, GREY, PRINTED, RED, WHITE, YELLOW, painted, read

PLAY = [
    "00000001F.",
    "0000000111",
    "0000000000",
    "0000111111",
    "12322F..F2",
    ".FFF21112.",
    ".332100011",
    "1101221000",
    "0001FF1000",
    "0001.21000",
]
FOUND = [
    "01F2F210",
    "01123F20",
    "00002F20",
    "01111110",
    "12FF1100",
    "1F22F210",
    "11123.21",
    "0001F22F",
]
"""A board on which but one cell is left to open."""

LOST = [row.replace("F", "*") for row in (*PLAY[:5], ".FFF21112F", "F332100011", *PLAY[7:])]


def test_gaudy_cells_are_flags_though_they_are_more_than_the_hidden_ones() -> None:
    reading = read(PLAY, {".": GREY, "F": YELLOW, "0": WHITE, "1": WHITE})
    assert Board(reading.cells).to_rows() == PLAY
    assert reading.confidence[reading.cells == Cell.FLAG].max() < 0.95


def test_one_of_many_plain_flags_may_be_wrong() -> None:
    rows = [*PLAY[:4], "12322FF.F2", *PLAY[5:]]
    reading = read(rows, {".": GREY, "F": YELLOW, "0": WHITE, "1": WHITE})
    assert Board(reading.cells).to_rows() == rows


def test_red_cells_that_account_for_every_number_are_the_mines_of_a_loss() -> None:
    reading = read(LOST, {".": GREY, "*": RED, "0": WHITE, "1": WHITE})
    assert Board(reading.cells).to_rows() == LOST
    assert reading.confidence[reading.cells == Cell.MINE].max() < 0.95


def test_a_wrong_flag_that_is_not_red_is_no_mine_of_a_loss() -> None:
    red, sure, ground = marked_red()
    cells = np.where(red, np.int8(Cell.HIDDEN), Board.from_rows(LOST).cells)
    cells[2:4, 4:10:2] = Cell.FLAG
    named, _ = red_mines(cells, sure, ground, cells == Cell.FLAG)
    assert (named[red] == Cell.MINE).all()
    assert (named[2:4, 4:10:2] == Cell.FLAG).all()


def test_red_cells_are_mines_where_nothing_else_is_left_hidden() -> None:
    rows = [
        "01*1000",
        "0111000",
        "1100111",
        "*1001*1",
        "1100111",
    ]
    reading = read(rows, {"*": RED, "0": WHITE, "1": WHITE})
    assert Board(reading.cells).to_rows() == rows


@pytest.mark.parametrize(
    ("below_flags", "named"), [((53, 80, 67), Cell.HIDDEN), ((80, 5, 0), Cell.MINE)]
)
def test_red_cells_are_hidden_where_flags_lie_on_such(
    below_flags: tuple[int, int, int], named: Cell
) -> None:
    """A game nearly won: all that is still hidden is a mine, and most of it has a flag."""
    cells = Board.from_rows(["01.101F", "0111011", "1100111", "F1001.1", "1100111"]).cells
    flags, plain = cells == Cell.FLAG, cells == Cell.HIDDEN
    ground = np.where(plain[:, :, None], [53, 80, 67], [90, 0, 0])
    ground[flags] = below_flags
    colours = ground.reshape(-1, 3).astype(np.float32)
    after, _ = red_mines(cells, np.full(cells.shape, 0.99), colours, flags)
    assert set(after[plain].tolist()) == {named}
    assert (after[flags] == Cell.FLAG).all()


def marked_red() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return which cells of the lost board are marked, how sure they are, and their grounds."""
    red = Board.from_rows(LOST).cells == Cell.MINE
    ground = np.where(red[:, :, None], [53, 80, 67], [90, 0, 0]).reshape(-1, 3)
    return red, np.full(red.shape, 0.99), ground.astype(np.float32)


@pytest.mark.parametrize(("followed", "named"), [(False, Cell.MINE), (True, Cell.FLAG)])
def test_red_marks_may_have_been_set_just_now_by_who_follows_the_game(
    followed: bool, named: Cell
) -> None:
    red, sure, ground = marked_red()
    none = np.zeros(red.shape, bool)
    cells = np.where(red, np.int8(Cell.FLAG), Board.from_rows(LOST).cells)
    cells, _ = red_mines(cells, sure, ground, none, followed=followed)
    assert set(cells[red].tolist()) == {named}


def test_red_flags_are_flags_by_their_shape() -> None:
    red, sure, ground = marked_red()
    cells = np.where(red, np.int8(Cell.FLAG), Board.from_rows(LOST).cells)
    named, _ = red_mines(cells, sure, ground, red)
    assert (named == cells).all()


def test_as_many_cells_of_a_duller_colour_are_no_flags() -> None:
    cells = Board.from_rows(PLAY).cells
    cells = np.where(cells == Cell.FLAG, np.int8(Cell.HIDDEN), cells)
    dark = (cells == Cell.HIDDEN) & (np.arange(cells.shape[1]) < 5)
    ground = np.where(dark[:, :, None], [40, 5, 5], [80, 0, 0]).reshape(-1, 3).astype(np.float32)
    sure = np.full(cells.shape, 0.99)
    named, confidence = plain_flags(cells, sure, dark.astype(np.intp), ground)
    assert (named[dark] == Cell.HIDDEN).all()
    assert confidence[dark].max() < 0.95


def test_late_in_a_game_there_are_more_flags_than_hidden_cells() -> None:
    green = (0, 220, 0)
    reading = read(PLAY, {".": green, "F": RED, "0": WHITE, "1": WHITE})
    assert Board(reading.cells).to_rows() == PLAY
    assert reading.confidence[reading.cells == Cell.FLAG].max() < 0.95


def test_letters_that_reach_the_sides_of_every_marked_cell_are_flags() -> None:
    rows = [row.replace("F", "?") for row in PRINTED]
    yellowish = (225, 255, 255)
    pixels, grid = painted(
        rows, {".": WHITE, "?": yellowish, "0": (235, 250, 235), "1": (235, 250, 235)}
    )
    for row, col in np.argwhere([[kind in ".?" for kind in row] for row in rows]).tolist():
        text = "[B]" if rows[row][col] == "?" else "[ ]"
        spot = grid.cell(row, col)
        cv2.putText(
            pixels, text, (spot.x + 2, spot.y + 24), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 1
        )
    assert Board(read_unknown(pixels, grid).cells).to_rows() == PRINTED


def test_the_last_hidden_cell_may_lie_among_flags_or_the_reverse() -> None:
    reading = read(FOUND, {"F": YELLOW, ".": BLUE, "0": WHITE, "1": WHITE})
    unopened = reading.cells > Cell.N8
    assert unopened.sum() == sum(row.count("F") + row.count(".") for row in FOUND)
    assert reading.confidence[unopened].max() < 0.95


def test_a_few_flags_that_all_lie_on_odd_squares_do_so_by_chance() -> None:
    cells = np.full((8, 8), Cell.HIDDEN, np.int8)
    cells[4:] = Cell.N0
    odd = (np.indices(cells.shape).sum(axis=0) & 1).astype(bool)
    hidden = cells == Cell.HIDDEN
    group = np.where(hidden, np.where(odd, 1, 0), 2)
    colours = np.array([[60, 0, 0], [53, 80, 67], [95, 0, 0]], np.float32)
    ground = colours[group].reshape(-1, 3)
    sure = np.full(cells.shape, 0.99)
    _, many = plain_flags(cells, sure, group, ground)
    assert many[hidden].min() == 0.99
    hidden[2:] = False
    cells[2:4] = Cell.N0
    group[2:4] = 2
    _, few = plain_flags(cells, sure, group, colours[group].reshape(-1, 3))
    assert few[hidden].max() <= 0.9


@pytest.mark.parametrize(
    ("colour", "named"),
    [((86, -24, 69), Cell.FLAG), ((32, 79, -108), Cell.FLAG), ((78, 10, -20), Cell.HIDDEN)],
)
def test_one_cell_far_gaudier_than_hidden_ones_is_a_flag_and_another_under_the_pointer(
    colour: tuple[int, int, int], named: Cell
) -> None:
    cells = Board.from_rows(["001....", "0012...", "0001...", "0001..."]).cells
    alone = np.zeros(cells.shape, np.intp)
    alone[1, 4] = 1
    ground = np.where(alone[:, :, None], colour, [60, -3, -3]).reshape(-1, 3).astype(np.float32)
    named_cells, sure = plain_flags(cells, np.full(cells.shape, 0.99), alone, ground)
    assert named_cells[1, 4] == named
    assert (named_cells == cells).sum() == cells.size - (named != Cell.HIDDEN)
    assert sure[1, 4] < 0.95


def test_gaudy_cells_beside_red_mines_are_flags_though_a_loss_shows_both() -> None:
    rows = [row.replace("F", "*") for row in LOST]
    rows[4], rows[8] = rows[4].replace("*", "F"), rows[8].replace("*", "F")
    reading = read(rows, {".": GREY, "*": RED, "F": YELLOW, "0": WHITE, "1": WHITE})
    assert Board(reading.cells).to_rows() == rows
