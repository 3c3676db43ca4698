"""Boards for teaching the context network: cells cut from saved captures of many programs.

A capture is a picture with what it shows beside it, as `fixtures/` has them; one without a board
shows where lattices lie that are none. Each is spoilt and cut anew whenever it is shown.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from autoplay.board import Board
from autoplay.geometry import Grid
from autoplay.vision.locate.boards import locate_boards
from autoplay.vision.naming.judgement import OUTSIDE, SIDE
from autoplay.vision.pixels.cells import cut_cells
from tests.benchmarks.covers import cover, name_covered
from tests.benchmarks.drawn_pointers import point_at_any
from tests.benchmarks.marked_anew import marked_anew
from tests.benchmarks.surroundings import MARGIN
from tests.benchmarks.taught_boards import COVERED, IGNORED, MISPLACED, Taught, misplaced, spoilt

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from pathlib import Path

    from tests.benchmarks.drawn_looks import Icons
    from tests.vision.lettering import Lettering

KEPT = 4
"""Lattices that are kept of a picture without a board."""

MARKED_ANEW = 0.45
"""How often other marks are drawn on a captured board."""

POINTED = 0.2
"""How often a pointer is drawn over any cell of a captured board."""

LARGEST = 70.0
"""Pixels of a cell that are kept: the network sees fewer."""


@dataclass(frozen=True)
class Captured:
    """A part of a capture: a board and MARGIN cells around it, as far as the picture goes.

    encoded: the part as the bytes of a PNG file, as thousands are kept. grid: in pixels of the
    part. names: (rows, cols) uint8, None where there is no board.
    """

    encoded: np.ndarray
    grid: Grid
    names: np.ndarray | None

    @property
    def picture(self) -> np.ndarray:
        """(height, width, 3) uint8 BGR, decoded anew."""
        return cv2.imdecode(self.encoded, cv2.IMREAD_COLOR)


def captures(folder: Path) -> Iterator[Captured]:
    """Yield the boards of all captures in a folder, and lattices where there is none."""
    for path in sorted(folder.glob("*.json")):
        picture = cv2.imread(str(path.with_suffix(".png")))
        known = json.loads(path.read_text())
        if known["board"] is None:
            for located in locate_boards(picture)[:KEPT]:
                yield _cropped(picture, located.grid, None)
            continue
        board, rows, cols = known["board"], known["rows"], known["cols"]
        pitch = board["w"] / cols, board["h"] / rows
        grid = Grid(board["x"], board["y"], *pitch, rows, cols)
        yield _cropped(picture, grid, Board.from_rows(known["cells"]).cells.astype(np.uint8))


def _cropped(picture: np.ndarray, grid: Grid, names: np.ndarray | None) -> Captured:
    scale = min(1.0, LARGEST / max(grid.pitch_x, grid.pitch_y))
    if scale < 1:
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        grid = grid.scaled(scale)
    around = grid.part(-MARGIN, grid.rows + MARGIN, -MARGIN, grid.cols + MARGIN).region
    left, top = max(0, around.x), max(0, around.y)
    part = picture[top : around.bottom, left : around.right]
    _, encoded = cv2.imencode(".png", part, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    return Captured(encoded, grid.moved(-left, -top), names)


def cut_from(
    rng: random.Random,
    captured: Captured,
    shape: tuple[int, int],
    letterings: tuple[Lettering, ...],
    icons: Icons,
) -> Taught:
    """Cut so many rows and columns out of a capture: a part of the board, or more around it."""
    grid, names = captured.grid, np.full(shape, OUTSIDE, np.uint8)
    picture, shown = captured.picture, captured.names
    if shown is not None and rng.random() < MARKED_ANEW:
        picture, shown = marked_anew(rng, picture, grid, shown, letterings, icons)
    if shown is not None and rng.random() < POINTED:
        point_at_any(rng, picture, grid)
    if shown is not None and rng.random() < COVERED:
        shown = shown.copy()
        name_covered(cover(rng, picture, grid), shown, IGNORED)
    top, left = (
        _first(rng, long, seen) for long, seen in zip((grid.rows, grid.cols), shape, strict=True)
    )
    window = grid.part(top, top + shape[0], left, left + shape[1])
    if shown is not None:
        rows, cols = (
            slice(max(0, first), min(first + seen, long))
            for first, seen, long in zip((top, left), shape, (grid.rows, grid.cols), strict=True)
        )
        names[rows.start - top : rows.stop - top, cols.start - left : cols.stop - left] = shown[
            rows, cols
        ]
    if rng.random() < MISPLACED:
        window, names = misplaced(rng, window), np.full(shape, OUTSIDE, np.uint8)
    picture, window = spoilt(rng, picture, window)
    return Taught(cut_cells(picture, window, SIDE), names)


def _first(rng: random.Random, long: int, seen: int) -> int:
    """Return the first row or column to cut, so many at a time, of a board so long."""
    beyond = rng.choice([0, 0, 1, 1, 2])
    if long + beyond <= seen:
        return rng.randint(long - seen, 0) if rng.random() < 0.5 else -((seen - long) // 2)
    return rng.randint(-beyond, long + beyond - seen)
