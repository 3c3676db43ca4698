"""At which distances anything drawn in a part of a picture comes again, where lines do not tell.

Rounded cells may leave no line at all, only dots where four of them meet; digits stand in the
middles of cells. Added up along rows and along columns, both beat with the pitch of the cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.lines import Drawing
    from autoplay.vision.periods import Box

    FloatArray = NDArray[np.float64]

_PITCHES = (11.0, 110.0)
_FINE = 8
_LOUDEST = 3.0
_TONES = 4
_PEAKS = 2
_COMBS = 24
_BESIDE = 3


def beating_cells(drawing: Drawing, box: Box) -> list[Grid]:
    """Return lattices (one cell of each) of what is drawn in a box, the likeliest first.

    Two for each pitch: with what beats on the borders of the cells, and in their middles.
    """
    part = drawing.edges[box[1] : box[3], box[0] : box[2]]
    if min(part.shape) < 4 * _PITCHES[0]:
        return []
    profiles = [_levelled(part.mean(axis=axis)) for axis in (0, 1)]
    length = max(part.shape)
    size = 1 << int(np.ceil(np.log2(_FINE * length)))
    power = [np.abs(np.fft.rfft(profile, size)) ** 2 for profile in profiles]
    frequency = np.arange(size // 2 + 1) / size
    strength = np.sqrt(_with_overtones(power[0]) * _with_overtones(power[1]))
    found = []
    for pitch in _peaks(frequency, strength):
        left, top = (
            low + _beat(profile, pitch)
            for profile, low in zip(profiles, (box[0], box[1]), strict=True)
        )
        found.append(Grid(left, top, pitch, pitch, 1, 1))
        found.append(found[-1].moved(pitch / 2, pitch / 2))
    return found


def _levelled(profile: FloatArray) -> FloatArray:
    """Return how much more is drawn at each place than on the average; no place shouts."""
    quiet = np.minimum(profile, _LOUDEST * profile.mean())
    level: FloatArray = quiet - quiet.mean()
    return level


def _with_overtones(power: FloatArray) -> FloatArray:
    """Add to each frequency what its multiples have."""
    total: FloatArray = np.zeros(power.size)
    for tone in range(1, _TONES + 1):
        part = power[::tone]
        total[: part.size] += part / tone
    share: FloatArray = total / max(1e-9, float(power.sum()))
    return share


def _peaks(frequency: FloatArray, strength: FloatArray) -> list[float]:
    """Return the pitches of the strongest peaks."""
    inside = (frequency > 1 / _PITCHES[1]) & (frequency < 1 / _PITCHES[0])
    inside[1:-1] &= (strength[1:-1] >= strength[:-2]) & (strength[1:-1] > strength[2:])
    peaks = np.flatnonzero(inside)
    best = peaks[np.argsort(-strength[peaks], kind="stable")][:_PEAKS]
    return [float(1 / frequency[i]) for i in best]


def _beat(profile: FloatArray, pitch: float) -> float:
    """Return where in a pitch most is drawn."""
    place = np.floor(np.arange(profile.size) % pitch * _COMBS / pitch).astype(np.int64)
    drawn = np.bincount(place, weights=profile, minlength=_COMBS)
    mean = drawn / np.maximum(1, np.bincount(place, minlength=_COMBS))
    # A dot has an edge on either side of it: its middle is meant.
    around = sum(np.roll(mean, off) for off in range(-_BESIDE, _BESIDE + 1))
    return float((np.argmax(around) + 0.5) * pitch / _COMBS)
