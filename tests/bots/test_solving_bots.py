"""The bots that solve: nothing called certain is a mine, and looking ahead pays."""

import pytest

from autoplay.bench.contest import Contest, play_seeds
from autoplay.board import Board
from autoplay.bots.first_move import FirstMove
from autoplay.bots.registry import bot_factory
from autoplay.game.level import Level
from autoplay.game.rules import Rule


def played(bot: str, level: str, seeds: range) -> list[bool]:
    # A mine that was called certain ends in a BotError here.
    contest = Contest(bot, Level.parse(level), Rule.SAFE, FirstMove.parse("corner"))
    return [game.won for game in play_seeds(contest, seeds)]


@pytest.mark.parametrize("bot", ["lowest-risk", "expert"])
def test_certain_cells_hold_their_promise(bot: str) -> None:
    assert any(played(bot, "expert", range(20)))


def test_solving_wins_more_than_looking_at_one_number() -> None:
    seeds = range(150)
    wins = {
        bot: sum(played(bot, "intermediate", seeds))
        for bot in ("double-set", "lowest-risk", "expert")
    }
    assert wins["double-set"] < wins["lowest-risk"] <= wins["expert"]


@pytest.mark.parametrize("bot", ["lowest-risk", "expert"])
def test_all_certain_cells_come_at_once(bot: str) -> None:
    from random import Random

    board = Board.from_rows(["11..", "....", "...."], 1)
    moves = bot_factory(bot)(Random(0)).moves(board)
    assert all(move.certain for move in moves)
    assert {(move.row, move.col) for move in moves} == {
        (0, 2), (1, 2), (0, 3), (1, 3), (2, 0), (2, 1), (2, 2), (2, 3),
    }  # fmt: skip
