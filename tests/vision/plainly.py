"""Boards painted as plainly as the simplest programs do: a colour a cell, thin lines, one font."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from autoplay.vision.unknown.reading import read_unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoplay.vision.unknown.unknown_reading import UnknownReading

Colour = tuple[int, int, int]
WHITE, GREY, BLACK = (255, 255, 255), (128, 128, 128), (0, 0, 0)
RED, YELLOW, BLUE = (0, 0, 255), (0, 255, 255), (255, 0, 0)

TABLE_PITCH = 52

PRINTED = [
    "0000000000",
    "0000000000",
    "0001110000",
    "0001F10111",
    "00011112.1",
    "0111001F.1",
    "12.10022..",
    "F.21002F2.",
    "...1003F..",
    "...1002F..",
]
"""A board far into a game."""


def painted(
    rows: list[str],
    colours: Mapping[str, Colour],
    lines: Mapping[str, Colour] | None = None,
    side: int = 40,
) -> tuple[np.ndarray, Grid]:
    """Paint a board: each cell in the colour of its symbol, in a line of the colour of that.

    colours: of the cells with a symbol, BGR; `1` stands for all numbers. lines: likewise.
    """
    pixels = np.full((len(rows) * side, len(rows[0]) * side, 3), 255, np.uint8)
    for r, c in np.ndindex(len(rows), len(rows[0])):
        cell = pixels[r * side + 1 : (r + 1) * side - 1, c * side + 1 : (c + 1) * side - 1]
        shown = rows[r][c]
        kind = "1" if shown in "12345678" else shown
        cell[:] = (lines or {}).get(kind, colours[kind])
        cell[1:-1, 1:-1] = colours[kind]
        if kind == "1":
            place = (side // 2 - 7, side // 2 + 7)
            cv2.putText(cell, shown, place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (60, 20, 20), 2)
    return pixels, Grid(0, 0, side, side, len(rows), len(rows[0]))


def table(rows: list[str], at: tuple[int, int]) -> tuple[np.ndarray, Grid]:
    """A white page with a ruled table; what its cells bear begins at a place in each of them."""
    grid = Grid(10, 10, TABLE_PITCH, TABLE_PITCH, len(rows), len(rows[0]))
    region = grid.region.grown(10)
    pixels = np.full((region.h, region.w, 3), 255, np.uint8)
    for row, col in np.ndindex(grid.rows, grid.cols):
        cell, shown = grid.cell(row, col), rows[row][col]
        pixels[cell.y, cell.x : cell.right] = pixels[cell.y : cell.bottom, cell.x] = 140
        x, y = cell.x + at[0], cell.y + at[1]
        if shown == "F":
            pixels[y : y + 8, x + 2 : x + 9] = RED
            pixels[y : y + 12, x + 2 : x + 4] = BLACK
        elif shown != ".":
            cv2.putText(pixels, shown, (x, y + 12), cv2.FONT_HERSHEY_SIMPLEX, 0.5, BLACK)
    return pixels, grid


def on_squares(window: np.ndarray, at: tuple[int, int], pitch: int) -> np.ndarray:
    """A screen ruled in squares of a pitch, and a window whose left top corner is at (x, y)."""
    pixels = np.full((960, 1600, 3), (66, 51, 36), np.uint8)
    pixels[::pitch] = pixels[:, ::pitch] = (90, 70, 50)
    left, top = at
    pixels[top : top + len(window), left : left + window.shape[1]] = window
    return pixels


def typed(board: Board, below: str) -> np.ndarray:
    """Write a board as a terminal shows it, three letters a cell, and a line of text below it."""
    shown = {Cell.HIDDEN: "[ ]", Cell.FLAG: "[x]", Cell.N0: "   "}
    lines = [
        "".join(shown.get(Cell(int(kind)), f" {int(kind)} ") for kind in row) for row in board.cells
    ]
    pixels = np.zeros((board.rows * 27 + 160, board.cols * 39 + 130, 3), np.uint8)
    for line, text in enumerate(["MINES 10", "", *lines, below]):
        for at, letter in enumerate(text):
            place = (61 + 13 * at, 26 + 27 * line)
            cv2.putText(
                pixels, letter, place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (230,) * 3, 1, cv2.LINE_AA
            )
    return pixels


def read(
    rows: list[str], colours: Mapping[str, Colour], lines: Mapping[str, Colour] | None = None
) -> UnknownReading:
    """Read such a board as one that no pack knows."""
    return read_unknown(*painted(rows, colours, lines))
