"""What the first click promises, and where a seed puts the mines."""

from __future__ import annotations

import random
from enum import Enum
from typing import TYPE_CHECKING

from autoplay.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoplay.game.level import Level


class Rule(Enum):
    """What the first click promises."""

    SAFE = "safe"
    OPEN = "open"
    NONE = "none"

    @classmethod
    def parse(cls, text: str) -> Rule:
        """Read a rule by its name; raises InputError on another one."""
        try:
            return cls(text.strip().lower())
        except ValueError:
            names = ", ".join(rule.value for rule in cls)
            raise InputError(f"no rule {text!r}; choose one of {names}") from None


def permutation(level: Level, seed: int) -> list[int]:
    """Return the shuffled cells (index ``row * cols + col``) that a seed stands for."""
    cells = list(range(level.size))
    random.Random(seed).shuffle(cells)  # noqa: S311
    return cells


def place_mines(perm: Sequence[int], level: Level, rule: Rule, first: int) -> list[int]:
    """Return the mines of a board once cell ``first`` is the first one opened.

    The mines are the first entries of the permutation that the rule does not keep clear. Where
    too few are left, the neighbours of the first cell come back in, last and in the order of the
    permutation; the first cell itself never does.
    """
    if rule is Rule.NONE:
        return list(perm[: level.mines])
    clear = {first} if rule is Rule.SAFE else set(neighbourhood(level, first))
    # Looking at no more of the permutation than can matter keeps this independent of board size.
    mines = [cell for cell in perm[: level.mines + len(clear)] if cell not in clear]
    del mines[level.mines :]
    if len(mines) < level.mines:
        clear.discard(first)
        mines += [cell for cell in perm if cell in clear][: level.mines - len(mines)]
    return mines


def mines_of_seed(level: Level, rule: Rule, seed: int, first: int) -> list[int]:
    """Return the mines of the board that a seed stands for, once ``first`` is opened."""
    return place_mines(permutation(level, seed), level, rule, first)


def neighbourhood(level: Level, cell: int) -> list[int]:
    """Return a cell and its up to eight neighbours, in reading order."""
    row, col = divmod(cell, level.cols)
    return [
        r * level.cols + c
        for r in range(max(0, row - 1), min(level.rows, row + 2))
        for c in range(max(0, col - 1), min(level.cols, col + 2))
    ]
