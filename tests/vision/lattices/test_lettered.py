"""Boards that are printed in letters of one width are seen by what stands between their cells."""

import random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.vision.lattices.lettered import lettered_lattices

WIDE, HIGH = 12, 24
LEFT, TOP = 31, 17


def printed(lines: list[str], *, dark: bool = True) -> NDArray[np.uint8]:
    """Print lines in letters 12 pixels wide, 24 pixels a line."""
    ground, ink = (25, 235) if dark else (240, 30)
    pixels = np.full((TOP + HIGH * len(lines) + 40, 620, 3), ground, np.uint8)
    for row, line in enumerate(lines):
        for col, letter in enumerate(line):
            (width, height), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1)
            x = LEFT + col * WIDE + (WIDE - width) // 2
            y = TOP + row * HIGH + (HIGH + height) // 2
            cv2.putText(pixels, letter, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (ink,) * 3, 1)
    return pixels


def shown(rows: int, cols: int, signs: str) -> list[str]:
    rng = random.Random(4)
    return ["".join(rng.choice(signs) for _ in range(cols)) for _ in range(rows)]


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("cell", ["[{}]", "|{} ", " {} ", " {} |"])
def test_cells_are_what_stands_between_signs_that_come_again(cell: str, dark: bool) -> None:
    board = shown(9, 9, "1123. F")
    lines = ["Mines left: 8", "    " + "".join(f" {col} " for col in "ABCDEFGHI")]
    lines += [
        f"{row} ".rjust(4) + "".join(map(cell.format, line)) for row, line in enumerate(board)
    ]
    grid = lettered_lattices(printed([*lines, "", "Row and column?"], dark=dark))[0]
    letters = len(cell) - 1
    middle = LEFT + WIDE * (4 + cell.index("{") + 0.5)
    assert (grid.pitch_x, grid.pitch_y) == pytest.approx((letters * WIDE, HIGH), abs=0.15)
    across = (grid.left + grid.pitch_x / 2 - middle) / grid.pitch_x
    down = (grid.top - TOP) / grid.pitch_y
    assert abs(across - round(across)) < 0.12
    assert abs(down - round(down)) < 0.12
    # But for a heading, or what numbers the rows.
    assert (grid.rows, grid.cols) == pytest.approx((9, 9), abs=1)


def test_a_cell_may_take_two_lines() -> None:
    board = shown(8, 9, "1123?-")
    lines = ["Minesweeper"]
    for line in board:
        lines += ["|" + "".join(f" {one} |" for one in line), "+" + "---+" * 9]
    grid = lettered_lattices(printed([*lines, "Row and column?"]))[0]
    assert (grid.pitch_x, grid.pitch_y) == pytest.approx((4 * WIDE, 2 * HIGH), abs=0.2)
    assert (grid.rows, grid.cols) == (8, 9)
    # It shows what it does in its middle.
    assert grid.left == pytest.approx(LEFT + 0.5 * WIDE, abs=2)
    assert grid.top == pytest.approx(TOP + 0.5 * HIGH, abs=3)


def test_words_are_no_cells() -> None:
    rng = random.Random(7)
    words = ["".join(rng.choices("aceimnorstu", k=rng.randint(2, 9))) for _ in range(120)]
    lines = [" ".join(words[at : at + 7])[:46] for at in range(0, 112, 7)]
    assert lettered_lattices(printed(lines)) == []


def test_an_empty_picture_has_none() -> None:
    assert lettered_lattices(np.zeros((60, 80, 3), np.uint8)) == []


@pytest.mark.parametrize("lines", [["MINES: 10 TIME: 0"], ["1 2 3 4 5 6 7 8 9 10 11"] * 3])
def test_a_few_lines_are_no_board(lines: list[str]) -> None:
    assert lettered_lattices(printed(lines)) == []
