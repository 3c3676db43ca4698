"""The exact endgame against a plain search that knows nothing but the rules."""

import math

import numpy as np

from autoplay.board import Board
from autoplay.game.level import Level
from autoplay.solver import all_layouts, analyse
from autoplay.solver.endgame import play_out
from autoplay.solver.neighbours import neighbours_of
from tests.solver.positions import layouts_of, numbers_of, opened_a_little


def searched(board: Board, work: int = 10**7) -> tuple[int, int, int]:
    beside = neighbours_of(board.rows, board.cols)
    layouts = all_layouts(board, limit=1000)
    assert layouts is not None
    return *play_out(layouts, analyse(board).probability.ravel(), beside, work), len(layouts)


def best_play(layouts: list[tuple[int, ...]], shows: dict, left: frozenset[int]) -> int:
    """Return how many layouts the best play wins, trying every cell in every position."""
    best = 0
    free = len(shows[layouts[0]]) - sum(layouts[0])
    if len(shows[layouts[0]]) - len(left) == free:
        return len(layouts)  # all free cells are opened: won
    for cell in left:
        split: dict[int, list[tuple[int, ...]]] = {}
        for layout in layouts:
            if not layout[cell]:
                split.setdefault(shows[layout][cell], []).append(layout)
        if split:
            won = sum(best_play(part, shows, left - {cell}) for part in split.values())
            best = max(best, won)
            if best == len(layouts):
                break
    return best


def test_the_value_is_that_of_an_exhaustive_search() -> None:
    searched_boards = 0
    for seed in range(400):
        board = opened_a_little(Level(4, 4, 5), seed, 3)
        if not 2 <= board.unopened.sum() <= 10:
            continue
        all_layouts = layouts_of(board)
        layouts = [tuple(layout.ravel().tolist()) for layout in all_layouts]
        shows = {
            tuple(layout.ravel().tolist()): numbers_of(layout).ravel().tolist()
            for layout in all_layouts
        }
        left = frozenset(np.flatnonzero(board.unopened).tolist())
        if len(layouts) < 2 or len(layouts) > 30:
            continue
        cell, won, count = searched(board)
        assert count == len(layouts)
        assert won == best_play(layouts, shows, left)
        assert board.unopened.ravel()[cell]
        searched_boards += 1
    assert searched_boards > 40


def test_the_first_cell_is_worth_what_is_promised() -> None:
    for seed in range(120):
        board = opened_a_little(Level(7, 7, 10), seed, 7)
        if not board.unopened.any() or analyse(board).log_solutions > math.log(300):
            continue
        cell, won, count = searched(board)
        if cell < 0 or count < 2:
            continue
        # The layouts in which the cell is free, split by what it shows, are won as often.
        total = 0
        place = divmod(cell, board.cols)
        for value in range(9):
            cells = board.cells.copy()
            cells[place] = value
            after = Board(cells, board.mines)
            try:
                analysis = analyse(after)
            except Exception:  # noqa: BLE001 (no layout shows this number here)
                continue
            count_after = round(math.exp(analysis.log_solutions))
            total += searched(after)[1] if count_after > 1 else count_after
        assert total == won, seed


def test_too_much_work_is_refused() -> None:
    board = Board.from_rows(["1...", "....", "...."], 3)
    assert searched(board, work=10)[0] == -1
    assert searched(board)[0] >= 0
