"""What ``autoplay solve`` does with one position, from a picture or a text."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from autoplay.answers import solution_json, solution_text
from autoplay.board import Board
from autoplay.errors import ContradictionError, InputError
from autoplay.player.total import TotalSource, mine_total

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.move import Move
    from autoplay.solver import Deduction
    from autoplay.solver.analysis import Analysis

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Position:
    """A board, and the picture it was read from, if any."""

    board: Board
    screenshot: tuple[NDArray[np.uint8], Grid] | None = None


@dataclass(frozen=True, slots=True)
class Solution:
    """A position and what the solver says about it.

    steps: what follows step by step, None where nobody asked.
    """

    board: Board
    analysis: Analysis
    move: Move | None
    steps: tuple[Deduction, ...] | None = None

    def to_json(self) -> dict[str, object]:
        """Return what ``--json`` prints."""
        answer = solution_json(self.analysis, self.move)
        if self.steps is not None:
            answer["steps"] = [
                {"cells": [list(c) for c in s.cells], "mine": s.mine, "reason": s.reason}
                for s in self.steps
            ]
        return answer

    def to_text(self) -> str:
        """Return what a person reads."""
        text = solution_text(self.board, self.analysis, self.move)
        if self.steps is None:
            return text
        told = [_step_text(step) for step in self.steps]
        return "\n".join([text, *(told or ["nothing follows step by step; only counting helps"])])


def answer(
    name: str, mines: int | None = None, *, explain: bool = False, picture: Path | None = None
) -> Solution:
    """Analyse one position; `name` is a file, or - for text on stdin.

    picture: where to draw the probabilities. Raises InputError, NoBoardFoundError, and
    ContradictionError naming the numbers that cannot be true together.
    """
    from autoplay.solver import analyse, choose, deduce

    position = load_position(name)
    board = position.board if mines is None else Board(position.board.cells, mines)
    _refuse_plain_problems(board, mines)
    try:
        analysis = analyse(board, board.mines)
    except ContradictionError as error:
        _blame_total(board, mines, error)
        raise
    move = choose(board, analysis)
    steps = tuple(deduce(board)) if explain else None
    solution = Solution(board, analysis, move, steps)
    if picture is not None:
        from autoplay.overlay import overlay, save_picture

        save_picture(overlay(board, analysis, move, position.screenshot), picture)
    return solution


def load_position(name: str) -> Position:
    """Read a position from a picture or a text; raises InputError, NoBoardFoundError."""
    if name == STDIN:
        return Position(Board.from_text(sys.stdin.read()))
    data = _bytes_of(Path(name))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _read_picture(name)
    if Path(name).suffix.lower() in (".png", ".jpg", ".jpeg"):
        return _read_picture(name)
    return Position(Board.from_text(text))


def _read_picture(name: str) -> Position:
    from autoplay.player.assembly import real_reader
    from autoplay.vision.pixels.pictures import load_picture

    frame = load_picture(name)
    reading = real_reader().read(frame)
    board = reading.board
    total = mine_total(board.rows, board.cols, None, board.mines)
    # The usual total of a size is only assumed: nothing is called certain because of it.
    known = None if total.source is TotalSource.USUAL else total.value
    return Position(Board(board.cells, known), (frame.pixels, reading.grid))


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"there is no file {path}; check the path, or give - for stdin") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error


def _refuse_plain_problems(board: Board, mines: int | None) -> None:
    """Raise for what a single number or the total shows: no solver need be compiled for that."""
    for problem in board.problems():
        if problem.cell is None and mines is not None:
            raise InputError(f"--mines {mines} is impossible here: {problem.text}")
        raise ContradictionError(f"{problem.text}; check the reading or the numbers")


def _blame_total(board: Board, mines: int | None, error: ContradictionError) -> None:
    """Raise InputError where it is the person's mine total alone that cannot be."""
    if mines is None:
        return
    from autoplay.solver import analyse

    try:
        analyse(Board(board.cells, None), None)
    except ContradictionError:
        return
    raise InputError(f"--mines {mines} is impossible here: {error}") from error


def _step_text(step: Deduction) -> str:
    places = " ".join(f"({row},{col})" for row, col in step.cells)
    return f"{'mine' if step.mine else 'free'} {places}: {step.reason}"
