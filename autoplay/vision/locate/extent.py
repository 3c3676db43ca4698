"""How far a board reaches on a lattice, and which lattices have a board at all.

Every cell has a vote, for or against being a board's; the board is the rectangle with the most.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.lattices.located import LIKELY_SIDE, MIN_SIDE, nearly_same, overlap
from autoplay.vision.lattices.proposals import (
    MARGIN,
    MARGIN_CELLS,
    laid_around,
    likely_lattices,
    settled,
)
from autoplay.vision.locate.membership import votes
from autoplay.vision.locate.plain import soft_borders, stretched
from autoplay.vision.locate.ruling import without_bare_border
from autoplay.vision.locate.worth import cell_evidence, summed_areas

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.lattices.proposals import Area, Lattice
    from autoplay.vision.pixels.lines import Drawing

    Floats = NDArray[np.float32]

_MOST_CELLS = 6000
_WINDOW = 14
_MOST_SETTLED = 6
_LEAST_AGREEMENT = 1.5
_WORST_AGREEMENT = -1.0
# Votes that every cell gets for nothing: some cells of a board show little, of what lies around
# one hardly any looks like it.
_LENIENCE = (0.0, 1.5, 3.0)
_SAME_PLACE = 0.5
_WHOLLY = 0.9
_BESIDE = 4


@dataclass(frozen=True, slots=True)
class Voted:
    """A board that the cells of a lattice have voted for.

    grid: in picture pixels. votes: the sum of all its cells, each -4 to 4. lenience: what each cell
    got for nothing when the rectangle was chosen. bordered: how many more sides of cells on its
    border show as lines, or where colours step all along, than are bare.
    """

    grid: Grid
    votes: float
    lenience: float = 0.0
    bordered: int = 0

    @property
    def worth(self) -> float:
        """What speaks for it, so that boards with cells of different sizes compare."""
        return self.votes * float(np.sqrt(self.grid.pitch_x * self.grid.pitch_y))

    @property
    def agreement(self) -> float:
        """The mean vote, 4 where all cells are sure."""
        return self.votes / self.grid.size

    @property
    def board_like(self) -> bool:
        """Whether the cells agree, and are as many as a board has."""
        enough = min(self.grid.rows, self.grid.cols) >= LIKELY_SIDE
        least = max(_LEAST_AGREEMENT - self.lenience, _WORST_AGREEMENT)
        return enough and self.agreement >= least


def voted_boards(drawing: Drawing, grids: Iterable[Grid]) -> list[Voted]:
    """Return boards that the cells of a picture vote for, the likeliest first.

    grids: what seemed boards at first sight. Several may overlap. A look at some cells in the
    middle of each lattice tells which are worth the whole vote.
    """
    promising = []
    for lattice in likely_lattices(drawing, grids):
        window = _window(drawing, lattice)
        if window is not None:
            voted = _most_votes(drawing, window)
            if voted.votes > 0:
                promising.append((voted.worth, lattice))
    promising.sort(key=lambda pair: -pair[0])
    boards: list[Voted] = []
    for lenience in _LENIENCE:
        found: list[Voted] = []
        for _, lattice in promising[:_MOST_SETTLED]:
            found += elected(drawing, lattice.cell, lattice.box, lenience)
        for voted in sorted(found, key=attrgetter("worth"), reverse=True):
            if voted.board_like and not any(
                nearly_same(voted.grid, other.grid, _SAME_PLACE) for other in boards
            ):
                boards.append(voted)
    return boards


def votes_for(drawing: Drawing, grid: Grid) -> Voted:
    """Return a board with the votes of its cells, seen together with some around it."""
    rows, cols = (max(MARGIN_CELLS, round(MARGIN * count)) for count in (grid.rows, grid.cols))
    wide = votes(drawing, grid.part(-rows, grid.rows + rows, -cols, grid.cols + cols))
    evidence = cell_evidence(drawing, grid)
    border = (*evidence.upright.T[[0, -1]], *evidence.level[[0, -1]])
    lined = sum(
        side.size if soft else 2 * int(side.sum()) - side.size
        for side, soft in zip(border, soft_borders(drawing, grid), strict=True)
    )
    return Voted(grid, float(wide[rows:-rows, cols:-cols].sum()), bordered=lined)


def other_extents(drawing: Drawing, grid: Grid) -> list[Grid]:
    """Return boards that a grid may be only a part of, or that may be a part of it.

    Such as the cells on it and around it vote for, one with the plain cells beside it, and one
    without outer rows that are ruled otherwise.
    """
    rows, cols = (_BESIDE + count // 2 for count in (grid.rows, grid.cols))
    around = grid.part(-rows, grid.rows + rows, -cols, grid.cols + cols)
    grids: list[Grid] = []
    for lenience in _LENIENCE:
        likely = elected(drawing, grid, around.area, lenience)
        grids += [voted.grid for voted in likely if voted.board_like]
    grids += [_on_lattice(grid, other) for other in grids]
    kept: list[Grid] = []
    for other in (*grids, stretched(drawing, grid), without_bare_border(drawing, grid)):
        resized = (other.rows, other.cols) != (grid.rows, grid.cols)
        known = any(nearly_same(other, before, _SAME_PLACE) for before in kept)
        if resized and not known and overlap(other, grid) > _WHOLLY:
            kept.append(other)
    return kept


def _on_lattice(grid: Grid, other: Grid) -> Grid:
    """Return about the same rectangle as another grid's on the lattice of a grid."""
    across = [round((x - grid.left) / grid.pitch_x) for x in (other.area[0], other.area[2])]
    down = [round((y - grid.top) / grid.pitch_y) for y in (other.area[1], other.area[3])]
    return grid.part(down[0], down[1], across[0], across[1])


def elected(drawing: Drawing, cell: Grid, area: Area, lenience: float = 0.0) -> list[Voted]:
    """Return the board that the cells of a lattice vote for, on it and where its lines are.

    cell, area: pitch, phase and place of the lattice. lenience: votes that every cell gets for
    nothing. The strokes of digits lead astray where there are no other lines: hence both.
    """
    found: list[Voted] = []

    def elect(around: Grid, _area: Area) -> Grid | None:
        if around.size > _MOST_CELLS:
            return None
        box, total = best_box(votes(drawing, around) + lenience)
        chosen = around.part(*box)
        found.append(Voted(chosen, total - lenience * chosen.size, lenience))
        return chosen if total > 0 else None

    grid = settled(drawing, cell, area, elect)
    likely = found[:1]
    if grid is not None:
        likely.append(replace(found[-1], grid=grid))
    return likely


def _window(drawing: Drawing, lattice: Lattice) -> Grid | None:
    """Return some cells of a lattice around the middle of where it was seen."""
    around = laid_around(drawing, lattice.cell, lattice.box)
    if around is None:
        return None
    left, top, right, bottom = lattice.box
    col = round(((left + right) / 2 - around.left) / around.pitch_x - _WINDOW / 2)
    row = round(((top + bottom) / 2 - around.top) / around.pitch_y - _WINDOW / 2)
    row = max(0, min(around.rows - _WINDOW, row))
    col = max(0, min(around.cols - _WINDOW, col))
    last_row, last_col = min(around.rows, row + _WINDOW), min(around.cols, col + _WINDOW)
    return around.part(row, last_row, col, last_col)


def _most_votes(drawing: Drawing, lattice: Grid) -> Voted:
    """Return the rectangle of a lattice with most votes."""
    box, most = best_box(votes(drawing, lattice))
    return Voted(lattice.part(*box), most)


def best_box(cell_votes: Floats) -> tuple[tuple[int, int, int, int], float]:
    """Return the rectangle whose cells have most votes together, and how many these are.

    cell_votes: (rows, cols), MIN_SIDE at least each. The rectangle: first row, end row, first
    column, end column. For every pair of rows the best pair of columns is the largest difference
    of two sums from the left (Bentley, Programming Pearls, 1984), so all pairs are tried.
    """
    rows, cols = cell_votes.shape
    summed = summed_areas(cell_votes)
    first, end = np.triu_indices(rows + 1, MIN_SIDE)
    from_left = summed[end] - summed[first]
    lowest = np.minimum.accumulate(from_left[:, : cols + 1 - MIN_SIDE], axis=1)
    total = from_left[:, MIN_SIDE:] - lowest
    pair, col = divmod(int(total.argmax()), total.shape[1])
    first_col = int(from_left[pair, : col + 1].argmin())
    box = (int(first[pair]), int(end[pair]), first_col, col + MIN_SIDE)
    return box, float(total[pair, col])
