"""A game as a picture: drawn with a template pack, clicked by pixels, played by keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.errors import InputError
from autoplay.game.panel import FACE_GREY, draw_bevel, draw_face, draw_number
from autoplay.game.tiles import tiles
from autoplay.geometry import Grid, Point, Region
from autoplay.move import Move, MoveKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.game.level import Level
    from autoplay.game.session import Session
    from autoplay.vision.packs.skins import Skin

SMALLEST_CELL, LARGEST_CELL = 8, 160
DOUBLE_CLICK_SECONDS = 0.4

_STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_KEY_MOVES = {
    "space": MoveKind.OPEN,
    "enter": MoveKind.OPEN,
    "f": MoveKind.FLAG,
    "c": MoveKind.CHORD,
}
_NEW_GAME_KEYS = ("f2", "n")


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of the picture lie, in pixels from its top left corner."""

    size: tuple[int, int]
    grid: Grid
    panel: Region
    counter: Region
    face: Region
    clock: Region
    digits: int
    edge: int

    @classmethod
    def of(cls, level: Level, cell: int) -> Layout:
        """Arrange a board whose cells are ``cell`` pixels a side."""

        def px(sixteenths: float) -> int:
            return round(cell * sixteenths / 16)

        digits = max(3, len(str(level.mines)))
        led = Region(0, 0, px(13) * digits, px(23))
        board_width = level.cols * cell
        inner = max(board_width, 2 * led.w + px(26 + 4 * 5))
        width = inner + px(24)
        panel = Region(px(9), px(9), inner + px(6), px(37))
        middle = panel.centre
        board_left = (width - board_width) // 2
        board_top = panel.bottom + px(9)
        height = board_top + level.rows * cell + px(12)
        led_top = middle.y - led.h // 2
        side = px(26)
        return cls(
            size=(width, height),
            grid=Grid(board_left, board_top, cell, cell, level.rows, level.cols),
            panel=panel,
            counter=led.moved(panel.x + px(7), led_top),
            face=Region(middle.x - side // 2, middle.y - side // 2, side, side),
            clock=led.moved(panel.right - px(7) - led.w, led_top),
            digits=digits,
            edge=max(1, px(3)),
        )


class Canvas:
    """The picture of a session, and what clicks and keys on it do.

    cell: pixels a side of a cell, 8 to 160. The same object stands behind the practice window
    and, by `picture`, `click` and `press`, behind a window in memory.
    """

    def __init__(self, session: Session, skin: Skin, cell: int = 24) -> None:
        self.session = session
        self.cursor: tuple[int, int] | None = None
        self._last_number: tuple[tuple[int, int], float] | None = None
        self.wear(skin, cell)

    def wear(self, skin: Skin, cell: int) -> None:
        """Take another look or size; raises InputError where it cannot be drawn."""
        if not SMALLEST_CELL <= cell <= LARGEST_CELL:
            raise InputError(
                f"cells of {cell} pixels cannot be drawn; choose {SMALLEST_CELL} to {LARGEST_CELL}"
            )
        self.skin, self.cell = skin, cell
        self._tiles = tiles(skin, cell)

    @property
    def layout(self) -> Layout:
        """Where the parts of the picture lie."""
        return Layout.of(self.session.settings.level, self.cell)

    @property
    def grid(self) -> Grid:
        """Where the cells lie, in pixels of the picture."""
        return self.layout.grid

    def picture(self, view: Region | None = None) -> NDArray[np.uint8]:
        """Draw the whole window or a part of it: (height, width, 3) uint8, blue green red."""
        layout = self.layout
        view = view or Region(0, 0, *layout.size)
        picture = np.full((view.h, view.w, 3), FACE_GREY, np.uint8)
        dx, dy = -view.x, -view.y
        self._draw_frame(picture, layout, dx, dy)
        counter, clock = layout.counter.moved(dx, dy), layout.clock.moved(dx, dy)
        draw_number(picture, counter, self.session.game.mines_left, layout.digits)
        draw_number(picture, clock, int(self.session.seconds), layout.digits)
        draw_face(picture, layout.face.moved(dx, dy), self.session.game.state)
        self._draw_cells(picture, layout.grid, view)
        return picture

    def _draw_frame(self, picture: NDArray[np.uint8], layout: Layout, dx: int, dy: int) -> None:
        edge = layout.edge
        draw_bevel(picture, Region(dx, dy, *layout.size), edge, raised=True)
        draw_bevel(picture, layout.panel.moved(dx, dy), max(1, edge * 2 // 3), raised=False)
        draw_bevel(picture, layout.grid.region.grown(edge).moved(dx, dy), edge, raised=False)

    def _draw_cells(self, picture: NDArray[np.uint8], grid: Grid, view: Region) -> None:
        # Only the cells in view are drawn: the largest board would take 200 MB as one picture.
        board = grid.region
        seen = board.clipped(view)
        if seen.w == 0 or seen.h == 0:
            return
        cell = self.cell
        first_row, first_col = (seen.y - board.y) // cell, (seen.x - board.x) // cell
        last_row, last_col = -(-(seen.bottom - board.y) // cell), -(-(seen.right - board.x) // cell)
        shown = self.session.game.view().cells[first_row:last_row, first_col:last_col]
        rows, cols = shown.shape
        pixels = self._tiles[shown].swapaxes(1, 2).reshape(rows * cell, cols * cell, 3)
        x, y = board.x + first_col * cell, board.y + first_row * cell
        picture[seen.y - view.y : seen.bottom - view.y, seen.x - view.x : seen.right - view.x] = (
            pixels[seen.y - y : seen.bottom - y, seen.x - x : seen.right - x]
        )

    def click(self, x: int, y: int, button: str) -> None:
        """Take a click at a pixel of the whole picture; button: left, middle or right."""
        point = Point(x, y)
        if point in self.layout.face:
            if button == "left":
                self.session.new_game()
            return
        place = self.grid.cell_at(point)
        if place is None:
            return
        self.cursor = None
        if button == "right":
            self.act(MoveKind.FLAG, place)
        elif button == "middle":
            self.act(MoveKind.CHORD, place)
        elif self.session.game.view()[place].is_number:
            self._click_number(place)
        else:
            self._last_number = None
            self.act(MoveKind.OPEN, place)

    def _click_number(self, place: tuple[int, int]) -> None:
        """Chord at the second of two clicks on the same number in quick succession."""
        last, now = self._last_number, self.session.now
        self._last_number = (place, now)
        if last is not None and last[0] == place and now - last[1] <= DOUBLE_CLICK_SECONDS:
            self._last_number = None
            self.act(MoveKind.CHORD, place)

    def press(self, key: str) -> None:
        """Take a key: arrows move a cursor, space opens, f flags, c chords, f2 or n starts anew."""
        own = self.skin.new_game.key if self.skin.new_game else None
        if key in _NEW_GAME_KEYS or key == own:
            self.session.new_game()
        elif key in _STEPS:
            self._move_cursor(*_STEPS[key])
        elif key in _KEY_MOVES and self.cursor is not None:
            self.act(_KEY_MOVES[key], self.cursor)

    def _move_cursor(self, down: int, across: int) -> None:
        rows, cols = self.session.settings.level.rows, self.session.settings.level.cols
        if self.cursor is None:
            self.cursor = (rows // 2, cols // 2)
            return
        row, col = self.cursor
        self.cursor = (min(rows - 1, max(0, row + down)), min(cols - 1, max(0, col + across)))

    def act(self, kind: MoveKind, place: tuple[int, int]) -> bool:
        """Do something to a cell; opening an opened number by a key chords it."""
        shown = self.session.game.view()[place]
        if kind is MoveKind.OPEN and Cell.N0 < shown <= Cell.N8:
            kind = MoveKind.CHORD
        return self.session.act(Move(kind, *place))
