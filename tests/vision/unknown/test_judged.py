"""Where nothing else makes sense of a board, the network's word is taken, and never for sure."""

import numpy as np
import pytest

from autoplay.board import Cell, shows
from autoplay.vision.naming.judgement import Judgement, judge
from autoplay.vision.unknown import judged as module
from autoplay.vision.unknown.judged import judged_board
from tests.vision.negatives import negative
from tests.vision.synthetic import Picture, picture


@pytest.fixture(scope="module")
def made() -> Picture:
    return picture(12, state="mid", rows=9, cols=9, pitch=(30.0, 30.0), noise=0, jpeg=0, scale=1)


def test_a_board_is_read_with_all_its_rows_and_columns_and_no_cell_is_sure(made: Picture) -> None:
    found = judged_board(made.pixels, [made.grid.part(1, 9, 0, 8)])
    assert found is not None
    assert found.unknown.cells.shape == made.board.cells.shape
    assert (found.unknown.cells == made.board.cells).mean() > 0.9
    assert found.confidence.max() <= 0.9


def test_numbers_that_do_not_hold_together_are_no_board(
    made: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert judged_board(made.pixels, [made.grid]) is not None
    odds = judge(made.pixels, made.grid).odds.copy()
    odds[shows(made.board.cells, Cell.N0)] = np.eye(odds.shape[-1], dtype=np.float32)[Cell.N5]
    whole = (slice(0, made.grid.rows), slice(0, made.grid.cols))
    monkeypatch.setattr(module, "judge", lambda pixels, grid: Judgement(odds, whole))
    assert judged_board(made.pixels, [made.grid]) is None


@pytest.mark.parametrize("seed", range(6))
def test_a_lattice_in_another_picture_is_no_board(seed: int) -> None:
    pixels, _ = negative(seed)
    grids = [picture(3).grid.part(0, 8, 0, 8)]
    assert judged_board(pixels, grids) is None
