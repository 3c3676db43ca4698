"""Which template pack fits a located grid best, and where to the pixel the grid then lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.geometry import Grid
from autoplay.vision.lattices.located import FRAME_CELLS
from autoplay.vision.packs.match import describe
from autoplay.vision.pixels.cells import SIDE, cut_cells, cut_places
from autoplay.vision.rules.neighbourhood import rectangle_around

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.packs.match import Match, Pack

# A pack's own program differs from it by up to 0.025, other programs by 0.03 and more: by that
# little where no cell is opened yet.
_CONVINCING_MISFIT = 0.035
_CONVINCING_UNREADABLE = 0.02
_CONVINCING_AMBIGUITY = 0.36
_NAMED_MISFIT = 0.032
_MOSTLY_NAMED = 0.6
# Of the rectangle around what a window covers, at least this much cannot be named.
_COVERED = 0.5
WORST_MISFIT = 0.10
"""The same at most for a program that is known to be the pack's."""

_SAMPLE = 96
_PHASES = (-1.0, -0.5, 0.0, 0.5, 1.0)
_LOOSE = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """The pack that fits a grid best, the grid (picture pixels) shifted to where it does.

    kept: whether this is taken for the board on which the same pack was sure before.
    """

    pack: Pack
    grid: Grid
    match: Match
    kept: bool = False

    @property
    def unreadable(self) -> float:
        """Share of the cells that the pack cannot name."""
        return float((self.match.named()[0] == Cell.UNREADABLE).mean())

    @property
    def convincing(self) -> bool:
        """Whether this surely is the pack's own program, all of it in view."""
        if self.kept:
            return True
        near = self.match.misfit <= _CONVINCING_MISFIT
        clear = self.match.ambiguity <= _CONVINCING_AMBIGUITY
        return near and clear and self.unreadable <= _CONVINCING_UNREADABLE

    @property
    def bearable(self) -> bool:
        """Whether all may be read with the pack, if this is known to be its own program."""
        return self.match.misfit <= WORST_MISFIT and self.unreadable <= _CONVINCING_UNREADABLE

    @property
    def partly(self) -> bool:
        """Whether this may be the pack's own program with something lying over it.

        Not where that lies on one cell here and another there, and no number is seen: pieces stand
        so on a chess board, whose squares may have the greys of a pack.
        """
        cells = self.match.named()[0]
        named = cells != Cell.UNREADABLE
        if named.mean() <= _MOSTLY_NAMED:
            return False
        if self.spotty and not shows(cells, Cell.N1, Cell.N8).any():
            return False
        seen = self.match.repeated(np.flatnonzero(named))
        near = float(np.median(seen.distance)) <= _NAMED_MISFIT
        return near and seen.ambiguity <= _CONVINCING_AMBIGUITY

    @property
    def spotty(self) -> bool:
        """Whether the cells that the pack cannot name lie here and there, as under no window."""
        unnamed = (self.match.named()[0] == Cell.UNREADABLE).reshape(self.grid.rows, self.grid.cols)
        return bool(unnamed.any() and unnamed[rectangle_around(unnamed)].mean() < _COVERED)


def best_fit(pixels: NDArray[np.uint8], grid: Grid, packs: list[Pack]) -> Fit | None:
    """Return the pack that fits a grid best, None if none comes near."""
    places = _telling_cells(pixels, grid)
    sample = describe(cut_places(pixels, grid, places))
    misfit, number = min(
        ((pack.match(sample).misfit, number) for number, pack in enumerate(packs)),
        default=(np.inf, -1),
    )
    if misfit > 2 * WORST_MISFIT:
        return None
    pack = packs[number]
    grid = _refine_phase(pixels, grid, pack, places)
    match = pack.match_cells(cut_cells(pixels, grid).reshape(-1, SIDE, SIDE, 3))
    readable = (match.named()[0] != Cell.UNREADABLE).reshape(grid.rows, grid.cols)
    if not readable.any():
        return Fit(pack, grid, match)
    # Outer rows and columns in which no cell can be read are the window's frame.
    window = rectangle_around(readable)
    part = grid.window(window)
    if max(grid.rows - part.rows, grid.cols - part.cols) > FRAME_CELLS:
        return Fit(pack, grid, match)
    places = np.arange(grid.size).reshape(grid.rows, grid.cols)
    return Fit(pack, part, match.repeated(places[window].ravel()))


def _telling_cells(pixels: NDArray[np.uint8], grid: Grid) -> NDArray[np.intp]:
    """Return the places of the cells that show most: flat ones fit any pack and any phase."""
    cells = cut_cells(pixels, grid).reshape(-1, SIDE * SIDE, 3)
    contrast = cells[:, ::3].astype(np.float32).var(axis=1).sum(axis=1)
    # Half are the most telling, half are spread evenly, so that no state is left out.
    telling = np.argsort(-contrast)[: _SAMPLE // 2]
    even = np.arange(0, len(cells), max(1, 2 * len(cells) // _SAMPLE))
    return np.union1d(telling, even)


def _refine_phase(
    pixels: NDArray[np.uint8], grid: Grid, pack: Pack, places: NDArray[np.intp]
) -> Grid:
    """Shift a grid to where the pack fits best: the pack knows where cells end.

    First the better of the grid as found and on whole pixels, then across, then down by up to a
    pixel, and so on while that leads on: the misfit has one dip in each direction.
    """

    def misfit(candidate: Grid) -> float:
        away = np.hypot(candidate.left - grid.left, candidate.top - grid.top)
        return pack.match_cells(cut_places(pixels, candidate, places)).misfit + 0.001 * float(away)

    best = min({grid, on_whole_pixels(grid)}, key=misfit)
    for _ in range(max(1, round(_LOOSE * grid.pitch_y))):
        start = best
        best = min((best.moved(dx, 0.0) for dx in _PHASES), key=misfit)
        best = min((best.moved(0.0, dy) for dy in _PHASES), key=misfit)
        if max(abs(best.left - start.left), abs(best.top - start.top)) < max(_PHASES):
            break
    return best


def on_whole_pixels(grid: Grid) -> Grid:
    """Return the grid with its corner on a whole pixel, and its pitch where that is nearly whole.

    Nearly all programs draw so; strokes one pixel wide match a template only when they do not fall
    between two samples.
    """
    pitch_x, pitch_y = (
        round(pitch) if abs(pitch - round(pitch)) * count < 1.5 else pitch
        for pitch, count in ((grid.pitch_x, grid.cols), (grid.pitch_y, grid.rows))
    )
    left = grid.left + grid.cols * (grid.pitch_x - pitch_x) / 2
    top = grid.top + grid.rows * (grid.pitch_y - pitch_y) / 2
    return Grid(round(left), round(top), pitch_x, pitch_y, grid.rows, grid.cols)
