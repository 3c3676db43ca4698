"""A frame begins where another colour does, all along, just beyond the cells."""

import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.locate.frame_around import frame_begins

BLANK = np.full(3, 80, np.float32)
GRID = Grid(30.0, 20.0, 10.0, 10.0, 6, 8)


def picture(frame: int = 200) -> np.ndarray:
    pixels = np.full((120, 160, 3), frame, np.uint8)
    pixels[20:80, 30:110] = 80
    return pixels


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("after", [True, False])
def test_another_colour_all_along_is_a_frame(axis: int, after: bool) -> None:
    assert frame_begins(picture(), GRID, BLANK, axis, after=after)
    assert not frame_begins(picture(85), GRID, BLANK, axis, after=after)


def test_a_frame_that_begins_further_off_is_a_margin() -> None:
    assert not frame_begins(picture(), GRID.part(0, 5, 0, 8), BLANK, 0, after=True)


def test_only_the_cells_that_tell_are_asked() -> None:
    pixels = picture()
    pixels[80:, 70:110] = 80
    first = np.arange(8) < 4
    assert not frame_begins(pixels, GRID, BLANK, 0, after=True)
    assert frame_begins(pixels, GRID, BLANK, 0, after=True, along=first)
    assert not frame_begins(pixels, GRID, BLANK, 0, after=True, along=np.zeros(8, bool))


def test_at_the_edge_of_a_picture_nothing_tells() -> None:
    assert not frame_begins(picture()[:80], GRID, BLANK, 0, after=True)
    assert not frame_begins(picture()[20:], GRID.moved(0, -20), BLANK, 0, after=False)


def test_the_cells_that_tell_are_blanks() -> None:
    """What lies over them may end there as well."""
    pixels = picture()
    pixels[60:80, 70:110] = 160
    last = np.arange(8) >= 4
    assert frame_begins(pixels, GRID, BLANK, 0, after=True)
    assert not frame_begins(pixels, GRID, BLANK, 0, after=True, along=last)
    assert frame_begins(pixels, GRID, BLANK, 0, after=True, along=~last)
