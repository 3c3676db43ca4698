"""How often mine counters are read right or wrong: python -m tests.benchmarks.counter_accuracy.

Boards in the middle of a game, of any size and total, with counters, clocks and other figures
around them: "n/m" and lone numbers in the fonts held out from teaching the figure network, pairs of
seven-segment displays either way round, dark and light. Every fourth picture shows figures but no
counter, where any total is wrong.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict

import cv2
import numpy as np
from PIL import Image, ImageDraw

from autoplay.board import Board, Cell, GameState
from autoplay.game.engine import Game
from autoplay.game.level import Level
from autoplay.game.panel import draw_number
from autoplay.game.rules import Rule
from autoplay.geometry import Region
from autoplay.vision.counter.total import read_total
from tests.vision.lettering import _sized, installed

KINDS = ("text", "text left", "displays", "lone", "none")
SIZES = ((9, 9, 10), (8, 8, 10), (16, 16, 40), (30, 16, 99))
PITCH = 24


def position(rng: random.Random) -> tuple[Board, int]:
    """A board in play with some flags, and its total."""
    if rng.random() < 0.5:
        cols, rows, mines = rng.choice(SIZES)
    else:
        cols, rows = rng.randint(8, 30), rng.randint(8, 20)
        mines = round(rng.uniform(0.08, 0.25) * cols * rows)
    game = Game(Level(cols, rows, mines), Rule.SAFE, rng.randrange(2**31))
    for _ in range(rng.choice([0, 0, 1, 2, 4])):
        game.open(rng.randrange(rows), rng.randrange(cols))
    cells = game.view().cells.copy()
    cells[cells > Cell.FLAG] = Cell.HIDDEN
    hidden = np.argwhere(cells == Cell.HIDDEN)
    for row, col in rng.sample(hidden.tolist(), min(len(hidden) // 3, rng.choice([0, 0, 3, 9]))):
        cells[row, col] = Cell.FLAG
    return Board(cells), mines


def picture(rng: random.Random, kind: str) -> tuple[np.ndarray, Region, Board, int]:
    """A board's surroundings, where it lies, what it shows, its total."""
    board, mines = position(rng)
    flags = int((board.cells == Cell.FLAG).sum())
    spot = Region(260, 180, board.cols * PITCH, board.rows * PITCH)
    grey = rng.choice([rng.randrange(0, 70), rng.randrange(180, 256)])
    pixels = np.full((spot.bottom + 180, spot.right + 260, 3), grey, np.uint8)
    clock = rng.randrange(600)
    if kind == "displays":
        displays(rng, pixels, spot, mines - flags, clock)
    texts = {
        "text": [rng.choice(["{}/{}", "Mines: {}/{}", "{} / {}"]).format(flags, mines)],
        "text left": [rng.choice(["{}/{}", "Left: {} / {}"]).format(mines - flags, mines)],
        "lone": [rng.choice(["{}", "Mines: {}", "Bombs {}"]).format(mines - flags)],
    }.get(kind, [])
    texts += rng.sample(
        [
            f"{clock // 60:02d}:{clock % 60:02d}",
            f"Time: {clock}",
            f"Level {rng.randrange(9)}",
            f"Best {rng.randrange(200)}",
            f"{rng.randrange(28)}/{rng.randrange(12)}/{rng.randrange(2000, 2030)}",
            f"{rng.randrange(5)}/{rng.randrange(5, 60)}",
            f"Score 1,{rng.randrange(1000):03d}",
            f"{rng.randrange(100)}%",
        ],
        rng.randrange(3),
    )
    rng.shuffle(texts)
    write(rng, pixels, spot, texts, grey)
    if rng.random() < 0.2:
        noise = np.random.default_rng(rng.randrange(2**31)).normal(0, 3, pixels.shape)
        pixels = np.clip(pixels + noise, 0, 255).astype(np.uint8)
    return pixels, spot, board, mines


def displays(rng: random.Random, pixels: np.ndarray, spot: Region, left: int, clock: int) -> None:
    """Paint a counter and a clock above the board, either way round, in some colour."""
    tall = rng.randint(18, 40)
    wide = round(tall * rng.uniform(0.5, 0.62)) * 3
    panel = np.zeros((tall, wide, 3), np.uint8)
    swap = rng.random() < 0.3
    colour = rng.choice([(0, 1, 2), (0, 2, 1), (2, 1, 0)])
    for value, x in ((left, spot.x + 6), (clock, spot.right - wide - 6)):
        shown = value if not swap else clock + left - value
        draw_number(panel, Region(0, 0, wide, tall), shown, 3)
        pixels[spot.y - tall - 20 : spot.y - 20, x : x + wide] = panel[:, :, colour]


def write(
    rng: random.Random, pixels: np.ndarray, spot: Region, texts: list[str], grey: int
) -> None:
    """Write each text on a line of its own above, below or right of the board."""
    lettering = rng.choice(installed(1))
    font = _sized(lettering.path, rng.choice([rng.randint(8, 12), rng.randint(10, 26)]))
    ink = (20, 20, 20) if grey > 127 else (235, 235, 235)
    if rng.random() < 0.3:
        ink = (200, 0, 0) if grey > 127 else (255, 220, 60)
    image = Image.fromarray(pixels)
    draw = ImageDraw.Draw(image)
    where = rng.choice(["above", "below", "right"])
    for number, text in enumerate(texts):
        x, y = spot.x + number * 190 + rng.randrange(20), spot.bottom + 16
        if where == "above":
            y = spot.y - 150
        if where == "right":
            x, y = spot.right + 24, spot.y + 20 + 48 * number
        draw.text((x, y), text, fill=ink, font=font)
    pixels[:] = np.asarray(image)


def main() -> None:
    """Read them all and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--pictures", help="folder for what was read wrong")
    args = parser.parse_args()
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for seed in range(args.count):
        rng = random.Random(seed)
        kind = KINDS[seed % len(KINDS)]
        pixels, spot, board, mines = picture(rng, kind)
        total = read_total(pixels, spot, board, GameState.PLAYING)
        result = "unknown" if total is None else "right" if total == mines else "wrong"
        table[kind][result] += 1
        if result == "wrong":
            print(f"seed {seed}, {kind}: {total}, not {mines}; {board}")
            if args.pictures:
                cv2.imwrite(f"{args.pictures}/counter-{seed}.png", pixels)
    print(f"{'counter':12} {'right':>6} {'unknown':>8} {'wrong':>6}")
    for kind in KINDS:
        row = table[kind]
        print(f"{kind:12} {row['right']:6} {row['unknown']:8} {row['wrong']:6}")


if __name__ == "__main__":
    main()
