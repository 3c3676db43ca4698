"""Teach the glyph network: python -m tests.benchmarks.train_glyphs OUT.npz --fonts F --icons I.

Looks use the tuning half of the fonts (see tests/vision/lettering.py); the other half is held out
for tests/benchmarks/unknown_accuracy.py. Plain numpy: cross-entropy, Adam, falling step.
The fonts are free ones from Debian (DejaVu, Liberation, Lato, Roboto, Nimbus, URW and others,
under the Bitstream Vera, OFL, Apache, AGPL-with-exception and GPL-with-exception licences), and
F held some eighty more fonts-* packages of it, unpacked. I held 61 flags and 72 mines as PNG files,
in flag/ and mine/, the common ones three times: from free icon sets and emoji fonts (Bootstrap
Icons, Font Awesome Free, Ionicons, Lucide, Material Design Icons, Noto Emoji, OpenMoji, Remix Icon,
Symbola, Tabler, Twemoji). Only learnt weights are kept, no outline of any font or icon.
"""

from __future__ import annotations

import argparse
import dataclasses
import random
import time
from pathlib import Path

import cv2
import numpy as np

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from autoplay.vision.looks.glyphs import Lifter
from autoplay.vision.looks.grounds import SIDE, cut_cells, grounds
from autoplay.vision.looks.shapes import KINDS
from tests.benchmarks.letter_styles import Styled, crossed, flag, mine, on_a_ground, styled
from tests.benchmarks.letter_styles import icons as icons_in
from tests.benchmarks.teaching import likeliest, right, save, train
from tests.vision import synthetic
from tests.vision.lettering import Lettering, built_in, family, installed

SHOWN = [
    *KINDS[:8], *KINDS[:8], *KINDS[:8], Cell.QUESTION, Cell.QUESTION, Cell.FLAG, Cell.FLAG,
    Cell.MINE, Cell.MINE, Cell.EXPLODED, Cell.WRONG_FLAG,
]  # fmt: skip
LAYERS = ((5, 5, 1, 16), (3, 3, 16, 40), (1000, 80), (80, len(KINDS)))
WILD = 0.5
PART = 500
OF_A_FAMILY = 12
ICONS = 0.5
CROSSED = 0.1
Icons = dict[Cell, tuple[np.ndarray, ...]]
OTHERS = "09ABCDEGHKLMNPQRSTUVXYZ+=%&#$@:;"


def invented(
    rng: random.Random, letterings: tuple[Lettering, ...], wild: bool
) -> tuple[synthetic.Look, synthetic.Scene]:
    """A look and a scene: as those that measure, or, where wild, wider than any of them."""
    look, scene = synthetic.make_look(rng, letterings), synthetic.make_scene(rng)
    if not wild:
        return look, scene
    if rng.random() < 0.6:
        look = dataclasses.replace(look, lettering=styled(rng, look.lettering))
    pitch = 12 * 5 ** rng.random() ** 1.6
    return (
        dataclasses.replace(look, digit_height=rng.uniform(0.4, 0.85)),
        dataclasses.replace(
            scene,
            pitch=(pitch, max(12.0, pitch * rng.choice([1, 1, rng.uniform(0.93, 1.07)]))),
            jpeg=rng.choice([0, 0, rng.randint(55, 95)]),
            noise=rng.choice([0, 0, 1, 3, 6]),
        ),
    )


def strip(
    rng: random.Random, letterings: tuple[Lettering, ...], wild: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Shapes (n, 400) and outputs (n,) of one look: every kind of glyph, at one size."""
    look, scene = invented(rng, letterings, wild)
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
    if wild and rng.random() < 0.2:
        pixels = cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.3, 0.8))
    pixels = synthetic._disturbed(rng, scene, pixels)
    # The locator is never quite exact.
    grid = grid.moved(rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6))
    lab = cut_cells(pixels, grid)
    flat = board.cells.ravel()
    raised = np.isin(flat, (Cell.HIDDEN, Cell.FLAG, Cell.QUESTION, Cell.WRONG_FLAG))
    group = np.where(flat == Cell.EXPLODED, 2, raised.astype(int))
    if look.own_floor:
        group = np.where((flat > 0) & (flat <= 8), 2 + flat, group)
    glyphs = Lifter(lab, grounds(lab)).lift(group)
    outputs = np.array([_output(Cell(int(kind))) for kind in flat])
    seen = glyphs.strength > 2.5
    # A bevel or a texture by itself is no glyph either: a few plain cells, nothing taken away.
    bare = np.flatnonzero(np.isin(flat, (Cell.HIDDEN, Cell.N0)))[:6]
    tiles = Lifter(lab[bare], grounds(lab[bare])).lift(np.arange(len(bare)))
    drawn = tiles.strength > 5
    shapes = np.concatenate([glyphs.shapes[seen], tiles.shapes[drawn]])
    other = np.full(int(drawn.sum()), KINDS.index(Cell.UNREADABLE))
    return shapes.reshape(-1, 400), np.concatenate([outputs[seen], other])


def _output(kind: Cell) -> int:
    kind = Cell.MINE if kind == Cell.EXPLODED else kind
    return KINDS.index(kind) if kind in KINDS else KINDS.index(Cell.UNREADABLE)


def lone(
    rng: random.Random, letterings: tuple[Lettering, ...], icons: Icons
) -> tuple[np.ndarray, np.ndarray]:
    """Shapes of marks of many programs, of characters that are no digits 1 to 8, and of blots."""
    shapes, kinds = [], []
    for _ in range(24):
        height = rng.randint(8, 26)
        if icons and rng.random() < ICONS:
            kind, drawn = _icon(rng, icons, height)
        else:
            kind, mask = _one(rng, letterings, height)
            drawn = np.zeros((*mask.shape, 3), np.float32)
            drawn[:, :, 0] = 60 * mask
        canvas = np.zeros((32, 32, 3), np.float32)
        drawn = drawn[:26, :26]
        y, x = (32 - drawn.shape[0]) // 2, (32 - drawn.shape[1]) // 2
        canvas[y : y + drawn.shape[0], x : x + drawn.shape[1]] = drawn
        shapes.append(canvas)
        kinds.append(_output(kind))
    glyphs = Lifter(np.stack(shapes), np.zeros((24, 3), np.float32)).lift(np.arange(24))
    return glyphs.shapes.reshape(24, -1), np.array(kinds)


def _icon(rng: random.Random, icons: Icons, height: int) -> tuple[Cell, np.ndarray]:
    """A flag or a mine that programs take from an icon set, at times crossed out."""
    kind = rng.choice([Cell.FLAG, Cell.MINE])
    pitch = 12 * 5 ** rng.random() ** 1.6
    drawn = on_a_ground(rng, rng.choice(icons[kind]), height, round(height * pitch / SIDE))
    if rng.random() < CROSSED:
        mask = crossed(rng, np.zeros(drawn.shape[:2], np.float32))
        drawn = np.where(mask[:, :, None] > 0, np.float32([rng.uniform(30, 70), 30, 20]), drawn)
        kind = Cell.WRONG_FLAG
    return kind, drawn


def _one(
    rng: random.Random, letterings: tuple[Lettering, ...], height: int
) -> tuple[Cell, np.ndarray]:
    chance = rng.random()
    if chance < 0.2:
        return Cell.FLAG, flag(rng, height)
    if chance < 0.4:
        return Cell.MINE, mine(rng, height)
    if chance < 0.5:
        return Cell.WRONG_FLAG, crossed(rng, rng.choice([flag, mine])(rng, height))
    if chance < 0.85:
        lettering: Lettering | Styled = rng.choice(letterings)
        lettering = styled(rng, lettering) if rng.random() < 0.4 else lettering
        return Cell.UNREADABLE, lettering.mask(rng.choice(OTHERS), height)
    noise = np.random.default_rng(rng.randrange(2**31)).random((5, 5)).astype(np.float32)
    return Cell.UNREADABLE, np.clip(cv2.resize(noise, (height, height)) * 3 - 1.2, 0, 1)


def fonts(half: int, folder: Path | None) -> tuple[Lettering, ...]:
    """The fonts of one half, some of each family, and the letterings that need no font."""
    found = installed(half) + (installed(half, folder) if folder else ())
    of_family: dict[str, list[Lettering]] = {}
    for lettering in found:
        of_family.setdefault(family(Path(lettering.path)), []).append(lettering)
    rng = random.Random(0)
    some = [rng.sample(styles, min(OF_A_FAMILY, len(styles))) for styles in of_family.values()]
    return tuple(built_in()) * 3 + tuple(lettering for styles in some for lettering in styles)


def samples(
    looks: int,
    seed: int,
    half: int,
    wild: float,
    folder: Path | None = None,
    icons: Icons | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Draw many looks with the fonts of one half; wild: the share of looks that are that."""
    rng = random.Random(seed)
    letterings = fonts(half, folder)
    parts = []
    for i in range(looks):
        parts.append(strip(rng, letterings, rng.random() < wild))
        if i % 3 == 0 or icons:
            parts.append(lone(rng, letterings, icons or {}))
    return np.concatenate([p[0] for p in parts]).astype(np.float16), np.concatenate(
        [p[1] for p in parts]
    )


def main() -> None:
    """Draw, train, measure on the other half of the fonts, save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("--looks", type=int, default=6000)
    parser.add_argument("--fonts", type=Path, help="a folder of more fonts, split in half as well")
    parser.add_argument("--icons", type=Path, help="a folder with PNG files in flag/ and mine/")
    parser.add_argument("--epochs", type=int, default=11)
    args = parser.parse_args()
    icons = {}
    if args.icons:
        icons = {kind: icons_in(args.icons / kind.name.lower()) for kind in (Cell.FLAG, Cell.MINE)}
    start = time.perf_counter()
    seeds = range(1, 1 + args.looks // PART)
    parts = [samples(PART, seed, 0, WILD, args.fonts, icons) for seed in seeds]
    x, y = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    print(f"{len(x)} samples after {time.perf_counter() - start:.0f} s")
    weights = train(x, y, LAYERS, args.epochs)
    held_x, held_y = samples(max(40, args.looks // 10), 2, 1, wild=0)
    print(f"trained after {time.perf_counter() - start:.0f} s")
    print(
        f"right: {right(weights, x, y):.4f} tuning, {right(weights, held_x, held_y):.4f} held out"
    )
    table = np.zeros((len(KINDS), len(KINDS)), int)
    np.add.at(table, (held_y, likeliest(weights, held_x)), 1)
    print("rows true, columns read:", *(kind.symbol for kind in KINDS))
    print(table)
    save(args.out, weights)


if __name__ == "__main__":
    main()
