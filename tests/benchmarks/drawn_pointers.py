"""Pointers of a mouse as pictures show them, for teaching: arrows, hands, crosses and beams."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.benchmarks.surroundings import cell_of

if TYPE_CHECKING:
    import random

    from autoplay.geometry import Grid

ARROWS = (
    ((0, 0), (0, 17), (4, 13), (7, 19), (9, 18), (6, 12), (12, 12)),
    ((0, 0), (0, 16), (4, 12), (11, 12)),
    ((0, 0), (1, 17), (5, 12), (13, 11)),
)
HANDS = (
    ((0, 0), (2, 0), (3, 7), (11, 9), (12, 11), (11, 17), (9, 21), (1, 21), (-5, 13), (-4, 11),
     (-1, 13), (-1, 1)),
    ((0, 0), (1, 0), (2, 8), (4, 7), (5, 9), (7, 8), (8, 10), (10, 9), (11, 12), (10, 18), (8, 20),
     (8, 22), (0, 22), (0, 20), (-5, 14), (-3, 12), (-1, 14), (-1, 1)),
)  # fmt: skip
"""Outlines around where they point, (x, y), about 20 high."""

USUAL = 20.0
SMALLEST = 12.0
HOVERED = 0.6
SMOOTH = 4


def point_at_any(rng: random.Random, picture: np.ndarray, grid: Grid) -> None:
    """Draw a pointer over any cell of a grid, in place; often that looks otherwise then."""
    row, col = rng.randrange(grid.rows), rng.randrange(grid.cols)
    spot, cell = grid.cell(row, col), cell_of(picture, grid, row, col)
    if rng.random() < HOVERED:
        by, towards = rng.uniform(0.05, 0.35), rng.choice([0, 255])
        cell[:] = cell + (towards - cell.astype(np.float32)) * by
    tip = (spot.x + rng.random() * spot.w, spot.y + rng.random() * spot.h)
    high = max(SMALLEST, min(USUAL * rng.uniform(0.8, 2), 1.3 * min(grid.pitch_x, grid.pitch_y)))
    draw_pointer(rng, picture, tip, high)


def draw_pointer(
    rng: random.Random, picture: np.ndarray, tip: tuple[float, float], high: float
) -> None:
    """Draw a pointer so many pixels high that points at a tip, (x, y), in place."""
    scale, way = high / USUAL, rng.random()
    light, dark = rng.choice([(255, 0), (255, 0), (255, 0), (0, 255), (235, 40)])
    if way < 0.75:
        outline = np.array(rng.choice(ARROWS if way < 0.5 else HANDS), float) * scale + tip
        corners = np.round(outline * SMOOTH).astype(np.int32)
        shift = SMOOTH.bit_length() - 1
        cv2.fillPoly(picture, [corners], (light,) * 3, cv2.LINE_AA, shift)
        thick = max(1, round(scale * rng.uniform(0.6, 1.6)))
        cv2.polylines(picture, [corners], True, (dark,) * 3, thick, cv2.LINE_AA, shift)
        return
    half, thick = 0.5 * high, rng.choice([1, 1, 2, max(1, round(0.1 * high))])
    along = [((0, -half), (0, half))]
    if way < 0.9:
        along.append(((-half, 0), (half, 0)))
    else:
        along += [((-0.2 * high, end), (0.2 * high, end)) for end in (-half, half)]
    rims = [(dark, thick)] if rng.random() < 0.6 else [(light, thick + 2), (dark, thick)]
    for ink, wide in rims:
        for start, end in along:
            ends = [tuple(np.round(np.add(tip, at)).astype(int).tolist()) for at in (start, end)]
            cv2.line(picture, ends[0], ends[1], (ink,) * 3, wide)
