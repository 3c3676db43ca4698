"""How real programs are read without their pack: python -m tests.benchmarks.ablation FOLDER.

FOLDER holds captures with truth, one folder a client, as fixtures/ does. For every client the packs
that show its look are left out, so that its skin is unknown; its pictures are then read whole,
locating included. Prints a line for each client, what is wrong, and how honest the confidence is.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from autoplay.board import SYMBOLS, Board
from autoplay.errors import NoBoardFoundError
from autoplay.vision.packs.skins import shipped_skins
from autoplay.vision.pixels.pictures import load_picture
from autoplay.vision.reader import Reader
from autoplay.vision.reading import UNKNOWN, Reading
from tests.benchmarks.calibration import Calibration

# Packs that show a client's look besides the one that bears its name.
LOOK_ALIKES = {
    "xdemineur": {"classic"},
    "classic": {"xdemineur"},
    "kmines": {"kmines-classic", "kmines-graveyard", "kmines-green"},
}
_SURE = 0.95


@dataclass
class Tally:
    """What came of one client's pictures."""

    boards: int = 0
    found: int = 0
    unknown: int = 0
    perfect: int = 0
    cells: int = 0
    right: int = 0
    unreadable: int = 0
    sure_but_wrong: int = 0
    mistakes: Counter[str] = field(default_factory=Counter)

    def line(self, name: str) -> str:
        """One row of the table."""
        share = self.right / max(1, self.cells)
        return (
            f"| {name} | {self.boards} | {self.found} | {self.unknown} | {self.perfect} "
            f"| {share:.4%} | {self.unreadable} | {self.sure_but_wrong} |"
        )


HEAD = (
    "| client | boards | found | read as unknown | perfect | cells right "
    "| unreadable | wrong above 0.95 |\n|---|---:|---:|---:|---:|---:|---:|---:|"
)


def within_a_pixel(reading: Reading, truth: dict[str, object]) -> bool:
    """Whether the board's rectangle is the true one; truth is given to about two pixels."""
    box, region = truth["board"], reading.grid.region
    assert isinstance(box, dict)
    apart = (
        region.x - box["x"],
        region.y - box["y"],
        region.right - box["x"] - box["w"],
        region.bottom - box["y"] - box["h"],
    )
    same = (reading.board.rows, reading.board.cols) == (truth["rows"], truth["cols"])
    return same and max(map(abs, apart)) <= 1 + 2


def measure(client: Path, tally: Tally, calibration: Calibration) -> None:
    """Read every picture of one client without its packs."""
    gone = {client.name} | LOOK_ALIKES.get(client.name, set())
    reader = Reader([skin for skin in shipped_skins() if skin.name not in gone])
    for path in sorted(client.glob("*.json")):
        truth = json.loads(path.read_text())
        if not truth.get("board"):
            continue
        tally.boards += 1
        cells = Board.from_rows(truth["cells"]).cells
        try:
            reading = reader.read(load_picture(path.with_suffix(".png")))
        except NoBoardFoundError:
            tally.cells += cells.size
            print(f"  {client.name}/{path.stem}: no board")
            continue
        tally.unknown += reading.skin == UNKNOWN
        tally.found += within_a_pixel(reading, truth)
        tally.cells += cells.size
        if reading.board.cells.shape != cells.shape:
            shape = reading.board.cells.shape
            print(f"  {client.name}/{path.stem}: {shape} instead of {cells.shape}")
            continue
        good = reading.board.cells == cells
        doubted = reading.board.cells == 15
        tally.perfect += bool(good.all())
        tally.right += int(good.sum())
        tally.unreadable += int(doubted.sum())
        tally.sure_but_wrong += int((~good & (reading.confidence > _SURE)).sum())
        calibration.add(reading.confidence, good)
        if not good.all():
            pairs = Counter(
                f"{SYMBOLS[t]}as{SYMBOLS[r]}"
                for t, r in zip(cells[~good], reading.board.cells[~good], strict=True)
            )
            worst = float(reading.confidence[~good].max())
            print(
                f"  {client.name}/{path.stem} ({reading.skin}): {(~good).sum()} of {good.size} "
                f"wrong, up to {worst:.3f}, {dict(pairs)}"
            )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="clients whose name contains this")
    args = parser.parse_args()
    tallies, calibration = {}, Calibration()
    for client in sorted(args.folder.iterdir()):
        if client.is_dir() and args.only in client.name and any(client.glob("*.json")):
            tallies[client.name] = Tally()
            measure(client, tallies[client.name], calibration)
    print(HEAD)
    for name, tally in tallies.items():
        if tally.boards:
            print(tally.line(name))
    print(calibration.table())


if __name__ == "__main__":
    main()
