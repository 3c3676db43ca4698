"""Levels: how large a board is and how many mines it holds."""

from __future__ import annotations

import re
from dataclasses import dataclass

from autoplay.errors import InputError

LARGEST_SIDE = 500


class LevelError(InputError):
    """A level that has no such name or cannot be built."""


@dataclass(frozen=True, slots=True)
class Level:
    """A board size and its mine total.

    cols, rows: 1 to 500 cells.
    mines: 0 to one less than the number of cells, so that at least one cell is free.
    Raises LevelError on anything else.
    """

    cols: int
    rows: int
    mines: int

    def __post_init__(self) -> None:
        if not (1 <= self.cols <= LARGEST_SIDE and 1 <= self.rows <= LARGEST_SIDE):
            raise LevelError(
                f"a board of {self.cols}x{self.rows} cells cannot be built; "
                f"each side may be 1 to {LARGEST_SIDE}"
            )
        if not 0 <= self.mines < self.size:
            raise LevelError(
                f"{self.mines} mines do not fit a board of {self.cols}x{self.rows}; "
                f"choose 0 to {self.size - 1}"
            )

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.cols * self.rows

    @property
    def name(self) -> str:
        """The usual name where there is one, otherwise ``WxH/M``."""
        for name, level in LEVELS.items():
            if level == self:
                return name
        return f"{self.cols}x{self.rows}/{self.mines}"

    def __str__(self) -> str:
        return self.name

    @classmethod
    def parse(cls, text: str) -> Level:
        """Read a level name or ``WxH/M``.

        Raises LevelError where the text is neither or the board cannot be built.
        """
        wanted = text.strip().lower()
        if wanted in LEVELS:
            return LEVELS[wanted]
        custom = re.fullmatch(r"(\d{1,9})x(\d{1,9})/(\d{1,9})", wanted)
        if custom is None:
            raise LevelError(
                f"no level {text!r}; choose {', '.join(LEVELS)} or write columns, rows "
                "and mines as WxH/M, such as 20x10/35"
            )
        cols, rows, mines = map(int, custom.groups())
        return cls(cols, rows, mines)


BEGINNER = Level(9, 9, 10)
INTERMEDIATE = Level(16, 16, 40)
EXPERT = Level(30, 16, 99)

LEVELS = {"beginner": BEGINNER, "intermediate": INTERMEDIATE, "expert": EXPERT}
