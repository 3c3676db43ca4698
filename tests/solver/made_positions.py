"""Positions made by seed: lattices, scatters, snakes, and moments of natural games."""

from __future__ import annotations

import numpy as np

from autoplay.board import Board, Cell
from autoplay.solver import analyse


def shown(mines: np.ndarray, opened: np.ndarray) -> Board:
    """Return the board of a (rows, cols) layout on which the free cells of a mask are opened."""
    rows, cols = mines.shape
    wide = np.pad(mines.astype(np.int8), 1)
    around = sum(wide[r : r + rows, c : c + cols] for r in range(3) for c in range(3))
    return Board(np.where(opened & ~mines, around, Cell.HIDDEN), int(mines.sum()))


def laid(rng: np.random.Generator, places: np.ndarray, density: float) -> np.ndarray:
    """Return a layout with a share of mines in the places of a mask."""
    cells = np.argwhere(places)
    chosen = rng.choice(cells, round(density * len(cells)), replace=False)
    mines = np.zeros(places.shape, bool)
    mines[tuple(chosen.T)] = True
    return mines


def lattice(rows: int, cols: int, seed: int, density: float = 0.45, stride: int = 2) -> Board:
    """Open every cell whose row and column are odd (one of `stride`); mines in the others."""
    opened = np.zeros((rows, cols), bool)
    opened[stride - 1 :: stride, stride - 1 :: stride] = True
    return shown(laid(np.random.default_rng(seed), ~opened, density), opened)


def scatter(rows: int, cols: int, seed: int, density: float = 0.2, share: float = 0.3) -> Board:
    """Open a share of the cells at random, none that would show a zero."""
    rng = np.random.default_rng(seed)
    mines = laid(rng, np.ones((rows, cols), bool), density)
    full = shown(mines, ~mines).cells
    places = np.argwhere((full > 0) & ~mines)
    take = rng.choice(places, min(len(places), round(share * rows * cols)), replace=False)
    opened = np.zeros((rows, cols), bool)
    opened[tuple(take.T)] = True
    return shown(mines, opened)


def snake(rows: int, cols: int, seed: int, density: float = 0.4) -> Board:
    """Open one long winding corridor, one cell wide, with two hidden rows between its turns."""
    opened = np.zeros((rows, cols), bool)
    opened[1::4] = True
    for turn, row in enumerate(range(1, rows - 4, 4)):
        opened[row : row + 5, -1 if turn % 2 == 0 else 0] = True
    return shown(laid(np.random.default_rng(seed), ~opened, density), opened)


def natural(rows: int, cols: int, seed: int, density: float = 0.2, share: float = 0.5) -> Board:
    """Play until a share of the free cells is open: safe cells first, then least risk."""
    rng = np.random.default_rng(seed)
    start = np.ones((rows, cols), bool)
    start[:3, :3] = False
    mines = laid(rng, start, density * rows * cols / start.sum())
    full = shown(mines, ~mines).cells
    opened = np.zeros((rows, cols), bool)
    opened[1, 1] = True
    while True:
        _flood(full, opened)
        board = shown(mines, opened)
        if opened.sum() >= share * (~mines).sum():
            return board
        analysis = analyse(board)
        if analysis.safe.any():
            opened |= analysis.safe
        else:
            risk = np.where(mines | opened, 2.0, analysis.probability)
            opened[np.unravel_index(risk.argmin(), risk.shape)] = True


def _flood(full: np.ndarray, opened: np.ndarray) -> None:
    """Open the regions of the opened zeros."""
    rows, cols = full.shape
    while True:
        zeros = np.pad(opened & (full == 0), 1)
        reached = opened.copy()
        for r in range(3):
            for c in range(3):
                reached |= zeros[r : r + rows, c : c + cols]
        if reached.sum() == opened.sum():
            return
        opened |= reached
