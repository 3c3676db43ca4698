import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.locate.framed import filling_frames, framed_boards, small_boards
from autoplay.vision.locate.fresh import painted_alike
from autoplay.vision.pixels.lines import draw_lines


def shaded(pitch: int, rows: int, cols: int) -> np.ndarray:
    """A page with cells lit softly in their middles, that begin at (60, 40)."""
    away = np.abs((np.arange(pitch) + 0.5) / pitch - 0.5)
    cell = 150 - 60 * np.hypot(*np.meshgrid(away, away))
    pixels = np.full((420, 560, 3), 250, np.uint8)
    board = np.tile(cell, (rows, cols)).astype(np.uint8)
    pixels[40 : 40 + rows * pitch, 60 : 60 + cols * pitch] = board[:, :, None]
    return pixels


@pytest.mark.parametrize(("pitch", "rows", "cols"), [(26, 12, 16), (37, 9, 9)])
def test_softly_shaded_cells_divide_their_frame(pitch: int, rows: int, cols: int) -> None:
    pixels = shaded(pitch, rows, cols)
    drawing = draw_lines(pixels)
    (found,) = framed_boards(drawing)
    assert (found.rows, found.cols) == (rows, cols)
    assert (found.left, found.top) == (60, 40)
    assert found.pitch_x == found.pitch_y == pitch
    assert painted_alike(pixels, found)


@pytest.mark.parametrize(("rows", "cols"), [(8, 8), (9, 14)])
def test_cells_of_two_colours_by_turns_divide_their_frame(rows: int, cols: int) -> None:
    """As faint as the noise: the means of whole columns are all the same."""
    pitch = 37
    noise = np.random.default_rng(3).integers(-2, 3, (rows * pitch, cols * pitch))
    turns = np.indices((rows, cols)).sum(axis=0) % 2
    board = 70 + np.kron(3 * turns, np.ones((pitch, pitch), int)) + noise
    pixels = np.full((420, 640, 3), 30, np.uint8)
    pixels[50 : 50 + rows * pitch, 60 : 60 + cols * pitch] = board[:, :, None]
    assert framed_boards(draw_lines(pixels)) == [Grid(60, 50, pitch, pitch, rows, cols)]


@pytest.mark.parametrize("below", [0, 6])
def test_what_lies_within_a_border_is_divided(below: int) -> None:
    pitch, rows, cols = 40, 9, 12
    away = np.minimum(np.arange(pitch), np.arange(pitch)[::-1])
    cell = np.where(np.add.outer(away, away) < 3, 130, 150)
    pixels = np.full((460, 600, 3), 250, np.uint8)
    pixels[50 : 50 + rows * pitch + below, 60 : 60 + cols * pitch] = 40
    noise = np.random.default_rng(1).integers(-2, 3, (rows * pitch, cols * pitch))
    board = np.tile(cell, (rows, cols)) + noise
    pixels[50 : 50 + rows * pitch, 60 : 60 + cols * pitch] = board[:, :, None]
    found = framed_boards(draw_lines(pixels))
    assert Grid(60, 50, pitch, pitch, rows, cols) in found


def test_a_plain_frame_and_a_plain_page_hold_none() -> None:
    pixels = np.full((420, 560, 3), 250, np.uint8)
    assert framed_boards(draw_lines(pixels)) == []
    pixels[40:380, 60:500] = 120
    assert framed_boards(draw_lines(pixels)) == []


def test_cells_without_lines_fill_their_frame() -> None:
    """Opened cells in a corner tell their size, and only roughly."""
    pixels = np.full((260, 400, 3), 110, np.uint8)
    pixels[50:198, 60:306] = 40
    pixels[150:198, 200:260] = 240
    rough = Grid(62, 49, 11.9, 12.2, 12, 17)
    filling = filling_frames(draw_lines(pixels), rough)
    assert Grid(60, 50, 12.3, 148 / 12, 12, 20) in filling
    assert all(grid.area == (60, 50, 306, 198) for grid in filling)
    assert len(filling) <= 4
    assert filling_frames(draw_lines(pixels), rough.moved(150, 0)) == []


def test_a_frame_is_divided_into_few_square_cells_in_every_way() -> None:
    pixels = np.full((420, 560, 3), 250, np.uint8)
    pixels[50:290, 60:360] = 120
    grids = small_boards(draw_lines(pixels))
    assert {(grid.rows, grid.cols) for grid in grids} == {(5, 6), (7, 9), (8, 10)}
    assert all(abs(grid.pitch_x / grid.pitch_y - 1) < 0.08 for grid in grids)
    assert small_boards(draw_lines(np.full((420, 560, 3), 250, np.uint8))) == []
