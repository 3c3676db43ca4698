"""What is shown tells how far a game is."""

import pytest

from autoplay.board import Board, GameState
from autoplay.vision.rules.ending import game_state


@pytest.mark.parametrize(
    ("rows", "state"),
    [
        (["1**1", "1221"], GameState.LOST),
        (["1X*1", "1221"], GameState.LOST),
        (["1**.", "1221"], GameState.LOST),
        (["1*W1", "1221"], GameState.LOST),
        (["1FF1", "1221"], GameState.WON),
        (["1..1", "1221"], GameState.WON),
        (["1F..", "1221"], GameState.PLAYING),
        (["1F~1", "1221"], GameState.PLAYING),
        (["....", "...."], GameState.PLAYING),
        (["****", "****"], GameState.LOST),
    ],
)
def test_a_game_runs_on_until_all_else_must_be_mines_or_one_is_shown(
    rows: list[str], state: GameState
) -> None:
    assert game_state(Board.from_rows(rows)) is state


@pytest.mark.parametrize(("mines", "state"), [(2, GameState.WON), (1, GameState.PLAYING)])
def test_a_known_total_tells_whether_what_is_left_are_mines(mines: int, state: GameState) -> None:
    assert game_state(Board.from_rows(["1..1", "1221"], mines)) is state
