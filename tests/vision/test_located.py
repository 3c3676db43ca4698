"""Lattices that may be boards are laid over each other, and made coarser."""

from autoplay.geometry import Grid
from autoplay.vision.located import twice_as_coarse


def test_a_lattice_is_made_coarser_down_across_and_both_ways() -> None:
    coarse = twice_as_coarse(Grid(5.0, 7.0, 20.0, 10.0, 16, 12))
    assert coarse == [
        Grid(5.0, 7.0, 20.0, 20.0, 8, 12),
        Grid(5.0, 7.0, 40.0, 10.0, 16, 6),
        Grid(5.0, 7.0, 40.0, 20.0, 8, 6),
    ]


def test_of_odd_rows_the_first_is_left_out_or_the_last() -> None:
    tops = [grid.top for grid in twice_as_coarse(Grid(0.0, 0.0, 20.0, 10.0, 13, 8))]
    assert tops == [0.0, 10.0]


def test_no_lattice_is_made_too_coarse_for_a_board() -> None:
    assert twice_as_coarse(Grid(0.0, 0.0, 20.0, 20.0, 9, 9)) == []
