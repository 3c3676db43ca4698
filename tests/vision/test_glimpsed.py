"""What is left of a cell beside a window may tell what it is."""

import json
from dataclasses import replace

import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.desktop.protocols import Frame
from autoplay.geometry import Grid, Point
from autoplay.vision.glimpsed import glimpsed
from autoplay.vision.pixels.pictures import load_picture
from autoplay.vision.reader import Reader
from autoplay.vision.reading import UNKNOWN, Reading
from autoplay.vision.rules.ending import game_state
from tests.vision.conftest import FIXTURES
from tests.vision.covering import paint_dialog

BOARDS = ("sgt-mines/default-16x16-flags", "winemine/wine8-beg-flags", "kmines/default-easy-flags")
# From which of its sides, in cells, a window covers a board, and up to where.
FROM_THE_LEFT, FROM_THE_RIGHT, FROM_ABOVE, FROM_BELOW = "left", "right", "above", "below"
SIDES = (FROM_THE_LEFT, FROM_THE_RIGHT, FROM_ABOVE, FROM_BELOW)


class Covered:
    """A board of the fixtures with a window over a part of it, as it reads without the rest."""

    def __init__(self, name: str, side: str, depth: float) -> None:
        picture = FIXTURES / f"{name}.png"
        truth = json.loads(picture.with_suffix(".json").read_text())
        self.pixels = load_picture(picture).pixels.copy()
        self.truth = Board.from_rows(truth["cells"]).cells
        rows, cols = self.truth.shape
        box = truth["board"]
        self.grid = Grid(box["x"], box["y"], box["w"] / cols, box["h"] / rows, rows, cols)
        across = side in (FROM_THE_LEFT, FROM_THE_RIGHT)
        lines = cols if across else rows
        begins = side in (FROM_THE_LEFT, FROM_ABOVE)
        first, end = (0.0, depth) if begins else (lines - depth, float(lines))
        # Beside lines of the other axis it lies over those from the third to the one before last.
        along = (2.3, (rows if across else cols) - 1.4)
        (left, right), (top, bottom) = ((first, end), along) if across else (along, (first, end))
        x = [round(self.grid.left + self.grid.pitch_x * at) for at in (left, right)]
        y = [round(self.grid.top + self.grid.pitch_y * at) for at in (top, bottom)]
        if begins:
            x, y = ([x[0] - 40, x[1]], y) if across else (x, [y[0] - 40, y[1]])
        else:
            x, y = ([x[0], x[1] + 40], y) if across else (x, [y[0], y[1] + 40])
        paint_dialog(self.pixels, x[0], y[0], x[1], y[1])
        shares = [
            np.clip(np.minimum(stop, at + 1) - np.maximum(start, at), 0, 1)
            for start, stop, at in ((top, bottom, np.arange(rows)), (left, right, np.arange(cols)))
        ]
        self.share = np.outer(*shares)

    @property
    def reading(self) -> Reading:
        """A reading of what no window touches."""
        touched = self.share > 0
        board = Board(np.where(touched, np.int8(Cell.UNREADABLE), self.truth))
        sure = np.where(touched, np.float32(0), np.float32(1))
        return Reading(board, self.grid, sure, UNKNOWN, game_state(board))

    @property
    def frame(self) -> Frame:
        return Frame(self.pixels, Point(0, 0))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", BOARDS)
def test_a_cell_is_named_by_what_is_seen_of_it(name: str, side: str) -> None:
    made = Covered(name, side, 2.25)
    read = glimpsed(made.frame, made.reading)
    cells = read.board.cells
    seen = cells != Cell.UNREADABLE
    assert (cells == made.truth)[seen].all()
    partly = (made.share > 0) & (made.share < 0.3)
    assert seen[partly].mean() >= 0.5
    assert not seen[made.share > 0.5].any()
    assert (read.confidence[seen & partly] < 0.95).all()
    assert (read.confidence[made.share == 0] == 1).all()


@pytest.mark.parametrize("name", BOARDS)
def test_of_a_cell_of_which_most_is_covered_nothing_is_said(name: str) -> None:
    made = Covered(name, FROM_ABOVE, 2.6)
    reading = made.reading
    read = glimpsed(made.frame, reading)
    assert (read.board.cells == reading.board.cells)[2].all()


def test_where_all_is_seen_or_nothing_a_reading_stays_as_it_is() -> None:
    made = Covered(BOARDS[0], FROM_ABOVE, 2.25)
    whole, nothing = (
        Reading(
            Board(cells), made.grid, np.ones(cells.shape, np.float32), UNKNOWN, made.reading.state
        )
        for cells in (made.truth, np.full_like(made.truth, Cell.UNREADABLE))
    )
    assert glimpsed(made.frame, whole) is whole
    assert glimpsed(made.frame, nothing) is nothing


def test_what_no_window_covers_is_not_taken_for_a_cell_that_is_partly_seen() -> None:
    """A drawing in its middle that no other cell bears leaves much of a cell like a plain one."""
    made = Covered("sgt-mines/default-16x16-flags", FROM_ABOVE, 0.0)
    row, col = np.argwhere(made.truth == Cell.N0)[0].tolist()
    spot = made.grid.cell(row, col)
    middle = spot.grown(-spot.w // 4)
    made.pixels[middle.y : middle.bottom, middle.x + 2 : middle.right - 2] = (200, 20, 200)
    reading = made.reading
    cells = reading.board.cells.copy()
    cells[row, col] = Cell.UNREADABLE
    odd = replace(reading, board=Board(cells))
    assert glimpsed(made.frame, odd) is odd


def test_a_reader_names_the_cells_at_the_side_of_a_window() -> None:
    made = Covered("sgt-mines/default-16x16-flags", FROM_THE_RIGHT, 3.3)
    cells = Reader().read(made.frame).board.cells
    assert cells.shape == made.truth.shape
    seen = cells != Cell.UNREADABLE
    assert (cells == made.truth)[seen].all()
    assert seen[(made.share > 0) & (made.share < 0.35)].mean() > 0.7
    assert not seen[made.share > 0.7].any()
