"""Whoever wants to know what the player does: the journal, the live view, a test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from autoplay.player.plan import Place, Plan
    from autoplay.player.result import GameResult
    from autoplay.player.total import MineTotal
    from autoplay.vision.reading import Reading


class Observer(Protocol):
    """Is told about every step of a game."""

    def started(self, reading: Reading, total: MineTotal) -> None:
        """Hear that a board was found and a game begins."""
        ...

    def planned(self, reading: Reading, plan: Plan) -> None:
        """Hear what was read and decided; the moves come next."""
        ...

    def lost(self, places: list[Place]) -> None:
        """Hear that clicks on these cells had no effect and are sent again."""
        ...

    def note(self, text: str) -> None:
        """Hear something that a person may want to know."""
        ...

    def ended(self, reading: Reading | None, result: GameResult) -> None:
        """Hear that the game is over, or was stopped."""
        ...


class Observers:
    """Several observers as one."""

    def __init__(self, *observers: Observer) -> None:
        self._all = observers

    def started(self, reading: Reading, total: MineTotal) -> None:
        """Pass it on."""
        for observer in self._all:
            observer.started(reading, total)

    def planned(self, reading: Reading, plan: Plan) -> None:
        """Pass it on."""
        for observer in self._all:
            observer.planned(reading, plan)

    def lost(self, places: list[Place]) -> None:
        """Pass it on."""
        for observer in self._all:
            observer.lost(places)

    def note(self, text: str) -> None:
        """Pass it on."""
        for observer in self._all:
            observer.note(text)

    def ended(self, reading: Reading | None, result: GameResult) -> None:
        """Pass it on."""
        for observer in self._all:
            observer.ended(reading, result)
