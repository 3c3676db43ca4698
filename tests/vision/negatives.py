"""Pictures that show no Minesweeper but look as regular: chess, sheets, keys, bricks and so on."""

from __future__ import annotations

import random
from collections.abc import Callable

import cv2
import numpy as np

from tests.vision.lettering import Lettering, built_in
from tests.vision.synthetic import Colour, _moved_away, _shade, _surface

Painter = Callable[["Sheet"], None]


class Sheet:
    """A canvas with a random generator and a few drawing steps the painters share."""

    def __init__(self, rng: random.Random, letterings: tuple[Lettering, ...]) -> None:
        self.rng = rng
        self.ground = _surface(rng, rng.random() < 0.35)
        self.ink = _moved_away((0, 0, 0), self.ground, 45)
        self.height, self.width = rng.randint(360, 900), rng.randint(480, 1300)
        self.pixels = np.full((self.height, self.width, 3), self.ground, np.uint8)
        self.lettering = rng.choice(letterings)

    def box(self, x: float, y: float, w: float, h: float, colour: Colour, line: int = -1) -> None:
        """A rectangle, filled or as a line."""
        far = (round(x + w) - 1, round(y + h) - 1)
        cv2.rectangle(self.pixels, (round(x), round(y)), far, colour, line)

    def text(self, x: float, y: float, text: str, height: int, ink: Colour | None = None) -> None:
        """Characters from (x, y) to the right, cut at the edges of the sheet."""
        at = round(x)
        for char in text:
            mask = self.lettering.mask(char, height)
            if char != " ":
                spot = self.pixels[round(y) : round(y) + mask.shape[0], at : at + mask.shape[1]]
                part = mask[: spot.shape[0], : spot.shape[1], None]
                mixed = spot * (1 - part) + np.array(ink or self.ink) * part
                spot[:] = mixed.round().astype(np.uint8)
            at += max(2, mask.shape[1]) + max(1, height // 8)


def negative(seed: int, letterings: tuple[Lettering, ...] = ()) -> tuple[np.ndarray, str]:
    """Paint the picture of a seed: (h, w, 3) uint8 BGR pixels and the name of its kind."""
    rng = random.Random(seed)
    name = list(PAINTERS)[seed % len(PAINTERS)]
    sheet = Sheet(rng, letterings or tuple(built_in()))
    PAINTERS[name](sheet)
    pixels = sheet.pixels
    if rng.random() < 0.25:
        _, coded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(70, 95)])
        pixels = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return pixels, name


def _chess(s: Sheet) -> None:
    size = s.rng.randint(24, 90)
    side = s.rng.choice([8, 8, 8, 10])
    light, dark = _shade(s.ground, 0.5), _shade(s.ground, -0.5)
    x0, y0 = s.rng.randint(5, 80), s.rng.randint(5, 60)
    for r in range(side):
        for c in range(side):
            x, y = x0 + c * size, y0 + r * size
            s.box(x, y, size, size, dark if (r + c) % 2 else light)
            if r in (0, 1, side - 1, side - 2) or s.rng.random() < 0.05:
                man = (20, 20, 20) if r < side // 2 else (240, 240, 240)
                middle = (x + size // 2, y + size // 2)
                cv2.circle(s.pixels, middle, size // 4, man, -1)
                if c % 3 == 0:
                    s.box(x + size * 0.3, y + size * 0.6, size * 0.4, size * 0.25, man)


def _spreadsheet(s: Sheet) -> None:
    w, h = s.rng.randint(40, 110), s.rng.randint(16, 30)
    line = _shade(s.ground, -0.25)
    for y in range(0, s.height, h):
        cv2.line(s.pixels, (0, y), (s.width, y), line, 1)
        for x in range(0, s.width, w):
            cv2.line(s.pixels, (x, 0), (x, s.height), line, 1)
            if s.rng.random() < 0.6 and x and y:
                s.text(x + 4, y + 4, str(s.rng.randrange(1, 99999)), h - 10)
    s.box(0, 0, s.width, h, line)


def _sudoku(s: Sheet) -> None:
    size, x0, y0 = s.rng.randint(26, 80), s.rng.randint(5, 90), s.rng.randint(5, 60)
    filled = s.rng.uniform(0.25, 0.6)
    for i in range(10):
        wide = 3 if i % 3 == 0 else 1
        far = 9 * size
        cv2.line(s.pixels, (x0 + i * size, y0), (x0 + i * size, y0 + far), s.ink, wide)
        cv2.line(s.pixels, (x0, y0 + i * size), (x0 + far, y0 + i * size), s.ink, wide)
    for r in range(9):
        for c in range(9):
            if s.rng.random() < filled:
                digit = str(s.rng.choice("123456789" if s.lettering.kind == "font" else "12345678"))
                s.text(x0 + (c + 0.33) * size, y0 + (r + 0.22) * size, digit, round(size * 0.55))


def _keyboard(s: Sheet) -> None:
    size, gap = s.rng.randint(30, 70), s.rng.randint(2, 8)
    key = _shade(s.ground, s.rng.choice([-0.3, 0.4]))
    for row, keys in enumerate(("1234567890-=", "QWERTYUIOP", "ASDFGHJKL;", "ZXCVBNM,./")):
        for i, char in enumerate(keys):
            x, y = 20 + (i + row * 0.5) * size, 30 + row * size
            s.box(x, y, size - gap, size - gap, key)
            s.box(x, y, size - gap, size - gap, _shade(key, -0.4), 1)
            s.text(x + size * 0.2, y + size * 0.2, char, round(size * 0.3))
    s.box(20 + 3 * size, 30 + 4 * size, 5 * size, size - gap, key)


def _calendar(s: Sheet) -> None:
    w, h = s.rng.randint(30, 130), s.rng.randint(26, 100)
    start, lined = s.rng.randint(0, 6), s.rng.random() < 0.6
    for i, name in enumerate(("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")):
        s.text(30 + i * w + 4, 20, name, 10)
    for day in range(1, 32):
        r, c = divmod(day - 1 + start, 7)
        x, y = 30 + c * w, 40 + r * h
        if lined:
            s.box(x, y, w + 1, h + 1, _shade(s.ground, -0.3), 1)
        s.text(x + 5, y + 5, str(day), min(22, h // 3 + 4))


def _icons(s: Sheet) -> None:
    step, size = s.rng.randint(60, 120), s.rng.randint(24, 52)
    for y in range(20, s.height - step, step):
        for x in range(20, s.width - step, step):
            if s.rng.random() < 0.12:
                continue
            colour = _surface(s.rng, s.rng.random() < 0.5)
            if s.rng.random() < 0.5:
                s.box(x, y, size, size, colour)
            else:
                cv2.circle(s.pixels, (x + size // 2, y + size // 2), size // 2, colour, -1)
            cv2.line(s.pixels, (x, y), (x + size, y + size), _shade(colour, -0.4), 2)
            s.text(x, y + size + 6, s.rng.choice(["notes", "music", "photos", "trash"]), 8)


def _page(s: Sheet) -> None:
    tall = s.rng.randint(8, 16)
    words = ("mines", "were", "laid", "in", "rows", "and", "numbers", "count", "neighbours", "of")
    for y in range(20, s.height - 20, round(tall * s.rng.uniform(1.6, 2.0))):
        x = 20
        while x < s.width - 120:
            word = s.rng.choice(words)
            s.text(x, y, word, tall)
            x += round((len(word) + 1) * tall * 0.8)


def _bricks(s: Sheet) -> None:
    w, h = s.rng.randint(30, 110), s.rng.randint(14, 50)
    mortar = _shade(s.ground, 0.5)
    s.box(0, 0, s.width, s.height, mortar)
    for row, y in enumerate(range(0, s.height, h)):
        for x in range(-w, s.width + w, w):
            colour = _shade(s.ground, s.rng.uniform(-0.2, 0.1))
            s.box(x + (row % 2) * w / 2, y, w - 3, h - 3, colour)


def _crossword(s: Sheet) -> None:
    size, side = s.rng.randint(22, 48), s.rng.randint(9, 17)
    for r in range(side):
        for c in range(side):
            x, y = 20 + c * size, 20 + r * size
            black = s.rng.random() < 0.18
            s.box(x, y, size + 1, size + 1, s.ink if black else s.ground)
            s.box(x, y, size + 1, size + 1, s.ink, 1)
            if not black and s.rng.random() < 0.7:
                s.text(x + size * 0.3, y + size * 0.3, s.rng.choice("AEIORSTLN"), size // 2)


def _palette(s: Sheet) -> None:
    size, gap = s.rng.randint(16, 50), s.rng.choice([0, 0, 2, 4])
    for r in range(s.rng.randint(6, 14)):
        for c in range(s.rng.randint(8, 20)):
            colour = _surface(s.rng, s.rng.random() < 0.5)
            s.box(20 + c * size, 20 + r * size, size - gap, size - gap, colour)


def _calculator(s: Sheet) -> None:
    size, gap = s.rng.randint(40, 90), s.rng.randint(0, 8)
    key = _shade(s.ground, s.rng.choice([-0.25, 0.4]))
    s.box(20, 20, 4 * size, size, _shade(s.ground, 0.6))
    s.text(30, 20 + size * 0.3, "3271", round(size * 0.4))
    for i, char in enumerate("789/456*123-0.=+"):
        r, c = divmod(i, 4)
        x, y = 20 + c * size, 30 + (r + 1) * size
        s.box(x, y, size - gap, size - gap, key)
        s.box(x, y, size - gap, size - gap, _shade(key, -0.3), 1)
        s.text(x + size * 0.35, y + size * 0.3, char, round(size * 0.35))


def _desktop(s: Sheet) -> None:
    for _ in range(s.rng.randint(4, 12)):
        x, y = s.rng.randrange(s.width), s.rng.randrange(s.height)
        w, h = s.rng.randint(80, 600), s.rng.randint(60, 400)
        ground = _surface(s.rng, s.rng.random() < 0.4)
        s.box(x, y, w, h, ground)
        s.box(x, y, w, 18, _shade(ground, -0.4))
        for line in range(y + 26, min(y + h, s.height) - 12, 18):
            s.text(x + 8, line, "lorem ipsum"[: w // 14], 9, _moved_away((0, 0, 0), ground, 45))


PAINTERS: dict[str, Painter] = {
    "chess": _chess,
    "spreadsheet": _spreadsheet,
    "sudoku": _sudoku,
    "keyboard": _keyboard,
    "calendar": _calendar,
    "icons": _icons,
    "page": _page,
    "bricks": _bricks,
    "crossword": _crossword,
    "palette": _palette,
    "calculator": _calculator,
    "desktop": _desktop,
}
