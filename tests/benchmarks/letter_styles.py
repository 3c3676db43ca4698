"""Ways to draw a character or a mark that its font does not have: slanted, hollow, outlined, shaky.

What programs draw is wider than what fonts hold: bold and hairline strokes, digits with a rim of
another colour, drawn by hand, squeezed, on a segment display that leans. Only for teaching.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image

from tests.vision.lettering import Lettering, _segments

if TYPE_CHECKING:
    import random
    from pathlib import Path

FINE = 4
"""How many times larger a character is drawn before it is changed and shrunk."""


@dataclass(frozen=True)
class Styled:
    """A lettering drawn otherwise; stands in for a `Lettering`.

    slant, width: sideways shear and stretch. weight: what strokes gain (part of the height), may be
    negative. rim: how wide a rim of another colour is, part of the height, and fill, edge: how
    strong the inside and the rim stand out. shake: how far a hand trembles. hooked: a segment 7
    with its upper left bar.
    """

    base: Lettering
    slant: float
    width: float
    weight: float
    rim: float
    fill: float
    edge: float
    shake: float
    hooked: bool
    seed: int

    @property
    def name(self) -> str:
        """That of the lettering it changes."""
        return self.base.name

    def mask(self, char: str, height: int) -> np.ndarray:
        """Alpha mask (h, w) float32, 0 to 1, of one character about `height` pixels tall."""
        return _mask(self, char, max(4, height))


def styled(rng: random.Random, base: Lettering) -> Styled:
    """A lettering changed in a few ways at random."""

    def at_times(share: float, value: float) -> float:
        return value if rng.random() < share else 0.0

    rim = at_times(0.3, rng.uniform(0.03, 0.09))
    return Styled(
        base=base,
        slant=at_times(0.4, rng.uniform(-0.1, 0.35)),
        width=rng.choice([1, 1, rng.uniform(0.7, 1.35)]),
        weight=at_times(0.5, rng.uniform(-0.04, 0.05)),
        rim=rim,
        fill=rng.choice([0, rng.uniform(0.2, 1), 1]) if rim else 1,
        edge=rng.uniform(0.35, 1),
        shake=at_times(0.25, rng.uniform(0.01, 0.04)),
        hooked=rng.random() < 0.5,
        seed=rng.randrange(2**31),
    )


@functools.lru_cache(maxsize=4096)
def _mask(style: Styled, char: str, height: int) -> np.ndarray:
    if style.base.kind == "segments" and char == "7" and style.hooked:
        drawn = _segments("fabc", FINE * height, style.base.weight)
    else:
        drawn = style.base.mask(char, FINE * height)
    margin = round(0.2 * FINE * height)
    drawn = np.pad(drawn, margin)
    drawn = _leaning(style, drawn)
    if style.shake:
        drawn = _shaken(style, drawn, FINE * height)
    if style.weight:
        drawn = _weighed(drawn, round(style.weight * FINE * height))
    if style.rim:
        inner = drawn
        outer = _weighed(drawn, max(1, round(style.rim * FINE * height)))
        drawn = style.edge * (outer - inner) + style.fill * inner
    solid = (drawn > 0.05).astype(np.uint8)
    if not solid.any():
        return style.base.mask(char, height)
    x, y, w, h = cv2.boundingRect(solid)
    size = (max(1, round(w / FINE)), max(1, round(h / FINE)))
    part = np.ascontiguousarray(drawn[y : y + h, x : x + w], np.float32)
    return cv2.resize(part, size, interpolation=cv2.INTER_AREA)


def _leaning(style: Styled, drawn: np.ndarray) -> np.ndarray:
    height, width = drawn.shape
    room = round(abs(style.slant) * height)
    wide = round(width * style.width) + 2 * room
    middle = height / 2
    place = np.array([[style.width, -style.slant, room + style.slant * middle], [0, 1, 0]])
    return cv2.warpAffine(drawn, place, (wide, height), flags=cv2.INTER_LINEAR)


def _shaken(style: Styled, drawn: np.ndarray, height: int) -> np.ndarray:
    rng = np.random.default_rng(style.seed + int(drawn.sum()))
    rows, cols = drawn.shape
    coarse = rng.normal(0, style.shake * height, (2, 5, 5)).astype(np.float32)
    dx, dy = (cv2.resize(c, (cols, rows), interpolation=cv2.INTER_CUBIC) for c in coarse)
    ys, xs = np.mgrid[:rows, :cols].astype(np.float32)
    return cv2.remap(drawn, xs + dx, ys + dy, cv2.INTER_LINEAR)


def _weighed(drawn: np.ndarray, by: int) -> np.ndarray:
    """Make strokes heavier (by > 0) or lighter, in pixels on either side."""
    if by == 0:
        return drawn
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * abs(by) + 1,) * 2)
    if by > 0:
        return cv2.dilate(drawn, brush)
    lighter = cv2.erode(drawn, brush)
    return lighter if lighter.sum() > 0.3 * drawn.sum() else drawn


def flag(rng: random.Random, height: int) -> np.ndarray:
    """A flag on a pole, as some program may draw it: alpha mask (h, h)."""
    big = FINE * height
    canvas = np.zeros((big, big), np.uint8)
    pole = rng.uniform(0.2, 0.7)
    cloth = rng.choice([-1, 1]) * rng.uniform(0.3, 0.6)
    if not 0.05 < pole + cloth < 0.98:
        cloth = -cloth
    top, low, foot = rng.uniform(0.05, 0.2), rng.uniform(0.45, 0.65), rng.uniform(0.8, 0.97)
    tint = rng.randint(110, 255)
    ends = {
        "pennant": [(pole, top), (pole + cloth, (top + low) / 2), (pole, low)],
        "banner": [(pole, top), (pole + cloth, top), (pole + cloth, low), (pole, low)],
        "swallow": [(pole, top), (pole + cloth, top), (pole + 0.7 * cloth, (top + low) / 2),
                    (pole + cloth, low), (pole, low)],
        "wave": [(pole, top), (pole + cloth / 2, top + 0.07), (pole + cloth, top),
                 (pole + cloth, low - 0.05), (pole + cloth / 2, low + 0.05), (pole, low)],
    }[rng.choice(["pennant", "pennant", "banner", "swallow", "wave"])]  # fmt: skip
    shape = (np.array(ends) * big).round().astype(np.int32)
    if rng.random() < 0.15:
        cv2.polylines(canvas, [shape], True, tint, max(1, big // 20))
    else:
        cv2.fillPoly(canvas, [shape], tint)
    thick = max(2, round(big * rng.uniform(0.04, 0.12)))
    x = round(pole * big)
    shade = rng.randint(60, 255)
    cv2.line(canvas, (x, round(top * big)), (x, round(foot * big)), shade, thick)
    if rng.random() < 0.5:
        half = round(big * rng.uniform(0.12, 0.3))
        y = round(foot * big)
        cv2.rectangle(canvas, (x - half, y - thick), (x + half, y), shade, -1)
    return _shrunk(canvas, height)


def mine(rng: random.Random, height: int) -> np.ndarray:
    """A mine with its spikes or its fuse: alpha mask (h, h)."""
    big = FINE * height
    canvas = np.zeros((big, big), np.uint8)
    middle = big // 2
    radius = round(big * rng.uniform(0.22, 0.36))
    spikes = rng.choice([0, 0, 4, 6, 8, 8, 12])
    thick = max(2, round(big * rng.uniform(0.04, 0.12)))
    start = rng.uniform(0, np.pi)
    for i in range(spikes):
        angle = start + 2 * np.pi * i / spikes
        reach = rng.uniform(0.44, 0.5) * big
        tip = (round(middle + reach * np.cos(angle)), round(middle + reach * np.sin(angle)))
        cv2.line(canvas, (middle, middle), tip, 255, thick)
    if not spikes:
        centre = (round(big * 0.45), round(big * 0.58))
        cv2.line(canvas, centre, (round(big * 0.75), round(big * 0.2)), 255, thick)
        cv2.circle(canvas, centre, radius, 255, -1)
    else:
        cv2.circle(canvas, (middle, middle), radius, 255, -1)
    if rng.random() < 0.5:
        at = (middle - radius // 3, middle - radius // 3)
        cv2.circle(canvas, at, max(1, radius // 3), rng.randint(0, 120), -1)
    return _shrunk(canvas, height)


def crossed(rng: random.Random, mask: np.ndarray) -> np.ndarray:
    """A drawing with a cross over it, as wrong flags and wrongly flagged mines are shown."""
    out = np.ascontiguousarray(mask)
    height, width = out.shape
    thick, tint = max(1, round(height * rng.uniform(0.06, 0.16))), rng.uniform(0.5, 1)
    cv2.line(out, (0, 0), (width - 1, height - 1), tint, thick)
    cv2.line(out, (width - 1, 0), (0, height - 1), tint, thick)
    return out


def icons(folder: Path) -> tuple[np.ndarray, ...]:
    """The icons (RGBA, uint8) of a folder of PNG files, in the order of their names."""
    return tuple(
        np.array(Image.open(path).convert("RGBA")) for path in sorted(folder.glob("*.png"))
    )


def on_a_ground(rng: random.Random, icon: np.ndarray, height: int, pixels: int) -> np.ndarray:
    """Show an icon as a program does: (height, width, 3) Lab above a ground of any colour.

    An icon of one colour takes on another. pixels: how high it is on the screen.
    """
    ground = np.array([rng.randrange(256) for _ in range(3)])
    if rng.random() < 0.5:
        ground[:] = rng.randint(60, 255)
    colour, cover = icon[:, :, :3].astype(np.float32), icon[:, :, 3:].astype(np.float32) / 255
    plain = np.ptp(icon[icon[:, :, 3] > 0][:, :3].astype(int), axis=0).max() < 8
    if plain and rng.random() < 0.6:
        colour[:] = [rng.randrange(256) for _ in range(3)]
    shown = ground * (1 - cover) + colour * cover
    pixels = max(6, pixels)
    width = max(2, round(pixels * icon.shape[1] / icon.shape[0]))
    shown = cv2.resize(shown.astype(np.float32), (width, pixels), interpolation=cv2.INTER_AREA)
    size = (max(2, round(height * icon.shape[1] / icon.shape[0])), height)
    shown = cv2.resize(shown, size, interpolation=cv2.INTER_LINEAR)
    lab = cv2.cvtColor(np.concatenate([shown, np.tile(ground, (1, size[0], 1))]).astype(np.float32)
                       / 255, cv2.COLOR_RGB2LAB)  # fmt: skip
    return np.asarray(lab[:-1] - lab[-1, 0])


def _shrunk(canvas: np.ndarray, height: int) -> np.ndarray:
    small = cv2.resize(canvas, (height, height), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) / 255
