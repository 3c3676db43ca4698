"""Read boards that no pack fits, and look a second time where none of them makes sense."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Region
from autoplay.vision.extent import voted_boards
from autoplay.vision.fit import on_whole_pixels
from autoplay.vision.lattice import evenly_ruled
from autoplay.vision.lines import draw_lines
from autoplay.vision.stamps import stamped_boards, wholly_stamped
from autoplay.vision.unknown import UnknownReading, read_unknown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from autoplay.geometry import Grid

_DOUBTFUL_COST = 0.02


def read_without_pack(pixels: NDArray[np.uint8], grid: Grid) -> tuple[UnknownReading, Grid]:
    """Read a grid (picture pixels) without a pack; return also where the cells were taken to be."""
    unknown = read_unknown(pixels, grid)
    if unknown.cost > _DOUBTFUL_COST * grid.rows * grid.cols and not unknown.hopeless:
        whole = on_whole_pixels(grid)
        again = read_unknown(pixels, whole)
        if again.cost < unknown.cost:
            return again, whole
    return unknown, grid


def second_look(
    pixels: NDArray[np.uint8], grids: Iterable[Grid]
) -> tuple[UnknownReading, Grid] | None:
    """Search a picture at length for a board that makes sense all over; None if there is none.

    grids: what seemed boards at first sight, in picture pixels. With nothing opened a board makes
    sense too easily.
    """
    for grid in stamped_boards(pixels):
        unknown, place = read_without_pack(pixels, grid)
        if unknown.sound and (not unknown.fresh or wholly_stamped(pixels, place)):
            return unknown, place
    for grid in voted_boards(pixels, grids):
        unknown, place = read_without_pack(pixels, grid)
        if unknown.sound and not unknown.fresh:
            return unknown, place
    return None


def shows_cells(pixels: NDArray[np.uint8], grid: Grid) -> bool:
    """Whether the sides of a grid's cells (picture pixels) show, or all bear one picture.

    Else a keypad may be a board.
    """
    if wholly_stamped(pixels, grid):
        return True
    height, width = pixels.shape[:2]
    area = grid.part(-1, grid.rows + 1, -1, grid.cols + 1).region.clipped(
        Region(0, 0, width, height)
    )
    around = np.ascontiguousarray(pixels[area.y : area.bottom, area.x : area.right])
    return evenly_ruled(draw_lines(around), grid.moved(-area.x, -area.y))
