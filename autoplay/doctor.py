"""Does this machine suit the player? One finding for each thing that it needs."""

from __future__ import annotations

import importlib.util
from dataclasses import asdict, dataclass

import numpy as np

from autoplay.desktop.session import Session, check_session, has_virtual_display, session_kind
from autoplay.errors import AutoplayError


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    needed: whether ``autoplay play`` cannot do without it.
    """

    name: str
    good: bool
    text: str
    needed: bool = True

    def to_json(self) -> dict[str, object]:
        """Return it as programs read it."""
        return asdict(self)


def examine() -> list[Finding]:
    """Look at the session, the screen, the pointer and what else is used; touches nothing."""
    findings = [_session()]
    if findings[0].good:
        findings += [*_screen(), _pointer()]
    return [*findings, _tk(), _xvfb(), _skins()]


def _session() -> Finding:
    kind = session_kind()
    try:
        check_session()
    except AutoplayError as error:
        return Finding("session", good=False, text=str(error))
    name = {Session.X11: "an X11 session", Session.NATIVE: "this system's own desktop"}[kind]
    return Finding("session", good=True, text=name)


def _screen() -> list[Finding]:
    from autoplay.desktop.capture import MssScreen

    try:
        screen = MssScreen()
        monitors = screen.monitors()
        scale = screen.scale()
        pixels = screen.grab(monitors[0]).pixels
        screen.close()
    except AutoplayError as error:
        return [Finding("screen", good=False, text=str(error))]
    sizes = ", ".join(f"{m.w}x{m.h} at {m.x},{m.y}" for m in monitors)
    findings = [Finding("screen", good=True, text=f"{len(monitors)} monitors: {sizes}")]
    # A program without the permission to record the screen is shown nothing, not an error.
    if np.ptp(pixels) == 0:
        text = "the screen is one single colour: locked, asleep, or recording is not permitted"
        findings.append(Finding("capture", good=False, text=text, needed=False))
    else:
        findings.append(Finding("capture", good=True, text="the screen can be captured"))
    text = f"{scale:g} captured pixels for each unit of the pointer"
    findings.append(Finding("scale", good=True, text=text))
    return findings


def _pointer() -> Finding:
    from autoplay.desktop.pointer import PyautoguiPointer

    try:
        here = PyautoguiPointer().position()
    except AutoplayError as error:
        return Finding("pointer", good=False, text=str(error))
    return Finding("pointer", good=True, text=f"the pointer is at {here.x},{here.y}")


def _tk() -> Finding:
    found = importlib.util.find_spec("tkinter") is not None
    text = "for the practice window" if found else "missing; install the package python3-tk"
    return Finding("tk", good=found, text=text, needed=False)


def _xvfb() -> Finding:
    found = has_virtual_display()
    text = "for a private display" if found else "missing; 'autoplay demo' uses a window in memory"
    return Finding("xvfb", good=found, text=text, needed=False)


def _skins() -> Finding:
    from autoplay.player.assembly import skins

    try:
        names = [skin.name for skin in skins()]
    except AutoplayError as error:
        return Finding("skins", good=False, text=str(error))
    return Finding("skins", good=bool(names), text=", ".join(names) or "none; reinstall autoplay")
