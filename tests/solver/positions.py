"""Positions for tests: boards that were opened a little, and all layouts of the small ones."""

from __future__ import annotations

import itertools
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Board, GameState
from autoplay.game.engine import Game
from autoplay.solver import analyse

if TYPE_CHECKING:
    from autoplay.game.level import Level


def opened_a_little(level: Level, seed: int, clicks: int) -> Board:
    """Open a few free cells of a board at random, and all that then is certain.

    What comes back is a position in which a player has to guess, or a finished game.
    """
    rng = Random(seed)
    places = list(itertools.product(range(level.rows), range(level.cols)))
    rng.shuffle(places)
    game = Game.with_mines(level, places[: level.mines])
    for place in rng.sample(places[level.mines :], clicks):
        game.open(*place)
    while game.state is GameState.PLAYING:
        safe = np.argwhere(analyse(game.view()).safe).tolist()
        if not safe:
            break
        for place in safe:
            game.open(*place)
    return game.view()


def layouts_of(board: Board) -> np.ndarray:
    """Return all layouts (layouts, rows, cols) of a small board by trying every one."""
    places = np.flatnonzero(board.unopened)
    tries = np.array(list(itertools.combinations(places.tolist(), board.mines or 0)), np.int64)
    layouts = np.zeros((len(tries), board.cells.size), np.int8)
    np.put_along_axis(layouts, tries, 1, axis=1)
    layouts = layouts.reshape(-1, board.rows, board.cols)
    shown = board.cells[board.numbers]
    return layouts[(numbers_of(layouts)[:, board.numbers] == shown).all(axis=1)]


def numbers_of(layouts: np.ndarray) -> np.ndarray:
    """Return how many mines lie beside each cell, in one layout (rows, cols) or in many."""
    rows, cols = layouts.shape[-2:]
    edge = [(0, 0)] * (layouts.ndim - 2) + [(1, 1), (1, 1)]
    wide = np.pad(layouts, edge)
    steps = itertools.product(range(3), repeat=2)
    return sum((wide[..., r : r + rows, c : c + cols] for r, c in steps), -layouts)
