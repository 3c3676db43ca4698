"""The evaluator: counts, resumes, and does not depend on how many workers play."""

import csv
import json
import math
import signal
import statistics
from concurrent.futures import BrokenExecutor, Executor, Future
from random import Random

import pytest
import typer
from typer.testing import CliRunner

from autoplay.bench.command import bench, parse_contests, parse_seeds
from autoplay.bench.contest import BotError, Contest, Outcome, play_game, play_seeds
from autoplay.bench.ledger import Ledger
from autoplay.bench.run import open_executor, play_all
from autoplay.bench.summary import Spread, wilson
from autoplay.bots.first_move import FirstMove
from autoplay.errors import InputError, UnsuitableMachineError
from autoplay.game.level import Level
from autoplay.game.rules import Rule
from autoplay.move import Move, MoveKind

CONTEST = Contest("double-set", Level(9, 9, 10), Rule.SAFE, FirstMove.parse("corner"))


class Scripted:
    """Makes the moves that it was given, one a call."""

    def __init__(self, moves):
        self.left = list(moves)

    def moves(self, board):
        return [self.left.pop(0)]


def open_cell(row, col, risk=0.0):
    return Move(MoveKind.OPEN, row, col, risk)


def small_contest():
    # Two cells, one mine: with rule safe the first click wins. Three cells in a row, one mine,
    # seed chosen below so that the mine is on the right.
    return Contest("scripted", Level(3, 1, 1), Rule.SAFE, FirstMove.parse("corner"))


def seed_with_mine_at(col):
    from autoplay.game.rules import permutation, place_mines

    level = Level(3, 1, 1)
    return next(
        s for s in range(99) if place_mines(permutation(level, s), level, Rule.SAFE, 0) == [col]
    )


def test_a_won_game_counts_clicks_and_guesses():
    seed = seed_with_mine_at(2)
    game = play_game(small_contest(), seed, Scripted([]), Random(0))
    assert game.won
    assert (game.clicks, game.guesses, game.opened) == (1, 0, 1.0)  # the blank floods the row
    seed = seed_with_mine_at(1)
    game = play_game(small_contest(), seed, Scripted([open_cell(0, 2, 0.5)]), Random(0))
    assert game.won
    assert (game.clicks, game.guesses, game.opened) == (2, 1, 1.0)


def test_a_lost_game_counts_what_was_opened():
    seed = seed_with_mine_at(1)
    game = play_game(small_contest(), seed, Scripted([open_cell(0, 1, 0.5)]), Random(0))
    assert not game.won
    assert (game.clicks, game.guesses, game.opened) == (2, 1, 0.5)


def test_a_broken_promise_and_a_stuck_bot_are_errors():
    seed = seed_with_mine_at(1)
    with pytest.raises(BotError, match="certain and lost"):
        play_game(small_contest(), seed, Scripted([open_cell(0, 1)]), Random(0))
    with pytest.raises(BotError, match="no move"):
        play_game(small_contest(), seed, Scripted([open_cell(0, 0)]), Random(0))


def test_the_wilson_interval():
    # Figures from the closed formula, worked out by hand for 50 of 100 and 0 of 10.
    assert wilson(50, 100) == pytest.approx((0.40383, 0.59617), abs=1e-5)
    assert wilson(0, 10) == pytest.approx((0.0, 0.27753), abs=1e-5)
    assert wilson(0, 0) == (0.0, 1.0)
    for games in range(1, 2000):
        assert wilson(0, games)[0] == 0.0
        assert wilson(games, games)[1] == 1.0


def test_spread_agrees_with_the_statistics_module():
    values = [Random(1).expovariate(1.0) + i for i in range(50)]
    spread = Spread()
    for value in values:
        spread.add(value)
    assert math.isclose(spread.mean, statistics.mean(values))
    assert math.isclose(spread.deviation, statistics.stdev(values))
    assert Spread(1, 5.0).deviation == 0.0


def read(path):
    with path.open() as file:
        return [tuple(row[:4]) for row in csv.reader(file)]


def test_an_interrupted_run_goes_on(tmp_path):
    whole, parts = tmp_path / "whole.csv", tmp_path / "parts.csv"
    with Ledger(whole, range(30)) as ledger:
        play_all(CONTEST, range(30), ledger, None, 1)
        at_once = ledger.summary
    with Ledger(parts, range(12)) as ledger:
        play_all(CONTEST, range(12), ledger, None, 1)
    with parts.open("a") as file:
        file.write("12,1,4")  # a crash in the middle of a line
    played = []
    with Ledger(parts, range(30)) as ledger:
        assert ledger.summary.games == 12
        play_all(CONTEST, range(30), ledger, None, 1, played.append)
        resumed = ledger.summary
    assert sum(played) == 18
    assert read(parts) == read(whole)
    assert (resumed.won, resumed.games) == (at_once.won, at_once.games)
    assert resumed.guesses.mean == pytest.approx(at_once.guesses.mean)
    assert resumed.opened.count == at_once.opened.count == 30 - at_once.won
    assert resumed.opened.mean == pytest.approx(at_once.opened.mean, abs=1e-4)


def test_the_columns_of_the_file(tmp_path):
    with Ledger(tmp_path / "games.csv", range(5, 8)) as ledger:
        ledger.add(Outcome(5, True, 20, 3, 0.25, 1.0))
        ledger.add(Outcome(6, False, 4, 1, 0.5, 0.125))
    text = (tmp_path / "games.csv").read_text()
    assert text == "seed,won,clicks,guesses,seconds\n5,1,20,3,0.250000\n6,0,4,1,0.500000\n"
    assert (tmp_path / "games.opened.csv").read_text() == "seed,opened\n6,0.1250\n"


def test_another_file_is_not_appended_to(tmp_path):
    path = tmp_path / "notes.csv"
    path.write_text("name,age\nann,7\n")
    with pytest.raises(InputError, match="choose another file"):
        Ledger(path, range(3))
    assert path.read_text() == "name,age\nann,7\n"


def test_any_number_of_workers_plays_the_same_games(tmp_path):
    alone = play_seeds(CONTEST, range(40))
    with open_executor(2, None) as (executor, width), Ledger(None, range(40)) as ledger:
        kept = []
        ledger.add = kept.append
        play_all(CONTEST, range(40), ledger, executor, width)

    def facts(games):
        return [(g.seed, g.won, g.clicks, g.guesses, g.opened) for g in games]

    assert facts(kept) == facts(alone)


class Broken(Executor):
    """Workers that died of a Ctrl-C, which reached this process as well."""

    def submit(self, *_args, **_named):
        signal.raise_signal(signal.SIGINT)
        future = Future()
        future.set_exception(BrokenExecutor())
        return future


def test_an_interrupt_that_broke_the_workers_is_an_interrupt():
    with pytest.raises(KeyboardInterrupt):
        play_all(CONTEST, range(40), Ledger(None, range(40)), Broken(), 1)


def test_without_dask_or_a_scheduler_one_line_says_so():
    with pytest.raises(UnsuitableMachineError, match="dask"), open_executor(1, "tcp://127.0.0.1:9"):
        pytest.fail("nothing plays there")


@pytest.mark.parametrize("text", ["5", "5:5", "7:3", "a:b", "-1:4"])
def test_seeds_that_are_no_range_are_refused(text):
    with pytest.raises(InputError, match="A:B"):
        parse_seeds(text)


def test_contests_are_all_combinations():
    contests = parse_contests("single-point,double-set", "all", "open", "all")
    assert len(contests) == 2 * 3 * 4
    assert [c.first.name for c in parse_contests("double-set", "9x9/10", "safe", "3,3")] == ["3,3"]
    with pytest.raises(InputError, match="no bot"):
        parse_contests("nobody", "all", "safe", "corner")


def run(*arguments):
    app = typer.Typer()
    app.command()(bench)
    return CliRunner().invoke(app, [*arguments, "--workers", "1"])


def test_the_command_prints_a_table_and_a_picture(tmp_path):
    pytest.importorskip("matplotlib", reason="install the extra plots")
    picture = tmp_path / "rates.png"
    done = run(
        "--bot", "naive-ordered,double-set", "--level", "beginner", "--seeds", "0:20",
        "--plot", str(picture), "--csv", str(tmp_path / "games.csv"),
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert done.exit_code == 0
    assert len(lines) == 4
    assert lines[0].startswith("| bot")
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "games-double-set-beginner-safe-corner.csv").exists()


def test_the_command_prints_json():
    done = run("--bot", "double-set", "--level", "beginner", "--seeds", "3:13", "--json")
    told = json.loads(done.stdout)
    assert (told["bot"], told["level"], told["rule"], told["games"]) == (
        "double-set", "beginner", "safe", 10,
    )  # fmt: skip
    assert told["win_rate"] == told["won"] / 10
    assert told["ci95"][0] <= told["win_rate"] <= told["ci95"][1]
