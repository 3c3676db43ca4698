"""A private virtual display: a screen that nobody sees and nobody disturbs."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from autoplay.desktop.session import has_virtual_display
from autoplay.errors import UnsuitableMachineError

if TYPE_CHECKING:
    from collections.abc import Iterator

SESSION_VARIABLES = ("DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE")
"""What names the session a program belongs to."""


@contextmanager
def virtual_display(width: int = 1280, height: int = 960) -> Iterator[str]:
    """Start Xvfb and make it this process's display until the block ends; yields its name.

    width, height: its size in pixels.
    Raises UnsuitableMachineError where Xvfb is missing or does not start.
    """
    if not has_virtual_display():
        raise UnsuitableMachineError("Xvfb is not installed; install the package xvfb")
    from pyvirtualdisplay.display import Display

    # Xvfb forgets everything when its last client leaves, unless -noreset is given.
    display = Display(backend="xvfb", size=(width, height), color_depth=24, extra_args=["-noreset"])
    saved = {name: os.environ.get(name) for name in SESSION_VARIABLES}
    try:
        display.start()
    except Exception as error:
        why = " ".join(str(error).split())
        raise UnsuitableMachineError(f"Xvfb does not start ({why})") from error
    try:
        for name in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "XAUTHORITY"):
            os.environ.pop(name, None)
        yield os.environ["DISPLAY"]
    finally:
        display.stop()
        for name, value in saved.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
