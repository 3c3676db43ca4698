"""Lattices that may be boards are laid over each other, and made coarser."""

import pytest

from autoplay.geometry import Grid
from autoplay.vision.lattices.located import (
    fullest,
    oblong,
    same_cells,
    twice_as_coarse,
    twice_as_fine,
)


@pytest.mark.parametrize(
    ("pitch", "coarse"),
    [
        ((20.0, 10.0), Grid(5.0, 7.0, 20.0, 20.0, 8, 12)),
        ((10.0, 20.0), Grid(5.0, 7.0, 20.0, 20.0, 16, 6)),
        ((10.0, 10.0), Grid(5.0, 7.0, 20.0, 20.0, 8, 6)),
    ],
)
def test_a_lattice_is_made_coarser_so_that_cells_stay_or_become_square(
    pitch: tuple[float, float], coarse: Grid
) -> None:
    assert twice_as_coarse(Grid(5.0, 7.0, *pitch, 16, 12)) == [coarse]


def test_of_odd_rows_the_first_is_left_out_or_the_last() -> None:
    coarse = twice_as_coarse(Grid(0.0, 0.0, 20.0, 10.0, 13, 8))
    assert coarse == [Grid(0.0, top, 20.0, 20.0, 6, 8) for top in (0.0, 10.0)]


def test_no_lattice_is_made_too_coarse_for_a_board() -> None:
    assert twice_as_coarse(Grid(0.0, 0.0, 20.0, 20.0, 9, 9)) == []
    few = Grid(0.0, 0.0, 20.0, 10.0, 6, 8)
    assert twice_as_coarse(few, 4) == []
    assert twice_as_coarse(few, 3) == [Grid(0.0, 0.0, 20.0, 20.0, 3, 8)]


def test_a_lattice_is_made_finer_where_it_is() -> None:
    assert twice_as_fine(Grid(5.0, 7.0, 30.0, 20.0, 8, 9)) == Grid(5.0, 7.0, 15.0, 10.0, 16, 18)


@pytest.mark.parametrize(("pitch", "far"), [((20, 10), True), ((10, 20), True), ((20, 17), False)])
def test_cells_that_are_twice_as_wide_as_high_are_oblong(
    pitch: tuple[float, float], far: bool
) -> None:
    assert oblong(Grid(5.0, 7.0, *pitch, 16, 12)) is far


@pytest.mark.parametrize(
    ("left", "pitch", "rows", "same"),
    [(7.1, 12.0, 16, True), (7.0, 12.01, 16, True), (7.6, 12.0, 16, False), (7.0, 12.0, 15, False)],
)
def test_grids_a_tenth_of_a_pixel_apart_have_the_same_cells(
    left: float, pitch: float, rows: int, same: bool
) -> None:
    grid = Grid(7.0, 5.0, 12.0, 12.0, 16, 16)
    assert same_cells(grid, Grid(left, 5.0, pitch, 12.0, rows, 16)) is same


def test_the_fullest_lattices_go_first_and_nearly_the_same_goes_once() -> None:
    grids = [Grid(10.0 * at, 0.0, 20.0, 20.0, 8, 8) for at in range(6)]
    found = [*enumerate(grids), (5.5, grids[5].moved(0.4, -0.6)), (4.5, grids[4].moved(1.5, 0.0))]
    assert fullest(found) == [found[6][1], found[7][1], grids[4], grids[3]]
