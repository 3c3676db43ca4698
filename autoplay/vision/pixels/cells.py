"""Cut a board out of a picture into cells of one size, whatever its pitch and phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid, Region

SIDE = 16
"""Pixels a side that every cell is brought to before it is compared."""

_CELLS_ACROSS = 64


def cut_cells(pixels: NDArray[np.uint8], grid: Grid, side: int = SIDE) -> NDArray[np.uint8]:
    """Return (rows, cols, side, side, 3) uint8: each cell of a grid, resampled.

    pixels: (height, width, 3) uint8; grid: in pixels of this picture, may be fractional.
    Cells outside the picture repeat its border.
    """
    # Large cells are first sampled at a multiple of the side and then averaged, or thin strokes
    # would fall between the samples.
    fine = side * max(1, round(max(grid.pitch_x, grid.pitch_y) / side))
    width, height = grid.cols * fine, grid.rows * fine
    box = grid.region
    if fine == side and _on_pixels(grid, box) and _inside(box, pixels):
        part = pixels[box.y : box.bottom, box.x : box.right]
        board = cv2.resize(part, (width, height), interpolation=cv2.INTER_LINEAR)
        return _apart(np.asarray(board, np.uint8), grid.rows, grid.cols, side)
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
    return _apart(np.asarray(board, np.uint8), grid.rows, grid.cols, side)


def cut_places(
    pixels: NDArray[np.uint8], grid: Grid, places: NDArray[np.intp], side: int = SIDE
) -> NDArray[np.uint8]:
    """Return (n, side, side, 3) uint8: the cells of a grid at some places, as `cut_cells` does.

    places: (n,) numbers of cells, row by row.
    """
    fine = side * max(1, round(max(grid.pitch_x, grid.pitch_y) / side))
    # The cells lie side by side in one picture, some in each row: OpenCV takes no picture that is
    # longer than 32767 pixels. The last row is filled up with the first cell.
    across = min(len(places), _CELLS_ACROSS)
    down = -(-len(places) // across)
    filled = np.zeros(across * down, np.intp)
    filled[: len(places)] = places
    row, col = np.divmod(filled.reshape(down, across), grid.cols)
    step = (np.arange(fine) + 0.5) / fine
    x = grid.left - 0.5 + (col[:, None, :, None] + step[None, None, None, :]) * grid.pitch_x
    y = grid.top - 0.5 + (row[:, None, :, None] + step[None, :, None, None]) * grid.pitch_y
    shape = (down, fine, across, fine)
    x, y = x.astype(np.float32), y.astype(np.float32)
    drawn = cv2.remap(
        pixels,
        np.broadcast_to(x, shape).reshape(down * fine, across * fine),
        np.broadcast_to(y, shape).reshape(down * fine, across * fine),
        interpolation=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if fine != side:
        drawn = cv2.resize(drawn, (across * side, down * side), interpolation=cv2.INTER_AREA)
    cells = _apart(np.asarray(drawn, np.uint8), down, across, side)
    return cells.reshape(-1, side, side, 3)[: len(places)]


def _apart(board: NDArray[np.uint8], rows: int, cols: int, side: int) -> NDArray[np.uint8]:
    """Return (rows, cols, side, side, 3) for a picture of cells side by side."""
    cells = board.reshape(rows, side, cols, side, 3)
    return np.ascontiguousarray(cells.transpose(0, 2, 1, 3, 4))


def _on_pixels(grid: Grid, box: Region) -> bool:
    """Whether a grid begins and ends on whole pixels: then a plain resize does, which is faster."""
    return (
        max(
            abs(grid.left - box.x),
            abs(grid.top - box.y),
            abs(grid.cols * grid.pitch_x - box.w),
            abs(grid.rows * grid.pitch_y - box.h),
        )
        < 0.01
    )


def _inside(box: Region, pixels: NDArray[np.uint8]) -> bool:
    height, width = pixels.shape[:2]
    return box.x >= 0 and box.y >= 0 and box.right <= width and box.bottom <= height


def odd_cells(rows: int, cols: int) -> NDArray[np.bool_]:
    """Mark (rows, cols) every other cell of a board, as the dark squares of a checkerboard lie."""
    return np.asarray(np.indices((rows, cols)).sum(axis=0) % 2 == 1)


def normalise(picture: NDArray[np.uint8], side: int = SIDE) -> NDArray[np.uint8]:
    """Return one (height, width, 3) picture of a cell as (side, side, 3)."""
    shrinks = min(picture.shape[:2]) >= side
    method = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (side, side), interpolation=method), np.uint8)
