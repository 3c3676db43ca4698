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

    from autoplay.vision.lattices.periods import Box
    from autoplay.vision.pixels.lines import Drawing

    FloatArray = NDArray[np.float64]

_PITCHES = (11.0, 24.0, 52.0, 110.0)
_SLOW = 1.5
_CELLS_SEEN = 7.0
_WELL_DRAWN = 0.05
_BOXES = 2
_MIRRORED = 6
_OBLONG = 0.06
_FINE = 8
_LOUDEST = 3.0
_TONES = 5
_PEAKS = (2, 1, 1)
_COMBS = 24


def beating_cells(drawing: Drawing, box: Box) -> list[Grid]:
    """Return lattices (one cell of each) of what is drawn in a box, those of small cells first.

    Four for each pitch: what lies where may be the borders of the cells or their middles.
    """
    part = drawing.edges[box[1] : box[3], box[0] : box[2]]
    if min(part.shape) < 4 * _PITCHES[0]:
        return []
    across, down = (part.mean(axis=axis) for axis in (0, 1))
    size = 1 << int(np.ceil(np.log2(_FINE * max(part.shape))))
    frequency = np.arange(size // 2 + 1) / size
    found = []
    for (low, high), most in zip(pairwise(_PITCHES), _PEAKS, strict=True):
        # What changes slowly, as where a board begins, beats louder than small cells do.
        profiles = [_levelled(profile, _SLOW * high) for profile in (across, down)]
        powers = [np.abs(np.fft.rfft(profile, size)) ** 2 for profile in profiles]
        loud = [_with_overtones(power) for power in powers]
        # High tones tell a pitch more exactly than low ones, but those of many pitches coincide.
        sharp = [_with_overtones(power, level=True) for power in powers]
        for pitch in _peaks(frequency, np.sqrt(loud[0] * loud[1]), low, high)[:most]:
            (left, width), (top, height) = (
                _beat(profile, _near(frequency, power, pitch))
                for profile, power in zip(profiles, sharp, strict=True)
            )
            cell = Grid(box[0] + left, box[1] + top, width, height, 1, 1)
            found += [cell.moved(i * width / 2, j * height / 2) for i in (0, 1) for j in (0, 1)]
    return found


def beating_boxes(drawing: Drawing) -> list[Box]:
    """Return the squares of a picture in which small cells beat most, and middling ones.

    In a large picture with much around a board only a look at one part after the other tells.
    """
    found: list[Box] = []
    for low, high in list(pairwise(_PITCHES))[:-1]:
        size = round(_CELLS_SEEN * high)
        width, height = drawing.size
        places = [(x, y) for y in _steps(height, size) for x in _steps(width, size)]
        strength = _beats(drawing, places, size, (low, high))
        kept: list[Box] = []
        for i in np.argsort(-strength, kind="stable").tolist():
            x, y = places[i]
            if all(max(abs(x - box[0]), abs(y - box[1])) > size // 2 for box in kept):
                kept.append((x, y, min(width, x + size), min(height, y + size)))
            if len(kept) == _BOXES:
                break
        found += kept
    return found


def _steps(length: int, size: int) -> list[int]:
    """Return where squares of a size begin that lie half over each other."""
    return list(range(0, max(1, length - size // 2), size // 2))


def _beats(
    drawing: Drawing, places: list[tuple[int, int]], size: int, pitches: tuple[float, float]
) -> FloatArray:
    """Return how strongly each square of a picture beats with some pitch."""
    x0, y0 = np.array(places).T
    width, height = drawing.size
    x1, y1 = np.minimum(x0 + size, width), np.minimum(y0 + size, height)
    along = np.arange(size + 1)
    x = np.minimum(x0[:, None] + along, width)
    y = np.minimum(y0[:, None] + along, height)
    edges = drawing.edge_sum
    across = np.diff(edges[y1[:, None], x] - edges[y0[:, None], x]) / size
    down = np.diff(edges[y, x1[:, None]] - edges[y, x0[:, None]]) / size
    length = 1 << int(np.ceil(np.log2(4 * size)))
    frequency = np.arange(length // 2 + 1) / length
    wanted = (frequency > 1 / pitches[1]) & (frequency < 1 / pitches[0])
    powers = []
    for profiles in (across, down):
        level = np.stack([_levelled(profile, _SLOW * pitches[1]) for profile in profiles])
        power = np.abs(np.fft.rfft(level, length)) ** 2
        powers.append(np.stack([_with_overtones(one) for one in power])[:, wanted])
    drawn = np.minimum(1, across.mean(axis=1) / _WELL_DRAWN)
    strength: FloatArray = np.sqrt(powers[0] * powers[1]).max(axis=1) * drawn
    return strength


def _levelled(profile: FloatArray, slow: float) -> FloatArray:
    """Return how much more is drawn at each place than around it; no place shouts.

    slow: how far around, in pixels.
    """
    quiet = np.minimum(profile, _LOUDEST * profile.mean())
    reach = min(int(slow / 2), quiet.size // 2)
    around = 2 * reach + 1
    summed = np.cumsum(np.pad(quiet, (reach + 1, reach), mode="reflect"))
    level: FloatArray = quiet - (summed[around:] - summed[:-around]) / around
    return level


def _with_overtones(power: FloatArray, *, level: bool = False) -> FloatArray:
    """Add to each frequency what its multiples have; level: as much of high ones as of low ones."""
    total: FloatArray = np.zeros(power.size)
    for tone in range(1, _TONES + 1):
        part = power[::tone]
        total[: part.size] += part if level else part / tone
    share: FloatArray = total / max(1e-9, float(power.sum()))
    return share


def _peaks(frequency: FloatArray, strength: FloatArray, low: float, high: float) -> list[float]:
    """Return the pitches of the peaks between two pitches, the strongest first."""
    inside = (frequency >= 1 / high) & (frequency < 1 / low)
    inside[1:-1] &= (strength[1:-1] >= strength[:-2]) & (strength[1:-1] > strength[2:])
    peaks = np.flatnonzero(inside)
    best = peaks[np.argsort(-strength[peaks], kind="stable")]
    return [float(1 / frequency[i]) for i in best]


def _near(frequency: FloatArray, strength: FloatArray, pitch: float) -> float:
    """Return the pitch near another at which one direction beats most: cells may be oblong."""
    near = np.flatnonzero(np.abs(frequency * pitch - 1) < _OBLONG)
    return float(1 / frequency[near[strength[near].argmax()]])


def _beat(profile: FloatArray, pitch: float) -> tuple[float, float]:
    """Return around which place in a pitch cells are most like their mirror image; and the pitch.

    It is their border or their middle. A digit may stand a little beside it.
    """
    place = np.floor(np.arange(profile.size) % pitch * _COMBS / pitch).astype(np.int64)
    drawn = np.bincount(place, weights=profile, minlength=_COMBS)
    mean = drawn / np.maximum(1, np.bincount(place, minlength=_COMBS))
    # Added to its mirror image, each tone is loud where that lies right.
    turns = np.fft.fft(mean)[1:_MIRRORED]
    phases = np.arange(_COMBS) / (2 * _COMBS)
    tones = np.arange(1, _MIRRORED)
    alike = np.real(turns[:, None] ** 2 * np.exp(4j * np.pi * np.outer(tones, phases))).sum(axis=0)
    return float((phases[alike.argmax()] + 0.5 / _COMBS) * pitch), pitch
