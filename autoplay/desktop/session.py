"""What kind of session this is, and whether a program may see and click in it."""

from __future__ import annotations

import os
import shutil
import sys
from enum import Enum
from typing import TYPE_CHECKING

from autoplay.errors import UnsuitableMachineError

if TYPE_CHECKING:
    from collections.abc import Mapping


class Session(Enum):
    """Sessions that differ in what a program may do."""

    NATIVE = "native"
    X11 = "x11"
    WAYLAND = "wayland"
    NONE = "none"


_ADVICE = {
    Session.NONE: (
        "no display: DISPLAY is not set; start me inside a graphical session, "
        "or try 'autoplay demo', which needs none"
    ),
    Session.WAYLAND: (
        "this is a Wayland session, which lets no program see or click other windows; "
        "log in to an X11 (Xorg) session, or try 'autoplay demo'"
    ),
}


def session_kind(
    environment: Mapping[str, str] | None = None, platform: str = sys.platform
) -> Session:
    """Return what kind of session the environment describes; Windows and macOS are NATIVE."""
    env = os.environ if environment is None else environment
    if platform in ("win32", "darwin"):
        return Session.NATIVE
    # Xwayland sets DISPLAY too, but shows only its own windows: Wayland is asked for first.
    if env.get("XDG_SESSION_TYPE", "").lower() == "wayland" or env.get("WAYLAND_DISPLAY"):
        return Session.WAYLAND
    return Session.X11 if env.get("DISPLAY") else Session.NONE


def check_session(
    environment: Mapping[str, str] | None = None, platform: str = sys.platform
) -> None:
    """Raise UnsuitableMachineError, with what to do, unless this session can be played in."""
    kind = session_kind(environment, platform)
    if kind in _ADVICE:
        raise UnsuitableMachineError(_ADVICE[kind])


def has_virtual_display() -> bool:
    """Return whether Xvfb is installed."""
    return shutil.which("Xvfb") is not None


def child_environment() -> dict[str, str]:
    """Return the environment for a program to start, without what OpenCV's import left in it."""
    leftovers = ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR")
    return {key: value for key, value in os.environ.items() if key not in leftovers}
