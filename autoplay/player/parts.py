"""What the player needs of the reader and the solver, so that tests can stand in for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from autoplay.board import Board
    from autoplay.desktop.protocols import Frame
    from autoplay.geometry import Grid, Point
    from autoplay.move import Move
    from autoplay.solver.analysis import Analysis
    from autoplay.vision.reading import Reading


class BoardReader(Protocol):
    """Finds and reads boards; `autoplay.vision.reader.Reader` is the real one."""

    def read(self, frame: Frame, skin: str | None = None) -> Reading:
        """Find the board in a frame and read it; raises NoBoardFoundError."""
        ...

    def others(self) -> list[Reading]:
        """Read the other boards of the frame that was read last."""
        ...

    def reread(self, frame: Frame, previous: Reading) -> Reading:
        """Read a board again where it was; raises UnreadableBoardError where it is no more."""
        ...

    def read_all(self, frame: Frame, shape: tuple[int, int] | None = None) -> list[Reading]:
        """Read every board in a frame, or every one of so many rows and columns."""
        ...


class Solver(Protocol):
    """Analyses positions and chooses uncertain moves."""

    def analyse(self, board: Board, mines: int | None) -> Analysis:
        """Return certain cells and probabilities; raises ContradictionError."""
        ...

    def choose(self, board: Board, analysis: Analysis) -> Move | None:
        """Return the best single move, None where nothing is left to open."""
        ...


class NewGame(Protocol):
    """How a program starts its next game; `autoplay.vision.packs.skins.NewGame` is the real one."""

    @property
    def key(self) -> str | None:
        """The key to press, if any."""
        ...

    @property
    def confirm(self) -> str | None:
        """The key that says yes where the program asks first, if it does."""
        ...

    def point(self, grid: Grid) -> Point | None:
        """Return the pixel to click on, None where a key does it."""
        ...


@dataclass(frozen=True, slots=True)
class Habits:
    """How a program behaves, as its skin says.

    hold: seconds a click must be held at least. first_is_safe: whether the first click of a
    game is promised to be no mine. new_game: None where nothing is known about it.
    """

    hold: float = 0.0
    first_is_safe: bool = False
    new_game: NewGame | None = None
