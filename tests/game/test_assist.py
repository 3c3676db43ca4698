import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.board import Board, Cell, GameState
from autoplay.game.assist import Adviser
from autoplay.game.engine import Game
from autoplay.game.level import Level
from autoplay.game.rules import Rule
from autoplay.game.session import Session, Settings
from autoplay.move import MoveKind


def test_a_free_cell_is_hinted_before_a_mine() -> None:
    hint = Adviser().hint(Board.from_rows(["00001.", "00001.", "00001."], mines=1))
    assert hint.risk == 0.0
    assert hint.cells
    assert set(hint.cells) <= {(0, 5), (2, 5)}
    assert hint.numbers


def test_a_flagged_mine_is_no_hint() -> None:
    flagged = Board.from_rows(["1F", "11"], mines=1)
    hint = Adviser().hint(flagged)
    assert hint.cells == ()
    assert hint.risk is None


def test_marks_flag_the_mines_and_lift_wrong_flags() -> None:
    assert Adviser().marks(Board.from_rows(["001.", "001F", "001."], mines=1)) == []
    moves = Adviser().marks(Board.from_rows(["001F", "001.", "001."], mines=1))
    assert {(move.kind, move.row, move.col) for move in moves} == {
        (MoveKind.UNFLAG, 0, 3),
        (MoveKind.FLAG, 1, 3),
    }


def test_the_next_move_lifts_the_flag_in_its_way() -> None:
    move = Adviser().next_move(Board.from_rows(["001F", "001F", "001F"], mines=1))
    assert move is not None
    assert move.kind is MoveKind.UNFLAG


@pytest.mark.parametrize("question_marks", [False, True])
def test_the_solver_plays_to_the_end_through_a_persons_flags(question_marks: bool) -> None:
    session = Session(Settings(Level(8, 8, 8), Rule.OPEN, 2, question_marks=question_marks))
    for col in range(8):
        session.game.toggle_flag(0, col)
    adviser = Adviser()
    while session.game.state is GameState.PLAYING:
        move = adviser.next_move(session.game.view())
        assert move is not None
        assert session.mark(move)
    assert session.trace


@given(st.integers(0, 2**32))
def test_every_hint_but_a_guess_is_true(seed: int) -> None:
    game, adviser = Game(Level(6, 6, 7), Rule.SAFE, seed), Adviser()
    game.open(3, 3)
    while game.state is GameState.PLAYING:
        hint = adviser.deduction(game.view())
        if hint is None:
            guess = adviser.least_risk(game.view())
            assert guess is not None
            assert guess.risk is not None
            assert 0 < guess.risk < 1
            return
        for place in hint.cells:
            mine = game.solution()[place] == Cell.MINE
            assert mine == (hint.risk == 1.0)
            if not mine:
                game.open(*place)
            elif game.view()[place] != Cell.FLAG:
                game.toggle_flag(*place)
