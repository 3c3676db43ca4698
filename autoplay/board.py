"""The board as a player sees it: cells, the text notation, what cannot be true of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TYPE_CHECKING

import numpy as np

from autoplay.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


class Cell(IntEnum):
    """What one cell shows; the values 0 to 8 are the numbers themselves."""

    HIDDEN = 9
    FLAG = 10
    QUESTION = 11
    MINE = 12
    EXPLODED = 13
    WRONG_FLAG = 14
    UNREADABLE = 15

    N0 = 0
    N1 = 1
    N2 = 2
    N3 = 3
    N4 = 4
    N5 = 5
    N6 = 6
    N7 = 7
    N8 = 8

    @property
    def symbol(self) -> str:
        """The character of the text notation."""
        return SYMBOLS[self]

    @property
    def is_number(self) -> bool:
        """Whether the cell is opened and shows 0 to 8."""
        return self <= Cell.N8


SYMBOLS = "012345678.F?*XW~"
"""The text notation: the character at index i stands for ``Cell(i)``."""

_CELL_OF_SYMBOL = {symbol: Cell(value) for value, symbol in enumerate(SYMBOLS)}


def shows(cells: NDArray[np.int8], first: Cell, last: Cell | None = None) -> NDArray[np.bool_]:
    """Return the mask of cells that show a state, or one of those from first to last.

    cells: array of `Cell` values. It takes a quarter of the time of ``cells == Cell.HIDDEN``: with
    a member of an enum, numpy looks for its protocols anew at each comparison.
    """
    if last is None:
        return np.asarray(cells == int(first))
    return np.asarray((cells >= int(first)) & (cells <= int(last)))


class GameState(Enum):
    """How far a game is."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class BoardFormatError(InputError):
    """A text that is not a board in the text notation."""


class Board:
    """A position: an array of cells and, where known, the mine total. Never changes.

    cells: (rows, cols) int8 array of `Cell` values, read-only.
    mines: mines on the whole board, None where unknown.
    Raises InputError when the array is not two-dimensional or holds no cell.
    """

    __slots__ = ("cells", "mines")

    cells: NDArray[np.int8]
    mines: int | None

    def __init__(self, cells: NDArray[np.integer], mines: int | None = None) -> None:
        array = np.array(cells, dtype=np.int8)
        if array.ndim != 2 or array.size == 0:
            raise InputError("a board needs at least one row and one column of cells")
        array.flags.writeable = False
        self.cells = array
        self.mines = mines

    @property
    def rows(self) -> int:
        """Number of rows."""
        return int(self.cells.shape[0])

    @property
    def cols(self) -> int:
        """Number of columns."""
        return int(self.cells.shape[1])

    def __getitem__(self, place: tuple[int, int]) -> Cell:
        return Cell(int(self.cells[place]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.mines == other.mines and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        return hash((self.cells.shape, self.cells.tobytes(), self.mines))

    def __repr__(self) -> str:
        return f"Board({self.rows}x{self.cols}, mines={self.mines})"

    @property
    def unopened(self) -> NDArray[np.bool_]:
        """(rows, cols) mask of cells that are hidden, flagged, questioned or unreadable."""
        cells = self.cells
        return shows(cells, Cell.HIDDEN, Cell.QUESTION) | shows(cells, Cell.UNREADABLE)

    @property
    def numbers(self) -> NDArray[np.bool_]:
        """(rows, cols) mask of opened cells that show 0 to 8."""
        return shows(self.cells, Cell.N0, Cell.N8)

    def neighbours(self, row: int, col: int) -> Iterator[tuple[int, int]]:
        """Yield the up to eight cells around one, in reading order."""
        for r in range(max(0, row - 1), min(self.rows, row + 2)):
            for c in range(max(0, col - 1), min(self.cols, col + 2)):
                if (r, c) != (row, col):
                    yield r, c

    @classmethod
    def from_rows(cls, rows: list[str], mines: int | None = None) -> Board:
        """Build a board from lines of the text notation.

        Raises BoardFormatError on an unknown character, ragged or missing rows.
        """
        if not rows or not rows[0]:
            raise BoardFormatError("no rows of cells in the text; write one line a row, '.' hidden")
        for number, line in enumerate(rows, start=1):
            if len(line) != len(rows[0]):
                raise BoardFormatError(
                    f"row {number} has {len(line)} cells, row 1 has {len(rows[0])}; make them equal"
                )
            for symbol in line:
                if symbol not in _CELL_OF_SYMBOL:
                    raise BoardFormatError(
                        f"row {number} holds {symbol!r}; the cells are written with {SYMBOLS}"
                    )
        return cls(np.array([[_CELL_OF_SYMBOL[s] for s in line] for line in rows], np.int8), mines)

    @classmethod
    def from_text(cls, text: str) -> Board:
        """Parse the text notation, comments and ``# mines: N`` included.

        Raises BoardFormatError as `from_rows` does, and on a mine total that is no number.
        """
        rows: list[str] = []
        mines: int | None = None
        for line in text.splitlines():
            stripped = line.strip()
            if stripped.startswith("#"):
                key, _, value = stripped.lstrip("# ").partition(":")
                if key.strip() == "mines":
                    mines = _parse_total(value.strip())
            elif stripped:
                rows.append(stripped)
        return cls.from_rows(rows, mines)

    def to_rows(self) -> list[str]:
        """Return one string a row in the text notation."""
        return ["".join(SYMBOLS[value] for value in line) for line in self.cells]

    def to_text(self) -> str:
        """Return the text notation; `from_text` gives the same board back."""
        head = [] if self.mines is None else [f"# mines: {self.mines}"]
        return "\n".join([*head, *self.to_rows()]) + "\n"

    def problems(self) -> list[Problem]:
        """Name each inconsistency that a single number or the totals show, in reading order."""
        found = [
            problem
            for row, col in np.argwhere(self.numbers).tolist()
            if (problem := self._number_problem(row, col)) is not None
        ]
        if self.mines is not None:
            found += self._total_problems(self.mines)
        return found

    def _number_problem(self, row: int, col: int) -> Problem | None:
        number = int(self.cells[row, col])
        around = [self[place] for place in self.neighbours(row, col)]
        shown = sum(cell in (Cell.MINE, Cell.EXPLODED) for cell in around)
        possible = shown + sum(
            cell in (Cell.HIDDEN, Cell.FLAG, Cell.QUESTION, Cell.UNREADABLE) for cell in around
        )
        if number > possible:
            return Problem(
                f"the {number} at row {row}, col {col} has only {possible} cells "
                "beside it that could be mines",
                (row, col),
            )
        if number < shown:
            return Problem(
                f"the {number} at row {row}, col {col} has {shown} mines shown beside it",
                (row, col),
            )
        return None

    def _total_problems(self, mines: int) -> list[Problem]:
        shown = int(np.isin(self.cells, (Cell.MINE, Cell.EXPLODED)).sum())
        possible = shown + int(self.unopened.sum())
        if mines > possible:
            return [Problem(f"{mines} mines do not fit into {possible} unopened cells")]
        if mines < shown:
            return [Problem(f"{shown} mines are shown, more than the total of {mines}")]
        return []


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that cannot be true of a board: its text, and the cell where it has one."""

    text: str
    cell: tuple[int, int] | None = None


def _parse_total(text: str) -> int:
    if not text.isdecimal():
        raise BoardFormatError(f"the mine total {text!r} is no number; write '# mines: 99'")
    return int(text)
