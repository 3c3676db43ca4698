"""Draws the pack ``templates/classic``: the look of the Minesweeper of old Windows, in vectors.

The program itself needs only the pictures, so the script that makes them lives with the test
that they are what it makes: ``python tests/game/classic_look.py`` writes them anew.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

PACK = Path(__file__).parents[2] / "templates" / "classic"
SIZES = {"": 16, "-large": 48}

UNITS = 16  # a cell is drawn on a square of 16 by 16 units
FINE = 384  # pixels a side of the drawing, before it is brought down to the size of the picture

GREY, WHITE, SHADE, BLACK = (192, 192, 192), (255, 255, 255), (128, 128, 128), (0, 0, 0)
RED, YELLOW = (255, 0, 0), (255, 255, 0)
NUMBER_COLOURS = [
    GREY,
    (0, 0, 255),
    (0, 128, 0),
    RED,
    (0, 0, 128),
    (128, 0, 0),
    (0, 128, 128),
    BLACK,
    SHADE,
]

Stroke = list[tuple[float, float]]
DIGITS: dict[int, list[Stroke]] = {
    1: [[(5.6, 5.6), (8.4, 3.6), (8.4, 12.4)], [(5.6, 12.4), (11.2, 12.4)]],
    2: [[(4.8, 5.2), (5.9, 3.9), (10.2, 3.9), (11.3, 5.1), (11.3, 6.7), (5.0, 12.3), (11.6, 12.3)]],
    3: [
        [(4.8, 3.9), (10.2, 3.9), (11.3, 5.0), (11.3, 6.9), (10.2, 8.1), (6.8, 8.1)],
        [(10.2, 8.1), (11.3, 9.3), (11.3, 11.1), (10.2, 12.3), (4.8, 12.3)],
    ],
    4: [[(6.2, 3.6), (4.7, 8.6), (11.8, 8.6)], [(9.8, 3.6), (9.8, 12.6)]],
    5: [
        [(11.2, 3.9), (5.0, 3.9), (5.0, 7.6), (10.2, 7.6), (11.3, 8.8), (11.3, 11.0)],
        [(11.3, 11.0), (10.2, 12.3), (4.7, 12.3)],
    ],
    6: [
        [(10.8, 3.9), (6.2, 3.9), (5.0, 5.2), (5.0, 11.0), (6.1, 12.3), (10.2, 12.3)],
        [(10.2, 12.3), (11.3, 11.1), (11.3, 9.0), (10.2, 7.9), (5.0, 7.9)],
    ],
    7: [[(4.7, 3.9), (11.3, 3.9), (11.3, 5.6), (8.0, 12.6)]],
    8: [
        [(6.1, 3.9), (10.2, 3.9), (11.3, 5.0), (11.3, 6.9), (10.2, 8.0), (6.1, 8.0)],
        [(6.1, 8.0), (5.0, 6.9), (5.0, 5.0), (6.1, 3.9)],
        [(6.1, 8.0), (5.0, 9.2), (5.0, 11.1), (6.1, 12.3), (10.2, 12.3)],
        [(10.2, 12.3), (11.3, 11.1), (11.3, 9.2), (10.2, 8.0)],
    ],
}
QUESTION = [[(5.4, 5.6), (6.4, 4.2), (9.6, 4.2), (10.6, 5.4), (10.6, 6.6), (8.1, 8.6), (8.1, 10.0)]]

Picture = np.ndarray


def drawing(background: tuple[int, int, int]) -> Picture:
    return np.full((FINE, FINE, 3), background, np.uint8)


def fine(points: Sequence[tuple[float, float]]) -> np.ndarray:
    return np.round(np.array(points) * FINE / UNITS).astype(np.int32)


def area(picture: Picture, points: Stroke, colour: tuple[int, int, int]) -> None:
    cv2.fillPoly(picture, [fine(points)], colour)


def stroke(picture: Picture, points: Stroke, colour: tuple[int, int, int], width: float) -> None:
    cv2.polylines(picture, [fine(points)], False, colour, round(width * FINE / UNITS))


def disc(picture: Picture, x: float, y: float, radius: float, colour: tuple[int, int, int]) -> None:
    (centre,) = fine([(x, y)]).tolist()
    cv2.circle(picture, centre, round(radius * FINE / UNITS), colour, -1)


def raised() -> Picture:
    picture = drawing(GREY)
    area(picture, [(0, 0), (16, 0), (14, 2), (2, 2), (2, 14), (0, 16)], WHITE)
    area(picture, [(16, 16), (16, 0), (14, 2), (14, 14), (2, 14), (0, 16)], SHADE)
    return picture


def opened(background: tuple[int, int, int] = GREY) -> Picture:
    picture = drawing(background)
    area(picture, [(0, 0), (16, 0), (16, 1), (1, 1), (1, 16), (0, 16)], SHADE)
    return picture


def number(digit: int) -> Picture:
    picture = opened()
    for points in DIGITS.get(digit, []):
        stroke(picture, points, NUMBER_COLOURS[digit], 2.2)
    return picture


def flag() -> Picture:
    picture = raised()
    area(picture, [(8.9, 3.2), (8.9, 8.2), (4.2, 5.7)], RED)
    area(picture, [(8.0, 3.2), (9.0, 3.2), (9.0, 11.2), (8.0, 11.2)], BLACK)
    area(picture, [(6.4, 10.2), (10.2, 10.2), (10.2, 11.4), (6.4, 11.4)], BLACK)
    area(picture, [(4.4, 11.2), (12.0, 11.2), (12.0, 13.0), (4.4, 13.0)], BLACK)
    return picture


def question() -> Picture:
    picture = raised()
    for points in QUESTION:
        stroke(picture, points, BLACK, 1.9)
    disc(picture, 8.1, 12.0, 1.1, BLACK)
    return picture


def mine(background: tuple[int, int, int] = GREY) -> Picture:
    picture = opened(background)
    for points in ([(8.5, 2.4), (8.5, 14.6)], [(2.4, 8.5), (14.6, 8.5)]):
        stroke(picture, points, BLACK, 1.0)
    for points in ([(4.4, 4.4), (12.6, 12.6)], [(12.6, 4.4), (4.4, 12.6)]):
        stroke(picture, points, BLACK, 1.3)
    disc(picture, 8.5, 8.5, 4.3, BLACK)
    disc(picture, 7.1, 7.1, 1.1, WHITE)
    return picture


def exploded() -> Picture:
    return mine(RED)


def wrong_flag() -> Picture:
    picture = mine()
    stroke(picture, [(2.6, 2.8), (14.4, 14.2)], RED, 1.5)
    stroke(picture, [(14.4, 2.8), (2.6, 14.2)], RED, 1.5)
    return picture


STATES: dict[str, Callable[[], Picture]] = {
    "hidden": raised,
    **{str(digit): (lambda digit=digit: number(digit)) for digit in range(9)},
    "flag": flag,
    "question": question,
    "mine": mine,
    "exploded": exploded,
    "wrong_flag": wrong_flag,
}


def pictures() -> dict[str, Picture]:
    """Return each picture of the pack by its file name: (size, size, 3) uint8, blue green red."""
    return {
        f"{state}{suffix}.png": cv2.resize(
            draw()[:, :, ::-1], (size, size), interpolation=cv2.INTER_AREA
        )
        for state, draw in STATES.items()
        for suffix, size in SIZES.items()
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        cv2.imwrite(str(PACK / name), picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])
