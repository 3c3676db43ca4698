"""A doubtful board is cut a little otherwise as well, and most cuttings decide."""

from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from autoplay.vision.unknown.found import Found
from autoplay.vision.unknown.steadying import steadied
from autoplay.vision.unknown.unknown_reading import UnknownReading

if TYPE_CHECKING:
    from autoplay.vision.unknown.grid_readings import GridReadings

ROWS = ["12210002.", "1..10002.", "12210001."]
TRUTH = Board.from_rows(ROWS).cells
GRID = Grid(10, 10, 20, 20, *TRUTH.shape)
PLACE = (1, 8)


def read(shown: Cell, sure: float, cost: float = 1.0) -> UnknownReading:
    cells, confidence = TRUTH.copy(), np.full(TRUTH.shape, 0.99, np.float32)
    cells[PLACE], confidence[PLACE] = shown, sure
    return UnknownReading(cells, confidence, {}, cost)


class Cuttings:
    """Stands in for the readings of a picture, one for each other cutting of the board."""

    def __init__(self, *shown: UnknownReading) -> None:
        self._shown = list(shown)
        self.cut: list[Grid] = []

    def read(self, grid: Grid, *, exactly: bool) -> Found:
        assert exactly
        self.cut.append(grid)
        return Found(self._shown.pop(0), grid)


def steady(reading: UnknownReading, cuttings: Cuttings) -> UnknownReading:
    return steadied(cast("GridReadings", cuttings), Found(reading, GRID)).unknown


@pytest.mark.parametrize(
    ("others", "named"),
    [
        (((Cell.FLAG, 0.8), (Cell.FLAG, 0.8)), Cell.FLAG),
        (((Cell.FLAG, 0.8), (Cell.QUESTION, 0.8)), Cell.QUESTION),
        # One that is surer than two others, and one that is not readable in the others.
        (((Cell.QUESTION, 0.1), (Cell.FLAG, 0.95)), Cell.FLAG),
        (((Cell.UNREADABLE, 0.4), (Cell.UNREADABLE, 0.4)), Cell.QUESTION),
        # A blank beside hidden cells would break a rule.
        (((Cell.N0, 0.8), (Cell.N0, 0.8)), Cell.QUESTION),
    ],
)
def test_a_doubtful_cell_is_what_all_cuttings_are_surest_of(
    others: tuple[tuple[Cell, float], ...], named: Cell
) -> None:
    cuttings = Cuttings(*(read(*other) for other in others))
    after = steady(read(Cell.QUESTION, 0.7), cuttings)
    assert after.cells[PLACE] == named
    assert (np.delete(after.cells, 17) == np.delete(TRUTH, 17)).all()
    assert after.confidence[PLACE] <= 0.9
    assert [grid.left for grid in cuttings.cut] == [9.5, 10.5]


@pytest.mark.parametrize(("sure", "cost"), [(0.97, 1.0), (0.7, 6.0)])
def test_what_is_sure_or_hardly_makes_sense_is_cut_once(sure: float, cost: float) -> None:
    reading, cuttings = read(Cell.QUESTION, sure, cost), Cuttings()
    assert steady(reading, cuttings) is reading
    assert cuttings.cut == []
