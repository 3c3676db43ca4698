"""The hand: carries out moves as clicks inside the board, at the pace the program takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoplay.desktop.protocols import Button
from autoplay.move import MoveKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from autoplay.desktop.protocols import Clock, Pointer
    from autoplay.geometry import Grid, Point
    from autoplay.move import Move
    from autoplay.player.pace import Pace

BUTTONS = {
    MoveKind.OPEN: Button.LEFT,
    MoveKind.FLAG: Button.RIGHT,
    MoveKind.UNFLAG: Button.RIGHT,
    MoveKind.CHORD: Button.MIDDLE,
}


class Hand:
    """Clicks cells; counts what it sends."""

    def __init__(self, pointer: Pointer, clock: Clock, pace: Pace) -> None:
        self._pointer = pointer
        self._clock = clock
        self.pace = pace
        self.clicks = 0

    def carry_out(
        self, moves: Iterable[Move], grid: Grid, made: Callable[[Move], None] = lambda _: None
    ) -> None:
        """Click each move's cell in order; `made` is called after each click.

        Raises ValueError for a cell that is not on the board: such a click is never sent.
        """
        for move in moves:
            if not (0 <= move.row < grid.rows and 0 <= move.col < grid.cols):
                raise ValueError(f"{move} is not on the board of {grid.rows}x{grid.cols}")
            self._click(grid.centre(move.row, move.col), BUTTONS[move.kind])
            made(move)

    def click_beside(self, point: Point) -> None:
        """Click something that belongs to the window but not to the board: its face."""
        self._click(point, Button.LEFT)

    def press(self, key: str) -> None:
        """Type a key."""
        self._pointer.press(key)
        self._clock.sleep(self.pace.gap)

    def park(self, place: Point) -> None:
        """Move the pointer to where it changes no cell's look."""
        self._pointer.move(place)

    def _click(self, point: Point, button: Button) -> None:
        self._pointer.click(point, button, self.pace.hold)
        self.clicks += 1
        self._clock.sleep(self.pace.gap)
