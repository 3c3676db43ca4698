"""Propose boards that fill a rectangle of lines, divided into square cells in every way.

Opened cells beside hidden ones leave few lines between them, too few for a lattice, but all of them
together end where the panel begins on which they lie.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.located import LIKELY_SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoplay.vision.locate.worth import Box
    from autoplay.vision.pixels.lines import Drawing

_SMALLEST = 10
_COUNTS = range(LIKELY_SIDE, 41)
_SQUARE = 0.03
_ENDS_WITHIN = 4.0
_ALL_ALONG = 0.8
_MOST_LINES = 400
_SAME = 3
_MOST = 12


def divided_rectangles(drawing: Drawing) -> list[Grid]:
    """Return grids (picture pixels) of nearly square cells that fill the rectangles of a picture.

    At most 40 cells a side, each of 10 pixels or more.
    """
    boxes = _rectangles(drawing)
    return [grid for box in boxes for grid in square_divisions(box, _COUNTS, _SQUARE)]


def _rectangles(drawing: Drawing) -> list[Box]:
    """Return the largest rectangles that lines run around on all four sides."""
    upright, shortest = drawing.upright, LIKELY_SIDE * _SMALLEST
    long = np.flatnonzero(upright.length >= shortest)[:_MOST_LINES]
    at, start, end = upright.at[long], upright.start[long], upright.end[long]
    apart = at - at[:, None]
    facing = np.abs(start - start[:, None]) <= _ENDS_WITHIN
    facing &= (np.abs(end - end[:, None]) <= _ENDS_WITHIN) & (apart >= shortest)
    first, second = np.nonzero(facing)
    area = apart[first, second] * (end - start)[first]
    pairs = np.column_stack((first, second))[np.argsort(-area, kind="stable")]
    found: list[Box] = []
    for left, right in pairs.tolist():
        across = (float(at[left]), float(at[right]))
        top = _crossed(drawing, across, float(max(start[left], start[right])))
        bottom = _crossed(drawing, across, float(min(end[left], end[right])))
        if top is None or bottom is None:
            continue
        box = (round(across[0]), round(top), round(across[1]), round(bottom))
        if all(np.abs(np.subtract(box, other)).max() > _SAME for other in found):
            found.append(box)
        if len(found) == _MOST:
            break
    return found


def _crossed(drawing: Drawing, across: tuple[float, float], near: float) -> float | None:
    """Return where a level line runs between two upright ones near their end, None if none does."""
    inside = drawing.level.within((near - _ENDS_WITHIN, near + _ENDS_WITHIN), across)
    enough = inside.length >= _ALL_ALONG * (across[1] - across[0])
    if not enough.any():
        return None
    at = inside.at[enough]
    return float(at[np.abs(at - near).argmin()])


def square_divisions(box: Box, counts: range, uneven: float) -> Iterator[Grid]:
    """Yield the grids of nearly square cells of 10 pixels or more that a rectangle is divided into.

    counts: how many rows, and columns, there may be. uneven: how much a cell may be higher than
    wide, or less high, as a share of its width.
    """
    left, top, right, bottom = box
    across, down = right - left, bottom - top
    for cols in counts:
        rows = round(down * cols / across)
        if rows not in counts or across < cols * _SMALLEST:
            continue
        width, height = across / cols, down / rows
        if abs(width - height) < uneven * width:
            yield Grid(left, top, width, height, rows, cols)
