"""Lists show the same numbers in every line; boards do not."""

import numpy as np

from autoplay.board import Board, Cell
from autoplay.vision.rules.lists import are_clues, is_list, never_blank


def test_rows_with_the_same_numbers_are_a_list_though_one_or_two_are_misread() -> None:
    cells = np.tile(Board.from_rows(["1..100000"]).cells, (9, 1))
    assert is_list(cells)
    cells[4, 3] = Cell.N4
    cells[7, 0] = Cell.UNREADABLE
    assert is_list(cells)
    cells[2:5, 4] = Cell.N2
    assert not is_list(cells)


def test_a_board_of_ones_at_other_places_in_each_column_is_no_list() -> None:
    rows = "00000000 01111110 01F11F10 01111110 00111011 112F102F .F3.202F ...F1011"
    cells = Board.from_rows(rows.split()).cells
    assert not is_list(cells)
    assert not is_list(cells.T)


def test_a_column_of_ones_beside_flags_is_no_list() -> None:
    """Every third cell beside them is a mine."""
    cells = Board.from_rows([row + "10" for row in ("..", ".F", "..") * 3]).cells
    assert not is_list(cells)
    assert is_list(np.where(cells == Cell.FLAG, Cell.HIDDEN, cells))


def test_a_column_of_ones_with_a_mark_further_off_is_a_list() -> None:
    cells = Board.from_rows(["1......"] * 9).cells.copy()
    cells[4, 5] = Cell.FLAG
    assert is_list(cells)


def test_three_rows_are_no_list() -> None:
    assert not is_list(np.tile(Board.from_rows(["1..1"]).cells, (3, 1)))


def test_numbers_along_what_is_closed_are_clues_of_another_puzzle() -> None:
    rows = ["1231213.", "........", ".....F..", "........", "........"]
    assert are_clues(Board.from_rows(rows).cells)
    assert are_clues(Board.from_rows(rows).cells.T)
    assert are_clues(Board.from_rows([*rows[1:], rows[0]]).cells)
    assert not are_clues(Board.from_rows([rows[0], ".2......", *rows[2:]]).cells)


def test_an_opening_at_the_edge_has_a_blank_and_corners_are_opened_first() -> None:
    assert not are_clues(Board.from_rows(["11001121", "........", "........"]).cells)
    corners = ["1..2...1", "........", "1.......", "........", "2...1..1"]
    assert not are_clues(Board.from_rows(corners).cells)


def test_many_numbers_here_and_there_and_no_blank_are_those_of_another_puzzle() -> None:
    rows = ["..1..13.", "........", ".......1", "....3...", "31323...", "3..1..1."]
    given = Board.from_rows(rows).cells
    assert never_blank(given)
    blank = given.copy()
    blank[1, 1] = Cell.N0
    assert not never_blank(blank)
    assert not never_blank(given[:5])
    along = Board.from_rows(["....21112123222", "....1.........1", "..............."]).cells
    assert not never_blank(along)
