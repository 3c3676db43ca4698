"""How far plain cells reach beside those of a board that show: up to a line all along.

Of hidden cells without borders nothing shows but where the board ends, nor of blanks. The first
line that runs along the whole board is its border there, if a whole number of cells fits before it
and nothing is drawn on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.alignment import aligned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.lines import Drawing, Lines

    Floats = NDArray[np.float64]

_ALL_ALONG = 0.9
# A few flags and question marks may lie among plain hidden cells.
_BUSY = 0.06
_NEAR = 0.2
_LEAST_NEAR = 2.0
_UNEVEN = 0.25
_BESIDE_LINE = 3


def stretched(drawing: Drawing, grid: Grid) -> Grid:
    """Return a grid with the plain rows and columns beside it, aligned; itself if there are none.

    grid: in picture pixels.
    """
    left, top, right, bottom = grid.area
    edges = drawing.edge_sum
    inside = np.clip(np.round((top, bottom)), 0, drawing.size[1]).astype(int)
    drawn = np.diff(edges[inside[1]] - edges[inside[0]]) / max(1, inside[1] - inside[0])
    left, right = _ends(drawing.upright, drawn, (left, right), (top, bottom), grid.pitch_x)
    inside = np.clip(np.round((left, right)), 0, drawing.size[0]).astype(int)
    drawn = np.diff(edges[:, inside[1]] - edges[:, inside[0]]) / max(1, inside[1] - inside[0])
    top, bottom = _ends(drawing.level, drawn, (top, bottom), (left, right), grid.pitch_y)
    if (left, top, right, bottom) == grid.area:
        return grid
    rows, cols = round((bottom - top) / grid.pitch_y), round((right - left) / grid.pitch_x)
    pitch_x, pitch_y = (right - left) / cols, (bottom - top) / rows
    return aligned(drawing, Grid(left, top, pitch_x, pitch_y, rows, cols))


def _ends(
    lines: Lines,
    drawn: Floats,
    ends: tuple[float, float],
    along: tuple[float, float],
    pitch: float,
) -> tuple[float, float]:
    """Return where a board begins and ends in one direction.

    drawn: share of edges at each pixel in that direction. ends: where cells show. along: from where
    to where the board reaches in the other direction.
    """
    inside = lines.within((0, drawn.size), along)
    at = np.round(inside.at).astype(np.int64)
    share = np.bincount(at, inside.length / (along[1] - along[0]), minlength=drawn.size + 1)
    border = share >= _ALL_ALONG
    end = _border(border, drawn, ends[1], ends[1] - ends[0], pitch)
    begin = _border(border[::-1], drawn[::-1], drawn.size - ends[0], end - ends[0], pitch)
    return drawn.size - begin, end


def _border(
    border: NDArray[np.bool_], drawn: Floats, end: float, length: float, pitch: float
) -> float:
    """Return where the line after plain cells lies, where the cells seen end if there is none.

    border: by place, whether a line runs all along; drawn: share of edges by pixel. length: of the
    cells seen, in pixels.
    """
    near = max(_LEAST_NEAR, _NEAR * pitch)
    beyond = np.flatnonzero(border)
    beyond = beyond[beyond >= end - near]
    if not beyond.size or beyond[0] <= end + near:
        return end
    first = int(beyond[0])
    between = drawn[int(end + near) : max(int(end + near), first - _BESIDE_LINE)]
    cells = (length + first - end) / pitch
    if abs(cells - round(cells)) > _UNEVEN or (between.size and between.mean() > _BUSY):
        return end
    return float(first)
