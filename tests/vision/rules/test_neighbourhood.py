"""Neighbours are counted without the cell itself; a rectangle is the least around the marked."""

import numpy as np

from autoplay.vision.rules.neighbourhood import (
    count_around,
    places_around,
    rectangle_around,
    touching,
)


def test_neighbours_are_counted_up_to_the_edge_and_without_the_cell_itself() -> None:
    mask = np.zeros((3, 4), bool)
    mask[0, 0] = mask[1, 1] = True
    expected = [[1, 2, 1, 0], [2, 1, 1, 0], [1, 1, 1, 0]]
    assert np.array_equal(count_around(mask), expected)


def test_the_rectangle_around_marked_cells_holds_them_and_no_more() -> None:
    mask = np.zeros((5, 6), bool)
    mask[1, 4] = mask[3, 2] = True
    assert rectangle_around(mask) == (slice(1, 4), slice(2, 5))


def test_places_around_a_cell_are_itself_and_its_neighbours_on_the_board() -> None:
    assert places_around((0, 2), (2, 3)) == [(0, 1), (0, 2), (1, 1), (1, 2)]
    assert len(places_around((1, 1), (3, 3))) == 9


def test_cells_touch_that_have_another_at_a_side_and_not_at_a_corner_alone() -> None:
    mask = np.zeros((4, 5), bool)
    assert touching(mask) == 1
    mask[0, 0] = mask[1, 1] = True
    assert touching(mask) == 0
    mask[1, 2] = mask[3, 4] = True
    assert touching(mask) == 0.5
