"""What a person sees on stderr: notes, errors, and the game while it is being played."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.live import Live
from rich.text import Text

from autoplay.board import SYMBOLS, Board, Cell

if TYPE_CHECKING:
    from autoplay.desktop.protocols import Clock
    from autoplay.player.plan import Place, Plan
    from autoplay.player.result import GameResult
    from autoplay.player.total import MineTotal
    from autoplay.vision.reading import Reading

REDRAW_EVERY = 0.1
"""Seconds between two drawings of the board, so that showing does not slow the playing down."""

_STYLES = {
    Cell.HIDDEN: "dim",
    Cell.FLAG: "bold yellow",
    Cell.QUESTION: "yellow",
    Cell.MINE: "magenta",
    Cell.EXPLODED: "bold white on red",
    Cell.WRONG_FLAG: "red",
    Cell.UNREADABLE: "black on yellow",
    Cell.N1: "blue",
    Cell.N2: "green",
    Cell.N3: "red",
    Cell.N4: "bold blue",
    Cell.N5: "bold red",
    Cell.N6: "cyan",
    Cell.N7: "bold",
    Cell.N8: "dim",
}


def say(text: str) -> None:
    """Print one line for the person on stderr."""
    sys.stderr.write(f"{' '.join(text.split())}\n")
    sys.stderr.flush()


def board_text(board: Board) -> Text:
    """Return a board in colours; opened blank cells are left empty."""
    text = Text()
    for line in board.cells.tolist():
        for value in line:
            symbol = " " if value == 0 else SYMBOLS[value]
            text.append(f"{symbol} ", style=_STYLES.get(Cell(value), ""))
        text.append("\n")
    return text


class LiveView:
    """Shows the board and what is done to it; on a terminal as a picture that changes."""

    def __init__(self, clock: Clock, games: int = 1) -> None:
        self._clock = clock
        self._games = games
        self._game = 0
        self._clicks = 0
        self._drawn_at = 0.0
        self._console = Console(stderr=True)
        self._live = Live(console=self._console, auto_refresh=False, transient=True)

    def started(self, reading: Reading, total: MineTotal) -> None:
        """Say what is being played."""
        self._game += 1
        self._clicks = 0
        if self._game == 1:
            size = f"{reading.board.cols}x{reading.board.rows}"
            say(f"playing a board of {size} ({reading.skin}); {total}")
        if self._console.is_terminal:
            self._live.start()

    def planned(self, reading: Reading, plan: Plan) -> None:
        """Draw the position, but not more often than an eye can follow."""
        self._clicks += len(plan.moves)
        now = self._clock.now()
        if not self._live.is_started or now - self._drawn_at < REDRAW_EVERY:
            return
        self._drawn_at = now
        what = f"game {self._game} of {self._games}, {self._clicks} clicks; "
        if plan.certain:
            what += f"{len(plan.moves)} certain moves"
        else:
            what += plan.moves[-1].reason
        self._live.update(board_text(reading.board).append(what), refresh=True)

    def lost(self, places: list[Place]) -> None:
        """Lost clicks are no news for a person: they are repeated."""

    def note(self, text: str) -> None:
        """Say it."""
        say(text)

    def ended(self, reading: Reading | None, result: GameResult) -> None:
        """Leave the last position on the terminal."""
        del result
        if self._live.is_started:
            self._live.stop()
            if reading is not None:
                self._console.print(board_text(reading.board), end="")
