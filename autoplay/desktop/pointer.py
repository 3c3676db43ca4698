"""Clicks and keys on the real desktop, by pyautogui."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autoplay.desktop.protocols import Button
from autoplay.errors import UnsuitableMachineError
from autoplay.geometry import Point

if TYPE_CHECKING:
    from collections.abc import Iterator


class PyautoguiPointer:
    """The real pointer and keyboard, with pyautogui's own pauses switched off.

    Its fail-safe is off as well: `GuardedPointer` does that work, for every monitor.
    Raises UnsuitableMachineError where there is no display.
    """

    def __init__(self) -> None:
        self._gui = _import_pyautogui()

    def position(self) -> Point:
        """Return where the pointer is."""
        x, y = self._gui.position()
        return Point(int(x), int(y))

    def move(self, point: Point) -> None:
        """Put the pointer somewhere without a button."""
        self._gui.moveTo(point.x, point.y)

    def click(self, point: Point, button: Button = Button.LEFT, hold: float = 0.0) -> None:
        """Press and release a button; hold: seconds between the two."""
        # The place goes with both calls: asked for the pointer's place, as pyautogui does without
        # one, a busy display may still tell the one before.
        self._gui.mouseDown(point.x, point.y, button=button.value)
        try:
            if hold > 0:
                time.sleep(hold)
        finally:
            self._gui.mouseUp(point.x, point.y, button=button.value)

    def press(self, key: str) -> None:
        """Type one key, named as pyautogui names it, or several joined by '+'."""
        self._gui.hotkey(*key.split("+"))


def _import_pyautogui() -> Any:
    """Import pyautogui late: without a display its import raises, and it is slow."""
    complaint = io.StringIO()
    try:
        # Without Tk it prints a hint and leaves by SystemExit, so both are caught here.
        with (
            contextlib.redirect_stdout(complaint),
            contextlib.redirect_stderr(complaint),
            _authority_file(),
        ):
            import pyautogui
    except (Exception, SystemExit) as error:
        why = " ".join((str(error) or complaint.getvalue()).split()) or type(error).__name__
        raise UnsuitableMachineError(
            f"the pointer cannot be used ({why}); start me inside a graphical session, with "
            "DISPLAY set and python3-tk installed"
        ) from error
    pyautogui.PAUSE = 0
    pyautogui.MINIMUM_DURATION = 0
    pyautogui.MINIMUM_SLEEP = 0
    pyautogui.DARWIN_CATCH_UP_TIME = 0.01
    pyautogui.FAILSAFE = False
    return pyautogui


@contextlib.contextmanager
def _authority_file() -> Iterator[None]:
    """Give pyautogui's X library an empty authority file where the person has none.

    It fails without one, although a display started with no access control needs none.
    """
    named = os.environ.get("XAUTHORITY")
    if sys.platform in ("win32", "darwin") or Path(named or "~/.Xauthority").expanduser().exists():
        yield
        return
    os.environ["XAUTHORITY"] = os.devnull
    try:
        yield
    finally:
        if named is None:
            del os.environ["XAUTHORITY"]
        else:
            os.environ["XAUTHORITY"] = named
