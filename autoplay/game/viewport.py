"""The part of the practice window that shows the board: scrolled, resized, clicked."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from autoplay.game.canvas import LARGEST_CELL, SMALLEST_CELL, Layout
from autoplay.geometry import Region
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from autoplay.game.level import Level

_RESIZE_DELAY_MS = 60


def largest_cell(level: Level, width: int, height: int) -> int:
    """Return the largest cell size (pixels a side) whose picture fits; never below the smallest."""
    for cell in range(min(LARGEST_CELL, width // level.cols), SMALLEST_CELL, -1):
        w, h = Layout.of(level, cell).size
        if w <= width and h <= height:
            return cell
    return SMALLEST_CELL


class Viewport(ttk.Frame):
    """Shows a picture that may be larger than the window, and tells where it was clicked.

    draw: returns the pixels of a part of the picture; resized: told the room there is (pixels);
    clicked: told x, y in the picture and the button (left, middle, right).
    """

    def __init__(
        self,
        master: tk.Misc,
        *,
        draw: Callable[[Region], NDArray[np.uint8]],
        resized: Callable[[int, int], None],
        clicked: Callable[[int, int, str], None],
    ) -> None:
        super().__init__(master)
        self._draw, self._resized, self._clicked = draw, resized, clicked
        self._size = (1, 1)
        self._offset = (0, 0)
        self._pending: str | None = None
        self._pixels: tk.PhotoImage | None = None
        self._surface = tk.Canvas(self, highlightthickness=0, background="#787878")
        self._item = self._surface.create_image(0, 0, anchor="nw")
        self._bars = (
            ttk.Scrollbar(self, orient="horizontal", command=self._scroll_x),
            ttk.Scrollbar(self, orient="vertical", command=self._scroll_y),
        )
        self._surface.configure(xscrollcommand=self._bars[0].set, yscrollcommand=self._bars[1].set)
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        self._surface.grid(row=0, column=0, sticky="nsew")
        self._surface.bind("<Configure>", self._configured)
        self._buttons = Buttons(self._surface, self._on_picture)

    def request(self, width: int, height: int) -> None:
        """Ask the window to make room for a picture of this size, up to most of the screen."""
        room_x, room_y = self.winfo_screenwidth() * 9 // 10, self.winfo_screenheight() * 7 // 10
        self._surface.configure(width=min(width, room_x), height=min(height, room_y))

    def resize_picture(self, width: int, height: int) -> None:
        """Take a picture of another size; scroll bars appear where it is too large."""
        self._size = (width, height)
        room = self._surface.winfo_width(), self._surface.winfo_height()
        self._offset = max(0, (room[0] - width) // 2), max(0, (room[1] - height) // 2)
        self._surface.configure(scrollregion=(0, 0, max(width, room[0]), max(height, room[1])))
        for bar, needed, place in (
            (self._bars[0], width > room[0], {"row": 1, "column": 0, "sticky": "ew"}),
            (self._bars[1], height > room[1], {"row": 0, "column": 1, "sticky": "ns"}),
        ):
            if needed:
                bar.grid(**place)  # type: ignore[arg-type]
            else:
                bar.grid_remove()

    def redraw(self) -> None:
        """Draw what is in view."""
        left, top = int(self._surface.canvasx(0)), int(self._surface.canvasy(0))
        room = Region(left, top, self._surface.winfo_width(), self._surface.winfo_height())
        view = Region(*self._offset, *self._size).clipped(room)
        if view.w == 0 or view.h == 0:
            return
        picture = self._draw(view.moved(-self._offset[0], -self._offset[1]))
        rgb = cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)
        head = f"P6 {view.w} {view.h} 255\n".encode()
        self._pixels = tk.PhotoImage(master=self, data=head + rgb.tobytes(), format="PPM")
        self._surface.itemconfigure(self._item, image=self._pixels)
        self._surface.coords(self._item, view.x, view.y)

    def _scroll_x(self, *how: str) -> None:
        self._surface.xview(*how)
        self.redraw()

    def _scroll_y(self, *how: str) -> None:
        self._surface.yview(*how)
        self.redraw()

    def _configured(self, event: tk.Event[tk.Canvas]) -> None:
        # A window that is dragged larger reports many sizes; only the last one is drawn.
        if self._pending is not None:
            self.after_cancel(self._pending)
        width, height = event.width, event.height
        self._pending = self.after(_RESIZE_DELAY_MS, lambda: self._settle(width, height))

    def _settle(self, width: int, height: int) -> None:
        self._pending = None
        self._resized(width, height)

    def _on_picture(self, x: int, y: int, button: str) -> None:
        left, top = int(self._surface.canvasx(x)), int(self._surface.canvasy(y))
        self._clicked(left - self._offset[0], top - self._offset[1], button)


class Buttons:
    """Turns presses and releases of mouse buttons into clicks; left and right together are middle.

    clicked: told x, y in the widget and the button (left, middle, right).
    """

    _STRAY = 6  # pixels that the pointer may move between press and release

    def __init__(self, widget: tk.Widget, clicked: Callable[[int, int, str], None]) -> None:
        self._clicked = clicked
        self._down: dict[str, tuple[int, int]] = {}
        self._both = False
        aqua = widget.tk.call("tk", "windowingsystem") == "aqua"
        names = (
            {1: "left", 2: "right", 3: "middle"} if aqua else {1: "left", 2: "middle", 3: "right"}
        )
        for number, name in names.items():
            widget.bind(f"<ButtonPress-{number}>", self._handler(self._press, name))
            widget.bind(f"<ButtonRelease-{number}>", self._handler(self._release, name))

    @staticmethod
    def _handler(
        act: Callable[[str, int, int], None], name: str
    ) -> Callable[[tk.Event[tk.Misc]], None]:
        return lambda event: act(name, event.x, event.y)

    def _press(self, name: str, x: int, y: int) -> None:
        self._down[name] = (x, y)
        if {"left", "right"} <= self._down.keys():
            self._both = True
        elif name == "right":
            self._clicked(x, y, "right")

    def _release(self, name: str, x: int, y: int) -> None:
        pressed = self._down.pop(name, None)
        if pressed is None:
            return
        if self._both:
            # The first of the two releases is the click, the second one means nothing.
            if self._down:
                self._clicked(x, y, "middle")
            else:
                self._both = False
        elif name != "right" and max(abs(x - pressed[0]), abs(y - pressed[1])) <= self._STRAY:
            self._clicked(x, y, name)
