"""What lies below a pointer that rests on a board: the picture is read again without it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.looks.pointer import find_pointer
from autoplay.vision.looks.stray import find_stray
from autoplay.vision.unknown.found import Found
from autoplay.vision.unknown.grid_readings import read_without_pack

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.desktop.protocols import Frame
    from autoplay.vision.looks.pointer import Pointer
    from autoplay.vision.reading import Reading

_SURE = 0.95
_DOUBTFUL = 0.9
_BELOW_POINTER = np.float32(0.9)


def pointer_on(frame: Frame, reading: Reading) -> Pointer | None:
    """Return the pointer that is seen on a board, None if none is."""
    grid = reading.grid_in(frame)
    plain = np.isin(reading.board.cells, (Cell.HIDDEN, Cell.N0))
    # No template looks like an arrow.
    shown = ~plain & (reading.confidence < _SURE) if reading.by_pack else ~plain
    doubtful = shown & (reading.confidence < _DOUBTFUL)
    return find_pointer(frame.pixels, grid, shown) or find_stray(
        frame.pixels, grid, plain, doubtful
    )


def read_without(clear: Frame, reading: Reading, touched: NDArray[np.bool_]) -> Reading | None:
    """Return a reading that no pack made with the cells that a pointer touched read again.

    clear: the same frame without the pointer. touched: (rows, cols). None unless all other cells
    are read there as before: then the pointer has made more of the board than it hides.
    """
    if reading.by_pack:
        return None
    grid = reading.grid_in(clear)
    found = Found(*read_without_pack(clear.pixels, grid))
    cells = found.unknown.cells
    if not found.sound or cells.shape != touched.shape:
        return None
    otherwise = (cells != reading.board.cells) & (cells != Cell.UNREADABLE)
    if otherwise[~touched].any():
        return None
    confidence = np.where(touched, found.confidence, reading.confidence)
    return reading.named(np.where(touched, cells, reading.board.cells), confidence)


def less_sure(below: Reading, touched: NDArray[np.bool_]) -> Reading:
    """Return a reading that is sure of no cell, (rows, cols), that a pointer touched.

    What lies below was guessed.
    """
    unsure = np.minimum(below.confidence, _BELOW_POINTER)
    return replace(below, confidence=np.where(touched, unsure, below.confidence))
