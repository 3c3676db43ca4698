"""A cell that was opened and then shows a mark is a mine, whatever it looks like."""

from dataclasses import replace

import numpy as np
import pytest

from autoplay.board import Board, Cell, GameState
from autoplay.geometry import Grid
from autoplay.move import Move, MoveKind
from autoplay.player.explosion import (
    as_ended,
    marked_by_opening,
    shows_explosion,
    with_explosion,
)
from autoplay.player.plan import Plan
from autoplay.vision.reading import UNKNOWN, Reading

BEFORE = ["....", "1211", "0000", "0000"]


def read(rows: list[str], state: GameState = GameState.PLAYING) -> Reading:
    board = Board.from_rows(rows)
    grid = Grid(0, 0, 20, 20, board.rows, board.cols)
    return Reading(board, grid, np.ones(board.cells.shape, np.float32), UNKNOWN, state)


def opening(row: int, col: int, *flags: tuple[int, int]) -> Plan:
    moves = [Move(MoveKind.FLAG, *place) for place in flags]
    return Plan((*moves, Move(MoveKind.OPEN, row, col)), frozenset({(row, col)}))


@pytest.mark.parametrize("state", [GameState.PLAYING, GameState.WON])
def test_mines_that_look_like_flags_end_the_game(state: GameState) -> None:
    after = with_explosion(opening(0, 1), read(BEFORE), read(["1FF1", *BEFORE[1:]], state))
    assert after.state is GameState.LOST
    assert after.board.to_rows()[0] == "1X*1"


def test_the_flags_of_a_won_game_are_flags() -> None:
    won = read(["1F2F", *BEFORE[1:]], GameState.WON)
    assert with_explosion(opening(0, 0), read(BEFORE), won) is won


def test_a_lone_mark_in_a_running_game_may_be_a_click_held_too_long() -> None:
    now = read([".F..", *BEFORE[1:]])
    assert with_explosion(opening(0, 1), read(BEFORE), now) is now
    flagged = read([".FF.", *BEFORE[1:]])
    assert with_explosion(opening(0, 1, (0, 2)), read(BEFORE), flagged) is flagged


def test_marks_that_came_up_before_another_cell_opened_are_no_mines() -> None:
    moves = tuple(Move(MoveKind.OPEN, 0, col) for col in (1, 2, 0))
    plan = Plan(moves, frozenset({(0, 0), (0, 1), (0, 2)}))
    went_on, over = read(["1FF.", *BEFORE[1:]]), read([".FF.", *BEFORE[1:]])
    assert with_explosion(plan, read(BEFORE), went_on) is went_on
    assert marked_by_opening(plan, read(BEFORE), went_on) == set()
    assert with_explosion(plan, read(BEFORE), over).state is GameState.LOST
    assert marked_by_opening(plan, read(BEFORE), over) == {(0, 1), (0, 2)}


def test_a_lost_game_is_left_as_it_was_read() -> None:
    lost = read(["1X*1", *BEFORE[1:]], GameState.LOST)
    assert with_explosion(opening(0, 1), read(BEFORE), lost) is lost
    assert lost.board.cells[0, 1] == Cell.EXPLODED


def test_mines_that_come_up_with_the_last_safe_cell_are_those_of_a_won_game() -> None:
    won = read(["1**1", *BEFORE[1:]], GameState.LOST)
    assert as_ended(opening(0, 0), read(BEFORE), won).state is GameState.WON
    assert as_ended(opening(0, 1), read(BEFORE), won).state is GameState.LOST
    left = read(["1**.", *BEFORE[1:]], GameState.LOST)
    assert as_ended(opening(0, 0), read(BEFORE), left).state is GameState.LOST
    blown_up = read(["1X*1", *BEFORE[1:]], GameState.LOST)
    assert as_ended(opening(0, 0), read(BEFORE), blown_up).state is GameState.LOST


def test_no_mine_blows_up_where_nothing_was_opened() -> None:
    flagged = read(["F...", *BEFORE[1:]])
    over = as_ended(opening(0, 3), flagged, read(["X2F1", *BEFORE[1:]], GameState.LOST))
    assert over.state is GameState.WON
    assert over.board.to_rows()[0] == "F2F1"
    running = as_ended(opening(0, 1), flagged, read(["X2..", *BEFORE[1:]], GameState.LOST))
    assert running.state is GameState.PLAYING
    assert running.board.to_rows()[0] == "F2.."


@pytest.mark.parametrize("row", ["1X*1", "1X.1", "X.F1", ".XF1"])
def test_a_mine_blew_up_where_others_are_shown_or_something_stayed_closed(row: str) -> None:
    lost = read([row, *BEFORE[1:]], GameState.LOST)
    assert as_ended(opening(0, 0), read(BEFORE), lost) is lost


def test_a_lost_game_shows_the_explosion_where_it_was_clicked() -> None:
    lost = read(["~X*1", *BEFORE[1:]], GameState.LOST)
    assert shows_explosion(opening(0, 1), lost)
    assert not shows_explosion(opening(0, 2), lost)
    assert not shows_explosion(opening(0, 1), replace(lost, state=GameState.PLAYING))
