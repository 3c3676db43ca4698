"""Games whose programs draw their cells in invented looks, as a player sees them click by click."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from autoplay.board import Board, Cell
from autoplay.desktop.protocols import Frame
from autoplay.errors import AutoplayError, NoBoardFoundError
from autoplay.geometry import Point
from autoplay.move import MoveKind
from autoplay.player.assembly import real_solver
from autoplay.player.decide import Decider, Preferences
from autoplay.player.total import mine_total
from autoplay.vision.reader import Reader
from tests.vision.synthetic import legible, make_look, make_scene, mine_counts, paint

if TYPE_CHECKING:
    from tests.vision.lettering import Lettering

SIDE, MINES = 9, 10
SMALLEST, LARGEST = 16.0, 60.0
WON, AT_RISK = "won", "lost by a risk"
Place = tuple[int, int]


class PaintedGame:
    """A 9x9 board of 10 mines in the look of a seed; the first cell opened is free.

    flood: how many neighbours of an opened blank are opened with it: 8, 4 or 0. changes: of the
    look.
    """

    def __init__(
        self, seed: int, letterings: tuple[Lettering, ...], flood: int = 8, **changes: Any
    ) -> None:
        self._seed = seed
        self._flood = flood
        rng = random.Random(seed)
        look = replace(make_look(rng, letterings), **changes)
        scene = make_scene(rng)
        wide, high = (min(max(SMALLEST, pitch), LARGEST) for pitch in scene.pitch)
        self._scene = replace(
            scene, rows=SIDE, cols=SIDE, pitch=(wide, high), scale=1, state="fresh",
            hover=False, noise=0, jpeg=0,
        )  # fmt: skip
        self._look = legible(look, self._scene)
        self._mines: np.ndarray | None = None
        self._counts = np.zeros((SIDE, SIDE), np.int8)
        self.cells = np.full((SIDE, SIDE), Cell.HIDDEN, np.int8)
        self.lost = False

    @property
    def won(self) -> bool:
        """Whether every free cell is open."""
        return int((self.cells == Cell.HIDDEN).sum()) == MINES

    def frame(self) -> Frame:
        """Return the picture of the screen as it is now."""
        # The same random numbers again: what surrounds the board stays as it was.
        painted = paint(random.Random(self._seed), self._look, self._scene, Board(self.cells))
        return Frame(painted.pixels, Point(0, 0))

    def open(self, place: Place) -> None:
        """Open a cell, and with a blank its neighbours as this program does; a mine loses."""
        if self._mines is None:
            self._deal(place)
        assert self._mines is not None
        if self._mines[place]:
            self.lost = True
            return
        todo = [place]
        while todo:
            at = todo.pop()
            if self.cells[at] != Cell.HIDDEN:
                continue
            self.cells[at] = self._counts[at]
            if self._counts[at] == 0:
                todo += self._opened_with(at)

    def _opened_with(self, at: Place) -> list[Place]:
        near = list(Board(self.cells).neighbours(*at)) if self._flood else []
        return [to for to in near if self._flood == 8 or at[0] == to[0] or at[1] == to[1]]

    def _deal(self, free: Place) -> None:
        places = [place for place in np.ndindex(SIDE, SIDE) if place != free]
        self._mines = np.zeros((SIDE, SIDE), bool)
        for place in random.Random(self._seed).sample(places, MINES):
            self._mines[place] = True
        self._counts = mine_counts(self._mines).astype(np.int8)


def play(game: PaintedGame) -> str:
    """Play a game by what a reader sees of it; return what came of it."""
    reader = Reader()
    try:
        reading = reader.read(game.frame())
    except NoBoardFoundError:
        return "not found when fresh"
    if reading.board.cells.shape != game.cells.shape:
        return "another size when fresh"
    total = mine_total(SIDE, SIDE, MINES, None)
    decider = Decider(real_solver(), total, Preferences(), first_is_safe=True)
    while True:
        before = game.cells.copy()
        try:
            plan = decider.decide(reading.board)
            for move in plan.moves:
                if move.kind is MoveKind.OPEN:
                    game.open((move.row, move.col))
            if game.lost:
                return "lost on a certain cell" if plan.certain else AT_RISK
            if game.won:
                return WON
            reading = reader.reread(game.frame(), reading)
        except AutoplayError as error:
            return f"stopped: {error}"
        cells = reading.board.cells
        if ((cells != game.cells) & (cells != Cell.UNREADABLE)).any():
            return "cells wrong"
        if np.array_equal(game.cells, before):
            return "nothing opened"
