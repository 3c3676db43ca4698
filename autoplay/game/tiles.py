"""The cells of a template pack at any size, one picture for every cell state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.errors import InputError
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from autoplay.vision.packs.skins import Skin

_RED, _BLACK, _WHITE = (0, 0, 220), (0, 0, 0), (255, 255, 255)


def tiles(skin: Skin, size: int) -> NDArray[np.uint8]:
    """Return what each cell state looks like: (16, size, size, 3) uint8, by `Cell` value.

    size: pixels a side. A state that the pack does not show is made from one that it does.
    Raises InputError where the pack shows no hidden or no opened blank cell.
    """
    for needed in (Cell.HIDDEN, Cell.N0):
        if not skin.templates.get(needed):
            raise InputError(
                f"the skin {skin.name!r} does not show {needed.symbol!r}; take another"
            )
    drawn = {cell: _scaled(pictures, size) for cell, pictures in skin.templates.items()}
    for number in range(1, 9):
        drawn.setdefault(Cell(number), _lettered(drawn[Cell.N0], str(number)))
    drawn.setdefault(Cell.FLAG, _lettered(drawn[Cell.HIDDEN], "F"))
    drawn.setdefault(Cell.QUESTION, _lettered(drawn[Cell.HIDDEN], "?"))
    drawn.setdefault(Cell.MINE, _lettered(drawn[Cell.N0], "*"))
    drawn.setdefault(Cell.EXPLODED, _reddened(drawn[Cell.MINE]))
    drawn.setdefault(Cell.WRONG_FLAG, _crossed(drawn[Cell.FLAG]))
    drawn.setdefault(Cell.UNREADABLE, drawn[Cell.HIDDEN])
    return np.stack([drawn[Cell(value)] for value in range(len(Cell))])


def _scaled(pictures: Sequence[NDArray[np.uint8]], size: int) -> NDArray[np.uint8]:
    # The plain picture is the last one of its state. A larger variant is taken only where the
    # plain one would have to be blown up.
    best = pictures[-1]
    if best.shape[0] < size:
        best = max(reversed(pictures), key=lambda picture: picture.shape[0])
    if best.shape[:2] == (size, size):
        return best
    shrinks = best.shape[0] >= size
    how = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(best, (size, size), interpolation=how), np.uint8)


def _lettered(ground: NDArray[np.uint8], letter: str) -> NDArray[np.uint8]:
    size = ground.shape[0]
    picture = ground.copy()
    font, scale, width = cv2.FONT_HERSHEY_SIMPLEX, size / 32, max(1, size // 10)
    (w, h), _ = cv2.getTextSize(letter, font, scale, width)
    place = ((size - w) // 2, (size + h) // 2)
    ink = _BLACK if ground.mean() > 127 else _WHITE
    cv2.putText(picture, letter, place, font, scale, ink, width, cv2.LINE_AA)
    return picture


def _reddened(mine: NDArray[np.uint8]) -> NDArray[np.uint8]:
    picture = mine.copy()
    picture[:, :, :2] //= 3
    return picture


def _crossed(flag: NDArray[np.uint8]) -> NDArray[np.uint8]:
    size = flag.shape[0]
    picture = flag.copy()
    near, far, width = size // 6, size - size // 6, max(1, size // 10)
    cv2.line(picture, (near, near), (far, far), _RED, width, cv2.LINE_AA)
    cv2.line(picture, (far, near), (near, far), _RED, width, cv2.LINE_AA)
    return picture
