"""Where nothing is opened the ends of what comes again tell which part of a cell is off."""

import cv2
import numpy as np
import pytest

from autoplay.board import Board
from autoplay.desktop.protocols import Frame
from autoplay.geometry import Grid, Point
from autoplay.vision.locate.outer_sides import (
    begun_where_it_does,
    comes_again_beside,
    goes_on_by_turns,
    reaching_edges,
)
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


def bleeding(rows: int, cols: int, pitch: int, margin: int) -> np.ndarray:
    """Paint cells, lit from above, that reach from side to side but for a margin."""
    cell = np.full((pitch, pitch, 3), 232, np.uint8)
    cell[:2] = cell[:, :2] = 246
    cell[-3:-1] = cell[:, -3:-1] = 170
    cell[-1] = cell[:, -1] = 50
    board = np.tile(cell, (rows, cols, 1))
    return np.pad(board, ((60, 80), (margin, margin), (0, 0)), constant_values=190)


def test_a_board_that_ends_where_the_picture_does_has_its_outermost_cells() -> None:
    pixels, whole = bleeding(9, 12, 30, 0), Grid(0, 60, 30, 30, 9, 12)
    turned, upright = pixels.transpose(1, 0, 2), Grid(60, 0, 30, 30, 12, 9)
    for first, end in ((1, 12), (0, 11), (1, 11)):
        assert reaching_edges(pixels, whole.part(0, 9, first, end)) == whole
        assert reaching_edges(turned, upright.part(first, end, 0, 9)) == upright
    # Two columns away nothing is known of what lies between.
    assert reaching_edges(pixels, whole.part(0, 9, 2, 12)) == whole.part(0, 9, 2, 12)
    plain = bleeding(9, 12, 30, 30)
    assert reaching_edges(plain, whole.moved(30, 0)) == whole.moved(30, 0)
    gapped = np.where(plain == 50, np.uint8(190), plain)
    assert reaching_edges(gapped, whole.moved(30, 0)) == whole.moved(30, 0)


def by_turns(rows: int, cols: int, pitch: int, margin: int, tone: int = 190) -> np.ndarray:
    """Paint plain cells of two tones by turns, without any line, and a margin at each side."""
    board = np.indices((rows, cols)).sum(axis=0) % 2 * 10 + 200
    board = np.kron(board, np.ones((pitch, pitch))).astype(np.uint8)
    board = np.pad(board, ((60, 80), (margin, margin)), constant_values=tone)
    return np.repeat(board[..., None], 3, axis=2)


@pytest.mark.parametrize("margin", [0, 30])
def test_cells_of_two_tones_by_turns_go_on_to_the_end_of_the_picture(margin: int) -> None:
    pixels, whole = by_turns(9, 12, 30, margin), Grid(margin, 60, 30, 30, 9, 12)
    turned, upright = pixels.transpose(1, 0, 2), Grid(60, margin, 30, 30, 12, 9)
    for first, end in ((1, 12), (0, 11)):
        part, lying = whole.part(0, 9, first, end), upright.part(first, end, 0, 9)
        assert goes_on_by_turns(pixels, part, whole)
        assert goes_on_by_turns(turned, lying, upright)
        if not margin:
            assert reaching_edges(pixels, part) == whole
            assert reaching_edges(turned, lying) == upright
    if margin:
        assert reaching_edges(pixels, whole) == whole
        assert not goes_on_by_turns(pixels, whole, whole.part(0, 9, -1, 12))


def test_a_gradient_is_not_two_tones_by_turns() -> None:
    pixels, whole = by_turns(9, 12, 30, 0), Grid(0, 60, 30, 30, 9, 12)
    steps = np.repeat(np.arange(len(pixels)) // 30 * 10, pixels.shape[1] * 3)
    pixels[:] = steps.reshape(pixels.shape)
    assert not goes_on_by_turns(pixels, whole.part(0, 9, 0, 11), whole)
    assert not goes_on_by_turns(pixels, whole.part(0, 9, 1, 12), whole)


@pytest.mark.parametrize(("rows", "cols"), [(9, 12), (14, 20)])
def test_a_fresh_board_across_the_whole_picture_is_read_to_its_ends(rows: int, cols: int) -> None:
    reading = Reader().read(Frame(bleeding(rows, cols, 36, 0), Point(0, 0)))
    assert (reading.grid.rows, reading.grid.cols) == (rows, cols)
    assert abs(reading.grid.left) < 2


@pytest.mark.parametrize("checkered", [False, True])
def test_a_wallpaper_comes_again_beside_what_windows_leave_of_it(checkered: bool) -> None:
    pixels, grid = glossy(["." * 10] * 8)
    if checkered:
        for r, c in np.ndindex(8, 10):
            y, x = TOP + r * SIDE, LEFT + c * SIDE
            pixels[y : y + SIDE, x : x + SIDE] -= np.uint8(20 * ((r + c) % 2))
    assert not comes_again_beside(pixels, grid)
    assert comes_again_beside(pixels, grid.part(0, 8, 1, 10))
    pixels[: TOP + 6 * SIDE, LEFT : LEFT + SIDE] = 90
    assert comes_again_beside(pixels, grid.part(0, 8, 1, 10))
    pixels[TOP + 7 * SIDE :, LEFT : LEFT + SIDE] = 90
    assert not comes_again_beside(pixels, grid.part(0, 8, 1, 10))


@pytest.mark.parametrize(("shown", "again"), [(0.3, False), (0.5, True), (0.9, True)])
def test_a_wallpaper_comes_again_in_what_the_edge_of_the_picture_leaves_of_a_cell(
    shown: float, again: bool
) -> None:
    pixels, grid = glossy(["." * 10] * 8)
    room = round(shown * SIDE)
    assert comes_again_beside(pixels[:, : LEFT + 9 * SIDE + room], grid.part(0, 8, 0, 9)) is again
    cut = LEFT + SIDE - room
    assert comes_again_beside(pixels[:, cut:], grid.part(0, 8, 1, 10).moved(-cut, 0)) is again


def test_plain_cells_do_not_come_again_in_a_plain_margin() -> None:
    pixels = np.full((300, 300, 3), 200, np.uint8)
    pixels[60:241:20, 60:241] = 190
    pixels[60:241, 60:241:20] = 190
    assert not comes_again_beside(pixels, Grid(60, 60, 20, 20, 9, 9))


def test_the_tiles_of_a_wallpaper_may_be_of_many_tones() -> None:
    pixels, grid = glossy(["." * 10] * 8)
    tones = np.random.default_rng(3).integers(0, 40, (8, 10))
    for r, c in np.ndindex(8, 10):
        y, x = TOP + r * SIDE, LEFT + c * SIDE
        pixels[y : y + SIDE, x : x + SIDE] = pixels[y : y + SIDE, x : x + SIDE] // 2 + tones[r, c]
    assert not comes_again_beside(pixels, grid)
    assert comes_again_beside(pixels, grid.part(0, 8, 0, 9))
