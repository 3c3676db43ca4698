"""How well pages without a pack are found and read: python -m tests.benchmarks.web_looks.

Every look of the test page in chromium, at several zooms, fresh, early, mid-game and late, is
photographed without a display and read with no pack at all. Prints a line for each picture.
"""

from __future__ import annotations

import argparse
import dataclasses
import random
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from autoplay.errors import NoBoardFoundError
from autoplay.vision.pixels.pictures import load_picture
from autoplay.vision.reader import Reader
from tests.vision.synthetic import make_scene, play_position

if TYPE_CHECKING:
    from autoplay.board import Board

PAGE = Path(__file__).parents[1] / "clients" / "pages" / "mines.html"
LOOKS = ("checker", "dark", "paper", "tiles", "table", "slate")
ZOOMS = ("1", "1.1", "1.25")
STATES = ("fresh", "early", "mid", "late")


def position(state: str, seed: int) -> Board:
    """Play a 9x9 or 16x16 game up to a state."""
    rng = random.Random(seed)
    side = 9 if seed % 2 else 16
    scene = dataclasses.replace(make_scene(rng), rows=side, cols=side, state=state, questions=0)
    return play_position(rng, scene)


def photograph(look: str, zoom: str, board: Board, to: Path) -> None:
    """Have chromium draw a position of one look."""
    rows = "|".join(board.to_rows())
    address = f"{PAGE.resolve().as_uri()}?look={look}&zoom={zoom}&show={rows}"
    subprocess.run(
        [
            "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--window-size=1300,1150",
            f"--screenshot={to}",
            address,
        ],
        check=True,
        capture_output=True,
        timeout=60,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="keep the pictures in this folder")
    parser.add_argument("--only", default="", help="looks whose name contains this")
    args = parser.parse_args()
    found = perfect = total = seed = 0
    with tempfile.TemporaryDirectory() as folder:
        keep = args.keep or Path(folder)
        keep.mkdir(parents=True, exist_ok=True)
        for look in (look for look in LOOKS if args.only in look):
            for zoom in ZOOMS:
                for state in STATES:
                    seed += 1
                    board = position(state, seed)
                    path = keep / f"{look}-{zoom}-{state}.png"
                    photograph(look, zoom, board, path)
                    total += 1
                    verdict = judge(path, board)
                    found += verdict != "not found"
                    perfect += verdict == "perfect"
                    print(f"{path.stem}: {verdict}", flush=True)
    print(f"{found} of {total} found with all rows and columns, {perfect} perfect")


def judge(path: Path, board: Board) -> str:
    """Read one picture and say what came of it."""
    try:
        reading = Reader([]).read(load_picture(path))
    except NoBoardFoundError:
        return "not found"
    if reading.board.cells.shape != board.cells.shape:
        return "not found"
    wrong = int(np.count_nonzero(reading.board.cells != board.cells))
    return "perfect" if not wrong else f"{wrong} of {board.cells.size} cells wrong"


if __name__ == "__main__":
    main()
