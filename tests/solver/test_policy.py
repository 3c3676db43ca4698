"""A certain cell first, else the least risk."""

from autoplay.board import Board
from autoplay.solver import analyse, choose


def test_a_certain_cell_is_opened_without_risk() -> None:
    board = Board.from_rows(["11.", "..."], 1)
    move = choose(board, analyse(board))
    assert move is not None
    assert (move.row, move.col, move.risk, move.certain) == (0, 2, 0.0, True)
    assert move.reason.startswith("what the 1 at row 0, col 1 lacks lies in the cells shared with")


def test_a_guess_takes_the_least_risk() -> None:
    board = Board.from_rows(["2...", "....", "...."], 3)
    analysis = analyse(board)
    move = choose(board, analysis)
    assert move is not None
    assert move.risk == analysis.probability[board.unopened].min()
    assert not move.certain
    assert "%" in move.reason


def test_nothing_is_left_when_all_unopened_cells_are_mines() -> None:
    board = Board.from_rows(["1."], 1)
    assert choose(board, analyse(board)) is None
