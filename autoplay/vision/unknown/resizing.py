"""Look whether a board is larger, smaller, coarser or finer than it was read, or lies elsewhere.

Half of a board may make sense by itself, as may its cells cut in two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.geometry import Grid
from autoplay.vision.lattices.alignment import aligned
from autoplay.vision.lattices.located import (
    MIN_SIDE,
    VERY_MANY_CELLS,
    nearly_same,
    of_one_lattice,
    twice_as_coarse,
    twice_as_fine,
)
from autoplay.vision.locate.centring import centred
from autoplay.vision.locate.checkerboard import beyond_checkerboard
from autoplay.vision.locate.extent import other_extents
from autoplay.vision.locate.ruling import (
    added_bare,
    held_by,
    leaves_out_cells,
    leaves_out_ruled,
    without_strange_border,
)
from autoplay.vision.naming.evidence import BROKEN
from autoplay.vision.rules.consistency import broken
from autoplay.vision.unknown.found import (
    adds_numbers,
    least_unlikeliness,
    unlikeliness,
    worth_of_cells,
)
from autoplay.vision.unknown.overlaid import cut_short_by_a_window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoplay.vision.locate.extent import Voted
    from autoplay.vision.unknown.found import Found
    from autoplay.vision.unknown.grid_readings import GridReadings

_RESIZED = 3
_MOST_EXTENTS = 6
_MOST_GROWN = 40
_AS_CHEAP = 0.5
# Smaller cells than 12 pixels are not read, in a picture that was made a little smaller still.
_SMALLEST = 10.0
_A_PART = 0.5
_AS_MANY_VOTES = 0.7
_HALF_A_PIXEL = 0.5
_A_LITTLE = 2.0
_A_LITTLE_SHARE = 0.06


def likeliest_near(readings: GridReadings, grid: Grid) -> Found:
    """Read a grid (picture pixels), or the likeliest board of which it may be only a part."""
    found = readings.read(grid)
    if found.undisputed:
        return found
    if found.plausible and not found.sound:
        whole = cut_short_by_a_window(readings.pixels, found)
        if whole is not None:
            return whole
    found = likeliest_extent(readings, _shifted(readings, found))
    return coarser(readings, _finer(readings, _divided_otherwise(readings, found)))


def likeliest_extent(readings: GridReadings, found: Found) -> Found:
    """Return a board, or a larger one that it is a part of, or a part of it, the likeliest.

    Half of a board may make sense by itself, and a board together with what lies beside it.
    """
    if not found.sound and readings.exhausted:
        return found
    for _ in range(_RESIZED):
        likelier = _likelier_extent(readings, found)
        if likelier is None:
            break
        found = likelier
    if not found.sound:
        return _judged(readings, found)
    return _centred(readings, _grown(readings, found))


def coarser(readings: GridReadings, found: Found) -> Found:
    """Return a board, or where it costs much, one of larger cells there that makes more sense.

    A line across the middle of every cell, as gloss draws, parts each of them in two. In the same
    place more cells are no more that makes sense.
    """
    if not (found.sound and found.doubtful):
        return found

    def against(one: Found) -> float:
        return readings.against(one) + worth_of_cells(one.grid)

    def at_least(voted: Voted) -> float:
        return least_unlikeliness(voted) + worth_of_cells(voted.grid)

    least = against(found)
    voted = map(readings.votes, twice_as_coarse(found.grid))
    others = [readings.read(one.grid) for one in voted if at_least(one) < least]
    likely = [other for other in others if other.sound and not other.unknown.hardly_opened]
    best = min([found, *likely], key=against)
    # Half a cell may have been left out beside them, and with the other half a row or column.
    return found if best is found else likeliest_extent(readings, best)


def same_place(a: Grid, b: Grid) -> bool:
    """Whether two grids have as many rows and columns, and differ by a part of a cell at most."""
    return nearly_same(a, b, _A_PART * min(a.pitch_x, a.pitch_y))


def _likelier_extent(readings: GridReadings, found: Found) -> Found | None:
    """Return the likeliest of the boards of which a board is a part, or the reverse, if any."""
    least = readings.against(found) if found.sound else np.inf
    grids = [*other_extents(readings.drawing, found.grid), *_stamped_extents(readings, found)]
    smaller = [*_without_margins(found), without_strange_border(readings.pixels, found.placed)]
    grids += [grid for grid in smaller if grid != found.grid]
    grids = [grid for grid in grids if min(grid.rows, grid.cols) >= MIN_SIDE]
    likely = sorted(map(readings.votes, grids), key=least_unlikeliness)[:_MOST_EXTENTS]
    judged = _judged_extents(found)
    best = None
    for voted in [*map(readings.votes, judged), *likely]:
        if least_unlikeliness(voted) > least:
            continue
        other = readings.read(voted.grid, exactly=voted.grid in judged)
        if not other.sound or other.unknown.fresh:
            continue
        against = unlikeliness(other, voted)
        if against >= least and not (
            _completes(readings, other, best or found)
            or (best is None and _exceeds(readings, found, other))
        ):
            continue
        if not _leaves_out_a_part(readings, found, other):
            best, least = other, against
    return best


def _leaves_out_a_part(readings: GridReadings, found: Found, other: Found) -> bool:
    """Whether another board lacks cells that a board has, or adds what is none."""
    if added_bare(readings.drawing, other.placed, found.grid) or _adds_margins(found, other):
        return True
    if _exceeds(readings, other, found):
        return True
    if found.sound and leaves_out_ruled(readings.drawing, found.placed, other.grid):
        return True
    left_out = leaves_out_cells(readings.pixels, found.grid, other.grid)
    return left_out or _seen_whole(found, other) or _completes(readings, found, other)


def _seen_whole(whole: Found, part: Found) -> bool:
    """Whether a network takes a board to end where it does, be it shown all of it or a part.

    What the part leaves out has to bear something: a strip of the window may look like blanks.
    """
    if not whole.sound or part.grid.size >= whole.grid.size or whole.unknown.window is None:
        return False
    if part.unknown.floods and not whole.unknown.floods:
        return False
    left_out = whole.unknown.cells[~held_by(whole.grid, part.grid)]
    extents = [_judged_extents(found) for found in (whole, part)]
    bears = not np.isin(left_out, (Cell.HIDDEN, Cell.N0, Cell.UNREADABLE)).all()
    return bears and not extents[0] and any(same_place(one, whole.grid) for one in extents[1])


def _stamped_extents(readings: GridReadings, found: Found) -> list[Grid]:
    """Return the larger board of the same lattice whose cells bear pictures, if there is one.

    Where hidden cells have the colour of the window, no line tells how far they reach.
    """
    if not found.sound:
        return []
    return [
        grid
        for grid in readings.stamped[:1]
        if grid.size > found.grid.size and of_one_lattice(grid, found.grid)
    ]


def _judged_extents(found: Found) -> list[Grid]:
    """Return where a network takes a board to end that sees cells in their context, if elsewhere.

    It sees a row of hidden cells in the colour of the page, or that a line of text is no row.
    """
    window = found.unknown.window
    if window is None or found.unknown.seen_to_its_ends:
        return []
    extent = found.grid.window(window)
    return [extent] if min(extent.rows, extent.cols) >= MIN_SIDE else []


def _judged(readings: GridReadings, found: Found) -> Found:
    """Return a board that makes no sense, or as much of the lattice as a network takes for one."""
    others = [readings.read(grid, exactly=True) for grid in _judged_extents(found)]
    likely = [other for other in others if other.plausible]
    return min([found, *likely], key=readings.against)


def _without_margins(found: Found) -> list[Grid]:
    """Return a board without outer lines of blanks beside hidden cells, if it has some.

    A page of the colour of opened cells goes on beside a board as blanks would; then it seems that
    the program does not flood.
    """
    cells = found.unknown.cells
    wrong, blank = broken(cells), shows(cells, Cell.N0)
    rows = np.asarray(blank.all(axis=1) & wrong.any(axis=1), int)
    cols = np.asarray(blank.all(axis=0) & wrong.any(axis=0), int)
    part = found.grid.part(rows[0], len(rows) - rows[-1], cols[0], len(cols) - cols[-1])
    return [] if part == found.grid else [part]


def _adds_margins(found: Found, other: Found) -> bool:
    """Whether another board adds nothing but blanks, and with these does not flood any more."""
    if not (found.sound and found.unknown.floods) or other.unknown.floods:
        return False
    added = ~held_by(other.grid, found.grid)
    larger = added.sum() == other.grid.size - found.grid.size
    return bool(larger and added.any() and shows(other.unknown.cells, Cell.N0)[added].all())


def _exceeds(readings: GridReadings, whole: Found, part: Found) -> bool:
    """Whether a board goes further than the checkerboard of its hidden cells, and a part not."""
    if part.grid.size >= whole.grid.size or not beyond_checkerboard(readings.pixels, whole.placed):
        return False
    return not beyond_checkerboard(readings.pixels, part.placed)


def _completes(readings: GridReadings, whole: Found, part: Found) -> bool:
    """Whether a board has a cell like those of a part of it beside that, and costs no more.

    What happens to be drawn beside a board breaks rules where it is read as a number.
    """
    if adds_numbers(whole, part):
        return True
    more = whole.unknown.cost - part.unknown.cost
    if more <= _AS_CHEAP and leaves_out_cells(readings.pixels, whole.grid, part.grid, 0):
        return True
    return more < BROKEN and leaves_out_ruled(readings.drawing, whole.placed, part.grid)


def _grown(readings: GridReadings, found: Found) -> Found:
    """Return a board with the rows and columns beside it whose cells all look as its own do.

    Of round cells nothing shows where the board ends, and far from numbers nothing else tells.
    """
    grid, picture = found.grid, readings.pixels.shape
    for _ in range(_MOST_GROWN):
        for longer in one_more(grid, picture):
            if leaves_out_cells(readings.pixels, longer, grid, 1):
                grid = longer
                break
        else:
            break
    return found if grid == found.grid else _unless_bare(readings, found, grid)


def _centred(readings: GridReadings, found: Found) -> Found:
    """Return a board with the blank columns that it lacks to lie in the middle of its window."""
    grid = centred(readings.pixels, *found.placed)
    return found if grid == found.grid else _unless_bare(readings, found, grid)


def _unless_bare(readings: GridReadings, found: Found, grid: Grid) -> Found:
    """Return the board of a larger grid, if it makes sense and costs hardly more, else that found.

    Nor is it the board where what it adds lacks the lines that the cells have.
    """
    other = readings.read(grid)
    cheap = other.unknown.cost <= found.unknown.cost + _AS_CHEAP
    if not (other.sound and cheap) or added_bare(readings.drawing, other.placed, found.grid):
        return found
    return other


def one_more(grid: Grid, picture: tuple[int, ...]) -> Iterator[Grid]:
    """Yield the grids inside a picture that have one row or column more than a grid."""
    for above, below, before, after in ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)):
        more = grid.part(-above, grid.rows + below, -before, grid.cols + after)
        left, top, right, bottom = more.area
        if min(left, top, picture[1] - right, picture[0] - bottom) > -_HALF_A_PIXEL:
            yield more


def _shifted(readings: GridReadings, found: Found) -> Found:
    """Return a board, or the same a part of a cell further if that makes more sense.

    In glossy cells other lines may be sharper than their sides.
    """
    further = [grid for grid in readings.stamped[:1] if a_part_further(grid, found.grid)]
    if not further:
        return found
    other = readings.read(further[0])
    better = other.unknown.cost < found.unknown.cost and other.unknown.faultless
    return other if other.sound and better else found


def a_part_further(a: Grid, b: Grid) -> bool:
    """Whether two grids differ by a part of a cell, and by more than their edges are sure."""
    near = max(_A_LITTLE, _A_LITTLE_SHARE * min(a.pitch_x, a.pitch_y))
    return same_place(a, b) and not nearly_same(a, b, near)


def _divided_otherwise(readings: GridReadings, found: Found) -> Found:
    """Return a dear board, or its place divided into one column or row more or fewer, if likelier.

    Where little is opened and what is hidden has no lines, cells that are hardly as wide as high
    are taken for square ones.
    """
    if not (found.sound and found.doubtful):
        return found
    least = _AS_MANY_VOTES * readings.votes(found.grid).votes
    grids = (aligned(readings.drawing, grid) for grid in _divided(found.grid))
    others = [readings.read(grid) for grid in grids if readings.votes(grid).votes > least]
    return min([found, *(one for one in others if one.sound)], key=readings.against)


def _divided(grid: Grid) -> Iterator[Grid]:
    """Yield the grids in the same place that have one column or row more or fewer."""
    for down, across in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        rows, cols = grid.rows + down, grid.cols + across
        pitch = grid.pitch_x * grid.cols / cols, grid.pitch_y * grid.rows / rows
        if min(rows, cols) >= MIN_SIDE:
            yield Grid(grid.left, grid.top, *pitch, rows, cols)


def _finer(readings: GridReadings, found: Found) -> Found:
    """Return a board, or where it makes no sense, one of half as large cells there that does.

    A checkerboard comes again with every second cell; so may the sides of what is opened, where
    what is hidden shows none. Then the finer cells vote for little, and have to be undisputed.
    """
    if found.sound or readings.exhausted:
        return found
    finer = twice_as_fine(found.grid)
    if min(finer.pitch_x, finer.pitch_y) < _SMALLEST or finer.size > VERY_MANY_CELLS:
        return found
    if readings.votes(finer).votes > 0:
        other = likeliest_extent(readings, readings.read(finer))
        return other if other.sound and not other.unknown.hardly_opened else found
    judged = map(readings.read, readings.judged.places([finer]))
    return next((other for other in judged if other.undisputed), found)
