"""Other signs on captured boards, for teaching: each program of others with the marks of many.

What programs write as numbers is much alike; what they show as a flag or as a mine may be anything.
A capture brings its grounds, its letters and its game, an invented style what stands on the cells.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.rules.consistency import certain_mines
from tests.benchmarks.drawn_looks import Icons, Style, add_marks, draw_mark, make_style
from tests.benchmarks.surroundings import cell_of

if TYPE_CHECKING:
    import random

    from autoplay.geometry import Grid
    from tests.benchmarks.drawn_looks import Mark
    from tests.vision.lettering import Lettering

MARKS = (Cell.FLAG, Cell.MINE, Cell.EXPLODED, Cell.WRONG_FLAG, Cell.QUESTION)
DIGITS = tuple(Cell(digit) for digit in range(1, 9))
ALL_KINDS = 0.6
"""How often all kinds of marks are drawn anew, not one of them alone."""

NUMBERS = 0.15
"""How often numbers are written anew as well."""

MORE_FLAGS, MORE_QUESTIONS = 0.3, 0.15
ENDS_OTHERWISE = 0.2


def marked_anew(
    rng: random.Random,
    picture: np.ndarray,
    grid: Grid,
    names: np.ndarray,
    letterings: tuple[Lettering, ...],
    icons: Icons,
) -> tuple[np.ndarray, np.ndarray]:
    """Return a copy of a picture with other marks in it, and (rows, cols) what it shows then."""
    before, picture, shown = picture, picture.copy(), _goes_otherwise(rng, names)
    grounds = {kind: np.argwhere(names == kind) for kind in (Cell.HIDDEN, Cell.N0)}
    style = _style_over(rng, picture, grid, grounds, letterings, icons)
    kinds = [kind for kind in MARKS if (shown == kind).any()]
    if kinds and rng.random() > ALL_KINDS:
        kinds = [rng.choice(kinds)]
    if rng.random() < NUMBERS:
        kinds += DIGITS
    for kind in (*MARKS, *DIGITS):
        mark = style.marks[kind]
        ground = Cell.HIDDEN if mark.raised else Cell.N0
        # What is something else than it was has to be drawn; the rest where its kind is chosen.
        changed = (shown == kind) & ((names != kind) | (kind in kinds))
        if not len(grounds[ground]):
            shown[changed] = names[changed]
            continue
        base = style.hidden if mark.raised else style.opened
        for row, col in np.argwhere(changed).tolist():
            like = _nearest(grounds[ground], row, col)
            _draw(picture, before, grid, (row, col), like, mark, base)
    return picture, shown


def _goes_otherwise(rng: random.Random, names: np.ndarray) -> np.ndarray:
    """Return names with more flags and question marks in play, or a win that shows other marks."""
    names = names.copy()
    ended = np.isin(names, [Cell.MINE, Cell.EXPLODED, Cell.WRONG_FLAG]).any()
    hidden = names == Cell.HIDDEN
    if not hidden.any():
        exploded = np.isin(names, [Cell.EXPLODED, Cell.WRONG_FLAG]).any()
        if not exploded and rng.random() < ENDS_OTHERWISE:
            mines = np.isin(names, [Cell.FLAG, Cell.MINE])
            names[mines] = rng.choice([Cell.FLAG, Cell.MINE])
    elif not ended:
        if rng.random() < MORE_FLAGS:
            share = rng.uniform(0.1, 1)
            for row, col in np.argwhere(hidden & certain_mines(names.astype(np.int8))).tolist():
                if rng.random() < share:
                    names[row, col] = Cell.FLAG
        if rng.random() < MORE_QUESTIONS:
            spots = np.argwhere(names == Cell.HIDDEN).tolist()
            for row, col in rng.sample(spots, min(len(spots), rng.randint(1, 4))):
                names[row, col] = Cell.QUESTION
    return names


def _style_over(
    rng: random.Random,
    picture: np.ndarray,
    grid: Grid,
    grounds: dict[Cell, np.ndarray],
    letterings: tuple[Lettering, ...],
    icons: Icons,
) -> Style:
    """Invent a program whose marks stand out from the grounds that a capture has."""
    colours = {}
    for kind, spots in grounds.items():
        some = rng.sample(spots.tolist(), min(5, len(spots)))
        seen = [np.median(cell_of(picture, grid, *spot).reshape(-1, 3), axis=0) for spot in some]
        colours[kind] = np.median(seen, axis=0).astype(np.float32) if seen else None
    style = make_style(rng, letterings, icons)
    hidden, opened = colours[Cell.HIDDEN], colours[Cell.N0]
    style = replace(
        style,
        hidden=style.hidden if hidden is None else hidden,
        opened=style.opened if opened is None else opened,
        floor="flat", marks={}, sprites={}, hidden_mark=None, lettered=False,
    )  # fmt: skip
    add_marks(rng, style, letterings, icons)
    return style


def _nearest(spots: np.ndarray, row: int, col: int) -> tuple[int, int]:
    """Return the nearest of some cells, of a chessboard's the nearest of the same colour."""
    far = np.abs(spots - (row, col)).sum(axis=1)
    far = far + 1000 * ((spots.sum(axis=1) - row - col) & 1)
    return tuple(spots[far.argmin()].tolist())


def _draw(
    picture: np.ndarray,
    before: np.ndarray,
    grid: Grid,
    spot: tuple[int, int],
    like: tuple[int, int],
    mark: Mark,
    base: np.ndarray,
) -> None:
    """Draw a mark on a cell that looks like another without one."""
    place, source = cell_of(picture, grid, *spot), cell_of(before, grid, *like)
    high, wide = (min(a, b) for a, b in zip(place.shape[:2], source.shape[:2], strict=True))
    drawn = source[:high, :wide].astype(np.float32)
    if min(high, wide) < 8:
        return
    if mark.ground is not None:
        # Its edges stay as light and as dark against it.
        drawn += mark.ground - base
    draw_mark(drawn, mark)
    place[:high, :wide] = np.clip(drawn, 0, 255)
