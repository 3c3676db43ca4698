"""Where the mine total comes from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from autoplay.vision.counter.total import USUAL_TOTALS


class TotalSource(Enum):
    """Who says how many mines there are."""

    GIVEN = "given"
    WINDOW = "window"
    USUAL = "usual"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class MineTotal:
    """The mine total, and how far it can be relied on.

    value: None where unknown.
    """

    value: int | None
    source: TotalSource

    @property
    def reliable(self) -> bool:
        """Whether a cell may be called certain because of it."""
        return self.source in (TotalSource.GIVEN, TotalSource.WINDOW)

    def __str__(self) -> str:
        texts = {
            TotalSource.GIVEN: f"{self.value} mines, as given",
            TotalSource.WINDOW: f"{self.value} mines, as the window says",
            TotalSource.USUAL: f"{self.value} mines assumed, as usual for this size",
            TotalSource.UNKNOWN: "mine total unknown, taken as a density; --mines N tells it",
        }
        return texts[self.source]


def mine_total(rows: int, cols: int, given: int | None, shown: int | None) -> MineTotal:
    """Return the total: what the person gave, what the window shows, or what is usual."""
    if given is not None:
        return MineTotal(given, TotalSource.GIVEN)
    if shown is not None:
        return MineTotal(shown, TotalSource.WINDOW)
    usual = USUAL_TOTALS.get((rows, cols))
    if usual is not None:
        return MineTotal(usual, TotalSource.USUAL)
    return MineTotal(None, TotalSource.UNKNOWN)
