"""A board whose outer columns are blanks in the colour of its window lies in the middle of that."""

import cv2
import numpy as np
import pytest

from autoplay.board import Cell
from autoplay.geometry import Grid
from autoplay.vision.locate.centring import centred
from autoplay.vision.rules.neighbourhood import count_around
from autoplay.vision.unknown.grid_readings import GridReadings
from autoplay.vision.unknown.resizing import likeliest_extent

MINES = np.zeros((7, 11), bool)
MINES[[0, 0, 1, 2, 4, 5, 6, 6, 3], [4, 5, 9, 9, 2, 8, 8, 10, 5]] = True
CELLS = np.where(MINES, np.int8(Cell.HIDDEN), count_around(MINES)).astype(np.int8)
SIDE = 30
GRID = Grid(70, 90, SIDE, SIDE, *CELLS.shape)


def window(before: int = 14, after: int = 14) -> np.ndarray:
    """A light window with so many pixels beside the board, whose blanks have the same colour."""
    pixels = np.full((400, 520, 3), (90, 60, 40), np.uint8)
    left, top, right, bottom = (round(end) for end in GRID.area)
    pixels[top - 50 : bottom + 14, left - before : right + after] = 235
    for (row, col), shown in np.ndenumerate(CELLS):
        spot = GRID.cell(row, col)
        cell = pixels[spot.y : spot.bottom, spot.x : spot.right]
        if shown == Cell.HIDDEN:
            cell[1:-1, 1:-1] = 150
        elif shown != Cell.N0:
            colour = (200, 60, 20) if shown == Cell.N1 else (20, 120, 20)
            cv2.putText(
                cell, str(shown), (9, 21), cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 2, cv2.LINE_AA
            )
    return pixels


@pytest.mark.parametrize(("first", "end"), [(1, 11), (0, 9), (0, 11)])
def test_what_is_missing_at_one_end_is_added(first: int, end: int) -> None:
    part = GRID.part(0, GRID.rows, first, end)
    whole = centred(window(), part, CELLS[:, first:end])
    assert whole == (GRID if first else part)


def test_a_board_that_is_not_off_by_whole_cells_stays() -> None:
    part = GRID.part(0, GRID.rows, 1, 11)
    assert centred(window(before=24), part, CELLS[:, 1:]) == part
    assert centred(window(after=50), part, CELLS[:, 1:]) == part


def test_beside_hidden_cells_there_is_no_blank() -> None:
    shown = CELLS[:, 1:].copy()
    shown[2, 0] = Cell.HIDDEN
    part = GRID.part(0, GRID.rows, 1, 11)
    assert centred(window(), part, shown) == part


def test_a_board_is_read_with_its_blank_columns() -> None:
    readings = GridReadings(window())
    part = readings.read(GRID.part(0, GRID.rows, 1, 11))
    assert part.sound
    assert np.array_equal(likeliest_extent(readings, part).unknown.cells, CELLS)
