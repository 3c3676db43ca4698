"""Shapes of drawings: cropped to their ink, scaled to one height, and what they resemble.

A small network (two layers of windows, one hidden layer) was taught on digits of many free fonts,
stroke, segment and pixel letterings, slanted, hollow, outlined and shaky ones, and on flags and
mines, drawn and of icon sets, at 12 to 100 pixels a cell, with noise, blur and JPEG
(tests/benchmarks/train_glyphs.py does it again). It sees shape alone, never colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.looks.grounds import SIDE
from autoplay.vision.pixels.network import named_odds
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    # Shape, box and ink.
    Drawing = tuple[NDArray[np.float32], NDArray[np.int32], NDArray[np.float32]]

GLYPH_SIDE = 20
KINDS: tuple[Cell, ...] = (
    Cell.N1, Cell.N2, Cell.N3, Cell.N4, Cell.N5, Cell.N6, Cell.N7, Cell.N8,
    Cell.QUESTION, Cell.FLAG, Cell.MINE, Cell.UNREADABLE,
)  # fmt: skip
"""What the network tells apart, in the order of its outputs; UNREADABLE is any other drawing."""
INKED = 0.35
"""Share of its full strength from which a pixel belongs to a drawing."""


def framed(alpha: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Crop a drawing to its ink and scale it to full height, aspect kept, in the middle."""
    inked = _without_remains(alpha > INKED)
    x, y, w, h = cv2.boundingRect(inked.astype(np.uint8))
    canvas = np.zeros((GLYPH_SIDE, GLYPH_SIDE), np.float32)
    if w < 1 or h < 1:
        return canvas, np.zeros(4, np.int32)
    alpha = alpha * cv2.dilate(inked.astype(np.uint8), np.ones((5, 5), np.uint8))
    scale = GLYPH_SIDE / max(w, h)
    size = (max(1, round(w * scale)), max(1, round(h * scale)))
    small = cv2.resize(alpha[y : y + h, x : x + w], size, interpolation=cv2.INTER_LINEAR)
    left, top = (GLYPH_SIDE - size[0]) // 2, (GLYPH_SIDE - size[1]) // 2
    canvas[top : top + size[1], left : left + size[0]] = small
    return canvas, np.array([x, y, w, h], np.int32)


def _without_remains(inked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Drop specks, pieces by the rim and frames: remains of lines and bevels, not a glyph."""
    count, labels, stats, centres = cv2.connectedComponentsWithStats(
        inked.astype(np.uint8), connectivity=8
    )
    area = stats[:, cv2.CC_STAT_AREA]
    extent = stats[:, cv2.CC_STAT_WIDTH : cv2.CC_STAT_HEIGHT + 1].min(axis=1)
    central = np.abs(centres - (SIDE - 1) / 2).max(axis=1) < SIDE * 0.33
    frame = (extent > 0.7 * SIDE) & (area < 0.45 * extent**2)
    keep = central & ~frame & (np.arange(count) > 0)
    if not keep.any():
        return inked
    keep &= area >= max(4, 0.06 * area[keep].max())
    return np.asarray(keep[labels])


def mean_ink(cell: NDArray[np.float32], alpha: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean colour, (3,), of a drawing; alpha: (SIDE, SIDE) how strongly it is inked."""
    weight = alpha * (alpha > 0.6)
    total = max(1e-6, float(weight.sum()))
    return np.asarray((cell * weight[:, :, None]).sum(axis=(0, 1)) / total, np.float32)


def drawing_of(cell: NDArray[np.float32], alpha: NDArray[np.float32]) -> Drawing:
    """Return shape, box and ink of a drawing; alpha: (SIDE, SIDE) how strongly it is inked."""
    return (*framed(alpha), mean_ink(cell, alpha))


def resemblance(shapes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (n, len(KINDS)) probabilities of what each shape is, by shape alone."""
    return named_odds("glyphs", shapes)
