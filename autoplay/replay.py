"""Shows a journal again, step by step."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from rich.console import Console

from autoplay.answers import move_text
from autoplay.console import board_text
from autoplay.player.journal import read_journal

if TYPE_CHECKING:
    from pathlib import Path

SHOWN_MOVES = 8
"""Moves of a position that are listed; of the others only the number is told."""


def show(path: Path, delay: float) -> None:
    """Print each step of a journal; wait `delay` seconds after a position on a terminal.

    Raises InputError when the file is no journal.
    """
    console = Console(highlight=False)
    waits = delay if sys.stdout.isatty() else 0.0
    for number, step in enumerate(read_journal(path), start=1):
        console.print(f"[bold]{number}. {step.kind}[/bold]: {step.text}", soft_wrap=True)
        if step.board is not None:
            console.print(board_text(step.board), end="")
        for move in step.moves[:SHOWN_MOVES]:
            console.print(f"  {move_text(move)}", soft_wrap=True)
        if len(step.moves) > SHOWN_MOVES:
            console.print(f"  and {len(step.moves) - SHOWN_MOVES} more")
        if waits and step.board is not None:
            time.sleep(waits)
