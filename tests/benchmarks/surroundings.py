"""What invented boards stand in, and what lies behind and over them: for teaching a network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from autoplay.board import Cell
from tests.benchmarks.drawn_looks import away_from, colour, shaded

if TYPE_CHECKING:
    import random

    from autoplay.geometry import Grid
    from tests.benchmarks.drawn_looks import Style

MARGIN = 3
"""Cells that are drawn around a board, on every side."""

FACES = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)
SHEET = 0.05
DRAWN = 12.0
"""What differs more from a cell without a mark is part of the mark."""


def spot_of(style: Style, picture: np.ndarray, row: int, col: int) -> np.ndarray:
    """Return the part of a picture where a cell is drawn, to change it in place."""
    y, x = (row + MARGIN) * style.height, (col + MARGIN) * style.width
    return picture[y : y + style.height, x : x + style.width]


def cell_of(picture: np.ndarray, grid: Grid, row: int, col: int) -> np.ndarray:
    """Return the part of a picture that a cell of a grid covers, to change it in place."""
    spot = grid.cell(row, col)
    return picture[max(0, spot.y) : spot.bottom, max(0, spot.x) : spot.right]


def surround(rng: random.Random, style: Style, picture: np.ndarray, size: tuple[int, int]) -> None:
    """Draw a page, a window or a sheet around the place of a board, (rows, cols), in place."""
    if rng.random() < SHEET:
        _sheet(rng, style, picture)
    else:
        _page(rng, style, picture, size)


def _sheet(rng: random.Random, style: Style, picture: np.ndarray) -> None:
    """Draw empty cells, in which a board in a sheet stands: as its own, a word in some of them."""
    ink = tuple(float(c) for c in away_from(rng, style.opened, 25))
    lined = np.clip(style.sprite(Cell.N0, 0), 0, 255)
    if rng.random() < 0.5:
        lined[-1:] = lined[:, -1:] = style.line
    high, wide = style.height, style.width
    for y in range(0, picture.shape[0], high):
        for x in range(0, picture.shape[1], wide):
            picture[y : y + high, x : x + wide] = lined
            if rng.random() < 0.03:
                word, place = rng.choice(["A", "12", "x", "Sum", "7"]), (x + 2, y + 2 * high // 3)
                size = 0.02 * high
                cv2.putText(picture, word, place, FACES[0], size, ink, 1, cv2.LINE_AA)


def _page(rng: random.Random, style: Style, picture: np.ndarray, size: tuple[int, int]) -> None:
    """Draw a page or a window, text and boxes in it."""
    near = [style.back, style.opened, style.hidden, shaded(style.back, rng.uniform(-0.4, 0.4))]
    ground = rng.choice([*near, colour(rng), colour(rng, 200, 255), colour(rng)])
    picture[:] = np.clip(ground, 0, 255)
    high, wide = picture.shape[:2]
    if rng.random() < 0.15:
        small = np.random.default_rng(rng.randrange(2**31)).integers(0, 256, (6, 6, 3))
        picture[:] = cv2.resize(small.astype(np.uint8), (wide, high), interpolation=cv2.INTER_CUBIC)
    top, left = MARGIN * style.height, MARGIN * style.width
    bottom, right = top + size[0] * style.height, left + size[1] * style.width
    ink = tuple(float(c) for c in away_from(rng, ground, 25))
    for _ in range(rng.choice([0, 1, 2, 4])):
        x, y = rng.randrange(wide), rng.choice([rng.randrange(top), rng.randrange(bottom, high)])
        box = tuple(float(c) for c in colour(rng))
        far = (x + rng.randint(10, 200), y + rng.randint(8, 60))
        cv2.rectangle(picture, (x, y), far, box, rng.choice([-1, 1, 2]))
    for _ in range(rng.choice([0, 1, 2, 3])):
        text = rng.choice(
            ["010", "Mines: 10", "00:31", "Time 12", "Minesweeper", "New game", "3/40"]
        )
        place = (rng.randrange(wide), rng.choice([rng.randint(8, top), rng.randint(bottom, high)]))
        cv2.putText(
            picture, text, place, rng.choice(FACES), rng.uniform(0.4, 1.4), ink, 1, cv2.LINE_AA
        )
    if rng.random() < 0.6:
        border = rng.choice([1, 1, 2, 3, 5, rng.randint(1, style.width)])
        line = tuple(float(c) for c in rng.choice([style.line, colour(rng), shaded(ground, -0.3)]))
        corner, far = (left - border, top - border), (right + border - 1, bottom + border - 1)
        cv2.rectangle(picture, corner, far, line, -1)


def photograph(rng: random.Random, high: int, wide: int) -> np.ndarray:
    """Return (high, wide, 3) float32 of blots, large and small ones, as of something seen."""
    blots = np.random.default_rng(rng.randrange(2**31))
    picture = np.full((high, wide, 3), rng.uniform(60, 190), np.float32)
    grey = rng.random() < 0.3
    for across, by in ((2, 60), (5, 50), (12, 35), (40, 20), (120, 10)):
        many = (max(2, across * high // max(high, wide)), max(2, across * wide // max(high, wide)))
        drawn = blots.normal(0, by * rng.uniform(0.3, 1), (*many, 3)).astype(np.float32)
        if grey:
            drawn[:] = drawn[..., :1]
        picture += cv2.resize(drawn, (wide, high), interpolation=cv2.INTER_CUBIC)
    return np.clip(picture, 0, 255)


def shine_through(rng: random.Random, style: Style, picture: np.ndarray, cells: np.ndarray) -> None:
    """Let a photograph shine through a board and what surrounds it; less so where a mark is."""
    behind = photograph(rng, *picture.shape[:2])
    opened, hidden, around = rng.uniform(0.1, 0.75), rng.uniform(0.1, 0.75), rng.uniform(0, 1)
    if rng.random() < 0.3:
        opened = hidden
    share = np.full(picture.shape[:2], around, np.float32)
    for (row, col), cell in np.ndenumerate(cells):
        kind, odd = Cell(int(cell)), (row + col) & 1
        raised = style.raised(kind)
        plain = style.sprite(Cell.HIDDEN if raised else Cell.N0, odd)
        drawn = np.abs(style.sprite(kind, odd) - plain).max(axis=2) > DRAWN
        by = hidden if raised else opened
        spot_of(style, share, row, col)[:] = np.where(drawn, 0.2 * by, by)
    picture[:] = picture + (behind - picture) * share[:, :, None]
