"""Find boards in a picture from its structure alone: equal cells on a lattice, no known colours."""

from __future__ import annotations

import math
from operator import attrgetter
from typing import TYPE_CHECKING

from autoplay.vision.lattices.alignment import aligned
from autoplay.vision.lattices.located import MIN_PICTURE, MOST_CELLS, Located, overlap
from autoplay.vision.locate.line_boards import line_boards
from autoplay.vision.locate.outer_sides import reaching_edges
from autoplay.vision.locate.patch_boards import patch_boards
from autoplay.vision.locate.worth import grid_worth
from autoplay.vision.pixels.lines import draw_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.pixels.lines import Drawing

__all__ = ["Located", "locate_boards"]

_SURE_SUPPORT = 0.99
_SURE_CELLS = 64
_SAME_PLACE = 0.3
_PATCH_TRUST = 0.1
_CLEARLY_BETTER = 0.03
_OBLONG_COST = 0.5


def locate_boards(pixels: NDArray[np.uint8]) -> list[Located]:
    """Return the lattices of a picture that may be boards, the one with most cells first.

    pixels: (height, width, 3) uint8, blue green red.
    """
    found = [
        Located(reaching_edges(pixels, located.grid), located.support)
        for located in patch_boards(pixels)
    ]
    if max((located.cells for located in found if _sure(located)), default=0) >= _SURE_CELLS:
        return _apart(found, attrgetter("cells"))
    # Cells that show no border of their own (blanks side by side, flat tiles) leave no patch; what
    # lines there are must tell.
    if min(pixels.shape[:2]) < MIN_PICTURE:
        return _apart(found, attrgetter("cells"))
    drawing = draw_lines(pixels)
    # Where most cells have patches of their own, these tell better than lines how far it reaches.
    worth = {}
    for located in found:
        grid, most = _on_lines(drawing, located.grid)
        worth[Located(grid, located.support)] = most * (1 + _PATCH_TRUST * located.support)
    for grid in line_boards(drawing):
        worth[Located(grid, 0.0)] = grid_worth(drawing, grid) * _square(grid)
    return _apart(list(worth), worth.__getitem__)


def _on_lines(drawing: Drawing, grid: Grid) -> tuple[Grid, float]:
    """Put a lattice of patches where its lines are, if clearly more of them lie there."""
    worth, placed = grid_worth(drawing, grid), aligned(drawing, grid)
    moved = grid_worth(drawing, placed)
    if moved > (1 + _CLEARLY_BETTER) * abs(worth):
        return placed, moved * _square(placed)
    return grid, worth * _square(grid)


def _square(grid: Grid) -> float:
    """Return what a lattice is worth for its shape: rarely are cells oblong."""
    return 1 - _OBLONG_COST * abs(math.log(grid.pitch_x / grid.pitch_y))


def _sure(located: Located) -> bool:
    return located.support >= _SURE_SUPPORT


def _apart(found: list[Located], worth: Callable[[Located], float]) -> list[Located]:
    """Return the best of the lattices that lie over each other, the best first.

    Of too many cells none is one, whatever lies below them.
    """
    kept: list[Located] = []
    boards = [located for located in found if located.cells <= MOST_CELLS]
    for located in sorted(boards, key=worth, reverse=True):
        if not any(overlap(located.grid, other.grid) > _SAME_PLACE for other in kept):
            kept.append(located)
    return kept
