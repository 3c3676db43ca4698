"""What the rules forbid is marked, what they allow is not."""

import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.vision.rules.consistency import (
    broken,
    certain_mines,
    contradictory,
    faultless,
    number_bounds,
    whole,
    without_mines,
)
from autoplay.vision.rules.neighbourhood import count_around
from tests.vision.plainly import PRINTED
from tests.vision.synthetic import picture


def test_around_counts_the_eight_neighbours() -> None:
    mask = np.ones((3, 4), bool)
    assert count_around(mask).tolist() == [[3, 5, 5, 3], [5, 8, 8, 5], [3, 5, 5, 3]]


@pytest.mark.parametrize("seed", range(30))
def test_a_true_position_breaks_no_rule(seed: int) -> None:
    board = picture(seed, state="mid", pitch=(12.0, 12.0)).board
    assert not broken(board.cells).any()
    assert not contradictory(board.cells).any()


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        (["3.", "11"], (0, 0)),  # three cells beside it, one of them hidden
        (["0.", "11"], (0, 0)),  # a blank beside a hidden cell
        (["1*", "*1"], (0, 0)),  # two mines shown beside a one
        (["10", "00"], (0, 0)),  # a one with nothing hidden
    ],
)
def test_a_single_number_breaks_a_rule(rows: list[str], place: tuple[int, int]) -> None:
    assert broken(Board.from_rows(rows).cells)[place]


def test_a_program_that_does_not_flood_leaves_cells_beside_a_blank_hidden() -> None:
    cells = Board.from_rows(["0.", "11"]).cells
    assert not broken(cells, floods=False).any()
    assert broken(Board.from_rows(["0*", "11"]).cells, floods=False)[0, 0]


@pytest.mark.parametrize("rows", [["1.3", "1.3", "111"], ["2..", "200", "1.1"]])
def test_numbers_that_cannot_hold_together(rows: list[str]) -> None:
    assert contradictory(Board.from_rows(rows).cells).any()


def test_mines_are_certain_where_numbers_leave_no_choice() -> None:
    cells = Board.from_rows(["1F.", "12.", "01.", "011"]).cells
    assert np.argwhere(certain_mines(cells)).tolist() == [[0, 1], [2, 2]]


def test_unsure_cells_may_be_anything() -> None:
    cells = Board.from_rows(["1~", "11"]).cells
    assert not broken(cells).any()
    assert broken(cells, np.zeros((2, 2), bool)).sum() == 0


@pytest.mark.parametrize("seed", range(10))
def test_the_other_numbers_bound_an_unknown_one(seed: int) -> None:
    board = picture(seed, state="late", pitch=(12.0, 12.0), flags=0, questions=0).board
    numbers = (board.cells >= 1) & (board.cells <= 8)
    unknown = numbers & (np.arange(board.cells.size).reshape(board.cells.shape) % 5 == 0)
    spoilt = np.where(unknown, np.int8(8), board.cells)
    fewest, most = number_bounds(spoilt, unknown)
    assert (fewest <= board.cells)[unknown].all()
    assert (most >= board.cells)[unknown].all()
    assert (fewest == most)[unknown].any()


@pytest.mark.parametrize(
    ("row", "none"),
    [("001~2", True), ("~~~", True), ("001.", False), ("1F", False), ("1X~", False)],
)
def test_a_board_on_which_all_that_can_be_read_is_opened_has_no_mines(row: str, none: bool) -> None:
    assert without_mines(Board.from_rows([row]).cells) is none


def test_a_board_is_faultless_whose_many_numbers_hold_together() -> None:
    board = Board.from_rows(PRINTED).cells
    assert whole(board)
    assert faultless(board)
    unread, wrong = board.copy(), board.copy()
    unread[0, 0], wrong[0, 0] = Cell.UNREADABLE, Cell.N8
    assert not any(check(cells) for cells in (unread, wrong) for check in (whole, faultless))
    few = Board.from_rows(["01.", "01."]).cells
    assert whole(few)
    assert not faultless(few)
