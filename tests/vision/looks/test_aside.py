"""What pages draw at one side of their cells is found there."""

import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.looks.aside import Window, cut_windows, windows_of_drawings
from autoplay.vision.looks.grounds import SIDE, cut_cells
from autoplay.vision.unknown.reading import read_unknown
from tests.vision.plainly import PRINTED, TABLE_PITCH, table

TINY = Window(0.12, 0.12, 0.13, 0.13, 0.0)


@pytest.mark.parametrize("at", [(1, 20), (20, 1)])
def test_text_at_a_side_of_its_cells_is_read(at: tuple[int, int]) -> None:
    """Hidden cells and opened ones were one white, and all of it but a few digits was hidden."""
    pixels, grid = table(PRINTED, at)
    reading = read_unknown(pixels, grid)
    wrong = reading.cells != [["012345678.F".index(kind) for kind in row] for row in PRINTED]
    assert not wrong.any()


def test_what_is_drawn_in_the_middle_needs_no_window() -> None:
    assert windows_of_drawings(cut_cells(*table(PRINTED, (20, 20)))) == []
    assert windows_of_drawings(cut_cells(*table(["...", "..."], (1, 1)))) == []


def test_a_window_holds_what_is_drawn_with_less_around_it_and_without_lines() -> None:
    pixels, grid = table(PRINTED, (1, 20))
    wide, narrow = windows_of_drawings(cut_cells(pixels, grid))
    assert wide.left < narrow.left < 1 / TABLE_PITCH
    assert 12 / TABLE_PITCH < narrow.right < wide.right < 0.8
    zero = cut_windows(pixels, grid, narrow)[0]
    assert zero.shape == (SIDE, SIDE, 3)
    # Nothing of the grey line, and no ink that goes on to a side.
    border = np.concatenate((zero[0], zero[-1], zero[:, 0], zero[:, -1]))
    assert border[:, 0].min() > 70
    assert zero[:, :, 0].min() < 40


def test_a_window_may_reach_beyond_the_picture() -> None:
    pixels = np.full((30, 30, 3), 90, np.uint8)
    grid = Grid(0, 0, 10, 10, 3, 3)
    cells = cut_windows(pixels, grid, Window(-0.5, -0.5, 1.5, 1.5, 0.1))
    assert cells.shape == (9, SIDE, SIDE, 3)
    assert np.ptp(cells) < 60
    assert np.ptp(cells[..., 0]) < 0.1


def test_a_window_has_a_pixel_however_small_it_is() -> None:
    cells = cut_windows(np.full((30, 30, 3), 90, np.uint8), Grid(0, 0, 10, 10, 3, 3), TINY)
    assert np.ptp(cells[..., 0]) < 0.1
