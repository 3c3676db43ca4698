"""Tell whether what covers a board may be a banner: of a game that is won, or only seems lost.

It may be one after the last safe cell. An opening may be larger than is known, and so be the last;
then what can be seen beside the banner tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Board, Cell, GameState, shows
from autoplay.errors import AutoplayError
from autoplay.move import MoveKind
from autoplay.player.plan import CLOSED

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoplay.player.plan import Plan
    from autoplay.vision.reading import Reading


def may_be_won(
    plan: Plan | None, last: Reading, seen: Reading | None, decide: Callable[[Board], Plan]
) -> bool:
    """Whether a game may be won by a plan, the last one, though its board is covered.

    last: what was read before that plan; seen: what can be read beside the cover, None if nothing.
    decide: plans the next moves of a position.
    """
    if plan is None or plan.finishes:
        return plan is not None
    if seen is None or seen.board.cells.shape != last.board.cells.shape:
        return False
    return _flagged_by_itself(plan, last, seen) or _only_mines_left(plan, last, seen, decide)


def lost_behind(last: Reading, now: Reading, *, covered: bool) -> bool:
    """Whether a game seems lost, and is covered or opened cells look otherwise: by a banner.

    What shines through one may look like mines. No game is lost by moves that risk nothing.
    """
    if now.state is not GameState.LOST or last.board.cells.shape != now.board.cells.shape:
        return False
    return covered or bool((last.board.numbers & (now.board.cells != last.board.cells)).any())


def _flagged_by_itself(plan: Plan, last: Reading, seen: Reading) -> bool:
    """Whether the program has flagged what was hidden, and all else that is seen is open."""
    flagged = (seen.board.cells == Cell.FLAG) & (last.board.cells == Cell.HIDDEN)
    for move in plan.moves:
        if move.kind is MoveKind.FLAG:
            flagged[move.row, move.col] = False
    return bool(flagged.any()) and not (seen.board.cells == Cell.HIDDEN).any()


def _only_mines_left(
    plan: Plan, last: Reading, seen: Reading, decide: Callable[[Board], Plan]
) -> bool:
    """Whether all that was to be opened is seen open, and nothing is left but certain mines."""
    covered = shows(seen.board.cells, Cell.UNREADABLE)
    board = Board(np.where(covered, last.board.cells, seen.board.cells), last.board.mines)
    if seen.state is GameState.LOST or any(board[place] in CLOSED for place in plan.opened):
        return False
    try:
        left = decide(board)
    except AutoplayError:
        return False
    return not any(move.kind is MoveKind.OPEN for move in left.moves)
