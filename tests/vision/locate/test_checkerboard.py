"""Hidden cells that alternate between two colours do so up to the sides of a board."""

import numpy as np
import pytest

from autoplay.board import Board
from autoplay.geometry import Grid
from autoplay.vision.locate.checkerboard import beyond_checkerboard

PITCH = 20
HIDDEN = ["." * 8] * 6


def by_turns(rows: int, cols: int) -> np.ndarray:
    """Cells of two greens by turns at (20, 20), on a page of the lighter one."""
    noise = np.random.default_rng(4).integers(-3, 4, ((rows + 2) * PITCH, (cols + 2) * PITCH, 3))
    turns = np.indices((rows, cols)).sum(axis=0) % 2
    pixels = np.full(noise.shape, (80, 170, 120))
    board = np.kron(turns, np.ones((PITCH, PITCH), int))[:, :, None] * (0, -14, -14)
    pixels[PITCH : PITCH * (rows + 1), PITCH : PITCH * (cols + 1)] += board
    return (pixels + noise).astype(np.uint8)


@pytest.mark.parametrize("side", ["right", "below", "above", "left"])
def test_a_margin_in_one_of_the_two_colours_lies_beyond_it(side: str) -> None:
    pixels, grid = by_turns(6, 8), Grid(PITCH, PITCH, PITCH, PITCH, 6, 8)
    assert not beyond_checkerboard(pixels, (grid, Board.from_rows(HIDDEN).cells))
    wider = {
        "right": grid.part(0, 6, 0, 9),
        "below": grid.part(0, 7, 0, 8),
        "above": grid.part(-1, 6, 0, 8),
        "left": grid.part(0, 6, -1, 8),
    }[side]
    cells = Board.from_rows(["." * wider.cols] * wider.rows).cells
    assert beyond_checkerboard(pixels, (wider, cells))


def test_an_outer_line_with_something_opened_is_the_boards() -> None:
    pixels, grid = by_turns(6, 8), Grid(PITCH, PITCH, PITCH, PITCH, 6, 9)
    rows = [row + "." for row in HIDDEN[1:]] + ["." * 7 + "11"]
    assert not beyond_checkerboard(pixels, (grid, Board.from_rows(rows).cells))


def test_hidden_cells_of_one_colour_have_no_checkerboard() -> None:
    pixels = by_turns(0, 9).repeat(4, axis=0)
    grid = Grid(0, 0, PITCH, PITCH, 8, 11)
    assert not beyond_checkerboard(pixels, (grid, Board.from_rows(["." * 11] * 8).cells))
