"""Exact probabilities against full enumeration, stored truth, and what must not matter."""

import gzip
import itertools
import json
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoplay.board import Board, Cell
from autoplay.errors import BoardError, ContradictionError, InputError
from autoplay.solver import Analyser, Analysis, analyse
from tests.solver.made_positions import lattice, scatter, snake

POSITIONS = Path(__file__).parents[2] / "fixtures" / "positions"


def stored(name: str) -> list[Any]:
    with gzip.open(POSITIONS / f"{name}.json.gz", "rt") as file:
        return json.load(file)["positions"]


@dataclass
class Layouts:
    """All layouts of a small board, one a row, and the weight of each."""

    rows: np.ndarray
    weights: np.ndarray

    @property
    def probability(self) -> np.ndarray:
        return self.weights @ self.rows / self.weights.sum()


def enumerate_layouts(board: Board, low: int, high: int, odds: float) -> Layouts:
    """Try every way to put mines under the unopened cells, by the rules alone."""
    places = [tuple(p) for p in np.argwhere(board.unopened).tolist()]
    rows = np.array(list(itertools.product((0, 1), repeat=len(places))), np.int64)
    rows = rows.reshape(2 ** len(places), len(places))
    shown = np.isin(board.cells, (Cell.MINE, Cell.EXPLODED))
    fits = np.ones(len(rows), bool)
    for row, col in np.argwhere(board.numbers).tolist():
        around = set(board.neighbours(row, col))
        beside = [i for i, place in enumerate(places) if place in around]
        fixed = sum(bool(shown[place]) for place in around)
        fits &= rows[:, beside].sum(axis=1) + fixed == board.cells[row, col]
    total = rows.sum(axis=1) + shown.sum()
    fits &= (low <= total) & (total <= high)
    return Layouts(rows[fits], odds ** rows[fits].sum(axis=1))


@st.composite
def positions(draw: st.DrawFn, max_hidden: int = 12) -> tuple[Board, int]:
    """Draw a legal position of a small board, and its mine total."""
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    places = list(itertools.product(range(rows), range(cols)))
    order = draw(st.permutations(places))
    mines = draw(st.integers(0, min(len(places), max_hidden)))
    hidden = draw(st.integers(mines, min(len(places), max_hidden)))
    flags = draw(st.sets(st.sampled_from(places), max_size=3))
    layout = np.zeros((rows + 2, cols + 2), np.int8)
    for row, col in order[:mines]:
        layout[row + 1, col + 1] = 1
    cells = np.zeros((rows, cols), np.int8)
    for row, col in places:
        cells[row, col] = layout[row : row + 3, col : col + 3].sum()
    for place in order[:hidden]:
        cells[place] = Cell.HIDDEN
    for place in flags & set(order[:hidden]):
        cells[place] = draw(st.sampled_from([Cell.FLAG, Cell.QUESTION, Cell.UNREADABLE]))
    for place in draw(st.sets(st.sampled_from(order[:mines] or [None]), max_size=2)) - {None}:
        cells[place] = draw(st.sampled_from([Cell.MINE, Cell.EXPLODED]))
    for place in draw(st.sets(st.sampled_from(order[hidden:] or [None]), max_size=1)) - {None}:
        cells[place] = Cell.WRONG_FLAG
    return Board(cells), mines


def check(analysis: Analysis, board: Board, layouts: Layouts) -> None:
    truth = layouts.probability
    assert np.abs(analysis.probability[board.unopened] - truth).max(initial=0.0) <= 1e-9
    assert np.isnan(analysis.probability[~board.unopened]).all()
    assert (analysis.safe[board.unopened] == ~layouts.rows.any(axis=0)).all()
    assert (analysis.mines[board.unopened] == layouts.rows.all(axis=0)).all()
    assert not (analysis.safe | analysis.mines)[~board.unopened].any()
    assert analysis.log_solutions == pytest.approx(np.log(layouts.weights.sum()), abs=1e-9)


@settings(max_examples=1000, deadline=None)
@given(positions())
def test_a_known_total_equals_full_enumeration(position: tuple[Board, int]) -> None:
    board, mines = position
    analysis = analyse(board, mines)
    check(analysis, board, enumerate_layouts(board, mines, mines, 1.0))
    shown = np.isin(board.cells, (Cell.MINE, Cell.EXPLODED)).sum()
    assert np.nansum(analysis.probability) + shown == pytest.approx(mines, abs=1e-9)


@settings(max_examples=200, deadline=None)
@given(positions(), st.integers(0, 3), st.integers(0, 3), st.sampled_from([None, 0.1, 0.5]))
def test_an_interval_of_totals_equals_full_enumeration(
    position: tuple[Board, int], below: int, above: int, density: float | None
) -> None:
    board, mines = position
    low, high = max(0, mines - below), mines + above
    odds = 1.0 if density is None or low == high else density / (1 - density)
    layouts = enumerate_layouts(board, low, high, odds)
    check(analyse(board, (low, high), density=density), board, layouts)


@settings(max_examples=200, deadline=None)
@given(positions(), st.sampled_from([None, 0.1, 0.5]))
def test_an_unknown_total_equals_full_enumeration(
    position: tuple[Board, int], density: float | None
) -> None:
    board, _ = position
    mean = density or 0.2
    layouts = enumerate_layouts(board, 0, board.cells.size, mean / (1 - mean))
    check(analyse(board, density=density), board, layouts)


@settings(max_examples=200, deadline=None)
@given(positions(max_hidden=25), st.integers(0, 7))
def test_turning_or_mirroring_a_board_turns_the_answer(
    position: tuple[Board, int], symmetry: int
) -> None:
    board, mines = position

    def turn(array: np.ndarray) -> np.ndarray:
        return np.rot90(array.T if symmetry >= 4 else array, symmetry % 4)

    plain, turned = analyse(board, mines), analyse(Board(turn(board.cells)), mines)
    assert np.allclose(turn(plain.probability), turned.probability, atol=1e-12, equal_nan=True)
    assert (turn(plain.safe) == turned.safe).all()


def test_the_sea_holds_the_mines_that_no_number_needs() -> None:
    board = Board.from_rows(["1.....", "......", "......"])
    analysis = analyse(board, 5)
    assert analysis.sea_mines == pytest.approx(4.0)
    assert analysis.probability[2, 5] == pytest.approx(4 / 14)
    assert analysis.log_solutions == pytest.approx(np.log(3 * comb(14, 4)))


def test_a_board_without_numbers_has_the_same_chance_everywhere() -> None:
    analysis = analyse(Board.from_rows(["....", "...."]), 2)
    assert np.allclose(analysis.probability, 0.25)


def test_the_boards_own_total_is_used() -> None:
    board = Board.from_rows(["1.", ".."], mines=1)
    assert np.allclose(analyse(board).probability[board.unopened], 1 / 3)


def test_flags_are_opinions() -> None:
    flagged, plain = Board.from_rows(["1F", "?."], 1), Board.from_rows(["1.", ".."], 1)
    assert np.array_equal(analyse(flagged).probability, analyse(plain).probability, equal_nan=True)


def test_the_last_position_is_remembered_and_no_other() -> None:
    analyser, rows = Analyser(), ["1..", "...", "..."]
    first = analyser.analyse(Board.from_rows(rows), 2)
    assert analyser.analyse(Board.from_rows(["1F.", ".?.", "..."]), 2) is first
    for lines, mines in ((rows, 3), (["1..", "...", "..1"], 2), (["1..", "...", "..*"], 2)):
        board = Board.from_rows(lines)
        found, fresh = analyser.analyse(board, mines), analyse(board, mines)
        assert np.array_equal(found.probability, fresh.probability, equal_nan=True)


@pytest.mark.parametrize(
    ("mines", "density"), [(-1, None), ((3, 2), None), (None, 0.0), (None, 1.0)]
)
def test_arguments_out_of_range_are_refused(mines: Any, density: float | None) -> None:
    with pytest.raises(InputError):
        analyse(Board.from_rows(["1.", ".."]), mines, density=density)


def test_too_many_mines_are_a_contradiction() -> None:
    with pytest.raises(ContradictionError, match="total of 5 mines"):
        analyse(Board.from_rows(["1.", ".."]), 5)


@pytest.mark.parametrize("name", ["expert", "hard"])
def test_stored_positions_have_the_stored_truth(name: str) -> None:
    for position in stored(name):
        board = Board.from_rows(position["rows"], position["mines"])
        analysis = analyse(board)
        truth = np.array(position["p"])
        found = analysis.probability[board.unopened]
        assert np.abs(found - truth).max() <= 1e-9, position["id"]
        assert (analysis.safe[board.unopened] == (truth == 0)).all(), position["id"]
        assert (analysis.mines[board.unopened] == (truth == 1)).all(), position["id"]


@pytest.mark.parametrize("size", [17, 19])
def test_two_dimensional_lattices_are_answered(size: int) -> None:
    board = lattice(size, size, 1)
    assert np.nansum(analyse(board).probability) == pytest.approx(board.mines, abs=1e-9)


@pytest.mark.parametrize(
    "board",
    [
        scatter(24, 24, 1),
        scatter(40, 40, 0, share=0.2),
        scatter(30, 30, 2, 0.3, 0.4),
        snake(60, 60, 1),
    ],
    ids=["scatter-24", "scatter-40", "dense", "snake"],
)
def test_components_of_hundreds_of_cells_are_answered(board: Board) -> None:
    assert np.nansum(analyse(board).probability) == pytest.approx(board.mines, abs=1e-9)


def test_what_is_out_of_reach_is_refused_at_once() -> None:
    with pytest.raises(BoardError, match="open other cells"):
        analyse(scatter(60, 60, 0, share=0.3))
