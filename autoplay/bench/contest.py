"""One game of one bot, and what is worth remembering of it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from autoplay.board import GameState
from autoplay.bots.registry import bot_factory
from autoplay.errors import AutoplayError
from autoplay.game.engine import Game
from autoplay.move import MoveKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autoplay.bots.first_move import FirstMove
    from autoplay.bots.protocol import Bot
    from autoplay.game.level import Level
    from autoplay.game.rules import Rule
    from autoplay.move import Move


class BotError(AutoplayError):
    """A bot that cannot go on, or that called a mine certain."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Which bot plays which boards: everything but the seed."""

    bot: str
    level: Level
    rule: Rule
    first: FirstMove


@dataclass(frozen=True, slots=True)
class Outcome:
    """One finished game.

    clicks: cells clicked, the first one included; guesses: clicks with a risk, the first one not.
    seconds: wall time of the whole game; opened: share of the free cells that were opened, 0 to 1.
    """

    seed: int
    won: bool
    clicks: int
    guesses: int
    seconds: float
    opened: float


def play_seeds(contest: Contest, seeds: Iterable[int]) -> list[Outcome]:
    """Play a few games one after another; the outcome depends on nothing but contest and seed."""
    factory = bot_factory(contest.bot)
    outcomes = []
    for seed in seeds:
        # One generator a game, seeded by the game alone, so that neither the number of workers
        # nor the games played before can change it.
        rng = Random(f"{contest.bot} {seed}")  # noqa: S311
        outcomes.append(play_game(contest, seed, factory(rng), rng))
    return outcomes


def play_game(contest: Contest, seed: int, bot: Bot, rng: Random) -> Outcome:
    """Play one game to its end.

    Raises BotError where the bot makes no move that changes the board, or loses on a cell that it
    called certain.
    """
    started = time.perf_counter()
    level = contest.level
    game = Game(level, contest.rule, seed)
    game.open(*contest.first.place(level.rows, level.cols, rng))
    clicks, guesses = 1, 0
    state = game.state
    while state is GameState.PLAYING:
        changed = False
        for move in bot.moves(game.view()):
            if not _make(game, move):
                continue
            changed = True
            clicks += 1
            guesses += not move.certain
            state = game.state
            if state is GameState.LOST and move.certain:
                raise BotError(
                    f"{contest.bot} called row {move.row}, col {move.col} certain and lost on it "
                    f"(seed {seed}, {level}, rule {contest.rule.value}); please report this"
                )
            if state is not GameState.PLAYING:
                break
        if not changed:
            raise BotError(
                f"{contest.bot} made no move that changes the board "
                f"(seed {seed}, {level}, rule {contest.rule.value}); please report this"
            )
    seconds = time.perf_counter() - started
    won = state is GameState.WON
    free = level.size - level.mines
    opened = 1.0 if won else float(game.view().numbers.sum()) / free
    return Outcome(seed, won, clicks, guesses, seconds, opened)


def _make(game: Game, move: Move) -> bool:
    if move.kind is MoveKind.OPEN:
        return game.open(move.row, move.col)
    if move.kind is MoveKind.CHORD:
        return game.chord(move.row, move.col)
    return game.toggle_flag(move.row, move.col)
