"""Colours that JPEG has smeared: tell such a picture, and put its colours back where they belong.

JPEG keeps brightness at each pixel but colour for every second one only, and so a digit dyes the
blank cells beside it. A screen never shows this; saved screenshots do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.pixels.channels import largest_of
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

# Steps of 255 at an edge; how smooth colours are that were filled in, how much smoother than those
# that were not, and than brightness.
_EDGE = 6.0
_SMOOTH = 2.5
_SMOOTHER = 0.5
_BLURRED = 0.3
_FEWEST_EDGES = 50
# Pixels around that tell the colour of one, if their brightness differs by no more than a step.
_AROUND = 7
_STEP = 12.0
_LEAST = 1e-6


def subsampled(pixels: NDArray[np.uint8]) -> bool:
    """Tell whether a picture has colour for every second pixel of a row only.

    Decoders fill in the others so that every second step of colour is the mean of the steps beside
    it (the triangle filter of libjpeg). In other pictures even and odd steps are alike, and steps
    of colour as sharp as those of brightness.
    pixels: (height, width, 3) uint8, blue green red.
    """
    picture = np.asarray(cv2.cvtColor(pixels.astype(np.float32), cv2.COLOR_BGR2YCrCb), np.float32)
    smooth, other = sorted(_unevenness(picture[:, :, 1:], phase) for phase in (0, 1))
    # Most screens are told by their colours alone.
    if np.isnan([smooth, other]).any() or smooth > _SMOOTH:
        return False
    brightness = max(_unevenness(picture[:, :, :1], phase) for phase in (0, 1))
    if np.isnan(brightness):
        return False
    return smooth < _SMOOTHER * other or other < _BLURRED * brightness


def _unevenness(picture: Floats, phase: int) -> float:
    """Return how far steps beside an edge are from the mean of those on their sides, typically.

    picture: (height, width, k) what is looked at. phase: which of two steps along a row, 0 or 1.
    The result is in 255ths; not a number where there are hardly any edges.
    """
    step = np.diff(picture, axis=1)[:, phase:]
    before, own, after = step[:, :-2:2], step[:, 1:-1:2], step[:, 2::2]
    before, own = before[:, : after.shape[1]], own[:, : after.shape[1]]
    edge = largest_of(np.maximum(np.abs(before), np.abs(after))) > _EDGE
    off = largest_of(np.abs(own - (before + after) / 2))[edge]
    return float(np.median(off)) if off.size >= _FEWEST_EDGES else float("nan")


def recoloured(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture in which each pixel has the colour of those around it that are as bright.

    So a blank takes its colour from the blank around it and a stroke from the stroke: a joint
    bilateral filter (Petschnigg et al. and Eisemann and Durand, 2004), worked out for a few levels
    of brightness and mixed for those between (Durand and Dorsey, 2002).
    pixels: (height, width, 3) uint8, blue green red.
    """
    picture = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2YCrCb), np.uint8)
    brightness = picture[:, :, 0].astype(np.float32) / _STEP
    colour = picture[:, :, 1:].astype(np.float32)
    mixed = np.zeros_like(colour)
    for level in range(int(brightness.min()), int(brightness.max()) + 2):
        # How much of each pixel is of this level: what it tells others, and what it is told.
        share = np.maximum(1 - np.abs(brightness - level), 0)
        if not share.any():
            continue
        told = _blurred(share[:, :, None] * colour) / (_blurred(share)[:, :, None] + _LEAST)
        mixed += share[:, :, None] * told
    picture[:, :, 1:] = np.clip(mixed.round(), 0, 255)
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_YCrCb2BGR), np.uint8)


def _blurred(values: Floats) -> Floats:
    return np.asarray(cv2.blur(values, (_AROUND, _AROUND)), np.float32)
