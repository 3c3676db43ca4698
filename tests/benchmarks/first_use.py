"""What the first use costs: `autoplay solve` with no kernel compiled, each time in a cold cache.

    python -m tests.benchmarks.first_use

Every process is one whole run of the program. CPU is that of the process, user and system: it
says what the first use takes on a machine with nothing else to do.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from autoplay.board import Board
from tests.solver.made_positions import lattice

SEA = ["." * 16] * 15


def positions() -> dict[str, list[Board]]:
    """Return what to solve in one run, by name: what little is needed first, all of it last."""
    certain = Board.from_rows(["11.", "..."], 1)
    contradictory = Board.from_rows(["1..1", "1..1", "1..1", "1..1"], 1)
    guess = Board.from_rows(["1" + "." * 15, *SEA], 40)
    unknown = Board.from_rows(["1" + "." * 15, *SEA])
    few = Board.from_rows(["01.", "01."], 1)
    wide = lattice(15, 15, 2)
    return {
        "contradiction found by counting": [contradictory],
        "something is certain": [certain],
        "a guess": [guess],
        "a guess, total unknown": [unknown],
        "few layouts left": [few],
        "all of these and a lattice": [certain, guess, unknown, few, wide, contradictory],
    }


def run(files: list[str], cache: str) -> tuple[float, float]:
    """Return the seconds and the CPU seconds of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "autoplay", "solve", *files],
        env={**os.environ, "NUMBA_CACHE_DIR": cache},
        check=False,
        capture_output=True,
    )
    wall = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    """Measure every kind of position, cold and then from the cache."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.parse_args()
    print(f"{'first use':34} {'seconds':>8} {'CPU':>6}   {'from the cache':>8} {'CPU':>6}")
    for name, boards in positions().items():
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for i, board in enumerate(boards):
                path = Path(folder) / f"{i}.txt"
                path.write_text(board.to_text())
                files.append(str(path))
            cold, warm = run(files, folder), run(files, folder)
        print(f"{name:34} {cold[0]:8.2f} {cold[1]:6.2f}   {warm[0]:14.2f} {warm[1]:6.2f}")


if __name__ == "__main__":
    main()
