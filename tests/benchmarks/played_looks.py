"""How many games of unknown looks are read right to their end.

python -m tests.benchmarks.played_looks [--count N] [--seed S] [--half 0] [--flood 8|4|0].

Looks are invented, with fonts of the held-out half; the board is found on its fresh picture and
followed from click to click, with all that play shows about cells. A game counts as read right when
it ends, won or lost by a risk taken.
"""

from __future__ import annotations

import argparse
from collections import Counter

from tests.vision.lettering import built_in, installed
from tests.vision.painted import AT_RISK, WON, PaintedGame, play


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--half", type=int, default=1)
    parser.add_argument("--flood", type=int, choices=(8, 4, 0), default=8)
    args = parser.parse_args()
    letterings = tuple(built_in()) * 3 + installed(args.half)
    outcomes = Counter[str]()
    for number in range(args.seed, args.seed + args.count):
        outcome = play(PaintedGame(2 * number + args.half, letterings, args.flood))
        outcomes[outcome] += 1
        if outcome not in (WON, AT_RISK):
            print(f"  {number}: {outcome}", flush=True)
    for outcome, number in outcomes.most_common():
        print(f"{number:4} {outcome}")


if __name__ == "__main__":
    main()
