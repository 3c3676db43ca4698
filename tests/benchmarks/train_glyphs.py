"""Teach the glyph network again: python -m tests.benchmarks.train_glyphs OUT.npz [--looks N].

Looks use the tuning half of the fonts (see tests/vision/lettering.py); the other half is held out
for tests/benchmarks/unknown_accuracy.py. Plain numpy: cross-entropy, Adam, falling step.
The fonts are free ones from Debian (DejaVu, Liberation, Lato, Roboto, Nimbus, URW and others,
under the Bitstream Vera, OFL, Apache, AGPL-with-exception and GPL-with-exception licences); only
learnt weights are kept, no outline of any font.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time

import cv2
import numpy as np

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from autoplay.vision.glyphs import KINDS, extract
from autoplay.vision.looks import cut_cells, grounds
from autoplay.vision.network import outputs
from tests.vision import synthetic
from tests.vision.lettering import Lettering, built_in, installed

SHOWN = [
    *KINDS[:8], *KINDS[:8], *KINDS[:8], Cell.QUESTION, Cell.QUESTION, Cell.FLAG, Cell.FLAG,
    Cell.MINE, Cell.MINE, Cell.EXPLODED, Cell.WRONG_FLAG,
]  # fmt: skip
OTHERS = "09ABCDEGHKLMNPQRSTUVXYZ+=%&#$@:;"


def strip(rng: random.Random, letterings: tuple[Lettering, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Shapes (n, 400) and outputs (n,) of one look: every kind of glyph, at one size."""
    look = synthetic.make_look(rng, letterings)
    scene = synthetic.make_scene(rng)
    cells = [*SHOWN, *[Cell.HIDDEN] * 20, *[Cell.N0] * 12]
    rng.shuffle(cells)
    board = Board(np.array(cells).reshape(8, -1))
    pitch = scene.pitch
    grid = Grid(0, 0, *pitch, board.rows, board.cols)
    pixels = synthetic._paint_board(rng, look, scene, board, grid)
    if scene.scale != 1 and pitch[0] * scene.scale >= 12:
        size = (round(pixels.shape[1] * scene.scale), round(pixels.shape[0] * scene.scale))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR)
        grid = Grid(0, 0, size[0] / board.cols, size[1] / board.rows, board.rows, board.cols)
    pixels = synthetic._disturbed(rng, scene, pixels)
    # The locator is never quite exact.
    grid = grid.moved(rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6))
    lab = cut_cells(pixels, grid)
    flat = board.cells.ravel()
    raised = np.isin(flat, (Cell.HIDDEN, Cell.FLAG, Cell.QUESTION, Cell.WRONG_FLAG))
    group = np.where(flat == Cell.EXPLODED, 2, raised.astype(int))
    if look.own_floor:
        group = np.where((flat > 0) & (flat <= 8), 2 + flat, group)
    glyphs = extract(lab, grounds(lab), group)
    outputs = np.array([_output(Cell(int(kind))) for kind in flat])
    seen = glyphs.strength > 2.5
    # A bevel or a texture by itself is no glyph either: a few plain cells, nothing taken away.
    bare = np.flatnonzero(np.isin(flat, (Cell.HIDDEN, Cell.N0)))[:6]
    tiles = extract(lab[bare], grounds(lab[bare]), np.arange(len(bare)))
    drawn = tiles.strength > 5
    shapes = np.concatenate([glyphs.shapes[seen], tiles.shapes[drawn]])
    other = np.full(int(drawn.sum()), KINDS.index(Cell.UNREADABLE))
    return shapes.reshape(-1, 400), np.concatenate([outputs[seen], other])


def _output(kind: Cell) -> int:
    kind = Cell.MINE if kind == Cell.EXPLODED else kind
    return KINDS.index(kind) if kind in KINDS else KINDS.index(Cell.UNREADABLE)


def letters(rng: random.Random, letterings: tuple[Lettering, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Shapes of characters that are no digits 1 to 8, and blots: all of them "other"."""
    shapes = []
    for _ in range(16):
        height = rng.randint(8, 30)
        if rng.random() < 0.7:
            mask = rng.choice(letterings).mask(rng.choice(OTHERS), height)
        else:
            noise = np.random.default_rng(rng.randrange(2**31)).random((5, 5)).astype(np.float32)
            mask = np.clip(cv2.resize(noise, (height, height)) * 3 - 1.2, 0, 1)
        canvas = np.zeros((32, 32, 3), np.float32)
        mask = mask[:26, :26]
        y, x = (32 - mask.shape[0]) // 2, (32 - mask.shape[1]) // 2
        canvas[y : y + mask.shape[0], x : x + mask.shape[1], 0] = 60 * mask
        shapes.append(canvas)
    glyphs = extract(np.stack(shapes), np.zeros((16, 3), np.float32), np.arange(16))
    return glyphs.shapes.reshape(16, -1), np.full(16, KINDS.index(Cell.UNREADABLE))


def samples(looks: int, seed: int, half: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw many looks with the fonts of one half."""
    rng = random.Random(seed)
    letterings = tuple(built_in()) * 3 + installed(half)
    parts = []
    for i in range(looks):
        parts.append(strip(rng, letterings))
        if i % 3 == 0:
            parts.append(letters(rng, letterings))
    return np.concatenate([p[0] for p in parts]).astype(np.float32), np.concatenate(
        [p[1] for p in parts]
    )


def train(x: np.ndarray, y: np.ndarray, sizes: tuple[int, ...], epochs: int) -> list[np.ndarray]:
    """Weights and biases of the layers in turn, learnt by Adam on cross-entropy."""
    rng = np.random.default_rng(1)
    weights: list[np.ndarray] = []
    for fan, out in itertools.pairwise(sizes):
        weights += [rng.normal(0, np.sqrt(2 / fan), (fan, out)).astype(np.float32)]
        weights += [np.zeros(out, np.float32)]
    first = [np.zeros_like(w) for w in weights]
    second = [np.zeros_like(w) for w in weights]
    step, batch = 0, 256
    for epoch in range(epochs):
        rate = 1.5e-3 * 0.5 * (1 + np.cos(np.pi * epoch / epochs)) + 2e-5
        order = rng.permutation(len(x))
        for start in range(0, len(order) - batch, batch):
            pick = order[start : start + batch]
            step += 1
            grads = _gradients(weights, _jittered(rng, x[pick]), y[pick])
            for i, grad in enumerate(grads):
                pull = grad + (1e-4 * weights[i] if i % 2 == 0 else 0)
                first[i] += 0.1 * (pull - first[i])
                second[i] += 0.001 * (pull * pull - second[i])
                m, v = first[i] / (1 - 0.9**step), second[i] / (1 - 0.999**step)
                weights[i] -= (rate * m / (np.sqrt(v) + 1e-8)).astype(np.float32)
    return weights


def _jittered(rng: np.random.Generator, x: np.ndarray) -> np.ndarray:
    """Turn, slant, stretch and shift a little, change the gain: fonts and crops differ that way."""
    spread = rng.normal(0, [[0.05, 0.06], [0.04, 0.05]])
    matrix = np.eye(2) + spread
    ys, xs = np.mgrid[:20, :20] - 9.5
    at = np.einsum("ij,jyx->iyx", matrix, np.stack([xs, ys])) + 9.5
    at += rng.uniform(-1, 1, (2, 1, 1))
    whole = np.floor(at).astype(int)
    part = (at - whole).reshape(2, -1)
    out = np.zeros_like(x)
    for dx in (0, 1):
        for dy in (0, 1):
            column, row = whole[0].ravel() + dx, whole[1].ravel() + dy
            inside = (column >= 0) & (column < 20) & (row >= 0) & (row < 20)
            share = (part[0] if dx else 1 - part[0]) * (part[1] if dy else 1 - part[1]) * inside
            index = np.clip(row, 0, 19) * 20 + np.clip(column, 0, 19)
            out += x[:, index] * share.astype(np.float32)
    gain = rng.uniform(0.8, 1.3, (len(x), 1)).astype(np.float32)
    return np.clip(out * gain, 0, 1)


def _gradients(weights: list[np.ndarray], x: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    signals = [x]
    for i in range(0, len(weights), 2):
        out = signals[-1] @ weights[i] + weights[i + 1]
        signals.append(np.maximum(out, 0) if i < len(weights) - 2 else out)
    odds = np.exp(signals[-1] - signals[-1].max(axis=1, keepdims=True))
    error = odds / odds.sum(axis=1, keepdims=True)
    error[np.arange(len(y)), y] -= 0.97  # a little doubt keeps the odds honest
    error -= 0.03 / error.shape[1]
    error /= len(y)
    grads: list[np.ndarray] = [np.empty(0)] * len(weights)
    for i in range(len(weights) - 2, -1, -2):
        grads[i], grads[i + 1] = signals[i // 2].T @ error, error.sum(axis=0)
        if i:
            error = (error @ weights[i].T) * (signals[i // 2] > 0)
    return grads


def right(weights: list[np.ndarray], x: np.ndarray, y: np.ndarray) -> float:
    """Share of samples whose likeliest output is the true one."""
    return float((outputs(weights, x).argmax(axis=1) == y).mean())


def save(path: str, weights: list[np.ndarray]) -> None:
    """Store weights and biases as the package reads them."""
    stored = {f"layer{i:02}": w.astype(np.float16) for i, w in enumerate(weights)}
    np.savez_compressed(path, **stored)


def main() -> None:
    """Draw, train, measure on the other half of the fonts, save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("--looks", type=int, default=7000)
    parser.add_argument("--epochs", type=int, default=16)
    args = parser.parse_args()
    start = time.perf_counter()
    x, y = samples(args.looks, 1, half=0)
    print(f"{len(x)} samples after {time.perf_counter() - start:.0f} s")
    weights = train(x, y, (400, 144, 64, len(KINDS)), args.epochs)
    held_x, held_y = samples(max(40, args.looks // 10), 2, half=1)
    print(f"trained after {time.perf_counter() - start:.0f} s")
    print(
        f"right: {right(weights, x, y):.4f} tuning, {right(weights, held_x, held_y):.4f} held out"
    )
    table = np.zeros((len(KINDS), len(KINDS)), int)
    np.add.at(table, (held_y, outputs(weights, held_x).argmax(axis=1)), 1)
    print("rows true, columns read:", *(kind.symbol for kind in KINDS))
    print(table)
    save(args.out, weights)


if __name__ == "__main__":
    main()
