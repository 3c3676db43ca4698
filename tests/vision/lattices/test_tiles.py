import numpy as np
import pytest

from autoplay.vision.lattices.tiles import gapped_boards, tile_lattices


def strewn(pitch: float, side: int, count: int) -> np.ndarray:
    """A white picture with tiles of one size on a lattice that begins at (70, 50)."""
    pixels = np.full((400, 500, 3), 240, np.uint8)
    rng = np.random.default_rng(count)
    for place in rng.choice(12 * 18, count, replace=False).tolist():
        row, col = divmod(place, 18)
        x, y = round(70 + col * pitch), round(50 + row * pitch)
        pixels[y : y + side, x : x + side] = 50
    return pixels


@pytest.mark.parametrize(("pitch", "side"), [(16, 15), (20.4, 18), (23, 16), (24, 9)])
def test_tiles_that_touch_no_other_tell_pitch_and_place(pitch: float, side: int) -> None:
    cell, box = next(tile_lattices(strewn(pitch, side, 14)))
    assert cell.pitch_x == pytest.approx(pitch, rel=0.01)
    assert cell.pitch_y == pytest.approx(pitch, rel=0.01)
    # A tile lies in the middle of its cell; whole pixels round that.
    off = ((cell.left - 70 - (side - pitch) / 2) / cell.pitch_x + 0.5) % 1 - 0.5
    assert abs(off) < 0.12
    assert box[0] >= 70 - pitch
    assert box[2] <= 70 + 19 * pitch


def test_tiles_that_lie_as_they_like_are_on_no_lattice() -> None:
    pixels = np.full((400, 500, 3), 240, np.uint8)
    rng = np.random.default_rng(1)
    for x, y in rng.integers(0, 380, (25, 2)):
        pixels[y : y + 15, x : x + 15] = 50
    assert list(tile_lattices(pixels)) == []


@pytest.mark.parametrize("strewn", [True, False])
def test_hundreds_of_tiles_tell_what_a_sample_of_them_does(strewn: bool) -> None:
    pixels = np.full((500, 500, 3), 240, np.uint8)
    rng = np.random.default_rng(2)
    for row, col in np.ndindex(26, 26):
        x, y = 30 + 17 * col, 30 + 17 * row
        if strewn:
            x, y = x + int(rng.integers(-4, 5)), y + int(rng.integers(-4, 5))
        pixels[y : y + 8, x : x + 8] = 50
    found = {round(cell.pitch_x, 1) for cell, _ in tile_lattices(pixels)}
    assert found == (set() if strewn else {17.0})


def test_few_tiles_tell_nothing() -> None:
    assert list(tile_lattices(strewn(16, 15, 5))) == []
    assert list(tile_lattices(np.zeros((1, 1, 3), np.uint8))) == []


def test_tiles_far_apart_are_a_board_that_ends_with_them() -> None:
    pixels = np.full((500, 700, 3), 250, np.uint8)
    for row in range(8):
        for col in range(9):
            x, y = 80 + 64 * col, 60 + 34 * row
            pixels[y : y + 30, x : x + 30] = 190 if (row + col) % 3 else 225
    (grid,) = gapped_boards(pixels)
    assert (grid.rows, grid.cols) == (8, 9)
    assert grid.area == pytest.approx((63, 58, 63 + 9 * 64, 58 + 8 * 34), abs=1)


def test_tiles_that_nearly_touch_or_lie_strewn_are_no_such_board() -> None:
    pixels = np.full((500, 700, 3), 250, np.uint8)
    for row in range(8):
        for col in range(9):
            pixels[60 + 34 * row : 90 + 34 * row, 80 + 34 * col : 110 + 34 * col] = 190
    assert gapped_boards(pixels) == []
    assert gapped_boards(strewn(24, 9, 14)) == []
