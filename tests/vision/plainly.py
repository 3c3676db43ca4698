"""Boards painted as plainly as the simplest programs do: a colour a cell, thin lines, one font."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.unknown import UnknownReading, read_unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

Colour = tuple[int, int, int]
WHITE, GREY, BLACK = (255, 255, 255), (128, 128, 128), (0, 0, 0)
RED, YELLOW, BLUE = (0, 0, 255), (0, 255, 255), (255, 0, 0)


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


def read(
    rows: list[str], colours: Mapping[str, Colour], lines: Mapping[str, Colour] | None = None
) -> UnknownReading:
    """Read such a board as one that no pack knows."""
    return read_unknown(*painted(rows, colours, lines))
