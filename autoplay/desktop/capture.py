"""Pictures of the real screen, by mss."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import cv2
import mss
import numpy as np

from autoplay.desktop.protocols import Frame
from autoplay.errors import InputError, UnsuitableMachineError
from autoplay.geometry import Point, Region

if TYPE_CHECKING:
    from mss.screenshot import ScreenShot


class MssScreen:
    """The real screen. One mss instance lives as long as this object: a new one costs far more.

    Raises UnsuitableMachineError where the screen cannot be captured.
    """

    def __init__(self) -> None:
        try:
            self._mss = mss.MSS()
            self._monitors = [
                Region(m["left"], m["top"], m["width"], m["height"]) for m in self._mss.monitors
            ]
        except (mss.ScreenShotError, OSError) as error:
            raise UnsuitableMachineError(
                f"the screen cannot be captured ({_one_line(error)}); start me inside a graphical "
                "session, with DISPLAY set, or use 'autoplay demo'"
            ) from error

    def close(self) -> None:
        """Let go of the display."""
        self._mss.close()

    @property
    def whole(self) -> Region:
        """The rectangle that covers all monitors; may start left of or above 0."""
        return self._monitors[0]

    def monitors(self) -> list[Region]:
        """Return the rectangle of each monitor, the first one first."""
        return self._monitors[1:] or self._monitors[:1]

    def scale(self) -> float:
        """Return how many captured pixels there are for each unit of the pointer."""
        box = (self.whole.x, self.whole.y, self.whole.x + 8, self.whole.y + 8)
        return self._mss.grab(box).width / 8

    def grab(self, region: Region | None = None) -> Frame:
        """Capture a region (screen pixels), or all monitors at once where it is None.

        The part of a region that lies off the screen is left out.
        Raises InputError when nothing of it is left, UnsuitableMachineError when capture fails.
        """
        wanted = self.whole if region is None else region.clipped(self.whole)
        if wanted.w == 0 or wanted.h == 0:
            raise InputError(
                f"the region {region} lies off the screen, which is {self.whole.w}x"
                f"{self.whole.h} pixels; choose one inside it"
            )
        box = (wanted.x, wanted.y, wanted.right, wanted.bottom)
        try:
            shot = self._mss.grab(box)
        except (mss.ScreenShotError, OSError) as error:
            raise UnsuitableMachineError(
                f"the screen could not be captured ({_one_line(error)}); is it locked?"
            ) from error
        return Frame(_pixels(shot, wanted), Point(wanted.x, wanted.y), time.perf_counter())


def _pixels(shot: ScreenShot, region: Region) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    raw = np.frombuffer(shot.bgra, np.uint8).reshape(shot.height, shot.width, 4)
    pixels = cv2.cvtColor(raw, cv2.COLOR_BGRA2BGR)
    # A screen with twice the pixels of its pointer units (Retina) is brought back to those
    # units, so that one coordinate means the same to the eye and to the hand.
    if (shot.width, shot.height) != (region.w, region.h):
        pixels = cv2.resize(pixels, (region.w, region.h), interpolation=cv2.INTER_AREA)
    return np.asarray(pixels, dtype=np.uint8)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())
