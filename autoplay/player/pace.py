"""How fast to click: as fast as the program takes it."""

from __future__ import annotations

START_GAP = 0.010
"""Seconds between clicks that native programs take; without any, they lose one in ten."""

LONGEST = 0.100
"""Hold and gap, in seconds, that even web pages take."""

SLOWDOWN = 3.0
CLEAN_BATCHES = 4
"""Batches without a lost click after which it tries to be faster again."""


class Pace:
    """Hold and gap in seconds; slower after lost clicks, carefully faster after clean batches.

    hold: what the skin asks for at least; as much as the gap or less is left to the gap, which
    does native programs as much good.
    """

    def __init__(self, hold: float = 0.0) -> None:
        hold = hold if hold > START_GAP else 0.0
        self.hold = hold
        self.gap = START_GAP
        self._least_hold = hold
        self._least_gap = START_GAP
        self._clean = 0

    def lost(self) -> None:
        """Slow down; never again as fast as this, where it was slow already."""
        self._clean = 0
        self._least_gap = min(self.gap * 1.5, LONGEST)
        # A page that asks the mouse at every drawn frame misses a press of less than one
        # frame whatever the gap, so that the hold grows along with it.
        self.hold = min(max(self.hold, START_GAP / SLOWDOWN) * SLOWDOWN, LONGEST)
        self.gap = min(self.gap * SLOWDOWN, LONGEST)

    def arrived(self) -> None:
        """Count a batch that arrived whole; after some of them be a little faster."""
        self._clean += 1
        if self._clean >= CLEAN_BATCHES:
            self._clean = 0
            self.gap = max(self.gap * 0.7, self._least_gap)
            self.hold = max(self.hold * 0.7, self._least_hold)
