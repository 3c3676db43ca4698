"""Find boards by their lines: pitches that come again, the rectangle, the exact place."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.alignment import aligned, phase_of
from autoplay.vision.lattices.located import LIKELY_SIDE, MIN_SIDE
from autoplay.vision.lattices.periods import likely_pitches
from autoplay.vision.lattices.proposals import laid_around, line_boxes, same_lattice, settled, sound
from autoplay.vision.locate.worth import (
    BoxWorth,
    best_box,
    box_in,
    cell_evidence,
    grid_worth,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.lattices.periods import Box
    from autoplay.vision.lattices.proposals import Area
    from autoplay.vision.locate.worth import CellEvidence
    from autoplay.vision.pixels.lines import Drawing

    FloatArray = NDArray[np.float64]

_MOST_BOXES = 16
_PAIRS_A_BOX = 8
_MOST_LATTICES = 5
_BACKGROUND = 0.1
_LEAST_LIKELY = 3.0
_SIDE = 0.68
_LONG = 3.0
_ON_LINE = 0.14
_BY_CHANCE = 0.28
_MULTIPLES = (2, 3, 4)
_EMPTY = 0.35
_AS_FULL = 0.6
_WORTH_KEPT = 0.4
_ALIKE = 7
_RARE = 0.015
_SOME, _MANY = 60, 1000
_MOSTLY = 0.4
_LUCK = 0.02
_LINED = 0.8
_BORDER = 0.6
_SECOND_BARE = 0.6
_NEARLY_ALL = 0.85
_TWO_KINDS = 0.6
_FEW_ASTRAY = 0.35
_GROUND_AT = np.array([0.22, 0.78])


def line_boards(drawing: Drawing) -> list[Grid]:
    """Return grids that may be boards; several may lie on the same board."""
    found: list[Grid] = []
    for lattice, box in _lattices(drawing):
        found += _on_lattice(drawing, lattice, box)
    return [grid for grid in found if _board_like(drawing, grid)]


def _board_like(drawing: Drawing, grid: Grid) -> bool:
    """Whether the lines can be a board's: round all of it, and inside of both kinds.

    Courses of bricks have all lines along and half of those across; text has no border.
    """
    if min(grid.rows, grid.cols) < LIKELY_SIDE:
        return False
    evidence = cell_evidence(drawing, grid)
    upright, level = evidence.upright, evidence.level
    border = sorted(side.mean() for side in (upright[:, 0], upright[:, -1], level[0], level[-1]))
    if np.mean(border) < _BORDER or border[1] < _SECOND_BARE:
        return False
    few, many = sorted((float(upright[:, 1:-1].mean()), float(level[1:-1].mean())))
    if many > _NEARLY_ALL and few < _TWO_KINDS:
        return False
    return float(evidence.astray.mean()) < _FEW_ASTRAY


def _lattices(drawing: Drawing) -> list[tuple[Grid, Box]]:
    """Return lattices (one cell of each) with the box each was seen in, the likeliest first."""
    seen: list[tuple[float, Grid, Box]] = []
    for box in line_boxes(drawing)[:_MOST_BOXES]:
        upright = drawing.upright.within((box[0], box[2]), (box[1], box[3]))
        level = drawing.level.within((box[1], box[3]), (box[0], box[2]))
        for strength, pitch_x, pitch_y in likely_pitches(drawing, box)[:_PAIRS_A_BOX]:
            across, down = phase_of(upright, pitch_x), phase_of(level, pitch_y)
            if across is None or down is None or not sound(across[1], down[1]):
                continue
            cell = Grid(across[0], down[0], across[1], down[1], 1, 1)
            around = laid_around(drawing, cell, box)
            if around is None or not _likely(drawing, cell, box):
                continue
            if not any(same_lattice(cell, other) for _, other, _ in seen):
                seen.append((strength, cell, box))
    seen.sort(key=lambda lattice: -lattice[0])
    return [(cell, box) for _, cell, box in seen[:_MOST_LATTICES]]


def _on_lattice(drawing: Drawing, lattice: Grid, box: Box) -> list[Grid]:
    """Return the board that a lattice through a box has, if any."""
    grid = _settled(drawing, lattice, box)
    if grid is None:
        return []
    worth = grid_worth(drawing, grid)
    larger = [
        other
        for other in _multiples(drawing, grid)
        if grid_worth(drawing, other) > _WORTH_KEPT * worth
    ]
    return larger or [grid]


def _likely(drawing: Drawing, lattice: Grid, box: Box) -> bool:
    """Whether more of the lines in a box lie on a lattice than by chance."""
    across, down = (box[0], box[2]), (box[1], box[3])
    for lines, start, pitch in (
        (drawing.upright.within(across, down), lattice.left, lattice.pitch_x),
        (drawing.level.within(down, across), lattice.top, lattice.pitch_y),
    ):
        long = lines.length >= _SIDE * pitch
        weight = np.minimum(lines.length[long], _LONG * pitch) / pitch
        cell = (lines.at[long] - start) / pitch
        on = np.abs(cell - np.round(cell)) <= _ON_LINE
        share = float(weight[on].sum() / max(1e-6, weight.sum()))
        if share < _BY_CHANCE or weight.sum() * _divergence(share, _BY_CHANCE) < _LEAST_LIKELY:
            return False
    return True


def _settled(drawing: Drawing, cell: Grid, area: Area) -> Grid | None:
    """Return the board that lines show on a lattice, None if there is none."""

    def elect(around: Grid, area: Area) -> Grid | None:
        start = box_in(around, area)
        if start[1] - start[0] < MIN_SIDE or start[3] - start[2] < MIN_SIDE:
            return None
        best = best_box(BoxWorth(cell_evidence(drawing, around)), start)
        return None if best is None else around.part(*best)

    grid = settled(drawing, cell, area, elect)
    return None if grid is None else aligned(drawing, _trimmed(drawing, grid))


def _multiples(drawing: Drawing, grid: Grid) -> list[Grid]:
    """Return the boards with cells several times as large, where only those have lines.

    Half a pitch is a pitch, too: of lattice lines of which every second is bare.
    """
    evidence = cell_evidence(drawing, grid)
    across, down = evidence.upright.mean(axis=0)[1:-1], evidence.level.mean(axis=1)[1:-1]
    found = []
    for times in _MULTIPLES:
        x, bare_x = _full_residues(across, times)
        y, bare_y = _full_residues(down, times)
        if not (bare_x or bare_y) or len(x) * len(y) > 4:
            continue
        for dx, dy in product(x, y):
            coarse = Grid(
                grid.left + dx * grid.pitch_x,
                grid.top + dy * grid.pitch_y,
                times * grid.pitch_x,
                times * grid.pitch_y,
                1,
                1,
            )
            board = _settled(drawing, coarse, grid.area)
            if board is not None:
                found.append(board)
    return found


def _full_residues(cover: FloatArray, times: int) -> tuple[list[int], bool]:
    """Return which of every few lattice lines are covered most, and whether the rest is bare."""
    number = np.arange(1, cover.size + 1)
    mean = np.array(
        [cover[number % times == r].mean() if cover.size >= times else 0.0 for r in range(times)]
    )
    most = float(mean.max())
    bare = most > _BACKGROUND and float(np.sort(mean)[-2]) <= _EMPTY * most
    return [int(r) for r in np.flatnonzero(mean >= _AS_FULL * most)], bare


def _trimmed(drawing: Drawing, grid: Grid) -> Grid:
    """Cut away outer rows and columns that look like no other cells: they are the frame."""
    whole, colours = cell_evidence(drawing, grid), _grounds(drawing.pixels, grid)
    top, bottom, left, right = 0, grid.rows, 0, grid.cols
    while bottom - top > MIN_SIDE and right - left > MIN_SIDE:
        evidence = whole.part(top, bottom, left, right)
        ground = colours[top:bottom, left:right]
        boxes = {
            (top + 1, bottom, left, right): _strip(evidence, ground, np.s_[0, :], np.s_[1:, :]),
            (top, bottom - 1, left, right): _strip(evidence, ground, np.s_[-1, :], np.s_[:-1, :]),
            (top, bottom, left + 1, right): _strip(evidence, ground, np.s_[:, 0], np.s_[:, 1:]),
            (top, bottom, left, right - 1): _strip(evidence, ground, np.s_[:, -1], np.s_[:, :-1]),
        }
        rest, alike = min(boxes.items(), key=lambda item: item[1])
        if alike >= _MOSTLY:
            break
        top, bottom, left, right = rest
    return grid.part(top, bottom, left, right)


def _strip(
    evidence: CellEvidence,
    ground: FloatArray,
    strip: tuple[slice | int, slice | int],
    rest: tuple[slice, slice],
) -> float:
    """Return how much an outer row or column is like the rest of a board, 0 to 1."""
    # The grain of a wallpaper makes many thousands of cells.
    own, others = _some(ground[strip], _SOME), _some(ground[rest].reshape(-1, 3), _MANY)
    near = np.abs(own[:, None] - others[None]).max(axis=2) <= _ALIKE
    alike = float((near.mean(axis=1) >= _RARE).mean())
    along_row = isinstance(strip[0], int)
    inner = evidence.upright[:, 1:-1] if along_row else evidence.level[1:-1]
    usual, own_share = float(inner.mean()), float(inner[strip].mean())
    if own_share < usual and (usual > _LINED or not evidence.drawn[strip].any()):
        # A strip with few lines, where others have many, is none of the board's.
        by_luck = np.exp(-0.5 * inner[strip].size * _divergence(own_share, usual))
        if by_luck < _LUCK:
            return float(min(alike, by_luck))
    return alike


def _some(colours: FloatArray, most: int) -> FloatArray:
    """Return colours, (n, 3), or so many of them, evenly taken, where there are more."""
    if len(colours) <= most:
        return colours
    return np.asarray(colours[np.linspace(0, len(colours) - 1, most).round().astype(int)])


def _divergence(share: float, expected: float) -> float:
    """Return how unlike two rates of a yes are, in nats (Kullback and Leibler)."""
    share, expected = (min(max(rate, 1e-3), 1 - 1e-3) for rate in (share, expected))
    yes = share * np.log(share / expected)
    return float(yes + (1 - share) * np.log((1 - share) / (1 - expected)))


def _grounds(pixels: NDArray[np.uint8], grid: Grid) -> FloatArray:
    """Return (rows, cols, 3): the colour of each cell near its corners."""
    height, width = pixels.shape[:2]
    x = grid.left + (np.arange(grid.cols)[:, None] + _GROUND_AT) * grid.pitch_x
    y = grid.top + (np.arange(grid.rows)[:, None] + _GROUND_AT) * grid.pitch_y
    columns = np.clip(x, 0, width - 1).astype(np.int64).ravel()
    rows = np.clip(y, 0, height - 1).astype(np.int64).ravel()
    corners = pixels[np.ix_(rows, columns)].reshape(grid.rows, 2, grid.cols, 2, 3)
    return np.asarray(np.median(corners, axis=(1, 3)), np.float64)
