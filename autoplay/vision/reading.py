"""What the reader saw in one frame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Board, Cell, shows
from autoplay.vision.rules.consistency import faultless, whole
from autoplay.vision.rules.ending import game_state

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from autoplay.board import GameState
    from autoplay.desktop.protocols import Frame
    from autoplay.geometry import Grid

_DISPUTED = np.float32(0.9)
_SEVERAL = 8

UNKNOWN = "unknown"
"""The skin of a board that no template pack fits."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A board read from a frame.

    board: the cells, `Cell.UNREADABLE` where not sure; its `mines` is the total where known.
    grid: where the cells lie, in screen pixels.
    confidence: (rows, cols) float32, 0 to 1: how often a cell read like this is right.
    skin: name of the template pack, "unknown" where none fits.
    state: what the picture shows; a full set of opened cells is won.
    strange: whether its cells look otherwise than the pack's, as where the desktop has another
    font, and are read as those of a program without a pack.
    """

    board: Board
    grid: Grid
    confidence: NDArray[np.float32]
    skin: str
    state: GameState
    strange: bool = False

    @property
    def by_pack(self) -> bool:
        """Whether its cells are told by the templates of its skin."""
        return self.skin != UNKNOWN and not self.strange

    def grid_in(self, frame: Frame) -> Grid:
        """Return where the cells lie in the picture of a frame, in its pixels."""
        return self.grid.moved(-frame.origin.x, -frame.origin.y)

    def named(self, cells: NDArray[np.int8], confidence: NDArray[np.float32]) -> Reading:
        """Return the same board with other cells, (rows, cols), and how sure these are."""
        board = Board(cells, self.board.mines)
        return replace(self, board=board, confidence=confidence, state=game_state(board))

    def outdone_by(self, rival: Reading) -> bool:
        """Whether another reading of this board has numbers that all hold together, and this not.

        That costs more only by how hard they are to see.
        """
        cells, others = self.board.cells, rival.board.cells
        return cells.shape == others.shape and faultless(others) and not whole(cells)

    def vouched_for_by(self, other: Reading) -> bool:
        """Whether another reading of this board, or of a part of it, names all it reads the same.

        Not only what most programs draw alike, but numbers as well.
        """
        cells, others = self.board.cells, other.board.cells
        numbers = 0
        for row, col in np.argwhere(~shows(cells, Cell.UNREADABLE)).tolist():
            place = other.grid.cell_at(self.grid.centre(row, col))
            if place is None or others[place] == Cell.UNREADABLE:
                continue
            if others[place] != cells[row, col]:
                return False
            numbers += Cell.N1 <= cells[row, col] <= Cell.N8
        return numbers >= _SEVERAL

    def disputed_by(self, rivals: Iterable[Reading]) -> Reading:
        """Return the same, less sure of cells that other readings of this board name otherwise."""
        confidence = self.confidence.copy()
        for rival in rivals:
            if rival.board.cells.shape == confidence.shape:
                otherwise = rival.board.cells != self.board.cells
                confidence[otherwise] = np.minimum(confidence[otherwise], _DISPUTED)
        return replace(self, confidence=confidence)
