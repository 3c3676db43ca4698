"""The panel above the board: counter and clock in seven bright segments, and the face."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoplay.board import GameState
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from autoplay.geometry import Region

Colour = tuple[int, int, int]  # blue, green, red

FACE_GREY: Colour = (192, 192, 192)
LIGHT: Colour = (255, 255, 255)
SHADE: Colour = (128, 128, 128)
_BLACK: Colour = (0, 0, 0)
_BRIGHT: Colour = (0, 0, 255)
_DULL: Colour = (0, 0, 70)
_YELLOW: Colour = (0, 255, 255)

# The segments of a digit, in the unit square: top, upper left, upper right, middle, lower left,
# lower right, bottom.
_SEGMENTS = [
    ((0, 0), (1, 0)),
    ((0, 0), (0, 0.5)),
    ((1, 0), (1, 0.5)),
    ((0, 0.5), (1, 0.5)),
    ((0, 0.5), (0, 1)),
    ((1, 0.5), (1, 1)),
    ((0, 1), (1, 1)),
]
_LIT = {
    "0": (0, 1, 2, 4, 5, 6),
    "1": (2, 5),
    "2": (0, 2, 3, 4, 6),
    "3": (0, 2, 3, 5, 6),
    "4": (1, 2, 3, 5),
    "5": (0, 1, 3, 5, 6),
    "6": (0, 1, 3, 4, 5, 6),
    "7": (0, 2, 5),
    "8": (0, 1, 2, 3, 4, 5, 6),
    "9": (0, 1, 2, 3, 5, 6),
    "-": (3,),
}


def draw_bevel(picture: NDArray[np.uint8], box: Region, width: int, *, raised: bool) -> None:
    """Draw the lit and the shaded edge of a box, inside it; width in pixels."""
    upper, lower = (LIGHT, SHADE) if raised else (SHADE, LIGHT)
    for inset in range(width):
        left, top = box.x + inset, box.y + inset
        right, bottom = box.right - 1 - inset, box.bottom - 1 - inset
        cv2.line(picture, (left, bottom), (right, bottom), lower)
        cv2.line(picture, (right, top), (right, bottom), lower)
        cv2.line(picture, (left, top), (right - 1, top), upper)
        cv2.line(picture, (left, top), (left, bottom - 1), upper)


def draw_number(picture: NDArray[np.uint8], box: Region, value: int, digits: int) -> None:
    """Draw a number in seven-segment digits that fill a box; what is too long stays at 9...9."""
    largest, least = 10**digits - 1, -(10 ** (digits - 1) - 1)
    text = f"{max(least, min(largest, value)):0{digits}d}"
    cv2.rectangle(picture, (box.x, box.y), (box.right - 1, box.bottom - 1), _BLACK, -1)
    pitch = box.w / digits
    width = max(1, round(pitch * 0.14))
    for index, digit in enumerate(text):
        left, right = box.x + pitch * (index + 0.2), box.x + pitch * (index + 0.8)
        top, bottom = box.y + box.h * 0.12, box.y + box.h * 0.86
        for lit in (False, True):  # the bright segments last: they share corners with dull ones
            for number, (start, end) in enumerate(_SEGMENTS):
                if (number in _LIT[digit]) is not lit:
                    continue
                ends = [
                    (round(left + (right - left) * x), round(top + (bottom - top) * y))
                    for x, y in (start, end)
                ]
                cv2.line(picture, ends[0], ends[1], _BRIGHT if lit else _DULL, width)


def draw_face(picture: NDArray[np.uint8], box: Region, state: GameState) -> None:
    """Draw the button with the face: content, in dark glasses after a win, crossed eyes else."""
    cv2.rectangle(picture, (box.x, box.y), (box.right - 1, box.bottom - 1), FACE_GREY, -1)
    draw_bevel(picture, box, max(1, box.w // 13), raised=True)
    x, y, radius = box.centre.x, box.centre.y, max(4, round(box.w * 0.33))
    line = max(1, radius // 7)
    cv2.circle(picture, (x, y), radius, _YELLOW, -1, cv2.LINE_AA)
    cv2.circle(picture, (x, y), radius, _BLACK, line, cv2.LINE_AA)
    apart, up, dot = round(radius * 0.4), y - round(radius * 0.28), max(1, radius // 6)
    if state is GameState.LOST:
        for eye in (x - apart, x + apart):
            cv2.line(picture, (eye - dot, up - dot), (eye + dot, up + dot), _BLACK, line)
            cv2.line(picture, (eye - dot, up + dot), (eye + dot, up - dot), _BLACK, line)
        mouth = (x, y + round(radius * 0.75))
        cv2.ellipse(picture, mouth, (apart, apart), 0, 205, 335, _BLACK, line, cv2.LINE_AA)
        return
    if state is GameState.WON:
        for eye in (x - apart, x + apart):
            cv2.circle(picture, (eye, up), max(2, round(radius * 0.3)), _BLACK, -1, cv2.LINE_AA)
        cv2.line(picture, (x - radius + line, up), (x + radius - line, up), _BLACK, line)
    else:
        for eye in (x - apart, x + apart):
            cv2.circle(picture, (eye, up), dot, _BLACK, -1, cv2.LINE_AA)
    smile = round(radius * 0.55)
    cv2.ellipse(picture, (x, y + line), (smile, smile), 0, 25, 155, _BLACK, line, cv2.LINE_AA)
