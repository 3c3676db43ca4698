import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoplay.board import Board, Cell
from autoplay.errors import ContradictionError
from autoplay.game.redraw import draw_layout


def layouts_of(board: Board, mines: int) -> set[tuple[int, ...]]:
    """All layouts that agree, by trying every one."""
    hidden = np.flatnonzero(board.unopened).tolist()
    shown = board.cells == Cell.MINE
    found = set()
    for chosen in combinations(hidden, mines - int(shown.sum())):
        mined = shown.copy()
        mined.flat[list(chosen)] = True
        if all(
            board.cells[row, col] == sum(mined[place] for place in board.neighbours(row, col))
            for row, col in np.argwhere(board.numbers).tolist()
        ):
            found.add(chosen)
    return found


@pytest.mark.parametrize(
    ("rows", "mines"),
    [
        (["....", ".2..", "...."], 3),
        ([".1..", ".2.1", ".1.."], 3),
        (["W...", ".2.*", "....", "1..."], 4),
        (["2....", ".....", "....1"], 4),
        (["....", "...."], 3),
        (["1.1.", "....", ".2.."], 4),
    ],
)
def test_every_layout_is_equally_likely(rows: list[str], mines: int) -> None:
    board = Board.from_rows(rows)
    layouts = layouts_of(board, mines)
    draws = 40 * len(layouts)
    rng = random.Random(2026)
    seen = Counter(
        tuple(np.flatnonzero(draw_layout(board, mines, rng)).tolist()) for _ in range(draws)
    )
    assert set(seen) <= layouts
    chi_square = sum((seen[layout] - 40) ** 2 / 40 for layout in layouts)
    freedom = len(layouts) - 1
    # 4.3 standard deviations of a chi-square: a fair draw fails once in some hundred thousand.
    assert abs(chi_square - freedom) < 4.3 * (2 * freedom) ** 0.5 + 6


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_a_drawn_layout_agrees_with_the_board(seed: int) -> None:
    rng = random.Random(seed)
    mined = np.zeros((7, 8), np.bool_)
    mined.flat[rng.sample(range(56), 12)] = True
    cells = np.full((7, 8), Cell.HIDDEN, np.int8)
    board = Board(cells)
    for row, col in rng.sample(np.argwhere(~mined).tolist(), 9):
        cells[row, col] = sum(mined[place] for place in board.neighbours(row, col))
    board = Board(cells)
    layout = draw_layout(board, 12, rng)
    assert layout.sum() == 12
    assert not (layout & board.numbers).any()
    for row, col in np.argwhere(board.numbers).tolist():
        assert cells[row, col] == sum(layout[place] for place in board.neighbours(row, col))


@pytest.mark.parametrize(("rows", "mines"), [(["3.", ".."], 2), (["0"], 1), (["1"], 1)])
def test_a_contradiction_is_named(rows: list[str], mines: int) -> None:
    with pytest.raises(ContradictionError, match="no layout"):
        draw_layout(Board.from_rows(rows), mines, random.Random(1))
