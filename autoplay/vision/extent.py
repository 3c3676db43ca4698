"""How far a board reaches on a lattice, and which lattices have a board at all.

Every cell has a vote, for or against being a board's; the board is the rectangle with the most.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.lattices import laid_around, likely_lattices, settled
from autoplay.vision.located import LIKELY_SIDE, MIN_SIDE, overlap
from autoplay.vision.membership import votes
from autoplay.vision.plain import stretched

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.lattices import Area, Lattice
    from autoplay.vision.lines import Drawing

    Floats = NDArray[np.float32]

_MOST_CELLS = 6000
_WINDOW = 14
_MOST_SETTLED = 6
_LEAST_AGREEMENT = 1.5
_SAME_PLACE = 0.5
_WHOLLY = 0.9
_BESIDE = 4


@dataclass(frozen=True, slots=True)
class Voted:
    """A board that the cells of a lattice have voted for.

    grid: in picture pixels. votes: the sum of all its cells, each -4 to 4.
    """

    grid: Grid
    votes: float

    @property
    def worth(self) -> float:
        """What speaks for it, so that boards with cells of different sizes compare."""
        return self.votes * float(np.sqrt(self.grid.pitch_x * self.grid.pitch_y))

    @property
    def agreement(self) -> float:
        """The mean vote, 4 where all cells are sure."""
        return self.votes / (self.grid.rows * self.grid.cols)

    @property
    def board_like(self) -> bool:
        """Whether the cells agree, and are as many as a board has."""
        enough = min(self.grid.rows, self.grid.cols) >= LIKELY_SIDE
        return enough and self.agreement >= _LEAST_AGREEMENT


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
    found = [
        elected(drawing, lattice.cell, lattice.box) for _, lattice in promising[:_MOST_SETTLED]
    ]
    boards: list[Voted] = []
    for voted in sorted(filter(None, found), key=attrgetter("worth"), reverse=True):
        if voted.board_like and not any(_same(voted.grid, other.grid) for other in boards):
            boards.append(voted)
    return boards


def wider_boards(drawing: Drawing, grid: Grid) -> list[Grid]:
    """Return larger boards that a grid may be only a part of, the likeliest first.

    One that the cells on it and around it vote for, and one with the plain cells beside it.
    """
    rows, cols = (_BESIDE + count // 2 for count in (grid.rows, grid.cols))
    around = grid.part(-rows, grid.rows + rows, -cols, grid.cols + cols)
    voted = elected(drawing, grid, around.area)
    wider = [] if voted is None or not voted.board_like else [voted.grid]
    wider.append(stretched(drawing, grid))
    larger = [other for other in wider if other.rows * other.cols > grid.rows * grid.cols]
    return [other for other in larger if overlap(other, grid) > _WHOLLY]


def _same(a: Grid, b: Grid) -> bool:
    """Whether two grids are the same but for a part of a pixel."""
    if (a.rows, a.cols) != (b.rows, b.cols):
        return False
    return bool(np.abs(np.subtract(a.area, b.area)).max() < _SAME_PLACE)


def elected(drawing: Drawing, cell: Grid, area: Area) -> Voted | None:
    """Return the board that the cells of a lattice vote for, None if there is none.

    cell, area: pitch, phase and place of the lattice.
    """
    most = 0.0

    def elect(around: Grid, _area: Area) -> Grid | None:
        nonlocal most
        if around.rows * around.cols > _MOST_CELLS:
            return None
        voted = _most_votes(drawing, around)
        most = voted.votes
        return voted.grid if most > 0 else None

    grid = settled(drawing, cell, area, elect)
    return None if grid is None else Voted(grid, most)


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
    summed = np.zeros((rows + 1, cols + 1))
    summed[1:, 1:] = cell_votes.cumsum(axis=0).cumsum(axis=1)
    first, end = np.triu_indices(rows + 1, MIN_SIDE)
    from_left = summed[end] - summed[first]
    lowest = np.minimum.accumulate(from_left[:, : cols + 1 - MIN_SIDE], axis=1)
    total = from_left[:, MIN_SIDE:] - lowest
    pair, col = divmod(int(total.argmax()), total.shape[1])
    first_col = int(from_left[pair, : col + 1].argmin())
    box = (int(first[pair]), int(end[pair]), first_col, col + MIN_SIDE)
    return box, float(total[pair, col])
