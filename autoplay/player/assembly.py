"""Putting the real parts together: reader, solver and what the skins say."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from autoplay.board import Board
from autoplay.player.parts import Habits

if TYPE_CHECKING:
    from autoplay.move import Move
    from autoplay.player.parts import BoardReader, Solver
    from autoplay.solver.analysis import Analysis
    from autoplay.vision.packs.skins import Skin


class ExactSolver:
    """The solver of this package, with what it remembers between two positions."""

    def __init__(self) -> None:
        from autoplay import solver

        self._analyser = solver.Analyser()
        self._choose = solver.choose

    def analyse(self, board: Board, mines: int | None) -> Analysis:
        """Return certain cells and probabilities; raises ContradictionError."""
        return self._analyser.analyse(board, mines)

    def choose(self, board: Board, analysis: Analysis) -> Move | None:
        """Return the best single move."""
        return self._choose(board, analysis)


def real_solver() -> Solver:
    """Return the exact solver, ready: its first analysis ever compiles, its first loads that."""
    solver = ExactSolver()
    solver.analyse(Board.from_rows(["1.1.", "...."]), 2)
    return solver


@cache
def skins() -> tuple[Skin, ...]:
    """Return every pack there is, loaded once."""
    from autoplay.vision.packs.skins import shipped_skins

    return tuple(shipped_skins())


def real_reader() -> BoardReader:
    """Return a reader that knows every pack there is."""
    from autoplay.vision.reader import Reader

    return Reader(list(skins()))


def habits_of(name: str) -> Habits:
    """Return how the program behind a skin behaves; plain habits where no skin says."""
    for skin in skins():
        if skin.name == name:
            return Habits(
                hold=skin.hold_ms / 1000,
                first_is_safe=skin.rules in ("safe", "open"),
                new_game=skin.new_game,
            )
    return Habits()
