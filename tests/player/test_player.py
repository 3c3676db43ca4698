from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from autoplay.board import Board, Cell, GameState
from autoplay.commands.options import parse_region
from autoplay.errors import (
    NoBoardFoundError,
    StoppedError,
    UnansweredClicksError,
    UnreadableBoardError,
)
from autoplay.game.engine import Game
from autoplay.game.level import INTERMEDIATE, Level
from autoplay.game.rules import Rule
from autoplay.geometry import Point
from autoplay.player.decide import Preferences
from autoplay.player.loop import CALM_GUESS, COVERED_PATIENCE
from autoplay.player.parts import Habits
from autoplay.player.result import Outcome
from autoplay.vision.follow.tracking import BoardChange, BoardLostError

# Any: the tables of conftest.py, which importlib mode does not let a test import.
Make = Callable[..., Any]


def test_it_plays_games_to_the_end_and_never_loses_on_a_certain_cell(make_table: Make) -> None:
    table = make_table(INTERMEDIATE, Rule.OPEN)
    results = list(table.player(games=12, mines=40).play())
    assert len(results) == 12
    assert {r.outcome for r in results} <= {Outcome.WON, Outcome.LOST}
    assert sum(r.outcome is Outcome.WON for r in results) >= 6
    assert not any(r.on_certain for r in results)
    assert table.window.beside == 0
    for result in results:
        assert (result.outcome is Outcome.LOST) <= (result.guesses > 0)
        assert result.clicks > 0
        assert result.repeats == 0


def test_every_certain_cell_is_clicked_before_the_next_look(table: Any) -> None:
    batches: list[int] = []
    before = 0

    class Counter:
        def planned(self, reading: object, plan: Any) -> None:
            nonlocal before
            batches.append(len(plan.moves))

        def __getattr__(self, name: str) -> Callable[..., None]:
            return lambda *_: None

    table.observers = Counter()
    result = next(table.player(mines=10).play())
    assert result.outcome is Outcome.WON
    assert max(batches) > 3
    # Clicks that an opening made needless are left out.
    assert 0 <= sum(batches) - result.clicks <= 4
    assert result.repeats == 0


def test_lost_clicks_are_repeated_slower_until_they_arrive(table: Any) -> None:
    table.window.swallow = lambda number: number % 3 == 0
    player = table.player(mines=10)
    result = next(player.play())
    assert result.outcome is Outcome.WON
    assert result.repeats > 0
    assert player._hand.pace.gap > 0.01


def test_clicks_that_never_arrive_stop_the_game(table: Any) -> None:
    table.window.swallow = lambda number: number > 1
    result = next(table.player(mines=10).play())
    assert result.outcome is Outcome.STOPPED
    assert isinstance(result.error, UnansweredClicksError)
    assert "after 6 clicks" in result.reason
    assert len(table.window.seen) < 200


def test_a_first_cell_that_turns_but_does_not_open_is_passed_over(table: Any) -> None:
    """So it is with a blank that opens alone: nothing tells it from a cell that is highlighted."""

    def lost(number: int) -> bool:
        table.window.tinted = table.window.seen[0][:2]
        return bool(table.window.seen[-1][:2] == table.window.tinted)

    table.window.swallow = lost
    result = next(table.player(mines=10).play())
    first, *others = table.window.seen
    assert others[:5] == [first] * 5
    assert others[5] != first
    assert result.outcome is not Outcome.STOPPED


def test_a_lone_mine_that_looks_like_a_flag_is_a_loss_once_nothing_answers(
    make_table: Make,
) -> None:
    """Some programs show nothing of a loss but the mine that was opened."""
    table = make_table(Level(9, 9, 20), Rule.NONE, 3)
    table.window.tells_its_end = False
    table.window.looks_like = {
        Cell.EXPLODED: Cell.FLAG,
        Cell.MINE: Cell.HIDDEN,
        Cell.WRONG_FLAG: Cell.FLAG,
    }
    result = next(table.player(mines=20).play())
    assert table.window.game.state is GameState.LOST
    assert result.outcome is Outcome.LOST
    assert not result.on_certain


def test_a_dialog_over_the_board_is_answered_and_the_win_is_seen(table: Any) -> None:
    def cover_when_won() -> None:
        table.window.cover[2:7, 1:8] = table.window.game.state.value == "won"

    table.memory.grab = _after(table.memory.grab, cover_when_won)
    result = next(table.player(mines=10).play())
    assert result.outcome is Outcome.WON


def test_the_dialog_is_answered_even_where_every_look_takes_seconds(table: Any) -> None:
    def cover_when_won() -> None:
        table.clock.time += 1.0
        table.window.cover[2:7, 1:8] = table.window.game.state.value == "won"
        if "esc" in table.window.keys:
            table.window.cover[:] = False
        table.window.tells_its_end = not table.window.cover.any()

    table.memory.grab = _after(table.memory.grab, cover_when_won)
    results = list(table.player(games=2, mines=10).play())
    assert [r.outcome for r in results] == [Outcome.WON] * 2
    assert table.window.keys[:2] == ["esc", "n"]


def _after(call: Callable[..., Any], first: Callable[[], None]) -> Callable[..., Any]:
    def wrapped(*args: Any) -> Any:
        first()
        return call(*args)

    return wrapped


def test_a_dialog_that_comes_up_after_escape_is_answered_once_more(table: Any) -> None:
    def cover_until_escaped_twice() -> None:
        clicked, escaped = len(table.window.seen) > 0, table.window.keys.count("esc") > 1
        table.window.cover[2:7] = clicked and not escaped

    table.memory.grab = _after(table.memory.grab, cover_until_escaped_twice)
    result = next(table.player(mines=10).play())
    assert result.outcome is Outcome.WON
    assert table.window.keys == ["esc", "esc"]


@pytest.mark.parametrize("begins", [True, False])
@pytest.mark.parametrize(("mines", "seed"), [(8, 1), (20, 3)])
def test_a_game_is_over_though_another_begins_by_itself_or_a_plain_message_comes(
    mines: int, seed: int, begins: bool, make_table: Make
) -> None:
    table = make_table(Level(9, 9, mines), Rule.NONE, seed)
    over: list[tuple[GameState, float]] = []

    def go_on() -> None:
        game = table.window.game
        if not over and game.state in (GameState.WON, GameState.LOST):
            over.append((game.state, table.clock.time))
        if not over or table.clock.time < over[0][1] + CALM_GUESS / 2:
            return
        if begins:
            table.window.game = Game(table.window.level, Rule.NONE, seed + 1)
        else:
            table.window.message[:5] = True

    table.memory.grab = _after(table.memory.grab, go_on)
    result = next(table.player(mines=mines).play())
    assert result.outcome.value == over[0][0].value


@pytest.mark.parametrize("seed", [2, 5, 9])
def test_a_message_that_dims_a_lost_board_is_answered(seed: int, make_table: Make) -> None:
    table = make_table(Level(9, 9, 35), Rule.NONE, seed)
    table.window.dims_when_lost = True
    result = next(table.player(mines=35).play())
    assert result.outcome is Outcome.LOST
    assert table.window.keys == ["esc"]


def test_a_covered_board_is_not_clicked_and_stops_with_the_reason(table: Any) -> None:
    table.window.answered_by = "nothing"
    table.window.cover[3:6, 3:6] = True
    result = next(table.player(mines=10).play())
    assert result.outcome is Outcome.STOPPED
    assert isinstance(result.error, UnreadableBoardError)
    assert "covered" in result.reason
    assert table.window.seen == []


def test_a_reader_that_holds_on_to_a_wrong_reading_is_made_to_look_again(table: Any) -> None:
    player = table.player(mines=10)
    reader = player._watcher._reader
    right, held = reader.reread, []

    def reread(frame: Any, previous: Any) -> Any:
        now = right(frame, previous)
        if held and previous is held[0]:
            return previous
        if not held and len(table.window.seen) > 3 and now.board != previous.board:
            held.append(replace(previous))
            return held[0]
        return now

    reader.reread = reread
    result = next(player.play())
    assert held
    assert result.outcome is Outcome.WON
    assert result.repeats == 0


def test_a_window_over_the_board_takes_no_click_of_a_batch(table: Any) -> None:
    under_cover = []

    def come_up() -> None:
        under_cover.append(bool(table.window.cover.any()))
        if len(table.window.seen) == 6:
            table.window.cover[:] = True

    def go_away() -> None:
        if table.window.cover.any() and table.clock.time > 4:
            table.window.cover[:] = False

    table.window.answered_by = "nothing"
    table.window.on_click = come_up
    table.memory.grab = _after(table.memory.grab, go_away)
    result = next(table.player(mines=10).play())
    assert result.outcome is Outcome.WON
    assert result.seconds > 4
    assert not any(under_cover)


def test_a_banner_that_goes_away_is_waited_for(table: Any) -> None:
    table.window.answered_by = "nothing"
    table.window.cover[3:6, 3:6] = True

    def lift() -> None:
        if table.clock.time > 5:
            table.window.cover[:] = False

    table.memory.grab = _after(table.memory.grab, lift)
    result = next(table.player(mines=10).play())
    assert result.outcome is Outcome.WON
    assert result.seconds > 5


def test_a_banner_is_waited_for_where_every_look_takes_seconds(table: Any) -> None:
    looks = []

    def lift() -> None:
        looks.append(table.clock.time)
        table.clock.time += 2.5
        table.window.cover[3:6, 3:6] = len(looks) < 12

    table.window.answered_by = "nothing"
    table.memory.grab = _after(table.memory.grab, lift)
    result = next(table.player(mines=10).play())
    assert result.outcome is Outcome.WON
    assert looks[11] > COVERED_PATIENCE


def test_a_busy_machine_looks_at_the_old_place_between_two_searches(table: Any) -> None:
    player = table.player(mines=10)
    reader = player._watcher._reader
    find = reader.read_all
    searches, looks = [], []

    def gone(frame: Any, previous: Any) -> Any:
        looks.append(len(searches))
        raise BoardLostError(BoardChange.GONE, None)

    def search(frame: Any, shape: Any = None) -> Any:
        if shape is None:
            return find(frame)
        assert shape == (9, 9)
        searches.append(table.clock.time)
        table.clock.time += 3.0
        return []

    reader.reread, reader.read_all = gone, search
    result = next(player.play())
    assert result.outcome is Outcome.STOPPED
    assert 2 <= len(searches) < len(looks) / 3


@pytest.mark.parametrize("count", [1, 2])
def test_a_few_unreadable_cells_are_left_alone_and_the_rest_is_played(
    table: Any, count: int
) -> None:
    def hide_some() -> None:
        table.window.cover[:] = False
        table.window.cover[0, :count] = table.window.game.state.value == "playing"

    table.memory.grab = _after(table.memory.grab, hide_some)
    table.window.on_click = lambda: table.window.cover.fill(False)
    result = next(table.player(mines=10).play())
    clicked = {(row, col) for row, col, _ in table.window.seen}
    assert clicked.isdisjoint((0, col) for col in range(count))
    assert result.clicks > 3


def test_while_a_cell_is_in_doubt_each_look_goes_on_from_the_last(table: Any) -> None:
    player = table.player(mines=10)
    reader = player._watcher._reader
    right, doubted = reader.reread, []

    def hide_one() -> None:
        table.window.cover[:] = False
        table.window.cover[0, 0] = bool(table.window.seen)

    def reread(frame: Any, previous: Any) -> Any:
        if doubted:
            assert previous.board[0, 0] is Cell.UNREADABLE
        now = right(frame, previous)
        if now.board[0, 0] is Cell.UNREADABLE:
            doubted.append(now)
        return now

    table.memory.grab = _after(table.memory.grab, hide_one)
    reader.reread = reread
    next(player.play())
    assert len(doubted) > 3


def _most_are_won(table: Any, blot: Callable[[], None]) -> None:
    """Play six games to their ends, none lost on a certain cell, with a blot before each look."""
    table.window.answered_by = "nothing"
    table.window.on_click = lambda: table.window.cover.fill(False)
    table.memory.grab = _after(table.memory.grab, blot)
    results = list(table.player(games=6, mines=10).play())
    assert not [r.reason for r in results if r.reason]
    assert {r.outcome for r in results} <= {Outcome.WON, Outcome.LOST}
    assert sum(r.outcome is Outcome.WON for r in results) >= 3
    assert not any(r.on_certain for r in results)


def test_a_game_is_won_though_an_opened_cell_cannot_be_read(table: Any) -> None:
    # A digit that its pack does not know: the cell is readable until it is opened.
    def blot() -> None:
        shown = table.window.game.view()
        table.window.cover[:] = False
        table.window.cover[4, 4] = shown[4, 4].is_number
        table.window.tells_its_end = table.window.game.state is GameState.LOST

    _most_are_won(table, blot)


def test_a_cell_that_is_covered_after_it_was_read_stays_what_it_was(table: Any) -> None:
    """The end of a banner may lie on one opened cell once all others can be read."""
    opened_for = 0

    def blot() -> None:
        nonlocal opened_for
        shown = table.window.game.view()
        opened_for = opened_for + 1 if shown[4, 4].is_number else 0
        table.window.cover[:] = False
        table.window.cover[4, 4] = opened_for > 12
        table.window.tells_its_end = table.window.game.state is GameState.LOST

    _most_are_won(table, blot)


def test_a_game_is_won_once_only_mines_are_closed_though_the_picture_does_not_tell(
    table: Any,
) -> None:
    table.window.tells_its_end = False
    result = next(table.player(mines=10).play())
    assert table.window.game.state is GameState.WON
    assert (result.outcome, result.error) == (Outcome.WON, None)


def test_a_banner_after_an_opening_that_was_larger_than_known_is_a_win(make_table: Make) -> None:
    for seed in range(8):
        table = make_table(Level(9, 9, 6), Rule.OPEN, seed)
        table.window.banner = True
        table.window.tells_its_end = False
        table.window.answered_by = "nothing"
        result = next(table.player(mines=6).play())
        if table.window.game.state is GameState.WON:
            assert (result.outcome, result.reason) == (Outcome.WON, ""), seed


def test_mines_that_seem_to_shine_through_a_banner_are_no_loss(make_table: Make) -> None:
    """Nothing was risked: kmines writes on a banner that its flags can be seen through."""
    certain = 0
    for seed in range(6):
        table = make_table(Level(9, 9, 6), Rule.OPEN, seed)
        table.window.banner = table.window.seems_lost = True
        table.window.answered_by = "nothing"
        result = next(table.player(mines=6).play())
        assert not result.on_certain
        certain += table.window.game.state is GameState.WON and result.outcome is Outcome.WON
    assert certain >= 4


@pytest.mark.parametrize("exploded", [True, False])
def test_a_certain_cell_that_stays_exploded_is_a_loss_though_others_cannot_be_read(
    table: Any, exploded: bool
) -> None:
    """Where a picture was misread nothing that was certain is; else it is a banner."""
    player = table.player(mines=10)
    reader = player._watcher._reader
    right = reader.reread

    def reread(frame: Any, previous: Any) -> Any:
        now = right(frame, previous)
        if len(table.window.seen) < 2:
            return now
        cells = now.board.cells.copy()
        cells[table.window.seen[-1][:2]] = Cell.EXPLODED if exploded else Cell.HIDDEN
        rest = np.argwhere(now.board.cells == Cell.HIDDEN)
        cells[tuple(rest[0])], cells[tuple(rest[-1])] = Cell.MINE, Cell.UNREADABLE
        return replace(now, board=Board(cells), state=GameState.LOST)

    reader.reread = reread
    result = next(player.play())
    assert result.on_certain is exploded
    assert result.outcome is (Outcome.LOST if exploded else Outcome.STOPPED)


def test_a_win_is_seen_though_a_half_drawn_dialog_was_read_before(table: Any) -> None:
    player = table.player(mines=10)
    reader = player._watcher._reader
    right, misread = reader.reread, []

    def reread(frame: Any, previous: Any) -> Any:
        now = right(frame, previous)
        if misread or table.window.game.state is not GameState.WON:
            return now
        cells = now.board.cells.copy()
        cells[tuple(np.argwhere(now.board.numbers)[0])] = Cell.N8
        misread.append(replace(now, board=Board(cells)))
        table.window.cover[:] = True
        return misread[-1]

    table.window.tells_its_end = False
    table.window.answered_by = "nothing"
    reader.reread = reread
    result = next(player.play())
    assert (result.outcome, result.reason) == (Outcome.WON, "")
    assert len(misread) == 1


def test_a_stopped_game_tells_the_last_position(table: Any) -> None:
    ends: list[Any] = []

    class Keeper:
        def ended(self, reading: Any, result: Any) -> None:
            ends.append(reading)

        def __getattr__(self, name: str) -> Callable[..., None]:
            return lambda *_: None

    table.observers = Keeper()
    table.window.swallow = lambda number: number > 1
    next(table.player(mines=10).play())
    assert ends[0].board.numbers.any()


def test_a_moved_window_is_found_again(table: Any) -> None:
    def move() -> None:
        if len(table.window.seen) == 3:
            table.memory._at = Point(70, 25)

    table.window.on_click = move
    result = next(table.player(mines=10).play())
    assert result.outcome is Outcome.WON


def test_a_moved_pointer_stops_at_once(table: Any) -> None:
    def grab_the_mouse() -> None:
        if len(table.window.seen) == 3:
            table.memory._position = Point(7, 60)

    table.memory.click = _before(table.memory.click, grab_the_mouse)
    result = next(table.player(mines=10).play())
    assert isinstance(result.error, StoppedError)
    assert len(table.window.seen) == 3


def _before(call: Callable[..., Any], then: Callable[[], None]) -> Callable[..., Any]:
    def wrapped(*args: Any) -> Any:
        done = call(*args)
        then()
        return done

    return wrapped


def test_ctrl_c_stops_the_game_with_a_result(table: Any) -> None:
    def interrupt() -> None:
        if len(table.window.seen) == 2:
            raise KeyboardInterrupt

    table.window.on_click = interrupt
    results = list(table.player(games=3, mines=10).play())
    assert [r.outcome for r in results] == [Outcome.STOPPED]
    assert isinstance(results[0].error, StoppedError)


def test_a_wrong_flag_is_lifted_before_its_cell_is_opened(table: Any) -> None:
    window = table.window
    window.game.open(0, 0)
    mines = window.game.solution().cells == Cell.MINE
    hidden = window.game.view().cells == Cell.HIDDEN
    wrong = [tuple(place) for place in np.argwhere(hidden & ~mines).tolist()][:6]
    for row, col in wrong:
        window.game.toggle_flag(row, col)
    result = next(table.player(mines=10).play())
    assert result.outcome is Outcome.WON
    lifted = [(row, col) for row, col, button in window.seen if button == "right"]
    assert lifted
    assert set(lifted) <= set(wrong)


def test_flags_are_set_when_wanted_and_chords_use_them(make_table: Make) -> None:
    wished = Preferences(flags=True)
    table = make_table(INTERMEDIATE, Rule.OPEN, 4)
    result = next(table.player(mines=40, wishes=wished).play())
    buttons = {button for _, _, button in table.window.seen}
    assert {"left", "right", "middle"} <= buttons
    assert result.outcome is Outcome.WON
    assert result.repeats == 0


def test_a_risk_above_the_limit_is_not_taken(make_table: Make) -> None:
    for seed in range(30):
        table = make_table(INTERMEDIATE, Rule.OPEN, seed)
        result = next(table.player(mines=40, wishes=Preferences(max_risk=0.05)).play())
        assert result.outcome is not Outcome.LOST or result.risk_taken > 0
        if result.outcome is Outcome.STOPPED:
            assert "risk" in result.reason
            assert result.error is None
            break
    else:
        pytest.fail("no board needed a risk")


def test_an_assumed_total_makes_nothing_certain(make_table: Make) -> None:
    # The usual 10 mines are a wrong guess here: there are 14.
    lost_on_certain = 0
    for seed in range(15):
        table = make_table(Level(9, 9, 14), Rule.OPEN, seed)
        result = next(table.player().play())
        assert result.outcome in (Outcome.WON, Outcome.LOST)
        lost_on_certain += result.on_certain
    assert lost_on_certain == 0


def test_the_preview_touches_nothing(table: Any) -> None:
    reading, plan, total = table.player(mines=10).preview()
    assert plan.moves
    assert total.value == 10
    assert reading.board.rows == 9
    assert table.window.seen == []
    assert table.memory.position() == Point(1, 1)


def test_a_finished_board_is_followed_by_a_new_game(table: Any) -> None:
    table.window.game.open(0, 0)
    mine = np.argwhere(table.window.game.solution().cells == Cell.MINE)[0]
    table.window.game.open(*mine.tolist())
    result = next(table.player(mines=10).play())
    assert table.window.keys[0] == "n"
    assert result.outcome is Outcome.WON


def test_a_next_game_that_nobody_knows_how_to_start_is_said(table: Any) -> None:
    table.habits = Habits(first_is_safe=True)
    results = list(table.player(games=2, mines=10).play())
    assert [r.outcome for r in results] == [Outcome.WON, Outcome.STOPPED]
    assert "start it yourself" in results[1].reason


def test_other_boards_are_told_with_the_regions_that_choose_them(table: Any) -> None:
    told: list[str] = []
    player = table.player(mines=10)
    (here,) = player._watcher._reader.read_all(table.memory.grab())
    beside = replace(here, grid=here.grid.moved(0, 60))
    player._watcher._reader.others = lambda: [beside]
    player._observer = SimpleNamespace(note=told.append)
    player.preview()
    assert told == [
        "2 boards; playing the 9x9 one at 50,50, for another: --region 45,105,100,85 (9x9)"
    ]
    assert parse_region("45,105,100,85") is not None


def test_no_board_at_all_is_an_error(table: Any) -> None:
    table.memory._at = Point(5000, 5000)
    with pytest.raises(NoBoardFoundError):
        next(table.player().play())


def test_the_time_is_split_over_the_phases(table: Any) -> None:
    result = next(table.player(mines=10).play())
    phases = result.to_json()["phases"]
    assert list(phases) == ["capture_s", "read_s", "decide_s", "click_s", "wait_s"]
    assert 0 < sum(phases.values()) <= result.seconds + 1e-3
    assert result.to_json()["result"] == "won"


def test_a_game_of_one_opening_needs_one_click(make_table: Make) -> None:
    table = make_table(Level(9, 9, 1), Rule.OPEN, 3)
    table.window.game = Game.with_mines(Level(9, 9, 1), [(8, 8)])
    result = next(table.player(mines=1).play())
    assert result.outcome is Outcome.WON
    assert result.clicks <= 2
