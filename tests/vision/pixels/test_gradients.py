"""What is the same in every cell is left of a board when a gradient over it is taken away."""

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.pixels.gradients import without_gradient


def test_cells_are_all_alike_without_a_gradient_and_nothing_else_changes() -> None:
    cell = np.zeros((12, 12), np.float32)
    cell[0], cell[:, 0] = 40, 40
    across = np.linspace(20, 180, 8 * 12, dtype=np.float32)
    board = np.tile(cell, (6, 8)) + across
    pixels = np.full((100, 140, 3), 7, np.uint8)
    pixels[10:82, 20:116] = board.astype(np.uint8)[:, :, None]
    even = without_gradient(pixels, Grid(20, 10, 12, 12, 6, 8))
    cells = even[10:82, 20:116].reshape(6, 12, 8, 12, 3).swapaxes(1, 2).astype(int)
    # Beside the two ends a window takes in what lies there twice.
    assert np.ptp(cells[1:-1, 1:-1], axis=(0, 1)).max() <= 4
    outside = np.ones(pixels.shape[:2], bool)
    outside[10:82, 20:116] = False
    assert (even[outside] == 7).all()
