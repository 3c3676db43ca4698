"""How many boards are read right from whole pictures: python -m tests.benchmarks.whole_pictures.

Options: [--count N] [--seed S] [--half 0] [--state fresh] [--one-by-one]. Unlike unknown_accuracy,
the board has to be found as well: a synthetic picture, with fonts of the held-out half, is given to
the reader as a capture is.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from autoplay.desktop.protocols import Frame
from autoplay.errors import NoBoardFoundError
from autoplay.geometry import Point
from autoplay.vision.reader import Reader
from tests.vision.lettering import built_in, installed
from tests.vision.synthetic import Picture, picture

SURE = 0.95
EVERY = 100


def judge(made: Picture) -> tuple[str, int]:
    """What came of one picture, and how many cells of a rightly placed board are surely wrong."""
    try:
        reading = Reader().read(Frame(made.pixels, Point(0, 0)))
    except NoBoardFoundError:
        return "not found", 0
    if reading.board.cells.shape != made.board.cells.shape:
        return "another size", 0
    wrong = reading.board.cells != made.board.cells
    return "cells wrong" if wrong.any() else "perfect", int(
        (wrong & (reading.confidence > SURE)).sum()
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--half", type=int, default=1)
    parser.add_argument("--state", help="only boards so far in play, such as fresh or lost")
    parser.add_argument("--one-by-one", action="store_true", help="blanks open no other cells")
    args = parser.parse_args()
    wanted: dict[str, object] = {"floods": not args.one_by_one}
    if args.state is not None:
        wanted["state"] = args.state
    letterings = tuple(built_in()) * 3 + installed(args.half)
    outcomes = Counter[str]()
    surely_wrong, seconds = 0, 0.0
    for number in range(args.seed, args.seed + args.count):
        made = picture(2 * number + args.half, letterings, **wanted)
        start = time.process_time()
        outcome, wrong = judge(made)
        seconds += time.process_time() - start
        outcomes[outcome] += 1
        surely_wrong += wrong
        if outcome != "perfect":
            grid = made.grid
            kind = f"{made.look.tile} on {made.look.floor}"
            size = f"{grid.rows}x{grid.cols} of {grid.pitch_x:.1f} px"
            print(f"  {number}: {outcome}, {size}, {kind}", flush=True)
        if (read := outcomes.total()) % EVERY == 0:
            print(f"  {outcomes['perfect']} of {read} perfect so far", flush=True)
    for outcome, number in outcomes.most_common():
        print(f"{outcome:13} {number}/{args.count} = {number / args.count:.4f}")
    print(f"wrong above {SURE}: {surely_wrong}; seconds a picture: {seconds / args.count:.2f}")


if __name__ == "__main__":
    main()
