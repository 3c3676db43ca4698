"""The player: finds a board, plays it, and starts the next game as often as asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autoplay.board import Cell, GameState
from autoplay.desktop.guard import GuardedPointer
from autoplay.errors import (
    AutoplayError,
    BoardError,
    NextGameError,
    NoBoardFoundError,
    StoppedError,
)
from autoplay.player.decide import Decider, Preferences
from autoplay.player.hand import Hand
from autoplay.player.loop import CALM_GUESS, Loop
from autoplay.player.pace import Pace
from autoplay.player.result import GameResult, Outcome, Stopwatch, Tally
from autoplay.player.total import mine_total
from autoplay.player.watcher import Watcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autoplay.desktop.protocols import Clock, Pointer, Screen
    from autoplay.geometry import Region
    from autoplay.player.observer import Observer
    from autoplay.player.parts import BoardReader, Habits, Solver
    from autoplay.player.plan import Plan
    from autoplay.player.total import MineTotal
    from autoplay.vision.reading import Reading

NEXT_GAME_PATIENCE = 0.8
"""Seconds after which a new game that has not come is asked for again."""

NEXT_GAME_TRIES = 6


@dataclass(frozen=True, slots=True)
class Settings:
    """What the person asks for.

    games: how many to play; mines: the total, None: see for yourself; region: where to look;
    skin: the pack to read with, None: whichever fits.
    """

    games: int = 1
    mines: int | None = None
    region: Region | None = None
    skin: str | None = None
    wishes: Preferences = field(default_factory=Preferences)


class Player:
    """Plays whatever board its screen shows with its pointer.

    habits: what is known of a skin's program, by the skin's name.
    """

    def __init__(
        self,
        screen: Screen,
        pointer: Pointer,
        clock: Clock,
        reader: BoardReader,
        solver: Solver,
        habits: Callable[[str], Habits],
        observer: Observer,
        settings: Settings,
    ) -> None:
        self._pointer = GuardedPointer(pointer, screen.monitors())
        self._clock = clock
        self._solver = solver
        self._habits = habits
        self._observer = observer
        self._settings = settings
        self._watcher = Watcher(screen, reader, clock, self._pointer.check)
        self._hand = Hand(self._pointer, clock, Pace())

    def preview(self) -> tuple[Reading, Plan, MineTotal]:
        """Find the board and return what would be clicked; touches nothing.

        Raises NoBoardFoundError, ContradictionError, InputError for an impossible mine total.
        """
        reading = self._find()
        self._tell_others(reading)
        decider = self._decider(reading)
        plan = decider.decide(reading.board, reading.confidence)
        return reading, plan, decider.total

    def play(self) -> Iterator[GameResult]:
        """Play the games one after the other; one that was stopped is the last.

        Raises NoBoardFoundError when there is no board to begin with.
        """
        self._watcher.stopwatch = Stopwatch(self._clock)
        found = self._find()
        self._tell_others(found)
        reading: Reading | None = found
        for number in range(self._settings.games):
            if number:
                self._watcher.stopwatch = Stopwatch(self._clock)
            result, reading = self._play_one(reading, fresh=number == 0)
            self._observer.ended(reading, result)
            yield result
            if result.outcome is Outcome.STOPPED:
                return

    def _play_one(
        self, reading: Reading | None, *, fresh: bool
    ) -> tuple[GameResult, Reading | None]:
        tally = Tally()
        loop: Loop | None = None
        try:
            if reading is None:
                reading = self._find()
            habits = self._habits(reading.skin)
            if fresh:
                self._hand.pace = Pace(habits.hold)
            if reading.state is not GameState.PLAYING:
                reading = self._next_game(reading, habits)
            self._hand.clicks = 0
            decider = self._decider(reading)
            self._observer.started(reading, decider.total)
            loop = Loop(self._watcher, self._hand, decider, self._clock, self._observer)
            tally = loop.tally
            ending = loop.play(reading)
        except (AutoplayError, KeyboardInterrupt) as error:
            seen = (loop and loop.seen) or reading
            return self._stopped(tally, _as_told(error)), seen
        return self._result(tally, ending.outcome, ending.reason, ending.on_certain), ending.reading

    def _find(self) -> Reading:
        return self._watcher.find(self._settings.region, self._settings.skin)

    def _tell_others(self, taken: Reading) -> None:
        """Say which board is taken where there are several, and how to ask for another."""
        others = self._watcher.places_of_others()
        if not others:
            return
        choices = ", ".join(
            f"--region {box.x},{box.y},{box.w},{box.h} ({_size(reading)})"
            for reading, box in others
        )
        board = taken.grid.region
        self._observer.note(
            f"{1 + len(others)} boards; playing the {_size(taken)} one at {board.x},{board.y}, "
            f"for another: {choices}"
        )

    def _decider(self, reading: Reading) -> Decider:
        board = reading.board
        total = mine_total(board.rows, board.cols, self._settings.mines, board.mines)
        habits = self._habits(reading.skin)
        return Decider(
            self._solver, total, self._settings.wishes, first_is_safe=habits.first_is_safe
        )

    def _next_game(self, finished: Reading, habits: Habits) -> Reading:
        """Start the next game as the skin says, and wait for its board."""
        way = habits.new_game
        if way is None:
            raise NextGameError(
                f"the skin {finished.skin!r} does not say how its next game starts; start it "
                "yourself and run me again"
            )
        point = way.point(finished.grid)
        for number in range(NEXT_GAME_TRIES):
            # A dialog that was left over would take the key for itself.
            if number and self._is_covered(finished):
                self._hand.press("esc")
            # A skin may name both ways: they are tried in turn.
            if point is not None and (way.key is None or number % 2 == 0):
                self._hand.click_beside(point)
                self._hand.park(self._watcher.parking_place(finished.grid))
            elif way.key is not None:
                self._hand.press(way.key)
            if (fresh := self._fresh_board(finished)) is not None:
                return fresh
            if way.confirm is not None:
                self._hand.press(way.confirm)
                if (fresh := self._fresh_board(finished)) is not None:
                    return fresh
        raise NextGameError("no new game came up; start it yourself and run me again")

    def _is_covered(self, finished: Reading) -> bool:
        try:
            self._watcher.look(finished, CALM_GUESS)
        except BoardError:
            return True
        return False

    def _fresh_board(self, finished: Reading) -> Reading | None:
        """Wait for a board in play where a finished one was."""
        until = self._clock.now() + NEXT_GAME_PATIENCE
        while self._clock.now() < until:
            try:
                reading: Reading | None = self._watcher.look(finished, CALM_GUESS)
            except (BoardError, NoBoardFoundError):
                reading = self._moved_board(finished)
            if (
                reading is not None
                and reading.state is GameState.PLAYING
                and reading.board != finished.board
            ):
                return reading
            self._watcher.pause(0.05)
        return None

    def _moved_board(self, finished: Reading) -> Reading | None:
        """Return a fresh board like a finished one anywhere on the screen.

        A window whose score line grew moves its board along with the new game.
        """
        try:
            reading = self._watcher.find(self._settings.region, self._settings.skin)
        except (BoardError, NoBoardFoundError):
            return None
        fresh = bool((reading.board.cells == Cell.HIDDEN).all())
        return (
            reading if fresh and reading.board.cells.shape == finished.board.cells.shape else None
        )

    def _stopped(self, tally: Tally, error: AutoplayError) -> GameResult:
        return self._result(tally, Outcome.STOPPED, str(error), error=error)

    def _result(
        self,
        tally: Tally,
        outcome: Outcome,
        reason: str = "",
        on_certain: bool = False,
        error: AutoplayError | None = None,
    ) -> GameResult:
        return GameResult(
            outcome=outcome,
            seconds=self._watcher.stopwatch.elapsed,
            clicks=self._hand.clicks,
            guesses=tally.guesses,
            risk_taken=1.0 - tally.survival,
            phases=dict(self._watcher.stopwatch.spent),
            repeats=tally.repeats,
            on_certain=on_certain,
            reason=reason,
            error=error,
        )


def _size(reading: Reading) -> str:
    return f"{reading.board.cols}x{reading.board.rows}"


def _as_told(error: AutoplayError | KeyboardInterrupt) -> AutoplayError:
    return error if isinstance(error, AutoplayError) else StoppedError("stopped by Ctrl-C")
