"""A picture of a position with each closed cell's mine probability drawn over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from autoplay.board import Board
    from autoplay.geometry import Region
    from autoplay.move import Move
    from autoplay.solver.analysis import Analysis

CELL = 32
"""Pixels a cell where there is no screenshot to draw over."""

# Blue to orange instead of green to red: told apart by everybody.
SAFE, MINE, CHOSEN = (200, 110, 0), (0, 90, 230), (0, 0, 0)
MIDDLE = (235, 235, 235)


def overlay(
    board: Board,
    analysis: Analysis,
    move: Move | None,
    screenshot: tuple[NDArray[np.uint8], Grid] | None = None,
) -> NDArray[np.uint8]:
    """Return a (height, width, 3) uint8 picture, blue green red.

    Drawn over the screenshot where there is one, else over a board drawn from the text.
    """
    if screenshot is None:
        grid = Grid(0, 0, CELL, CELL, board.rows, board.cols)
        picture = _drawn(board, grid)
    else:
        picture, grid = screenshot[0].copy(), screenshot[1]
    for row, col in np.argwhere(~np.isnan(analysis.probability)).tolist():
        _tint(picture, grid.cell(row, col), float(analysis.probability[row, col]))
    if move is not None:
        cell = grid.cell(move.row, move.col)
        cv2.rectangle(picture, (cell.x, cell.y), (cell.right - 1, cell.bottom - 1), CHOSEN, 2)
    return picture


def save_picture(picture: NDArray[np.uint8], path: Path) -> None:
    """Write a picture file; raises InputError where that is not possible."""
    from autoplay.errors import InputError

    try:
        coded, data = cv2.imencode(path.suffix or ".png", picture)
    except cv2.error:
        coded = False
    if not coded:
        raise InputError(f"{path} names no kind of picture; write it as NAME.png")
    try:
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from error


def _drawn(board: Board, grid: Grid) -> NDArray[np.uint8]:
    region = grid.region
    picture = np.full((region.h, region.w, 3), 255, np.uint8)
    for row in range(board.rows):
        for col in range(board.cols):
            cell = grid.cell(row, col)
            if board.unopened[row, col]:
                picture[cell.y : cell.bottom, cell.x : cell.right] = 190
            elif board.cells[row, col]:
                _write(picture, cell, board[row, col].symbol, (60, 60, 60), 0.6)
            cv2.rectangle(picture, (cell.x, cell.y), (cell.right, cell.bottom), (150,) * 3, 1)
    return picture


def _tint(picture: NDArray[np.uint8], cell: Region, risk: float) -> None:
    """Colour a cell by its risk and write the risk into it, in per cent."""
    towards = np.array(SAFE if risk < 0.5 else MINE, float)
    strength = abs(risk - 0.5) * 2
    colour = np.array(MIDDLE, float) * (1 - strength) + towards * strength
    inside = picture[max(0, cell.y + 1) : cell.bottom - 1, max(0, cell.x + 1) : cell.right - 1]
    inside[:] = (0.25 * inside + 0.75 * colour).astype(np.uint8)
    ink = (255, 255, 255) if strength > 0.6 else (0, 0, 0)
    _write(picture, cell, f"{100 * risk:.0f}", ink, 0.45)


def _write(
    picture: NDArray[np.uint8],
    cell: Region,
    text: str,
    ink: tuple[int, int, int],
    part: float,
) -> None:
    """Write into the middle of a cell, `part` of its height tall but no wider than it."""
    font = cv2.FONT_HERSHEY_SIMPLEX
    (width, height), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = min(part * cell.h / height, 0.8 * cell.w / width)
    left = round(cell.x + (cell.w - width * scale) / 2)
    bottom = round(cell.y + (cell.h + height * scale) / 2)
    cv2.putText(picture, text, (left, bottom), font, scale, ink, 1, cv2.LINE_AA)
