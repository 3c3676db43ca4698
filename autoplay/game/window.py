"""The practice window: a game to play by hand, with help from the solver where it is asked for."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from tkinter import font, simpledialog, ttk
from typing import TYPE_CHECKING, Any

from autoplay.board import GameState
from autoplay.errors import AutoplayError
from autoplay.game import overlay
from autoplay.game.assist import Adviser, Hint, places
from autoplay.game.canvas import LARGEST_CELL, SMALLEST_CELL
from autoplay.game.commands import add_buttons, add_menus, commands_of, key_name
from autoplay.game.level import Level
from autoplay.game.rules import Rule
from autoplay.game.viewport import Viewport, largest_cell

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from autoplay.board import Board
    from autoplay.game.canvas import Canvas
    from autoplay.geometry import Grid, Region
    from autoplay.vision.packs.skins import Skin

TITLE = "Minesweeper practice"
STEP_MS = 150
TICK_MS = 200
STATUS_LINES = 3
OVER = "The game is over. F2 starts the next one."


class PracticeWindow:
    """The window around a canvas: menus, buttons, a line of text and the solver's help."""

    def __init__(self, root: tk.Tk, canvas: Canvas) -> None:
        self.root, self.canvas, self.session = root, canvas, canvas.session
        settings = self.session.settings
        self.states, self.trace = tk.BooleanVar(root, False), tk.BooleanVar(root, False)
        self.fair = tk.BooleanVar(root, settings.fair)
        self.no_guess = tk.BooleanVar(root, settings.no_guess)
        self.question_marks = tk.BooleanVar(root, settings.question_marks)
        self.rule = tk.StringVar(root, settings.rule.value)
        self.skin = tk.StringVar(root, canvas.skin.name)
        self.status, self.kind, self.score = (tk.StringVar(root) for _ in range(3))
        self.adviser = Adviser()
        self.shown_hint: Hint | None = None
        self._stuck: Board | None = None
        self._free: list[tuple[int, int]] = []
        self._running: str | None = None
        self._solver_loaded = False
        self._build()
        self._fit_window()
        self.say("F1 names the keys.")
        self._tick()

    def _build(self) -> None:
        root = self.root
        root.title(TITLE)
        root.protocol("WM_DELETE_WINDOW", self.close)
        commands = commands_of(self)
        self._commands = {command.key: command.act for command in commands}
        add_menus(self, commands)
        add_buttons(root, commands).pack(side="top", fill="x")
        foot = ttk.Frame(root, padding=4)
        line = ttk.Frame(foot)
        ttk.Label(line, textvariable=self.kind).pack(side="left")
        ttk.Label(line, textvariable=self.score).pack(side="right", padx=(12, 0))
        line.pack(fill="x")
        # The text below the board has room for some lines, so that the board never moves.
        height = font.nametofont("TkDefaultFont", root=root).metrics("linespace") * STATUS_LINES
        room = ttk.Frame(foot, height=height)
        room.pack_propagate(False)
        message = ttk.Label(room, textvariable=self.status, anchor="nw", justify="left")
        message.pack(fill="both", expand=True)
        room.bind("<Configure>", lambda event: message.configure(wraplength=event.width))
        room.pack(fill="x")
        foot.pack(side="bottom", fill="x")
        self.view = Viewport(root, draw=self._draw, resized=self._resized, clicked=self._clicked)
        self.view.pack(fill="both", expand=True)
        root.bind("<Key>", self._key)
        self._report_fault = root.report_callback_exception
        root.report_callback_exception = self._report

    def close(self) -> None:
        """End it; nothing that was to happen later happens."""
        self._stop()
        self.root.after_cancel(self._ticking)
        self.root.destroy()

    # What is seen

    def say(self, text: str) -> None:
        """Show a message below the board."""
        self.status.set(text)

    def refresh(self) -> None:
        """Show the board as it is now."""
        settings, score = self.session.settings, self.session.score
        modes = [
            name for name, on in (("fair", settings.fair), ("no guess", settings.no_guess)) if on
        ]
        self.kind.set(
            ", ".join([str(settings.level), settings.rule.value, *modes, f"board {settings.seed}"])
        )
        best = "" if score.best_seconds is None else f"   best {score.best_seconds:.1f} s"
        self.score.set(f"won {score.won}   lost {score.lost}{best}")
        self.view.redraw()

    def _draw(self, view: Region) -> NDArray[np.uint8]:
        picture = self.canvas.picture(view)
        grid = self.canvas.grid.moved(-view.x, -view.y)
        if self.session.game.state is GameState.PLAYING:
            self._draw_help(picture, grid)
        if self.trace.get():
            overlay.draw_trace(picture, grid, self.session.trace)
        if self.canvas.cursor is not None:
            overlay.draw_cursor(picture, grid, self.canvas.cursor)
        return picture

    def _draw_help(self, picture: NDArray[np.uint8], grid: Grid) -> None:
        if self.states.get():
            analysis = self.adviser.analysis(self.session.game.view())
            overlay.draw_states(picture, grid, analysis)
        overlay.draw_free(picture, grid, self._free)
        if self.shown_hint is not None:
            overlay.draw_hint(picture, grid, self.shown_hint)

    def _tick(self) -> None:
        self.refresh()  # the clock moves on
        self._ticking = self.root.after(TICK_MS, self._tick)

    def _fit_window(self) -> None:
        """Ask for a window that shows the whole board."""
        self.root.geometry("")
        self.view.request(*self.canvas.layout.size)
        self.root.update_idletasks()
        self._show_picture()

    def _resized(self, width: int, height: int) -> None:
        cell = largest_cell(self.session.settings.level, width, height)
        self.canvas.wear(self.canvas.skin, cell)
        self._show_picture()

    def _show_picture(self) -> None:
        self.view.resize_picture(*self.canvas.layout.size)
        self.refresh()

    def wear(self, skin: Skin) -> None:
        """Take another look."""
        self.canvas.wear(skin, self.canvas.cell)
        self.refresh()

    def zoom(self, factor: float) -> None:
        """Make cells and window larger or smaller."""
        cell = max(SMALLEST_CELL, min(LARGEST_CELL, round(self.canvas.cell * factor)))
        self.canvas.wear(self.canvas.skin, cell)
        self._fit_window()

    def switch(self, overlaid: tk.BooleanVar) -> None:
        """Show or hide an overlay."""
        if overlaid is self.states:
            self._think()
        overlaid.set(not overlaid.get())
        self.refresh()

    # What the person plays

    def _clicked(self, x: int, y: int, button: str) -> None:
        self._stop()
        self._play(lambda: self.canvas.click(x, y, button))

    def _key(self, event: tk.Event[tk.Misc]) -> None:
        key = key_name(event)
        if key in self._commands:
            self._commands[key]()
        else:
            self._play(lambda: self.canvas.press(key))

    def _play(self, act: Callable[[], object]) -> None:
        """Let something happen on the board, and say what came of it."""
        settings = self.session.settings
        if settings.fair or settings.no_guess:
            self._think()
        if settings.no_guess and not self.session.game.started:
            self.say("Looking for a board that needs no guess...")
            self.root.update_idletasks()
        before = self.session.game, self.session.game.view()
        act()
        game = self.session.game
        if (game, game.view()) != before:
            self.shown_hint, self._free = None, []
            self.say(self._outcome())
        self.refresh()

    def _outcome(self) -> str:
        game = self.session.game
        if game.state is GameState.WON:
            return f"Won in {self.session.seconds:.1f} s with {game.clicks} clicks. {game.note}"
        return f"Lost. {game.note}" if game.state is GameState.LOST else game.note

    def next_board(self) -> None:
        """Start the next game."""
        self._stop()
        self._play(self.session.new_game)

    def same_board(self) -> None:
        """Start the same board again."""
        self._stop()
        self._play(self.session.restart)

    def change(self, **changes: Any) -> None:
        """Start a game with other settings."""
        self._stop()
        settings = replace(self.session.settings, **changes)
        larger = settings.level != self.session.settings.level
        self.canvas.cursor = None
        self._play(lambda: self.session.new_game(settings))
        if larger:
            self._fit_window()

    def change_modes(self) -> None:
        """Start a game by what the menu of rules now says."""
        self.change(
            rule=Rule(self.rule.get()),
            fair=self.fair.get(),
            no_guess=self.no_guess.get(),
            question_marks=self.question_marks.get(),
        )

    def ask_level(self) -> None:
        """Let the person type a level."""
        text = simpledialog.askstring(
            "Custom board", "Columns, rows and mines, as WxH/M:",
            parent=self.root, initialvalue=str(self.session.settings.level),
        )  # fmt: skip
        if text is not None:
            self.change(level=Level.parse(text))

    def ask_seed(self) -> None:
        """Let the person choose a board by its number."""
        seed = simpledialog.askinteger(
            "Board number", "Number of the board:",
            parent=self.root, initialvalue=self.session.settings.seed, minvalue=0,
        )  # fmt: skip
        if seed is not None:
            self.change(seed=seed)

    def copy_board(self) -> None:
        """Put what is seen on the clipboard, in the text notation."""
        self.root.clipboard_clear()
        self.root.clipboard_append(self.session.game.view().to_text())
        self.say("The board is on the clipboard as text.")

    # What the solver does

    def hint(self) -> None:
        """Show a cell that can be deduced, and why; asked again where none can, the least risk."""
        if self._over():
            return
        self._think()
        board = self.session.game.view()
        hint = self.adviser.hint(board)
        if not hint.cells and board == self._stuck:
            hint = self.adviser.least_risk(board) or hint
        self._stuck = None if hint.cells else board
        self.shown_hint = hint
        self.say(_sentence(hint.reason))
        self.refresh()

    def help_bot(self) -> None:
        """Flag every certain mine, mark every certainly free cell."""
        if self._over():
            return
        self._think()
        marks = self.adviser.marks(self.session.game.view())
        for move in marks:
            self.session.mark(move)
        analysis = self.adviser.analysis(self.session.game.view())
        self.shown_hint, self._free = None, places(analysis.safe)
        mines, free = int(analysis.mines.sum()), len(self._free)
        self.say(
            f"Certain here: mines {mines}, free cells {free}."
            if mines or free
            else "Nothing is certain here."
        )
        self.refresh()

    def step(self) -> None:
        """Let the solver make one move."""
        self._stop()
        self._step()

    def run(self) -> None:
        """Let the solver play on by itself, or stop it."""
        if self._running is not None:
            self._stop()
            self.say("Autoplay stopped.")
        elif not self._over():
            self._run()

    def _run(self) -> None:
        self._running = None
        self._step()
        if self.session.game.state is GameState.PLAYING:
            self._running = self.root.after(STEP_MS, self._run)

    def _step(self) -> None:
        if self._over():
            return
        self._think()
        move = self.adviser.next_move(self.session.game.view())
        if move is None:
            return
        self._play(lambda: self.session.mark(move))
        if self.session.game.state is GameState.PLAYING:
            self.say(_sentence(move.reason))

    def _stop(self) -> None:
        if self._running is not None:
            self.root.after_cancel(self._running)
            self._running = None

    def _think(self) -> None:
        # The solver takes a moment to load, and the first time ever it compiles itself.
        if not self._solver_loaded:
            self._solver_loaded = True
            self.say("The solver starts; the first time this may take half a minute...")
            self.root.update_idletasks()

    def _over(self) -> bool:
        if self.session.game.state is GameState.PLAYING:
            return False
        self.say(OVER)
        return True

    def _report(self, kind: type[BaseException], error: BaseException, trace: Any) -> None:
        """Show what a person can act on; anything else is a fault and takes Tk's usual road."""
        self._stop()
        if not isinstance(error, AutoplayError):
            self._report_fault(kind, error, trace)
            return
        self.say(_sentence(str(error)))
        self.refresh()


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
