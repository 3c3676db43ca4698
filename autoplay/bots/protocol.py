"""What every bot is: something that turns a board into moves, and forgets between games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from autoplay.board import Board
    from autoplay.move import Move


class Bot(Protocol):
    """A strategy for one game; a new game takes a new bot."""

    def moves(self, board: Board) -> Sequence[Move]:
        """Return the next moves on a board that is still being played, at least one.

        A move with risk 0 is a claim of certainty; any other risk marks a guess. Moves are made
        in order until one of them ends the game; an opening may have opened a later one already.
        """
        ...


BotFactory = Callable[[Random], Bot]
"""Makes a bot for one game; all its chance comes from the generator given."""
