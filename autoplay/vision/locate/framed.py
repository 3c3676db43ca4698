"""Propose boards that fill a rectangle of lines, by the distance at which its colours come again.

Cells shaded softly leave no lines between them, and none of their pixels differs much from the
next. But the mean colours of columns, and of rows, rise and fall with every cell.
"""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.located import MIN_SIDE
from autoplay.vision.lattices.proposals import line_boxes

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


def framed_boards(drawing: Drawing) -> list[Grid]:
    """Return grids (picture pixels) that fill the frames in which lines hang together."""
    found = [_divided(drawing, frame) for frame in _frames(drawing)]
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
    left, top, right, bottom = frame
    inside = drawing.pixels[top:bottom, left:right].astype(np.float64)
    width, height = _pitch(inside.mean(axis=0)), _pitch(inside.mean(axis=1))
    if width is None or height is None:
        return None
    rows, cols = round(inside.shape[0] / height), round(inside.shape[1] / width)
    pitch_x, pitch_y = inside.shape[1] / cols, inside.shape[0] / rows
    return Grid(left, top, pitch_x, pitch_y, rows, cols)


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
    """Return the shortest distance at which colours, (n, 3), come again; None where they do not.

    Their correlation with themselves further on, by Fourier's transform.
    """
    count = len(colours)
    # Cells of half a pixel more or less still lie on each other where they are blurred a little.
    blurred = (colours[:-2] + 2 * colours[1:-1] + colours[2:]) / 4
    level = np.pad(blurred - blurred.mean(axis=0), ((1, 1), (0, 0)))
    power = np.square(np.abs(np.fft.rfft(level, 2 * count, axis=0))).sum(axis=1)
    shortest, longest = _PITCHES[0], min(_PITCHES[1], count // _FEWEST_CELLS)
    if longest <= shortest or not power.any():
        return None
    alike = np.fft.irfft(power)[:count] / np.arange(count, 0, -1)
    near = alike[shortest - 1 : longest + 2] / alike[0]
    peak = (near[1:-1] >= near[:-2]) & (near[1:-1] > near[2:]) & (near[1:-1] > _COMES_AGAIN)
    if not peak.any():
        return None
    best = float(near[1:-1][peak].max())
    return shortest + int(np.flatnonzero(peak & (near[1:-1] >= _AS_WELL * best))[0])
