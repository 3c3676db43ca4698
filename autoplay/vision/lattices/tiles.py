"""Propose lattices from equal flat tiles that lie strewn: hidden cells far into a game, or flags.

What is opened may show no sides, and few of the hidden cells have another at their side. But all
have one size, and the distances between them are whole numbers of cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.located import MIN_SIDE
from autoplay.vision.pixels.patches import split_layer, step_picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from autoplay.vision.lattices.periods import Box
    from autoplay.vision.pixels.patches import Patches

    FloatArray = NDArray[np.float64]

_EDGE_STEPS = (8, 40)
_FEWEST = 6
_MOST_SIZES = 3
_SAME_SIZE = 1.0
# A cell is at most so much wider than the flat part of it, or of what is drawn in it.
_WIDEST = 3.2
_FINE = 0.04
_TOGETHER = 0.9
_HARDLY_TOGETHER = 0.7
_A_SAMPLE = 256
_AS_LONG = 0.96
_FAR_APART = 0.6
_FILLED = 0.7


def tile_lattices(pixels: NDArray[np.uint8]) -> Iterator[tuple[Grid, Box]]:
    """Yield lattices (one cell of each) that equal tiles lie on, and the box they were seen in.

    pixels: (height, width, 3) uint8.
    """
    for tiles in _equal_tiles(pixels):
        across, down = tiles.cx, tiles.cy
        x, y = _on_lattice(across, tiles.width), _on_lattice(down, tiles.height)
        if x is None or y is None:
            continue
        (left, pitch_x), (top, pitch_y) = x, y
        box = (
            int(across.min() - pitch_x / 2),
            int(down.min() - pitch_y / 2),
            int(np.ceil(across.max() + pitch_x / 2)),
            int(np.ceil(down.max() + pitch_y / 2)),
        )
        cell = Grid(left - pitch_x / 2, top - pitch_y / 2, pitch_x, pitch_y, 1, 1)
        yield cell, (max(0, box[0]), max(0, box[1]), box[2], box[3])


def gapped_boards(pixels: NDArray[np.uint8]) -> list[Grid]:
    """Return the grids of equal tiles that fill a rectangle and stand far apart.

    Between them lies so much of the page that nothing is seen at the sides of a cell; but the tiles
    tell by themselves where the board ends. pixels: as above.
    """
    found: list[Grid] = []
    for tiles in _equal_tiles(pixels):
        x, y = _lined_up(tiles.cx, tiles.width), _lined_up(tiles.cy, tiles.height)
        if x is None or y is None or tiles.cx.size < _FILLED * x.count * y.count:
            continue
        apart = min(tiles.width / x.pitch, tiles.height / y.pitch) < _FAR_APART
        if apart and min(x.count, y.count) >= MIN_SIDE:
            found.append(Grid(x.start, y.start, x.pitch, y.pitch, y.count, x.count))
    return list(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class _LinedUp:
    """Where cells begin, their pitch, and how many of them there are."""

    start: float
    pitch: float
    count: int


def _lined_up(centres: FloatArray, size: float) -> _LinedUp | None:
    """Return the cells that tiles have their centres in, all along; None if most have none."""
    fitted = _on_lattice(centres, size)
    if fitted is None:
        return None
    number = np.round((centres - fitted[0]) / fitted[1])
    if np.ptp(number) < 1:
        return None
    pitch, first = np.polyfit(number - number.min(), centres, 1).tolist()
    return _LinedUp(first - pitch / 2, pitch, int(np.ptp(number)) + 1)


@dataclass(frozen=True, slots=True, eq=False)
class _Tiles:
    """Where the centres of flat patches of one size lie, (n,) each, and how large they are."""

    cx: FloatArray
    cy: FloatArray
    width: float
    height: float


def _equal_tiles(pixels: NDArray[np.uint8]) -> Iterator[_Tiles]:
    """Yield the patches of each size that most have, first those between faint edges."""
    steps = step_picture(pixels)
    for threshold in _EDGE_STEPS:
        yield from _equal(split_layer(steps, threshold).patches)


def _equal(patches: Patches) -> Iterator[_Tiles]:
    """Yield the patches of each size that most have."""
    left = np.ones(patches.cx.size, bool)
    for _ in range(_MOST_SIZES):
        sizes, counts = np.unique(
            np.column_stack((patches.w[left], patches.h[left])), axis=0, return_counts=True
        )
        if not counts.size:
            return
        width, height = sizes[counts.argmax()]
        tiles = left & (np.abs(patches.w - width) <= _SAME_SIZE)
        tiles &= np.abs(patches.h - height) <= _SAME_SIZE
        if tiles.sum() < _FEWEST:
            return
        yield _Tiles(patches.cx[tiles], patches.cy[tiles], float(width), float(height))
        left &= ~tiles


def _on_lattice(centres: FloatArray, size: float) -> tuple[float, float] | None:
    """Return (one centre, pitch) of the lattice that most of the centres lie on, if they do.

    Turned into angles on a circle one pitch round they add up to the longest arrow; on one of half
    or a third of the pitch they do so as well.
    """
    span = max(float(np.ptp(centres)), size)
    pitches = np.arange(size, _WIDEST * size, _FINE * size * size / span)
    # The grain of a picture makes thousands of patches; a few hundred tell that they lie anywhere.
    some = centres[:: -(-len(centres) // _A_SAMPLE)]
    if len(some) < len(centres) and np.abs(_arrows(some, pitches)).max() < _HARDLY_TOGETHER:
        return None
    arrows = _arrows(centres, pitches)
    length = np.abs(arrows)
    if length.max() < _TOGETHER:
        return None
    last = int(np.flatnonzero(length >= _AS_LONG * length.max())[-1])
    first = last
    while first > 0 and length[first - 1] >= _AS_LONG * length.max():
        first -= 1
    best = first + int(length[first : last + 1].argmax())
    pitch = float(pitches[best])
    return float(np.angle(arrows[best])) / (2 * np.pi) * pitch, pitch


def _arrows(centres: FloatArray, pitches: FloatArray) -> NDArray[np.complex128]:
    """Return (pitches,) the mean of all centres as points on a circle one pitch round."""
    places, times = np.unique(centres, return_counts=True)
    circle = np.exp(2j * np.pi * places[None] / pitches[:, None])
    return np.asarray(circle @ (times / times.sum()), np.complex128)
