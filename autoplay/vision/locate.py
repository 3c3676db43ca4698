"""Find boards in a picture from its structure alone: equal cells on a lattice, no known colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid, Region
from autoplay.vision.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]
    BoolArray = NDArray[np.bool_]

MIN_SIDE = 4
"""Fewest rows and columns of a board."""

MIN_CELLS = 16
_SMALLEST_PATCH = 6
_LARGEST_PATCH = 130
_EDGE_STEPS = (8, 40)
_FAINT_STEP = 2
_FULL_SUPPORT = 0.9
_OFF_CENTRE = 0.17
_GATHERINGS = 5
_SIZES_APART = 0.25
_PERIODS = (2, 4)
_TEXTURE = 0.7
_TEXTURED_PIXELS = 1500


@dataclass(frozen=True, slots=True)
class Located:
    """A lattice of cells that may be a board.

    grid: in picture pixels.
    support: share of its cells that look like cells of their own, 0 to 1.
    """

    grid: Grid
    support: float


@dataclass(frozen=True, slots=True, eq=False)
class _Patches:
    """Flat areas enclosed by edges, one entry each: centre, size, label in the label picture."""

    labels: NDArray[np.int32]
    cx: FloatArray
    cy: FloatArray
    w: FloatArray
    h: FloatArray
    index_of_label: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class _Layer:
    """A picture split at one threshold: its flat patches, and its edges (1 or 0 a pixel)."""

    patches: _Patches
    edges: NDArray[np.uint8]
    edge_sum: NDArray[np.int32]


_NOTHING = Located(Grid(0.0, 0.0, 1.0, 1.0, 0, 0), 0.0)


def locate_boards(pixels: NDArray[np.uint8]) -> list[Located]:
    """Return the lattices of a picture that may be boards, the one with most cells first.

    pixels: (height, width, 3) uint8, blue green red.
    """
    steps = _step_picture(pixels)
    layers = [_layer(steps, threshold) for threshold in _EDGE_STEPS]
    found = [located for layer in layers for located in _located(layer)]
    if _has_texture(steps, found):
        found += _locate_smoothed(pixels)
    if min(found, key=_worth, default=_NOTHING).support < _FULL_SUPPORT:
        # Lines too faint for the first look leave holes in a board, or take its edge away. Some
        # cells show in one layer, some in another: a board is what all of them show together.
        layers.append(_layer(steps, _FAINT_STEP))
        found += _located(layers[-1])
        found = [_filled(layers, located) for located in found]
    found.sort(key=_worth)
    kept: list[Located] = []
    for located in found:
        if not any(_overlap(located.grid, other.grid) > 0.3 for other in kept):
            kept.append(located)
    return kept


def _worth(located: Located) -> float:
    """How far up in the list a lattice belongs: the more cells, the smaller."""
    return -located.support * located.grid.rows * located.grid.cols


def _has_texture(steps: NDArray[np.uint8], found: list[Located]) -> bool:
    """Whether areas as large as cells, and not found yet, are full of edges, as a stipple is."""
    edges = cv2.threshold(cv2.max(steps[0], steps[1]), _EDGE_STEPS[1], 1, cv2.THRESH_BINARY)[1]
    share = cv2.boxFilter(edges, cv2.CV_32F, (_SMALLEST_PATCH, _SMALLEST_PATCH))
    textured = np.asarray(share) >= _TEXTURE
    for located in found:
        box = located.grid.region.clipped(Region(0, 0, textured.shape[1], textured.shape[0]))
        textured[box.y : box.bottom, box.x : box.right] = False
    return int(np.count_nonzero(textured)) > _TEXTURED_PIXELS


def _locate_smoothed(pixels: NDArray[np.uint8]) -> list[Located]:
    """Find lattices of cells with a texture: averaged over its period it is flat."""
    found: list[Located] = []
    for period in _PERIODS:
        smooth = np.asarray(cv2.blur(pixels, (period, period)), np.uint8)
        # An even box lies half a pixel to the left and above of the pixel it is written to.
        off = -0.5 if period % 2 == 0 else 0.0
        found += [
            Located(located.grid.moved(off, off), located.support)
            for located in _located(_layer(_step_picture(smooth), _EDGE_STEPS[0]))
        ]
    return found


def _step_picture(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return (2, height, width): the largest colour step from each pixel to the right and down."""
    height, width = pixels.shape[:2]
    steps = np.zeros((2, height, width), np.uint8)
    if width > 1:
        difference = cv2.absdiff(pixels[:, 1:], pixels[:, :-1])
        b, g, r = cv2.split(difference)
        steps[0, :, :-1] = cv2.max(cv2.max(b, g), r)
    if height > 1:
        difference = cv2.absdiff(pixels[1:], pixels[:-1])
        b, g, r = cv2.split(difference)
        steps[1, :-1] = cv2.max(cv2.max(b, g), r)
    return steps


def _layer(steps: NDArray[np.uint8], threshold: int) -> _Layer:
    """Split a picture into edges and flat patches at one threshold."""
    largest = cv2.max(steps[0], steps[1])
    edges = np.asarray(cv2.threshold(largest, threshold, 1, cv2.THRESH_BINARY)[1], np.uint8)
    flat = np.asarray(cv2.threshold(largest, threshold, 1, cv2.THRESH_BINARY_INV)[1], np.uint8)
    return _Layer(_find_patches(flat), edges, np.asarray(cv2.integral(edges), np.int32))


def _located(layer: _Layer) -> list[Located]:
    """Find the lattices that show in one layer."""
    patches = layer.patches
    if patches.cx.size < 6:
        return []
    right, down = _neighbours(patches, (1, 0)), _neighbours(patches, (0, 1))
    found = []
    for members in _groups(patches, right, down):
        lattice = _fit_lattice(patches, members, right, down)
        located = None if lattice is None else _extent(layer, members, lattice)
        if lattice is None or located is None:
            continue
        if located.support < _FULL_SUPPORT:
            wider = _extent(layer, *_gather(patches, members, lattice))
            located = min((wider or located, located), key=_worth)
        found.append(located)
    return found


def _find_patches(flat: NDArray[np.uint8]) -> _Patches:
    """Label flat areas and keep those of a plausible cell's size and shape."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    w = stats[:, cv2.CC_STAT_WIDTH].astype(np.float64) + 1
    h = stats[:, cv2.CC_STAT_HEIGHT].astype(np.float64) + 1
    area = stats[:, cv2.CC_STAT_AREA].astype(np.float64)
    # A pixel counts as edge when it differs from the next one to the right or below, so a flat
    # area loses its last column and row: one pixel more gives its true size, half a pixel its
    # true centre.
    keep = (
        (np.minimum(w, h) >= _SMALLEST_PATCH)
        & (np.maximum(w, h) <= _LARGEST_PATCH)
        & (np.maximum(w, h) <= 1.7 * np.minimum(w, h))
        & (area >= 0.3 * (w - 1) * (h - 1))
    )
    keep[0] = False
    chosen = np.flatnonzero(keep)
    index_of_label = np.full(count, -1, np.int64)
    index_of_label[chosen] = np.arange(chosen.size)
    return _Patches(
        labels=np.asarray(labels, np.int32),
        cx=stats[chosen, cv2.CC_STAT_LEFT] + w[chosen] / 2,
        cy=stats[chosen, cv2.CC_STAT_TOP] + h[chosen] / 2,
        w=w[chosen],
        h=h[chosen],
        index_of_label=index_of_label,
    )


def _neighbours(patches: _Patches, direction: tuple[int, int]) -> IntArray:
    """Return for each patch the next one of like size in a direction, -1 where there is none.

    The label picture is probed just beyond the patch's border, outwards to two thirds of its size
    (past bevels and gaps), at several heights, since a digit or a flag may touch the border.
    """
    dx, dy = direction
    height, width = patches.labels.shape
    size = patches.w if dx else patches.h
    across = patches.h if dx else patches.w
    best = np.full(patches.cx.size, -1, np.int64)
    reach = np.linspace(0.0, 1.0, 20)[:, None] * np.maximum(8.0, 0.65 * size)[None, :]
    for offset in (0.0, -0.3, 0.3):
        along = size / 2 + reach
        x = patches.cx + (along if dx else offset * across)
        y = patches.cy + (along if dy else offset * across)
        xi = np.broadcast_to(np.clip(x, 0, width - 1), reach.shape).astype(np.int64)
        yi = np.broadcast_to(np.clip(y, 0, height - 1), reach.shape).astype(np.int64)
        hits = patches.index_of_label[patches.labels[yi, xi]]
        own = np.arange(patches.cx.size)
        valid = (hits >= 0) & (hits != own[None, :])
        first = valid.argmax(axis=0)
        hit = np.where(valid.any(axis=0), hits[first, own], -1)
        best = np.where(best < 0, hit, best)
    i = np.flatnonzero(best >= 0)
    j = best[i]
    drift = np.abs(patches.cy[j] - patches.cy[i]) if dx else np.abs(patches.cx[j] - patches.cx[i])
    ahead = (patches.cx[j] - patches.cx[i]) if dx else (patches.cy[j] - patches.cy[i])
    ratio_w, ratio_h = patches.w[j] / patches.w[i], patches.h[j] / patches.h[i]
    good = (
        (drift <= np.maximum(1.6, 0.1 * across[i]))
        & (ahead > 0)
        & (np.abs(np.log(ratio_w)) < 0.45)
        & (np.abs(np.log(ratio_h)) < 0.45)
    )
    result = np.full(patches.cx.size, -1, np.int64)
    result[i[good]] = j[good]
    return result


def _groups(patches: _Patches, right: IntArray, down: IntArray) -> list[IntArray]:
    """Return the sets of patches that hang together by neighbourhood, the largest first."""
    count = patches.cx.size
    labels = _connected(count, right, down)
    # Chance neighbours (a button beside the board, a window's corner) sit at another distance than
    # the cells; without them the set falls into its parts.
    right, down = right.copy(), down.copy()
    for neighbour, centre in ((right, patches.cx), (down, patches.cy)):
        i = np.flatnonzero(neighbour >= 0)
        distance = centre[neighbour[i]] - centre[i]
        for label in np.unique(labels[i]):
            of_label = labels[i] == label
            usual = _mode(distance[of_label])
            odd = i[of_label][np.abs(distance[of_label] - usual) > max(1.5, 0.06 * usual)]
            neighbour[odd] = -1
    labels = _connected(count, right, down)
    order = np.argsort(labels, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)
    return sorted((part for part in parts if part.size >= 6), key=lambda part: -part.size)


def _mode(values: FloatArray) -> float:
    """Return the middle of the densest stretch of values (two pixels or a tenth wide)."""
    ordered = np.sort(values)
    width = max(2.0, 0.08 * float(np.median(ordered)))
    ends = np.searchsorted(ordered, ordered + width, side="right")
    start = int((ends - np.arange(ordered.size)).argmax())
    return float(ordered[start : ends[start]].mean())


def _connected(count: int, *links: IntArray) -> IntArray:
    """Label the connected parts of a graph; links[k][i] is a node joined to i, -1 none."""
    labels = np.arange(count)
    pairs = [(np.flatnonzero(link >= 0), link[link >= 0]) for link in links]
    while True:
        before = labels.copy()
        for i, j in pairs:
            least = np.minimum(labels[i], labels[j])
            np.minimum.at(labels, i, least)
            np.minimum.at(labels, j, least)
        labels = labels[labels]
        if np.array_equal(before, labels):
            return labels


def _fit_lattice(
    patches: _Patches, members: IntArray, right: IntArray, down: IntArray
) -> tuple[float, float, float, float] | None:
    """Return (x, pitch_x, y, pitch_y) of the lattice of cell centres, None where there is none."""
    result: list[float] = []
    for neighbour, centre in ((right, patches.cx), (down, patches.cy)):
        i = members[neighbour[members] >= 0]
        if i.size < 3:
            return None
        distance = centre[neighbour[i]] - centre[i]
        usual = _mode(distance)
        near = distance[np.abs(distance - usual) <= max(1.5, 0.06 * usual)]
        fitted = _fit_axis(centre[members], float(near.mean()))
        if fitted is None:
            return None
        result += fitted
    return result[0], result[1], result[2], result[3]


def _gather(
    patches: _Patches, members: IntArray, lattice: tuple[float, float, float, float]
) -> tuple[IntArray, tuple[float, float, float, float]]:
    """Return more patches that lie on a lattice, and the lattice that fits them all.

    Digits and faint lines break a board into parts that hang together; a small part gives a pitch
    that is off by the end of the board. So it is followed outwards, half its size at a time.
    """
    for _ in range(_GATHERINGS):
        x0, pitch_x, y0, pitch_y = lattice
        col, row = (patches.cx - x0) / pitch_x, (patches.cy - y0) / pitch_y
        near = np.abs(np.log(patches.w / np.median(patches.w[members]))) < _SIZES_APART
        near &= np.abs(np.log(patches.h / np.median(patches.h[members]))) < _SIZES_APART
        for place in (col, row):
            low, high = place[members].min(), place[members].max()
            reach = max(1.5, 0.5 * (high - low))
            near &= (place > low - reach) & (place < high + reach)
            near &= np.abs(place - np.round(place)) < _OFF_CENTRE
        found = np.flatnonzero(near)
        if found.size <= members.size:
            break
        across = _fit_axis(patches.cx[found], pitch_x)
        down = _fit_axis(patches.cy[found], pitch_y)
        if across is None or down is None:
            break
        members, lattice = found, (*across, *down)
    return members, lattice


def _size_of_cell(patches: _Patches, pitch_x: float, pitch_y: float) -> BoolArray:
    """Mask of the patches that are about as large as a cell, or its inside."""
    fits: BoolArray = (
        (patches.w < 1.06 * pitch_x)
        & (patches.h < 1.06 * pitch_y)
        & (patches.w > 0.4 * pitch_x)
        & (patches.h > 0.4 * pitch_y)
    )
    return fits


def _fit_axis(centres: FloatArray, pitch: float) -> tuple[float, float] | None:
    """Return (one centre, pitch) that fit most centres best, to a fraction of a pixel."""
    span = float(np.ptp(centres))
    if span < pitch:
        return None
    # All centres turned into angles on a circle one pitch round add up to the longest arrow at the
    # true pitch; the neighbours' distance is only good to about half a pixel.
    tolerance = min(0.08 * pitch, 0.9)
    step = max(1e-3, 0.05 * pitch * pitch / max(span, pitch) / pitch)
    candidates = np.arange(pitch - tolerance, pitch + tolerance, step)
    values, counts = np.unique(np.round(centres, 1), return_counts=True)
    arrows = np.exp(2j * np.pi * values[None, :] / candidates[:, None]) @ counts
    best = int(np.abs(arrows).argmax())
    pitch = float(candidates[best])
    phase = float(np.angle(arrows[best])) / (2 * np.pi) * pitch
    for _ in range(2):
        index = np.round((centres - phase) / pitch)
        off = np.abs(centres - phase - index * pitch)
        good = off <= max(1.0, 0.1 * pitch)
        if good.sum() < 4 or np.ptp(index[good]) < 1:
            return None
        slope, intercept = np.polyfit(index[good], centres[good], 1)
        pitch, phase = float(slope), float(intercept)
    return phase, pitch


def _extent(
    layer: _Layer, members: IntArray, lattice: tuple[float, float, float, float]
) -> Located | None:
    """Find which rectangle of the lattice is the board, from the cells outwards."""
    x0, pitch_x, y0, pitch_y = lattice
    if not 0.6 < pitch_x / pitch_y < 1.67:
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


def _filled(layers: list[_Layer], located: Located) -> Located:
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


def _recentred(layers: list[_Layer], grid: Grid) -> Grid:
    """Return the grid shifted to where the largest patches in its cells have their centres.

    What is left of a cell beside a digit is off its centre; a patch as large as the cell is not.
    """
    off_x, off_y = [], []
    for layer in layers:
        patches = layer.patches
        col = (patches.cx - grid.left) / grid.pitch_x - 0.5
        row = (patches.cy - grid.top) / grid.pitch_y - 0.5
        on = (np.abs(col - np.round(col)) < _OFF_CENTRE) & (
            np.abs(row - np.round(row)) < _OFF_CENTRE
        )
        on &= (col > -0.5) & (col < grid.cols - 0.5) & (row > -0.5) & (row < grid.rows - 0.5)
        on &= _size_of_cell(patches, grid.pitch_x, grid.pitch_y)
        on &= (patches.w > 0.75 * grid.pitch_x) & (patches.h > 0.75 * grid.pitch_y)
        off_x.append((col - np.round(col))[on])
        off_y.append((row - np.round(row))[on])
    dx, dy = np.concatenate(off_x), np.concatenate(off_y)
    if dx.size < 4:
        return grid
    return grid.moved(float(np.median(dx)) * grid.pitch_x, float(np.median(dy)) * grid.pitch_y)


def _whole_lattice(layer: _Layer, x: float, y: float, pitch_x: float, pitch_y: float) -> Grid:
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
    left, top = whole.left + c0 * whole.pitch_x, whole.top + r0 * whole.pitch_y
    return Located(Grid(left, top, whole.pitch_x, whole.pitch_y, r1 - r0, c1 - c0), support)


def _patch_evidence(patches: _Patches, whole: Grid) -> BoolArray:
    """Mask of lattice cells that hold a flat patch of about their own size, centred."""
    col = (patches.cx - whole.left) / whole.pitch_x - 0.5
    row = (patches.cy - whole.top) / whole.pitch_y - 0.5
    nearest_col, nearest_row = np.round(col), np.round(row)
    fits = (
        (np.abs(col - nearest_col) < _OFF_CENTRE)
        & (np.abs(row - nearest_row) < _OFF_CENTRE)
        & _size_of_cell(patches, whole.pitch_x, whole.pitch_y)
        & (nearest_col >= 0)
        & (nearest_col < whole.cols)
        & (nearest_row >= 0)
        & (nearest_row < whole.rows)
    )
    evidence = np.zeros((whole.rows, whole.cols), bool)
    evidence[nearest_row[fits].astype(int), nearest_col[fits].astype(int)] = True
    return evidence


def _side_evidence(
    layer: _Layer, whole: Grid, core: tuple[int, int, int, int] | None = None
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
    hit = np.zeros((height + 1, at.size), np.int32)
    for offset in offsets:
        inside = (columns + offset >= 0) & (columns + offset < width)
        hit[1:] |= (edges[:, np.clip(columns + offset, 0, width - 1)] > 0) & inside
    total = np.cumsum(hit, axis=0)
    starts, ends = _middles(along, height)
    cover: FloatArray = (total[ends] - total[starts]) / np.maximum(1, ends - starts)[:, None]
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


def _overlap(a: Grid, b: Grid) -> float:
    """Shared area over the smaller one's area."""
    shared = a.region.clipped(b.region)
    smaller = min(a.region.w * a.region.h, b.region.w * b.region.h)
    return float(shared.w * shared.h / max(1, smaller))
