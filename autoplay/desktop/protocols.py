"""What the player needs of a desktop: a screen, a pointer and a clock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from autoplay.geometry import Point, Region


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One captured picture.

    pixels: (height, width, 3) uint8, blue green red.
    origin: where the picture's top left pixel lies on the screen.
    taken_at: clock seconds.
    """

    pixels: NDArray[np.uint8]
    origin: Point
    taken_at: float = 0.0


class Button(Enum):
    """A mouse button."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


class Screen(Protocol):
    """Something that pictures can be taken of."""

    def monitors(self) -> list[Region]:
        """Return the rectangle of each monitor, the first one first."""
        ...

    def grab(self, region: Region | None = None) -> Frame:
        """Capture a region (screen pixels), or all monitors at once where it is None."""
        ...


class Pointer(Protocol):
    """Something that points, clicks and types."""

    def position(self) -> Point:
        """Return where the pointer is."""
        ...

    def move(self, point: Point) -> None:
        """Put the pointer somewhere without a button."""
        ...

    def click(self, point: Point, button: Button = Button.LEFT, hold: float = 0.0) -> None:
        """Press and release a button; hold: seconds between the two."""
        ...

    def press(self, key: str) -> None:
        """Type one key, named as pyautogui names it, or several joined by '+'."""
        ...


class Clock(Protocol):
    """Time, so that tests need not wait for it."""

    def now(self) -> float:
        """Return seconds since some fixed moment; never goes back."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait."""
        ...
