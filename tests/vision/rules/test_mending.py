"""Of the names that take a contradiction away, the one that the drawing allows is given."""

import numpy as np

from autoplay.board import Board, Cell
from autoplay.vision.rules.consistency import impossible
from autoplay.vision.rules.mending import mend

TRUE = Board.from_rows(["....", "1221", "0000"]).cells


def costs(cells: np.ndarray, resembles: dict[tuple[int, int], dict[Cell, float]]) -> np.ndarray:
    """Every cell costs 9 by any other name, but for what it resembles."""
    cost = np.full((cells.size, 16), 9.0)
    cost[np.arange(cells.size), cells.ravel()] = 0
    for (row, col), names in resembles.items():
        for name, dearer in names.items():
            cost[row * cells.shape[1] + col, name] = dearer
    return cost


def test_a_board_without_contradictions_stays() -> None:
    assert not impossible(TRUE).any()
    assert mend(TRUE, costs(TRUE, {(1, 1): {Cell.N1: 0.1}})) == []


def test_a_number_too_large_is_named_as_what_it_resembles() -> None:
    cells = TRUE.copy()
    cells[1, 0] = 3
    [(place, name, sure)] = mend(cells, costs(cells, {(1, 0): {Cell.N1: 1, Cell.N2: 4}}))
    assert (place, name) == (4, Cell.N1)
    assert 0.5 < sure < 0.95


def test_a_blank_beside_hidden_cells_is_a_number_or_hidden_itself() -> None:
    cells = TRUE.copy()
    cells[1, 1] = 0
    [(place, name, _)] = mend(cells, costs(cells, {(1, 1): {Cell.N2: 2}}))
    assert (place, name) == (5, Cell.N2)
    cells = TRUE.copy()
    cells[0, 0] = 0
    [(place, name, _)] = mend(cells, costs(cells, {(0, 0): {Cell.HIDDEN: 2}}))
    assert (place, name) == (0, Cell.HIDDEN)


def test_what_nothing_resembles_is_left_as_it_is() -> None:
    cells = TRUE.copy()
    cells[1, 0] = 3
    assert mend(cells, costs(cells, {})) == []
