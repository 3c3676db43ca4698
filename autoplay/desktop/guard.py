"""The guard: a person who takes the pointer stops the player at once."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING

from autoplay.desktop.protocols import Button
from autoplay.errors import StoppedError

if TYPE_CHECKING:
    from autoplay.desktop.protocols import Pointer
    from autoplay.geometry import Point, Region

SLACK = 3
"""Pixels the pointer may be off its place before a person must have moved it."""

TREMBLING = 0.015
"""Seconds that a pointer may be anywhere before a person must have moved it."""

LATE = 2.0
"""Seconds that a pointer may be where the player itself had put it a few actions ago.

A window manager holds the pointer while it decides what a click means, so that a busy display
goes on telling the old place.
"""

TRAIL = 16
"""Places of its own that the player remembers."""

LOOK_AGAIN = 0.003
"""Seconds between two looks at a pointer that is not where it should be."""


class GuardedPointer:
    """A pointer that refuses to act once a person has moved it, or put it into a corner.

    monitors: the rectangles whose four corners are fail-safe corners.
    """

    def __init__(self, pointer: Pointer, monitors: list[Region]) -> None:
        self._pointer = pointer
        self._monitors = monitors
        self._expected: Point | None = None
        self._trail: deque[Point] = deque(maxlen=TRAIL)

    def check(self) -> None:
        """Raise StoppedError where the pointer is in a corner or not where it was left."""
        began = time.monotonic()
        while True:
            here = self._pointer.position()
            if self._in_corner(here):
                raise StoppedError("stopped: the pointer is in a corner of the screen")
            if self._expected is None or _apart(here, self._expected) <= SLACK:
                return
            patience = LATE if here in self._trail else TREMBLING
            if time.monotonic() - began > patience:
                break
            time.sleep(LOOK_AGAIN)
        raise StoppedError(
            f"stopped: the pointer was moved, to {here.x},{here.y} from "
            f"{self._expected.x},{self._expected.y}; run me again to go on"
        )

    def position(self) -> Point:
        """Return where the pointer is."""
        return self._pointer.position()

    def move(self, point: Point) -> None:
        """Put the pointer somewhere; raises StoppedError as `check` does."""
        self.check()
        self._pointer.move(point)
        self._leave_at(point)

    def click(self, point: Point, button: Button = Button.LEFT, hold: float = 0.0) -> None:
        """Press and release a button; raises StoppedError as `check` does."""
        self.check()
        self._pointer.click(point, button, hold)
        self._leave_at(point)

    def press(self, key: str) -> None:
        """Type a key; raises StoppedError as `check` does."""
        self.check()
        self._pointer.press(key)

    def _leave_at(self, point: Point) -> None:
        if self._expected is not None:
            self._trail.append(self._expected)
        self._expected = point

    def _in_corner(self, point: Point) -> bool:
        return any(
            point.x in (m.x, m.right - 1) and point.y in (m.y, m.bottom - 1) for m in self._monitors
        )


def _apart(a: Point, b: Point) -> int:
    return max(abs(a.x - b.x), abs(a.y - b.y))
