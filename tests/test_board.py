import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.board import SYMBOLS, Board, BoardFormatError, Cell, shows
from autoplay.errors import InputError

shapes = st.tuples(st.integers(1, 12), st.integers(1, 12))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    rows, cols = draw(shapes)
    values = draw(st.lists(st.integers(0, 15), min_size=rows * cols, max_size=rows * cols))
    mines = draw(st.none() | st.integers(0, rows * cols))
    return Board(np.array(values, np.int8).reshape(rows, cols), mines)


@given(boards())
def test_text_notation_round_trip(board: Board) -> None:
    assert Board.from_text(board.to_text()) == board
    assert Board.from_rows(board.to_rows(), board.mines) == board


def test_every_cell_has_its_own_symbol() -> None:
    assert [Cell(value).symbol for value in range(16)] == list(SYMBOLS)
    assert len(set(SYMBOLS)) == 16


def test_comments_and_total_are_read() -> None:
    board = Board.from_text("# a comment\n# mines: 3\n.1\n2F\n")
    assert (board.rows, board.cols, board.mines) == (2, 2, 3)
    assert board[1, 1] is Cell.FLAG


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no rows"),
        ("..\n.", "row 2 has 1 cells"),
        (".a", "row 1 holds 'a'"),
        ("# mines: many\n.", "'many' is no number"),
    ],
)
def test_bad_text_says_what_to_do(text: str, says: str) -> None:
    with pytest.raises(BoardFormatError, match=says):
        Board.from_text(text)


def test_array_must_be_a_rectangle_of_cells() -> None:
    with pytest.raises(InputError):
        Board(np.zeros((0, 4), np.int8))


def test_shows_marks_one_state_or_a_range_of_them() -> None:
    cells = np.arange(16, dtype=np.int8)
    assert np.flatnonzero(shows(cells, Cell.FLAG)).tolist() == [Cell.FLAG]
    assert np.flatnonzero(shows(cells, Cell.N1, Cell.N8)).tolist() == list(range(1, 9))
    assert np.flatnonzero(shows(cells, Cell.N0, Cell.N0)).tolist() == [Cell.N0]


def test_cells_cannot_be_changed() -> None:
    board = Board.from_rows(["."])
    with pytest.raises(ValueError, match="read-only"):
        board.cells[0, 0] = 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("3.\n11", "the 3 at row 0, col 0 has only 1 cells"),
        ("0*\n..", "the 0 at row 0, col 0 has 1 mines shown"),
        ("# mines: 5\n..\n..", "5 mines do not fit into 4 unopened cells"),
        ("# mines: 1\n*X", "2 mines are shown"),
    ],
)
def test_problems_are_named(text: str, says: str) -> None:
    assert any(says in problem.text for problem in Board.from_text(text).problems())


def test_sound_board_has_no_problems() -> None:
    assert Board.from_text("# mines: 1\n.1\n11").problems() == []


def test_neighbours_stay_on_the_board() -> None:
    board = Board.from_rows(["...", "..."])
    assert list(board.neighbours(0, 0)) == [(0, 1), (1, 0), (1, 1)]
    assert len(list(board.neighbours(1, 1))) == 5
