"""Lines that go on beside a grid tell that it is only a part of something."""

from dataclasses import astuple

import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.locate.worth import cell_evidence, cut_short, runs_on
from autoplay.vision.pixels.lines import draw_lines

WIDE, HIGH = 30, 24


def ruled(narrow: int) -> np.ndarray:
    """Eight rows of nine cells at (40, 50), and a last column of cells so many pixels narrower."""
    pixels = np.full((320, 420, 3), 200, np.uint8)
    widths = [WIDE] * 9 + [WIDE - narrow]
    for row in range(8):
        for col, width in enumerate(widths):
            x, y = 40 + WIDE * col, 50 + HIGH * row
            pixels[y : y + HIGH, x : x + width] = (150, 60, 40)
            pixels[y : y + HIGH, x : x + 2] = pixels[y : y + 2, x : x + width] = (230, 210, 200)
    return pixels


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("narrow", [1, 9, 12])
def test_a_last_column_of_narrower_cells_cuts_a_grid_short(narrow: int, turned: bool) -> None:
    pixels, grid = ruled(narrow), Grid(40, 50, WIDE, HIGH, 8, 9)
    if turned:
        pixels, grid = pixels.transpose(1, 0, 2).copy(), Grid(50, 40, HIGH, WIDE, 9, 8)
    drawing = draw_lines(pixels)
    assert cut_short(drawing, grid)
    assert runs_on(drawing, grid) is (narrow < 9)


def test_a_whole_board_is_not_cut_short() -> None:
    drawing = draw_lines(ruled(WIDE))
    assert not cut_short(drawing, Grid(40, 50, WIDE, HIGH, 8, 9))
    assert cut_short(drawing, Grid(40, 50, WIDE, HIGH, 8, 8))


def test_the_grain_of_a_wallpaper_is_no_line_that_goes_on() -> None:
    grain = np.random.default_rng(4).integers(0, 256, (420, 560, 3), np.uint8)
    board = ruled(WIDE)[50 : 50 + HIGH * 8 + 2, 40 : 40 + WIDE * 9 + 2]
    grain[50 : 50 + len(board), 40 : 40 + board.shape[1]] = board
    drawing, grid = draw_lines(grain), Grid(40, 50, WIDE, HIGH, 8, 9)
    assert not cut_short(drawing, grid)
    assert not runs_on(drawing, grid)


def test_what_shows_on_a_part_of_a_lattice_is_that_part_of_what_shows_on_all() -> None:
    drawing, grid = draw_lines(ruled(9)), Grid(40, 50, WIDE, HIGH, 8, 10)
    whole, part = cell_evidence(drawing, grid), cell_evidence(drawing, grid.part(2, 7, 1, 9))
    for seen, expected in zip(astuple(whole.part(2, 7, 1, 9)), astuple(part), strict=True):
        assert np.array_equal(seen, expected)


@pytest.mark.parametrize(("rest", "runs"), [(0, False), (3, False), (8, True), (11, True)])
def test_lines_run_into_the_edge_of_a_picture_that_shows_some_of_a_cell(
    rest: int, runs: bool
) -> None:
    """A sheet of squared paper that fills the screen has no border, as a board has."""
    sheet = np.full((24 * 8, 24 * 12 + rest, 3), (230, 252, 255), np.uint8)
    sheet[::24] = sheet[:, ::24] = (230, 204, 168)
    assert runs_on(draw_lines(sheet), Grid(0, 0, 24, 24, 8, 12)) is runs
    framed = np.pad(sheet[:, : 24 * 12 + 1], ((0, 0), (0, rest), (0, 0)), constant_values=90)
    assert not runs_on(draw_lines(framed), Grid(0, 0, 24, 24, 8, 12))
