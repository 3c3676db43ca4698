"""Teach the network of memberships again: python -m tests.benchmarks.train_membership OUT.npz.

Lattices of synthetic pictures, with fonts of the tuning half (see tests/vision/lettering.py), and
of pictures without Minesweeper: the true one of a picture, the true one shifted, and such as the
program itself proposes. A cell belongs to a board where it lies on a cell of the true grid. Half
of the fonts stays held out for tests/benchmarks/locate_accuracy.py.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices import Lattice, laid_around, likely_lattices
from autoplay.vision.lines import draw_lines
from autoplay.vision.membership import context
from autoplay.vision.patch_boards import patch_boards
from tests.benchmarks.teaching import right, save, train
from tests.vision.lettering import Lettering, built_in, installed
from tests.vision.negatives import negative
from tests.vision.synthetic import picture

MOST_PATCHES = 2
MOST_PROPOSED = 5
NEGATIVE_PROPOSED = 8
SHIFTED = 2
JITTER = 0.3
KEPT_OF_TRUE = 500
KEPT_OF_FALSE = 120
HIDDEN_SIGNS = 0.05
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


def cells_of(rng: np.random.Generator, pixels: np.ndarray, truth: Grid | None) -> list[Samples]:
    """Return the signs of some cells of some lattices of a picture, and whether they belong."""
    drawing = draw_lines(pixels)
    patches = [located.grid for located in patch_boards(pixels)][:MOST_PATCHES]
    proposed = likely_lattices(drawing, [])
    number = NEGATIVE_PROPOSED if truth is None else MOST_PROPOSED
    some = [proposed[i] for i in rng.permutation(len(proposed))[:number]]
    lattices = likely_lattices(drawing, patches)[: len(patches)] + some
    if truth is not None:
        lattices += true_lattices(rng, truth)
    found = []
    for lattice in lattices:
        around = laid_around(drawing, lattice.cell, lattice.box)
        if around is None:
            continue
        answer = belongs(around, truth).ravel()
        kept = rng.permutation(answer.size)
        kept = kept[: KEPT_OF_TRUE if (answer == 1).any() else KEPT_OF_FALSE]
        kept = kept[answer[kept] != 2]
        found.append((context(drawing, around)[kept].astype(np.float16), answer[kept]))
    return found


def samples(
    pictures: int, negatives: int, first: int, half: int, letterings: tuple[Lettering, ...]
) -> Samples:
    """Draw cells of pictures with the fonts of one half."""
    rng = np.random.default_rng(first)
    parts: list[Samples] = []
    for seed in range(first, first + pictures):
        made = picture(2 * seed + half, letterings)
        parts += cells_of(rng, made.pixels, made.grid)
    for seed in range(negatives):
        parts += cells_of(rng, negative(seed, letterings)[0], None)
    return (
        np.concatenate([signs for signs, _ in parts]).astype(np.float32),
        np.concatenate([answer for _, answer in parts]),
    )


def some_hidden(rng: np.random.Generator, x: np.ndarray) -> np.ndarray:
    """Hide a few signs each time, so that no single one is relied on."""
    return x * (rng.random(x.shape) > HIDDEN_SIGNS)


def main() -> None:
    """Draw, train, measure on other fonts, save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("--pictures", type=int, default=1600)
    parser.add_argument("--negatives", type=int, default=400)
    parser.add_argument("--epochs", type=int, default=6)
    args = parser.parse_args()
    start = time.perf_counter()
    mine, held = (tuple(built_in()) * 3 + installed(half) for half in (0, 1))
    x, y = samples(args.pictures, args.negatives, FIRST_PICTURE, 0, mine)
    print(f"{len(x)} samples after {time.perf_counter() - start:.0f} s")
    mean, spread = x[::20].mean(axis=0), x[::20].std(axis=0) + LEAST_SPREAD
    layers = ((x.shape[1], 40), (40, 16), (16, 2))
    weights = train((x - mean) / spread, y, layers, args.epochs, some_hidden)
    weights[1] -= (mean / spread) @ weights[0]
    weights[0] /= spread[:, None]
    print(f"trained after {time.perf_counter() - start:.0f} s")
    other = samples(max(1, args.pictures // 20), 0, FIRST_PICTURE, 1, held)
    print(f"right: {right(weights, x, y):.4f} tuning, {right(weights, *other):.4f} held out")
    save(args.out, weights)


if __name__ == "__main__":
    main()
