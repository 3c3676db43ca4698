"""Windows, tooltips and menus over a part of a board, for teaching a network what it cannot see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from autoplay.board import Cell
from tests.benchmarks.drawn_looks import away_from, colour, shaded
from tests.benchmarks.surroundings import FACES, photograph

if TYPE_CHECKING:
    import random

    from autoplay.geometry import Grid

WORDS = (
    "file",
    "open",
    "the",
    "of",
    "system",
    "Monday",
    "12",
    "7",
    "music",
    "and",
    "2026",
    "total",
)
ALIGNED = 0.3
"""How often a cover ends where cells do."""

HIDES, TOUCHES = 0.5, 0.04
"""Shares of a cell that have to be covered so that it cannot be read, and that it is doubtful."""

SHADOW = 7


def cover(rng: random.Random, picture: np.ndarray, grid: Grid) -> np.ndarray:
    """Lay something over a corner, a side or the inside of a board, in place.

    It leaves something of every row and column in sight. Returns (rows, cols) float32: the share
    of each cell that is covered, 0 to 1.
    """
    while True:
        rows, beyond_y = _span(rng, grid.rows)
        cols, beyond_x = _span(rng, grid.cols)
        if rows[1] - rows[0] < grid.rows and cols[1] - cols[0] < grid.cols:
            break
    left, right = (grid.left + place * grid.pitch_x for place in cols)
    top, bottom = (grid.top + place * grid.pitch_y for place in rows)
    left, right = left - beyond_x[0] * grid.pitch_x, right + beyond_x[1] * grid.pitch_x
    top, bottom = top - beyond_y[0] * grid.pitch_y, bottom + beyond_y[1] * grid.pitch_y
    high, wide = picture.shape[:2]
    x0, x1 = (int(np.clip(round(x), 0, wide)) for x in (left, right))
    y0, y1 = (int(np.clip(round(y), 0, high)) for y in (top, bottom))
    covered = np.zeros((high, wide), np.float32)
    covered[y0:y1, x0:x1] = 1
    if covered.any():
        _paint(rng, picture, (x0, y0, x1, y1))
    return _shares(covered, grid)


def name_covered(shares: np.ndarray, names: np.ndarray, ignored: int) -> None:
    """Name the cells that are covered unreadable, and those partly so as to be ignored."""
    names[shares > TOUCHES] = ignored
    names[shares > HIDES] = Cell.UNREADABLE


def _span(rng: random.Random, cells: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return where a cover begins and ends along a board, and how far it goes on beyond it."""
    part = rng.choice([rng.uniform(0.6, 3), rng.uniform(0.1, 0.45) * cells])
    first = rng.choice([0.0, cells - part, rng.uniform(0, max(0.0, cells - part))])
    ends = first, first + part
    if rng.random() < ALIGNED:
        ends = float(round(ends[0])), float(max(round(ends[0]) + 1, round(ends[1])))
    far = rng.uniform(0.1, 3)
    beyond = (far if first == 0.0 else 0.0), (far if first + part >= cells else 0.0)
    return ends, beyond


def _paint(rng: random.Random, picture: np.ndarray, box: tuple[int, int, int, int]) -> None:
    x0, y0, x1, y1 = box
    if rng.random() < 0.4:
        shade = np.zeros(picture.shape[:2], np.float32)
        shade[y0:y1, x0:x1] = rng.uniform(0.2, 0.6)
        shade = cv2.GaussianBlur(shade, (0, 0), rng.uniform(1, SHADOW))
        picture[:] = picture * (1 - shade[:, :, None])
    # What lies over a board may have just its colours.
    seen = picture[rng.randrange(len(picture)), rng.randrange(picture.shape[1])].astype(float)
    light = rng.uniform(225, 255)
    ground = rng.choice([np.full(3, light), np.full(3, light / 6), seen, colour(rng), colour(rng)])
    part = picture[y0:y1, x0:x1]
    part[:] = np.clip(ground, 0, 255)
    if rng.random() < 0.12:
        part[:] = photograph(rng, y1 - y0, x1 - x0)
    ink = away_from(rng, ground, 35)
    if rng.random() < 0.75:
        _write(rng, part, tuple(float(c) for c in ink))
    if rng.random() < 0.35:
        title = part[: rng.randint(12, 30)]
        title[:] = np.clip(colour(rng), 0, 255)
        _write(rng, title, tuple(float(c) for c in away_from(rng, title[0, 0], 40)))
    if rng.random() < 0.6:
        line = tuple(float(c) for c in rng.choice([ink, shaded(ground, -0.4), colour(rng)]))
        cv2.rectangle(picture, (x0, y0), (x1 - 1, y1 - 1), line, rng.choice([1, 1, 1, 2, 3]))


def _write(rng: random.Random, part: np.ndarray, ink: tuple[float, ...]) -> None:
    """Write lines of words, as a window or a menu has them."""
    scale = rng.uniform(0.28, 0.6)
    step = round(rng.uniform(30, 44) * scale)
    for base in range(round(25 * scale) + rng.randint(0, 5), len(part), step):
        words = " ".join(rng.choices(WORDS, k=rng.randint(1, 9)))
        place = (rng.choice([3, 6, rng.randint(2, 12)]), base)
        cv2.putText(part, words, place, rng.choice(FACES[:2]), scale, ink, 1, cv2.LINE_AA)


def _shares(covered: np.ndarray, grid: Grid) -> np.ndarray:
    """Return (rows, cols) the mean of a mask over each cell; beyond the picture nothing covers."""
    summed = cv2.integral(covered)
    high, wide = covered.shape
    y = np.clip(np.round(grid.top + grid.pitch_y * np.arange(grid.rows + 1)), 0, high).astype(int)
    x = np.clip(np.round(grid.left + grid.pitch_x * np.arange(grid.cols + 1)), 0, wide).astype(int)
    corners = summed[np.ix_(y, x)]
    total = np.diff(np.diff(corners, axis=0), axis=1)
    return np.asarray(total / np.maximum(np.outer(np.diff(y), np.diff(x)), 1), np.float32)
