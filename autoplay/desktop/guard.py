"""The guard: a person who takes the pointer stops the player at once."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from autoplay.desktop.protocols import Button
from autoplay.errors import StoppedError

if TYPE_CHECKING:
    from autoplay.desktop.protocols import Pointer
    from autoplay.geometry import Point, Region

SLACK = 3
"""Pixels the pointer may be off its place before a person must have moved it."""

SECOND_LOOKS = 5
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

    def check(self) -> None:
        """Raise StoppedError where the pointer is in a corner or not where it was left."""
        here = self._pointer.position()
        if self._in_corner(here):
            raise StoppedError("stopped: the pointer is in a corner of the screen")
        if self._expected is None:
            return
        # A busy display may for a moment still tell the place before the last movement.
        for _ in range(SECOND_LOOKS):
            if _apart(here, self._expected) <= SLACK:
                return
            time.sleep(LOOK_AGAIN)
            here = self._pointer.position()
        if _apart(here, self._expected) > SLACK:
            raise StoppedError(
                f"stopped: the pointer was moved, to {here.x},{here.y} from "
                f"{self._expected.x},{self._expected.y}; run me again to go on"
            )

    def release(self) -> None:
        """Forget where the pointer was left: the person may move it until the next action."""
        self._expected = None

    def position(self) -> Point:
        """Return where the pointer is."""
        return self._pointer.position()

    def move(self, point: Point) -> None:
        """Put the pointer somewhere; raises StoppedError as `check` does."""
        self.check()
        self._pointer.move(point)
        self._expected = point

    def click(self, point: Point, button: Button = Button.LEFT, hold: float = 0.0) -> None:
        """Press and release a button; raises StoppedError as `check` does."""
        self.check()
        self._pointer.click(point, button, hold)
        self._expected = point

    def press(self, key: str) -> None:
        """Type a key; raises StoppedError as `check` does."""
        self.check()
        self._pointer.press(key)

    def _in_corner(self, point: Point) -> bool:
        return any(
            point.x in (m.x, m.right - 1) and point.y in (m.y, m.bottom - 1) for m in self._monitors
        )


def _apart(a: Point, b: Point) -> int:
    return max(abs(a.x - b.x), abs(a.y - b.y))
