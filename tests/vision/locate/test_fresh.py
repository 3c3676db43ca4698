import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.locate.fresh import painted_alike
from tests.vision.stamping import DASHES, GRID, dashed, meadow, painted

TURNS = np.indices((GRID.rows, GRID.cols)).sum(axis=0) % 2


def plain(kind: int) -> np.ndarray:
    """One of two colours that are nearly the same."""
    return np.full((26, 26, 3), 90 + 6 * kind, np.uint8)


def dotted(_: int) -> np.ndarray:
    """A cell with rounded corners, which leave dots between the cells."""
    cell = np.full((26, 26, 3), 90, np.uint8)
    cell[:2, :2] = cell[:2, -2:] = cell[-2:, :2] = cell[-2:, -2:] = 60
    return cell


def tile(_: int) -> np.ndarray:
    return np.full((26, 26, 3), 90, np.uint8)


@pytest.mark.parametrize("paint", [meadow, plain, dotted])
def test_cells_of_a_fresh_board_bear_one_picture_or_two_by_turns(paint) -> None:
    assert painted_alike(painted(TURNS, paint), GRID)


@pytest.mark.parametrize("paint", [meadow, plain, dotted])
def test_noise_hides_nothing_that_every_cell_shows(paint) -> None:
    noise = np.random.default_rng(3).normal(0, 4, (400, 560, 3))
    pixels = np.clip(painted(TURNS, paint) + noise, 0, 255).astype(np.uint8)
    assert painted_alike(pixels, GRID)


def test_one_cell_may_be_under_the_pointer() -> None:
    pixels = painted(TURNS, dotted)
    spot = GRID.cell(4, 5)
    pixels[spot.y : spot.bottom, spot.x : spot.right] += 40
    assert painted_alike(pixels, GRID)


def test_half_of_the_gap_between_cells_may_lie_beyond_the_picture() -> None:
    pixels = np.full((260, 330, 3), 30, np.uint8)
    for row, col in np.ndindex(6, 7):
        pixels[row * 40 : row * 40 + 32, col * 40 : col * 40 + 32] = (60, 160, 70)
    assert painted_alike(pixels, Grid(-4, -4, 40, 40, 6, 7))
    assert not painted_alike(pixels, Grid(-44, -4, 40, 40, 6, 8))


def test_a_plain_rectangle_shows_no_cells() -> None:
    assert not painted_alike(painted(TURNS, tile), GRID)
    noise = np.random.default_rng(3).normal(0, 6, (400, 560, 3))
    assert not painted_alike(np.clip(painted(TURNS, tile) + noise, 0, 255).astype(np.uint8), GRID)


@pytest.mark.parametrize("paint", [meadow, plain, dotted])
def test_a_lattice_has_the_pitch_the_place_and_the_extent_of_the_cells(paint) -> None:
    pixels = painted(TURNS[:8], paint)
    board = GRID.part(0, 8, 0, 12)
    assert painted_alike(pixels, board)
    assert not painted_alike(pixels, Grid(110, 75, 52, 52, 4, 6))
    assert not painted_alike(pixels, Grid(110, 75, 13, 13, 16, 24))
    assert not painted_alike(pixels, Grid(110, 75, 26.9, 26, 8, 12))
    # What is painted goes on beside a part of it, and ends before more than it.
    assert not painted_alike(pixels, board.part(0, 6, 0, 12))
    assert not painted_alike(pixels, board.part(0, 9, 0, 12))


@pytest.mark.parametrize("off", [0, 0.5])
def test_some_cells_may_be_a_pixel_wider_than_others(off: float) -> None:
    """Their thin lines then come again after 28 or 29 pixels, wherever the pitch is rounded."""
    drawn = Grid(60, 40, 28.48, 28.48, 10, 14)
    pixels = np.full((400, 560, 3), (70, 80, 70), np.uint8)
    for row in range(drawn.rows):
        for col in range(drawn.cols):
            spot = drawn.cell(row, col)
            cell = pixels[spot.y : spot.bottom, spot.x : spot.right]
            cell[:] = 90
            cell[: spot.h // 2] = 150
            cell[0] = cell[-1] = cell[:, 0] = cell[:, -1] = 50
    assert painted_alike(pixels, drawn.moved(off, off))


def test_a_rule_of_dashes_is_no_row_of_cells_with_a_dash_each() -> None:
    pixels = dashed()
    assert painted_alike(pixels, DASHES)
    above_alone = pixels.copy()
    above_alone[DASHES.region.bottom :] = 0
    assert not painted_alike(above_alone, DASHES)
    pixels[:60] = pixels[23:83]
    assert not painted_alike(pixels, DASHES.part(1, DASHES.rows, 0, DASHES.cols))


def test_a_window_beside_the_cells_may_have_the_colour_of_their_middles() -> None:
    """Their outer lines, two pixels wide, then end what lies beside them."""
    pixels = np.zeros((400, 560, 3), np.uint8)
    board = Grid(60, 40, 26.2, 26.3, 10, 14)
    for row, col in np.ndindex(board.rows, board.cols):
        spot = board.cell(row, col)
        pixels[spot.y : spot.bottom, spot.x : spot.right] = (0, 255, 255)
        pixels[spot.y + 2 : spot.bottom - 2, spot.x + 2 : spot.right - 2] = 0
    assert painted_alike(pixels, board)
    assert not painted_alike(pixels, board.part(0, 11, 0, 14))
    assert not painted_alike(pixels, board.part(0, 9, 0, 14))


def test_opened_cells_are_others() -> None:
    kinds = np.zeros_like(TURNS)
    kinds[2:6, 3:7] = 1
    assert not painted_alike(painted(kinds), GRID)


def test_icons_of_many_colours_on_a_plain_ground_are_no_cells() -> None:
    """However small they are, so that most of each cell is the ground."""
    grid = Grid(40, 30, 80, 80, 6, 9)
    colours = np.random.default_rng(3).integers(0, 256, (grid.rows, grid.cols, 3))
    pixels = np.full((560, 800, 3), 150, np.uint8)
    for row in range(grid.rows):
        for col in range(grid.cols):
            spot = grid.centre(row, col)
            icon = pixels[spot.y - 7 : spot.y + 7, spot.x - 7 : spot.x + 7]
            icon[:] = colours[row, col]
            icon[3:5] = 0
    assert not painted_alike(pixels, grid)


def test_a_wall_has_no_joint_at_every_second_half_of_a_brick() -> None:
    pixels = painted(TURNS, tile)
    for row in range(GRID.rows):
        course = GRID.part(row, row + 1, 0, GRID.cols).region
        pixels[course.y, course.x : course.right] = 40
        for col in range(row % 2, GRID.cols, 2):
            pixels[course.y : course.bottom, course.x + 26 * col] = 40
    assert not painted_alike(pixels, GRID)


@pytest.mark.parametrize("contrast", [14, 60])
def test_lines_may_be_drawn_between_the_cells_only(contrast: int) -> None:
    pixels = np.full((400, 560, 3), 50, np.uint8)
    left, top, rows, cols, pitch = 60, 40, 8, 10, 37.5
    right, bottom = left + round(cols * pitch), top + round(rows * pitch)
    pixels[top:bottom, left:right] = 100
    for col in range(1, cols):
        pixels[top:bottom, left + int(col * pitch)] = 100 - contrast
    for row in range(1, rows):
        pixels[top + int(row * pitch), left:right] = 100 - contrast
    grid = Grid(left, top, pitch, pitch, rows, cols)
    assert painted_alike(pixels, grid)
    for other in (grid.part(0, rows, 0, cols - 1), grid.part(0, rows, 0, cols + 1)):
        assert not painted_alike(pixels, other)
    assert not painted_alike(pixels, grid.moved(pitch / 2, 0))
    assert not painted_alike(pixels, grid.moved(0, pitch / 3))
