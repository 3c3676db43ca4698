"""Where nothing is opened the ends of what comes again tell which part of a cell is off."""

import cv2
import numpy as np
import pytest

from autoplay.board import Board
from autoplay.desktop.protocols import Frame
from autoplay.geometry import Grid, Point
from autoplay.vision.locate.outer_sides import begun_where_it_does
from autoplay.vision.reader import Reader
from autoplay.vision.unknown.search import Search

LEFT, TOP, SIDE = 60, 70, 26
HALF = [
    "..........",
    ".32212....",
    ".20001....",
    ".200012...",
    "1100001...",
    "0000012...",
    "000112....",
    "0001......",
]


def glossy(rows: list[str]) -> tuple[np.ndarray, Grid]:
    """Paint cells in which the edge of a gloss, five pixels inside, is the sharpest line."""
    pixels = np.full((520, 620, 3), 238, np.uint8)
    shine = np.linspace(150, 255, SIDE - 6)[None, :, None] * np.array([1.0, 0.52, 0.22])
    for r, c in np.ndindex(len(rows), len(rows[0])):
        y, x = TOP + r * SIDE, LEFT + c * SIDE
        cell = pixels[y : y + SIDE - 1, x : x + SIDE - 1]
        if rows[r][c] == ".":
            cell[:] = (255, 0, 0)
            cell[:, 5:] = shine
            cell[:, 4:6] = (150, 55, 25)
            continue
        cell[:] = (200, 190, 180)
        cell[2:-2, 2:-2] = 236 if rows[r][c] == "0" else (140, 110, 80)
        if rows[r][c] != "0":
            cv2.putText(cell, rows[r][c], (8, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (255,) * 3, 2)
    return pixels, Grid(LEFT, TOP, SIDE, SIDE, len(rows), len(rows[0]))


@pytest.mark.parametrize("off", [-6, -3, 0, 3, 5])
def test_a_lattice_that_is_a_part_of_a_cell_off_is_moved(off: int) -> None:
    pixels, grid = glossy(["." * 10] * 8)
    moved = begun_where_it_does(pixels, grid.moved(off, -off))
    assert abs(moved.left - grid.left) <= 1
    assert abs(moved.top - grid.top) <= 1


def test_a_lattice_is_left_where_the_ends_do_not_tell() -> None:
    grid = Grid(20, 20, 30, 30, 9, 9)
    plain = np.full((320, 320, 3), 200, np.uint8)
    assert begun_where_it_does(plain, grid) == grid
    noise = np.random.default_rng(1).integers(0, 256, plain.shape, np.uint8)
    assert begun_where_it_does(noise, grid) == grid


def test_a_fresh_board_of_glossy_cells_is_found_to_the_pixel() -> None:
    pixels, grid = glossy(["." * 9] * 9)
    found = Reader().read(Frame(pixels, Point(0, 0))).grid
    assert (found.rows, found.cols) == (9, 9)
    assert abs(found.left - grid.left) <= 1


def test_a_board_laid_along_its_gloss_is_read_where_it_makes_sense() -> None:
    pixels, grid = glossy(HALF)
    found = Search(pixels).read(grid.moved(4.5, 0))
    assert found.sound
    assert abs(found.grid.left - grid.left) <= 1
    assert Board(found.unknown.cells).to_rows() == HALF
