"""Read boards that no pack fits, and look a second time where none of them makes sense."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.geometry import Region
from autoplay.vision.consistency import impossible
from autoplay.vision.extent import voted_boards, wider_boards
from autoplay.vision.fit import on_whole_pixels
from autoplay.vision.lattice import evenly_ruled
from autoplay.vision.lines import draw_lines
from autoplay.vision.located import MIN_PICTURE
from autoplay.vision.stamps import stamped_boards, wholly_stamped
from autoplay.vision.unknown import UnknownReading, read_unknown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.lines import Drawing

_DOUBTFUL_COST = 0.02
_WIDENED = 3
_STRANGE = 2.0
_STRANGE_CELL = 0.05
_UNANIMOUS = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A board read without a pack.

    grid: in picture pixels. believed: whether its cells show, if nothing is opened.
    """

    unknown: UnknownReading
    grid: Grid
    believed: bool = True

    @property
    def sound(self) -> bool:
        """Whether it makes sense all over."""
        return self.unknown.sound and self.believed

    @property
    def plausible(self) -> bool:
        """Whether it can be Minesweeper at all."""
        return self.unknown.plausible and self.believed

    @property
    def whole(self) -> bool:
        """Whether every cell has a name and no rule is broken, however odd what is drawn."""
        cells = self.unknown.cells
        named = not shows(cells, Cell.UNREADABLE).any()
        return self.plausible and named and not impossible(cells).any()


class Search:
    """Reads the boards of one picture without a pack; its lines are drawn once, when needed."""

    def __init__(self, pixels: NDArray[np.uint8]) -> None:
        self.pixels = pixels

    @cached_property
    def _drawing(self) -> Drawing | None:
        return draw_lines(self.pixels) if min(self.pixels.shape[:2]) >= MIN_PICTURE else None

    def read(self, grid: Grid) -> Found:
        """Read a grid (picture pixels), or the larger board that it is only a part of."""
        unknown, place = read_without_pack(self.pixels, grid)
        wider = self._wider(unknown, place)
        if wider is not None:
            return wider
        # With nothing opened a keypad may be a board, unless the sides of its cells tell.
        return Found(unknown, place, not unknown.fresh or shows_cells(self.pixels, place))

    def _wider(self, unknown: UnknownReading, grid: Grid) -> Found | None:
        """Read the larger board that a grid is a part of; None if it is none, or makes no sense.

        Half of a board may make sense by itself. The larger one is taken if its cells vote for it
        and what comes with it makes sense as well.
        """
        found: Found | None = None
        for _ in range(_WIDENED):
            wider = self._sound_wider(unknown, grid)
            if wider is None:
                break
            unknown, grid, found = wider.unknown, wider.grid, wider
        return found

    def _sound_wider(self, unknown: UnknownReading, grid: Grid) -> Found | None:
        if self._drawing is None:
            return None
        for larger in wider_boards(self._drawing, grid):
            wider, place = read_without_pack(self.pixels, larger)
            added = wider.cells.size - unknown.cells.size
            dear = unknown.cost + _STRANGE + _STRANGE_CELL * added
            if wider.sound and not wider.fresh and (not unknown.sound or wider.cost <= dear):
                return Found(wider, place)
        return None

    def again(self, grids: Iterable[Grid]) -> Found | None:
        """Search the picture at length for a board that makes sense; None if there is none.

        grids: what seemed boards at first sight, in picture pixels. With nothing opened a board
        makes sense too easily. Where nothing makes sense all over, a board for which all of its
        cells vote is taken, unless it contradicts the rules everywhere.
        """
        if self._drawing is None:
            return None
        for grid in stamped_boards(self.pixels):
            unknown, place = read_without_pack(self.pixels, grid)
            if unknown.sound and (not unknown.fresh or wholly_stamped(self.pixels, place)):
                return Found(unknown, place)
        likely: Found | None = None
        for voted in voted_boards(self._drawing, grids):
            found = Found(*read_without_pack(self.pixels, voted.grid))
            if found.unknown.fresh:
                continue
            if found.sound:
                return self._wider(found.unknown, found.grid) or found
            unanimous = voted.agreement >= _UNANIMOUS and not found.unknown.hopeless
            likely = found if likely is None and unanimous else likely
        return likely


def read_without_pack(pixels: NDArray[np.uint8], grid: Grid) -> tuple[UnknownReading, Grid]:
    """Read a grid (picture pixels) without a pack; return also where the cells were taken to be."""
    unknown = read_unknown(pixels, grid)
    if unknown.cost > _DOUBTFUL_COST * grid.rows * grid.cols and not unknown.hopeless:
        whole = on_whole_pixels(grid)
        again = read_unknown(pixels, whole)
        if again.cost < unknown.cost:
            return again, whole
    return unknown, grid


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
