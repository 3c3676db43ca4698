"""Boards for teaching the context network: cells cut from pictures of invented programs.

Each board stands in surroundings of its own, spoilt as captures are (scaled, blurred, compressed,
dimmed, partly covered), and is cut on a grid that is never quite exact and may reach beyond it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from autoplay.board import Cell
from autoplay.geometry import Grid
from autoplay.vision.naming.judgement import OUTSIDE, SIDE
from autoplay.vision.pixels.cells import cut_cells
from tests.benchmarks.covers import cover, name_covered
from tests.benchmarks.dealt_boards import STATES, deal, make_ending
from tests.benchmarks.drawn_looks import (
    Icons,
    Style,
    after_the_end,
    away_from,
    colour,
    frame,
    make_style,
    print_zeros,
    with_other_mines,
)
from tests.benchmarks.drawn_pointers import point_at_any
from tests.benchmarks.other_grids import other_grid, with_boxes
from tests.benchmarks.surroundings import (
    FACES,
    MARGIN,
    shine_through,
    spot_of,
    surround,
)
from tests.vision.negatives import negative

if TYPE_CHECKING:
    from tests.vision.lettering import Lettering

IGNORED = 255
"""The name of a cell of which nobody could say what it is."""

MISPLACED = 0.06
THROUGH = 0.04
POINTED = 0.06
ZEROS = 0.6
"""How often zeros are printed where a blank opens nothing."""

COVERED = 0.2
"""How often something is laid over a part of a board."""

WORDS = (
    "Game over",
    "You win!",
    "You lost",
    "GAME OVER",
    "Congratulations",
    "Play again?",
    "Boom!",
)


@dataclass(frozen=True)
class Taught:
    """cells: (rows, cols, SIDE, SIDE, 3) uint8 BGR; names: (rows, cols) uint8, what they are."""

    cells: np.ndarray
    names: np.ndarray


def taught(
    seed: int,
    shape: tuple[int, int],
    boards: int,
    letterings: tuple[Lettering, ...],
    icons: Icons,
) -> list[Taught]:
    """Draw some boards of one invented program, all cut to the same rows and columns."""
    rng = random.Random(seed)
    nprng = np.random.default_rng(seed)
    style = make_style(rng, letterings, icons)
    ending = make_ending(nprng)
    floods = rng.random() < 0.85
    if not floods and rng.random() < ZEROS:
        print_zeros(rng, style)
    found = []
    for _ in range(boards):
        state = rng.choices(STATES, [5, 16, 26, 16, 12, 25])[0]
        beyond = [rng.choice([0, 0, 0, 0, 1, 1, 2]) for _ in range(4)]
        rows = max(4, shape[0] - beyond[0] - beyond[1])
        cols = max(4, shape[1] - beyond[2] - beyond[3])
        cells = deal(nprng, rows, cols, state, ending, floods)
        # What the window shows of a larger board has no surroundings.
        names = np.full(shape, OUTSIDE, np.uint8)
        top, left = min(beyond[0], shape[0] - rows), min(beyond[2], shape[1] - cols)
        names[top : top + rows, left : left + cols] = cells
        ended = state in ("won", "lost")
        shown = after_the_end(rng, style) if ended else style
        other = with_other_mines(rng, shown) if ended and rng.random() < 0.1 else None
        picture = _painted(rng, shown, cells, other)
        if rng.random() < 0.1:
            _hover(rng, style, picture, cells)
        if rng.random() < (0.4 if style.lettered else 0.03):
            _mark_place(rng, shown, picture, cells)
        if rng.random() < POINTED:
            point_at_any(rng, picture, _laid(style, 0, 0, (rows, cols)))
        if rng.random() < (0.36 if ended else 0.05):
            _cover(rng, style, picture, cells, names[top : top + rows, left : left + cols])
        if rng.random() < COVERED:
            shares = cover(rng, picture, _laid(style, 0, 0, (rows, cols)))
            name_covered(shares, names[top : top + rows, left : left + cols], IGNORED)
        grid = _laid(style, left, top, shape)
        if rng.random() < MISPLACED:
            grid, names = misplaced(rng, grid), np.full(shape, OUTSIDE, np.uint8)
        picture, grid = spoilt(rng, picture, grid)
        found.append(Taught(cut_cells(picture, grid, SIDE), names))
    return found


def elsewhere(seed: int, shape: tuple[int, int], boards: int) -> list[Taught]:
    """Cut cells out of pictures without Minesweeper, where lattices may lie."""
    rng = random.Random(seed)
    picture, _ = negative(seed)
    high, wide = picture.shape[:2]
    found = []
    for _ in range(boards):
        pitch = rng.uniform(12, max(13.0, min(60, wide / shape[1], high / shape[0])))
        grid = Grid(
            rng.uniform(0, max(1.0, wide - shape[1] * pitch)),
            rng.uniform(0, max(1.0, high - shape[0] * pitch)),
            pitch, pitch * rng.choice([1, 1, rng.uniform(0.8, 1.2)]), *shape,
        )  # fmt: skip
        found.append(_of_no_board(picture, grid))
    return found


def other_games(
    seed: int,
    shape: tuple[int, int],
    boards: int,
    letterings: tuple[Lettering, ...],
    icons: Icons,
) -> list[Taught]:
    """Draw some grids of one other game or sheet, and cut them as boards are cut."""
    rng = random.Random(seed)
    style = make_style(rng, letterings, icons)
    found = []
    for _ in range(boards):
        size = (rng.randint(6, shape[0]), rng.randint(6, shape[1]))
        shown, cells = other_grid(rng, style, size)
        picture = _painted(rng, shown, cells, None)
        spot = (MARGIN * style.width, MARGIN * style.height)
        if rng.random() < 0.3:
            with_boxes(rng, picture, spot, style, size)
        left, top = rng.randint(0, shape[1] - size[1]), rng.randint(0, shape[0] - size[0])
        grid = _laid(style, left, top, shape)
        picture, grid = spoilt(rng, picture, grid)
        found.append(_of_no_board(picture, grid))
    return found


def _laid(style: Style, left: int, top: int, shape: tuple[int, int]) -> Grid:
    """Return the grid of a shape that begins so many columns and rows beyond what is drawn."""
    x, y = (MARGIN - left) * style.width, (MARGIN - top) * style.height
    return Grid(x, y, style.width, style.height, *shape)


def _of_no_board(picture: np.ndarray, grid: Grid) -> Taught:
    return Taught(
        cut_cells(picture, grid, SIDE), np.full((grid.rows, grid.cols), OUTSIDE, np.uint8)
    )


def misplaced(rng: random.Random, grid: Grid) -> Grid:
    """Move a grid by part of a cell, or give it a pitch that is none."""
    if rng.random() < 0.5:
        across, down = rng.choice([(0, 1), (1, 0), (1, 1)])
        dx, dy = (rng.uniform(0.3, 0.7) * pitch for pitch in (grid.pitch_x, grid.pitch_y))
        return grid.moved(across * dx, down * dy)
    factor = rng.choice([0.5, 0.5, 2 / 3, 1.5, 2, rng.uniform(0.7, 1.4)])
    across, down = rng.choice([(factor, factor), (factor, factor), (factor, 1), (1, factor)])
    return Grid(
        grid.left, grid.top, grid.pitch_x * across, grid.pitch_y * down, grid.rows, grid.cols
    )


def _painted(
    rng: random.Random, style: Style, cells: np.ndarray, other: Style | None
) -> np.ndarray:
    """Draw a board with MARGIN cells of surroundings on every side.

    other: draws half of the cells in place of style, as those that were flagged before the end.
    """
    rows, cols = cells.shape
    h, w = style.height, style.width
    picture = np.empty(((rows + 2 * MARGIN) * h, (cols + 2 * MARGIN) * w, 3), np.uint8)
    surround(rng, style, picture, (rows, cols))
    for row in range(rows):
        y = (row + MARGIN) * h
        for col in range(cols):
            x = (col + MARGIN) * w
            drawn = other if other is not None and rng.random() < 0.5 else style
            sprite = drawn.sprite(Cell(int(cells[row, col])), (row + col) & 1)
            picture[y : y + h, x : x + w] = np.clip(sprite, 0, 255)
    if rng.random() < 0.06:
        _tint(rng, picture)
    if rng.random() < THROUGH:
        shine_through(rng, style, picture, cells)
    return picture


def _tint(rng: random.Random, picture: np.ndarray) -> None:
    """Let the colours of a picture run from one tone to another, across or down."""
    high, wide = picture.shape[:2]
    ends = np.array([colour(rng), colour(rng)]) / 255
    part = np.linspace(0, 1, wide if rng.random() < 0.5 else high, dtype=np.float32)[:, None]
    tone = ends[0] * (1 - part) + ends[1] * part
    tone = tone[None] if len(part) == wide else tone[:, None]
    by = rng.uniform(0.1, 0.5)
    picture[:] = picture * (1 - by + by * tone)


def _hover(rng: random.Random, style: Style, picture: np.ndarray, cells: np.ndarray) -> None:
    hidden = np.argwhere(cells == Cell.HIDDEN).tolist()
    if hidden:
        spot = spot_of(style, picture, *rng.choice(hidden))
        by, towards = rng.uniform(0.08, 0.3), rng.choice([0, 255])
        spot[:] = spot + (towards - spot.astype(np.float32)) * by


def _mark_place(rng: random.Random, style: Style, picture: np.ndarray, cells: np.ndarray) -> None:
    """Show a cursor on any cell: its two colours swapped, as in a terminal, or a box around it."""
    row, col = (rng.randrange(size) for size in cells.shape)
    spot = spot_of(style, picture, row, col)
    mark = style.marks.get(Cell(int(cells[row, col])), style.hidden_mark)
    if style.lettered and rng.random() < 0.8:
        ink = style.marks[Cell.N1].ink if mark is None else mark.ink
        spot[:] = np.clip(ink + style.opened - spot, 0, 255)
        return
    frame(spot, away_from(rng, style.hidden, 20), rng.choice([1, 1, 2, max(1, style.width // 10)]))


def _cover(
    rng: random.Random, style: Style, picture: np.ndarray, cells: np.ndarray, names: np.ndarray
) -> None:
    """Lay a veil, a text or a box with a text over the board; mark what can be said no more."""
    high, wide = picture.shape[:2]
    if rng.random() < 0.7:
        by, towards = rng.uniform(0.1, 0.85), rng.choice([0, 0, 255])
        picture[:] = picture + (towards - picture.astype(np.float32)) * by
    if rng.random() < 0.35:
        return
    rows, cols = cells.shape
    text, face = rng.choice(WORDS), rng.choice(FACES)
    scale = rng.uniform(0.5, 2.2)
    (w, h), _ = cv2.getTextSize(text, face, scale, 2)
    x = wide // 2 - w // 2 + rng.randint(-20, 20)
    y = rng.randint(MARGIN * style.height, (MARGIN + rows) * style.height)
    pad = rng.randint(4, 40)
    box = (x - pad, y - h - pad, x + w + pad, y + pad)
    solid = rng.random() < 0.6
    ground = colour(rng)
    # What shines through half of a box can still be said.
    through = rng.random() < 0.25
    if solid:
        behind = picture.astype(np.float32)
        cv2.rectangle(picture, box[:2], box[2:], tuple(float(c) for c in ground), -1)
        if through:
            picture[:] = behind + (picture - behind) * rng.uniform(0.4, 0.85)
    ink = tuple(float(c) for c in away_from(rng, ground, 40))
    cv2.putText(picture, text, (x, y), face, scale, ink, rng.choice([2, 3]), cv2.LINE_AA)
    covered = np.zeros((high, wide), np.uint8)
    if solid and not through:
        cv2.rectangle(covered, box[:2], box[2:], 255, -1)
    else:
        cv2.putText(covered, text, (x, y), face, scale, 255, 3)
    part = covered[MARGIN * style.height : (MARGIN + rows) * style.height,
                   MARGIN * style.width : (MARGIN + cols) * style.width]  # fmt: skip
    share = cv2.resize(part, (cols, rows), interpolation=cv2.INTER_AREA) / 255
    names[share > 0.02] = IGNORED
    if solid and not through:
        names[share > 0.75] = Cell.UNREADABLE


def spoilt(rng: random.Random, picture: np.ndarray, grid: Grid) -> tuple[np.ndarray, Grid]:
    """Scale, blur, compress and disturb a picture, and move the grid a little."""
    if rng.random() < 0.3:
        scale = rng.uniform(max(0.7, 11 / grid.pitch_x), 1.5)
        way = rng.choice([cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_CUBIC])
        size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
        across, down = size[0] / picture.shape[1], size[1] / picture.shape[0]
        picture = cv2.resize(picture, size, interpolation=way)
        grid = Grid(
            grid.left * across, grid.top * down, grid.pitch_x * across, grid.pitch_y * down,
            grid.rows, grid.cols,
        )  # fmt: skip
    if rng.random() < 0.1:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 0.9))
    if rng.random() < 0.15:
        noise = np.random.default_rng(rng.randrange(2**31)).normal(
            0, rng.uniform(1, 6), picture.shape
        )
        picture = np.clip(picture + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.15:
        quality = [cv2.IMWRITE_JPEG_QUALITY, rng.randint(55, 95)]
        picture = cv2.imdecode(cv2.imencode(".jpg", picture, quality)[1], cv2.IMREAD_COLOR)
    off = 0.6 if rng.random() < 0.6 else max(0.6, 0.04 * grid.pitch_x)
    pitch_off = rng.uniform(-0.5, 0.5) / max(grid.cols, grid.rows)
    return picture, Grid(
        grid.left + rng.uniform(-off, off), grid.top + rng.uniform(-off, off),
        grid.pitch_x + pitch_off, grid.pitch_y + pitch_off, grid.rows, grid.cols,
    )  # fmt: skip
