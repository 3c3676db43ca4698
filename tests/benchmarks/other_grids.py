"""Grids of other games and sheets in the look of invented programs, for teaching what is no board.

Sudoku, letters, counts, colours, men on a chequered ground, dots: each cell is drawn as a program
of Minesweeper might draw it, so that only what stands where tells them apart.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from autoplay.board import Cell
from tests.benchmarks.drawn_looks import Mark, Style, away_from, colour

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from numpy.typing import NDArray

    Cells = NDArray[np.int8]
    Dealt = tuple[Style, Cells]

KINDS = tuple(cell for cell in Cell if cell not in (Cell.HIDDEN, Cell.N0, Cell.UNREADABLE))
"""What a sprite can be drawn for beside hidden cells and blanks."""

SHEETS = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "aeiorstln", "123456789", "0123456789+-*/=.", "XO", "♥*●+")


def other_grid(rng: random.Random, style: Style, shape: tuple[int, int]) -> Dealt:
    """Return a style and the sprites to draw of it, (rows, cols), that are no Minesweeper."""
    return rng.choice(GAMES)(rng, style, shape)


def with_boxes(rng: random.Random, picture: np.ndarray, spot: tuple[int, int], style: Style,
               shape: tuple[int, int]) -> None:  # fmt: skip
    """Draw thicker lines around every three cells, in place; spot: x, y of the first cell."""
    ink = tuple(float(c) for c in away_from(rng, style.opened, 25))
    thick, (x, y) = rng.randint(2, 4), spot
    high, wide = shape[0] * style.height, shape[1] * style.width
    for row in range(0, shape[0] + 1, 3):
        at = y + row * style.height
        cv2.line(picture, (x, at), (x + wide, at), ink, thick)
    for col in range(0, shape[1] + 1, 3):
        at = x + col * style.width
        cv2.line(picture, (at, y), (at, y + high), ink, thick)


def _numbers(rng: random.Random, style: Style, shape: tuple[int, int]) -> Dealt:
    """Digits up to 9 strewn over an open grid: sudoku and its kin."""
    nine = replace(style.marks[Cell.N8], letter="9")
    style = replace(style, marks={**style.marks, Cell.EXPLODED: nine}, sprites={})
    nprng = np.random.default_rng(rng.randrange(2**31))
    digits = [*range(1, 9), int(Cell.EXPLODED)]
    cells = nprng.choice(np.array(digits, np.int8), shape)
    empty = Cell.HIDDEN if rng.random() < 0.4 else Cell.N0
    return style, np.where(nprng.random(shape) < rng.uniform(0.2, 1), cells, np.int8(empty))


def _letters(rng: random.Random, style: Style, shape: tuple[int, int]) -> Dealt:
    """Letters or signs of a few kinds, dark cells among them: crosswords, keys, searches."""
    like, sheet = style.marks[Cell.N1], rng.choice(SHEETS)
    signs = rng.sample(sheet, min(len(sheet), len(KINDS)))
    return _strewn(rng, style, [replace(like, letter=sign, raised=False) for sign in signs], shape)


def _counts(rng: random.Random, style: Style, shape: tuple[int, int]) -> Dealt:
    """Numbers of two digits: calendars, bingo, tables."""
    like = style.marks[Cell.N1]
    several = [str(rng.randrange(1, 100)) for _ in KINDS]
    marks = [replace(like, letter=text, size=min(like.size, 0.5)) for text in several]
    return _strewn(rng, style, marks, shape)


def _colours(rng: random.Random, style: Style, shape: tuple[int, int]) -> Dealt:
    """Plain tones or discs: palettes, gems, floods."""
    raised, marks = rng.random() < 0.5, []
    for _ in range(rng.randint(2, 8)):
        ink = colour(rng)
        if rng.random() < 0.5:
            marks.append(Mark(raised, 0.5, (0, 0), ink, ink))
        else:
            marks.append(replace(style.marks[Cell.N1], letter="●", ink=ink, raised=raised))
    return _strewn(rng, style, marks, shape)


def _men(rng: random.Random, style: Style, shape: tuple[int, int]) -> Dealt:
    """Men on a chequered ground: chess and draughts."""
    kinds = [Cell.FLAG, Cell.MINE, Cell.QUESTION, Cell.WRONG_FLAG]
    marks = {kind: replace(style.marks[kind], raised=False) for kind in kinds}
    style = replace(style, marks=marks, checker=(rng.uniform(0.15, 0.7),) * 2, sprites={})
    cells = np.full(shape, Cell.N0, np.int8)
    for row, side in ((0, 0), (1, 0), (-2, 1), (-1, 1)):
        cells[row] = [rng.choice(kinds[2 * side : 2 * side + 2]) for _ in range(shape[1])]
    return style, cells


def _dots(rng: random.Random, style: Style, shape: tuple[int, int]) -> Dealt:
    """Two kinds of cells without order: nonograms, pixels, the game of life."""
    nprng = np.random.default_rng(rng.randrange(2**31))
    chosen = nprng.random(shape) < rng.uniform(0.3, 0.7)
    return style, np.where(chosen, np.int8(Cell.HIDDEN), np.int8(Cell.N0))


def _strewn(rng: random.Random, style: Style, marks: list[Mark], shape: tuple[int, int]) -> Dealt:
    kinds = KINDS[: len(marks)]
    style = replace(style, marks=dict(zip(kinds, marks, strict=False)), sprites={})
    nprng = np.random.default_rng(rng.randrange(2**31))
    cells = nprng.choice(np.array(kinds, np.int8), shape)
    cells[nprng.random(shape) < rng.uniform(0, 0.4)] = Cell.N0
    cells[nprng.random(shape) < rng.choice([0, 0, 0.15, 0.3])] = Cell.HIDDEN
    return style, cells


GAMES: tuple[Callable[[random.Random, Style, tuple[int, int]], Dealt], ...] = (
    _numbers, _numbers, _numbers, _letters, _counts, _colours, _men, _dots,
)  # fmt: skip
