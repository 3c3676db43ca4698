"""What the commands answer: JSON objects for programs, text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoplay.player.journal import move_to_json
from autoplay.player.total import MineTotal, mine_total

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.board import Board
    from autoplay.move import Move
    from autoplay.player.result import GameResult
    from autoplay.solver.analysis import Analysis
    from autoplay.vision.reading import Reading


def reading_json(reading: Reading) -> dict[str, Any]:
    """Return what ``read --json`` prints for a picture with a board.

    The confidence is that of the least sure cell that was read. The mine total is what the window
    shows, else what is usual for the size, else null.
    """
    region = reading.grid.region
    return {
        "found": True,
        "skin": reading.skin,
        "board": {"x": region.x, "y": region.y, "w": region.w, "h": region.h},
        "rows": reading.board.rows,
        "cols": reading.board.cols,
        "cells": reading.board.to_rows(),
        "state": reading.state.value,
        "mines_total": _total(reading).value,
        "confidence": round(float(reading.confidence.min()), 4),
    }


def reading_text(name: str, reading: Reading) -> str:
    """Return a reading in the text notation, what is known besides as comments."""
    region = reading.grid.region
    return (
        f"# {name}: {reading.skin}, {reading.board.cols}x{reading.board.rows} at "
        f"{region.x},{region.y},{region.w},{region.h}, {reading.state.value}, "
        f"confidence {float(reading.confidence.min()):.2f}, {_total(reading)}\n"
        f"{reading.board.to_text()}"
    )


def solution_json(analysis: Analysis, move: Move | None) -> dict[str, Any]:
    """Return what ``solve --json`` prints for a position."""
    return {
        "safe": np.argwhere(analysis.safe).tolist(),
        "mines": np.argwhere(analysis.mines).tolist(),
        "probability": _nullable(analysis.probability),
        "move": None if move is None else move_to_json(move),
    }


def solution_text(board: Board, analysis: Analysis, move: Move | None) -> str:
    """Return the board with each closed cell's risk in per cent, and the move to make."""
    lines = []
    for row in range(board.rows):
        shown = (_risk_text(board, analysis, row, col) for col in range(board.cols))
        lines.append(" ".join(f"{text:>3}" for text in shown))
    best = "no move: nothing is left to open" if move is None else move_text(move)
    safe, mines = int(analysis.safe.sum()), int(analysis.mines.sum())
    counted = f"{safe} cells are certainly free (0), {mines} certainly mines (*); risks in per cent"
    return "\n".join([*lines, counted, best])


def move_text(move: Move) -> str:
    """Return a move as one line for a person; rows and cols count from 0."""
    return f"{move.kind.value} row {move.row}, col {move.col}  risk {move.risk:.1%}  {move.reason}"


def result_text(result: GameResult) -> str:
    """Return how a game ended as one line for a person."""
    guesses = "no guess"
    if result.guesses:
        many = "es" if result.guesses > 1 else ""
        guesses = f"{result.guesses} guess{many} (risk taken {result.risk_taken:.1%})"
    why = f": {result.reason}" if result.reason else ""
    return (
        f"{result.outcome.value} in {result.seconds:.1f} s, {result.clicks} clicks, {guesses}{why}"
    )


def _total(reading: Reading) -> MineTotal:
    board = reading.board
    return mine_total(board.rows, board.cols, None, board.mines)


def _risk_text(board: Board, analysis: Analysis, row: int, col: int) -> str:
    if not board.unopened[row, col]:
        return board[row, col].symbol if board[row, col] else " "
    if analysis.safe[row, col]:
        return "0%"
    if analysis.mines[row, col]:
        return "*"
    return f"{analysis.probability[row, col]:.0%}"


def _nullable(values: NDArray[np.float64]) -> list[list[float | None]]:
    return [[None if np.isnan(value) else float(value) for value in row] for row in values]
