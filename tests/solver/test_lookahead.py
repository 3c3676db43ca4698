"""The guess: what it promises is counted, what it weighs is right."""

import numpy as np
import pytest

from autoplay.board import Board
from autoplay.game.level import Level
from autoplay.solver import analyse
from autoplay.solver.lookahead import counted, look_ahead, prospects
from autoplay.solver.neighbours import neighbours_of
from autoplay.solver.totals import totals_of
from tests.solver.made_positions import lattice
from tests.solver.positions import layouts_of, numbers_of, opened_a_little


def guessed(board: Board) -> tuple[int, float]:
    beside = neighbours_of(board.rows, board.cols)
    totals = totals_of(board, None)
    analysis = analyse(board)
    return look_ahead(
        np.array(board.cells, np.int8),
        totals,
        analysis.log_solutions,
        analysis.probability.ravel(),
        beside,
    )


def next_safe_by_enumeration(board: Board, cell: int) -> float:
    """Return the chance that the safest cell is free once a guess was, over all layouts."""
    place = divmod(cell, board.cols)
    layouts = layouts_of(board)
    free = layouts[layouts[(slice(None), *place)] == 0]
    numbers = numbers_of(free)[(slice(None), *place)]
    survived = 0.0
    for value in np.unique(numbers):
        same = free[numbers == value]
        left = board.unopened.copy()
        left[place] = False
        risks = same.mean(axis=0)[left]
        least = risks.min() if (risks < 1.0).any() else 0.0
        survived += len(same) * (1.0 - least)
    return survived / len(free)


def test_the_next_safety_is_that_of_all_layouts() -> None:
    checked = 0
    for seed in range(60):
        board = opened_a_little(Level(5, 4, 5), seed, 3)
        if not board.unopened.any() or not analyse(board).probability[board.unopened].min() < 1.0:
            continue
        cell, next_safe = guessed(board)
        assert next_safe == pytest.approx(next_safe_by_enumeration(board, cell), abs=1e-9)
        checked += 1
    assert checked > 30


def test_no_mine_is_ever_chosen() -> None:
    for seed in range(40):
        board = opened_a_little(Level(9, 9, 20), seed, 5)
        analysis = analyse(board)
        if (board.unopened & ~analysis.mines).any():
            cell, _ = guessed(board)
            assert analysis.probability.ravel()[cell] < 1.0


def test_boards_that_cannot_be_counted_are_passed_over() -> None:
    contradictory, possible = Board.from_rows(["1.3", "111"], 1), Board.from_rows(["1.", ".."], 1)
    wide = lattice(19, 19, 1)
    for board, countable in ((contradictory, False), (possible, True), (wide, False)):
        after = counted(np.array(board.cells, np.int8), totals_of(board, None))
        assert (after is not None) is countable


def test_a_walled_pair_is_half_lost() -> None:
    # Two cells in a corner behind certain mines: nothing that can be opened tells them apart.
    beside = neighbours_of(3, 3)
    probability = np.array([0.5, 0.5, 1.0, 1.0, 1.0, 1.0, np.nan, np.nan, np.nan])
    least, safety = prospects(probability, beside.pairs, beside.lengths)
    assert least == 0.5
    assert safety == pytest.approx(0.75)
