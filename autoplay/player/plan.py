"""Move planning: which clicks carry out what the solver found, in which order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Board, Cell
from autoplay.move import Move, MoveKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.solver.analysis import Analysis

Place = tuple[int, int]

CLOSED = (Cell.HIDDEN, Cell.FLAG, Cell.QUESTION)
"""What a cell shows that is not opened yet, as far as it can be read."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves to make one after the other without looking in between.

    opened: cells that are open once all of them have arrived; more may be.
    assumed: whether they are certain only if the mine total is what is usual for the size, or if
    numbers that are not surely read are right.
    finishes: whether the game is won once all of them have arrived.
    """

    moves: tuple[Move, ...]
    opened: frozenset[Place]
    assumed: bool = False
    finishes: bool = False

    @property
    def risk(self) -> float:
        """Largest risk of a single move."""
        return max((move.risk for move in self.moves), default=0.0)

    @property
    def certain(self) -> bool:
        """Whether none of the moves can lose, whatever is merely assumed."""
        return self.risk == 0.0 and not self.assumed

    def missing(self, board: Board) -> list[Place]:
        """Return the cells, in order, that do not yet look as the moves should leave them."""
        places = [place for place in sorted(self.opened) if board[place] in CLOSED]
        for move in self.moves:
            place = (move.row, move.col)
            if move.kind is MoveKind.FLAG and board[place] in (Cell.HIDDEN, Cell.QUESTION):
                places.append(place)
        return places


def plan_certain(board: Board, analysis: Analysis, *, flags: bool, why: str) -> Plan:
    """Plan every certain move of a position with few clicks; empty where nothing is certain.

    flags: whether mines are marked as well. why: the reason that goes with each opening.
    """
    safe = _places(analysis.safe & (board.cells != Cell.UNREADABLE))
    moves = [
        Move(MoveKind.UNFLAG, *place, reason="flagged, but certainly no mine")
        for place in safe
        if board[place] is Cell.FLAG
    ]
    if flags:
        moves += [
            Move(MoveKind.FLAG, *place, reason="certainly a mine")
            for place in _places(analysis.mines)
            if board[place] is Cell.HIDDEN
        ]

    # A safe cell whose neighbours are all free opens them by itself, unless the program is one of
    # the few in which it does not. One click a region is enough, and none is left over to fall on
    # the dialog that a won game puts on the board.
    opened: set[Place] = set()
    blank = _blank_cells(board, analysis) if _floods(board) else []
    for place in blank:
        if place not in opened:
            moves.append(Move(MoveKind.OPEN, *place, reason=why))
            opened |= _region(board, set(blank), place)

    left = [place for place in safe if place not in opened]
    chords, chorded = _chords(board, analysis, set(left))
    moves += chords
    moves += [Move(MoveKind.OPEN, *place, reason=why) for place in left if place not in chorded]
    return Plan(tuple(moves), frozenset(opened.union(left)))


def plan_guess(board: Board, move: Move) -> Plan:
    """Plan a single uncertain move; a flag that stands on its cell is lifted first."""
    place = (move.row, move.col)
    moves = [move]
    if board[place] is Cell.FLAG:
        moves.insert(0, Move(MoveKind.UNFLAG, *place, reason="flagged, but the best guess"))
    return Plan(tuple(moves), frozenset({place}))


def _places(mask: NDArray[np.bool_]) -> list[Place]:
    return [(row, col) for row, col in np.argwhere(mask).tolist()]


def _blank_cells(board: Board, analysis: Analysis) -> list[Place]:
    """Return the safe cells that certainly show no number: all around them is free."""
    safe = analysis.safe & (board.cells != Cell.UNREADABLE)
    return _places(_all_around(board.numbers | safe) & safe)


def _all_around(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return (rows, cols): cells that are in a mask together with all their neighbours."""
    padded = np.pad(mask, 1, constant_values=True)
    rows, cols = mask.shape
    shifted = [padded[i : i + rows, j : j + cols] for i in range(3) for j in range(3)]
    return np.asarray(np.logical_and.reduce(shifted))


def _floods(board: Board) -> bool:
    """Whether all cells beside an opened blank are open, so far."""
    blank = board.cells == Cell.N0
    return bool(_all_around(board.cells != Cell.HIDDEN)[blank].all())


def _region(board: Board, blank: set[Place], start: Place) -> set[Place]:
    """Return the unopened cells that open together with a blank one."""
    region = {start}
    waiting = [start]
    while waiting:
        for place in board.neighbours(*waiting.pop()):
            if place in region or board[place].is_number:
                continue
            region.add(place)
            if place in blank:
                waiting.append(place)
    return region


def _chords(board: Board, analysis: Analysis, left: set[Place]) -> tuple[list[Move], set[Place]]:
    """Return chords that each save at least one click, and the cells that they open."""
    moves: list[Move] = []
    opened: set[Place] = set()
    flagged = board.cells == Cell.FLAG
    if not flagged.any():
        return moves, opened
    for row, col in _places(board.numbers & (board.cells > 0)):
        around = list(board.neighbours(row, col))
        standing = [place for place in around if flagged[place]]
        gain = {place for place in around if place in left and place not in opened}
        if (
            len(gain) >= 2
            and len(standing) == board[row, col]
            and all(analysis.mines[place] for place in standing)
        ):
            reason = f"its {len(standing)} mines are flagged"
            moves.append(Move(MoveKind.CHORD, row, col, reason=reason))
            opened |= gain
    return moves, opened
