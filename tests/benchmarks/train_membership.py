"""Teach the network of memberships again: python -m tests.benchmarks.train_membership OUT.npz DIR.

Lattices of synthetic pictures and desktops, with fonts of the tuning half (see
tests/vision/lettering.py), and of pictures without Minesweeper: the true one of a picture, the true
one shifted, and such as the program itself proposes. A cell belongs to a board where it lies on a
cell of the true grid. Half of the fonts stays held out for tests/benchmarks/locate_accuracy.py.
The samples, 1 MB a picture, are kept in a folder, so that teaching can be repeated.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.proposals import Lattice, laid_around, likely_lattices
from autoplay.vision.locate.membership import context
from autoplay.vision.locate.patch_boards import patch_boards
from autoplay.vision.pixels.lines import draw_lines
from tests.benchmarks.teaching import right, save, train
from tests.vision.desktops import desktop
from tests.vision.lettering import Lettering, built_in, installed
from tests.vision.negatives import negative
from tests.vision.synthetic import picture

MOST_PATCHES = 2
MOST_PROPOSED = 5
NEGATIVE_PROPOSED = 8
SHIFTED = 2
JITTER = 0.3
KEPT_OF_TRUE = 120
KEPT_OF_FALSE = 40
PART = 50
SIGNS = 470
SPARSELY = 20
AT_ONCE = 8192
HIDDEN_SIGNS = 0.15
LEAST_SPREAD = 0.01
FIRST_PICTURE = 1000
"""The pictures before it are for trying."""

Samples = tuple[np.ndarray, np.ndarray]


def belongs(lattice: Grid, truth: Grid | None) -> np.ndarray:
    """Return (rows, cols): 1 for cells of the board, 0 for others, 2 where it is hard to say."""
    if truth is None or not np.allclose(
        (lattice.pitch_x / truth.pitch_x, lattice.pitch_y / truth.pitch_y), 1, atol=0.05
    ):
        return np.zeros((lattice.rows, lattice.cols), int)
    col = (lattice.left - truth.left) / truth.pitch_x
    row = (lattice.top - truth.top) / truth.pitch_y
    col = col + np.arange(lattice.cols) * lattice.pitch_x / truth.pitch_x
    row = row + np.arange(lattice.rows) * lattice.pitch_y / truth.pitch_y
    inside = (np.round(row) >= 0) & (np.round(row) < truth.rows)
    inside = inside[:, None] & (np.round(col) >= 0) & (np.round(col) < truth.cols)
    off = np.maximum(np.abs(row - np.round(row))[:, None], np.abs(col - np.round(col)))
    pitch = min(truth.pitch_x, truth.pitch_y)
    answer = np.where(off * pitch < max(0.07 * pitch, 1.0), 1, 2)
    answer[off * pitch >= max(0.12 * pitch, 1.8)] = 0
    return np.where(inside, answer, 0)


def true_lattices(rng: np.random.Generator, truth: Grid) -> list[Lattice]:
    """Return the lattice of a board, seen in all of it and in a part, and shifted lattices."""
    box = truth.region
    whole = (box.x, box.y, box.right, box.bottom)
    across, down = np.sort(rng.random(2)), np.sort(rng.random(2))
    part = (
        int(box.x + across[0] * box.w),
        int(box.y + down[0] * box.h),
        int(box.x + across[1] * box.w),
        int(box.y + down[1] * box.h),
    )
    dx, dy = rng.normal(0, JITTER, 2)
    near = Grid(truth.left + dx, truth.top + dy, truth.pitch_x, truth.pitch_y, 1, 1)
    found = [Lattice(near, whole), Lattice(near, part)]
    for _ in range(SHIFTED):
        way = rng.integers(3)
        dx, dy = rng.uniform(0.1, 0.5, 2) * rng.choice([-1, 1], 2)
        dx, dy = dx * (way != 1) * truth.pitch_x, dy * (way != 0) * truth.pitch_y
        off = Grid(truth.left + dx, truth.top + dy, truth.pitch_x, truth.pitch_y, 1, 1)
        found.append(Lattice(off, whole))
    return found


def cells_of(rng: np.random.Generator, pixels: np.ndarray, truth: Grid | None) -> Samples:
    """Return the signs of some cells of some lattices of a picture, and whether they belong."""
    drawing = draw_lines(pixels)
    patches = [located.grid for located in patch_boards(pixels)][:MOST_PATCHES]
    proposed = likely_lattices(drawing, patches)
    first, rest = proposed[: len(patches)], proposed[len(patches) :]
    number = NEGATIVE_PROPOSED if truth is None else MOST_PROPOSED
    lattices = first + [rest[i] for i in rng.permutation(len(rest))[:number]]
    if truth is not None:
        lattices += true_lattices(rng, truth)
    signs: list[np.ndarray] = [np.zeros((0, SIGNS), np.float16)]
    answers: list[np.ndarray] = [np.zeros(0, np.int8)]
    for lattice in lattices:
        around = laid_around(drawing, lattice.cell, lattice.box)
        if around is None:
            continue
        answer = belongs(around, truth).ravel()
        kept = rng.permutation(answer.size)
        kept = kept[: KEPT_OF_TRUE if (answer == 1).any() else KEPT_OF_FALSE]
        kept = kept[answer[kept] != 2]
        signs.append(context(drawing, around)[kept].astype(np.float16))
        answers.append(answer[kept].astype(np.int8))
    return np.concatenate(signs), np.concatenate(answers)


def drawn(kind: str, seed: int, half: int, letterings: tuple[Lettering, ...]) -> Samples:
    """Draw one picture and take some of its cells; kind: picture, desktop, odd or negative."""
    rng = np.random.default_rng(seed)
    if kind == "negative":
        return cells_of(rng, negative(seed, letterings)[0], None)
    if kind == "picture":
        made = picture(2 * seed + half, letterings)
    else:
        made = desktop(2 * seed + half, letterings, odd=kind == "odd")
    return cells_of(rng, made.pixels, made.grid)


def samples(
    kind: str, seeds: range, half: int, letterings: tuple[Lettering, ...], folder: Path
) -> Samples:
    """Draw cells of pictures of one kind, or take them from the folder where they are kept."""
    parts = []
    for first in seeds[::PART]:
        kept = folder / f"{kind}-{half}-{first}.npz"
        if not kept.exists():
            some = range(first, min(first + PART, seeds.stop))
            pictures = [drawn(kind, seed, half, letterings) for seed in some]
            signs, answers = (np.concatenate(side) for side in zip(*pictures, strict=True))
            np.savez(kept, signs=signs, answers=answers)
            print(f"{kept.name} after {time.process_time():.0f} s", flush=True)
        with np.load(kept) as stored:
            parts.append((stored["signs"], stored["answers"]))
    signs, answers = (np.concatenate(side) for side in zip(*parts, strict=True))
    return signs, answers


def some_hidden(rng: np.random.Generator, x: np.ndarray) -> np.ndarray:
    """Hide a few signs each time, so that no single one is relied on."""
    return x * (rng.random(x.shape, np.float32) > HIDDEN_SIGNS)


def main() -> None:
    """Draw, train, measure on other fonts, save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("samples", type=Path, help="folder in which drawn samples are kept")
    parser.add_argument("--pictures", type=int, default=1600)
    parser.add_argument("--desktops", type=int, default=1200)
    parser.add_argument("--odd", type=int, default=1000, help="desktops with odd looks")
    parser.add_argument("--negatives", type=int, default=400)
    parser.add_argument("--epochs", type=int, default=8)
    args = parser.parse_args()
    args.samples.mkdir(parents=True, exist_ok=True)
    mine, held = (tuple(built_in()) * 3 + installed(half) for half in (0, 1))
    numbers = {
        "desktop": args.desktops,
        "picture": args.pictures,
        "odd": args.odd,
        "negative": args.negatives,
    }
    parts, others = [], []
    for kind, number in numbers.items():
        first = 0 if kind == "negative" else FIRST_PICTURE
        parts.append(samples(kind, range(first, first + number), 0, mine, args.samples))
        if kind != "negative":
            some = range(first, first + number // 20)
            others.append(samples(kind, some, 1, held, args.samples))
    x, y = (np.concatenate(side) for side in zip(*parts, strict=True))
    print(f"{len(x)} samples after {time.process_time():.0f} s")
    sample = x[::SPARSELY].astype(np.float32)
    mean, spread = sample.mean(axis=0), sample.std(axis=0) + LEAST_SPREAD
    for start in range(0, len(x), AT_ONCE):
        x[start : start + AT_ONCE] = (x[start : start + AT_ONCE] - mean) / spread
    weights = train(x, y, ((SIGNS, 64), (64, 24), (24, 2)), args.epochs, some_hidden)
    weights[1] -= (mean / spread) @ weights[0]
    weights[0] /= spread[:, None]
    print(f"trained after {time.process_time():.0f} s")
    for kind, other in zip(numbers, others, strict=False):
        print(f"right: {right(weights, *other):.4f} of held-out cells, {kind}")
    save(args.out, weights)


if __name__ == "__main__":
    main()
