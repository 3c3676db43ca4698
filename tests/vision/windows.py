"""Parts of windows for synthetic pictures: bars, counters, frames, status lines, panels, icons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.vision.lettering import Lettering
from tests.vision.synthetic import Colour, _gradient, _hsv, _moved_away, _shade, _surface

if TYPE_CHECKING:
    import random

_TEXT = (
    "File Edit View Game Help Mines Settings New Pause Level Time Score Options About 10 9 40 99 "
    "00:31 3/10 Custom Easy Expert Warning lorem ipsum dolor sit amet 4917 12 8 777 1234 Restart"
)
WORDS = _TEXT.split()
FACES = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_PLAIN,
)


class Canvas:
    """A picture to draw on, with a random generator; boxes are x, y, width, height."""

    def __init__(self, rng: random.Random, pixels: np.ndarray, face: int | None = None) -> None:
        self.rng = rng
        self.pixels = pixels
        self.face = rng.choice(FACES) if face is None else face

    def part(self, x: int, y: int, w: int, h: int) -> Canvas:
        """Return a rectangle of it, what is outside left out."""
        x, y = max(0, x), max(0, y)
        return Canvas(self.rng, self.pixels[y : y + max(0, h), x : x + max(0, w)], self.face)

    def box(self, x: int, y: int, w: int, h: int, colour: Colour, line: int = -1) -> None:
        """Draw a rectangle, filled or as a line inside of its border."""
        if w > 0 and h > 0:
            cv2.rectangle(self.pixels, (x, y), (x + w - 1, y + h - 1), colour, line)

    def bevel(self, x: int, y: int, w: int, h: int, width: int, ground: Colour, up: bool) -> None:
        """Draw a border that seems raised or sunken."""
        light, dark = _shade(ground, 0.7), _shade(ground, -0.45)
        if not up:
            light, dark = dark, light
        for i in range(width):
            right, bottom = x + w - 1 - i, y + h - 1 - i
            cv2.line(self.pixels, (x + i, bottom), (right, bottom), dark, 1)
            cv2.line(self.pixels, (right, y + i), (right, bottom), dark, 1)
            cv2.line(self.pixels, (x + i, y + i), (right, y + i), light, 1)
            cv2.line(self.pixels, (x + i, y + i), (x + i, bottom), light, 1)

    def text(self, x: int, y: int, text: str, height: int, ink: Colour) -> int:
        """Write with the baseline at y; return the width."""
        scale = height / 24
        thick = max(1, round(height / 12))
        cv2.putText(self.pixels, text, (x, y), self.face, scale, ink, thick, cv2.LINE_AA)
        return int(cv2.getTextSize(text, self.face, scale, thick)[0][0])

    def words(self, count: int) -> str:
        """Some words."""
        return " ".join(self.rng.choice(WORDS) for _ in range(count))


def frame(canvas: Canvas, x: int, y: int, w: int, h: int, width: int, ground: Colour) -> None:
    """Draw a frame of some width around a board."""
    if not width:
        return
    outer = (x - width, y - width, w + 2 * width, h + 2 * width)
    way = canvas.rng.choice(["sunken", "sunken", "raised", "plain", "plain", "double"])
    if way in ("sunken", "raised"):
        canvas.bevel(*outer, width, ground, up=way == "raised")
    elif way == "plain":
        colour = _shade(ground, canvas.rng.choice([-0.8, -0.4, -0.2, 0.4]))
        canvas.box(*outer, colour)
    else:
        canvas.box(*outer, _shade(ground, -0.5), 1)
        canvas.box(x - 1, y - 1, w + 2, h + 2, _shade(ground, -0.5), 1)


def title_bar(strip: Canvas, ground: Colour) -> None:
    rng = strip.rng
    h, w = strip.pixels.shape[:2]
    colour = rng.choice([ground, (200, 120, 60), _surface(rng, rng.random() < 0.5)])
    strip.pixels[:] = _gradient(strip.pixels, _shade(colour, 0.2), colour)
    ink = _moved_away((20, 20, 20), colour, 50)
    x = rng.choice([6, 24, max(6, w // 2 - 30)])
    strip.text(x, round(0.7 * h), strip.words(rng.choice([1, 1, 2])), min(h - 6, 16), ink)
    size = max(6, h - rng.randint(8, 12))
    for i in range(rng.choice([1, 3, 3])):
        at, up = w - (i + 1) * (size + 4), (h - size) // 2
        if rng.random() < 0.6:
            strip.bevel(at, up, size, size, 1, colour, up=True)
        cv2.line(strip.pixels, (at + 3, up + 3), (at + size - 4, up + size - 4), ink, 1)
        if i == 0:
            cv2.line(strip.pixels, (at + size - 4, up + 3), (at + 3, up + size - 4), ink, 1)


def menu_bar(strip: Canvas, ground: Colour) -> None:
    h = strip.pixels.shape[0]
    ink = _moved_away((0, 0, 0), ground, 60)
    x = 6
    for _ in range(strip.rng.choice([2, 3, 5])):
        x += strip.text(x, round(0.72 * h), strip.words(1), 13, ink) + strip.rng.randint(8, 16)
    if strip.rng.random() < 0.4:
        strip.box(0, h - 1, strip.pixels.shape[1], 1, _shade(ground, -0.25))


def toolbar(strip: Canvas, ground: Colour) -> None:
    h = strip.pixels.shape[0]
    size, x = h - 8, 4
    for _ in range(strip.rng.randint(2, 8)):
        icon(strip.part(x, 4, size, size), ground)
        x += size + strip.rng.choice([4, 4, 12])


def icon(spot: Canvas, ground: Colour) -> None:
    """Draw a small button with a sign."""
    h, w = spot.pixels.shape[:2]
    if min(h, w) < 6:
        return
    rng = spot.rng
    if rng.random() < 0.4:
        spot.box(0, 0, w, h, _shade(ground, rng.choice([-0.2, 0.3])))
    if rng.random() < 0.4:
        spot.bevel(0, 0, w, h, 1, ground, up=True)
    colour = _hsv(rng.random(), rng.choice([0, 0.8]), rng.random())
    middle, radius = (w // 2, h // 2), max(2, min(w, h) // 3)
    if rng.random() < 0.5:
        cv2.circle(spot.pixels, middle, radius, colour, rng.choice([-1, 1, 2]), cv2.LINE_AA)
    else:
        spot.box(
            w // 2 - radius, h // 2 - radius, 2 * radius, 2 * radius, colour, rng.choice([-1, 2])
        )


def counters(strip: Canvas, ground: Colour) -> None:
    """Draw a row with counters and a smiling face, or with plain words."""
    rng = strip.rng
    h, w = strip.pixels.shape[:2]
    if rng.random() < 0.35:
        ink = _moved_away((0, 0, 0), ground, 60)
        strip.text(rng.randint(4, 20), round(0.65 * h), strip.words(rng.randint(1, 4)), 16, ink)
        return
    tall = h - rng.randint(6, 12)
    bars = Lettering("segments-0.13", "segments", weight=0.13)
    red, dark = rng.choice([((30, 30, 250), (0, 0, 40)), ((40, 240, 40), (0, 30, 0))])
    wide = round(1.9 * tall)
    y = (h - tall) // 2
    for x in (y, w - y - wide):
        if rng.random() < 0.9 and x >= 0:
            strip.box(x, y, wide, tall, dark)
            if rng.random() < 0.6:
                strip.bevel(x, y, wide, tall, 1, ground, up=False)
            _digits(strip.part(x, y, wide, tall), bars, red)
    size = min(tall, w)
    x = (w - size) // 2
    if rng.random() < 0.7 and w > 2 * wide + size:
        if rng.random() < 0.7:
            strip.bevel(x, y, size, size, 2, ground, up=True)
        face = strip.part(x, y, size, size).pixels
        middle, radius = (size // 2, size // 2), max(4, size // 3)
        cv2.circle(face, middle, radius, (60, 230, 250), -1, cv2.LINE_AA)
        cv2.circle(face, middle, radius, (0, 0, 0), 1, cv2.LINE_AA)
        for eye in (-radius // 3, radius // 3):
            cv2.circle(face, (middle[0] + eye, middle[1] - radius // 3), 1, (0, 0, 0), -1)
        cv2.ellipse(face, middle, (radius // 2, radius // 2), 0, 20, 160, (0, 0, 0), 1, cv2.LINE_AA)


def _digits(spot: Canvas, bars: Lettering, ink: Colour) -> None:
    h, w = spot.pixels.shape[:2]
    for i in range(3):
        mask = bars.mask(spot.rng.choice("12345678"), max(6, h - 6))
        x = 2 + i * w // 3
        part = spot.pixels[3 : 3 + mask.shape[0], x : x + mask.shape[1]]
        cover = mask[: part.shape[0], : part.shape[1], None]
        part[:] = (part * (1 - cover) + np.array(ink) * cover).astype(np.uint8)


def status_line(strip: Canvas, ground: Colour) -> None:
    rng = strip.rng
    h, w = strip.pixels.shape[:2]
    if rng.random() < 0.5:
        strip.box(0, 0, w, 1, _shade(ground, -0.3))
    if rng.random() < 0.3:
        strip.box(4, 3, w // 3, h - 6, _shade(ground, 0.5))
        strip.box(w // 2, 3, w // 3, h - 6, _shade(ground, -0.4), 1)
    ink = _moved_away((0, 0, 0), ground, 60)
    x = rng.choice([4, max(4, w // 2)])
    strip.text(x, round(0.7 * h), strip.words(rng.randint(1, 3)), 13, ink)


def side_panel(spot: Canvas, ground: Colour) -> None:
    rng = spot.rng
    h, w = spot.pixels.shape[:2]
    ink = _moved_away((0, 0, 0), ground, 60)
    y = 20
    while y + 40 < h:
        if rng.random() < 0.6:
            spot.box(8, y, w - 16, 26, _shade(ground, rng.choice([-0.1, 0.3])))
            spot.box(8, y, w - 16, 26, _shade(ground, -0.35), 1)
        spot.text(14, y + 18, spot.words(1), 13, ink)
        y += rng.randint(34, 120)
