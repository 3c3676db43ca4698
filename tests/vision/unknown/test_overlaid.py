"""A board that a window cuts short is read with what is left of its outer lines."""

import numpy as np
import pytest

from autoplay.board import Cell, shows
from autoplay.vision.unknown.found import Found
from autoplay.vision.unknown.overlaid import cut_short_by_a_window
from autoplay.vision.unknown.reading import read_unknown
from tests.vision.invented import invented
from tests.vision.synthetic import Picture, paint, play_position


def made(seed: int) -> Picture:
    rng, look, scene = invented(seed, state="mid", rows=10, cols=12)
    return paint(rng, look, scene, play_position(rng, scene))


def read_part(picture: Picture) -> Found:
    """Read all of a board but its first column."""
    grid = picture.grid.part(0, 10, 1, 12)
    return Found(read_unknown(picture.pixels, grid), grid)


@pytest.mark.parametrize("seed", [4, 13])
def test_a_column_of_which_a_few_cells_are_in_sight_makes_sense_of_a_board(seed: int) -> None:
    picture = made(seed)
    truth = picture.board.cells
    left = picture.grid.left
    edge = round(left + picture.grid.pitch_x)
    bottom = round(picture.grid.top + 6 * picture.grid.pitch_y)
    picture.pixels[:bottom, :edge] = 250
    part = read_part(picture)
    assert not part.sound
    whole = cut_short_by_a_window(picture.pixels, part)
    assert whole is not None
    assert (whole.grid.rows, whole.grid.cols) == (10, 12)
    assert abs(whole.grid.left - left) < 1
    read = whole.unknown.cells
    covered = shows(read, Cell.UNREADABLE)
    assert covered[:6, 0].all()
    assert np.array_equal(read[~covered], truth[~covered])
    assert covered.sum() == 6
    assert not whole.unknown.confidence[covered].any()


def test_a_column_that_is_covered_all_over_is_not_known_of() -> None:
    picture = made(4)
    picture.pixels[:, : round(picture.grid.left + picture.grid.pitch_x)] = 250
    assert cut_short_by_a_window(picture.pixels, read_part(picture)) is None
