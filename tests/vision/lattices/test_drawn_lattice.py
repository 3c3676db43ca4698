"""Digits that stand in rows and columns make a lattice, whatever is around them."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.vision.lattices.drawn_lattice import drawn_lattices


def written(places: NDArray[np.float64], digits: str) -> NDArray[np.uint8]:
    """Draw digits, one after the other, with their middles at places, (n, 2) x and y."""
    pixels = np.full((420, 520, 3), (60, 70, 50), np.uint8)
    cv2.putText(pixels, "Mines: 12", (20, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (220,) * 3, 1)
    for (x, y), digit in zip(places, digits * len(places), strict=False):
        (width, height), _ = cv2.getTextSize(digit, cv2.FONT_HERSHEY_SIMPLEX, 0.6, 2)
        at = (round(x - width / 2), round(y + height / 2))
        cv2.putText(pixels, digit, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (90, 200, 240), 2)
    return pixels


def test_the_pitch_is_that_of_the_digits() -> None:
    rng = np.random.default_rng(5)
    row, col = np.divmod(rng.permutation(8 * 11)[:50], 11)
    centres = np.column_stack([70 + 33.4 * col, 90 + 31.2 * row])
    made = centres + rng.uniform(-1.5, 1.5, centres.shape)
    grids = drawn_lattices(written(made, "1212342231"))
    assert grids
    grid = grids[0]
    assert (grid.pitch_x, grid.pitch_y) == pytest.approx((33.4, 31.2), abs=0.35)
    middle = np.array([grid.left + grid.pitch_x / 2, grid.top + grid.pitch_y / 2])
    steps = (middle - [70, 90]) / [33.4, 31.2]
    assert np.abs(steps - np.round(steps)).max() < 0.12
    assert (grid.rows, grid.cols) == (np.ptp(row) + 1, np.ptp(col) + 1)


def test_digits_here_and_there_make_no_lattice() -> None:
    rng = np.random.default_rng(6)
    places = rng.uniform((40, 60), (480, 390), (50, 2))
    assert drawn_lattices(written(places, "1212342231")) == []


def test_a_line_of_digits_makes_no_lattice() -> None:
    line = np.column_stack([70 + 30 * np.arange(14), np.full(14, 200)])
    assert drawn_lattices(written(line, "12121")) == []


def test_an_empty_picture_has_none() -> None:
    assert drawn_lattices(np.zeros((60, 80, 3), np.uint8)) == []


@pytest.mark.parametrize(("beside", "cols"), [(5, 8), (6, 4)])
def test_digits_that_lie_far_from_the_others_are_left_out(beside: int, cols: int) -> None:
    """Those of a clock and a counter may keep to the pitch as well."""
    col = np.tile([0, 1, 2, 3, beside, beside + 1, beside + 2], 4)
    row = np.repeat(np.arange(4), 7)
    made = np.column_stack([70 + 33.0 * col, 90 + 31.0 * row])
    assert drawn_lattices(written(made, "1212342231"))[0].cols == cols


def test_lines_of_text_around_that_stand_twice_as_close_do_not_hide_the_digits() -> None:
    """In a terminal each row of a board may take two lines, and what is below it one."""
    row, col = np.divmod(np.arange(7 * 8), 8)
    board = np.column_stack([80 + 36.0 * col, 60 + 36.0 * row])
    line, letter = np.divmod(np.arange(5 * 24), 24)
    text = np.column_stack([80 + 18.0 * letter, 330 + 18.0 * line])
    grids = drawn_lattices(written(np.vstack([board, text]), "1212342231"))
    assert [round(grid.pitch_x) for grid in grids] == [18, 36]
    assert (grids[1].pitch_x, grids[1].pitch_y) == pytest.approx((36, 36), abs=0.3)
    assert (grids[1].left, grids[1].top) == pytest.approx((62, 42), abs=3)
    assert grids[1].cols >= 8
