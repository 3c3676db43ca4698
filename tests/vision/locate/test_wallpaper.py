"""What squares fill a picture, and what is left of it without them."""

import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.locate.wallpaper import without_wallpaper

WINDOW, INSIDE = np.s_[200:420, 300:560], np.s_[203:417, 303:557]


def ruled(pitch: float, *, window: bool = True) -> tuple[np.ndarray, Grid]:
    """Squares of a pitch that fill a picture, a window with noise in it, and their lattice."""
    pixels = np.full((600, 800, 3), (66, 51, 36), np.uint8)
    pixels[np.rint(np.arange(3, 600, pitch)).astype(int)] = (90, 70, 50)
    pixels[:, np.rint(np.arange(5, 800, pitch)).astype(int)] = (90, 70, 50)
    if window:
        shown = pixels[WINDOW]
        shown[:] = np.random.default_rng(1).integers(120, 256, shown.shape)
    return pixels, Grid(5, 3, pitch, pitch, int(597 / pitch), int(795 / pitch))


@pytest.mark.parametrize("pitch", [12, 20.5, 25])
def test_squares_beside_a_window_are_painted_over(pitch: float) -> None:
    pixels, grid = ruled(pitch)
    bare = without_wallpaper(pixels, grid)
    assert bare is not None
    # A square of which the window takes a line of pixels is much like the others.
    assert np.array_equal(bare[INSIDE], pixels[INSIDE])
    beside = np.ones(bare.shape[:2], bool)
    margin = int(pitch)
    beside[200 - margin : 420 + margin, 300 - margin : 560 + margin] = False
    assert (bare[beside] == (66, 51, 36)).all()


def test_squares_of_two_colours_by_turns_are_painted_over() -> None:
    rows, cols = np.indices((600, 800)) // 20
    pixels = np.where(((rows + cols) % 2)[..., None], 90, 160).repeat(3, axis=2).astype(np.uint8)
    bare = without_wallpaper(pixels, Grid(0, 0, 20, 20, 30, 40))
    assert bare is not None
    assert len(np.unique(bare)) == 1


def test_fewer_cells_may_be_a_board() -> None:
    pixels, grid = ruled(40)
    assert without_wallpaper(pixels, grid) is None


def test_a_lattice_on_a_part_of_the_picture_is_no_wallpaper() -> None:
    pixels, grid = ruled(12)
    assert without_wallpaper(pixels, grid.part(0, grid.rows, 0, grid.cols // 2)) is None


def test_cells_that_are_all_different_are_no_wallpaper() -> None:
    pixels = np.random.default_rng(2).integers(0, 256, (600, 800, 3), dtype=np.uint8)
    assert without_wallpaper(pixels, Grid(0, 0, 20, 20, 30, 40)) is None
