"""How many pictures without Minesweeper are taken for boards: python -m ... [--count N] [--seed S].

Reads negatives of tests/vision/negatives.py (and folders given) with the whole reader, packs and
unknown skins together.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import cv2

from autoplay.desktop.protocols import Frame
from autoplay.errors import NoBoardFoundError
from autoplay.geometry import Point
from autoplay.vision.reader import Reader
from tests.vision.lettering import built_in, installed
from tests.vision.negatives import negative

EVERY = 100


def main() -> None:
    """Read them all and print which were taken for boards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("folders", type=Path, nargs="*")
    args = parser.parse_args()
    letterings = (*built_in(), *installed(1))
    reader = Reader()
    sources: list[int | Path] = list(range(args.seed, args.seed + args.count))
    for folder in args.folders:
        sources += sorted(folder.rglob("*.png"))
    false: Counter[str] = Counter()
    for number, source in enumerate(sources):
        if number and number % EVERY == 0:
            print(f"  {sum(false.values())} in {number} so far", flush=True)
        if isinstance(source, Path):
            name, pixels, kind = str(source), cv2.imread(str(source)), "capture"
        else:
            name, (pixels, kind) = f"negative {source}", negative(source, letterings)
        try:
            reading = reader.read(Frame(pixels, Point(0, 0)))
        except NoBoardFoundError:
            continue
        false[kind] += 1
        board = reading.board
        print(f"{name} ({kind}): {board.rows}x{board.cols}, skin {reading.skin}")
        print("   ", " ".join(board.to_rows()[:6]))
    print(f"{sum(false.values())} false boards in {len(sources)} pictures {dict(false)}")


if __name__ == "__main__":
    main()
