"""A move: what to do to which cell, how risky it is and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class MoveKind(Enum):
    """What a player can do to a cell."""

    OPEN = "open"
    FLAG = "flag"
    UNFLAG = "unflag"
    CHORD = "chord"


@dataclass(frozen=True, slots=True)
class Move:
    """One action on one cell.

    risk: probability that the move loses the game, 0.0 for a certain one.
    reason: one sentence for a person.
    """

    kind: MoveKind
    row: int
    col: int
    risk: float = 0.0
    reason: str = ""

    @property
    def certain(self) -> bool:
        """Whether the move cannot lose."""
        return self.risk == 0.0
