"""Propose boards that fill a rectangle of lines, by the distance at which its colours come again.

Cells shaded softly leave no lines between them, and none of their pixels differs much from the
next. But the mean colours of columns, and of rows, rise and fall with every cell. Those of a
checkerboard do not, but what lies a cell further is its opposite all over.
"""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.located import MIN_SIDE
from autoplay.vision.lattices.proposals import line_boxes
from autoplay.vision.locate.rectangles import square_divisions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.locate.worth import Box
    from autoplay.vision.pixels.lines import Drawing, Lines

    FloatArray = NDArray[np.float64]

_PITCHES = (10, 132)
_FEWEST_CELLS = 5
_ALL_ALONG = 0.6
_COMES_AGAIN = 0.5
_AS_WELL = 0.9
_ROUGHLY = 1.05
_MOST = 2
_STRIP = 4
_MOST_FRAMES = 12
_FEW = range(5, 11)
_SQUARE = 0.05


def framed_boards(drawing: Drawing) -> list[Grid]:
    """Return grids (picture pixels) that fill the frames in which lines hang together."""
    frames = _frames(drawing)
    found = [_divided(drawing, frame) or _checkered(drawing, frame) for frame in frames]
    return list(dict.fromkeys(grid for grid in found if grid is not None))


def filling_frames(drawing: Drawing, grid: Grid) -> list[Grid]:
    """Return grids (picture pixels) of cells about as large that fill a frame around a grid.

    Where no line parts the hidden cells, the opened ones give their size, but only roughly; the
    board ends where its colour does. A far larger frame is the window's.
    """
    found: list[Grid] = []
    for left, top, right, bottom in _frames(drawing):
        across, down = right - left, bottom - top
        around = grid.area[0] > left - grid.pitch_x and grid.area[2] < right + grid.pitch_x
        around &= grid.area[1] > top - grid.pitch_y and grid.area[3] < bottom + grid.pitch_y
        if not around or min(across / grid.pitch_x, down / grid.pitch_y) < MIN_SIDE:
            continue
        counts = product(_counts(across / grid.pitch_x), _counts(down / grid.pitch_y))
        found += [Grid(left, top, across / cols, down / rows, rows, cols) for cols, rows in counts]
    return [filled for filled in dict.fromkeys(found) if filled.size <= _MOST * grid.size]


def small_boards(drawing: Drawing) -> list[Grid]:
    """Return grids (picture pixels) of few nearly square cells that fill the frames of a picture.

    On a small board a few opened cells leave no lines that come again, nor does a checkerboard in
    noise.
    """
    frames = _frames(drawing)[:_MOST_FRAMES]
    found = (grid for frame in frames for grid in square_divisions(frame, _FEW, _SQUARE))
    return list(dict.fromkeys(found))


def _counts(cells: float) -> list[int]:
    """Return how many whole cells may lie where some lie by their rough size."""
    likely = range(math.floor(cells / _ROUGHLY), math.ceil(cells * _ROUGHLY) + 1)
    return [count for count in likely if 1 / _ROUGHLY < cells / count < _ROUGHLY]


def _frames(drawing: Drawing) -> list[Box]:
    """Return the rectangles that lines run around, and what lies within their borders."""
    found: list[Box] = []
    for left, top, right, bottom in line_boxes(drawing):
        upright = _ends(drawing.upright, (left, right), (top, bottom))
        level = _ends(drawing.level, (top, bottom), (left, right))
        for across, down in zip(upright, level, strict=True):
            if min(across[1] - across[0], down[1] - down[0]) >= MIN_SIDE * _PITCHES[0]:
                found.append((across[0], down[0], across[1], down[1]))
    return list(dict.fromkeys(found))


def _divided(drawing: Drawing, frame: Box) -> Grid | None:
    """Return the grid that divides a rectangle whose colours come again; None if they do not."""
    inside = _inside(drawing, frame)
    return _filled(frame, _pitch(inside.mean(axis=0)), _pitch(inside.mean(axis=1)))


def _checkered(drawing: Drawing, frame: Box) -> Grid | None:
    """Return the grid of a rectangle whose cells have two colours by turns, None if none has."""
    inside = _inside(drawing, frame)
    pitches = []
    for along in (0, 1):
        # Of several pixels side by side the mean is known better than each is through noise.
        parts = np.array_split(np.moveaxis(inside, along, 0), inside.shape[along] // _STRIP)
        means = np.concatenate([part.mean(axis=0) for part in parts], axis=1)
        pitches.append(_turn(means))
    return _filled(frame, *pitches)


def _inside(drawing: Drawing, frame: Box) -> FloatArray:
    left, top, right, bottom = frame
    return drawing.pixels[top:bottom, left:right].astype(np.float64)


def _filled(frame: Box, width: float | None, height: float | None) -> Grid | None:
    """Return the grid of cells about so large that fills a rectangle, None if one is not known."""
    if width is None or height is None:
        return None
    left, top, right, bottom = frame
    rows, cols = round((bottom - top) / height), round((right - left) / width)
    return Grid(left, top, (right - left) / cols, (bottom - top) / rows, rows, cols)


def _ends(
    lines: Lines, across: tuple[int, int], along: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return where the first and the last line lie that run all along a box; 0, 0 if none do.

    And the same for what lies between two borders, which are less than a cell wide.
    """
    inside = lines.within(across, along)
    long = inside.at[inside.length >= _ALL_ALONG * (along[1] - along[0])]
    if not long.size:
        return (0, 0), (0, 0)
    first, last = float(long.min()), float(long.max())
    inner = long[long < first + _PITCHES[0]].max(), long[long > last - _PITCHES[0]].min()
    return (round(first), round(last)), (round(float(inner[0])), round(float(inner[1])))


def _pitch(colours: FloatArray) -> int | None:
    """Return the shortest distance at which colours, (n, 3), come again; None where they do not."""
    alike = _likeness(colours)
    if alike is None:
        return None
    shortest, longest = _PITCHES[0], _longest(len(colours))
    near = alike[shortest - 1 : longest + 2]
    peak = (near[1:-1] >= near[:-2]) & (near[1:-1] > near[2:]) & (near[1:-1] > _COMES_AGAIN)
    if not peak.any():
        return None
    best = float(near[1:-1][peak].max())
    return shortest + int(np.flatnonzero(peak & (near[1:-1] >= _AS_WELL * best))[0])


def _turn(colours: FloatArray) -> float | None:
    """Return after which distance colours, (n, m), are the opposite and after twice that the same.

    None where there is no such distance.
    """
    alike = _likeness(colours)
    if alike is None:
        return None
    shortest, longest = _PITCHES[0], _longest(len(colours))
    turn = shortest + int(alike[shortest : longest + 1].argmin())
    again = 2 * turn - 1 + int(alike[2 * turn - 1 : 2 * turn + 2].argmax())
    return again / 2 if min(-alike[turn], alike[again]) > _COMES_AGAIN else None


def _longest(length: int) -> int:
    """Return how large cells may be in so many pixels."""
    return min(_PITCHES[1], length // _FEWEST_CELLS)


def _likeness(colours: FloatArray) -> FloatArray | None:
    """Return how colours, (n, m), correlate with those further on, (n,), by Fourier's transform.

    None if all are alike, or too few for cells.
    """
    count = len(colours)
    if _longest(count) <= _PITCHES[0]:
        return None
    # Cells of half a pixel more or less still lie on each other where they are blurred a little.
    blurred = (colours[:-2] + 2 * colours[1:-1] + colours[2:]) / 4
    level = np.pad(blurred - blurred.mean(axis=0), ((1, 1), (0, 0)))
    power = np.square(np.abs(np.fft.rfft(level, 2 * count, axis=0))).sum(axis=1)
    if not power.any():
        return None
    alike: FloatArray = np.fft.irfft(power)[:count] / np.arange(count, 0, -1)
    alike /= alike[0]
    return alike
