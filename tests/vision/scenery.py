"""Looks of programs that draw pictures: scenery behind a board, a sprite in every cell."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import cv2
import numpy as np

from autoplay.board import Cell
from tests.vision.synthetic import _hsv, _moved_away, _shade

if TYPE_CHECKING:
    import random

    from autoplay.board import Board
    from autoplay.geometry import Grid
    from tests.vision.synthetic import Look

OVER = 4


def heavier(rng: random.Random, look: Look) -> Look:
    """Return a look with bevels of any width, or rounded cells, and gaps of any colour."""
    tile = rng.choice(["bevel", "bevel", "bevel", "rounded", "outlined"])
    return dataclasses.replace(
        look,
        tile=tile,
        floor=rng.choice([look.floor, "lined", "flat"]),
        bevel=rng.uniform(0.05, 0.26),
        gap=rng.choice([0, 0.04, 0.06, 0.1, 0.16]),
        line=rng.choice(
            [look.line, (0, 0, 0), _shade(look.hidden, -0.6), _shade(look.opened, 0.5)]
        ),
        checker=(0.0, 0.0),
    )


def photo(noise: np.random.Generator, w: int, h: int, grain: int) -> np.ndarray:
    """Return (h, w, 3) patches of any colour, about `grain` pixels wide, that run together."""
    small = noise.integers(0, 256, (h // grain + 2, w // grain + 2, 3), dtype=np.uint8)
    return cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC)


def scenic_board(rng: random.Random, look: Look, board: Board, grid: Grid) -> np.ndarray:
    """Draw a board on a scenery, with sprites in its hidden cells and mostly in the opened ones."""
    noise = np.random.default_rng(rng.randrange(2**31))
    region = grid.region
    plain = np.full((region.h, region.w, 3), rng.choice([look.opened, look.hidden]), np.uint8)
    patches = photo(noise, region.w, region.h, rng.choice([6, 20, 60]))
    surface = cv2.addWeighted(plain, 1.0, patches, rng.choice([0.0, 0.1, 0.25]), -12)
    number = rng.choice([1, 1, 2])
    size = (round(grid.pitch_x), round(grid.pitch_y))
    hidden = [_sprite(rng, look, size) for _ in range(number)]
    opened = [_sprite(rng, look, size) for _ in range(number)] if rng.random() < 0.7 else []
    for row in range(board.rows):
        for col in range(board.cols):
            kind = Cell(int(board.cells[row, col]))
            spot = grid.cell(row, col)
            patch = surface[spot.y : spot.bottom, spot.x : spot.right]
            sprites = opened if kind.is_number else hidden
            if sprites:
                _laid(patch, rng.choice(sprites))
            if kind.is_number and kind > 0:
                _number(look, patch, int(kind))
            elif kind != Cell.HIDDEN and not kind.is_number:
                middle = (patch.shape[1] // 2, patch.shape[0] // 2)
                cv2.circle(patch, middle, min(middle) // 2, look.flag_colour, -1)
    return surface


def _sprite(rng: random.Random, look: Look, size: tuple[int, int]) -> np.ndarray:
    """Draw a small picture of blots and strokes: (h, w, 4) float32, colour and cover."""
    w, h = size[0] * OVER, size[1] * OVER
    colour = np.zeros((h, w, 3), np.uint8)
    cover = np.zeros((h, w), np.uint8)
    for _ in range(rng.randint(1, 5)):
        ink = _moved_away(_hsv(rng.random(), rng.random(), rng.random()), look.opened, 25)
        low, high = rng.choice([(0.25, 0.75), (0.1, 0.9), (0.0, 1.0)])
        x, y = rng.uniform(low, high), rng.uniform(low, high)
        wide, tall = rng.uniform(0.04, 0.4), rng.uniform(0.04, 0.4)
        middle = (round(x * w), round(y * h))
        if rng.random() < 0.6:
            axes = (max(2, round(wide * w)), max(2, round(tall * h)))
            for layer, value in ((colour, ink), (cover, (255,))):
                cv2.ellipse(layer, middle, axes, rng.randrange(180), 0, 360, value, -1)
        else:
            end = (round((x + rng.uniform(-0.5, 0.5)) * w), round((y + 0.3) * h))
            for layer, value in ((colour, ink), (cover, (255,))):
                cv2.line(layer, middle, end, value, rng.randint(OVER, 3 * OVER))
    both = np.dstack([colour, cover])
    both = cv2.resize(both, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    both[:, :, 3] *= rng.choice([0.4, 0.8, 1.0]) / 255
    return both


def _laid(patch: np.ndarray, sprite: np.ndarray) -> None:
    h, w = min(patch.shape[0], sprite.shape[0]), min(patch.shape[1], sprite.shape[1])
    cover = sprite[:h, :w, 3:]
    patch[:h, :w] = (patch[:h, :w] * (1 - cover) + sprite[:h, :w, :3] * cover).astype(np.uint8)


def _number(look: Look, patch: np.ndarray, number: int) -> None:
    h, w = patch.shape[:2]
    mask = look.lettering.mask(str(number), round(look.digit_height * h))[: h - 2, : w - 2]
    y, x = (h - mask.shape[0]) // 2, (w - mask.shape[1]) // 2
    spot = patch[y : y + mask.shape[0], x : x + mask.shape[1]]
    cover = mask[:, :, None]
    spot[:] = (spot * (1 - cover) + np.array(look.digits[number - 1]) * cover).astype(np.uint8)
