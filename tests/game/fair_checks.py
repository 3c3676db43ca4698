"""Plays small games at random and checks the rules and fair mode after every single action.

What is certain is found here by trying every layout of the mines, not by the solver. The tests
run it for a little while; ``python tests/game/fair_checks.py 1000000`` for as long as one likes.
"""

import random
import sys
import time
from collections import Counter
from functools import lru_cache
from itertools import combinations

import numpy as np

from autoplay.board import Board, Cell, GameState
from autoplay.game.engine import Game
from autoplay.game.fair import FairGame
from autoplay.game.level import Level
from autoplay.game.rules import Rule

LEVELS = [Level(3, 3, 2), Level(4, 3, 3), Level(5, 2, 4), Level(4, 4, 3), Level(7, 1, 2)]


@lru_cache
def all_layouts(level: Level) -> tuple[np.ndarray, np.ndarray]:
    """Every layout of a level and its numbers: (layouts, cells) bool and uint8, a mine 255."""
    chosen = np.array(list(combinations(range(level.size), level.mines)))
    layouts = np.zeros((len(chosen), level.size), np.bool_)
    np.put_along_axis(layouts, chosen, True, axis=1)
    grid = layouts.reshape(-1, level.rows, level.cols)
    padded = np.pad(grid, ((0, 0), (1, 1), (1, 1))).astype(np.uint8)
    numbers = sum(
        padded[:, r : r + level.rows, c : c + level.cols] for r in range(3) for c in range(3)
    )
    return layouts, np.where(layouts, 255, numbers.reshape(layouts.shape))


def agreeing(level: Level, board: Board) -> np.ndarray:
    """The layouts that agree with the numbers of a board."""
    layouts, numbers = all_layouts(level)
    shown = board.cells.ravel()
    opened = np.flatnonzero(shown <= Cell.N8)
    return layouts[(numbers[:, opened] == shown[opened]).all(axis=1)]


def check_truth(game: Game) -> None:
    """The mine total is what it was, and every number shown and to be shown is true."""
    solution, view = game.solution().cells, game.view().cells
    mined = np.pad(solution == Cell.MINE, 1).astype(np.int8)
    rows, cols = solution.shape
    counted = sum(mined[r : r + rows, c : c + cols] for r in range(3) for c in range(3))
    assert int(mined.sum()) == game.level.mines
    assert np.array_equal(np.where(solution == Cell.MINE, Cell.MINE, counted), solution)
    numbers = view <= Cell.N8
    assert np.array_equal(view[numbers], solution[numbers])
    if game.state is GameState.WON:
        assert int(numbers.sum()) == game.level.size - game.level.mines


def open_fairly(game: Game, rng: random.Random) -> str:
    """Open a random cell in fair mode; return what kind of opening it was, once it is checked."""
    level, before = game.level, game.view()
    row, col = divmod(rng.choice(np.flatnonzero(before.cells == Cell.HIDDEN).tolist()), level.cols)
    first = not game.started
    layouts = agreeing(level, before)
    mines_here = layouts[:, row * level.cols + col]
    hidden = before.unopened.ravel()
    safe_exists = bool((~layouts.any(axis=0) & hidden).any())
    assert game.open(row, col)
    lost = game.state is GameState.LOST
    if first and game.rule is not Rule.NONE:
        assert not lost
        return "promised"
    if not mines_here.any():
        assert not lost
        return "safe"
    if mines_here.all():
        assert lost
        return "certain mine"
    assert lost is safe_exists
    return "unforced guess" if safe_exists else "forced guess"


def flag_or_chord(game: Game, rng: random.Random) -> str:
    """Flag a random cell, mostly a mine, or chord a random one, mostly a number."""
    level, before = game.level, game.view()
    mined = game.solution().cells == Cell.MINE if game.started else before.unopened
    chording = rng.random() < 0.5
    wanted = before.numbers if chording else mined & before.unopened
    cells = np.flatnonzero(wanted).tolist() if rng.random() < 0.8 else range(level.size)
    row, col = divmod(rng.choice(cells or range(level.size)), level.cols)
    if not chording:
        game.toggle_flag(row, col)
        assert np.array_equal(before.numbers, game.view().numbers)
        return "flag"
    around = list(before.neighbours(row, col))
    flags = sum(before[place] == Cell.FLAG for place in around)
    to_open = [r * level.cols + c for r, c in around if before[r, c] == Cell.HIDDEN]
    matches = before[row, col].is_number and 0 < before[row, col] == flags
    changed = game.chord(row, col)
    assert changed == (matches and bool(to_open))
    if not changed:
        return "chord of nothing"
    certainly_free = not agreeing(level, before)[:, to_open].any()
    assert not (certainly_free and game.state is GameState.LOST)
    return "safe chord" if certainly_free else "chord that guesses"


def play(checks: int, seed: int) -> Counter[str]:
    """Carry out and check a number of actions; return how many of each kind there were."""
    rng = random.Random(seed)
    done: Counter[str] = Counter()
    while done.total() < checks:
        level, rule, board = rng.choice(LEVELS), rng.choice(list(Rule)), rng.randrange(2**32)
        game = FairGame(level, rule, board)
        while game.state is GameState.PLAYING and done.total() < checks:
            hidden = (game.view().cells == Cell.HIDDEN).any()
            if hidden and rng.random() < 0.7:
                done[open_fairly(game, rng)] += 1
            else:
                done[flag_or_chord(game, rng)] += 1
            if game.started:
                check_truth(game)
    return done


if __name__ == "__main__":
    begun = time.perf_counter()
    result = play(int(sys.argv[1]), seed=int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print(f"{result.total()} checks passed in {time.perf_counter() - begun:.0f} s")
    for kind, count in result.most_common():
        print(f"{count:9d} {kind}")
