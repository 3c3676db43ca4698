"""Lines beside a grid lie in step with it, and those next to it come first."""

import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.beyond import extended, following, lengthened, lines, lines_beyond, outward

GRID = Grid(40.0, 30.0, 10.0, 12.0, 5, 6)
PICTURE = (150, 130, 3)


@pytest.mark.parametrize(
    ("axis", "after", "expected"),
    [
        (0, True, Grid(40.0, 90.0, 10.0, 12.0, 4, 6)),
        (0, False, Grid(40.0, 6.0, 10.0, 12.0, 2, 6)),
        (1, True, Grid(100.0, 30.0, 10.0, 12.0, 5, 3)),
        (1, False, Grid(0.0, 30.0, 10.0, 12.0, 5, 4)),
    ],
)
def test_whole_lines_lie_in_step_with_the_grid(axis: int, after: bool, expected: Grid) -> None:
    assert lines_beyond(PICTURE, GRID, axis, 4, after=after) == expected


def test_a_single_line_is_too_few() -> None:
    assert lines_beyond((110, 130, 3), GRID, 0, 4, after=True) is None


def test_lines_may_be_some_of_the_grid_and_some_beyond() -> None:
    assert lines(GRID, 1, -1, 2) == GRID.part(0, 5, -1, 2)
    assert lines(GRID, 0, 4, 7) == GRID.part(4, 7, 0, 6)


def test_outward_the_line_next_to_the_grid_comes_first() -> None:
    cells = np.arange(6).reshape(2, 3)
    assert outward(cells, 0, after=True).tolist() == [[0, 1, 2], [3, 4, 5]]
    assert outward(cells, 0, after=False).tolist() == [[3, 4, 5], [0, 1, 2]]
    assert outward(cells, 1, after=False).tolist() == [[2, 5], [1, 4], [0, 3]]


@pytest.mark.parametrize(
    ("axis", "after", "expected"),
    [
        (0, True, [[1, 2], [3, 4], [5, 6], [7, 8]]),
        (0, False, [[7, 8], [5, 6], [1, 2], [3, 4]]),
        (1, True, [[1, 2, 5, 7], [3, 4, 6, 8]]),
        (1, False, [[7, 5, 1, 2], [8, 6, 3, 4]]),
    ],
)
def test_lines_are_added_as_they_lie(axis: int, after: bool, expected: list[list[int]]) -> None:
    cells, more = np.array([[1, 2], [3, 4]]), np.array([[5, 6], [7, 8]])
    assert extended(cells, more, axis, after=after).tolist() == expected


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("after", [True, False])
def test_a_longer_grid_is_the_grid_and_what_follows(axis: int, after: bool) -> None:
    whole = lengthened(GRID, axis, 3, after=after)
    added = following(GRID, axis, 3, after=after)
    assert whole.size == GRID.size + added.size
    begins, ends = (GRID, added) if after else (added, GRID)
    assert whole.area == (*begins.area[:2], *ends.area[2:])
