"""A person's session: real mouse and keyboard events on a private virtual display."""

from __future__ import annotations

import os
import time
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from autoplay.board import Board, Cell, GameState
from autoplay.desktop.session import has_virtual_display
from autoplay.desktop.virtual import virtual_display
from autoplay.game.canvas import Canvas
from autoplay.game.engine import Game
from autoplay.game.level import Level
from autoplay.game.rules import Rule
from autoplay.game.session import Session, Settings
from autoplay.vision.packs.skins import load_skin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

tk = pytest.importorskip("tkinter", reason="install the package python3-tk")
window_module = pytest.importorskip("autoplay.game.window", reason="install the package python3-tk")

pytestmark = [
    pytest.mark.display,
    pytest.mark.skipif(not has_virtual_display(), reason="install the package xvfb"),
]

LEFT, MIDDLE, RIGHT = 1, 2, 3


class Person:
    """Moves the mouse and presses keys by way of the X server, as hardware would."""

    def __init__(self, window: window_module.PracticeWindow) -> None:
        from Xlib import X, display
        from Xlib.ext import xtest

        self.window, self._x, self._fake = window, X, xtest.fake_input
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # Xlib leaves its cookie file open
            self._display = display.Display(os.environ["DISPLAY"])

    def close(self) -> None:
        self._display.close()

    def wait(self, until: Callable[[], bool] = lambda: False, seconds: float = 0.15) -> bool:
        end = time.monotonic() + seconds
        while not until() and time.monotonic() < end:
            self.window.root.update()
            time.sleep(0.005)
        return until()

    def point_at(self, row: int, col: int) -> None:
        # The picture's place is read off the window, as a person would see it.
        surface = self.window.root.nametowidget(str(self.window.view) + ".!canvas")
        (item,) = surface.find_all()
        left, top = surface.coords(item)
        centre = self.window.canvas.grid.centre(row, col)
        x, y = surface.winfo_rootx() + int(left), surface.winfo_rooty() + int(top)
        self._send(self._x.MotionNotify, x=x + centre.x, y=y + centre.y)

    def _send(self, kind: int, detail: int = 0, **place: int) -> None:
        self._fake(self._display, kind, detail, **place)
        self._display.sync()
        self.window.root.winfo_pointerxy()  # what the server answers comes after the event
        self.wait(seconds=0.02)

    def press(self, *buttons: int) -> None:
        for button in buttons:
            self._send(self._x.ButtonPress, button)
        for button in reversed(buttons):
            self._send(self._x.ButtonRelease, button)

    def click(self, row: int, col: int, *buttons: int) -> None:
        self.point_at(row, col)
        self.press(*(buttons or (LEFT,)))

    def key(self, keysym: str) -> None:
        from Xlib import XK

        # Both at once: a key that is held while a kernel compiles is repeated by the server, and
        # the window would answer one press after the other without end.
        code = self._display.keysym_to_keycode(XK.string_to_keysym(keysym))
        self._fake(self._display, self._x.KeyPress, code)
        self._send(self._x.KeyRelease, code)

    @property
    def game(self) -> Game:
        return self.window.session.game

    @property
    def board(self) -> Board:
        return self.game.view()


# Python's collector runs in whichever thread allocates, and the one that talks to a test runner may
# be another; Tcl ends the process when an interpreter is freed by a thread that did not make it. So
# what was ever shown lives as long as the tests.
_SHOWN: list[window_module.PracticeWindow] = []


@contextmanager
def sitting(settings: Settings, game: Game | None = None) -> Iterator[Person]:
    root = tk.Tk()
    session = Session(settings)
    if game is not None:
        session.game = game
    window = window_module.PracticeWindow(root, Canvas(session, load_skin("classic"), 24))
    _SHOWN.append(window)
    root.geometry("+0+0")
    person = Person(window)
    try:
        person.wait(seconds=0.3)
        root.focus_force()
        assert person.wait(lambda: root.focus_displayof() is not None, seconds=5)
        yield person
    finally:
        person.close()
        window.close()


@pytest.fixture(scope="module", autouse=True)
def _display() -> Iterator[None]:
    with virtual_display(1280, 960):
        # Without a file of its own the X library for Python does not start at all.
        os.environ["XAUTHORITY"] = os.devnull
        yield


SMALL = Level(5, 3, 2)
MINES = [(0, 0), (2, 4)]


@pytest.fixture
def person() -> Iterator[Person]:
    with sitting(Settings(SMALL), Game.with_mines(SMALL, MINES)) as one:
        yield one


def test_left_opens_and_right_flags(person: Person) -> None:
    person.click(1, 1)
    person.click(0, 0, RIGHT)
    assert person.board.to_rows() == ["F....", ".1...", "....."]


@pytest.mark.parametrize("chord", ["middle", "both", "double"])
def test_a_chord_wins(person: Person, chord: str) -> None:
    person.click(1, 1)
    person.click(0, 0, RIGHT)
    if chord == "middle":
        person.click(1, 1, MIDDLE)
    elif chord == "both":
        person.click(1, 1, LEFT, RIGHT)
    else:
        person.click(1, 1)
        person.press(LEFT)
    assert person.game.state is GameState.WON
    assert person.window.status.get().startswith("Won in")
    assert person.window.score.get().startswith("won 1")


def test_a_chord_beside_a_wrong_flag_loses(person: Person) -> None:
    person.click(1, 1)
    person.click(0, 1, RIGHT)
    person.click(1, 1, MIDDLE)
    assert person.game.state is GameState.LOST
    assert person.board.to_rows()[0][:2] == "XW"


def test_dragging_off_a_cell_opens_nothing(person: Person) -> None:
    person.point_at(1, 1)
    person._send(person._x.ButtonPress, LEFT)
    person.point_at(1, 4)
    person._send(person._x.ButtonRelease, LEFT)
    assert person.game.clicks == 0


def test_a_hint_names_a_cell_and_its_reason() -> None:
    level = Level(4, 1, 1)
    with sitting(Settings(level), Game.with_mines(level, [(0, 0)])) as person:
        person.click(0, 1)
        person.key("h")
        hint = person.window.shown_hint
        assert hint is not None
        assert (hint.cells, hint.risk) == (((0, 3),), 0.0)
        assert "are free" in person.window.status.get()
        person.click(0, 3)
        assert person.window.shown_hint is None


def test_where_nothing_can_be_deduced_the_second_hint_is_the_least_risk() -> None:
    level = Level(3, 1, 1)
    with sitting(Settings(level), Game.with_mines(level, [(0, 0)])) as person:
        person.click(0, 1)
        person.key("h")
        assert person.window.status.get().startswith("Nothing can be deduced")
        person.key("h")
        hint = person.window.shown_hint
        assert hint is not None
        assert hint.risk == pytest.approx(0.5)
        assert "50.0%" in person.window.status.get()


def one_beside(level: Level, cell: tuple[int, int]) -> int:
    """Return a seed whose board shows a 1 where it is opened first."""
    for seed in range(100):
        game = Game(level, Rule.SAFE, seed)
        game.open(*cell)
        if game.view()[cell] == Cell.N1:
            return seed
    raise AssertionError("no such board")


@pytest.mark.parametrize("side", [0, 2])
def test_in_fair_mode_a_forced_guess_is_free(side: int) -> None:
    level = Level(3, 1, 1)
    settings = Settings(level, Rule.SAFE, one_beside(level, (0, 1)), fair=True)
    with sitting(settings) as person:
        person.click(0, 1)
        person.click(0, side)
        assert person.game.state is GameState.WON


@pytest.mark.parametrize("side", [0, 2])
def test_in_fair_mode_a_guess_beside_a_safe_cell_is_a_mine(side: int) -> None:
    level = Level(5, 1, 1)
    settings = Settings(level, Rule.SAFE, one_beside(level, (0, 1)), fair=True)
    with sitting(settings) as person:
        person.click(0, 1)
        person.click(0, side)
        assert person.game.state is GameState.LOST


def test_the_help_bot_flags_all_certain_mines(person: Person) -> None:
    person.window.session.game = Game.with_mines(Level(5, 3, 2), MINES, question_marks=True)
    person.click(0, 0, RIGHT)
    person.press(RIGHT)
    assert person.board[0, 0] == Cell.QUESTION
    person.click(0, 3)
    person.click(0, 1)
    person.key("b")
    analysis = person.window.adviser.analysis(person.board)
    assert analysis.mines.any()
    assert (person.board.cells[analysis.mines] == Cell.FLAG).all()


def test_autoplay_steps_and_runs_to_the_end() -> None:
    with sitting(Settings(Level(9, 9, 10), Rule.OPEN, seed=1)) as person:
        person.key("s")
        assert person.game.clicks == 1
        assert person.window.status.get()
        person.key("a")
        assert person.wait(lambda: person.game.state is not GameState.PLAYING, seconds=20)


def test_autoplay_stops_at_the_persons_click() -> None:
    with sitting(Settings(Level(9, 9, 10), Rule.OPEN, seed=1)) as person:
        person.key("a")
        person.click(0, 0, RIGHT)
        clicks = person.game.clicks
        person.wait(seconds=0.5)
        assert person.game.clicks == clicks


def test_the_window_follows_the_level_and_the_board_follows_the_window() -> None:
    with sitting(Settings(Level(9, 9, 10))) as person:
        root, canvas = person.window.root, person.window.canvas
        person.window.change(level=Level(30, 16, 99))
        person.wait(seconds=0.3)
        assert root.winfo_width() >= 30 * 24
        root.geometry("1200x900+0+0")
        person.wait(lambda: canvas.cell > 30, seconds=2)
        larger = canvas.cell
        assert larger > 30
        person.click(8, 15)
        assert person.board[8, 15] == Cell.N0
        root.geometry("500x500+0+0")
        person.wait(lambda: canvas.cell < larger, seconds=2)
        assert canvas.cell < 17


def test_a_board_larger_than_the_screen_is_scrolled() -> None:
    with sitting(Settings(Level(500, 500, 40_000), Rule.SAFE)) as person:
        surface = person.window.root.nametowidget(str(person.window.view) + ".!canvas")
        surface.xview_moveto(0.5)
        surface.yview_moveto(0.5)
        person.window.refresh()
        person.wait(seconds=0.1)
        centre = person.window.canvas.grid.centre(260, 260)
        x = surface.winfo_rootx() + centre.x - int(surface.canvasx(0))
        y = surface.winfo_rooty() + centre.y - int(surface.canvasy(0))
        person._send(person._x.MotionNotify, x=x, y=y)
        person.press(LEFT)
        assert person.board[260, 260].is_number


def test_the_keyboard_plays_and_overlays_switch(person: Person) -> None:
    for key in ("Up", "Left", "space", "o", "t"):
        person.key(key)
    assert person.board[1, 1] == Cell.N1
    assert person.window.states.get()
    assert person.window.trace.get()
    person.key("n")
    assert person.window.session.settings.seed == 1


def test_an_error_is_told_below_the_board(person: Person) -> None:
    person.window.root.after(1, lambda: person.window.canvas.wear(load_skin("classic"), 1000))
    person.wait(lambda: "1000" in person.window.status.get(), seconds=1)
    assert person.window.status.get() == "Cells of 1000 pixels cannot be drawn; choose 8 to 160."
