"""Boards with few lines between their cells fill a rectangle that shows."""

import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.locate.rectangles import divided_rectangles
from autoplay.vision.pixels.lines import draw_lines


def panel(width: int, height: int) -> np.ndarray:
    """A dark rectangle at (40, 60) on a light panel, beside another window's corner."""
    pixels = np.full((420, 560, 3), 190, np.uint8)
    pixels[60 : 60 + height, 40 : 40 + width] = 20
    pixels[380:, 500:] = 90
    return pixels


@pytest.mark.parametrize(("rows", "cols", "pitch"), [(9, 9, 13), (8, 12, 25), (16, 16, 12)])
def test_a_rectangle_is_divided_into_square_cells(rows: int, cols: int, pitch: int) -> None:
    found = divided_rectangles(draw_lines(panel(cols * pitch, rows * pitch)))
    assert Grid(40, 60, pitch, pitch, rows, cols) in found
    assert all(abs(grid.pitch_x / grid.pitch_y - 1) < 0.04 for grid in found)
    assert all(min(grid.pitch_x, grid.pitch_y) > 9.5 for grid in found)


def test_nothing_fills_a_strip_or_a_plain_page() -> None:
    assert divided_rectangles(draw_lines(panel(300, 30))) == []
    assert divided_rectangles(draw_lines(np.full((200, 200, 3), 80, np.uint8))) == []
