"""The compiled call counts as the engine does, on whole games' worth of boards."""

import math

import numpy as np
import pytest

from autoplay.board import Board
from autoplay.game.level import Level
from autoplay.solver import analyse
from autoplay.solver.board_counting import chances
from autoplay.solver.totals import totals_of
from tests.solver.positions import layouts_of, opened_a_little


def counted(board: Board) -> tuple[float, np.ndarray]:
    totals = totals_of(board, None)
    cells = np.array(board.cells, np.int8)
    log_weight, probability = chances(cells, totals.low, totals.high, totals.odds)
    return log_weight, probability.reshape(cells.shape) if probability.size else probability


@pytest.mark.parametrize("total_known", [True, False])
def test_it_agrees_with_the_engine(total_known: bool) -> None:
    checked = 0
    for seed in range(150):
        board = opened_a_little(Level(16, 16, 40), seed, 6)
        board = Board(board.cells, 40 if total_known else None)
        analysis = analyse(board)
        log_weight, probability = counted(board)
        assert np.allclose(probability, analysis.probability, rtol=0, atol=1e-9, equal_nan=True)
        assert ((probability == 0.0) == analysis.safe).all()
        assert ((probability == 1.0) == analysis.mines).all()
        assert log_weight == pytest.approx(analysis.log_solutions, abs=1e-9)
        checked += board.unopened.any()
    assert checked > 140


def test_it_agrees_with_all_layouts_written_out() -> None:
    for seed in range(60):
        board = opened_a_little(Level(5, 4, 5), seed, 3)
        layouts = layouts_of(board)
        log_weight, probability = counted(board)
        truth = np.where(board.unopened, layouts.mean(axis=0), np.nan)
        assert np.allclose(probability, truth, rtol=0, atol=1e-12, equal_nan=True)
        assert log_weight == pytest.approx(math.log(len(layouts)), abs=1e-12)


def test_a_contradiction_has_no_layout() -> None:
    assert counted(Board.from_rows(["1.3", "111"], 1))[0] == -math.inf
    assert counted(Board.from_rows(["1.", ".."], 4))[0] == -math.inf


def test_what_is_too_wide_is_refused() -> None:
    rng = np.random.default_rng(5)
    opened = np.zeros((41, 41), bool)
    opened[1::2, 1::2] = True
    layout = np.pad((rng.random((41, 41)) < 0.45) & ~opened, 1)
    around = sum(layout[r : r + 41, c : c + 41].astype(int) for r in range(3) for c in range(3))
    board = Board(np.where(opened, around, 9).astype(np.int8), int(layout.sum()))
    assert math.isnan(counted(board)[0])
