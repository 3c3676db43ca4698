"""A number that cannot be right with all others is the only one that can, or the likeliest."""

from dataclasses import replace

import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from autoplay.vision.naming.judgement import OUTSIDE, Judgement
from autoplay.vision.unknown import agreeing
from autoplay.vision.unknown.agreeing import agreed, heeding
from autoplay.vision.unknown.found import Found
from autoplay.vision.unknown.unknown_reading import UnknownReading

ROWS = ["12210002.", "1..10002.", "12210001."]
TRUTH = Board.from_rows(ROWS).cells
PIXELS = np.zeros((120, 180, 3), np.uint8)
GRID = Grid(0, 0, 20, 20, *TRUTH.shape)
WINDOW = (slice(0, GRID.rows), slice(0, GRID.cols))


def misread(place: tuple[int, int], number: Cell, sure: float = 0.7) -> Found:
    cells, confidence = TRUTH.copy(), np.full(TRUTH.shape, 0.99, np.float32)
    cells[place], confidence[place] = number, sure
    candidates = {place: (Cell.N1, Cell.N3, Cell.N2)} if number == Cell.UNREADABLE else {}
    return Found(UnknownReading(cells, confidence, candidates, 1.0), GRID)


@pytest.fixture
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    odds = np.full((*TRUTH.shape, OUTSIDE + 1), 1 / len(Cell), np.float32)
    monkeypatch.setattr(agreeing, "judge", lambda *_: Judgement(odds, WINDOW))


@pytest.mark.usefixtures("_no_network")
@pytest.mark.parametrize("number", [Cell.N1, Cell.N3, Cell.UNREADABLE])
def test_the_one_number_that_agrees_with_all_others_is_taken(number: Cell) -> None:
    found = agreed(PIXELS, misread((0, 1), number))
    assert np.array_equal(found.unknown.cells, TRUTH)
    assert 0.7 < found.unknown.confidence[0, 1] < 0.95
    assert not found.unknown.candidates


@pytest.mark.usefixtures("_no_network")
def test_a_number_that_was_read_surely_stays() -> None:
    wrong = misread((0, 1), Cell.N3, 0.97)
    assert agreed(PIXELS, wrong).unknown.cells[0, 1] == Cell.N3


@pytest.mark.parametrize("clear", [True, False])
def test_of_two_numbers_that_may_be_wrong_a_network_tells_which(
    clear: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = misread((2, 7), Cell.N2)
    doubtful = np.full(TRUTH.shape, 0.9, np.float32)
    wrong = replace(wrong, unknown=replace(wrong.unknown, confidence=doubtful))
    odds = np.full((*TRUTH.shape, OUTSIDE + 1), 0.1, np.float32)
    odds[2, 7, Cell.N1] = 0.7 if clear else 0.1
    monkeypatch.setattr(agreeing, "judge", lambda *_: Judgement(odds, WINDOW))
    cells = agreed(PIXELS, wrong).unknown.cells
    assert cells[2, 7] == (Cell.N1 if clear else Cell.N2)
    assert (cells != wrong.unknown.cells).sum() == int(clear)


@pytest.mark.parametrize(
    ("shown", "sure", "heeded"),
    [
        (Cell.HIDDEN, 0.8, True),
        (Cell.HIDDEN, 0.6, False),
        # A blank here would break a rule, and what is unreadable tells nothing.
        (Cell.N0, 0.8, False),
        (Cell.UNREADABLE, 0.8, False),
    ],
)
def test_of_two_readings_the_surer_one_names_a_cell(shown: Cell, sure: float, heeded: bool) -> None:
    reading = misread((1, 8), Cell.FLAG).unknown
    after = heeding(reading, misread((1, 8), shown, sure).unknown)
    assert after.cells[1, 8] == (shown if heeded else Cell.FLAG)
    assert after.confidence[1, 8] == np.float32(sure if heeded else 0.7)
    assert (np.delete(after.cells, 17) == np.delete(reading.cells, 17)).all()


def test_a_reading_that_differs_all_over_is_not_heeded() -> None:
    reading = misread((1, 8), Cell.FLAG).unknown
    others = np.where(TRUTH == Cell.HIDDEN, np.int8(Cell.FLAG), TRUTH)
    other = UnknownReading(others, np.ones(TRUTH.shape, np.float32), {}, 1.0)
    reading = replace(reading, confidence=np.full(TRUTH.shape, 0.7, np.float32))
    assert np.array_equal(heeding(reading, other).cells, reading.cells)
