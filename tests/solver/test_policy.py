"""A certain cell first, else the guess that promises most, and the words for it."""

import numpy as np

from autoplay.board import Board, Cell
from autoplay.solver import analyse, choose
from autoplay.solver.policy import guess, least_risk


def test_a_certain_cell_is_opened_without_risk() -> None:
    board = Board.from_rows(["11.", "..."], 1)
    move = choose(board, analyse(board))
    assert move is not None
    assert (move.row, move.col, move.risk, move.certain) == (0, 2, 0.0, True)
    assert move.reason.startswith("what the 1 at row 0, col 1 lacks lies in the cells shared with")


def test_the_least_risk_takes_the_least_risk() -> None:
    board = Board.from_rows(["2...", "....", "...."], 3)
    analysis = analyse(board)
    move = least_risk(board, analysis)
    assert move is not None
    assert move.risk == analysis.probability[board.unopened].min()
    assert not move.certain
    assert "least risk" in move.reason


def test_an_endgame_says_how_many_layouts_it_wins() -> None:
    # One mine in two cells that nothing tells apart: the game is a coin toss.
    board = Board.from_rows(["01.", "01."], 1)
    move = choose(board, analyse(board))
    assert move is not None
    assert move.risk == 0.5
    assert move.reason == "50.0% risk; of the 2 layouts left the best play wins 1 (50%)"


def test_a_guess_says_what_it_weighed() -> None:
    board = Board.from_rows(["1" + "." * 15, *["." * 16] * 15], 40)
    analysis = analyse(board)
    move = choose(board, analysis)
    assert move is not None
    assert move.risk == analysis.probability[move.row, move.col]
    assert f"{move.risk:.1%} risk" in move.reason
    assert "chance that the next opening is safe" in move.reason


def test_an_unknown_total_is_looked_ahead_on_as_a_density() -> None:
    board = Board.from_rows(["1" + "." * 8, *["." * 9] * 8])
    analysis = analyse(board)
    move = choose(board, analysis)
    assert move is not None
    assert move.risk == analysis.probability[move.row, move.col]
    assert "next opening" in move.reason


def test_a_lost_board_and_a_huge_one_fall_back_to_the_least_risk() -> None:
    lost = Board.from_rows(["1X.", "...", "..."], 3)
    huge = Board(np.full((200, 200), Cell.HIDDEN), 8000)
    for board in (lost, huge):
        analysis = analyse(board)
        assert guess(board, analysis) == least_risk(board, analysis)


def test_nothing_is_left_when_all_unopened_cells_are_mines() -> None:
    board = Board.from_rows(["1."], 1)
    assert choose(board, analyse(board)) is None
