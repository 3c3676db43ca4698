"""The demo's stage: a practice window to play in, on whatever screen this machine has."""

from __future__ import annotations

import json
import random
import select
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoplay.console import say
from autoplay.desktop.session import (
    Session,
    child_environment,
    has_virtual_display,
    session_kind,
)
from autoplay.desktop.virtual import virtual_display
from autoplay.errors import UnsuitableMachineError
from autoplay.game.level import Level
from autoplay.game.practice import practice_command
from autoplay.game.rules import Rule
from autoplay.game.session import Settings
from autoplay.geometry import Region

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoplay.desktop.protocols import Pointer, Screen

WINDOW_PATIENCE = 30.0
"""Seconds that the practice window may take to open."""

SKIN = "classic"


@dataclass(frozen=True, slots=True)
class Table:
    """What is played."""

    level: Level
    rule: Rule
    seed: int


@dataclass(frozen=True, slots=True)
class Stage:
    """Where it is played: region is the practice window on the screen, None for all of it."""

    screen: Screen
    pointer: Pointer
    region: Region | None = None


def parse_table(level: str, rule: str, seed: int | None) -> Table:
    """Return what the options name; a seed is drawn where none is given.

    Raises InputError for a level or a rule that there is not.
    """
    drawn = random.randrange(1_000_000) if seed is None else seed  # noqa: S311 - a game's seed
    return Table(Level.parse(level), Rule.parse(rule), drawn)


@contextmanager
def open_stage(table: Table) -> Iterator[Stage]:
    """Open the practice window; says on stderr where.

    On the person's own screen where there is one, else on a private virtual display, and where
    neither is to be had, in memory.
    """
    if session_kind() in (Session.X11, Session.NATIVE):
        say(f"opening the practice window on this screen (seed {table.seed})")
        with _window(table) as stage:
            yield stage
    elif has_virtual_display():
        say(f"no display to use: playing on a private virtual one (seed {table.seed})")
        with virtual_display(), _window(table) as stage:
            yield stage
    else:
        say(f"no display and no Xvfb: playing in a window in memory (seed {table.seed})")
        yield _memory_stage(table)


@contextmanager
def _window(table: Table) -> Iterator[Stage]:
    """Run the practice window as a program of its own and wait until it can be seen."""
    command = [*practice_command(Settings(table.level, table.rule, table.seed), SKIN), "--announce"]
    program = subprocess.Popen(  # noqa: S603 - this package's own
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=child_environment(),
    )
    try:
        region = _announced(program)
        from autoplay.desktop.capture import MssScreen
        from autoplay.desktop.pointer import PyautoguiPointer

        screen = MssScreen()
        try:
            yield Stage(screen, PyautoguiPointer(), region)
        finally:
            screen.close()
    finally:
        program.terminate()
        program.communicate()


def _announced(program: subprocess.Popen[str]) -> Region:
    """Wait for the line in which the practice window says where it is."""
    if program.stdout is None:
        raise ValueError("the program's output is not captured")
    until = time.monotonic() + WINDOW_PATIENCE
    while time.monotonic() < until and program.poll() is None:
        # Only where a pipe can be asked does waiting have an end; elsewhere the read blocks.
        if sys.platform != "win32" and not select.select([program.stdout], [], [], 0.2)[0]:
            continue
        line = program.stdout.readline()
        if line:
            place = json.loads(line)
            return Region(place["x"], place["y"], place["w"], place["h"])
    program.kill()
    complaint = " ".join(program.communicate()[1].split()[-30:]) or "it never showed"
    raise UnsuitableMachineError(f"the practice window did not open: {complaint}")


def _memory_stage(table: Table) -> Stage:
    from autoplay.desktop.memory import InMemoryWindow
    from autoplay.game.canvas import Canvas
    from autoplay.game.session import Session as Sitting
    from autoplay.vision.packs.skins import load_skin

    sitting = Sitting(Settings(table.level, table.rule, table.seed))
    window = InMemoryWindow(Canvas(sitting, load_skin(SKIN)))
    return Stage(window, window)
