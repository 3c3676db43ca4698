"""Flags, mines and explosions as programs draw them themselves, for teaching: RGBA pictures.

Free icon sets hold few of what most Minesweepers show: a cloth on a pole with a foot, a ball with
spikes and a spot of light, in a few flat colours, often on a grid of a dozen pixels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    Ink = tuple[int, int, int, int]

SIDE = 96
COARSE = 0.35
"""How often a sign is drawn on a coarse grid, as those of old programs are."""

CLOTHS = ((255, 0, 0), (255, 0, 0), (220, 30, 40), (200, 0, 0), (255, 120, 0), (255, 210, 0))
BALLS = ((0, 0, 0), (0, 0, 0), (20, 20, 20), (60, 60, 70), (90, 90, 90))
FLAMES = ((255, 60, 0), (255, 140, 0), (255, 220, 0), (255, 255, 255), (200, 0, 0))


def drawn_flag(rng: random.Random) -> np.ndarray:
    """Return a flag, (SIDE, SIDE, 4) uint8 RGBA or smaller."""
    picture = np.zeros((SIDE, SIDE, 4), np.uint8)
    cloth_ink, pole_ink = _ink(rng, CLOTHS), _ink(rng, ((0, 0, 0), (0, 0, 0), (80, 50, 20)))
    if rng.random() < 0.2:
        pole_ink = cloth_ink
    pole = rng.uniform(0.2, 0.75)
    reach = rng.choice([-1, 1]) * rng.uniform(0.3, 0.6)
    if not 0.03 < pole + reach < 0.97:
        reach = -reach
    top, low, foot = rng.uniform(0.04, 0.2), rng.uniform(0.45, 0.66), rng.uniform(0.78, 0.97)
    thick = max(2, round(SIDE * rng.uniform(0.03, 0.11)))
    x, end = round(pole * SIDE), pole + reach
    if rng.random() < 0.92:
        cv2.line(picture, (x, round(top * SIDE)), (x, round(foot * SIDE)), pole_ink, thick)
        _foot(rng, picture, x, round(foot * SIDE), thick, pole_ink)
    cloths = {
        "pennant": [(pole, top), (end, (top + low) / 2), (pole, low)],
        "slope": [(pole, top), (end, low), (pole, low)],
        "banner": [(pole, top), (end, top), (end, low), (pole, low)],
        "swallow": [(pole, top), (end, top), (pole + 0.7 * reach, (top + low) / 2), (end, low),
                    (pole, low)],
        "wave": [(pole, top), (pole + reach / 2, top + 0.07), (end, top), (end, low - 0.05),
                 (pole + reach / 2, low + 0.05), (pole, low)],
    }  # fmt: skip
    shape = cloths[rng.choice(["pennant", "pennant", "slope", "banner", "swallow", "wave"])]
    corners = (np.array(shape) * SIDE).round().astype(np.int32)
    cv2.fillPoly(picture, [corners], cloth_ink)
    if rng.random() < 0.25:
        rim = _ink(rng, ((0, 0, 0), (255, 255, 255)))
        cv2.polylines(picture, [corners], True, rim, rng.randint(1, 5))
    return _finished(rng, picture)


def drawn_mine(rng: random.Random) -> np.ndarray:
    """Return a mine with its spikes, or a bomb with its fuse, (SIDE, SIDE, 4) uint8 RGBA."""
    picture = np.zeros((SIDE, SIDE, 4), np.uint8)
    ink = _ink(rng, BALLS)
    radius = round(SIDE * rng.uniform(0.2, 0.38))
    spikes = rng.choice([0, 0, 4, 6, 8, 8, 8, 12])
    thick = max(2, round(SIDE * rng.uniform(0.03, 0.12)))
    middle = (SIDE // 2, SIDE // 2)
    if spikes:
        turn = rng.choice([0, 0, np.pi / 4, rng.uniform(0, np.pi)])
        far, near = rng.uniform(0.42, 0.5) * SIDE, rng.uniform(0.34, 0.5) * SIDE
        for i in range(spikes):
            tip = _around(middle, far if i % 2 == 0 else near, turn + 2 * np.pi * i / spikes)
            cv2.line(picture, middle, tip, ink, thick)
    else:
        middle = (round(SIDE * 0.45), round(SIDE * 0.6))
        tip = (round(SIDE * rng.uniform(0.65, 0.85)), round(SIDE * rng.uniform(0.08, 0.25)))
        cv2.line(picture, middle, tip, _ink(rng, (ink[:3], (120, 80, 40))), thick)
        if rng.random() < 0.5:
            cv2.circle(picture, tip, rng.randint(4, 12), _ink(rng, FLAMES), -1)
    _ball(rng, picture, middle, radius, ink)
    return _finished(rng, picture)


def drawn_explosion(rng: random.Random) -> np.ndarray:
    """Return a star of flames, at times with a smaller one in it, (SIDE, SIDE, 4) uint8 RGBA."""
    picture = np.zeros((SIDE, SIDE, 4), np.uint8)
    middle, rays = SIDE / 2, rng.randint(6, 14)
    turn = rng.uniform(0, np.pi)
    for size in rng.choice([(1.0,), (1.0, 0.6), (1.0, 0.7, 0.35)]):
        inner = rng.uniform(0.35, 0.7)
        far = [
            size * middle * (rng.uniform(0.85, 1) if i % 2 == 0 else inner) for i in range(2 * rays)
        ]
        corners = [_around((middle, middle), r, turn + np.pi * i / rays) for i, r in enumerate(far)]
        cv2.fillPoly(picture, [np.array(corners, np.int32)], _ink(rng, FLAMES))
    return _finished(rng, picture)


DRAWN: dict[str, Callable[[random.Random], np.ndarray]] = {
    "flag": drawn_flag, "mine": drawn_mine, "explosion": drawn_explosion,
}  # fmt: skip


def _ink(rng: random.Random, usual: tuple[tuple[int, ...], ...]) -> Ink:
    """Return one of the usual colours, or at times any other, opaque."""
    r, g, b = rng.choice(usual)
    if rng.random() < 0.2:
        r, g, b = (rng.randrange(256) for _ in range(3))
    return r, g, b, 255


def _around(middle: tuple[float, float], far: float, angle: float) -> tuple[int, int]:
    return round(middle[0] + far * np.cos(angle)), round(middle[1] + far * np.sin(angle))


def _foot(rng: random.Random, picture: np.ndarray, x: int, y: int, thick: int, ink: Ink) -> None:
    """Stand a pole on a bar, on two steps or on nothing."""
    steps = rng.choice([0, 0, 1, 1, 2])
    half = round(SIDE * rng.uniform(0.1, 0.22))
    for step in range(steps):
        wide, low = half * (1 + 0.6 * step), y + step * thick
        cv2.rectangle(
            picture, (round(x - wide), low - thick), (round(x + wide), min(SIDE - 1, low)), ink, -1
        )


def _ball(
    rng: random.Random, picture: np.ndarray, middle: tuple[int, int], radius: int, ink: Ink
) -> None:
    """Draw a ball: flat, shaded towards a light or with a ring, often with a spot of light."""
    cv2.circle(picture, middle, radius, ink, -1)
    way = rng.random()
    spot = (middle[0] - radius // 3, middle[1] - radius // 3)
    if way < 0.15:
        for part in np.linspace(0.9, 0.1, 8):
            lit = [round(c + (255 - c) * 0.7 * (1 - part)) for c in ink[:3]]
            at = (round(middle[0] + (spot[0] - middle[0]) * (1 - part)),
                  round(middle[1] + (spot[1] - middle[1]) * (1 - part)))  # fmt: skip
            cv2.circle(picture, at, max(1, round(part * radius)), (*lit, 255), -1)
    elif way < 0.25:
        cv2.circle(picture, middle, max(1, radius // 2), _ink(rng, ((255, 0, 0),)), -1)
    elif way < 0.7:
        size = max(1, round(radius * rng.uniform(0.15, 0.4)))
        light = _ink(rng, ((255, 255, 255), (255, 255, 255), (200, 200, 200)))
        if rng.random() < 0.5:
            cv2.circle(picture, spot, size, light, -1)
        else:
            far = (spot[0] + size, spot[1] + size)
            cv2.rectangle(picture, (spot[0] - size, spot[1] - size), far, light, -1)


def _finished(rng: random.Random, picture: np.ndarray) -> np.ndarray:
    """Cut a sign out; smooth its rim, or draw it on a coarse grid."""
    x, y, w, h = cv2.boundingRect(picture[:, :, 3])
    picture = picture[y : y + h, x : x + w]
    if rng.random() < COARSE:
        side = rng.randint(7, 16)
        scale = side / max(w, h)
        size = (max(4, round(w * scale)), max(4, round(h * scale)))
        coarse = cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST)
        size = (size[0] * 8, size[1] * 8)
        return cv2.resize(coarse, size, interpolation=cv2.INTER_NEAREST)
    return picture
