"""A window in memory: a screen and a pointer over anything that can be drawn and clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from autoplay.desktop.protocols import Button, Frame
from autoplay.errors import InputError
from autoplay.geometry import Point, Region

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Drawable(Protocol):
    """What a window in memory holds: a picture that answers to clicks and keys."""

    def picture(self) -> NDArray[np.uint8]:
        """Return what it looks like now: (height, width, 3) uint8, blue green red."""
        ...

    def click(self, x: int, y: int, button: str) -> None:
        """Take a click at a pixel of the picture; button: left, middle or right."""
        ...

    def press(self, key: str) -> None:
        """Take a key, named as pyautogui names it."""
        ...


class InMemoryWindow:
    """Screen and pointer in one, over a drawable that lies somewhere on an empty desktop.

    at: where the drawable's top left pixel lies; desktop: the size of the whole screen.
    """

    def __init__(
        self,
        drawable: Drawable,
        at: Point | None = None,
        desktop: tuple[int, int] | None = None,
    ) -> None:
        self._drawable = drawable
        self._at = at or Point(40, 40)
        height, width = drawable.picture().shape[:2]
        w, h = desktop or (width + 2 * self._at.x, height + 2 * self._at.y)
        self._screen = Region(0, 0, w, h)
        self._position = Point(1, 1)

    def monitors(self) -> list[Region]:
        """Return the one monitor there is."""
        return [self._screen]

    def grab(self, region: Region | None = None) -> Frame:
        """Draw a region, or all of it; raises InputError where none of it is on the screen."""
        wanted = self._screen if region is None else region.clipped(self._screen)
        if wanted.w == 0 or wanted.h == 0:
            raise InputError(f"the region {region} lies off the screen; choose one inside it")
        whole = np.full((self._screen.h, self._screen.w, 3), (96, 72, 48), np.uint8)
        picture = self._drawable.picture()
        height, width = picture.shape[:2]
        x, y = self._at.x, self._at.y
        room = whole[y : y + height, x : x + width]
        room[:] = picture[: room.shape[0], : room.shape[1]]
        pixels = whole[wanted.y : wanted.bottom, wanted.x : wanted.right]
        return Frame(np.ascontiguousarray(pixels), Point(wanted.x, wanted.y))

    def position(self) -> Point:
        """Return where the pointer is."""
        return self._position

    def move(self, point: Point) -> None:
        """Put the pointer somewhere."""
        self._position = point

    def click(self, point: Point, button: Button = Button.LEFT, hold: float = 0.0) -> None:
        """Click the drawable; beside it nothing happens. A hold needs no waiting here."""
        del hold
        self._position = point
        x, y = point.x - self._at.x, point.y - self._at.y
        height, width = self._drawable.picture().shape[:2]
        if 0 <= x < width and 0 <= y < height:
            self._drawable.click(x, y, button.value)

    def press(self, key: str) -> None:
        """Give a key to the drawable."""
        self._drawable.press(key)
