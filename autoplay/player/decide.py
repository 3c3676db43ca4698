"""Deciding: from a board to the plan that is carried out before the next look."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Board, Cell
from autoplay.errors import ContradictionError, UnreadableBoardError
from autoplay.move import Move, MoveKind
from autoplay.player.plan import Plan, plan_certain, plan_guess
from autoplay.player.total import MineTotal, TotalSource

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.player.parts import Solver
    from autoplay.solver.analysis import Analysis

PROVEN = "certainly no mine"
IF_READ_RIGHT = "no mine if all numbers are read right"

SURELY_READ = 0.8
"""Least confidence of a number for others to be certain because of it."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the person wants of the moves.

    flags: whether mines are marked. max_risk: largest risk of a single move, 0 to 1; None: any.
    """

    flags: bool = False
    max_risk: float | None = None


class Decider:
    """Turns positions into plans; knows the solver, the mine total and the person's wishes."""

    def __init__(
        self, solver: Solver, total: MineTotal, wishes: Preferences, *, first_is_safe: bool
    ) -> None:
        self._solver = solver
        self._wishes = wishes
        self._first_is_safe = first_is_safe
        self.total = total

    def decide(self, board: Board, confidence: NDArray[np.float32] | None = None) -> Plan:
        """Return all certain moves, or the best uncertain one; none where all the rest are mines.

        confidence: (rows, cols) 0 to 1, how surely each cell was read; None: all of them surely.
        Raises ContradictionError when no layout of mines agrees with the board.
        """
        proven = self._proven(board)
        if not proven.moves:
            return self._assumed(board)
        if confidence is None or not (doubtful := board.numbers & (confidence < SURELY_READ)).any():
            return proven
        return self._without(board, doubtful)

    def forgo_flags(self) -> None:
        """Mark no more mines: this program does not take flags as expected."""
        self._wishes = replace(self._wishes, flags=False)

    def too_risky(self, plan: Plan) -> bool:
        """Whether the person does not want a plan's risk to be taken."""
        limit = self._wishes.max_risk
        return limit is not None and plan.risk > limit

    def _proven(self, board: Board, *, flags: bool = True, why: str = PROVEN) -> Plan:
        """Plan what is certain whatever we merely assume about the mine total.

        flags: whether mines are marked, if the person wants them to be. why: as `plan_certain`.
        """
        mines = self.total.value if self.total.reliable else None
        analysis = self._solver.analyse(Board(board.cells, mines), mines)
        settled = analysis.safe | analysis.mines | (board.cells == Cell.UNREADABLE)
        finishes = bool(settled[board.unopened].all())
        plan = plan_certain(board, analysis, flags=flags and self._wishes.flags, why=why)
        return replace(plan, finishes=finishes and bool(plan.opened))

    def _without(self, board: Board, doubtful: NDArray[np.bool_]) -> Plan:
        """Plan what follows without the doubtful numbers, if anything does, before the rest.

        doubtful: (rows, cols) marks numbers that may be others. What needs them is only assumed.
        """
        cells = np.where(doubtful, np.int8(Cell.UNREADABLE), board.cells)
        without = self._proven(Board(cells, board.mines))
        if without.moves:
            return without
        if_right = self._proven(board, flags=False, why=IF_READ_RIGHT)
        return replace(if_right, assumed=True) if if_right.moves else self._assumed(board)

    def _assumed(self, board: Board) -> Plan:
        """Plan with the assumed mine total as well: what would follow from it, or the guess."""
        mines = self.total.value
        try:
            analysis = self._solver.analyse(Board(board.cells, mines), mines)
        except ContradictionError:
            # The board itself is sound, as it was just analysed without the total.
            if self.total.reliable:
                raise
            self.total = MineTotal(None, TotalSource.UNKNOWN)
            mines = None
            analysis = self._solver.analyse(Board(board.cells, mines), mines)
        if analysis.safe.any():
            why = f"no mine if there are {mines} in all"
            plan = plan_certain(board, analysis, flags=False, why=why)
            if plan.moves:
                return replace(plan, assumed=True)
        move = self._best_readable(Board(board.cells, mines), analysis)
        if move is None:
            return Plan((), frozenset(), finishes=True)
        if self._first_is_safe and bool((board.cells == Cell.HIDDEN).all()):
            move = replace(move, risk=0.0, reason="the first click is never a mine here")
        return plan_guess(board, move)

    def _best_readable(self, board: Board, analysis: Analysis) -> Move | None:
        """Return the best uncertain move on a cell that can be read: others may be covered.

        None where every closed cell is a mine.
        """
        move = self._solver.choose(board, analysis)
        if move is None:
            return None
        if board[move.row, move.col] is not Cell.UNREADABLE:
            return move
        readable = board.unopened & (board.cells != Cell.UNREADABLE)
        if not readable.any():
            raise UnreadableBoardError("no closed cell can be read; uncover the board")
        risks = np.where(readable, analysis.probability, np.inf)
        row, col = map(int, np.unravel_index(int(risks.argmin()), risks.shape))
        risk = float(risks[row, col])
        if risk >= 1.0:
            raise UnreadableBoardError("only cells that cannot be read are left; look at them")
        return Move(MoveKind.OPEN, row, col, risk, f"least risk that can be read: {risk:.1%}")
