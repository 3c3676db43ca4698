"""A grid of which nothing is opened is a board only where its cells are all drawn alike."""

import cv2
import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.unknown.reading import read_unknown
from autoplay.vision.unknown.unknown_reading import UnknownReading
from tests.vision.synthetic import picture

SIDE, GRID = 48, Grid(10, 10, 48, 48, 8, 8)


def ruled(paint: dict[tuple[int, int], int], clues: int = 0) -> UnknownReading:
    """Read ruled cells, some painted in a grey of their own, some with a clue in their corner."""
    pixels = np.full((8 * SIDE + 20, 8 * SIDE + 20, 3), 190, np.uint8)
    for r, c in np.ndindex(8, 8):
        x, y = 10 + c * SIDE, 10 + r * SIDE
        grey = paint.get((r, c), 190)
        cv2.rectangle(pixels, (x, y), (x + SIDE, y + SIDE), (grey,) * 3, -1)
        cv2.rectangle(pixels, (x, y), (x + SIDE, y + SIDE), (60,) * 3, 1)
        if (5 * r + 3 * c) % 8 < clues:
            at = (x + 3, y + 14)
            cv2.putText(pixels, "6x", at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0))
    return read_unknown(pixels, GRID)


def test_plain_cells_all_alike_may_be_a_board() -> None:
    assert ruled({}).sound


def test_cells_alike_by_turns_may_be_a_board() -> None:
    assert ruled({(r, c): 160 for r, c in np.ndindex(8, 8) if (r + c) % 2}).sound


def test_one_cell_under_the_pointer_changes_nothing() -> None:
    assert ruled({(3, 4): 210}).sound


def test_clues_in_the_corners_make_a_puzzle() -> None:
    assert not ruled({}, clues=3).plausible


def test_an_edge_of_another_colour_makes_a_puzzle() -> None:
    edge = {(r, c): 230 for r, c in np.ndindex(8, 8) if r in (0, 7) or c in (0, 7)}
    assert not ruled(edge).plausible


def test_some_plain_cells_of_two_colours_make_a_puzzle() -> None:
    some = {(0, 3): 0, (1, 6): 0, (4, 4): 0, (7, 1): 0, (2, 2): 255, (5, 0): 255, (5, 7): 255}
    assert not ruled(some).plausible


def test_a_gradient_may_be_a_board_and_a_heat_map_none() -> None:
    assert ruled({(r, c): 100 + 8 * r + 6 * c for r, c in np.ndindex(8, 8)}).sound
    shades = np.random.default_rng(1).integers(150, 240, (8, 8))
    heat = ruled({(r, c): int(shades[r, c]) for r, c in np.ndindex(8, 8)})
    assert heat.fresh
    assert not heat.plausible


@pytest.mark.parametrize("seed", range(6, 20))
def test_noise_and_gradients_leave_a_fresh_board_even(seed: int) -> None:
    made = picture(seed, state="fresh")
    assert read_unknown(made.pixels, made.grid).even
