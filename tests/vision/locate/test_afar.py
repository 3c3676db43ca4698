"""Boards that only a smaller picture shows."""

import numpy as np
import pytest

from autoplay.desktop.protocols import Frame
from autoplay.geometry import Grid, Point
from autoplay.vision.locate.afar import fresh_from_afar
from autoplay.vision.locate.boards import locate_boards
from autoplay.vision.pixels.lines import draw_lines
from autoplay.vision.reader import Reader

GRID = Grid(90, 120, 48, 48, 12, 10)


@pytest.fixture(scope="module")
def grainy() -> np.ndarray:
    """A board chequered in two tones that differ by less than the grain of the picture."""
    pixels = np.full((800, 700, 3), (60, 60, 60), np.float32)
    for row in range(GRID.rows):
        for col in range(GRID.cols):
            cell = GRID.cell(row, col)
            tone = (170, 70, 66) if (row + col) % 2 else (178, 74, 70)
            pixels[cell.y : cell.bottom, cell.x : cell.right] = tone
    grain = np.random.default_rng(5).normal(0, 6, pixels.shape)
    return np.clip(pixels + grain, 0, 255).round().astype(np.uint8)


def test_a_board_in_the_grain_of_a_picture_is_fresh_from_afar(grainy: np.ndarray) -> None:
    assert all(found.grid.size != GRID.size for found in locate_boards(grainy))
    (grid,) = fresh_from_afar(draw_lines(grainy))
    assert (grid.rows, grid.cols) == (GRID.rows, GRID.cols)
    assert np.allclose(grid.area, GRID.area, atol=2)
    reading = Reader().read(Frame(grainy, Point(0, 0)))
    assert (reading.grid.rows, reading.grid.cols) == (GRID.rows, GRID.cols)


def test_nothing_is_fresh_from_afar_in_a_small_picture(grainy: np.ndarray) -> None:
    assert fresh_from_afar(draw_lines(np.ascontiguousarray(grainy[:110, :200]))) == []
