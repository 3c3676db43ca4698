"""Time of an analysis, this solver against PyPI's ms-toollib in one run on one core.

    python -m tests.benchmarks.solver_speed expert.json --hard hard.json

Both files have a list "positions" of {"id", "rows", "mines"}. ms-toollib (`pip install
'autoplay[bench]'`) gets its own kind of input, ready made; this solver gets a `Board`.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ms_toollib
import numpy as np

from autoplay.board import Board
from autoplay.solver import analyse
from tests.solver.made_positions import lattice, natural

if TYPE_CHECKING:
    from collections.abc import Callable

GIVE_UP = 25.0
"""Seconds after which the other solver is taken to have no answer."""


def other_input(board: Board) -> list[list[int]]:
    """Return a board as ms-toollib writes it: 10 is an unopened cell."""
    return [[10 if cell > 8 else cell for cell in row] for row in board.cells.tolist()]


def elapsed(call: Callable[[], object]) -> float:
    """Return the seconds that a call takes."""
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def compare(boards: list[Board], passes: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the seconds of both solvers, (passes, boards) each, the first pass left out."""
    inputs = [other_input(board) for board in boards]
    ours, others = np.empty((2, passes + 1, len(boards)))
    for turn in range(passes + 1):
        for i, board in enumerate(boards):
            ours[turn, i] = elapsed(lambda b=board: analyse(b))
            others[turn, i] = elapsed(
                lambda c=inputs[i], m=board.mines: ms_toollib.cal_probability_onboard(c, m)
            )
    return ours[1:], others[1:]


def report(name: str, boards: list[Board], passes: int) -> None:
    """Print a line for each solver, and their ratio."""
    ours, others = compare(boards, passes)
    print(f"{name}: {len(boards)} positions, {passes} passes after the first; milliseconds")
    for solver, seconds in (("autoplay", ours), ("ms-toollib", others)):
        best = 1000 * seconds.min(axis=0)
        print(
            f"  {solver:10}  second pass: mean {1000 * seconds[0].mean():.3f}"
            f"  99 % {1000 * np.quantile(seconds[0], 0.99):.3f}"
            f"   best of passes: mean {best.mean():.3f}  median {np.median(best):.3f}"
            f"  99 % {np.quantile(best, 0.99):.3f}  max {best.max():.3f}"
        )
    second = ours[0].mean() / others[0].mean()
    best = ours.min(axis=0).mean() / others.min(axis=0).mean()
    print(f"  ratio of means: second pass {second:.3f}, best of passes {best:.3f}")


def peak_megabytes() -> float:
    """Return the most memory that this process ever held (Linux: getrusage counts the parent's)."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def _alone(board: Board, queue: Any) -> None:
    analyse(Board.from_rows(["1.", ".."], 1))  # the kernels are loaded, as in a running game
    idle = peak_megabytes()
    seconds = elapsed(lambda: analyse(board))
    queue.put((seconds, idle, peak_megabytes()))


def _other_alone(board: Board, queue: Any) -> None:
    cells = other_input(board)
    queue.put(elapsed(lambda: ms_toollib.cal_probability_onboard(cells, board.mines)))


def alone(target: Callable[..., None], board: Board, limit: float) -> Any:
    """Return what a fresh process puts into its queue, or None after the limit."""
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    process = context.Process(target=target, args=(board, queue))
    process.start()
    process.join(limit + 5.0)
    if process.is_alive() or queue.empty():
        process.kill()
        process.join()
        return None
    return queue.get()


def report_hard(boards: dict[str, Board], with_other: bool) -> None:
    """Print time and peak memory of each board, each in a process of its own."""
    print(f"{'position, each in a fresh process':36} {'seconds':>8} {'peak MB':>8}  ms-toollib")
    for name, board in boards.items():
        found = alone(_alone, board, 600.0)
        seconds, idle, peak = found or (float("nan"), 0, 0)
        other = alone(_other_alone, board, GIVE_UP) if with_other else None
        said = (
            "" if not with_other else f"none in {GIVE_UP:g} s" if other is None else f"{other:.4f}"
        )
        print(f"{name:36} {seconds:8.4f} {peak:8.0f}  {said}  (loaded: {idle:.0f} MB)")


def stored(path: Path) -> dict[str, Board]:
    """Read the positions of a file by id."""
    positions = json.loads(path.read_text())["positions"]
    return {p["id"]: Board.from_rows(p["rows"], p["mines"]) for p in positions}


def main() -> None:
    """Measure what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions", type=Path, help="positions to take the mean over")
    parser.add_argument("--hard", type=Path, help="positions to measure one by one")
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--large", type=int, default=6, help="natural boards of 100x100")
    parser.add_argument("--no-other", action="store_true", help="hard ones: this solver only")
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    report(args.positions.name, list(stored(args.positions).values()), args.passes)
    if args.large:
        boards = [
            natural(100, 100, seed, share=share)
            for seed in range(args.large)
            for share in (0.25, 0.5, 0.75)
        ]
        report("natural 100x100, 2000 mines", boards, args.passes)
    hard = {} if args.hard is None else stored(args.hard)
    for size in (17, 19):
        for seed in range(3):
            hard[f"lattice-{size}x{size}-45 seed {seed}"] = lattice(size, size, seed)
    report_hard(hard, not args.no_other)


if __name__ == "__main__":
    main()
