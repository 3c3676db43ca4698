"""Points, regions and the grid that ties board cells to pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass

# What the sums of a few hundred cells may be off by, in pixels.
_SUMS = 1e-6


@dataclass(frozen=True, slots=True)
class Point:
    """A pixel on the screen or in a frame: x to the right, y down."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Region:
    """A pixel rectangle; its right and bottom edges are exclusive."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """First x to the right of the rectangle."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """First y below the rectangle."""
        return self.y + self.h

    @property
    def centre(self) -> Point:
        """The middle pixel."""
        return Point(self.x + self.w // 2, self.y + self.h // 2)

    def __contains__(self, point: Point) -> bool:
        return self.x <= point.x < self.right and self.y <= point.y < self.bottom

    def moved(self, dx: int, dy: int) -> Region:
        """Return the same rectangle, dx to the right and dy down."""
        return Region(self.x + dx, self.y + dy, self.w, self.h)

    def grown(self, margin: int) -> Region:
        """Return the rectangle with a margin (pixels, may be negative) on all four sides."""
        return Region(self.x - margin, self.y - margin, self.w + 2 * margin, self.h + 2 * margin)

    def clipped(self, to: Region) -> Region:
        """Return the part inside another rectangle; width and height 0 where they do not meet."""
        x, y = max(self.x, to.x), max(self.y, to.y)
        return Region(
            x, y, max(0, min(self.right, to.right) - x), max(0, min(self.bottom, to.bottom) - y)
        )

    def overlaps(self, other: Region) -> bool:
        """Return whether two rectangles share a pixel."""
        shared = self.clipped(other)
        return shared.w > 0 and shared.h > 0


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the cells of a board lie: sub-pixel origin and pitch, whole rows and columns.

    left, top: x and y of the outer corner of cell (0, 0), in pixels.
    pitch_x, pitch_y: distance from one cell to the next, in pixels; need not be whole or equal.
    """

    left: float
    top: float
    pitch_x: float
    pitch_y: float
    rows: int
    cols: int

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.rows * self.cols

    @property
    def region(self) -> Region:
        """The pixel rectangle of all cells, edges rounded to whole pixels."""
        x, y = _whole(self.left), _whole(self.top)
        right = _whole(self.left + self.cols * self.pitch_x)
        bottom = _whole(self.top + self.rows * self.pitch_y)
        return Region(x, y, right - x, bottom - y)

    @property
    def area(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all cells, in pixels and parts of them."""
        right = self.left + self.cols * self.pitch_x
        return self.left, self.top, right, self.top + self.rows * self.pitch_y

    def cell(self, row: int, col: int) -> Region:
        """Return the pixel rectangle of one cell; neighbouring cells share no pixel."""
        x, y = _whole(self.left + col * self.pitch_x), _whole(self.top + row * self.pitch_y)
        right = _whole(self.left + (col + 1) * self.pitch_x)
        bottom = _whole(self.top + (row + 1) * self.pitch_y)
        return Region(x, y, right - x, bottom - y)

    def centre(self, row: int, col: int) -> Point:
        """Return the pixel in the middle of one cell."""
        return Point(
            int(self.left + (col + 0.5) * self.pitch_x),
            int(self.top + (row + 0.5) * self.pitch_y),
        )

    def cell_at(self, point: Point) -> tuple[int, int] | None:
        """Return (row, col) of the cell that covers a pixel, None off the board."""
        col = int((point.x + 0.5 - self.left) // self.pitch_x)
        row = int((point.y + 0.5 - self.top) // self.pitch_y)
        if 0 <= row < self.rows and 0 <= col < self.cols:
            return row, col
        return None

    def moved(self, dx: float, dy: float) -> Grid:
        """Return the same grid, dx to the right and dy down (pixels)."""
        return Grid(self.left + dx, self.top + dy, self.pitch_x, self.pitch_y, self.rows, self.cols)

    def scaled(self, factor: float) -> Grid:
        """Return the same grid in a picture that is so many times as large."""
        left, top, pitch_x, pitch_y = (
            factor * length for length in (self.left, self.top, self.pitch_x, self.pitch_y)
        )
        return Grid(left, top, pitch_x, pitch_y, self.rows, self.cols)

    def part(self, top: int, bottom: int, left: int, right: int) -> Grid:
        """Return the cells from row `top` to before `bottom` and column `left` to before `right`.

        The part may reach beyond the grid.
        """
        x, y = self.left + left * self.pitch_x, self.top + top * self.pitch_y
        return Grid(x, y, self.pitch_x, self.pitch_y, bottom - top, right - left)

    def window(self, window: tuple[slice, slice]) -> Grid:
        """Return the cells of a numpy window: a slice of the rows and one of the columns."""
        rows, cols = window
        return self.part(rows.start, rows.stop, cols.start, cols.stop)


def _whole(place: float) -> int:
    """Return the nearest pixel edge; of two as near always the further one.

    Rounded to the even one, cells of whole pixels that begin at half of one would begin by turns a
    pixel too early and too late. A half that sums fall a little short of is a half: otherwise a
    board would have another width in a window than on the screen.
    """
    return math.floor(place + 0.5 + _SUMS)
