"""A person's sitting: one game after another, the clock, the score and the trace of moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autoplay.board import Cell, GameState
from autoplay.desktop.clock import SystemClock
from autoplay.game.engine import Game
from autoplay.game.level import BEGINNER, Level
from autoplay.game.rules import Rule, mines_of_seed
from autoplay.move import Move, MoveKind

if TYPE_CHECKING:
    from autoplay.desktop.protocols import Clock
    from autoplay.game.engine import MineSource


@dataclass(frozen=True, slots=True)
class Settings:
    """What kind of game is played.

    seed: the board of the first game; the games after it take the seeds that follow.
    """

    level: Level = BEGINNER
    rule: Rule = Rule.OPEN
    seed: int = 0
    fair: bool = False
    no_guess: bool = False
    question_marks: bool = False

    def game(self) -> Game:
        """Set up the game these settings describe."""
        # Fair and no-guess games bring the solver with them; a plain game starts without it.
        kind: type[Game] = Game
        source: MineSource = mines_of_seed
        if self.fair:
            from autoplay.game.fair import FairGame

            kind = FairGame
        if self.no_guess:
            from autoplay.game.noguess import mines_without_guess

            source = mines_without_guess
        return kind(
            self.level,
            self.rule,
            self.seed,
            question_marks=self.question_marks,
            mine_source=source,
        )


@dataclass(slots=True)
class Score:
    """Games of this sitting that came to an end."""

    won: int = 0
    lost: int = 0
    best_seconds: float | None = None


class Session:
    """Games one after another, under one clock.

    settings: those of the game being played; trace: the cells acted on in it, oldest first.
    """

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self._clock: Clock = clock or SystemClock()
        self.score = Score()
        self._begin(settings)

    def _begin(self, settings: Settings) -> None:
        self.settings = settings
        self.game = settings.game()
        self.trace: list[Move] = []
        self._started_at: float | None = None
        self._took: float | None = None

    def new_game(self, settings: Settings | None = None) -> None:
        """Drop the game for the next seed, or for other settings."""
        self._begin(settings or replace(self.settings, seed=self.settings.seed + 1))

    def restart(self) -> None:
        """Play the same board again from the start."""
        self._begin(self.settings)

    @property
    def now(self) -> float:
        """Seconds since some fixed moment."""
        return self._clock.now()

    @property
    def seconds(self) -> float:
        """Time since the first opened cell; stands still once the game has ended."""
        if self._took is not None:
            return self._took
        return 0.0 if self._started_at is None else self._clock.now() - self._started_at

    def act(self, move: Move) -> bool:
        """Carry a move out; return whether it changed anything."""
        if self.game.state is not GameState.PLAYING:
            return False
        actions = {
            MoveKind.OPEN: self.game.open,
            MoveKind.CHORD: self.game.chord,
            MoveKind.FLAG: self.game.toggle_flag,
            MoveKind.UNFLAG: self.game.toggle_flag,
        }
        if not actions[move.kind](move.row, move.col):
            return False
        self.trace.append(move)
        if self._started_at is None and self.game.started:
            self._started_at = self._clock.now()
        if self.game.state is not GameState.PLAYING:
            self._finish()
        return True

    def mark(self, move: Move) -> bool:
        """Carry out a move that says how a cell shall end: flagged, unflagged or opened.

        A click on the flag only moves a cell on in its cycle, so it may take more than one.
        """
        if move.kind not in (MoveKind.FLAG, MoveKind.UNFLAG):
            return self.act(move)
        wanted, place, changed = move.kind is MoveKind.FLAG, (move.row, move.col), False
        while (self.game.view()[place] == Cell.FLAG) is not wanted:
            if not self.act(move):
                break
            changed = True
        return changed

    def _finish(self) -> None:
        self._took = self.seconds
        if self.game.state is GameState.WON:
            self.score.won += 1
            best = self.score.best_seconds
            self.score.best_seconds = self._took if best is None else min(best, self._took)
        else:
            self.score.lost += 1
