"""The grids of one picture, each read without a pack once, and voted on once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from autoplay.vision.lattices.located import MOST_CELLS, nearly_same, same_cells
from autoplay.vision.locate.extent import votes_for
from autoplay.vision.locate.stamps import stamped_boards
from autoplay.vision.packs.fit import on_whole_pixels
from autoplay.vision.pixels.lines import draw_lines
from autoplay.vision.unknown.found import Found, unlikeliness
from autoplay.vision.unknown.judged import JudgedBoards
from autoplay.vision.unknown.reading import read_beside, read_unknown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.locate.extent import Voted
    from autoplay.vision.pixels.lines import Drawing
    from autoplay.vision.unknown.unknown_reading import UnknownReading

# How many cells are read for nothing before a picture is given up: three boards of 30x16.
_PATIENCE = 1500
_SMALLEST = 9.0
_DOUBTFUL_COST = 0.02
_NEARLY = 1.0
_NEARLY_SHARE = 0.04


class GridReadings:
    """What was read of one picture so far; nothing is read, voted on or looked for twice.

    pixels: (height, width, 3) BGR. enlarged: how many times as large as it was seen. Reading what
    makes no sense takes longest, so with every such cell there is less patience left.
    """

    def __init__(self, pixels: NDArray[np.uint8], enlarged: int = 1) -> None:
        self.pixels = pixels
        self._smallest = _SMALLEST * enlarged
        self._found: dict[Grid, Found] = {}
        self._voted: dict[Grid, Voted] = {}
        self._patience = _PATIENCE

    @cached_property
    def drawing(self) -> Drawing:
        """The lines of the picture."""
        return draw_lines(self.pixels)

    @cached_property
    def stamped(self) -> list[Grid]:
        """Boards whose cells bear pictures, in picture pixels, the likeliest first."""
        return list(filter(self.readable, stamped_boards(self.pixels)))

    @cached_property
    def judged(self) -> JudgedBoards:
        """The boards that the network by itself sees in the picture."""
        return JudgedBoards(self.pixels)

    def readable(self, grid: Grid) -> bool:
        """Tell whether cells are as large as those of a game, and no more than memory holds.

        The pixels of a display that is drawn large, or the grain of a picture, are no cells.
        """
        return grid.size <= MOST_CELLS and min(grid.pitch_x, grid.pitch_y) >= self._smallest

    @property
    def exhausted(self) -> bool:
        """Whether so much has made no sense that no more should be read."""
        return self._patience < 0

    def read(self, grid: Grid, *, exactly: bool = False) -> Found:
        """Read a grid (picture pixels), or return what was read there to the pixel.

        What makes no sense makes none a part of a pixel further, unless its cells are small.
        exactly: read it there all the same.
        """
        if grid not in self._found:
            near = min(_NEARLY, _NEARLY_SHARE * min(grid.pitch_x, grid.pitch_y))
            made = (found for found in self._found.values() if nearly_same(found.grid, grid, near))
            again = next((found for found in made if not found.sound), None)
            if again is not None and not exactly:
                return again
            self._found[grid] = self._read_anew(grid)
        return self._found[grid]

    def beside(self, grid: Grid) -> Found | None:
        """Read a grid (picture pixels) beside what lies across it, None if it makes no sense."""
        unknown = read_beside(self.pixels, grid)
        return None if unknown is None else Found(unknown, grid)

    def votes(self, grid: Grid) -> Voted:
        """Return a board with the votes of its cells."""
        if grid not in self._voted:
            self._voted[grid] = votes_for(self.drawing, grid)
        return self._voted[grid]

    def against(self, found: Found) -> float:
        """Return what speaks against a board, its cells' votes included."""
        return unlikeliness(found, self.votes(found.grid))

    def _read_anew(self, grid: Grid) -> Found:
        found = Found(*read_without_pack(self.pixels, grid))
        if not found.sound:
            self._patience -= grid.size
        return found


def read_without_pack(pixels: NDArray[np.uint8], grid: Grid) -> tuple[UnknownReading, Grid]:
    """Read a grid (picture pixels) without a pack; return also where the cells were taken to be."""
    unknown = read_unknown(pixels, grid)
    dear = unknown.cost > _DOUBTFUL_COST * grid.size
    if dear and not (unknown.senseless or Found(unknown, grid).undisputed):
        whole = on_whole_pixels(grid)
        if same_cells(grid, whole):
            return unknown, grid
        again = read_unknown(pixels, whole)
        if again.cost < unknown.cost:
            return again, whole
    return unknown, grid
