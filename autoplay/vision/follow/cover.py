"""Read a board without a pack beside what lies over it, which may show how a game has ended."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.follow.tracking import changed_cells
from autoplay.vision.rules.hints import hints_since
from autoplay.vision.rules.neighbourhood import rectangle_around
from autoplay.vision.unknown.reading import read_unknown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.reading import Reading
    from autoplay.vision.unknown.unknown_reading import UnknownReading


def read_beside(
    pixels: NDArray[np.uint8],
    grid: Grid,
    before: Reading,
    seen: NDArray[np.uint8],
    strange: NDArray[np.bool_],
) -> UnknownReading | None:
    """Return what can be read beside a cover, the cells under it unreadable; None if no sense.

    pixels: (height, width, 3) uint8; grid: in pixels of this picture, all of it inside. before,
    seen: the last reading, and the board's own pixels then. strange: (rows, cols) cells that have
    changed to what none looked like before. The cover is the rectangle around those that were
    opened, one at least, and goes on where all are strange.
    """
    window = _grown(rectangle_around(strange & before.board.numbers), strange)
    # Numbers beside the cover count cells under it: there the board is taken to be as it was, but
    # for what was hidden, which may have been opened since.
    box = grid.region
    under = grid.window(window).region.moved(-box.x, -box.y)
    pixels = pixels.copy()
    board = pixels[box.y : box.bottom, box.x : box.right]
    spot = slice(under.y, under.bottom), slice(under.x, under.right)
    board[spot] = seen[spot]
    changed = changed_cells(seen, board, grid)
    hints = hints_since(before.board.cells, before.confidence, changed)
    anything = np.zeros_like(strange)
    anything[window] = before.board.cells[window] == Cell.HIDDEN
    reading = read_unknown(pixels, grid, hints, anything.ravel() if anything.any() else None)
    if not reading.sound:
        return None
    cells, confidence = reading.cells.copy(), reading.confidence.copy()
    cells[window], confidence[window] = Cell.UNREADABLE, 0
    return replace(reading, cells=cells, confidence=confidence)


def _grown(window: tuple[slice, slice], strange: NDArray[np.bool_]) -> tuple[slice, slice]:
    """Return a window with the lines at its sides that are strange all along it.

    Cells that were hidden tell nothing of a cover themselves: they may have been opened under it,
    and what peeps out of it may look like anything.
    """
    rows, cols = window
    across = np.asarray(strange[rows].all(axis=0))
    left, right = _run(across, cols)
    down = np.asarray(strange[:, left:right].all(axis=1))
    top, bottom = _run(down, rows)
    return slice(top, bottom), slice(left, right)


def _run(line: NDArray[np.bool_], inside: slice) -> tuple[int, int]:
    """Return where a run ends that begins with a part of a line and goes on in both directions."""
    start, stop = inside.start, inside.stop
    while start > 0 and line[start - 1]:
        start -= 1
    while stop < len(line) and line[stop]:
        stop += 1
    return start, stop
