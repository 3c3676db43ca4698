"""How well unknown skins are read: python -m tests.benchmarks.unknown_accuracy [options].

Reads synthetic pictures of the held-out half of the fonts (--half 0: the tuning half) or a folder
of captures with truth (--corpus), each board from its true grid and without any pack. Prints the
share of boards and cells that are right and how honest the confidence is.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from autoplay.board import SYMBOLS, Board
from autoplay.geometry import Grid
from autoplay.vision.unknown.reading import read_unknown
from tests.vision.lettering import built_in, installed
from tests.vision.synthetic import picture

BINS = (0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.01)


def synthetic_cases(count: int, half: int, seed: int):
    """Yield (name, kind, pixels, grid, cells) of synthetic pictures."""
    letterings = tuple(built_in()) * 3 + installed(half)
    for number in range(seed, seed + count):
        made = picture(2 * number + half, letterings)
        kind = f"synthetic {made.look.tile}"
        yield f"{number}", kind, made.pixels, made.grid, made.board.cells


def corpus_cases(folder: Path):
    """Yield (name, kind, pixels, grid, cells) of captures with truth."""
    for path in sorted(folder.rglob("*.json")):
        truth = json.loads(path.read_text())
        if not truth.get("board") or not truth.get("cells"):
            continue
        box, rows, cols = truth["board"], truth["rows"], truth["cols"]
        grid = Grid(box["x"], box["y"], box["w"] / cols, box["h"] / rows, rows, cols)
        pixels = cv2.imread(str(path.with_suffix(".png")))
        name = f"{path.parent.name}/{path.stem}"
        yield name, path.parent.name, pixels, grid, Board.from_rows(truth["cells"]).cells


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--half", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=20, help="how many wrong boards are named")
    args = parser.parse_args()
    cases = (
        corpus_cases(args.corpus)
        if args.corpus
        else synthetic_cases(args.count, args.half, args.seed)
    )
    boards, perfect, cells, right, overconfident = (Counter[str]() for _ in range(5))
    sure, hit = [], []
    for name, kind, pixels, grid, truth in cases:
        reading = read_unknown(pixels, grid)
        good = reading.cells == truth
        boards[kind] += 1
        perfect[kind] += bool(good.all())
        cells[kind] += good.size
        right[kind] += int(good.sum())
        overconfident[kind] += int((~good & (reading.confidence > 0.95)).sum())
        sure.append(reading.confidence.ravel())
        hit.append(good.ravel())
        if not good.all() and args.show > 0:
            args.show -= 1
            pairs = Counter(
                SYMBOLS[t] + SYMBOLS[r]
                for t, r in zip(truth[~good], reading.cells[~good], strict=True)
            )
            worst = float(reading.confidence[~good].max())
            print(f"  {name}: {(~good).sum()} of {good.size} wrong, up to {worst:.3f}, {pairs}")
    for kind in sorted(boards):
        print(
            f"{kind}: {perfect[kind]}/{boards[kind]} boards perfect, "
            f"{right[kind] / cells[kind]:.5f} of cells, {overconfident[kind]} wrong above 0.95"
        )
    total, whole = sum(boards.values()), sum(perfect.values())
    print(
        f"all: {whole}/{total} = {whole / total:.4f} boards, "
        f"{sum(right.values()) / sum(cells.values()):.5f} cells, "
        f"{sum(overconfident.values())} wrong above 0.95"
    )
    confidence, correct = np.concatenate(sure), np.concatenate(hit)
    for low, high in itertools.pairwise(BINS):
        chosen = (confidence >= low) & (confidence < high)
        if chosen.any():
            share = correct[chosen].mean()
            print(f"  confidence {low:.2f}-{high:.2f}: {chosen.sum():7d} cells, {share:.4f} right")


if __name__ == "__main__":
    main()
