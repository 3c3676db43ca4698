"""Add the rows and columns at its ends that a board lacks, where a network sees them.

Cells in the colour of their window have no side towards it. What is left seems a board as well, a
little too wide, and a part of a cell further; so it has to be seen where its lines are with one
row or column more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoplay.board import Cell
from autoplay.vision.lattices.alignment import aligned
from autoplay.vision.locate.checkerboard import beyond_checkerboard
from autoplay.vision.locate.outer_sides import goes_on_by_turns
from autoplay.vision.locate.ruling import added_bare, held_by
from autoplay.vision.naming.judgement import judge
from autoplay.vision.unknown.resizing import one_more

if TYPE_CHECKING:
    from autoplay.vision.unknown.found import Found
    from autoplay.vision.unknown.grid_readings import GridReadings

_MOST_LACKING = 3
# So much more a longer board may cost, and have against it.
_HARDLY_MORE = 1.0


def with_outer_lines(readings: GridReadings, found: Found) -> Found:
    """Return a board that makes sense with the few rows and columns that it lacks."""
    for _ in range(_MOST_LACKING):
        longer = _longer(readings, found)
        if longer is None:
            break
        found = longer
    return found


def _longer(readings: GridReadings, found: Found) -> Found | None:
    """Return a board with one row or column more that a network sees as a whole, None if none.

    It has to be as likely, and hidden cells parted by lines as the board's own are. A row of blanks
    may be a strip of the window, whatever is seen, unless it has two tones by turns, as the board.
    """
    if not found.sound or found.unknown.hardly_opened:
        return None
    unknown = found.unknown
    for more in one_more(found.grid, readings.pixels.shape):
        by_turns = goes_on_by_turns(readings.pixels, found.grid, more)
        grid = aligned(readings.drawing, more)
        if judge(readings.pixels, grid).lines_apart and not by_turns:
            continue
        other = readings.read(grid, exactly=True)
        dearer = other.unknown.cost - unknown.cost
        opposed = other.unknown.objections - unknown.objections
        added = other.unknown.cells[~held_by(other.grid, found.grid)]
        blank = (added == Cell.N0).all()
        if not other.sound or dearer > _HARDLY_MORE:
            continue
        if added_bare(readings.drawing, other.placed, found.grid):
            continue
        seen = other.unknown.seen_to_its_ends and opposed <= _HARDLY_MORE
        ends = by_turns if blank else seen
        if ends and not beyond_checkerboard(readings.pixels, other.placed):
            return other
    return None
