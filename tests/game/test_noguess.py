import numpy as np
import pytest

from autoplay.board import Cell, GameState
from autoplay.errors import ExitCode
from autoplay.game.level import BEGINNER, EXPERT, INTERMEDIATE, Level
from autoplay.game.noguess import NoSuchBoardError, mines_without_guess
from autoplay.game.rules import Rule, mines_of_seed
from autoplay.game.session import Session, Settings
from autoplay.move import Move, MoveKind
from autoplay.solver import Analyser


def play_without_guessing(settings: Settings, first: tuple[int, int]) -> Session:
    session, analyser = Session(settings), Analyser()
    session.act(Move(MoveKind.OPEN, *first))
    while session.game.state is GameState.PLAYING:
        safe = analyser.analyse(session.game.view()).safe
        assert safe.any(), session.game.view().to_text()
        for row, col in np.argwhere(safe).tolist():
            session.act(Move(MoveKind.OPEN, row, col))
    return session


@pytest.mark.parametrize("level", [BEGINNER, INTERMEDIATE, EXPERT, Level(30, 16, 130)])
@pytest.mark.parametrize("fair", [False, True])
def test_the_solver_wins_without_a_guess(level: Level, fair: bool) -> None:
    for seed in range(3):
        settings = Settings(level, Rule.OPEN, seed, fair=fair, no_guess=True)
        session = play_without_guessing(settings, (level.rows // 2, 3))
        assert session.game.state is GameState.WON
        assert int((session.game.solution().cells == Cell.MINE).sum()) == level.mines


@pytest.mark.parametrize("rule", list(Rule))
def test_the_promise_of_the_rule_is_kept(rule: Rule) -> None:
    settings = Settings(BEGINNER, rule, 8, no_guess=True)
    session = Session(settings)
    session.act(Move(MoveKind.OPEN, 0, 0))
    assert session.game.view()[0, 0].is_number
    if rule is Rule.OPEN:
        assert session.game.view()[0, 0] == Cell.N0


def test_a_board_that_needs_no_guess_is_left_as_it_is_and_seeds_repeat() -> None:
    boards = [mines_without_guess(BEGINNER, Rule.OPEN, seed, 40) for seed in range(10)]
    assert boards == [mines_without_guess(BEGINNER, Rule.OPEN, seed, 40) for seed in range(10)]
    plain = [sorted(mines_of_seed(BEGINNER, Rule.OPEN, seed, 40)) for seed in range(10)]
    assert sum(a == b for a, b in zip(boards, plain, strict=True)) > 5


def test_where_there_is_none_it_says_so() -> None:
    # One mine on either side of the opened cell: whatever the layout, it is a guess.
    says = "no board of level 3x1/1 without a guess was found in 400 tries"
    with pytest.raises(NoSuchBoardError, match=says) as caught:
        mines_without_guess(Level(3, 1, 1), Rule.SAFE, 1, 1)
    assert caught.value.exit_code == ExitCode.BAD_INPUT


def test_a_failed_search_leaves_the_game_untouched() -> None:
    session = Session(Settings(Level(3, 1, 1), Rule.SAFE, no_guess=True))
    with pytest.raises(NoSuchBoardError):
        session.act(Move(MoveKind.OPEN, 0, 1))
    assert not session.game.started
    assert session.game.clicks == 0
    session.act(Move(MoveKind.OPEN, 0, 0))
    assert session.game.started
