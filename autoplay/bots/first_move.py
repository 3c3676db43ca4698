"""Where a game begins: the first click, which no bot can reason about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoplay.errors import InputError

if TYPE_CHECKING:
    from random import Random

STRATEGIES = ("corner", "edge", "centre", "random")
"""The first-move strategies by name."""


@dataclass(frozen=True, slots=True)
class FirstMove:
    """A first-move strategy, or one fixed cell where `cell` is given."""

    name: str
    cell: tuple[int, int] | None = None

    @classmethod
    def parse(cls, text: str) -> FirstMove:
        """Read a strategy's name or ``ROW,COL`` (0-based); raises InputError on anything else."""
        wanted = text.strip().lower()
        if wanted in STRATEGIES:
            return cls(wanted)
        fixed = re.fullmatch(r"(\d{1,3}),(\d{1,3})", wanted)
        if fixed is None:
            raise InputError(
                f"no first move {text!r}; choose {', '.join(STRATEGIES)} or a cell as ROW,COL"
            )
        return cls(wanted, (int(fixed[1]), int(fixed[2])))

    def place(self, rows: int, cols: int, rng: Random) -> tuple[int, int]:
        """Return (row, col) of the first click; raises InputError if it is off the board."""
        if self.cell is not None:
            if self.cell[0] >= rows or self.cell[1] >= cols:
                raise InputError(
                    f"the first move {self.name} is off a board of {rows} rows and {cols} columns; "
                    "choose a smaller one"
                )
            return self.cell
        if self.name == "corner":
            return 0, 0
        if self.name == "edge":
            return 0, cols // 2
        if self.name == "centre":
            return rows // 2, cols // 2
        return rng.randrange(rows), rng.randrange(cols)
