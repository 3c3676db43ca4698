"""Teach the figure network again: python -m tests.benchmarks.train_figures OUT.npz [--lines N].

Lines of text are drawn with the tuning half of the fonts and lifted off their grounds as the
reader does; the other half of the fonts measures. Only learnt weights are kept.
"""

from __future__ import annotations

import argparse
import random
import time

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from autoplay.vision.counter.figures import SYMBOLS, lifted
from tests.benchmarks.teaching import right, save, train
from tests.vision.lettering import Lettering, _sized, installed

OTHER = len(SYMBOLS)
LETTERS = "ABCDEFGHJKLMNPQRTUVWXYZabcdefghjkmnpqrstuvwxyz%&#@?!+*=()[]<>$-"
"""Without those that are a digit's twins in some font: O, o, I, l, i, S, B, Z look on."""
TWINS = "OoIlS|"


def words(rng: random.Random) -> str:
    """Some text as it stands beside a board."""
    number, total = rng.randrange(120), rng.randrange(1000)
    return rng.choice(
        [
            f"{number}/{total}",
            f"{rng.randrange(1000):03d} {rng.randrange(1000)}",
            f"{rng.choice(['Mines', 'Marked', 'Bombs', 'Flags'])}: {number} / {total}",
            "".join(rng.choice(LETTERS) for _ in range(7)),
            f"{rng.randrange(60):02d}:{rng.randrange(60):02d} {number}",
            "".join(rng.choice(SYMBOLS) for _ in range(8)),
        ]
    )


def line(rng: random.Random, fonts: tuple[Lettering, ...]) -> tuple[np.ndarray, list]:
    """One line of text, (h, w, 3) uint8, and its characters with the x where each begins, ends."""
    lettering = rng.choice(fonts)
    # Small letters most of all: those of a status line are 7 to 12 pixels tall.
    height = rng.choice([rng.randint(7, 12), rng.randint(7, 16), rng.randint(12, 40)])
    font: ImageFont.FreeTypeFont = _sized(lettering.path, height)
    text = words(rng)
    ground, ink = [tuple(rng.randrange(256) for _ in range(3)) for _ in range(2)]
    if rng.random() < 0.6:  # most programs write black or white on something plain
        grey, dark = rng.randrange(200, 256), rng.randrange(0, 70)
        ground, ink = rng.choice([((grey,) * 3, (dark,) * 3), ((dark,) * 3, (grey,) * 3)])
    image = Image.new("RGB", (int(font.getlength(text)) + 3 * height, 3 * height), ground)
    draw = ImageDraw.Draw(image)
    x = float(height)
    spans = []
    for char in text:
        left, _, end, _ = font.getbbox(char)
        draw.text((round(x), height * 0.8), char, fill=ink, font=font)
        spans.append((char, round(x) + left, round(x) + end))
        x += font.getlength(char) + (rng.random() < 0.2)
    pixels = np.asarray(image)[:, :, ::-1].copy()
    if rng.random() < 0.25:
        scale = rng.uniform(0.8, 1.6)
        pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        spans = [(char, scale * left, scale * end) for char, left, end in spans]
    if rng.random() < 0.3:
        noise = np.random.default_rng(rng.randrange(2**31)).normal(0, 4, pixels.shape)
        pixels = np.clip(pixels + noise, 0, 255).astype(np.uint8)
    return pixels, spans


def samples(count: int, seed: int, half: int) -> tuple[np.ndarray, np.ndarray]:
    """Shapes (n, 400) and outputs (n,) of many lines in the fonts of one half."""
    rng = random.Random(seed)
    fonts = installed(half)
    shapes, outputs = [], []
    for _ in range(count):
        pixels, spans = line(rng, fonts)
        for blobs in lifted(pixels):
            for box, shape in zip(blobs.boxes[blobs.may_be].tolist(), blobs.shapes, strict=True):
                output = _output(box, spans)
                if output is not None:
                    shapes.append(shape.ravel())
                    outputs.append(output)
    return np.stack(shapes), np.array(outputs)


def _output(box: list[int], spans: list[tuple[str, float, float]]) -> int | None:
    """What a drawing is, None where it is a digit's twin or a broken character."""
    left, end = box[0], box[0] + box[2]
    inside = [
        (char, min(end, b) - max(left, a), b - a) for char, a, b in spans if a < end and left < b
    ]
    inside = [(char, shared, width) for char, shared, width in inside if shared > 0.3 * width]
    if len(inside) != 1:
        return OTHER if len(inside) > 1 else None
    char, shared, width = inside[0]
    if char in TWINS or shared < 0.75 * width:
        return None
    return SYMBOLS.index(char) if char in SYMBOLS else OTHER


def main() -> None:
    """Draw, train, measure on the other half of the fonts, save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("--lines", type=int, default=6000)
    parser.add_argument("--epochs", type=int, default=12)
    args = parser.parse_args()
    start = time.perf_counter()
    x, y = samples(args.lines, 1, half=0)
    print(f"{len(x)} samples after {time.perf_counter() - start:.0f} s")
    weights = train(x, y, ((400, 64), (64, 32), (32, OTHER + 1)), args.epochs)
    held_x, held_y = samples(args.lines // 10, 2, half=1)
    print(f"trained after {time.perf_counter() - start:.0f} s")
    print(
        f"right: {right(weights, x, y):.4f} tuning, {right(weights, held_x, held_y):.4f} held out"
    )
    save(args.out, weights)


if __name__ == "__main__":
    main()
