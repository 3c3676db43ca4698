"""Boards that were read without a pack are weighed against each other."""

from dataclasses import replace

import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from autoplay.vision.locate.extent import Voted
from autoplay.vision.unknown.found import (
    Found,
    adds_numbers,
    convincing,
    least_unlikeliness,
    unlikeliness,
)
from autoplay.vision.unknown.grid_readings import read_without_pack
from autoplay.vision.unknown.unknown_reading import UnknownReading
from tests.vision.synthetic import picture

PART = [".100", "1100", "0000"]


@pytest.mark.parametrize(
    ("added", "sure", "belongs"),
    [
        (["001.", "1111"], 0.9, True),
        (["001.", "1111"], 0.6, False),
        (["003.", "1111"], 0.9, False),  # no number may be wrong
    ],
)
def test_numbers_that_hold_together_belong_to_the_board(
    added: list[str], sure: float, belongs: bool
) -> None:
    whole, part = (
        Found(UnknownReading(cells, np.full(cells.shape, sure, np.float32), {}, 3.0), grid)
        for cells, grid in (
            (Board.from_rows(added + PART).cells, Grid(0, 0, 20, 20, 5, 4)),
            (Board.from_rows(PART).cells, Grid(0, 40, 20, 20, 3, 4)),
        )
    )
    assert adds_numbers(whole, part) is belongs
    assert not adds_numbers(part, whole)


@pytest.mark.parametrize(("row", "vouched"), [("0011100000", True), ("0000000000", False)])
def test_numbers_that_break_no_rule_vouch_for_a_board(row: str, vouched: bool) -> None:
    """It costs more than boards do that make sense, and few of its cells vote for it."""
    rows = [row, "001.100000", row, *["0000000000"] * 5, "1100000000", ".100000000"]
    cells = Board.from_rows(rows).cells
    unknown = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 18.0)
    grid = Grid(0, 0, 20, 20, 10, 10)
    assert not unknown.sound
    assert convincing(Found(unknown, grid), Voted(grid, 180.0)) is vouched
    assert not convincing(Found(unknown, grid), Voted(grid, 120.0))


def test_a_program_that_leaves_closed_what_lies_beside_blanks_is_less_likely() -> None:
    cells = Board.from_rows(["001.", "001.", "0011", "0000"]).cells
    unknown = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 1.0)
    grid = Grid(0, 0, 20, 20, 4, 4)
    floods, odd = (Found(replace(unknown, floods=floods), grid) for floods in (True, False))
    assert unlikeliness(floods, Voted(grid, 9.0)) < unlikeliness(odd, Voted(grid, 9.0))


def test_no_cell_is_sure_of_a_board_that_makes_no_sense() -> None:
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False)
    unknown, grid = read_without_pack(made.pixels, made.grid)
    assert unknown.sound
    assert Found(unknown, grid).confidence.max() > 0.95
    senseless = replace(unknown, cost=float(unknown.cells.size))
    assert Found(senseless, grid).confidence.max() < 0.95
    assert Found(replace(unknown, objections=20.0), grid).confidence.max() < 0.95


@pytest.mark.parametrize("usual", [(16, 16), (16, 30)])
def test_a_board_of_usual_shape_is_likelier_than_one_with_a_row_more(
    usual: tuple[int, int],
) -> None:
    rows, cols = usual
    boards = [Voted(Grid(0, 0, 20, 20, rows + more, cols), 300.0) for more in (-1, 0, 1)]
    assert min(boards, key=least_unlikeliness) is boards[1]


@pytest.mark.parametrize(
    ("rows_seen", "objections", "seen"), [(9, 0.5, True), (8, 0.5, False), (9, 2.0, False)]
)
def test_a_board_is_seen_whole_that_a_network_says_nothing_against(
    rows_seen: int, objections: float, seen: bool
) -> None:
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False, rows=9, cols=9)
    unknown, grid = read_without_pack(made.pixels, made.grid)
    window = (slice(0, rows_seen), slice(0, 9))
    judged = replace(unknown, window=window, objections=objections)
    assert Found(judged, grid).seen_whole is seen


@pytest.mark.parametrize(
    ("objections", "seen", "rows", "undisputed"),
    [
        (0.0, 9, ["12210002.", "1..10002.", "12210001."], True),
        (1.5, 9, ["12210002.", "1..10002.", "12210001."], False),
        (0.0, 8, ["12210002.", "1..10002.", "12210001."], False),
        (0.0, 9, ["000000002", "00000002.", "00000001."], False),  # a rule is broken
        (0.0, 9, ["00000001.", "000000011", "000000000"], False),  # few numbers vouch for it
    ],
)
def test_a_board_is_undisputed_that_numbers_vouch_for_and_a_network_sees_as_well(
    objections: float, seen: int, rows: list[str], undisputed: bool
) -> None:
    cells = Board.from_rows(rows).cells
    unknown = UnknownReading(
        cells,
        np.ones(cells.shape, np.float32),
        {},
        1.0,
        objections=objections,
        window=(slice(0, 3), slice(0, seen)),
    )
    grid = Grid(0, 0, 20, 20, *cells.shape)
    assert Found(unknown, grid).undisputed is undisputed
    assert not Found(replace(unknown, floods=False), grid).undisputed
    dear = Found(replace(unknown, cost=7.2), grid)
    assert dear.doubtful is not undisputed


@pytest.mark.parametrize(("lacking", "settled"), [(0, True), (1, True), (2, False)])
def test_a_board_is_not_settled_of_which_a_network_sees_several_rows_more(
    lacking: int, settled: bool
) -> None:
    cells = Board.from_rows(["12210002.", "1..10002.", "12210001."]).cells
    window = (slice(0, 3 + lacking), slice(0, 9))
    unknown = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 1.0, window=window)
    found = Found(unknown, Grid(0, 0, 20, 20, 3, 9))
    assert found.settled is settled
    assert replace(found, painted=True).settled


@pytest.mark.parametrize(("left", "before", "off"), [(14, 1, True), (22, 1, False), (14, 0, False)])
def test_an_edge_of_the_picture_may_cut_off_what_a_network_sees(
    left: int, before: int, off: bool
) -> None:
    cells = np.full((3, 4), Cell.N0, np.int8)
    window = (slice(0, 3), slice(-before, 4))
    unknown = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 1.0, window=window)
    assert Found(unknown, Grid(left, 30, 20, 20, 3, 4)).seen_off((200, 300)) is off
    right = replace(unknown, window=(slice(0, 3), slice(0, 4 + before)))
    assert Found(right, Grid(300 - 80 - left, 30, 20, 20, 3, 4)).seen_off((200, 300)) is off
