"""What cells look like before anyone knows what they mean: cut out, measured, grouped by ground.

Colours are CIE Lab (L 0 to 100), where equal distances look equally different to a person.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.pixels.channels import length
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

SIDE = 32
"""Pixels a side of a cut cell, whatever its size on the screen."""

# The ground is measured in four patches near the corners: inside a bevel, outside a glyph.
_PATCH = slice(4, 8)
_FAR_PATCH = slice(SIDE - 8, SIDE - 4)
_EDGE_WEIGHT = 0.35
_BLOCK = 4
# A drawing covers the ground of a few cells: how far its colour is from the ground, and how like
# the border of those cells and their middle are to what others on that ground show.
_OTHER_GROUND = 8.0
_SAME_BORDER = 2.0
_MUCH_THE_SAME_BORDER = 7.0
_ONE_LOOK = 1.0
_BORDER = 3
_THE_SAME = 2.5
_NEARLY_ALL = 0.9
_FEW_COVERED = 3
_MIDDLE = slice(8, SIDE - 8)
_INSIDE = slice(4, SIDE - 4)
_SEEN_WITHIN = 3.0
_SEEN = 0.2
_SEEN_BETWEEN = 0.1
_HARDLY_SEEN = 0.1
_CLEARLY = 0.5


def cut_cells(
    pixels: NDArray[np.uint8], grid: Grid, *, middles: bool = False
) -> NDArray[np.float32]:
    """Cut every cell out of a picture and bring it to one size.

    pixels: (height, width, 3) uint8, blue green red; the grid may reach past its edges. middles:
    leave a quarter of the cell out on every side, so that what is drawn there is twice as large.
    Returns (rows * cols, SIDE, SIDE, 3) float32 Lab, in reading order.
    """
    region = grid.region
    margin = max(
        0, -region.x, -region.y, region.right - pixels.shape[1], region.bottom - pixels.shape[0]
    )
    if margin:
        pixels = np.pad(pixels, ((margin, margin), (margin, margin), (0, 0)), mode="edge")
    smallest = min(grid.pitch_x, grid.pitch_y)
    left_out = round(smallest / 4) if middles else 0
    way = cv2.INTER_AREA if smallest - 2 * left_out >= SIDE else cv2.INTER_LINEAR
    cells = np.empty((grid.size, SIDE, SIDE, 3), np.uint8)
    for row in range(grid.rows):
        for col in range(grid.cols):
            # Programs draw cells at whole pixels, so each is cut where it was rounded to.
            spot = grid.cell(row, col).moved(margin, margin).grown(-left_out)
            patch = pixels[spot.y : spot.bottom, spot.x : spot.right]
            cells[row * grid.cols + col] = cv2.resize(patch, (SIDE, SIDE), interpolation=way)
    return to_lab(cells)


def sample_cells(pixels: NDArray[np.uint8], grid: Grid) -> NDArray[np.float32]:
    """Cut every cell out where the grid says to a fraction of a pixel, as `cut_cells` does else.

    Right for a window that is drawn at one size and scaled to another as a whole.
    """
    step_x, step_y = grid.pitch_x / SIDE, grid.pitch_y / SIDE
    if max(step_x, step_y) > 1:
        # What is shrunk is blurred first, that no line falls between two samples.
        window = (max(1, round(step_x)), max(1, round(step_y)))
        pixels = np.asarray(cv2.blur(pixels, window), np.uint8)
    place = np.array(
        [
            [step_x, 0, grid.left + step_x / 2 - 0.5],
            [0, step_y, grid.top + step_y / 2 - 0.5],
        ]
    )
    board = cv2.warpAffine(
        pixels,
        place,
        (grid.cols * SIDE, grid.rows * SIDE),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    cells = board.reshape(grid.rows, SIDE, grid.cols, SIDE, 3).transpose(0, 2, 1, 3, 4)
    return to_lab(np.asarray(cells, np.uint8).reshape(-1, SIDE, SIDE, 3))


def drawn_on(cells: NDArray[np.float32], ground: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Tell which cells show something in their middle, whatever others of their ground show.

    cells: (n, SIDE, SIDE, 3), ground: (n, 3), Lab. Returns (n,).
    """
    apart = np.linalg.norm(cells[:, _MIDDLE, _MIDDLE] - ground[:, None, None], axis=3)
    return np.asarray((apart > _OTHER_GROUND).any(axis=(1, 2)))


def stronger(cells: NDArray[np.float32], times: float) -> NDArray[np.float32]:
    """Return cells, (n, SIDE, SIDE, 3), whose drawings are so many times as far from the ground."""
    ground = grounds(cells)[:, None, None]
    return np.asarray(ground + times * (cells - ground), np.float32)


def size_classes(grid: Grid) -> NDArray[np.intp]:
    """Return a number for each cell by its size on the screen: a pitch of 16.5 makes 16s, 17s."""
    widths = np.array([grid.cell(0, col).w for col in range(grid.cols)])
    heights = np.array([grid.cell(row, 0).h for row in range(grid.rows)])
    return np.asarray(
        (2 * (heights > heights.min())[:, None] + (widths > widths.min())[None]).ravel(), np.intp
    )


def to_lab(cells: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Turn (n, side, side, 3) uint8 blue green red into float32 Lab."""
    tall = cells.reshape(-1, cells.shape[2], 3).astype(np.float32) / 255
    return np.asarray(cv2.cvtColor(tall, cv2.COLOR_BGR2LAB), np.float32).reshape(cells.shape)


def grounds(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the ground colour of each cell, (n, 3) Lab: the middle of its corner patches."""
    patches = [
        np.median(cells[:, rows, cols].reshape(len(cells), -1, 3), axis=1)
        for rows in (_PATCH, _FAR_PATCH)
        for cols in (_PATCH, _FAR_PATCH)
    ]
    # The middle two of four, averaged: one patch may lie under a glyph, and a tile that is lighter
    # above than below must not flip between its two colours.
    ordered = np.sort(np.stack(patches), axis=0)
    return _uncovered(cells, np.asarray(ordered[1:3].mean(axis=0), np.float32))


def _uncovered(cells: NDArray[np.float32], ground: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the grounds again, right where a drawing fills its cell and covers the patches.

    Then the border, which no drawing reaches, is that of cells on another ground, and that ground
    is seen between the strokes in the middle of the cell, too. Where a mixture was measured that is
    hardly seen on the cell itself, its drawing may as well reach over its border.
    """
    borders = rims(cells)
    _, model = _leaders(np.concatenate([ground, borders], axis=1), _ONE_LOOK)
    large = np.flatnonzero(np.bincount(model) >= _FEW_COVERED)
    found = ground.copy()
    along = borders.reshape(len(cells), -1, 3) * np.sqrt(borders.shape[1] / 3)
    seen = _share_of(ground, cells[:, _INSIDE, _INSIDE])
    best = np.full(len(cells), np.inf)
    for number in large.tolist():
        own = np.flatnonzero(model == number)[0]
        other = np.linalg.norm(ground - ground[own], axis=1) > _OTHER_GROUND
        off = np.median(np.linalg.norm(along - along[own], axis=2), axis=1)
        mixed = (seen < _HARDLY_SEEN) & (seen[own] > _CLEARLY)
        most = np.where(mixed, _MUCH_THE_SAME_BORDER, _SAME_BORDER)
        there = other & (off < np.minimum(best, most))
        for some, part, least in ((~mixed, _MIDDLE, _SEEN), (mixed, _INSIDE, _SEEN_BETWEEN)):
            likely = np.flatnonzero(there & some)
            shown = _share_of(ground[own], cells[likely, part, part]) > least
            found[likely[shown]], best[likely[shown]] = ground[own], off[likely[shown]]
    return found


def _share_of(colour: NDArray[np.float32], cells: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return which share of cells, (..., side, side, 3), has a colour, (..., 3), or nearly."""
    apart = length(cells - colour[..., None, None, :])
    return np.asarray((apart < _SEEN_WITHIN).mean(axis=(-2, -1)))


def frames(cells: NDArray[np.float32], ground: NDArray[np.float32]) -> NDArray[np.float32]:
    """Describe each cell without its glyph: (n, 15), the ground and the four edges against it.

    Edges are measured near their ends, where even a tall digit does not reach.
    """
    ends = np.r_[4:9, SIDE - 9 : SIDE - 4]
    edge, far = slice(1, 4), slice(SIDE - 4, SIDE - 1)
    strips = [
        cells[:, edge][:, :, ends],
        cells[:, far][:, :, ends],
        cells[:, ends][:, :, edge],
        cells[:, ends][:, :, far],
    ]
    edges = [np.median(strip.reshape(len(cells), -1, 3), axis=1) - ground for strip in strips]
    return np.concatenate([ground, *(_EDGE_WEIGHT * edge for edge in edges)], axis=1)


def rims(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Describe each cell by the picture along its border: (n, 84), where no drawing reaches."""
    coarse = _coarse(cells)
    border = np.ones(coarse.shape[1:3], bool)
    border[1:-1, 1:-1] = False
    outer = coarse[:, border].reshape(len(cells), -1)
    return np.asarray(outer / np.sqrt(border.sum()), np.float32)


def look_the_same(
    cells: NDArray[np.float32], some: NDArray[np.bool_], others: NDArray[np.bool_]
) -> bool:
    """Tell whether two kinds of cells, (n,) each, have one ground and one border, line by line.

    cells: (n, SIDE, SIDE, 3) Lab. What is drawn in their middle does not count.
    """
    means = [np.median(cells[kind], axis=0) for kind in (some, others)]
    apart = np.linalg.norm(means[0] - means[1], axis=2)
    corners = [apart[rows, cols] for rows in (_PATCH, _FAR_PATCH) for cols in (_PATCH, _FAR_PATCH)]
    if max(float(np.median(corner)) for corner in corners) > _ONE_LOOK:
        return False
    border = np.ones(apart.shape, bool)
    border[_BORDER:-_BORDER, _BORDER:-_BORDER] = False
    return bool(np.quantile(apart[border], _NEARLY_ALL) < _THE_SAME)


def shown_by_few(cells: NDArray[np.float32], few: int, apart: float) -> float:
    """Return the share of the cells that bear one of the commonest few pictures.

    apart: by how much two may differ and be one, in Lab units (root mean square).
    """
    _, picture = _leaders(_flat(_coarse(cells)), apart)
    return float(np.sort(np.bincount(picture))[-few:].sum() / len(cells))


def like_any(
    cells: NDArray[np.float32], others: NDArray[np.float32], apart: float
) -> NDArray[np.bool_]:
    """Return (n,): the cells that show something, and just what one of the others shows.

    cells, others: (n, SIDE, SIDE, 3) and (m, SIDE, SIDE, 3) Lab. apart: by how much two may differ
    and be one, and parts of a cell and show nothing, in Lab units (root mean square).
    """
    coarse, known = (_coarse(array) for array in (cells, others))
    plain = coarse - coarse.mean(axis=(1, 2), keepdims=True)
    drawn = np.sqrt((plain**2).sum(axis=3).mean(axis=(1, 2))) > apart
    leaders, _ = _leaders(_flat(known), apart / 2)
    distance = np.linalg.norm(_flat(coarse)[:, None] - leaders[None], axis=2)
    return np.asarray(drawn & (distance.min(axis=1) <= apart))


def _flat(coarse: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (n, features): their distance is a root mean square colour difference."""
    blocks = coarse.shape[1] * coarse.shape[2]
    return np.asarray(coarse.reshape(len(coarse), -1) / np.sqrt(blocks), np.float32)


def _coarse(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the cells made smaller: (n, blocks, blocks, 3)."""
    blocks = SIDE // _BLOCK
    # Whole rows first: numpy is several times slower at two axes at once.
    lower = cells.reshape(-1, _BLOCK, SIDE * 3).mean(axis=1)
    coarse = lower.reshape(-1, blocks, blocks, _BLOCK, 3).mean(axis=3)
    return np.asarray(coarse, np.float32)


def linked(features: NDArray[np.float32], reach: float) -> NDArray[np.intp]:
    """Group rows that a chain of steps of at most `reach` connects (single linkage).

    A ground that drifts over the board, as a backdrop with a gradient does, stays one group.
    features: (n, k). Returns (n,) group numbers, the largest group 0.
    """
    leaders, member = _leaders(features, reach / 3)
    apart = np.linalg.norm(leaders[:, None] - leaders[None], axis=2)
    near = apart <= reach
    group = np.full(len(leaders), -1)
    count = 0
    for start in range(len(leaders)):
        if group[start] >= 0:
            continue
        reached = np.zeros(len(leaders), bool)
        reached[start] = True
        while True:
            wider = near[reached].any(axis=0)
            if wider.sum() == reached.sum():
                break
            reached = wider
        group[reached] = count
        count += 1
    groups = group[member]
    order = np.argsort(-np.bincount(groups, minlength=count), kind="stable")
    rank = np.empty(count, np.intp)
    rank[order] = np.arange(count)
    return np.asarray(rank[groups], np.intp)


def _leaders(
    features: NDArray[np.float32], radius: float
) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """Thin rows out to representatives; return them and the number of each row's one."""
    left = np.arange(len(features))
    member = np.empty(len(features), np.intp)
    leaders: list[NDArray[np.float32]] = []
    while left.size:
        lead = features[left[0]]
        close = np.linalg.norm(features[left] - lead, axis=1) <= radius
        member[left[close]] = len(leaders)
        leaders.append(lead)
        left = left[~close]
    return np.stack(leaders), member
