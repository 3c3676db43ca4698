"""The rules of the game: opening, flags, chords, win and loss."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from autoplay.board import Board, Cell, GameState
from autoplay.errors import InputError
from autoplay.game.rules import Rule, mines_of_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from autoplay.game.level import Level

_HIDDEN, _FLAG, _QUESTION = int(Cell.HIDDEN), int(Cell.FLAG), int(Cell.QUESTION)
_MINE, _EXPLODED, _WRONG_FLAG = int(Cell.MINE), int(Cell.EXPLODED), int(Cell.WRONG_FLAG)


MineSource: TypeAlias = "Callable[[Level, Rule, int, int], list[int]]"
"""Returns the mines (``row * cols + col``) for a level, rule, seed and first opened cell."""


class Game:
    """One game, from the untouched board to its end.

    level: size and mine total; rule: what the first click promises; seed: which board.
    question_marks: whether the flag cycle has a third step; mine_source: where the mines come
    from, by default from the seed alone as `rules.place_mines` says.

    Cells are kept in byte arrays with a border of one opened blank cell all around, so that the
    eight neighbours of any cell are found by adding fixed offsets, with no test for the edge.
    """

    def __init__(
        self,
        level: Level,
        rule: Rule = Rule.SAFE,
        seed: int = 0,
        *,
        question_marks: bool = False,
        mine_source: MineSource = mines_of_seed,
    ) -> None:
        self.level = level
        self.rule = rule
        self.seed = seed
        self.question_marks = question_marks
        self._mine_source = mine_source
        self.clicks = 0
        self.note = ""
        self._stride = stride = level.cols + 2
        self._around = (
            -stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1,
        )  # fmt: skip
        self._shown = bytearray(_untouched(level))
        self._truth: bytearray | None = None
        self._to_open = level.size - level.mines
        self._flags = 0
        self._state = GameState.PLAYING

    @classmethod
    def with_mines(
        cls, level: Level, mines: Iterable[tuple[int, int]], *, question_marks: bool = False
    ) -> Game:
        """Start a game whose mines lie in given (row, col) cells.

        Raises InputError where their number is not the level's total.
        """
        game = cls(level, Rule.NONE, question_marks=question_marks)
        places = {row * level.cols + col for row, col in mines}
        if len(places) != level.mines:
            raise InputError(f"{len(places)} mines given for a level that has {level.mines}")
        game._lay(sorted(places))
        return game

    @property
    def state(self) -> GameState:
        """Whether the game is going on, won or lost."""
        return self._state

    @property
    def started(self) -> bool:
        """Whether the mines have been laid."""
        return self._truth is not None

    @property
    def mines_left(self) -> int:
        """The mine total less the flags; negative where there are too many flags."""
        return self.level.mines - self._flags

    def open(self, row: int, col: int) -> bool:
        """Open a hidden cell and, if it is a zero, its region; return whether anything changed.

        A flag, an opened cell and a finished game stay as they are.
        """
        cell = self._index(row, col)
        if self._state is not GameState.PLAYING or not self._can_open(cell):
            return False
        self._open_cells([cell])
        self.clicks += 1
        return True

    def chord(self, row: int, col: int) -> bool:
        """Open all unflagged neighbours of a number that has as many flags beside it.

        A wrong flag loses the game. Return whether anything changed.
        """
        cell = self._index(row, col)
        shown = self._shown
        if self._state is not GameState.PLAYING or not 0 < shown[cell] <= Cell.N8:
            return False
        around = [cell + step for step in self._around]
        if sum(shown[n] == _FLAG for n in around) != shown[cell]:
            return False
        to_open = [n for n in around if self._can_open(n)]
        if not to_open:
            return False
        self._open_cells(to_open)
        self.clicks += 1
        return True

    def toggle_flag(self, row: int, col: int) -> bool:
        """Move a cell on: hidden, flag, (question mark,) hidden; return whether it changed."""
        cell = self._index(row, col)
        shown = self._shown[cell]
        if self._state is not GameState.PLAYING or shown not in (_HIDDEN, _FLAG, _QUESTION):
            return False
        if shown == _HIDDEN:
            self._shown[cell] = _FLAG
            self._flags += 1
        elif shown == _FLAG:
            self._shown[cell] = _QUESTION if self.question_marks else _HIDDEN
            self._flags -= 1
        else:
            self._shown[cell] = _HIDDEN
        self.clicks += 1
        return True

    def view(self) -> Board:
        """Return what a player sees; after a loss that is mines, explosion and wrong flags too."""
        return Board(self._inner(self._shown), self.level.mines)

    def solution(self) -> Board:
        """Return the board with every number and every mine; raises InputError before the start."""
        return Board(self._inner(self._laid()), self.level.mines)

    def _index(self, row: int, col: int) -> int:
        if not (0 <= row < self.level.rows and 0 <= col < self.level.cols):
            raise InputError(
                f"no cell at row {row}, col {col} on a board of {self.level.cols}x{self.level.rows}"
            )
        return (row + 1) * self._stride + col + 1

    def _plain_index(self, cell: int) -> int:
        """Turn an index into the bordered arrays into ``row * cols + col``."""
        row, col = divmod(cell, self._stride)
        return (row - 1) * self.level.cols + col - 1

    def _inner(self, cells: bytearray) -> NDArray[np.uint8]:
        """Return the (rows, cols) view of a bordered array, without its border."""
        bordered = np.frombuffer(cells, np.uint8).reshape(self.level.rows + 2, self._stride)
        return bordered[1:-1, 1:-1]

    def _can_open(self, cell: int) -> bool:
        return self._shown[cell] in (_HIDDEN, _QUESTION)

    def _laid(self) -> bytearray:
        if self._truth is None:
            raise InputError("the mines are laid at the first click; open a cell first")
        return self._truth

    def _lay(self, mines: list[int]) -> None:
        """Put the mines (``row * cols + col``) down and count the numbers."""
        rows, cols = self.level.rows, self.level.cols
        mined = np.zeros((rows + 4, cols + 4), np.uint8)
        inner = np.zeros(self.level.size, np.uint8)
        inner[mines] = 1
        mined[2:-2, 2:-2] = inner.reshape(rows, cols)
        across = mined[:, :-2] + mined[:, 1:-1] + mined[:, 2:]
        truth = across[:-2] + across[1:-1] + across[2:]
        truth[mined[1:-1, 1:-1] == 1] = _MINE
        self._truth = bytearray(truth.tobytes())

    def _open_cells(self, cells: list[int]) -> None:
        """Open cells that can be opened, and settle whether the game has ended."""
        exploded = False
        self.note = ""
        for cell in cells:
            if not self._can_open(cell):
                continue  # an earlier cell of the same chord has opened it
            self._prepare(cell)
            truth = self._laid()
            if truth[cell] == _MINE:
                self._shown[cell] = _EXPLODED
                exploded = True
            else:
                self._flood(cell, truth)
        if exploded:
            self._lose()
        elif self._to_open == 0:
            self._win()

    def _prepare(self, cell: int) -> None:
        """Lay the mines if this is the first cell to be opened."""
        if self._truth is None:
            first = self._plain_index(cell)
            self._lay(self._mine_source(self.level, self.rule, self.seed, first))

    def _flood(self, start: int, truth: bytearray) -> None:
        # A stack, never recursion: a blank 500x500 board is one opening of 250,000 cells. A cell
        # is marked as opened when it is pushed, so that each is pushed once.
        shown, around = self._shown, self._around
        shown[start] = truth[start]
        opened = 1
        stack = [start] if truth[start] == 0 else []
        while stack:
            blank = stack.pop()
            for step in around:
                cell = blank + step
                if shown[cell] == _HIDDEN or shown[cell] == _QUESTION:
                    shown[cell] = number = truth[cell]
                    opened += 1
                    if number == 0:
                        stack.append(cell)
        self._to_open -= opened

    def _win(self) -> None:
        self._state = GameState.WON
        shown = self._inner(self._shown)
        shown[self._inner(self._laid()) == _MINE] = _FLAG
        self._flags = self.level.mines

    def _lose(self) -> None:
        self._state = GameState.LOST
        shown, truth = self._inner(self._shown), self._inner(self._laid())
        shown[(shown == _FLAG) & (truth != _MINE)] = _WRONG_FLAG
        shown[(truth == _MINE) & ((shown == _HIDDEN) | (shown == _QUESTION))] = _MINE


@lru_cache(maxsize=16)
def _untouched(level: Level) -> bytes:
    """Return the bordered array of a board of which nothing is opened."""
    cells = np.zeros((level.rows + 2, level.cols + 2), np.uint8)
    cells[1:-1, 1:-1] = _HIDDEN
    return cells.tobytes()
