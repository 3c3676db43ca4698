"""A lattice of cells that may be a board, and how two of them overlap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoplay.geometry import Grid

if TYPE_CHECKING:
    from collections.abc import Iterable

MIN_SIDE = 4
"""Fewest rows and columns of a board."""

MIN_CELLS = 16
"""Fewest cells of a board."""

MANY_CELLS = 500
"""More cells than a board of 16 x 30 has."""

VERY_MANY_CELLS = 1500
"""More cells than a board of a usual size has; reading as many takes minutes."""

MOST_CELLS = 10_000
"""More cells than any board has; each is compared with each, so that memory ends before."""

LIKELY_SIDE = 6
"""Fewest rows and columns of a board of which only lines or votes tell."""

MIN_PICTURE = 40
"""Fewest pixels, across and down, of a picture with a board to find."""

FRAME_CELLS = 2
"""Most rows, or columns, that a window's frame round a board may seem."""

_OBLONG = 1.4
_NEARLY_ALL = 0.8
_SAME_PITCH = 0.02
_SAME_PHASE = 0.15
_A_PIXEL = 1.0
_MOST = 4


@dataclass(frozen=True, slots=True)
class Located:
    """A lattice of cells that may be a board.

    grid: in picture pixels.
    support: share of its cells that have a flat patch or sides of their own, 0 to 1; 0 where only
        lines tell of it.
    """

    grid: Grid
    support: float

    @property
    def cells(self) -> float:
        """How many cells of the lattice look like cells."""
        return self.support * self.grid.size


def overlap(a: Grid, b: Grid) -> float:
    """Shared area over the smaller one's area."""
    shared = a.region.clipped(b.region)
    smaller = min(a.region.w * a.region.h, b.region.w * b.region.h)
    return float(shared.w * shared.h / max(1, smaller))


def nearly_same(a: Grid, b: Grid, within: float) -> bool:
    """Whether two grids have as many rows and columns, and all sides nearer than some pixels."""
    if (a.rows, a.cols) != (b.rows, b.cols):
        return False
    return max(abs(p - q) for p, q in zip(a.area, b.area, strict=True)) < within


def fullest(found: Iterable[tuple[float, Grid]]) -> list[Grid]:
    """Return the fullest of some lattices, at most 4, each once.

    found: how full each is, and the lattice.
    """
    grids: list[Grid] = []
    for _, grid in sorted(found, key=lambda one: -one[0]):
        if not any(nearly_same(grid, other, _A_PIXEL) for other in grids):
            grids.append(grid)
    return grids[:_MOST]


def of_one_lattice(a: Grid, b: Grid) -> bool:
    """Whether two grids meet and have one pitch and one phase: parts of the same board."""
    if not a.region.overlaps(b.region):
        return False
    wider, taller = abs(a.pitch_x / b.pitch_x - 1), abs(a.pitch_y / b.pitch_y - 1)
    if max(wider, taller) > _SAME_PITCH:
        return False
    across, down = (a.left - b.left) / b.pitch_x, (a.top - b.top) / b.pitch_y
    return max(abs(across - round(across)), abs(down - round(down))) < _SAME_PHASE


def oblong(grid: Grid) -> bool:
    """Whether cells are far wider than high, or the reverse."""
    return max(grid.pitch_x / grid.pitch_y, grid.pitch_y / grid.pitch_x) > _OBLONG


def without_an_end(grid: Grid) -> list[Grid]:
    """Return a grid without its last or first row, and without its last or first column."""
    rows, cols = grid.rows, grid.cols
    ends = ((0, rows - 1, 0, cols), (1, rows, 0, cols), (0, rows, 0, cols - 1), (0, rows, 1, cols))
    return [grid.part(*end) for end in ends]


def twice_as_coarse(grid: Grid, least: int = LIKELY_SIDE) -> list[Grid]:
    """Return grids on the same place whose cells are twice as large as a grid's.

    Cells that are far wider than high become twice as high, and the reverse; others both. Of an odd
    number of rows or columns the first is left out, or the last. least: fewest rows and columns
    that are left.
    """
    down = 1 if grid.pitch_y > _OBLONG * grid.pitch_x else 2
    across = 1 if grid.pitch_x > _OBLONG * grid.pitch_y else 2
    rows, cols = grid.rows // down, grid.cols // across
    if min(rows, cols) < least:
        return []
    corners = [
        grid.part(top, grid.rows, left, grid.cols)
        for top in range(grid.rows % down + 1)
        for left in range(grid.cols % across + 1)
    ]
    pitch_x, pitch_y = grid.pitch_x * across, grid.pitch_y * down
    return [Grid(corner.left, corner.top, pitch_x, pitch_y, rows, cols) for corner in corners]


def twice_as_fine(grid: Grid) -> Grid:
    """Return the grid on the same place whose cells are half as wide and half as high."""
    pitch = grid.pitch_x / 2, grid.pitch_y / 2
    return Grid(grid.left, grid.top, *pitch, 2 * grid.rows, 2 * grid.cols)


def same_cells(a: Grid, b: Grid) -> bool:
    """Whether nearly all cells of two grids lie on the same pixels, once rounded to whole ones."""
    if (a.rows, a.cols) != (b.rows, b.cols):
        return False
    diagonal = range(max(a.rows, a.cols))
    same = sum(a.cell(i, i) == b.cell(i, i) for i in diagonal)
    return same >= _NEARLY_ALL * len(diagonal)


def may_hold(grid: Grid, shape: tuple[int, int]) -> bool:
    """Whether a lattice may be a board of a shape, or that with its window's frame around it."""
    rows, cols = shape
    return 0 <= grid.rows - rows <= FRAME_CELLS and 0 <= grid.cols - cols <= FRAME_CELLS
