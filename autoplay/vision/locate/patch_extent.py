"""How far a board reaches on a lattice of patches: from the cells outwards, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.located import MIN_CELLS, MIN_SIDE, Located
from autoplay.vision.pixels.patches import MOST_OBLONG, OFF_CENTRE, SMALLEST_PATCH, size_of_cell

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.pixels.patches import BoolArray, FloatArray, IntArray, Layer, Patches


def extent(
    layer: Layer, members: IntArray, lattice: tuple[float, float, float, float]
) -> Located | None:
    """Find which rectangle of the lattice is the board, from the cells outwards."""
    x0, pitch_x, y0, pitch_y = lattice
    if not 1 / MOST_OBLONG < pitch_x / pitch_y < MOST_OBLONG:
        return None
    if min(pitch_x, pitch_y) < SMALLEST_PATCH:
        return None
    whole = _whole_lattice(layer, x0 - pitch_x / 2, y0 - pitch_y / 2, pitch_x, pitch_y)
    if whole.cols < MIN_SIDE or whole.rows < MIN_SIDE:
        return None
    flat = _patch_evidence(layer.patches, whole)
    evidence = flat | _side_evidence(layer, whole)
    col = np.floor((layer.patches.cx[members] - whole.left) / pitch_x).astype(np.int64)
    row = np.floor((layer.patches.cy[members] - whole.top) / pitch_y).astype(np.int64)
    seed = (
        int(np.clip(row.min(), 0, whole.rows - 1)),
        int(np.clip(row.max(), 0, whole.rows - 1)) + 1,
        int(np.clip(col.min(), 0, whole.cols - 1)),
        int(np.clip(col.max(), 0, whole.cols - 1)) + 1,
    )
    core = _shrink(evidence, seed)
    # Rows and columns beside the core must have their edges where its own cells have them: the
    # window's frame, buttons or a wallpaper have some everywhere, but not in those places.
    box = _grow(flat, flat | _side_evidence(layer, whole, core), core)
    return _boxed(whole, evidence, box)


def filled(layers: list[Layer], located: Located) -> Located:
    """Follow a lattice as far as all layers together show cells of it."""
    grid = _recentred(layers, located.grid)
    whole = _whole_lattice(layers[0], grid.left, grid.top, grid.pitch_x, grid.pitch_y)
    row = round((grid.top - whole.top) / grid.pitch_y)
    col = round((grid.left - whole.left) / grid.pitch_x)
    core = (max(0, row), row + grid.rows, max(0, col), col + grid.cols)
    flat = np.zeros((whole.rows, whole.cols), bool)
    for layer in layers:
        flat |= _patch_evidence(layer.patches, whole)
    evidence = flat.copy()
    for layer in layers:
        evidence |= _side_evidence(layer, whole, core)
    return _boxed(whole, evidence, _grow(flat, evidence, core)) or located


def _recentred(layers: list[Layer], grid: Grid) -> Grid:
    """Return the grid shifted to where the largest patches in its cells have their centres.

    What is left of a cell beside a digit is off its centre; a patch as large as the cell is not.
    """
    off_x, off_y = [], []
    for layer in layers:
        patches = layer.patches
        col = (patches.cx - grid.left) / grid.pitch_x - 0.5
        row = (patches.cy - grid.top) / grid.pitch_y - 0.5
        on = (np.abs(col - np.round(col)) < OFF_CENTRE) & (np.abs(row - np.round(row)) < OFF_CENTRE)
        on &= (col > -0.5) & (col < grid.cols - 0.5) & (row > -0.5) & (row < grid.rows - 0.5)
        on &= size_of_cell(patches, grid.pitch_x, grid.pitch_y)
        on &= (patches.w > 0.75 * grid.pitch_x) & (patches.h > 0.75 * grid.pitch_y)
        off_x.append((col - np.round(col))[on])
        off_y.append((row - np.round(row))[on])
    dx, dy = np.concatenate(off_x), np.concatenate(off_y)
    if dx.size < 4:
        return grid
    return grid.moved(float(np.median(dx)) * grid.pitch_x, float(np.median(dy)) * grid.pitch_y)


def _whole_lattice(layer: Layer, x: float, y: float, pitch_x: float, pitch_y: float) -> Grid:
    """Lay a lattice with a line at x and one at y over the whole picture.

    So parts of a board that hang apart (a stretch of borderless opened cells, a dialog in between)
    come together again.
    """
    height, width = layer.edges.shape
    left, top = x % pitch_x, y % pitch_y
    cols, rows = int((width - left) / pitch_x), int((height - top) / pitch_y)
    return Grid(left, top, pitch_x, pitch_y, rows, cols)


def _boxed(whole: Grid, evidence: BoolArray, box: tuple[int, int, int, int]) -> Located | None:
    """Return the part of a lattice in a box of rows and columns, None where it is no board."""
    r0, r1, c0, c1 = box
    inside = evidence[r0:r1, c0:c1]
    if r1 - r0 < MIN_SIDE or c1 - c0 < MIN_SIDE or inside.size < MIN_CELLS:
        return None
    support = float(inside.mean())
    if support < 0.5:
        return None
    return Located(whole.part(r0, r1, c0, c1), support)


def _patch_evidence(patches: Patches, whole: Grid) -> BoolArray:
    """Mask of lattice cells that hold a flat patch of about their own size, centred."""
    col = (patches.cx - whole.left) / whole.pitch_x - 0.5
    row = (patches.cy - whole.top) / whole.pitch_y - 0.5
    nearest_col, nearest_row = np.round(col), np.round(row)
    fits = (
        (np.abs(col - nearest_col) < OFF_CENTRE)
        & (np.abs(row - nearest_row) < OFF_CENTRE)
        & size_of_cell(patches, whole.pitch_x, whole.pitch_y)
        & (nearest_col >= 0)
        & (nearest_col < whole.cols)
        & (nearest_row >= 0)
        & (nearest_row < whole.rows)
    )
    evidence = np.zeros((whole.rows, whole.cols), bool)
    evidence[nearest_row[fits].astype(int), nearest_col[fits].astype(int)] = True
    return evidence


def _side_evidence(
    layer: Layer, whole: Grid, core: tuple[int, int, int, int] | None = None
) -> BoolArray:
    """Mask of lattice cells that have edges along three of their sides and a calmer middle.

    core: rows and columns (first, end, first, end) of cells known to be the board's; edges then
        count only at the distances from the lattice lines at which these cells have theirs.
    """
    edges = layer.edges
    xs = whole.left + np.arange(whole.cols + 1, dtype=np.float64) * whole.pitch_x
    ys = whole.top + np.arange(whole.rows + 1, dtype=np.float64) * whole.pitch_y
    across, down = _reach(whole.pitch_x), _reach(whole.pitch_y)
    if core is not None:
        r0, r1, c0, c1 = core
        across = _usual_offsets(edges, xs[c0 : c1 + 1], ys[r0 : r1 + 1], across)
        down = _usual_offsets(edges.T, ys[r0 : r1 + 1], xs[c0 : c1 + 1], down)
    vertical = _line_cover(edges, xs, ys, across)
    horizontal = _line_cover(edges.T, ys, xs, down).T
    sides = (
        (vertical[:, :-1] > 0.6).astype(int)
        + (vertical[:, 1:] > 0.6)
        + (horizontal[:-1] > 0.6)
        + (horizontal[1:] > 0.6)
    )
    return (sides >= 3) & (_density(layer.edge_sum, whole, 0.2) < 0.55)


def _reach(pitch: float) -> IntArray:
    """Offsets (pixels) from a lattice line at which a cell may have its edge."""
    reach = max(1.0, 0.12 * pitch)
    return np.arange(-int(np.floor(reach)) - 1, int(np.ceil(reach)), dtype=np.int64)


def _usual_offsets(
    edges: NDArray[np.uint8], at: FloatArray, along: FloatArray, offsets: IntArray
) -> IntArray:
    """Return those offsets from the lines at which a good part of the cells has an edge.

    at: positions of the lines across; along: where the cells begin, along the lines.
    """
    height, width = edges.shape
    starts, ends = _middles(along, height)
    rows = np.concatenate([np.arange(*span) for span in zip(starts, ends, strict=True)])
    columns = np.clip(np.round(at).astype(np.int64)[:, None] + offsets, 0, width - 1)
    share = (edges[np.ix_(rows, columns.ravel())] > 0).mean(axis=0).reshape(columns.shape)
    share = share.mean(axis=0)
    usual = offsets[share >= max(0.1, 0.3 * share.max())]
    # A pitch that is no whole number rounds either way.
    near = np.isin(offsets, np.concatenate((usual - 1, usual, usual + 1)))
    chosen: IntArray = offsets[near]
    return chosen


def _line_cover(
    edges: NDArray[np.uint8], at: FloatArray, along: FloatArray, offsets: IntArray
) -> FloatArray:
    """Share of each cell side that has an edge at one of the offsets: (len(along) - 1, len(at))."""
    height, width = edges.shape
    if not offsets.size:
        return np.zeros((along.size - 1, at.size))
    columns = np.round(at).astype(np.int64)
    # Columns just beyond the picture, and a row below it where the last cells may end.
    hit = np.zeros((height + 1, at.size), np.uint8)
    for offset in offsets:
        inside = (columns + offset >= 0) & (columns + offset < width)
        hit[:-1, inside] |= edges[:, columns[inside] + offset]
    starts, ends = _middles(along, height)
    between = np.stack((starts, ends), axis=1).ravel()
    total = np.add.reduceat(hit, between, axis=0, dtype=np.int32)[::2]
    # Where a cell has no pixel at all, reduceat gives the one at its start.
    length = (ends - starts)[:, None]
    cover: FloatArray = np.where(length > 0, total / np.maximum(1, length), 0.0)
    return cover


def _middles(along: FloatArray, limit: int) -> tuple[IntArray, IntArray]:
    """First and end pixel of the middle three fifths of each cell, where its sides are straight."""
    length = float(along[1] - along[0])
    starts = np.clip(np.round(along[:-1] + 0.2 * length), 0, limit).astype(np.int64)
    ends = np.clip(np.round(along[1:] - 0.2 * length), 0, limit).astype(np.int64)
    return starts, np.maximum(starts, ends)


def _density(edge_sum: NDArray[np.int32], whole: Grid, inset: float) -> FloatArray:
    """Share of edge pixels in the middle of each lattice cell."""

    def bounds(start: float, pitch: float, count: int, limit: int) -> tuple[IntArray, IntArray]:
        k = np.arange(count)
        first = np.clip(np.round(start + (k + inset) * pitch), 0, limit).astype(np.int64)
        last = np.clip(np.round(start + (k + 1 - inset) * pitch), 0, limit).astype(np.int64)
        return first, np.maximum(last, first + 1).clip(0, limit)

    x1, x2 = bounds(whole.left, whole.pitch_x, whole.cols, edge_sum.shape[1] - 1)
    y1, y2 = bounds(whole.top, whole.pitch_y, whole.rows, edge_sum.shape[0] - 1)
    total = (
        edge_sum[np.ix_(y2, x2)]
        - edge_sum[np.ix_(y1, x2)]
        - edge_sum[np.ix_(y2, x1)]
        + edge_sum[np.ix_(y1, x1)]
    )
    area = np.outer(np.maximum(1, y2 - y1), np.maximum(1, x2 - x1))
    density: FloatArray = total / area
    return density


def _shrink(evidence: BoolArray, box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Cut away outer rows and columns that are mostly no cells."""
    r0, r1, c0, c1 = box
    while r1 - r0 > 1 and c1 - c0 > 1:
        sides = [
            (evidence[r0, c0:c1].mean(), "r0"),
            (evidence[r1 - 1, c0:c1].mean(), "r1"),
            (evidence[r0:r1, c0].mean(), "c0"),
            (evidence[r0:r1, c1 - 1].mean(), "c1"),
        ]
        worst, side = min(sides)
        if worst >= 0.5:
            break
        r0, r1 = r0 + (side == "r0"), r1 - (side == "r1")
        c0, c1 = c0 + (side == "c0"), c1 - (side == "c1")
    return r0, r1, c0, c1


def _grow(
    flat: BoolArray, evidence: BoolArray, box: tuple[int, int, int, int]
) -> tuple[int, int, int, int]:
    """Take in rows and columns beside the box that are mostly cells.

    flat: cells with a flat patch of their own; evidence: these and cells with sides alone. Half a
    row of the former will do, of the latter it takes three quarters: buttons have sides, too.
    """
    r0, r1, c0, c1 = box
    rows, cols = evidence.shape

    def mostly_cells(part: tuple[slice, slice]) -> bool:
        return bool(evidence[part].mean() >= 0.75 - 0.5 * min(0.5, flat[part].mean()))

    while True:
        before = (r0, r1, c0, c1)
        if r0 > 0 and mostly_cells((slice(r0 - 1, r0), slice(c0, c1))):
            r0 -= 1
        if r1 < rows and mostly_cells((slice(r1, r1 + 1), slice(c0, c1))):
            r1 += 1
        if c0 > 0 and mostly_cells((slice(r0, r1), slice(c0 - 1, c0))):
            c0 -= 1
        if c1 < cols and mostly_cells((slice(r0, r1), slice(c1, c1 + 1))):
            c1 += 1
        if (r0, r1, c0, c1) == before:
            return before
