"""What is written beside a grid may tell something of each of its rows, and name none of them."""

import cv2
import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.locate.clues import clues_beside

GRID = Grid(80, 80, 40, 40, 9, 12)
CLUES = ["1", "3", "2", "4", "2", "5", "1", "1", "3", "2", "6", "1"]
FIGURES = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]


def ruled(labels: list[str], row: int, col: int, *, down: bool = False, off: int = 0) -> np.ndarray:
    """A ruled sheet, and labels in the cells from a place on, so many pixels off their middles."""
    pixels = np.full((540, 700, 3), 230, np.uint8)
    area = GRID.region
    for at in range(GRID.cols + 1):
        pixels[area.y : area.bottom + 1, area.x + 40 * at] = 0
    for at in range(GRID.rows + 1):
        pixels[area.y + 40 * at, area.x : area.right + 1] = 0
    for number, label in enumerate(labels):
        cell = GRID.part(row, row + 1, col, col + 1).region
        x, y = cell.x + 20, cell.y + 20
        x, y = (x, y + 40 * number) if down else (x + 40 * number + off, y)
        (wide, high), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_SIMPLEX, 0.6, 2)
        place = (x - wide // 2, y + high // 2)
        cv2.putText(pixels, label, place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (20, 20, 20), 2)
    return pixels


@pytest.mark.parametrize(("row", "col"), [(-1, 0), (9, 0)])
def test_clues_stand_above_or_below_each_column(row: int, col: int) -> None:
    assert clues_beside(ruled(CLUES, row, col), GRID)
    assert not clues_beside(ruled(CLUES, row, col, off=9), GRID)
    assert not clues_beside(ruled(CLUES[:5], row, col), GRID)


@pytest.mark.parametrize("col", [-1, 12])
def test_clues_stand_on_either_side_of_each_row(col: int) -> None:
    assert clues_beside(ruled(CLUES[:9], 0, col, down=True), GRID)


def test_what_numbers_the_columns_is_no_clue_nor_is_a_row_of_nails() -> None:
    for labels in (FIGURES, list("ABCDEFGHIJKL"), ["o"] * 12, []):
        assert not clues_beside(ruled(labels, -1, 0), GRID)
    wide = Grid(80, 80, 40, 40, 9, 14)
    last_figures = ruled(list("12345678901234"), -1, 0)
    assert not clues_beside(last_figures, wide)
