"""At which distances anything drawn in a part of a picture comes again, where lines do not tell.

Rounded cells may leave no line at all, only dots where four of them meet; digits stand in the
middles of cells. Added up along rows and along columns, both beat with the pitch of the cells.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.lines import Drawing
    from autoplay.vision.periods import Box

    FloatArray = NDArray[np.float64]

_PITCHES = (11.0, 24.0, 52.0, 110.0)
_SLOW = 1.5
_PHASES = ((0, 0), (1, 1), (0, 1), (1, 0))
_OBLONG = 0.06
_FINE = 8
_LOUDEST = 3.0
_TONES = 4
_PEAKS = 2
_COMBS = 24
_BESIDE = 3


def beating_cells(drawing: Drawing, box: Box) -> list[Grid]:
    """Return lattices (one cell of each) of what is drawn in a box, those of small cells first.

    Four for each pitch: what beats most may be the borders of the cells or their middles, in either
    direction.
    """
    part = drawing.edges[box[1] : box[3], box[0] : box[2]]
    if min(part.shape) < 4 * _PITCHES[0]:
        return []
    across, down = (part.mean(axis=axis) for axis in (0, 1))
    size = 1 << int(np.ceil(np.log2(_FINE * max(part.shape))))
    frequency = np.arange(size // 2 + 1) / size
    found = []
    for low, high in pairwise(_PITCHES):
        # What changes slowly, as where a board begins, beats louder than small cells do.
        profiles = [_levelled(profile, _SLOW * high) for profile in (across, down)]
        powers = [_with_overtones(np.abs(np.fft.rfft(profile, size)) ** 2) for profile in profiles]
        for pitch in _peaks(frequency, np.sqrt(powers[0] * powers[1]), low, high):
            (left, width), (top, height) = (
                _beat(profile, _near(frequency, power, pitch))
                for profile, power in zip(profiles, powers, strict=True)
            )
            cell = Grid(box[0] + left, box[1] + top, width, height, 1, 1)
            found += [cell.moved(i * width / 2, j * height / 2) for i, j in _PHASES]
    return found


def _levelled(profile: FloatArray, slow: float) -> FloatArray:
    """Return how much more is drawn at each place than around it; no place shouts.

    slow: how far around, in pixels.
    """
    quiet = np.minimum(profile, _LOUDEST * profile.mean())
    reach = min(int(slow / 2), quiet.size // 2)
    summed = np.cumsum(np.pad(quiet, (reach + 1, reach), mode="reflect"))
    level: FloatArray = quiet - (summed[2 * reach + 1 :] - summed[: -2 * reach - 1]) / (
        2 * reach + 1
    )
    return level


def _with_overtones(power: FloatArray) -> FloatArray:
    """Add to each frequency what its multiples have."""
    total: FloatArray = np.zeros(power.size)
    for tone in range(1, _TONES + 1):
        part = power[::tone]
        total[: part.size] += part / tone
    share: FloatArray = total / max(1e-9, float(power.sum()))
    return share


def _peaks(frequency: FloatArray, strength: FloatArray, low: float, high: float) -> list[float]:
    """Return the pitches of the strongest peaks between two pitches."""
    inside = (frequency >= 1 / high) & (frequency < 1 / low)
    inside[1:-1] &= (strength[1:-1] >= strength[:-2]) & (strength[1:-1] > strength[2:])
    peaks = np.flatnonzero(inside)
    best = peaks[np.argsort(-strength[peaks], kind="stable")][:_PEAKS]
    return [float(1 / frequency[i]) for i in best]


def _near(frequency: FloatArray, strength: FloatArray, pitch: float) -> float:
    """Return the pitch near another at which one direction beats most: cells may be oblong."""
    near = np.flatnonzero(np.abs(frequency * pitch - 1) < _OBLONG)
    return float(1 / frequency[near[strength[near].argmax()]])


def _beat(profile: FloatArray, pitch: float) -> tuple[float, float]:
    """Return where in a pitch most is drawn, and the pitch."""
    place = np.floor(np.arange(profile.size) % pitch * _COMBS / pitch).astype(np.int64)
    drawn = np.bincount(place, weights=profile, minlength=_COMBS)
    mean = drawn / np.maximum(1, np.bincount(place, minlength=_COMBS))
    # A dot has an edge on either side of it: its middle is meant.
    around = sum(np.roll(mean, off) for off in range(-_BESIDE, _BESIDE + 1))
    return float((np.argmax(around) + 0.5) * pitch / _COMBS), pitch
