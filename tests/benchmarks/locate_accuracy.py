"""How well boards are located: python -m tests.benchmarks.locate_accuracy [--count N] [--seed S].

Looks for the board in synthetic pictures of the held-out half of the fonts (--half 0: the tuning
half). It is located where one of the lattices found has its rows and columns and both its corners
within a pixel. Names the pictures where none has, with what came nearest, and says how often the
board is the first lattice of its picture.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.locate.boards import Located, locate_boards
from tests.vision.lettering import built_in, installed
from tests.vision.synthetic import Picture, picture

if TYPE_CHECKING:
    from autoplay.geometry import Grid

WITHIN = 1.0


@dataclass(frozen=True)
class Outcome:
    """What came of one picture: where the board is in the list (-1: nowhere), why not, seconds."""

    place: int
    why: str
    seconds: float


def corners_off(found: Grid, truth: Grid) -> float:
    """Return by how many pixels the worse of two opposite corners is off, in x or in y."""
    ends = [
        (
            grid.left,
            grid.top,
            grid.left + grid.cols * grid.pitch_x,
            grid.top + grid.rows * grid.pitch_y,
        )
        for grid in (found, truth)
    ]
    return float(np.abs(np.subtract(*ends)).max())


def located(found: Grid, truth: Grid) -> bool:
    """Whether a grid is the true one within a pixel."""
    same = (found.rows, found.cols) == (truth.rows, truth.cols)
    return same and corners_off(found, truth) <= WITHIN


def judge(found: list[Located], truth: Grid) -> tuple[int, str]:
    """Return the place of the true board in the list, and what is wrong where it is not in it."""
    for place, candidate in enumerate(found):
        if located(candidate.grid, truth):
            return place, ""
    if not found:
        return -1, "nothing found"
    nearest = min((candidate.grid for candidate in found), key=lambda g: corners_off(g, truth))
    if (nearest.rows, nearest.cols) == (truth.rows, truth.cols):
        return -1, f"off by {corners_off(nearest, truth):.2f} px"
    return -1, f"{nearest.rows}x{nearest.cols} at {nearest.left:.1f}, {nearest.top:.1f}"


def measure(made: Picture) -> Outcome:
    """Look for the board in one picture."""
    start = time.process_time()
    found = locate_boards(made.pixels)
    seconds = time.process_time() - start
    return Outcome(*judge(found, made.grid), seconds)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--half", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    letterings = tuple(built_in()) * 3 + installed(args.half)
    total, right = Counter[str](), Counter[str]()
    outcomes = []
    for number in range(args.seed, args.seed + args.count):
        made = picture(2 * number + args.half, letterings)
        outcome = measure(made)
        outcomes.append(outcome)
        kind = f"{made.look.tile} on {made.look.floor}"
        total[kind] += 1
        right[kind] += outcome.place >= 0
        if outcome.place < 0:
            grid = made.grid
            print(
                f"  {number}: {grid.rows}x{grid.cols} of {grid.pitch_x:.2f}x{grid.pitch_y:.2f} px "
                f"at {grid.left:.0f}, {grid.top:.0f}, {kind}: {outcome.why}",
                flush=True,
            )
    for kind in sorted(total):
        print(f"{kind:24} {right[kind]}/{total[kind]}")
    all_right, first = sum(right.values()), sum(outcome.place == 0 for outcome in outcomes)
    print(
        f"located within {WITHIN:.0f} px: {all_right}/{args.count} = {all_right / args.count:.4f}"
    )
    print(f"and first in the list: {first}/{args.count} = {first / args.count:.4f}")
    print(f"seconds a picture: {np.mean([outcome.seconds for outcome in outcomes]):.3f}")


if __name__ == "__main__":
    main()
