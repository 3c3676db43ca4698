"""A Minesweeper window in memory that can be read without any vision, and can misbehave."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.board import Board, Cell, GameState
from autoplay.desktop.memory import InMemoryWindow
from autoplay.desktop.protocols import Frame
from autoplay.errors import NoBoardFoundError
from autoplay.game.engine import Game
from autoplay.game.level import Level
from autoplay.game.rules import Rule
from autoplay.geometry import Grid, Point
from autoplay.move import Move
from autoplay.player.decide import Preferences
from autoplay.player.observer import Observers
from autoplay.player.parts import Habits
from autoplay.player.player import Player, Settings
from autoplay.solver import Analysis, analyse, choose
from autoplay.vision.reading import Reading

SIDE = 10
BORDER = 77
DIMMED = 64
SHADES = {state: 200 + index for index, state in enumerate(GameState)}


class FakeClock:
    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        self.time += 1e-5
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


class ShadeWindow:
    """Draws each cell as a square whose shade is the cell's value; a rim tells the state.

    message: cells over which one lies that looks as hidden ones do. dims_when_lost: whether one
    then comes up behind which all is darker and stays as it was.
    banner: whether one lies across a game that is won, its mines flagged. seems_lost: whether what
    shines through that looks like mines.
    tinted: a cell that is of another shade than all that are read as it is.
    swallow: asked for every click, with its number; True means that the program loses it.
    """

    def __init__(self, level: Level, rule: Rule, seed: int) -> None:
        self.level, self.rule, self.seed = level, rule, seed
        self.game = Game(level, rule, seed)
        self.swallow: Callable[[int], bool] = lambda number: False
        self.on_click: Callable[[], None] = lambda: None
        self.seen: list[tuple[int, int, str]] = []
        self.keys: list[str] = []
        self.beside = 0
        self.cover: NDArray[np.bool_] = np.zeros((level.rows, level.cols), np.bool_)
        self.message: NDArray[np.bool_] = np.zeros((level.rows, level.cols), np.bool_)
        self.answered_by = "esc"
        self.tells_its_end = True
        self.banner = False
        self.seems_lost = False
        self.dims_when_lost = False
        self.dimmed = False
        self.looks_like: dict[Cell, Cell] = {}
        self.tinted: tuple[int, int] | None = None

    def picture(self) -> NDArray[np.uint8]:
        cells = self.game.view().cells.copy()
        if self.banner and self.game.state is GameState.WON:
            cells[cells == Cell.HIDDEN] = Cell.FLAG
            self.cover[3:6] = True
        for cell, look in self.looks_like.items():
            cells[cells == cell] = look
        cells[self.cover] = Cell.UNREADABLE
        cells[self.message] = Cell.HIDDEN
        if self.tinted is not None:
            cells[self.tinted] += DIMMED
        if self.dimmed:
            cells[:] = self._before + DIMMED
        grid = np.kron(cells, np.ones((SIDE, SIDE), np.int8)).astype(np.uint8)
        rim = np.pad(grid, SIDE, constant_values=BORDER)
        state = self.game.state
        if self.seems_lost and self.banner and state is GameState.WON:
            state = GameState.LOST
        told = self.tells_its_end and not self.dimmed and not self.message.any()
        rim[0, :] = SHADES[state if told else GameState.PLAYING]
        return np.repeat(rim[:, :, None], 3, axis=2)

    def click(self, x: int, y: int, button: str) -> None:
        row, col = y // SIDE - 1, x // SIDE - 1
        if not (0 <= row < self.level.rows and 0 <= col < self.level.cols):
            self.beside += 1
            return
        self.seen.append((row, col, button))
        self.on_click()
        if self.swallow(len(self.seen)) or self.cover.any() or self.dimmed:
            return
        self._before = self.game.view().cells.copy()
        if button == "left":
            self.game.open(row, col)
        elif button == "right":
            self.game.toggle_flag(row, col)
        else:
            self.game.chord(row, col)
        self.dimmed = self.dims_when_lost and self.game.state is GameState.LOST

    def press(self, key: str) -> None:
        self.keys.append(key)
        if key == self.answered_by:
            self.cover[:] = False
            self.dimmed = False
        if key == "n":
            self.seed += 1
            self.game = Game(self.level, self.rule, self.seed)


class ShadeReader:
    """Reads a `ShadeWindow` that lies anywhere in a frame."""

    def __init__(self, level: Level) -> None:
        self._shape = (level.rows, level.cols)

    def read(self, frame: Frame, skin: str | None = None) -> Reading:
        found = self.read_all(frame)
        if not found:
            raise NoBoardFoundError("no board")
        return found[0]

    def others(self) -> list[Reading]:
        return []

    def reread(self, frame: Frame, previous: Reading) -> Reading:
        reading = self.read(frame)
        if reading.grid != previous.grid:
            raise NoBoardFoundError("moved")
        return reading

    def read_all(self, frame: Frame, shape: tuple[int, int] | None = None) -> list[Reading]:
        shades = frame.pixels[:, :, 0]
        rim = np.argwhere(shades >= min(SHADES.values()))
        if not len(rim):
            return []
        rows, cols = self._shape
        top, left = rim[0]
        state = next(s for s, shade in SHADES.items() if shade == shades[top, left])
        y, x = top + SIDE, left + SIDE
        cells = shades[y : y + rows * SIDE : SIDE, x : x + cols * SIDE : SIDE].astype(np.int8)
        cells %= DIMMED
        if cells.shape != self._shape:
            return []
        grid = Grid(frame.origin.x + float(x), frame.origin.y + float(y), SIDE, SIDE, rows, cols)
        confidence = np.ones(self._shape, np.float32)
        return [Reading(Board(cells), grid, confidence, "shade", state)]


class PlainSolver:
    def analyse(self, board: Board, mines: int | None) -> Analysis:
        return analyse(board, mines)

    def choose(self, board: Board, analysis: Analysis) -> Move | None:
        return choose(board, analysis)


class KeyN:
    key = "n"
    confirm: str | None = None

    def point(self, grid: Grid) -> Point | None:
        return None


class Table:
    """A window, the player that plays it, and what it was told while doing so."""

    def __init__(self, level: Level, rule: Rule = Rule.OPEN, seed: int = 1) -> None:
        self.window = ShadeWindow(level, rule, seed)
        self.memory = InMemoryWindow(self.window)
        self.clock = FakeClock()
        self.habits = Habits(first_is_safe=rule is not Rule.NONE, new_game=KeyN())
        self.observers = Observers()

    def player(
        self, games: int = 1, mines: int | None = None, wishes: Preferences | None = None
    ) -> Player:
        return Player(
            self.memory,
            self.memory,
            self.clock,
            ShadeReader(self.window.level),
            PlainSolver(),
            lambda skin: self.habits,
            self.observers,
            Settings(games=games, mines=mines, wishes=wishes or Preferences()),
        )


@pytest.fixture
def table() -> Table:
    return Table(Level(9, 9, 10))


@pytest.fixture
def make_table() -> Callable[..., Table]:
    return Table
