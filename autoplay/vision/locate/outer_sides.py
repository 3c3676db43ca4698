"""Where a fresh board begins and ends: its picture comes again with every cell.

Inside glossy cells other lines may be sharper than their sides, and a lattice laid along them is a
part of a cell off; what lies beside the board does not come again. Where the picture ends with the
board, no side of the outermost cells shows.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEAST = 4.0
_NOISE = 4.0
_AS_LONG = 1.5
_LEAST_PIXELS = 1.5
_LEAST_SHARE = 0.06
_A_CELL = 0.08
_A_STEP = 8
_ALL_ALONG = 0.8
_MOSTLY = 0.5
# Cells of two tones: how far these are apart, in levels, how much of a cell's sides tells nothing,
# and how many cells do.
_BY_TURNS = 2
_A_TONE = 4
_INSIDE = 0.2
_FEWEST_TONES = 5
_ALIKE = 0.35
# What is seen of a cell at the edge of the picture, a little less than half.
_A_HALF = 0.45


def begun_where_it_does(pixels: NDArray[np.uint8], grid: Grid) -> Grid:
    """Return the grid of a fresh board moved by the part of a cell that its ends tell, if they do.

    pixels: (height, width, 3) uint8; grid: in pixels of this picture.
    """
    left, top, right, bottom = (round(side) for side in grid.area)
    height, width = pixels.shape[:2]
    rows, cols = slice(max(0, top), min(height, bottom)), slice(max(0, left), min(width, right))
    across = _shift(pixels[rows], grid.left, grid.pitch_x, grid.cols)
    down = _shift(pixels[:, cols].swapaxes(0, 1), grid.top, grid.pitch_y, grid.rows)
    return grid.moved(across, down)


def _shift(strip: NDArray[np.uint8], begin: float, pitch: float, count: int) -> float:
    """Return by how many pixels cells lie further, 0 where their ends do not tell.

    strip: (h, w, 3) uint8; cells lie side by side along its width, from `begin` on.
    """
    first = max(0, round(begin - pitch / 2))
    last = min(strip.shape[1], round(begin + (count + 0.5) * pitch))
    if last - first < 3 * pitch:
        return 0.0
    columns = strip[:, first:last].astype(np.float32)
    places = np.arange(first, last)
    # A column of pixels is compared with that of the next cell towards the middle.
    towards = np.where(places < begin + count * pitch / 2, 1, -1)
    other = places - first + np.rint(towards * pitch).astype(np.intp)
    apart = np.abs(columns - columns[:, other]).mean(axis=(0, 2))
    alike = apart <= max(_LEAST, _NOISE * float(np.median(apart)))
    middle = len(places) // 2
    begins = leading(alike[middle::-1])
    ends = leading(alike[middle:])
    length = begins + ends - 1
    if abs(length - count * pitch) > _AS_LONG:
        return 0.0
    shift = (first + middle - begins + 1) - begin
    moved = abs(shift) >= max(_LEAST_PIXELS, _LEAST_SHARE * pitch)
    return float(shift) if moved and abs(shift) < pitch / 2 else 0.0


def leading(alike: NDArray[np.bool_]) -> int:
    """Return how many of the first, (n,), are true, one after the other."""
    return len(alike) if alike.all() else int(alike.argmin())


def comes_again_beside(pixels: NDArray[np.uint8], grid: Grid) -> bool:
    """Whether two cells in a row beside a fresh board show what those in it do, as in a wallpaper.

    The windows that lie on one leave rectangles of it. Hidden cells may be of two kinds by turns,
    so that a cell is compared with the next but one inside.
    pixels: (height, width, 3) uint8; grid: in pixels of this picture.
    """
    return any(
        _shown_beside(strip, lattice, col, inner)
        for strip, lattice in ((pixels, grid), _turned(pixels, grid))
        for col, inner in ((-1, 1), (lattice.cols, lattice.cols - 2))
    )


def _shown_beside(pixels: NDArray[np.uint8], grid: Grid, col: int, inner: int) -> bool:
    """Whether two cells in a row of a column beside a grid show what those of an inner one do.

    The edge of the picture may cut them in half.
    """
    beside, inside = (round(grid.left + at * grid.pitch_x) for at in (col, inner))
    top, bottom = max(0, round(grid.top)), round(grid.top + grid.rows * grid.pitch_y)
    first, end = max(0, -beside), min(round(grid.pitch_x), pixels.shape[1] - beside)
    if end - first < _A_HALF * grid.pitch_x:
        return False
    shown, usual = (
        pixels[top:bottom, at + first : at + end].astype(np.float32) for at in (beside, inside)
    )
    ends = np.linspace(0, len(usual), grid.rows + 1).round().astype(int)
    cells = [slice(first, end) for first, end in pairwise(ends.tolist())]
    alike = [_alike(shown[cell], usual[cell]) for cell in cells]
    return any(one and other for one, other in pairwise(alike))


def _alike(cell: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Tell whether a cell, (h, w, 3), differs from another by little of what shows on that.

    Whatever tone they have: tiles of a wallpaper may be of many.
    """
    apart = (cell - other).var(axis=(0, 1)).mean()
    return bool(apart < _ALIKE**2 * other.var(axis=(0, 1)).max())


def reaching_edges(pixels: NDArray[np.uint8], grid: Grid) -> Grid:
    """Return a grid with the row or column beside it that ends where the picture does, if any.

    No line ends the outermost cells there, so that they seem none. The lines between the cells have
    to go on, and what lies between them to differ from them, or else the two tones that cells have
    by turns: a margin is plain.
    pixels: (height, width, 3) uint8; grid: in pixels of this picture.
    """
    height, width = pixels.shape[:2]
    left, top, right, bottom = grid.area
    across, (down, turned) = pixels, _turned(pixels, grid)
    more = (
        _is_cell(top, grid.pitch_y) and _goes_on(down, turned, -1),
        _is_cell(height - bottom, grid.pitch_y) and _goes_on(down, turned, turned.cols),
        _is_cell(left, grid.pitch_x) and _goes_on(across, grid, -1),
        _is_cell(width - right, grid.pitch_x) and _goes_on(across, grid, grid.cols),
    )
    return grid.part(-more[0], grid.rows + more[1], -more[2], grid.cols + more[3])


def _turned(pixels: NDArray[np.uint8], grid: Grid) -> tuple[NDArray[np.uint8], Grid]:
    """Return a picture and a grid with rows for columns."""
    turned = Grid(grid.top, grid.left, grid.pitch_y, grid.pitch_x, grid.cols, grid.rows)
    return pixels.transpose(1, 0, 2), turned


def _is_cell(room: float, pitch: float) -> bool:
    return abs(room - pitch) <= _A_CELL * pitch


def _goes_on(pixels: NDArray[np.uint8], grid: Grid, col: int) -> bool:
    """Whether the lines between the rows of a grid go on in a column beside it."""
    first = max(0, round(grid.left + col * grid.pitch_x))
    beside = np.arange(first, min(pixels.shape[1], first + round(grid.pitch_x)))
    inside = beside + round(grid.pitch_x) * (1 if col < 0 else -1)
    between = grid.top + grid.pitch_y * np.arange(1, grid.rows)
    middles = np.floor(between - grid.pitch_y / 2).astype(int)

    def seen(rows: NDArray[np.intp], cols: NDArray[np.intp]) -> NDArray[np.int16]:
        return pixels[np.ix_(rows, cols)].astype(np.int16)

    cell = seen(middles, beside)
    for lines in (np.round(between).astype(int), np.round(between).astype(int) - 1):
        line = seen(lines, beside)
        same = np.abs(line - seen(lines, inside)).max(axis=2) < _A_STEP
        ruled = np.abs(line - cell).max(axis=2) >= _A_STEP
        if (same & ruled).mean() >= _ALL_ALONG:
            return True
    return _by_turns(pixels, grid, col)


def goes_on_by_turns(pixels: NDArray[np.uint8], grid: Grid, more: Grid) -> bool:
    """Whether the row or column that a grid lacks has the two tones by turns that its cells have.

    more: the same grid with that line.
    """
    if more.rows > grid.rows:
        (pixels, grid), (_, more) = _turned(pixels, grid), _turned(pixels, more)
    before = more.left < grid.left - grid.pitch_x / 2
    return _by_turns(pixels, grid, -1 if before else grid.cols)


def _by_turns(pixels: NDArray[np.uint8], grid: Grid, col: int) -> bool:
    """Whether the cells of a column beside a grid have two tones by turns, as those in it do."""
    inner = col + _BY_TURNS if col < 0 else col - _BY_TURNS
    return _alternates(pixels, grid, col) and _alternates(pixels, grid, inner)


def _alternates(pixels: NDArray[np.uint8], grid: Grid, col: int) -> bool:
    """Whether each cell of a column, in a grid or beside it, has another ground than the next.

    From one to the next it turns back, mostly: in a gradient it does not.
    """
    corners = grid.left + (col + _INSIDE) * grid.pitch_x, grid.top + _INSIDE * grid.pitch_y
    first, top = (round(corner) for corner in corners)
    wide = max(1, round((1 - 2 * _INSIDE) * grid.pitch_x))
    high = max(1, round((1 - 2 * _INSIDE) * grid.pitch_y))
    tops = top + np.rint(np.arange(grid.rows) * grid.pitch_y).astype(int)
    inside = pixels[:, max(0, first) : first + wide]
    if not inside.size or tops[-1] + high > len(inside) or grid.rows < _FEWEST_TONES:
        return False
    tones = np.stack([np.median(inside[top : top + high], axis=(0, 1)) for top in tops.tolist()])
    steps = np.diff(tones, axis=0)
    apart = np.abs(steps).max(axis=1) >= _A_TONE
    turns = (steps[1:] * steps[:-1]).sum(axis=1) < 0
    return bool(apart.mean() >= _ALL_ALONG and turns.mean() >= _MOSTLY)
