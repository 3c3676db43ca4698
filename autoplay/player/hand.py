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
        self,
        moves: Iterable[Move],
        grid: Grid,
        untouched: Callable[[int, int], bool],
        made: Callable[[Move], None],
    ) -> int:
        """Click each move's cell in order; return how many were left out.

        made: called after each click.
        untouched: tells of a cell (row, col) whether it still looks as it was read. One that
        does not was opened by a click before it, or something else has come to lie there, or
        the window moved: it is left for the next look.
        Raises ValueError for a cell that is not on the board: such a click is never sent.
        """
        clicked: set[tuple[int, int]] = set()
        left_out = 0
        for move in moves:
            place = (move.row, move.col)
            # The first click follows a look at the whole board.
            if clicked and place not in clicked and not untouched(*place):
                left_out += 1
                continue
            clicked.add(place)
            if not (0 <= move.row < grid.rows and 0 <= move.col < grid.cols):
                raise ValueError(f"{move} is not on the board of {grid.rows}x{grid.cols}")
            self._click(grid.centre(move.row, move.col), BUTTONS[move.kind])
            made(move)
        return left_out

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
