"""Cells are cut alike wherever they lie."""

import cv2
import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.looks.grounds import (
    SIDE,
    cut_cells,
    grounds,
    linked,
    rims,
    sample_cells,
    shown_by_few,
)

TILE = 20
SCALE = 1.13


def scaled_window() -> tuple[np.ndarray, Grid]:
    """A window of equal bevelled tiles, drawn at one size and scaled to another."""
    tile = np.full((TILE, TILE, 3), 160, np.uint8)
    tile[:2], tile[:, :2], tile[-2:], tile[:, -2:] = 230, 230, 70, 70
    window = cv2.resize(np.tile(tile, (9, 9, 1)), None, fx=SCALE, fy=SCALE)
    pitch = window.shape[0] / 9
    return window, Grid(0.0, 0.0, pitch, pitch, 9, 9)


def unlike(cells: np.ndarray) -> float:
    """How much cells that are equal on the screen differ once cut."""
    inner = cells.reshape(9, 9, SIDE, SIDE, 3)[1:-1, 1:-1].reshape(-1, SIDE, SIDE, 3)
    return float(inner.std(axis=0).mean())


def test_a_scaled_window_is_cut_alike_between_pixels() -> None:
    pixels, grid = scaled_window()
    assert unlike(sample_cells(pixels, grid)) < 0.6 * unlike(cut_cells(pixels, grid))


def test_both_ways_agree_on_whole_pixels() -> None:
    pixels = cv2.blur(np.random.default_rng(1).integers(0, 256, (96, 96, 3), np.uint8), (9, 9))
    grid = Grid(0.0, 0.0, float(SIDE), float(SIDE), 3, 3)
    assert np.abs(sample_cells(pixels, grid) - cut_cells(pixels, grid)).max() < 0.1
    assert sample_cells(pixels, grid).shape == (9, SIDE, SIDE, 3)


def test_a_grid_past_the_edge_repeats_it() -> None:
    pixels = np.full((40, 40, 3), 99, np.uint8)
    cells = sample_cells(pixels, Grid(-3.5, -3.5, 16.0, 16.0, 3, 3))
    assert np.ptp(cells, axis=(0, 1, 2)).max() < 0.1


def test_pictures_of_one_ground_colour_are_told_apart_by_their_borders() -> None:
    rng = np.random.default_rng(3)
    pictures = 50 + 20 * rng.random((2, SIDE, SIDE, 3), dtype=np.float32)
    for picture in pictures:
        picture[:] = cv2.GaussianBlur(picture, (0, 0), 3) * 4 - 180
        picture[4:8, 4:8] = picture[-8:-4, 4:8] = picture[4:8, -8:-4] = picture[-8:-4, -8:-4] = 60
    cells = pictures[[0, 0, 1, 0, 1]]
    cells[1, 10:20, 12:20] = 0
    assert linked(grounds(cells), 1.6).tolist() == [0] * 5
    assert linked(rims(cells), 1.6).tolist() == [0, 0, 1, 0, 1]


def test_a_drawing_that_fills_its_cell_lies_on_the_ground_that_others_show() -> None:
    """A digit may cover all corner patches; its border and the gaps between strokes do not lie."""
    cells = np.full((12, SIDE, SIDE, 3), (75, 0, 0), np.float32)
    cells[:, :2], cells[:, :, :2] = (50, 0, 0), (50, 0, 0)
    for stroke in (slice(4, 10), slice(13, 19), slice(22, 28)):
        cells[8:, stroke, 4:28] = (47, -52, 50)
    assert np.abs(grounds(cells) - (75, 0, 0)).max() < 1
    # A tile laid into its cell hides the ground in the middle, too, whatever goes on around it.
    cells[8:, 4:28, 4:28] = (47, -52, 50)
    assert np.abs(grounds(cells)[8:] - (47, -52, 50)).max() < 1


def test_a_mixture_seen_nowhere_on_a_cell_is_not_its_ground() -> None:
    """It is that of a drawing and the ground; small digits reach over the border as well."""
    cells = np.full((12, SIDE, SIDE, 3), (88, 0, 15), np.float32)
    cells[8:, :, :4] = cells[8:, :4] = cells[8:, :, -4:] = (85, 0, 15)
    cells[8:, 5:27, 5:14] = (45, -40, 30)
    assert np.abs(grounds(cells) - (88, 0, 15)).max() < 1
    # A ground that is seen on the cell is its own, be its border nearly that of others.
    cells[8:, 4:28, 14:28] = (80, -8, 18)
    cells[8:, 4:28, 4:14] = (80, -8, 18)
    assert np.abs(grounds(cells)[8:] - (80, -8, 18)).max() < 1


def test_bold_digits_of_uneven_colour_that_reach_over_the_border_are_no_ground() -> None:
    cells = np.full((12, SIDE, SIDE, 3), (67, 45, 36), np.float32)
    cells[8:, :, :4] = cells[8:, :4] = cells[8:, :, -4:] = (61, 45, 36)
    for stroke in (slice(2, 10), slice(13, 19), slice(22, 30)):
        cells[8:, stroke, 4:28] = (20, 9, -14)
        cells[8:, stroke, 4:28, 0] += np.linspace(-18, 30, 24, dtype=np.float32)
    assert np.abs(grounds(cells) - (67, 45, 36)).max() < 1


def test_a_board_shows_few_pictures_and_a_photograph_many() -> None:
    rng = np.random.default_rng(8)
    cells = 100 * rng.random((60, SIDE, SIDE, 3), dtype=np.float32)
    for cell in cells:
        cell[:] = cv2.GaussianBlur(cell, (0, 0), 5) * 4 - 150
    assert shown_by_few(cells, 14, 4.0) == 14 / 60
    assert shown_by_few(cells[rng.integers(0, 12, 60)] + 1, 14, 4.0) == 1
