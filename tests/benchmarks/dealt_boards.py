"""Positions of play for teaching: what many programs may show of a game, dealt quickly.

A position is opened outwards from a first click rather than along what follows from the numbers,
which takes a tenth of the time and looks much the same. Where blanks open nothing it is opened here
and there as well.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from autoplay.board import Cell
from tests.vision.synthetic import mine_counts

STATES = ("fresh", "early", "mid", "late", "won", "lost")
_AROUND = np.ones((3, 3), np.uint8)
_CROSS = np.uint8([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
_HERE_AND_THERE = 0.5


@dataclass(frozen=True)
class Ending:
    """What a program shows when a game has ended.

    mines: all, all but the flagged, or the exploded one alone. opens: everything else is opened.
    crossed: wrong flags are shown as wrong. exploded: the mine that was hit looks otherwise.
    flags_mines: a win shows flags on all mines. shows_mines: a win shows the mines themselves.
    """

    mines: str
    opens: bool
    crossed: bool
    exploded: bool
    flags_mines: bool
    shows_mines: bool


def make_ending(rng: np.random.Generator) -> Ending:
    """Draw how a program ends its games."""
    return Ending(
        mines=str(rng.choice(["unflagged", "all", "one"], p=[0.5, 0.4, 0.1])),
        opens=bool(rng.random() < 0.12),
        crossed=bool(rng.random() < 0.55),
        exploded=bool(rng.random() < 0.6),
        flags_mines=bool(rng.random() < 0.4),
        shows_mines=bool(rng.random() < 0.15),
    )


def deal(
    rng: np.random.Generator, rows: int, cols: int, state: str, ending: Ending, floods: bool = True
) -> np.ndarray:
    """Return (rows, cols) int8 of `Cell` values: a game of some state as a program shows it."""
    mines, counts = _mines(rng, rows, cols)
    opened = _opened(rng, mines, counts, state, floods)
    cells = np.where(opened, counts, Cell.HIDDEN).astype(np.int8)
    _mark(rng, cells, mines, opened, state)
    if state == "won":
        _show_win(rng, cells, mines, ending)
    elif state == "lost":
        _show_loss(rng, cells, mines, counts, ending)
    return cells


def _mines(rng: np.random.Generator, rows: int, cols: int) -> tuple[np.ndarray, np.ndarray]:
    total = round(rows * cols * rng.uniform(0.09, 0.23))
    mines = np.zeros(rows * cols, bool)
    mines[rng.permutation(rows * cols)[:total]] = True
    mines = mines.reshape(rows, cols)
    if rng.random() < 0.9:
        row, col = rng.integers(rows), rng.integers(cols)
        mines[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2] = False
    return mines, mine_counts(mines)


def _opened(
    rng: np.random.Generator, mines: np.ndarray, counts: np.ndarray, state: str, floods: bool
) -> np.ndarray:
    """Open what lies nearest to a few first clicks, by a distance that wanders, then flood."""
    if state == "fresh":
        return np.zeros(mines.shape, bool)
    safe = ~mines
    share = {"early": rng.uniform(0, 0.15), "won": 1.0, "late": rng.uniform(0.7, 1.0)}.get(
        state, rng.uniform(0.05, 0.85)
    )
    rows, cols = mines.shape
    far = np.full(mines.shape, np.inf)
    row_of, col_of = np.mgrid[:rows, :cols]
    for _ in range(int(rng.integers(1, 4))):
        row, col = rng.integers(rows), rng.integers(cols)
        far = np.minimum(far, np.hypot(row_of - row, col_of - col))
    small = rng.normal(0, 1, (max(2, rows // 3), max(2, cols // 3))).astype(np.float32)
    far = far + 2 * cv2.resize(small, (cols, rows)) + rng.normal(0, 0.7, mines.shape)
    far[mines] = np.inf
    wanted = max(1, round(share * safe.sum()))
    opened = safe & (far <= np.sort(far[safe])[min(wanted, int(safe.sum())) - 1])
    if not floods:
        strewn = safe & (rng.random(mines.shape) < share)
        return strewn if rng.random() < _HERE_AND_THERE else opened
    # A blank opens its region and the numbers around that; a small board may open all the more.
    blank = safe & (counts == 0)
    around = _AROUND if rng.random() < 0.95 else _CROSS
    linked = 8 if around is _AROUND else 4
    _, region = cv2.connectedComponents(blank.astype(np.uint8), connectivity=linked)
    flooded = blank & np.isin(region, np.unique(region[opened & blank]))
    return opened | (cv2.dilate(flooded.astype(np.uint8), around) > 0) & safe


def _mark(
    rng: np.random.Generator, cells: np.ndarray, mines: np.ndarray, opened: np.ndarray, state: str
) -> None:
    """Set flags as players do: beside numbers, on mines, seldom on others; a few question marks."""
    beside = cv2.dilate(opened.astype(np.uint8), _AROUND) > 0
    known = mines & ~opened & beside
    share = rng.choice([0, 0.15, 0.5, 0.9, 1.0], p=[0.3, 0.2, 0.2, 0.15, 0.15])
    cells[known & (rng.random(mines.shape) < share)] = Cell.FLAG
    if share and rng.random() < 0.35:
        wrong = np.argwhere(~mines & ~opened)
        for row, col in wrong[rng.permutation(len(wrong))[: int(rng.integers(1, 4))]]:
            cells[row, col] = Cell.FLAG
    if state not in ("fresh", "won") and rng.random() < 0.15:
        hidden = np.argwhere(cells == Cell.HIDDEN)
        for row, col in hidden[rng.permutation(len(hidden))[: int(rng.integers(1, 5))]]:
            cells[row, col] = Cell.QUESTION


def _show_win(
    rng: np.random.Generator, cells: np.ndarray, mines: np.ndarray, ending: Ending
) -> None:
    cells[~mines & (cells > Cell.N8)] = mine_counts(mines)[~mines & (cells > Cell.N8)]
    if ending.flags_mines:
        cells[mines] = Cell.FLAG
    elif ending.shows_mines:
        cells[mines & (cells != Cell.FLAG)] = Cell.MINE
        if rng.random() < 0.5:
            cells[mines] = Cell.MINE


def _show_loss(
    rng: np.random.Generator,
    cells: np.ndarray,
    mines: np.ndarray,
    counts: np.ndarray,
    ending: Ending,
) -> None:
    flagged = cells == Cell.FLAG
    hit = np.argwhere(mines & ~flagged)
    if not len(hit):
        return
    hit = tuple(hit[rng.integers(len(hit))])
    if ending.mines == "all":
        cells[mines] = Cell.MINE
    elif ending.mines == "unflagged":
        cells[mines & ~flagged] = Cell.MINE
    cells[hit] = Cell.EXPLODED if ending.exploded or ending.mines == "one" else Cell.MINE
    if ending.opens:
        cells[~mines & (cells > Cell.N8)] = counts[~mines & (cells > Cell.N8)]
    elif ending.crossed:
        cells[flagged & ~mines] = Cell.WRONG_FLAG
