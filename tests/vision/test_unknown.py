"""Boards of looks nobody taught are read right, and doubt is admitted."""

import numpy as np
import pytest

from autoplay.board import Cell
from autoplay.geometry import Grid
from autoplay.vision.unknown import UnknownReading, read_unknown
from tests.vision.synthetic import Picture, picture

SEEDS = range(1, 25)


def _read(made: Picture) -> UnknownReading:
    return read_unknown(made.pixels, made.grid)


@pytest.fixture(scope="module")
def readings() -> list[tuple[Picture, UnknownReading]]:
    made = [picture(seed, state="mid") for seed in SEEDS]
    return [(each, _read(each)) for each in made]


def test_nearly_all_cells_of_invented_skins_are_right(
    readings: list[tuple[Picture, UnknownReading]],
) -> None:
    right = np.concatenate([(r.cells == m.board.cells).ravel() for m, r in readings])
    assert right.mean() > 0.96


def test_high_confidence_is_earned(readings: list[tuple[Picture, UnknownReading]]) -> None:
    wrong = np.concatenate(
        [((r.cells != m.board.cells) & (r.confidence > 0.95)).ravel() for m, r in readings]
    )
    assert wrong.mean() < 0.005


def test_what_is_ambiguous_names_its_candidates(
    readings: list[tuple[Picture, UnknownReading]],
) -> None:
    for _, reading in readings:
        doubtful = {tuple(place) for place in np.argwhere(reading.cells == Cell.UNREADABLE)}
        assert doubtful == set(reading.candidates)
        assert all(reading.candidates.values())


@pytest.mark.parametrize("seed", range(6))
def test_a_fresh_board_is_all_hidden(seed: int) -> None:
    made = picture(seed, state="fresh", noise=0, hover=False, jpeg=0)
    assert (_read(made).cells == Cell.HIDDEN).all()


def test_a_grid_that_reaches_past_the_picture_is_still_read() -> None:
    made = picture(3, state="mid")
    region = made.grid.region
    cut = made.pixels[region.y + 2 : region.bottom - 2, region.x + 2 : region.right - 2]
    grid = made.grid.moved(-region.x - 2, -region.y - 2)
    assert isinstance(grid, Grid)
    reading = read_unknown(cut, grid)
    assert (reading.cells == made.board.cells).mean() > 0.9
