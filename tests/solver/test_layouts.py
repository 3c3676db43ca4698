"""Layouts drawn or written out agree with the board, and every one comes equally often."""

from collections import Counter

import numpy as np
import pytest

from autoplay.board import Board
from autoplay.errors import InputError
from autoplay.solver import all_layouts, analyse, sample_layout

BOARD = Board.from_rows(["1..2..", "......", ".2....", "....*."], 6)


def agrees(board: Board, layout: np.ndarray) -> bool:
    padded = np.pad(layout, 1)
    return all(
        padded[row : row + 3, col : col + 3].sum() == board[row, col]
        for row, col in np.argwhere(board.numbers)
    )


def test_all_layouts_agree_and_are_as_many_as_were_counted() -> None:
    rows = all_layouts(BOARD, limit=20_000)
    assert rows is not None
    assert len(rows) == round(np.exp(analyse(BOARD).log_solutions))
    assert len({row.tobytes() for row in rows}) == len(rows)
    assert all(agrees(BOARD, row.reshape(4, 6)) for row in rows)
    assert (rows.sum(axis=1) == 6).all()
    unopened = BOARD.unopened.ravel()
    probability = analyse(BOARD).probability.ravel()
    assert np.allclose(rows.mean(axis=0)[unopened], probability[unopened])


def test_more_layouts_than_the_limit_are_not_written() -> None:
    assert all_layouts(BOARD, limit=100) is None


def test_an_interval_of_totals_is_written_out() -> None:
    board = Board.from_rows(["1..", "...", "..."])
    rows = all_layouts(board, (2, 3), limit=100)
    assert rows is not None
    assert Counter(rows.sum(axis=1).tolist()) == {2: 3 * 5, 3: 3 * 10}


def test_a_contradiction_has_no_layout() -> None:
    board = Board.from_rows(["1.", ".."], 3)
    assert sample_layout(board, np.random.default_rng(0)) is None
    rows = all_layouts(board, limit=10)
    assert rows is not None
    assert rows.shape == (0, 4)


@pytest.mark.parametrize("mines", [3, (2, 4)])
def test_each_layout_is_drawn_equally_often(mines: int | tuple[int, int]) -> None:
    board = Board.from_rows(["1..", "..1", "..."])
    rows = all_layouts(board, mines, limit=1000)
    assert rows is not None
    rng = np.random.default_rng(1)
    draws = 100 * len(rows)
    seen: Counter[bytes] = Counter()
    for _ in range(draws):
        layout = sample_layout(board, rng, mines)
        assert layout is not None
        seen[layout.tobytes()] += 1
    assert set(seen) == {row.tobytes() for row in rows}
    chi_square = sum((n - 100) ** 2 / 100 for n in seen.values())
    assert chi_square < len(rows) + 5 * np.sqrt(2 * len(rows))


def test_drawn_layouts_have_the_forced_cells() -> None:
    rng = np.random.default_rng(2)
    for _ in range(20):
        layout = sample_layout(BOARD, rng, force_safe=[(0, 1), (3, 5)], force_mine=[(2, 2)])
        assert layout is not None
        assert agrees(BOARD, layout)
        assert layout.sum() == 6
        assert not layout[0, 1]
        assert not layout[3, 5]
        assert layout[2, 2]
        assert layout[3, 4]


def test_an_impossible_force_draws_nothing() -> None:
    rng = np.random.default_rng(3)
    assert sample_layout(BOARD, rng, force_mine=[(0, 1), (1, 0)]) is None
    assert sample_layout(BOARD, rng, force_mine=[(0, 1)], force_safe=[(0, 1)]) is None
    with pytest.raises(InputError):
        sample_layout(BOARD, rng, force_mine=[(0, 0)])


def test_an_unknown_total_draws_by_density() -> None:
    board = Board.from_rows(["...." for _ in range(4)])
    rng = np.random.default_rng(4)
    drawn = [sample_layout(board, rng) for _ in range(300)]
    assert np.mean(drawn) == pytest.approx(0.2, abs=0.03)
