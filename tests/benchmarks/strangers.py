"""Plays programs that no pack knows: python -m tests.benchmarks.strangers [--games N].

Two themes of kmines, whose own pack is left out, and a page in chromium in three looks, of which
one floods to the sides alone; and once more, opening only what is clicked. Every game is a new
program, as nobody has said how an unknown one starts its next game.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from autoplay.desktop.capture import MssScreen
from autoplay.desktop.clock import SystemClock
from autoplay.player.assembly import habits_of, real_solver
from autoplay.player.player import Player, Settings
from autoplay.vision.packs.skins import shipped_skins
from autoplay.vision.reader import Reader
from tests.benchmarks.real_clients import (
    Witness,
    WitnessedPointer,
    clicks_outside,
    installed,
    line,
    parse_options,
    print_head,
    watching,
)
from tests.clients.stage import Client, desktop, resting_place, running, wait_for_board

if TYPE_CHECKING:
    from autoplay.player.result import GameResult

PAGE = Path(__file__).parents[1] / "clients" / "pages" / "mines.html"
LEFT_OUT = {"kmines", "kmines-classic", "kmines-graveyard", "kmines-green"}
_PLACE = ("--window-position=180,120", "--window-size=760,640")
_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-sync",
    "--force-device-scale-factor=1",
)


def kmines(theme: str) -> Client:
    """Return kmines with one of its themes."""
    text = f"[KgTheme]\nTheme=themes/{theme}.desktop\n\n[KgDifficulty]\nLevel=Easy\n"
    files = {".config/kminesrc": text}
    return Client(f"kmines {theme}", "kmines", "kmines", (), 9, 9, 10, files, needs_bus=True)


def page(look: str, seed: int, flood: int = 8) -> Client:
    """Return the test page in a browser window of its own; a blank opens so many neighbours."""
    game = f"look={look}&size=9x9&mines=10&seed={seed}&flood={flood}"
    address = f"--app={PAGE.resolve().as_uri()}?{game}"
    name = f"page {look}" if flood else f"page {look}, no flood"
    return Client(name, "chromium", "chromium", (*_QUIET, *_PLACE, address), 9, 9, 10)


def strangers(game: int) -> list[Client]:
    """Return the programs, set up for one game."""
    return [
        kmines("default"),
        kmines("classic"),
        page("dark", 100 + game),
        page("paper", 200 + game),
        page("tiles", 300 + game, flood=4),
        page("paper", 400 + game, flood=0),
    ]


def play(client: Client, pictures: Path | None) -> tuple[GameResult, int, bool]:
    """Play one game; return its result, clicks outside the board, and whether it crashed."""
    screen, pointer, clock = MssScreen(), WitnessedPointer(), SystemClock()
    reader = Reader([skin for skin in shipped_skins() if skin.name not in LEFT_OUT])
    witness = Witness(client, screen, pictures)
    with running(client) as program:
        pointer.move(resting_place())
        wait_for_board(client, screen, reader)
        player = Player(
            screen,
            pointer,
            clock,
            reader,
            real_solver(),
            habits_of,
            watching(witness, clock),
            Settings(games=1),
        )
        (result,) = player.play()
        crashed = program.poll() is not None
    screen.close()
    return result, clicks_outside(pointer.sent, witness.boards), crashed


def main() -> None:
    """Play them all."""
    options = parse_options(__doc__, 10)
    with desktop():
        print_head()
        for number, client in installed(strangers(0), options.only):
            results, outside, crashes = [], 0, 0
            for game in range(options.games):
                named = replace(strangers(game)[number], name=f"{client.name} {game + 1}")
                result, beside, crashed = play(named, options.pictures)
                results.append(result)
                outside, crashes = outside + beside, crashes + crashed
                print(
                    f"  {named.name}: {result.outcome.value} {result.seconds:.1f} s",
                    file=sys.stderr,
                )
            print(line(client, results, outside, bool(crashes)), flush=True)


if __name__ == "__main__":
    main()
