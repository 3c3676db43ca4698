"""What is drawn in one height in a picture, as digits and letters are, and the pitch it keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_EDGE_STEPS = (40, 80)
_LOWEST, _HIGHEST = 7, 90
_NARROWEST, _WIDEST = 0.25, 1.6
_SAME_HEIGHT = 1.15
_GROUPS = 3
_STEP = 0.005
# How well centres keep to a pitch, from 0 to 1.
_IN_STEP = 0.75
_NEARLY_AS_LONG = 0.05
_NEARBY = 4

FEWEST = 8
"""Fewest drawings of one height that tell anything."""


def drawings_of_one_height(pixels: NDArray[np.uint8]) -> Iterator[Floats]:
    """Yield (n, 4) left, top, width and height of the largest groups of drawings of one height.

    pixels: (height, width, 3) uint8 BGR. Edges of some strength part drawings, and weaker ones.
    """
    edges = cv2.morphologyEx(pixels, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)
    for step in _EDGE_STEPS:
        boxes = _drawings(edges >= step)
        yield from (boxes[members] for members in _of_one_height(boxes))


def kept_pitch(centres: Floats, least: float, most: float) -> float | None:
    """Return the largest pitch that most centres, (n,), keep to; None if to none.

    At the true one their arrows add up to a long one, and at its parts.
    """
    pitches = least * (1 + _STEP) ** np.arange(int(np.log(most / least) / np.log(1 + _STEP)) + 1)
    lengths = np.abs(arrow(centres[:, None], pitches))
    if lengths.max() < _IN_STEP:
        return None
    best = int(np.flatnonzero(lengths >= lengths.max() - _NEARLY_AS_LONG)[-1])
    near = slice(max(best - _NEARBY, 0), best + _NEARBY + 1)
    return float(pitches[near.start + int(np.argmax(lengths[near]))])


def arrow(centres: Floats, pitch: NDArray[np.floating]) -> NDArray[np.complex128]:
    """Return the mean of centres, (n, k), as arrows on circles that are one pitch, (k,), round."""
    return np.asarray(np.exp(2j * np.pi * centres / pitch).mean(axis=0))


def in_step(centres: Floats, pitch: NDArray[np.floating]) -> Floats:
    """Return a place, (k,), from which most centres, (n, k), stand whole pitches, (k,), away."""
    return np.asarray(np.angle(arrow(centres, pitch)) / (2 * np.pi) * pitch)


def _drawings(edges: NDArray[np.bool_]) -> Floats:
    """Return (n, 4) left, top, width and height of what may be drawn in a cell, by its edges."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(edges.astype(np.uint8), connectivity=8)
    boxes = np.asarray(stats)[1:, :4].astype(np.float64)
    width, height = boxes[:, 2], boxes[:, 3]
    fits = (height >= _LOWEST) & (height <= _HIGHEST)
    fits &= (width >= _NARROWEST * height) & (width <= _WIDEST * height)
    return boxes[fits]


def _of_one_height(boxes: Floats) -> list[NDArray[np.intp]]:
    """Return the largest groups of drawings that are of one height, without those of others."""
    groups: list[NDArray[np.intp]] = []
    lowest = boxes[:, 3]
    highest = _SAME_HEIGHT * lowest
    left = np.ones(len(boxes), bool)
    while len(groups) < _GROUPS and left.sum() >= FEWEST:
        # A page of text has thousands of drawings: sorted heights tell how many are alike.
        others = np.sort(lowest[left])
        alike = np.searchsorted(others, highest, "right") - np.searchsorted(others, lowest)
        best = int(np.argmax(alike))
        own = left & (lowest >= lowest[best]) & (lowest <= highest[best])
        if own.sum() < FEWEST:
            break
        groups.append(np.flatnonzero(own))
        left &= ~own
    return groups
