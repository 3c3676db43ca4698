"""Paint over a wallpaper of squares, so that what lies on it is found.

Squares that fill a screen make a lattice of more cells, and more lines, than any board on it. But
most of them look as others do, to the pixel: these are painted in one colour, and what is left of
the picture is searched as any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.lattices.located import MANY_CELLS
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

    Floats = NDArray[np.float32]
    Places = NDArray[np.intp]

# A wallpaper's squares lie over so much of the picture.
_NEARLY_ALL = 0.8
# How many of its cells have to show one of a few pictures, and each of these at the least.
_MOST_KINDS = 3
_ALIKE, _OF_A_KIND = 0.25, 0.1
# Cells that show the same differ by less on the average, of 255.
_SAME = 6.0
_SAMPLE = 64


def without_wallpaper(pixels: NDArray[np.uint8], grid: Grid) -> NDArray[np.uint8] | None:
    """Return a picture with the usual cells of a lattice that fills it in one colour.

    None where none fills it, with more cells than a board of a usual size has, or few are alike.
    pixels: (height, width, 3) uint8, blue green red; grid: in pixels of this picture.
    """
    height, width = pixels.shape[:2]
    covered = grid.rows * grid.pitch_y * grid.cols * grid.pitch_x
    if grid.size <= MANY_CELLS or covered < _NEARLY_ALL * height * width:
        return None
    down = _starts(grid.top, grid.pitch_y, height)
    across = _starts(grid.left, grid.pitch_x, width)
    size = int(grid.pitch_y), int(grid.pitch_x)
    alike = np.zeros((len(down), len(across)), bool)
    colour = None
    for _ in range(_MOST_KINDS):
        usual = _commonest(pixels, down, across, size, alike)
        seen = _showing(pixels, usual, down, across) & ~alike
        if seen.mean() < _OF_A_KIND:
            break
        alike |= seen
        colour = np.median(usual.reshape(-1, 3), axis=0) if colour is None else colour
    if colour is None or alike.mean() < _ALIKE:
        return None
    painted = pixels.copy()
    painted[alike[_cell_of(down, height)][:, _cell_of(across, width)]] = colour
    return painted


def _starts(begin: float, pitch: float, length: int) -> Places:
    """Return where the cells of a lattice begin that goes on all along; the first may be cut."""
    first, last = int(np.ceil(-begin / pitch)) - 1, int(np.ceil((length - begin) / pitch))
    return np.asarray(np.rint(begin + pitch * np.arange(first, last)), np.intp)


def _cell_of(starts: Places, length: int) -> Places:
    """Return the number of the cell in which each pixel lies."""
    return np.asarray(np.searchsorted(starts, np.arange(length), "right"), np.intp) - 1


def _commonest(
    pixels: NDArray[np.uint8],
    down: Places,
    across: Places,
    size: tuple[int, int],
    known: NDArray[np.bool_],
) -> Floats:
    """Return (height, width, 3) the cell, of a sample of those not known, that most others show."""
    rows = (down >= 0) & (down + size[0] <= pixels.shape[0])
    cols = (across >= 0) & (across + size[1] <= pixels.shape[1])
    places = np.argwhere(~known & rows[:, None] & cols)
    places = places[:: max(1, len(places) // _SAMPLE)]
    if not len(places):
        return np.zeros((*size, 3), np.float32)
    corners = ((down[row], across[col]) for row, col in places.tolist())
    cells = np.array([pixels[y : y + size[0], x : x + size[1]] for y, x in corners], np.float32)
    apart = np.array([np.abs(cells - cell).mean(axis=(1, 2, 3)) for cell in cells])
    return np.asarray(cells[(apart < _SAME).sum(axis=1).argmax()])


def _showing(
    pixels: NDArray[np.uint8], usual: Floats, down: Places, across: Places
) -> NDArray[np.bool_]:
    """Mark the cells, (rows, cols), that show a usual one, as far as they lie in the picture."""
    height, width = pixels.shape[:2]
    rows, cols = _cell_of(down, height), _cell_of(across, width)
    # A pitch that is not whole makes some cells a pixel larger.
    inside_y = np.minimum(np.arange(height) - down[rows], usual.shape[0] - 1)
    inside_x = np.minimum(np.arange(width) - across[cols], usual.shape[1] - 1)
    apart = np.abs(pixels - usual[inside_y][:, inside_x]).mean(axis=2)
    ends_y, ends_x = np.r_[np.maximum(down, 0), height], np.r_[np.maximum(across, 0), width]
    sums = np.asarray(cv2.integral(apart))[ends_y][:, ends_x]
    total = np.diff(np.diff(sums, axis=0), axis=1)
    area = np.outer(np.diff(ends_y), np.diff(ends_x))
    return np.asarray(total < _SAME * area)
