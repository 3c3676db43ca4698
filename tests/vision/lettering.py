"""Characters drawn for synthetic pictures: outline fonts, strokes, seven segments, pixel fonts.

A lettering turns (character, height) into an alpha mask. Outline fonts come from the font folder of
the machine and are split into two halves by family, so that one half may be used for tuning and
the other only for measuring. The strokes, segments and pixels below are always there.
"""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

FONT_FOLDER = Path("/usr/share/fonts")

# Families whose digits are not the ordinary ones: symbols, other scripts, joined-up writing.
_SKIPPED = ("symbol", "dingbat", "d05000l", "z003", "math", "opensymbol", "dseg14", "emoji", "chan")

_IN_NO_FONT = "\U0010fffd"

# Pixel digits, one string of rows: five by seven, three by five, and square ones of six by seven.
_PIXELS = {
    "1": "..#..|.##..|..#..|..#..|..#..|..#..|.###.",
    "2": ".###.|#...#|....#|..##.|.#...|#....|#####",
    "3": "#####|....#|...#.|..##.|....#|#...#|.###.",
    "4": "...#.|..##.|.#.#.|#..#.|#####|...#.|...#.",
    "5": "#####|#....|####.|....#|....#|#...#|.###.",
    "6": "..##.|.#...|#....|####.|#...#|#...#|.###.",
    "7": "#####|....#|...#.|..#..|.#...|.#...|.#...",
    "8": ".###.|#...#|#...#|.###.|#...#|#...#|.###.",
    "?": ".###.|#...#|....#|..##.|..#..|.....|..#..",
    "F": "#####|#....|#....|####.|#....|#....|#....",
    "!": "..#..|..#..|..#..|..#..|..#..|.....|..#..",
    "*": ".....|#.#.#|.###.|#####|.###.|#.#.#|.....",
}
_SMALL_PIXELS = {
    "1": ".#.|##.|.#.|.#.|###",
    "2": "##.|..#|.#.|#..|###",
    "3": "##.|..#|.#.|..#|##.",
    "4": "#.#|#.#|###|..#|..#",
    "5": "###|#..|##.|..#|##.",
    "6": ".##|#..|###|#.#|###",
    "7": "###|..#|..#|.#.|.#.",
    "8": "###|#.#|###|#.#|###",
    "?": "##.|..#|.#.|...|.#.",
    "F": "###|#..|##.|#..|#..",
}
_SQUARE_PIXELS = {
    "1": "..##..|.###..|..##..|..##..|..##..|..##..|.####.",
    "2": "######|....##|....##|######|##....|##....|######",
    "3": "######|....##|....##|..####|....##|....##|######",
    "4": "##..##|##..##|##..##|######|....##|....##|....##",
    "5": "######|##....|##....|######|....##|....##|######",
    "6": "######|##....|##....|######|##..##|##..##|######",
    "7": "######|....##|....##|...##.|..##..|..##..|..##..",
    "8": "######|##..##|##..##|######|##..##|##..##|######",
    "?": "######|....##|....##|..####|..##..|......|..##..",
    "F": "######|##....|##....|####..|##....|##....|##....",
}
_PIXEL_SETS = {"pixels": _PIXELS, "pixels-small": _SMALL_PIXELS, "pixels-square": _SQUARE_PIXELS}
_SEGMENTS = {  # a top, b upper right, c lower right, d bottom, e lower left, f upper left, g middle
    "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd",
    "6": "afgedc", "7": "abc", "8": "abcdefg", "F": "afge",
}  # fmt: skip


@dataclass(frozen=True)
class Lettering:
    """One way to draw characters. kind: "font", "hershey", "segments" or "pixels"."""

    name: str
    kind: str
    path: str = ""
    weight: float = 0.12

    def mask(self, char: str, height: int) -> np.ndarray:
        """Alpha mask (h, w) float32, 0 to 1, of one character about `height` pixels tall."""
        return _mask(self, char, max(4, height))


@functools.lru_cache(maxsize=4096)
def _mask(lettering: Lettering, char: str, height: int) -> np.ndarray:
    if lettering.kind == "font" and _has(lettering.path, char):
        return _outline(lettering.path, char, height)
    if lettering.kind == "segments" and char in _SEGMENTS:
        return _segments(_SEGMENTS[char], height, lettering.weight)
    if lettering.kind == "pixels" and char in _PIXEL_SETS[lettering.name]:
        return _pixel(_PIXEL_SETS[lettering.name][char], height)
    return _hershey(char, height, lettering.weight)


@functools.lru_cache(maxsize=512)
def _sized(path: str, height: int) -> ImageFont.FreeTypeFont:
    """The font at the size whose digit 8 is `height` pixels tall."""
    if not path:
        return ImageFont.load_default(size=max(6, round(height * 1.38)))
    trial = ImageFont.truetype(path, 100)
    box = trial.getbbox("8")
    return ImageFont.truetype(path, max(5, round(height * 100 / max(1, box[3] - box[1]))))


@functools.lru_cache(maxsize=4096)
def _has(path: str, char: str) -> bool:
    """Whether a font draws a character at all: else it draws its box for what it lacks."""
    return not np.array_equal(_outline(path, char, 32), _outline(path, _IN_NO_FONT, 32))


def _outline(path: str, char: str, height: int) -> np.ndarray:
    font = _sized(path, height)
    left, top, right, bottom = (int(v) for v in font.getbbox(char))
    image = Image.new("L", (max(1, right - left) + 2, max(1, bottom - top) + 2))
    ImageDraw.Draw(image).text((1 - left, 1 - top), char, fill=255, font=font)
    return np.asarray(image, np.float32) / 255


def _hershey(char: str, height: int, weight: float) -> np.ndarray:
    big = 4 * height
    thick = max(1, round(big * weight))
    face = cv2.FONT_HERSHEY_SIMPLEX
    (width, tall), _ = cv2.getTextSize(char, face, 1.0, 1)
    scale = big / max(1, tall)
    canvas = np.zeros((big * 2, round(width * scale) + big), np.uint8)
    cv2.putText(canvas, char, (big // 2, round(big * 1.5)), face, scale, 255, thick, cv2.LINE_AA)
    return _shrunk(canvas, height)


def _segments(bars: str, height: int, weight: float) -> np.ndarray:
    big = 8 * height
    width, thick = round(big * 0.55), max(2, round(big * weight))
    canvas = np.zeros((big + 2 * thick, width + 2 * thick), np.uint8)
    left, right, top, bottom = thick, thick + width, thick, thick + big
    middle, gap = (top + bottom) // 2, thick * 0.65
    ends = {
        "a": (left, top, right, top), "g": (left, middle, right, middle),
        "d": (left, bottom, right, bottom), "f": (left, top, left, middle),
        "b": (right, top, right, middle), "e": (left, middle, left, bottom),
        "c": (right, middle, right, bottom),
    }  # fmt: skip
    for name in bars:
        x0, y0, x1, y1 = ends[name]
        dx, dy = (gap, 0) if y0 == y1 else (0, gap)
        start, end = (round(x0 + dx), round(y0 + dy)), (round(x1 - dx), round(y1 - dy))
        cv2.line(canvas, start, end, 255, thick)
    return _shrunk(canvas, height, keep_height=big + 2 * thick)


def _pixel(drawing: str, height: int) -> np.ndarray:
    rows = drawing.split("|")
    small = np.array([[c == "#" for c in row] for row in rows], np.float32)
    factor = max(1, round(height / len(rows)))
    return np.kron(small, np.ones((factor, factor), np.float32))


def _shrunk(canvas: np.ndarray, height: int, keep_height: int | None = None) -> np.ndarray:
    if not canvas.any():
        return np.zeros((height, max(1, height // 2)), np.float32)
    x, y, w, h = cv2.boundingRect(canvas)
    scale = height / (keep_height or h)
    size = (max(1, round(w * scale)), max(1, round(h * scale)))
    small = cv2.resize(canvas[y : y + h, x : x + w], size, interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) / 255


def built_in() -> list[Lettering]:
    """The letterings that need no font on the machine."""
    strokes = [Lettering(f"strokes-{w}", "hershey", weight=w) for w in (0.06, 0.12, 0.18)]
    bars = [Lettering(f"segments-{w}", "segments", weight=w) for w in (0.08, 0.13, 0.19)]
    dots = [Lettering(name, "pixels") for name in _PIXEL_SETS]
    return [*strokes, *bars, *dots, Lettering("aileron", "font")]


def family(path: Path) -> str:
    """The part of a font file's name that its styles share: five letters do."""
    return path.stem.lower().lstrip("0123456789")[:5]


def half_of(name: str) -> int:
    """0 or 1: the half a family belongs to; the same on every machine."""
    return hashlib.sha256(name.encode()).digest()[0] & 1


@functools.cache
def installed(half: int | None = None, folder: Path = FONT_FOLDER) -> tuple[Lettering, ...]:
    """Outline fonts found on the machine that draw eight different digits."""
    found = []
    for path in sorted([*folder.rglob("*.ttf"), *folder.rglob("*.otf")]):
        name = family(path)
        if any(word in str(path).lower() for word in _SKIPPED):
            continue
        if half is not None and half_of(name) != half:
            continue
        lettering = Lettering(path.stem, "font", path=str(path))
        if _draws_digits(lettering):
            found.append(lettering)
    return tuple(found)


def _draws_digits(lettering: Lettering) -> bool:
    try:
        masks = [lettering.mask(char, 32) for char in "12345678"]
    except OSError:
        return False
    upright = all(abs(mask.shape[0] - 34) < 6 and mask.max() > 0.5 for mask in masks)
    return upright and len({mask.tobytes() for mask in masks}) == 8
