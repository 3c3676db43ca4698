"""Whether what lies beside a board is more of it: its cells have the same looks, and lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.locate.worth import cell_evidence
from autoplay.vision.looks.grounds import cut_cells, grounds, like_any
from autoplay.vision.rules.neighbourhood import OUTER_LINES

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.locate.worth import CellEvidence
    from autoplay.vision.pixels.lines import Drawing

    _Line = tuple[int | slice, int | slice]

_PLAIN = (Cell.HIDDEN, Cell.N0)
_ENOUGH_SIDES = 8
_RULED = 0.95
_BARE = 0.5
_HARDLY_ANY = 0.4
_MANY_FLAGS = 8
_OUTER = 1
_SAME_LOOK = 3.0
_MOSTLY = 0.75
_OTHER_COLOUR = 6.0


def added_bare(drawing: Drawing, wider: tuple[Grid, NDArray[np.int8]], part: Grid) -> bool:
    """Whether a board adds plain cells without lines to a part whose own of that name have them.

    A page of the colour of hidden cells goes on beside a board as hidden cells would, but for the
    lines between these. What the names are is known better with more in sight. Nor do they begin
    without lines beside a part on which all hidden cells bear flags.
    wider: a grid in picture pixels, and its cells, (rows, cols) of `Cell` values.
    """
    grid, cells = wider
    own = held_by(grid, part)
    evidence = cell_evidence(drawing, grid)
    for name in _PLAIN:
        ruled, sides = _sides_between(evidence, own & (cells == name))
        flagged = name == Cell.HIDDEN and _all_flagged(cells[own])
        if not flagged and (sides < _ENOUGH_SIDES or ruled < _RULED * sides):
            continue
        ruled, sides = _sides_between(evidence, ~own & (cells == name))
        if sides >= _ENOUGH_SIDES and ruled < _BARE * sides:
            return True
    return False


def _all_flagged(cells: NDArray[np.int8]) -> bool:
    """Tell whether many cells, (n,), bear flags and none is hidden without one."""
    flags = int((cells == Cell.FLAG).sum())
    return flags >= _MANY_FLAGS and not (cells == Cell.HIDDEN).any()


def leaves_out_ruled(drawing: Drawing, whole: tuple[Grid, NDArray[np.int8]], part: Grid) -> bool:
    """Whether a part of a board leaves out hidden cells that have all the lines between them.

    The outer side of hidden cells may be missing, where a page of their colour begins.
    whole: a grid in picture pixels, and its cells, (rows, cols) of `Cell` values.
    """
    grid, cells = whole
    kept = held_by(grid, part)
    if (cells == Cell.UNREADABLE)[~kept].any():
        return False
    hidden, evidence = cells == Cell.HIDDEN, cell_evidence(drawing, grid)
    ruled, sides = np.subtract(
        _sides_between(evidence, hidden), _sides_between(evidence, hidden & kept)
    )
    return bool(sides >= _ENOUGH_SIDES and ruled >= _RULED * sides)


def without_bare_border(drawing: Drawing, grid: Grid) -> Grid:
    """Return a grid without outer rows and columns that have no lines where all others have them.

    A strip of the window beside a board may be as high as its cells are.
    """
    evidence = cell_evidence(drawing, grid)
    first_row, end_row = _ruled(evidence.upright[:, 1:-1].mean(axis=1))
    first_col, end_col = _ruled(evidence.level[1:-1].mean(axis=0))
    return grid.part(first_row, end_row, first_col, end_col)


def without_strange_border(
    pixels: NDArray[np.uint8], placed: tuple[Grid, NDArray[np.int8]]
) -> Grid:
    """Return a grid without outer lines of hidden cells that show nothing that the others do.

    A plain strip of the window beside a board may be as high as its cells are, and these bevelled.
    placed: a grid in picture pixels, and its cells, (rows, cols) of `Cell` values.
    """
    grid, names = placed
    cells = cut_cells(pixels, grid)
    cells = cells.reshape(grid.rows, grid.cols, *cells.shape[1:])

    def strange(line: _Line) -> bool:
        others = names == Cell.HIDDEN
        others[line] = False
        if not others.any():
            return False
        shown = like_any(cells[others], cells[others], _SAME_LOOK).mean() >= _MOSTLY
        return bool(shown and not like_any(cells[line], cells[others], _SAME_LOOK).any())

    return _without_lines(placed, strange)


def without_border_of_another_colour(
    pixels: NDArray[np.uint8], placed: tuple[Grid, NDArray[np.int8]]
) -> Grid:
    """Return a grid without outer lines of hidden cells in a colour that none inside has.

    Small cells hardly show more than that, and less still at the sides of a board.
    placed: as above.
    """
    grid, names = placed
    colour = grounds(cut_cells(pixels, grid)).reshape(grid.rows, grid.cols, -1)
    inner = colour[1:-1, 1:-1][names[1:-1, 1:-1] == Cell.HIDDEN]

    def strange(line: _Line) -> bool:
        apart = np.linalg.norm(inner - np.median(colour[line], axis=0), axis=1)
        return bool(apart.size and (apart > _OTHER_COLOUR).all())

    return _without_lines(placed, strange)


def _without_lines(placed: tuple[Grid, NDArray[np.int8]], strange: Callable[[_Line], bool]) -> Grid:
    """Return a grid without its outer rows and columns that are all hidden, and strange."""
    grid, names = placed
    hidden = names == Cell.HIDDEN
    above, below, left, right = (int(hidden[line].all() and strange(line)) for line in OUTER_LINES)
    return grid.part(above, grid.rows - below, left, grid.cols - right)


def _ruled(share: NDArray[np.floating]) -> tuple[int, int]:
    """Return the first and the end of rows, given the share of lines between the cells of each."""
    if np.median(share) < _RULED:
        return 0, len(share)
    bare = share < _HARDLY_ANY
    return int(bare[:_OUTER].sum()), len(share) - int(bare[-_OUTER:].sum())


def leaves_out_cells(
    pixels: NDArray[np.uint8], whole: Grid, part: Grid, share: float = _MOSTLY
) -> bool:
    """Whether a part of a board leaves out a row or a column of cells that look as its own do.

    Plain ones say nothing: a page may have the colour of hidden cells.
    whole, part: grids in picture pixels; where neither holds the other nothing is left out. share:
    how many cells of such a row or column look so, at least; 0: one is enough.
    """
    kept = held_by(whole, part)
    if not kept.any() or kept.all():
        return False
    cells = cut_cells(pixels, whole)
    alike = np.zeros(kept.shape, bool)
    alike[~kept] = like_any(cells[~kept.ravel()], cells[kept.ravel()], _SAME_LOOK)
    left_out = (*alike[~kept.any(axis=1)], *alike[:, ~kept.any(axis=0)].T)
    return any(line.any() and line.mean() >= share for line in left_out)


def held_by(whole: Grid, part: Grid) -> NDArray[np.bool_]:
    """Return (rows, cols) of a whole grid: the cells that a part of it holds as well."""
    row = round((part.top - whole.top) / whole.pitch_y)
    col = round((part.left - whole.left) / whole.pitch_x)
    held = np.zeros((whole.rows, whole.cols), bool)
    held[max(0, row) : row + part.rows, max(0, col) : col + part.cols] = True
    return held


def _sides_between(evidence: CellEvidence, marked: NDArray[np.bool_]) -> tuple[int, int]:
    """Return how many sides between two marked cells have a line, and how many there are."""
    across, down = marked[:, :-1] & marked[:, 1:], marked[:-1] & marked[1:]
    ruled = (evidence.upright[:, 1:-1] & across).sum() + (evidence.level[1:-1] & down).sum()
    return int(ruled), int(across.sum() + down.sum())
