"""Starts the practice window, here or in a process of its own."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING

from autoplay.errors import AutoplayError, UnsuitableMachineError
from autoplay.game.level import Level
from autoplay.game.rules import Rule
from autoplay.game.session import Session, Settings
from autoplay.vision.packs.skins import load_skin

if TYPE_CHECKING:
    import tkinter as tk
    from collections.abc import Sequence

CELL = 24
"""Pixels a side of a cell on a screen of ordinary density."""

_ORDINARY_DPI = 96.0

SETTLED_MS = 300


def practise(
    settings: Settings,
    skin: str = "classic",
    scale: float | None = None,
    *,
    announce: bool = False,
) -> None:
    """Open the practice window and return when it is closed.

    skin: name of a template pack; scale: 1.0 to 3.0, by default what the screen's density asks.
    announce: print where the window is (x, y, w, h in pixels, as JSON) once it can be seen.
    Raises UnsuitableMachineError without tkinter or a display, InputError for an unknown skin.
    """
    look = load_skin(skin)
    root = _open_root()
    from autoplay.game.canvas import Canvas
    from autoplay.game.window import PracticeWindow

    if scale is None:
        scale = root.winfo_fpixels("1i") / _ORDINARY_DPI
    scale = min(3.0, max(1.0, scale))
    root.tk.call("tk", "scaling", scale * _ORDINARY_DPI / 72)
    PracticeWindow(root, Canvas(Session(settings), look, round(CELL * scale)))
    if announce:
        root.wait_visibility()
        # A window manager may still move the window that it has just shown.
        root.after(SETTLED_MS, _announce, root)
    root.mainloop()


def _announce(root: tk.Tk) -> None:
    place = {
        "x": root.winfo_rootx(),
        "y": root.winfo_rooty(),
        "w": root.winfo_width(),
        "h": root.winfo_height(),
    }
    print(json.dumps(place), flush=True)  # noqa: T201


def practice_command(
    settings: Settings, skin: str = "classic", scale: float | None = None
) -> list[str]:
    """Return the command that opens this practice window as a process of its own."""
    command = [sys.executable, "-m", "autoplay.game.practice", "--level", settings.level.name]
    command += ["--rule", settings.rule.value, "--seed", str(settings.seed), "--skin", skin]
    command += ["--fair"] if settings.fair else []
    command += ["--no-guess"] if settings.no_guess else []
    command += ["--question-marks"] if settings.question_marks else []
    return command + ([] if scale is None else ["--scale", str(scale)])


def _open_root() -> tk.Tk:
    try:
        import tkinter as tk
    except ImportError:
        raise UnsuitableMachineError(
            "the practice window needs tkinter; install it with: apt install python3-tk"
        ) from None
    try:
        return tk.Tk(className="Autoplay")
    except tk.TclError as error:
        display = os.environ.get("DISPLAY", "")
        raise UnsuitableMachineError(
            f"no window can be opened on the display {display!r} ({error}); set DISPLAY"
        ) from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window that the arguments describe; returns the exit code."""
    parser = argparse.ArgumentParser(prog="practice", description="Minesweeper, with help")
    parser.add_argument("--level", default="beginner", help="name or WxH/M")
    parser.add_argument("--rule", default="open", help="safe, open or none")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fair", action="store_true")
    parser.add_argument("--no-guess", action="store_true")
    parser.add_argument("--question-marks", action="store_true")
    parser.add_argument("--skin", default="classic")
    parser.add_argument("--scale", type=float)
    parser.add_argument("--announce", action="store_true", help="print where the window is")
    given = parser.parse_args(arguments)
    try:
        settings = Settings(
            Level.parse(given.level),
            Rule.parse(given.rule),
            given.seed,
            fair=given.fair,
            no_guess=given.no_guess,
            question_marks=given.question_marks,
        )
        practise(settings, given.skin, given.scale, announce=given.announce)
    except AutoplayError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return int(error.exit_code)
    return 0


if __name__ == "__main__":
    sys.exit(main())
