"""At which distances the lines in a part of a picture come again: pitches that cells may have.

Lines that lie on a lattice of some pitch, and ends of lines across that do, turned into angles on
a circle one pitch round, add up to a long arrow; others cancel out. Fourier's transform of where
the lines are gives the arrows of all pitches at once.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.pixels.lines import Drawing, Lines

    FloatArray = NDArray[np.float64]

_SMALLEST_PITCH = 10.5
_LARGEST_PITCH = 132.0
# The sides of a cell are at least this part of its pitch long, the strokes of a digit are not.
_SIDE = 0.68
_SIDES = np.array([8, 9, 11, 13, 15, 18, 21, 25, 30, 36, 43, 52, 62, 74, 90])
# A position counts as much as lines of this many sides, however long the lines there are.
_ENOUGH = 4.0
_END = 0.5
_OVERTONES = (1.0, 0.25, 0.15, 0.1)
_PEAKS = 10
_SQUARE = (0.02, 0.08)
_SQUARES = 1.25
_NEARLY_SQUARES = 1.1
_SAME_PITCH = 0.015
_OBLONG = 1.25

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""


def likely_pitches(drawing: Drawing, box: Box) -> list[tuple[float, float, float]]:
    """Return (strength, pitch_x, pitch_y) for lattices of lines in a box, the likeliest first."""
    upright = drawing.upright.within((box[0], box[2]), (box[1], box[3]))
    level = drawing.level.within((box[1], box[3]), (box[0], box[2]))
    if upright.at.size < 8 or level.at.size < 8:
        return []
    fx, across = _spectrum(upright, level, box[0], box[2])
    fy, down = _spectrum(level, upright, box[1], box[3])
    found = [
        ((a + b) * _likelihood(px, py), px, py)
        for px, a in _peaks(fx, across)
        for py, b in _peaks(fy, down)
        if 1 / _OBLONG < px / py < _OBLONG
    ]
    # Most cells are square: then both directions tell of one pitch.
    both = across + np.interp(fx, fy, down)
    found += [(strength * _SQUARES, pitch, pitch) for pitch, strength in _peaks(fx, both)]
    kept: list[tuple[float, float, float]] = []
    for pair in sorted(found, reverse=True):
        if all(not _same(pair, other) for other in kept):
            kept.append(pair)
    return kept


def _likelihood(px: float, py: float) -> float:
    """Return how much likelier than others cells of this shape are."""
    oblong = abs(math.log(px / py))
    return _SQUARES if oblong < _SQUARE[0] else _NEARLY_SQUARES if oblong < _SQUARE[1] else 1.0


def _same(a: tuple[float, float, float], b: tuple[float, float, float]) -> bool:
    return abs(a[1] / b[1] - 1) <= _SAME_PITCH and abs(a[2] / b[2] - 1) <= _SAME_PITCH


def _spectrum(
    lines: Lines, others: Lines, low: float, high: float
) -> tuple[FloatArray, FloatArray]:
    """Return frequencies (1 / pitch) and how strongly lines between two places show each.

    others: the lines that run the other way, whose ends tell, too.
    """
    width = math.ceil(high - low) + 1
    size = 1 << math.ceil(math.log2(max(8 * width, 64)))
    frequency = np.arange(size // 2 + 1) / size
    wanted = np.flatnonzero((frequency > 1 / _LARGEST_PITCH) & (frequency < 1 / _SMALLEST_PITCH))
    strength = np.zeros(wanted.size)
    # Lines too short to be a side are left out, so every range of pitches has its own lines.
    shortest = np.searchsorted(_SIDES, _SIDE / frequency[wanted], side="right") - 1
    shortest = np.clip(shortest, 0, _SIDES.size - 1)
    for number in np.unique(shortest):
        marks = _marks(lines, others, low, width, int(_SIDES[number]))
        if marks is None:
            continue
        power = np.abs(np.fft.rfft(marks, size)) ** 2
        power /= marks.sum() * 3 * _ENOUGH * _SIDES[number]
        here = np.flatnonzero(shortest == number)
        for tone, weight in enumerate(_OVERTONES, start=1):
            inside = tone * wanted[here] < power.size
            strength[here[inside]] += weight * power[tone * wanted[here[inside]]]
    return frequency[wanted], strength


def _marks(lines: Lines, others: Lines, low: float, width: int, side: int) -> FloatArray | None:
    """Return how much of lines there is at each pixel from `low` on, None where hardly any."""
    long = lines.length >= side
    if np.count_nonzero(long) < 3:
        return None
    at = np.clip(np.round(lines.at[long] - low).astype(np.int64), 0, width)
    drawn = np.bincount(at, weights=lines.length[long], minlength=width + 1)
    marks: FloatArray = np.minimum(drawn, _ENOUGH * side)
    long = others.length >= side
    for ends in (others.start[long], others.end[long]):
        at = np.round(ends - low).astype(np.int64)
        # What ends at the border was cut off there.
        at = at[(at > 2) & (at < width - 3)]
        marks += np.minimum(np.bincount(at, minlength=width + 1), 2) * _END * side
    return np.minimum(np.convolve(marks, np.ones(3), "same"), _ENOUGH * side)


def _peaks(frequency: FloatArray, strength: FloatArray) -> list[tuple[float, float]]:
    """Return (pitch, strength) of the strongest peaks."""
    if frequency.size < 3:
        return []
    middle = strength[1:-1]
    peak = np.flatnonzero((middle >= strength[:-2]) & (middle > strength[2:])) + 1
    best = peak[np.argsort(-strength[peak], kind="stable")][:_PEAKS]
    return [(float(1 / frequency[i]), float(strength[i])) for i in best]
