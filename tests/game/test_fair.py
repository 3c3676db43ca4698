import runpy
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np

from autoplay.board import Cell, GameState
from autoplay.game.fair import FORCED, UNFORCED, FairGame
from autoplay.game.level import Level
from autoplay.game.rules import Rule

CHECKS = runpy.run_path(str(Path(__file__).with_name("fair_checks.py")))


def test_two_thousand_actions_keep_every_promise() -> None:
    done = CHECKS["play"](2000, seed=5)
    assert done.total() == 2000
    for kind in (
        "forced guess", "unforced guess", "safe", "certain mine", "promised",
        "safe chord", "chord that guesses",
    ):  # fmt: skip
        assert done[kind] > 0, kind


def test_a_forced_guess_draws_uniformly_among_the_layouts_where_it_is_safe() -> None:
    # Three mines on a blank board of nine: a first click without a promise leaves C(8, 3) layouts.
    level, drawn = Level(3, 3, 3), Counter[tuple[int, ...]]()
    draws = 40 * 56
    for seed in range(draws):
        game = FairGame(level, Rule.NONE, seed)
        game.open(1, 1)
        assert game.note == FORCED
        drawn[tuple(np.flatnonzero(game.solution().cells == Cell.MINE).tolist())] += 1
    layouts = list(combinations([0, 1, 2, 3, 5, 6, 7, 8], 3))
    assert set(drawn) <= set(layouts)
    chi_square = sum((drawn[layout] - 40) ** 2 / 40 for layout in layouts)
    assert abs(chi_square - 55) < 4.3 * 110**0.5


def test_an_unforced_guess_loses_and_says_why() -> None:
    for seed in range(20):
        game = FairGame(Level(4, 1, 1), Rule.SAFE, seed)
        game.open(0, 1)
        if game.view()[0, 1] != Cell.N1:
            continue
        # One mine beside the 1: the fourth cell is free, and whoever guesses instead is to lose.
        game.open(0, 0)
        assert game.state is GameState.LOST
        assert game.note == UNFORCED


def test_an_even_guess_is_won_on_either_side() -> None:
    for seed in range(20):
        for col in (0, 2):
            game = FairGame(Level(3, 1, 1), Rule.SAFE, seed)
            game.open(0, 1)
            game.open(0, col)
            assert game.state is GameState.WON


def test_a_chord_on_a_false_flag_is_a_guess_like_any_other() -> None:
    game = FairGame(Level(3, 1, 1), Rule.SAFE, 1)
    game.open(0, 1)
    game.toggle_flag(0, 0)
    game.chord(0, 1)
    assert game.state is GameState.WON


def test_the_same_seed_redraws_alike() -> None:
    games = [FairGame(Level(6, 6, 8), Rule.NONE, 3) for _ in range(2)]
    for game in games:
        game.open(2, 2)
        game.open(5, 5)
    assert games[0].solution() == games[1].solution()
