"""What is seen beside a banner tells whether the game that it covers is won."""

import numpy as np
import pytest

from autoplay.board import Board, GameState
from autoplay.geometry import Grid
from autoplay.move import Move, MoveKind
from autoplay.player.assembly import real_solver
from autoplay.player.banner import may_be_won
from autoplay.player.decide import Decider, Preferences
from autoplay.player.plan import Plan
from autoplay.player.total import mine_total
from autoplay.vision.reading import Reading

LAST = ["01.", "01.", "00."]
MOVES = tuple(Move(MoveKind.OPEN, row, 2) for row in (1, 2))
PLAN = Plan(MOVES, frozenset({(1, 2), (2, 2)}))


def _reading(rows: list[str], state: GameState = GameState.PLAYING) -> Reading:
    board = Board.from_rows(rows)
    grid = Grid(0, 0, 20, 20, board.rows, board.cols)
    return Reading(board, grid, np.ones(board.cells.shape, np.float32), "unknown", state)


def _won(seen: Reading | None, plan: Plan | None = PLAN) -> bool:
    decider = Decider(
        real_solver(), mine_total(3, 3, None, None), Preferences(), first_is_safe=True
    )
    return may_be_won(plan, _reading(LAST), seen, decider.decide)


@pytest.mark.parametrize(
    ("rows", "won"),
    [
        (["~1.", "~11", "000"], True),
        (["~1F", "~11", "000"], True),
        (["~1.", "~1.", "000"], False),  # a cell that was to be opened is closed
        (["~1.", "~1~", "000"], False),  # or covered
        (["~..", "~11", "000"], False),  # a safe cell is closed
        (["~1.", "~11"], False),
    ],
)
def test_a_game_is_won_where_only_mines_are_left_beside_the_banner(
    rows: list[str], won: bool
) -> None:
    assert _won(_reading(rows)) is won


def test_mines_that_are_shown_or_nothing_that_is_seen_make_no_win() -> None:
    assert not _won(_reading(["~1X", "~11", "000"], GameState.LOST))
    assert not _won(None)
    assert not _won(_reading(["~1.", "~11", "000"]), plan=None)


def test_after_the_last_safe_cell_anything_is_a_banner() -> None:
    assert _won(None, Plan(MOVES, PLAN.opened, finishes=True))
