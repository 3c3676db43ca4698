"""How a game ended and where its time went."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoplay.desktop.protocols import Clock
    from autoplay.errors import AutoplayError


class Outcome(Enum):
    """How a game ended for the player."""

    WON = "won"
    LOST = "lost"
    STOPPED = "stopped"


class Phase(Enum):
    """What the player's time goes into."""

    CAPTURE = "capture_s"
    READ = "read_s"
    DECIDE = "decide_s"
    CLICK = "click_s"
    WAIT = "wait_s"


class Stopwatch:
    """Adds up the time spent in each phase."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._started = clock.now()
        self.spent = dict.fromkeys(Phase, 0.0)

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return self._clock.now() - self._started

    @contextmanager
    def phase(self, phase: Phase) -> Iterator[None]:
        """Count the block's time towards a phase."""
        begun = self._clock.now()
        try:
            yield
        finally:
            self.spent[phase] += self._clock.now() - begun


@dataclass(slots=True)
class Tally:
    """What a game in progress has cost so far."""

    guesses: int = 0
    survival: float = 1.0
    repeats: int = 0

    def guess(self, risk: float) -> None:
        """Count a move that may lose."""
        self.guesses += 1
        self.survival *= 1.0 - risk


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game.

    seconds: from the first look to the end; clicks: all that were sent, repeats included.
    guesses: moves that were not certain; risk_taken: chance that they lose, taken together.
    repeats: clicks that were lost and sent again; on_certain: whether the game was lost by a
    batch of moves that were all called certain, which must never happen.
    reason: why it stopped, empty for a finished game; error: what stopped it, where one did.
    """

    outcome: Outcome
    seconds: float
    clicks: int
    guesses: int
    risk_taken: float
    phases: dict[Phase, float] = field(default_factory=dict)
    repeats: int = 0
    on_certain: bool = False
    reason: str = ""
    error: AutoplayError | None = None

    def to_json(self) -> dict[str, object]:
        """Return what ``--json`` prints."""
        return {
            "result": self.outcome.value,
            "seconds": round(self.seconds, 3),
            "clicks": self.clicks,
            "guesses": self.guesses,
            "risk_taken": round(self.risk_taken, 6),
            "phases": {phase.value: round(self.phases.get(phase, 0.0), 4) for phase in Phase},
            "repeats": self.repeats,
            "lost_on_certain": self.on_certain,
            "reason": self.reason,
        }
