"""Which numbers cannot all be right, against all layouts of small boards tried one by one."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoplay.board import Board, Cell
from autoplay.vision.rules import agreement
from autoplay.vision.rules.agreement import fitting, other_numbers
from autoplay.vision.rules.neighbourhood import count_around


def layouts(cells: np.ndarray) -> list[np.ndarray]:
    """Return every way to lay mines under the unopened cells."""
    unopened = np.argwhere(cells > Cell.N8)
    found = []
    for mines in product((False, True), repeat=len(unopened)):
        layout = np.zeros(cells.shape, bool)
        layout[tuple(unopened.T)] = mines
        found.append(layout)
    return found


def allowed(cells: np.ndarray, counts: list[np.ndarray]) -> bool:
    numbers = cells <= Cell.N8
    return any((count == cells)[numbers].all() for count in counts)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_the_numbers_that_may_be_others_are_those_of_brute_force(seed: int) -> None:
    rng = np.random.default_rng(seed)
    mines = rng.random((4, 4)) < 0.3
    cells = np.asarray(count_around(mines), np.int8)
    cells[mines | (rng.random(mines.shape) < 0.3)] = Cell.HIDDEN
    numbers = np.argwhere((cells >= Cell.N1) & (cells <= Cell.N8)).tolist()
    if not numbers:
        return
    row, col = numbers[rng.integers(len(numbers))]
    cells[row, col] = rng.integers(1, 9)
    counts = [count_around(layout) for layout in layouts(cells)]
    # A blank says as much as a number, but is never told from the drawing of one.
    free = np.where(cells == Cell.N0, np.int8(Cell.WRONG_FLAG), cells)
    counts_by_numbers = [np.where(free > Cell.N8, free, count) for count in counts]
    expected: dict[tuple[int, int], list[Cell]] = {}
    for place in map(tuple, numbers):
        for number in range(1, 9):
            trial = free.copy()
            trial[place] = number
            if allowed(trial, counts_by_numbers):
                expected.setdefault(place, []).append(Cell(number))
    found = list(other_numbers(free, np.ones(cells.shape, bool)))
    assert found == ([] if allowed(free, counts_by_numbers) else [expected])


def test_only_a_doubtful_number_may_be_another() -> None:
    cells = Board.from_rows(["14...", "....."]).cells
    assert list(other_numbers(cells, np.zeros(cells.shape, bool))) == [{}]
    doubtful = np.zeros(cells.shape, bool)
    doubtful[0, 0] = True
    assert list(other_numbers(cells, doubtful)) == [{(0, 0): [Cell.N2]}]


def test_mines_that_are_shown_are_counted() -> None:
    cells = Board.from_rows(["1*.", "..."]).cells
    assert fitting(cells, (0, 0), list(map(Cell, range(1, 9)))) == [Cell.N1, Cell.N2, Cell.N3]


def test_what_takes_too_long_to_tell_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = Board.from_rows(["14...", "....."]).cells
    everything = np.ones(cells.shape, bool)
    assert list(other_numbers(cells, everything))
    monkeypatch.setattr(agreement._Tries, "__init__", lambda self: setattr(self, "left", 1))
    assert not list(other_numbers(cells, everything))
