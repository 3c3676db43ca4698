"""Each step is true, says why, and the simple patterns are found."""

import gzip
import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoplay.board import Board, Cell
from autoplay.errors import InputError
from autoplay.solver import Rule, analyse, deduce

EXPERT = Path(__file__).parents[2] / "fixtures" / "positions" / "expert.json.gz"


def only_step(rows: list[str], mines: int | None = None) -> tuple[Rule, set, bool, set, str]:
    (step,) = deduce(Board.from_rows(rows), mines)
    return step.rule, set(step.cells), step.mine, set(step.numbers), step.reason


def test_a_zero_frees_its_neighbours() -> None:
    rule, cells, mine, numbers, reason = only_step(["0.", ".."])
    assert (rule, mine, numbers) == (Rule.ALL_FREE, False, {(0, 0)})
    assert cells == {(0, 1), (1, 0), (1, 1)}
    assert reason == "the 0 at row 0, col 0 has no mine beside it, so its other neighbours are free"


def test_a_number_as_high_as_its_cells_makes_them_mines() -> None:
    rule, cells, mine, numbers, reason = only_step(["3.", ".."])
    assert (rule, mine, numbers) == (Rule.ALL_MINES, True, {(0, 0)})
    assert cells == {(0, 1), (1, 0), (1, 1)}
    assert "the 3 at row 0, col 0" in reason


def test_one_two_one_wall_by_two_numbers() -> None:
    steps = deduce(Board.from_rows(["...", "121", "WWW"]))
    assert steps[0].rule is Rule.SUBSET
    settled = {cell: step.mine for step in steps for cell in step.cells}
    assert settled == {(0, 0): True, (0, 1): False, (0, 2): True}


def test_a_step_rests_on_the_steps_before() -> None:
    steps = deduce(Board.from_rows(["1.W", "W1.", "WW."]))
    assert [step.rule for step in steps] == [Rule.ALL_MINES, Rule.ALL_FREE]
    assert steps[1].cells == ((1, 2), (2, 2))
    assert "its one mine" in steps[1].reason


def test_the_total_frees_the_sea() -> None:
    steps = deduce(Board.from_rows(["1...", "...."]), 1)
    assert steps[0].rule is Rule.TOTAL
    assert set(steps[0].cells) == {(0, 2), (0, 3), (1, 2), (1, 3)}
    assert not steps[0].mine
    assert steps[0].numbers == ((0, 0),)


def test_the_total_fills_the_sea() -> None:
    steps = deduce(Board.from_rows(["1...", "...."]), 5)
    assert steps[0].mine
    assert len(steps[0].cells) == 4


def test_an_unknown_total_settles_nothing() -> None:
    assert deduce(Board.from_rows(["1...", "...."])) == []


def test_a_negative_total_is_refused() -> None:
    with pytest.raises(InputError):
        deduce(Board.from_rows(["1."]), -1)


@st.composite
def games(draw: st.DrawFn) -> tuple[Board, np.ndarray]:
    rows, cols = draw(st.integers(2, 8)), draw(st.integers(2, 8))
    mines = (
        np.array(
            draw(st.lists(st.integers(0, 3), min_size=rows * cols, max_size=rows * cols))
        ).reshape(rows, cols)
        == 0
    )
    opened = np.array(
        draw(st.lists(st.booleans(), min_size=rows * cols, max_size=rows * cols))
    ).reshape(rows, cols)
    padded = np.pad(mines, 1)
    cells = np.full((rows, cols), Cell.HIDDEN)
    for row, col in itertools.product(range(rows), range(cols)):
        if opened[row, col] and not mines[row, col]:
            cells[row, col] = padded[row : row + 3, col : col + 3].sum()
    return Board(cells, int(mines.sum())), mines


@settings(max_examples=300, deadline=None)
@given(games(), st.booleans())
def test_no_step_is_wrong_and_no_cell_settled_twice(
    game: tuple[Board, np.ndarray], total_known: bool
) -> None:
    board, mines = game
    steps = deduce(board if total_known else Board(board.cells))
    settled = [cell for step in steps for cell in step.cells]
    assert len(settled) == len(set(settled))
    assert all(mines[cell] == step.mine for step in steps for cell in step.cells)
    assert all(board[place].is_number for step in steps for place in step.numbers)


def test_most_certain_cells_of_expert_games_are_explained() -> None:
    with gzip.open(EXPERT, "rt") as file:
        positions = json.load(file)["positions"][:60]
    found = certain = 0
    for position in positions:
        board = Board.from_rows(position["rows"], position["mines"])
        analysis = analyse(board)
        steps = deduce(board)
        assert all((analysis.mines if s.mine else analysis.safe)[c] for s in steps for c in s.cells)
        found += sum(len(step.cells) for step in steps)
        certain += int((analysis.safe | analysis.mines).sum())
    assert found >= 0.8 * certain
