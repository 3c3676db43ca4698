"""Marks laid over the picture of a game: states, hints, the trace of moves, the keyboard cursor.

Each meaning has a shape as well as a colour, and the two main colours are a blue and an orange
that colour-blind people tell apart: a ring is free, a cross is a mine, a bar is uncertain.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from autoplay.game.assist import places
from autoplay.move import MoveKind
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from autoplay.game.assist import Hint
    from autoplay.geometry import Grid, Region
    from autoplay.move import Move
    from autoplay.solver import Analysis

Colour = tuple[int, int, int]  # blue, green, red
Place = tuple[int, int]

_FREE: Colour = (178, 114, 0)
_MINE: Colour = (0, 94, 213)
_UNCERTAIN: Colour = (60, 60, 60)
_CURSOR: Colour = (160, 0, 160)
_WHITE: Colour = (255, 255, 255)

TRACE_LENGTH = 40
"""The trace shows the last moves only; more lines than this hide the board."""


def draw_states(picture: NDArray[np.uint8], grid: Grid, analysis: Analysis) -> None:
    """Mark every unopened cell as free, mine or uncertain."""
    draw_free(picture, grid, places(analysis.safe))
    for place in places(analysis.mines):
        _cross(picture, grid.cell(*place))
    unknown = ~np.isnan(analysis.probability) & ~analysis.safe & ~analysis.mines
    for place in places(unknown):
        _bar(picture, grid.cell(*place))


def draw_free(picture: NDArray[np.uint8], grid: Grid, cells: Iterable[Place]) -> None:
    """Mark cells as free."""
    for place in cells:
        _ring(picture, grid.cell(*place))


def draw_hint(picture: NDArray[np.uint8], grid: Grid, hint: Hint) -> None:
    """Mark the cells of a hint by what they are, and frame the numbers it rests on."""
    for place in hint.numbers:
        _frame(picture, grid.cell(*place), _UNCERTAIN)
    for place in hint.cells:
        box = grid.cell(*place)
        if hint.risk == 0.0:
            _ring(picture, box)
        elif hint.risk == 1.0:
            _cross(picture, box)
        else:
            _frame(picture, box, _MINE)


def draw_cursor(picture: NDArray[np.uint8], grid: Grid, place: Place) -> None:
    """Frame the cell that the keyboard acts on."""
    _frame(picture, grid.cell(*place), _CURSOR)


def draw_trace(picture: NDArray[np.uint8], grid: Grid, moves: Sequence[Move]) -> None:
    """Join the last opened cells by a line, oldest first, and number them."""
    opened = [
        (move.row, move.col) for move in moves if move.kind in (MoveKind.OPEN, MoveKind.CHORD)
    ]
    first = max(0, len(opened) - TRACE_LENGTH)
    points = [grid.centre(*place) for place in opened[first:]]
    width = max(1, round(grid.pitch_x / 16))
    for start, end in pairwise(points):
        cv2.line(picture, (start.x, start.y), (end.x, end.y), _CURSOR, width, cv2.LINE_AA)
    font, scale = cv2.FONT_HERSHEY_SIMPLEX, grid.pitch_x / 60
    for number, point in enumerate(points, start=first + 1):
        (w, h), _ = cv2.getTextSize(str(number), font, scale, width)
        cv2.rectangle(
            picture, (point.x - w // 2 - 2, point.y - h // 2 - 2),
            (point.x + w // 2 + 2, point.y + h // 2 + 2), _CURSOR, -1,
        )  # fmt: skip
        corner = (point.x - w // 2, point.y + h // 2)
        cv2.putText(picture, str(number), corner, font, scale, _WHITE, width, cv2.LINE_AA)


def _width(box: Region) -> int:
    return max(2, round(box.w / 9))


def _ring(picture: NDArray[np.uint8], box: Region) -> None:
    centre, radius = (box.centre.x, box.centre.y), round(box.w * 0.28)
    cv2.circle(picture, centre, radius, _WHITE, _width(box) + 2, cv2.LINE_AA)
    cv2.circle(picture, centre, radius, _FREE, _width(box), cv2.LINE_AA)


def _cross(picture: NDArray[np.uint8], box: Region) -> None:
    inset = round(box.w * 0.28)
    inner = box.grown(-inset)
    left, right, top, bottom = inner.x, inner.right - 1, inner.y, inner.bottom - 1
    for colour, width in ((_WHITE, _width(box) + 2), (_MINE, _width(box))):
        cv2.line(picture, (left, top), (right, bottom), colour, width, cv2.LINE_AA)
        cv2.line(picture, (right, top), (left, bottom), colour, width, cv2.LINE_AA)


def _bar(picture: NDArray[np.uint8], box: Region) -> None:
    half, y = round(box.w * 0.16), box.centre.y
    start, end = (box.centre.x - half, y), (box.centre.x + half, y)
    cv2.line(picture, start, end, _UNCERTAIN, max(1, _width(box) // 2))


def _frame(picture: NDArray[np.uint8], box: Region, colour: Colour) -> None:
    width = _width(box)
    inner = box.grown(-(width // 2) - 1)
    corners = (inner.x, inner.y), (inner.right - 1, inner.bottom - 1)
    cv2.rectangle(picture, *corners, _WHITE, width + 2)
    cv2.rectangle(picture, *corners, colour, width)
