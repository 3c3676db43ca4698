"""Lines between blocks are drawn otherwise in a sudoku; on a board all are alike."""

import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.locate.blocks import in_blocks

PITCH = 30


def ruled(size: int, strong: int, *, both: bool = True) -> tuple[np.ndarray, Grid]:
    """Squares of light grey with dark lines between them, every so many of them three pixels."""
    pixels = np.full(((size + 2) * PITCH, (size + 2) * PITCH, 3), 230, np.uint8)
    low, high = PITCH, (size + 1) * PITCH
    for number in range(size + 1):
        at = PITCH * (number + 1)
        wide = slice(at - 1, at + 2) if strong and number % strong == 0 else slice(at, at + 1)
        pixels[low:high, wide] = 60
        pixels[wide if both else slice(at, at + 1), low:high] = 60
    return pixels, Grid(PITCH, PITCH, PITCH, PITCH, size, size)


@pytest.mark.parametrize(("size", "strong"), [(9, 3), (16, 4), (6, 2), (10, 5)])
def test_a_sudoku_is_parted_into_blocks(size: int, strong: int) -> None:
    assert in_blocks(*ruled(size, strong))


@pytest.mark.parametrize("size", [8, 9, 16])
def test_a_board_is_not(size: int) -> None:
    assert not in_blocks(*ruled(size, 0))


def test_blocks_are_parted_both_ways() -> None:
    assert not in_blocks(*ruled(9, 3, both=False))


@pytest.mark.parametrize("each", [2, 3])
def test_keys_are_no_cells_that_have_a_line_at_one_side_only(each: int) -> None:
    pixels, grid = ruled(6, 0)
    for number in range(1, 6):
        if number % each:
            at = PITCH * (number + 1)
            pixels[PITCH + 1 : 7 * PITCH, at] = 230
            for row in range(6):
                top = PITCH * (row + 1)
                pixels[top : top + 1, at] = 60
                pixels[top + 9 : top + 21, at - 3 : at + 4 : 3] = 0
    assert in_blocks(pixels, grid)
    assert in_blocks(pixels.transpose(1, 0, 2), grid)


def test_noise_is_no_line() -> None:
    pixels, grid = ruled(9, 0)
    noise = np.random.default_rng(3).normal(0, 12, pixels.shape)
    assert not in_blocks(np.clip(pixels + noise, 0, 255).astype(np.uint8), grid)


@pytest.mark.parametrize("pitch", [24.5, 24.25, 24 + 1 / 3])
def test_gaps_that_are_a_pixel_wider_by_turns_are_none(pitch: float) -> None:
    count = 12
    pixels = np.full((400, 400, 3), 60, np.uint8)
    corners = [int(21 + pitch * number) for number in range(count)]
    for y in corners:
        for x in corners:
            pixels[y : y + 23, x : x + 23] = 200
    assert not in_blocks(pixels, Grid(20, 20, pitch, pitch, count, count))


@pytest.mark.parametrize(("pitch", "off"), [(52 + 2 / 3, 0), (105 + 1 / 3, 5)])
def test_a_sudoku_is_one_where_its_lines_lie_between_pixels(pitch: float, off: int) -> None:
    pixels = np.full((1000, 1000, 3), 255, np.uint8)
    for number in range(10):
        at = int(20 + pitch * number)
        line = slice(at, at + (1 if number % 3 else 2))
        pixels[20:970, line] = 60
        pixels[line, 20:970] = 60
    assert in_blocks(pixels, Grid(20 - off, 20 - off, pitch, pitch, 9, 9))
