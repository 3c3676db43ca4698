"""How far plain cells reach beside those of a board that show: up to a line all along.

Of hidden cells without borders nothing shows but where the board ends, nor of blanks. The first
line that runs along the whole board is its border there, if a whole number of cells fits before it
and nothing is drawn on the way. JPEG blurs a faint border: then the colours step all along.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.alignment import aligned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.pixels.lines import Drawing, Lines

    Floats = NDArray[np.float64]
    Picture = NDArray[np.uint8]

_ALL_ALONG = 0.9
# A few flags and question marks may lie among plain hidden cells.
_BUSY = 0.06
_NEAR = 0.2
_LEAST_NEAR = 2.0
_UNEVEN = 0.25
_BESIDE_LINE = 3
_LEAST_STRIP = 2
# A border that is no line, as one blurred by JPEG is not, shows as a step in every one of some
# parts of a board, by so many levels of 255, far larger than a few pixels further.
_PARTS = 8
_FAINT_STEP = 3.0
_FURTHER = 6
_STEEPER = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What shows in one direction on a board and beside it.

    lines: those across. drawn: share of edges at each pixel. beside: (pixels, along, 3) colours.
    """

    lines: Lines
    drawn: Floats
    beside: Picture


def stretched(drawing: Drawing, grid: Grid) -> Grid:
    """Return a grid with the plain rows and columns beside it, aligned; itself if there are none.

    grid: in picture pixels.
    """
    left, top, right, bottom = grid.area
    edges = drawing.edge_sum
    inside = np.clip(np.round((top, bottom)), 0, drawing.size[1]).astype(int)
    drawn = np.diff(edges[inside[1]] - edges[inside[0]]) / max(1, inside[1] - inside[0])
    beside = np.moveaxis(drawing.pixels[inside[0] : inside[1]], 1, 0)
    seen = _Seen(drawing.upright, drawn, beside)
    left, right = _ends(seen, (left, right), (top, bottom), grid.pitch_x)
    inside = np.clip(np.round((left, right)), 0, drawing.size[0]).astype(int)
    drawn = np.diff(edges[:, inside[1]] - edges[:, inside[0]]) / max(1, inside[1] - inside[0])
    seen = _Seen(drawing.level, drawn, drawing.pixels[:, inside[0] : inside[1]])
    top, bottom = _ends(seen, (top, bottom), (left, right), grid.pitch_y)
    if (left, top, right, bottom) == grid.area:
        return grid
    rows, cols = round((bottom - top) / grid.pitch_y), round((right - left) / grid.pitch_x)
    pitch_x, pitch_y = (right - left) / cols, (bottom - top) / rows
    return aligned(drawing, Grid(left, top, pitch_x, pitch_y, rows, cols))


def _ends(
    seen: _Seen, ends: tuple[float, float], along: tuple[float, float], pitch: float
) -> tuple[float, float]:
    """Return where a board begins and ends in one direction.

    ends: where cells show. along: from where to where the board reaches in the other direction.
    """
    drawn = seen.drawn
    inside = seen.lines.within((0, drawn.size), along)
    at = np.round(inside.at).astype(np.int64)
    share = np.bincount(at, inside.length / (along[1] - along[0]), minlength=drawn.size + 1)
    colour = _coloured(seen.beside)
    border = (share >= _ALL_ALONG) | _stepped(colour)
    end = _border(border, drawn, colour, (ends[0], ends[1]), pitch)
    flipped = border[::-1], drawn[::-1], colour[::-1]
    begin = _border(*flipped, (drawn.size - end, drawn.size - ends[0]), pitch)
    return drawn.size - begin, end


def soft_borders(drawing: Drawing, grid: Grid) -> tuple[bool, bool, bool, bool]:
    """Tell whether colours step all along a board's left, right, upper and lower end.

    grid: in picture pixels.
    """
    left, top, right, bottom = (round(end) for end in grid.area)
    across = np.moveaxis(drawing.pixels[max(0, top) : bottom], 1, 0)
    down = drawing.pixels[:, max(0, left) : right]
    near = max(_LEAST_NEAR, _NEAR * min(grid.pitch_x, grid.pitch_y))
    return (
        _ends_softly(across, left, near),
        _ends_softly(across, right, near),
        _ends_softly(down, top, near),
        _ends_softly(down, bottom, near),
    )


def _ends_softly(beside: Picture, end: int, near: float) -> bool:
    reach = int(near) + _FURTHER
    first = max(0, end - reach)
    places = first + np.flatnonzero(_stepped(_coloured(beside[first : end + reach + 1])))
    return bool((np.abs(places - end) <= near).any())


def _stepped(colour: Floats) -> NDArray[np.bool_]:
    """Return by place, (n + 1,), whether the colour steps there all along, however softly.

    colour: as `_coloured` returns it.
    """
    found = np.zeros(len(colour) + 1, bool)
    if len(colour) <= 2 * _FURTHER or not colour.shape[1]:
        return found
    step = np.zeros(len(found))
    # From two pixels before a place to two after it, the two next to it left out.
    step[2:-2] = np.abs(colour[3:] - colour[:-3]).max(axis=2).min(axis=1)
    step = np.convolve(step, (0.25, 0.5, 0.25), "same")
    around = np.lib.stride_tricks.sliding_window_view(step, 2 * _FURTHER + 1)
    middle = around[:, _FURTHER]
    steep = middle >= _STEEPER * np.maximum(around[:, 0], around[:, -1])
    highest = (middle >= _FAINT_STEP) & (middle == around.max(axis=1))
    found[_FURTHER:-_FURTHER] = steep & highest
    return found


def _border(
    border: NDArray[np.bool_],
    drawn: Floats,
    colour: Floats,
    seen: tuple[float, float],
    pitch: float,
) -> float:
    """Return where the line after plain cells lies, where the cells seen end if there is none.

    border: by place, whether a line runs all along; drawn: share of edges by pixel; colour: as
    `_coloured` returns it. seen: where the cells begin and end that show.
    """
    begin, end = seen
    near = max(_LEAST_NEAR, _NEAR * pitch)
    beyond = np.flatnonzero(border)
    beyond = beyond[beyond >= end - near]
    if not beyond.size or beyond[0] <= end + near:
        return end
    first = int(beyond[0])
    between = drawn[int(end + near) : max(int(end + near), first - _BESIDE_LINE)]
    if between.size and between.mean() > _BUSY:
        return end
    cells = (first - begin) / pitch
    if abs(cells - round(cells)) <= _UNEVEN:
        return float(first)
    # The line may be the frame of the window, and a narrow strip of another colour lie before it.
    place = _step_near(colour[:first], begin + int(cells) * pitch, near)
    return end if place is None or place <= end + near else place


def _step_near(colour: Floats, place: float, near: float) -> float | None:
    """Return where the colour steps all along near a place, and stays so; None if it does not."""
    first, beyond = round(place - near), min(round(place + near) + 1, len(colour) - _LEAST_STRIP)
    if not (1 <= first < beyond and colour.shape[1]):
        return None
    changed = np.abs(colour[-_BESIDE_LINE] - colour[first - 1]).max(axis=1)
    if changed.min() < _FAINT_STEP:
        return None
    steps = np.abs(colour[first:beyond] - colour[first - 1 : beyond - 1]).max(axis=2).min(axis=1)
    return float(first + int(steps.argmax()))


def _coloured(beside: Picture) -> Floats:
    """Return (n, parts, 3) the mean colours of some parts all along, by pixel.

    beside: (n, along, 3) the part of a picture beside a board, and the board. What is narrower than
    the parts are many, as outside of the picture, has none.
    """
    if beside.shape[1] < _PARTS:
        return np.zeros((len(beside), 0, 3))
    parts = np.array_split(beside.astype(np.float64), _PARTS, axis=1)
    return np.stack([part.mean(axis=1) for part in parts], axis=1)
