"""Boards that can be solved without a guess from their first click on.

A board of the seed that needs a guess is mended: where the solver is stuck, a few mines are moved,
and the change is kept unless the solver then gets less far. (Moving mines where a solver is stuck
is the idea of Simon Tatham's Mines; the search here is a plain hill climb.)
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, GameState
from autoplay.errors import AutoplayError
from autoplay.game.engine import Game
from autoplay.game.rules import Rule, mines_of_seed, neighbourhood
from autoplay.solver import Analyser

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.game.level import Level

MOST_TRIES = 400
"""Boards tried before giving up: some seconds at the expert level."""

MOST_MOVED = 3
"""Mines that one mend moves at most; with more the solver's progress is lost again."""


class NoSuchBoardError(AutoplayError):
    """No board without a guess was found within the tries allowed."""


def mines_without_guess(
    level: Level, rule: Rule, seed: int, first: int, tries: int = MOST_TRIES
) -> list[int]:
    """Return the mines (``row * cols + col``) of a board that the solver wins without a guess.

    first: the cell opened first; where the rule promises nothing for it, it is kept free all the
    same, because a mine there would be a guess. The same arguments give the same board.
    Raises NoSuchBoardError when the tries are used up.
    """
    rng = random.Random(f"no guess {seed}")  # noqa: S311
    mines = set(mines_of_seed(level, Rule.SAFE if rule is Rule.NONE else rule, seed, first))
    kept_clear = set(neighbourhood(level, first)) - mines if rule is Rule.OPEN else {first}
    stuck = _solve(level, mines, first)
    for _ in range(tries):
        if not stuck.any():
            return sorted(mines)
        moved = _moved(mines, stuck, kept_clear, rng)
        still_stuck = _solve(level, moved, first)
        if still_stuck.sum() <= stuck.sum():
            mines, stuck = moved, still_stuck
    raise NoSuchBoardError(
        f"no board of level {level} without a guess was found in {tries} tries; "
        "click elsewhere first, or choose fewer mines"
    )


def _solve(level: Level, mines: set[int], first: int) -> NDArray[np.bool_]:
    """Open all that is certain; return a flat mask of the cells that stay in doubt."""
    game = Game.with_mines(level, (divmod(mine, level.cols) for mine in sorted(mines)))
    game.open(*divmod(first, level.cols))
    analyser = Analyser()
    while game.state is GameState.PLAYING:
        board = game.view()
        analysis = analyser.analyse(board)
        if not analysis.safe.any():
            in_doubt = board.cells == Cell.HIDDEN
            return np.asarray(in_doubt & ~analysis.mines).ravel()
        for row, col in np.argwhere(analysis.safe).tolist():
            game.open(row, col)
    return np.zeros(level.size, np.bool_)


def _moved(
    mines: set[int], stuck: NDArray[np.bool_], kept_clear: set[int], rng: random.Random
) -> set[int]:
    """Return the mines with a few of those in doubt moved elsewhere."""
    in_doubt = np.flatnonzero(stuck).tolist()
    lifted = [cell for cell in in_doubt if cell in mines]
    lifted = rng.sample(lifted, min(len(lifted), rng.randint(1, MOST_MOVED)))
    # Half of the time the mines stay among the cells in doubt, where only those can be told apart
    # anew; otherwise they may go anywhere, which is what helps when few cells are left.
    near = [cell for cell in in_doubt if cell not in mines and cell not in kept_clear]
    room = near if rng.random() < 0.5 and len(near) >= len(lifted) else None
    if room is None:
        room = [c for c in range(stuck.size) if c not in mines and c not in kept_clear]
    lifted = lifted[: len(room)]
    return mines.difference(lifted).union(rng.sample(room, len(lifted)))
