"""Fit a lattice to patches: which pitch and phase most of their centres have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.pixels.patches import OFF_CENTRE, densest

if TYPE_CHECKING:
    from autoplay.vision.pixels.patches import FloatArray, IntArray, Patches

_GATHERINGS = 5
_SIZES_APART = 0.25


def fit_lattice(
    patches: Patches, members: IntArray, right: IntArray, down: IntArray
) -> tuple[float, float, float, float] | None:
    """Return (x, pitch_x, y, pitch_y) of the lattice of cell centres, None where there is none."""
    result: list[float] = []
    for neighbour, centre in ((right, patches.cx), (down, patches.cy)):
        i = members[neighbour[members] >= 0]
        if i.size < 3:
            return None
        distance = centre[neighbour[i]] - centre[i]
        usual = densest(distance)
        near = distance[np.abs(distance - usual) <= max(1.5, 0.06 * usual)]
        # Where most distances are far larger, none may lie near the middle of the densest few.
        if not near.size:
            return None
        fitted = _fit_axis(centre[members], float(near.mean()))
        if fitted is None:
            return None
        result += fitted
    return result[0], result[1], result[2], result[3]


def gather(
    patches: Patches, members: IntArray, lattice: tuple[float, float, float, float]
) -> tuple[IntArray, tuple[float, float, float, float]]:
    """Return more patches that lie on a lattice, and the lattice that fits them all.

    Digits and faint lines break a board into parts that hang together; a small part gives a pitch
    that is off by the end of the board. So it is followed outwards, half its size at a time.
    """
    for _ in range(_GATHERINGS):
        x0, pitch_x, y0, pitch_y = lattice
        col, row = (patches.cx - x0) / pitch_x, (patches.cy - y0) / pitch_y
        near = np.abs(np.log(patches.w / np.median(patches.w[members]))) < _SIZES_APART
        near &= np.abs(np.log(patches.h / np.median(patches.h[members]))) < _SIZES_APART
        for place in (col, row):
            low, high = place[members].min(), place[members].max()
            reach = max(1.5, 0.5 * (high - low))
            near &= (place > low - reach) & (place < high + reach)
            near &= np.abs(place - np.round(place)) < OFF_CENTRE
        found = np.flatnonzero(near)
        if found.size <= members.size:
            break
        across = _fit_axis(patches.cx[found], pitch_x)
        down = _fit_axis(patches.cy[found], pitch_y)
        if across is None or down is None:
            break
        members, lattice = found, (*across, *down)
    return members, lattice


def _fit_axis(centres: FloatArray, pitch: float) -> tuple[float, float] | None:
    """Return (one centre, pitch) that fit most centres best, to a fraction of a pixel."""
    span = float(np.ptp(centres))
    if span < pitch:
        return None
    # All centres turned into angles on a circle one pitch round add up to the longest arrow at the
    # true pitch; the neighbours' distance is only good to about half a pixel.
    tolerance = min(0.08 * pitch, 0.9)
    step = max(1e-3, 0.05 * pitch * pitch / max(span, pitch) / pitch)
    candidates = np.arange(pitch - tolerance, pitch + tolerance, step)
    values, counts = np.unique(np.round(centres, 1), return_counts=True)
    arrows = np.exp(2j * np.pi * values[None, :] / candidates[:, None]) @ counts
    best = int(np.abs(arrows).argmax())
    pitch = float(candidates[best])
    phase = float(np.angle(arrows[best])) / (2 * np.pi) * pitch
    for _ in range(2):
        index = np.round((centres - phase) / pitch)
        off = np.abs(centres - phase - index * pitch)
        good = off <= max(1.0, 0.1 * pitch)
        if good.sum() < 4 or np.ptp(index[good]) < 1:
            return None
        slope, intercept = np.polyfit(index[good], centres[good], 1)
        pitch, phase = float(slope), float(intercept)
    return phase, pitch
