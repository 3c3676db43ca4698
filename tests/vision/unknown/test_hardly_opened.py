"""A board on which hardly anything is opened is known by the one picture that its cells bear."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.board import Cell
from autoplay.geometry import Grid
from autoplay.vision.lattices.located import nearly_same
from autoplay.vision.unknown import hardly_opened
from autoplay.vision.unknown.found import Found
from autoplay.vision.unknown.grid_readings import GridReadings
from autoplay.vision.unknown.hardly_opened import begun, hardly_opened_board, where_cells_show
from autoplay.vision.unknown.unknown_reading import UnknownReading
from tests.vision.negatives import negative
from tests.vision.synthetic import picture


@pytest.mark.parametrize("seed", [3, 21])
def test_a_fresh_board_is_found_by_its_cells_alone(seed: int) -> None:
    made = picture(seed, state="fresh", noise=0, jpeg=0, hover=False)
    found = hardly_opened_board(GridReadings(made.pixels), [])
    assert found is not None
    assert found.painted
    assert nearly_same(found.grid, made.grid, 1.0)


def test_in_a_wall_or_on_an_opened_board_there_is_none() -> None:
    made = picture(21, state="late", noise=0, jpeg=0, hover=False)
    assert hardly_opened_board(GridReadings(made.pixels), [made.grid]) is None
    assert hardly_opened_board(GridReadings(negative(68)[0]), []) is None


@pytest.mark.parametrize(("pitch", "found"), [(16, True), (8, False)])
def test_the_squares_on_the_back_of_a_card_are_too_small_for_a_board(
    pitch: int, found: bool
) -> None:
    pixels = np.full((12 * pitch + 80, 9 * pitch + 80, 3), (60, 120, 0), np.uint8)
    card = pixels[40 : 41 + 12 * pitch, 40 : 41 + 9 * pitch]
    card[:] = (170, 64, 32)
    card[::pitch] = card[:, ::pitch] = (190, 140, 130)
    grid = Grid(40, 40, pitch, pitch, 12, 9)
    assert (hardly_opened_board(GridReadings(pixels), [grid]) is not None) is found


@pytest.mark.parametrize(("height", "found"), [(70, False), (80, True)])
def test_the_days_of_a_month_are_no_board(height: int, found: bool) -> None:
    pixels = np.full((6 * height + 120, 680, 3), 24, np.uint8)
    sheet = pixels[60 : 61 + 6 * height, 60:621]
    sheet[:] = 40
    sheet[::height] = sheet[:, ::80] = 62
    for day in range(30):
        at = (66 + 80 * (day % 7), 76 + height * (day // 7))
        cv2.putText(pixels, str(day + 1), at, cv2.FONT_HERSHEY_SIMPLEX, 0.35, (200,) * 3)
    readings = GridReadings(pixels)
    grid = Grid(60, 60, 80, height, 6, 7)
    assert where_cells_show(readings, readings.read(grid)).believed is found


def test_a_board_on_which_numbers_are_opened_begins_where_it_was_read() -> None:
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False)
    readings = GridReadings(made.pixels)
    found = Found(readings.read(made.grid).unknown, made.grid)
    assert begun(readings, found) is found


def test_a_fresh_board_stays_where_a_network_sees_just_it_and_none_a_little_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = picture(21, state="fresh", noise=0, jpeg=0, hover=False)
    readings = GridReadings(made.pixels)
    grid = made.grid
    further = grid.moved(1, 0)
    monkeypatch.setattr(hardly_opened, "begun_where_it_does", lambda *_: further)
    window = slice(0, grid.rows), slice(0, grid.cols)
    unknown = replace(readings.read(grid).unknown, objections=0.0, window=window)
    unseen = replace(unknown, objections=25.0, window=None)
    for elsewhere, place in ((unseen, grid), (unknown, further)):
        there = Found(elsewhere, further)
        monkeypatch.setattr(readings, "read", lambda _, there=there: there)
        assert begun(readings, Found(unknown, grid)).grid == place


def _ruled(colours: np.ndarray) -> tuple[np.ndarray, Grid]:
    """Return cells of 30 pixels with lines between them, for colours (height, width, 3), and where.

    They lie 60 pixels from the left and the top of a grey picture.
    """
    height, width = colours.shape[:2]
    pixels = np.full((height + 120, width + 120, 3), 24, np.uint8)
    board = pixels[60 : 60 + height, 60 : 60 + width]
    board[:] = colours
    for line in (board[29::30], board[:, 29::30]):
        line[:] = line // 2
    return pixels, Grid(60, 60, 30, 30, height // 30, width // 30)


def test_cells_below_a_gradient_show_without_it() -> None:
    steps = np.linspace(0, 1, 270)[:, None, None]
    colours = (1 - steps) * np.array([110, 20, 40]) + steps * np.array([60, 150, 250])
    pixels, grid = _ruled(np.repeat(colours, 270, axis=1))
    readings = GridReadings(pixels)
    found = readings.read(grid)
    shown = where_cells_show(readings, found)
    assert shown.sound
    assert shown.unknown.hidden


def test_cells_of_many_colours_are_no_cells_below_a_gradient() -> None:
    shades = np.random.default_rng(3).integers(40, 220, (9, 9, 1)) * np.array([0.4, 0.7, 1.0])
    pixels, grid = _ruled(np.repeat(np.repeat(shades, 30, axis=0), 30, axis=1))
    readings = GridReadings(pixels)
    assert not where_cells_show(readings, readings.read(grid)).sound


def test_a_board_goes_before_the_squares_of_a_wallpaper_that_its_edges_cut() -> None:
    pixels = np.full((620, 840, 3), (206, 224, 238), np.uint8)
    for line in range(24, 840, 60):
        pixels[:, line : line + 8] = pixels[line : line + 8] = (165, 200, 220)
    steps = np.linspace(0.8, 1.2, 36)
    cell = (steps[:, None, None] + steps[:, None])[..., :1] / 2 * np.array([60, 110, 170])
    tile = np.pad(cell.astype(np.uint8), ((2, 2), (2, 2), (0, 0)), constant_values=40)
    board = Grid(300, 60, 40, 40, 8, 12)
    pixels[50:390, 290:790] = 24
    pixels[60:380, 300:780] = np.tile(tile, (8, 12, 1))
    found = hardly_opened_board(GridReadings(pixels), [])
    assert found is not None
    assert nearly_same(found.grid, board, 1.0)


def test_a_wall_that_runs_off_the_picture_is_no_board() -> None:
    """Half a row of it shows at the lower edge."""
    pixels, grid = _ruled(np.full((330, 360, 3), 150, np.uint8))
    whole = hardly_opened_board(GridReadings(pixels), [grid])
    assert whole is not None
    assert (whole.grid.rows, whole.grid.cols) == (11, 12)
    wall = pixels[60 : 60 + 315, 60 : 60 + 360]
    bricks = Grid(0, 0, 30, 30, 10, 12)
    assert hardly_opened_board(GridReadings(wall), [bricks]) is None
    found = GridReadings(wall).read(bricks)
    assert not where_cells_show(GridReadings(wall), found).believed


def on_an_empty_board(
    places: list[tuple[int, int]], colours: list[tuple[int, int, int]]
) -> NDArray[np.uint8]:
    pixels = np.full((430, 430, 3), 40, np.uint8)
    pixels[30:391, 30:391] = (170, 140, 110)
    pixels[30:391:40, 30:391] = pixels[30:391, 30:391:40] = (220, 200, 190)
    for (row, col), colour in zip(places, colours, strict=True):
        cv2.circle(pixels, (50 + 40 * col, 50 + 40 * row), 13, colour, -1, cv2.LINE_AA)
    return pixels


def test_discs_of_two_players_are_no_flags() -> None:
    places, light, dark = [(3, 3), (3, 4), (4, 4), (4, 3)], (230, 235, 230), (40, 44, 40)
    cells = np.full((9, 9), Cell.HIDDEN, np.int8)
    cells[tuple(np.transpose(places))] = Cell.FLAG
    found = Found(
        UnknownReading(cells, np.ones((9, 9), np.float32), {}, 1.0), Grid(30, 30, 40, 40, 9, 9)
    )
    for colours, believed in (([light, dark] * 2, False), ([light] * 3 + [dark], True)):
        pixels = on_an_empty_board(places, colours)
        assert where_cells_show(GridReadings(pixels), found).believed is believed


@pytest.mark.parametrize("unlike", [True, False])
def test_pieces_of_three_colours_on_an_empty_board_are_no_flags(unlike: bool) -> None:
    places, colours = [(0, 7), (0, 8), (2, 3)], [(40, 220, 60), (40, 40, 230), (230, 40, 30)]
    pixels = on_an_empty_board(places, colours if unlike else colours[1:2] * 3)
    cells = np.full((9, 9), Cell.HIDDEN, np.int8)
    cells[tuple(np.transpose(places))] = Cell.FLAG
    unknown = UnknownReading(cells, np.ones((9, 9), np.float32), {}, 1.0)
    found = Found(unknown, Grid(30, 30, 40, 40, 9, 9))
    assert where_cells_show(GridReadings(pixels), found).believed is not unlike
    asked = cells.copy()
    asked[places[0]] = Cell.QUESTION
    doubted = replace(found, unknown=replace(unknown, cells=asked))
    assert where_cells_show(GridReadings(pixels), doubted).believed is not unlike
    marked = replace(unknown, cells=np.full((9, 9), Cell.FLAG, np.int8))
    assert where_cells_show(GridReadings(pixels), replace(found, unknown=marked)).believed
