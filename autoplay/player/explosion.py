"""Tell by the last moves whether the mines that came up with them mean a loss, or a win.

Their looks need not: a mine that blew up may look like a flag, which no opening sets, and some
programs show all mines when the last safe cell is open.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Board, Cell, GameState, shows
from autoplay.move import MoveKind
from autoplay.vision.rules.ending import game_state

if TYPE_CHECKING:
    from autoplay.player.plan import Place, Plan
    from autoplay.vision.reading import Reading

_MINES_SHOWN = 2
MARKS = (Cell.FLAG, Cell.QUESTION)
_MINES = (Cell.FLAG, Cell.MINE)


def as_ended(plan: Plan, before: Reading, now: Reading) -> Reading:
    """Return a reading with the end, if any, that the moves before it make of what it shows.

    before, now: what was read before the plan's moves and after them.
    """
    now = _unexploded(plan, before, now)
    if _won_with_mines_shown(plan, now):
        return replace(now, state=GameState.WON)
    return with_explosion(plan, before, now)


def _unexploded(plan: Plan, before: Reading, now: Reading) -> Reading:
    """Return a reading in which no mine blew up where nothing was opened: it is a flag.

    A message that fades in over one makes it look strange. All that was to be opened must be open,
    no other mine may be shown, and the cell have been a flag before, unless no cell is hidden now.
    """
    cells = now.board.cells
    exploded = shows(cells, Cell.EXPLODED)
    if not exploded.any() or before.board.cells.shape != cells.shape:
        return now
    arrived = all(now.board.numbers[place] for place in plan.opened)
    shown = np.isin(cells, (Cell.MINE, Cell.WRONG_FLAG)).any()
    flagged = before.board.cells[exploded] == Cell.FLAG
    if shown or not arrived or not (flagged.all() or not shows(cells, Cell.HIDDEN).any()):
        return now
    board = Board(np.where(exploded, np.int8(Cell.FLAG), cells), now.board.mines)
    return replace(now, board=board, state=game_state(board))


def _won_with_mines_shown(plan: Plan, now: Reading) -> bool:
    """Whether mines are shown though none blew up: all that was clicked is open, and all else."""
    cells = now.board.cells
    if now.state is not GameState.LOST or shows(cells, Cell.EXPLODED, Cell.WRONG_FLAG).any():
        return False
    opened = now.board.numbers
    arrived = all(opened[place] for place in plan.opened)
    return bool(plan.opened) and arrived and bool((opened | np.isin(cells, _MINES)).all())


def shows_explosion(plan: Plan, now: Reading) -> bool:
    """Whether a game is lost, and a cell that a plan opened shows the mine that exploded."""
    exploded = shows(now.board.cells, Cell.EXPLODED)
    return now.state is GameState.LOST and any(exploded[place] for place in plan.opened)


def with_explosion(plan: Plan, before: Reading, now: Reading) -> Reading:
    """Return a reading in which marks that came up by opening a cell are the mines they must be.

    before, now: what was read before the plan's moves and after them. The mines of an unknown skin
    may be read as flags, and a lost game, all of whose cells are shown, as one that is won. A
    single mark in a game that goes on is left alone: some programs flag where a click is long. So
    are many where a later click has opened a cell.
    """
    if now.state is GameState.LOST or before.board.cells.shape != now.board.cells.shape:
        return now
    if now.state is GameState.PLAYING and _went_on(plan, now):
        return now
    came_up = (before.board.cells == Cell.HIDDEN) & np.isin(now.board.cells, MARKS)
    opened = np.zeros_like(came_up)
    for move in plan.moves:
        if move.kind is MoveKind.FLAG:
            came_up[move.row, move.col] = False
        elif move.kind is MoveKind.OPEN:
            opened[move.row, move.col] = True
    exploded = opened & came_up
    ends = now.state is GameState.WON or came_up.sum() >= _MINES_SHOWN
    if not exploded.any() or not ends:
        return now
    cells = np.where(came_up, np.int8(Cell.MINE), now.board.cells)
    cells[exploded] = Cell.EXPLODED
    return replace(now, board=Board(cells, now.board.mines), state=GameState.LOST)


def _went_on(plan: Plan, now: Reading) -> bool:
    """Whether a cell that shows a mark was to be opened before one that is open: it was no mine."""
    places = [(move.row, move.col) for move in plan.moves if move.kind is MoveKind.OPEN]
    marked = [number for number, place in enumerate(places) if now.board[place] in MARKS]
    return bool(marked) and any(now.board[place].is_number for place in places[marked[0] :])


def marked_by_opening(plan: Plan, before: Reading, now: Reading) -> set[Place]:
    """Return the cells that were hidden, were to be opened by a plan, and show a mark now.

    None where one that was to be opened later is open: then none of the first is a mine.
    """
    if before.board.cells.shape != now.board.cells.shape or _went_on(plan, now):
        return set()
    return {
        place
        for place in plan.opened
        if before.board[place] is Cell.HIDDEN and now.board[place] in MARKS
    }


def blown_up(reading: Reading, place: Place) -> Reading:
    """Return a reading of a game that is lost by the mine at a place, whatever it was read as."""
    cells = reading.board.cells.copy()
    cells[place] = Cell.EXPLODED
    return replace(reading, board=Board(cells, reading.board.mines), state=GameState.LOST)
