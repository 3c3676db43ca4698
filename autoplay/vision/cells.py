"""Cut a board out of a picture into cells of one size, whatever its pitch and phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

SIDE = 16
"""Pixels a side that every cell is brought to before it is compared."""


def cut_cells(pixels: NDArray[np.uint8], grid: Grid, side: int = SIDE) -> NDArray[np.uint8]:
    """Return (rows, cols, side, side, 3) uint8: each cell of a grid, resampled.

    pixels: (height, width, 3) uint8; grid: in pixels of this picture, may be fractional.
    Cells outside the picture repeat its border.
    """
    # Large cells are first sampled at a multiple of the side and then averaged, or thin strokes
    # would fall between the samples.
    fine = side * max(1, round(max(grid.pitch_x, grid.pitch_y) / side))
    width, height = grid.cols * fine, grid.rows * fine
    step_x, step_y = grid.pitch_x / fine, grid.pitch_y / fine
    mapping = np.array(
        [
            [step_x, 0.0, grid.left + 0.5 * step_x - 0.5],
            [0.0, step_y, grid.top + 0.5 * step_y - 0.5],
        ]
    )
    board = cv2.warpAffine(
        pixels,
        mapping,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if fine != side:
        board = cv2.resize(
            board, (grid.cols * side, grid.rows * side), interpolation=cv2.INTER_AREA
        )
    cells = np.asarray(board, np.uint8).reshape(grid.rows, side, grid.cols, side, 3)
    return np.ascontiguousarray(cells.transpose(0, 2, 1, 3, 4))


def normalise(picture: NDArray[np.uint8], side: int = SIDE) -> NDArray[np.uint8]:
    """Return one (height, width, 3) picture of a cell as (side, side, 3)."""
    shrinks = min(picture.shape[:2]) >= side
    method = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (side, side), interpolation=method), np.uint8)
