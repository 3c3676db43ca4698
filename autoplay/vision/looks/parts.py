"""Marks that are drawn of several parts: a question mark beside a flag, or two question marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.looks.shapes import GLYPH_SIDE, KINDS, resemblance
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

_INKED = 0.45
_LEAST_HEIGHT = 4
_DOT = 0.5
_FAINTLY = 0.2
_SAME_FLAG = 0.15
_LEAST_PART = 8
_QUESTION = KINDS.index(Cell.QUESTION)


def asking(shapes: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return (n,) how likely at least one part of a drawing is a question mark.

    shapes: (n, GLYPH_SIDE, GLYPH_SIDE), as `Glyphs` has them; 0 for a drawing of one part.
    """
    parts, owner = [], []
    for number, shape in enumerate(shapes):
        for part in _parts(shape):
            parts.append(part)
            owner.append(number)
    none = np.ones(len(shapes))
    if parts:
        np.multiply.at(none, owner, 1 - resemblance(np.stack(parts))[:, _QUESTION])
    return 1 - none


def adds_a_part(shapes: NDArray[np.float32], flag: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Tell which drawings are a flag and one thing more that does not touch it: (n,).

    shapes: (n, GLYPH_SIDE, GLYPH_SIDE); flag: (GLYPH_SIDE, GLYPH_SIDE), as `Glyphs` has them. What
    crosses a flag out lies over it.
    """
    near = cv2.dilate((flag > _FAINTLY).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return np.array([_is_flag_with_more(shape, flag, near) for shape in shapes], bool)


def _is_flag_with_more(
    shape: NDArray[np.float32], flag: NDArray[np.float32], near: NDArray[np.bool_]
) -> bool:
    if np.abs(np.where(near, shape, 0) - flag).sum() > _SAME_FLAG * flag.sum():
        return False
    beside = (np.where(near, 0, shape) > _FAINTLY).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(beside)
    around = cv2.dilate(beside, np.ones((3, 3), np.uint8)) > 0
    touching = (around & near & (shape > _INKED)).any()
    return bool(count == 2 and stats[1, cv2.CC_STAT_AREA] >= _LEAST_PART and not touching)


def _parts(shape: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Take a drawing apart, each part brought to full size; a dot stays with what it stands under.

    A question mark itself is a hook over a dot.
    """
    count, labels, stats, centres = cv2.connectedComponentsWithStats(
        (shape > _INKED).astype(np.uint8), connectivity=8
    )
    parts = []
    for number in range(1, count):
        left, _, width, height, area = stats[number].tolist()
        if height < _LEAST_HEIGHT:
            continue
        under = [
            other
            for other in range(1, count)
            if stats[other, cv2.CC_STAT_AREA] < _DOT * area
            and left <= centres[other][0] < left + width
            and centres[other][1] > centres[number][1]
        ]
        kept = np.isin(labels, [number, *under])
        if (kept != (labels > 0)).any():
            parts.append(_enlarged(np.where(kept, shape, 0)))
    return parts


def _enlarged(part: NDArray[np.float32]) -> NDArray[np.float32]:
    x, y, w, h = cv2.boundingRect((part > _INKED).astype(np.uint8))
    scale = GLYPH_SIDE / max(w, h)
    size = (max(1, round(w * scale)), max(1, round(h * scale)))
    cut = part[y : y + h, x : x + w].astype(np.float32)
    canvas = np.zeros((GLYPH_SIDE, GLYPH_SIDE), np.float32)
    left, top = (GLYPH_SIDE - size[0]) // 2, (GLYPH_SIDE - size[1]) // 2
    large = cv2.resize(cut, size, interpolation=cv2.INTER_LINEAR)
    canvas[top : top + size[1], left : left + size[0]] = large
    return canvas
