"""Find boards whose cells bear the same few pictures, and leave neither lines nor flat patches.

A program paints equal cells with one picture, as with a stamp: what is drawn in a cell comes again
to the pixel a whole number of cells further, across and down. On the rest of a screen hardly
anything does both at one distance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.located import MIN_SIDE, overlap
from autoplay.vision.looks.grounds import cut_cells, shown_by_few
from autoplay.vision.pixels.channels import largest_of
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    BoolArray = NDArray[np.bool_]
    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]
    Picture = NDArray[np.uint8]

_PATCH = 3
_BUSY = 10
_INK = 60
_PITCHES = (10, 132)
_FURTHEST = 4
_LEAST_PAIRS = 150
_PEAKS = 4
_OBLONG = 1.6
_MOST_LATTICES = 3
_MOST_PARTS = 2
_OFF = 1.5
_NEARLY_ALL = 0.98
_MOSTLY_EXACT = 0.9
_RARELY = 0.1
_SAME = 8
_GROUND_AGAIN = 0.6
_LOOSE = 0.4
_HARDLY = 0.02
_WIDE_GAP = 0.2
_SEED = 20
_SAME_PLACE = 0.3
# A number each, a blank, a hidden cell, a flag and what a loss shows.
_FEW_PICTURES = 14
_ONE_PICTURE = 4.0
_MOSTLY = 0.65


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Small patches of a picture that come again in the same row, or column.

    x, y: (n,) where the first of two is; apart: (n,) how many pixels further the next one is.
    """

    x: IntArray
    y: IntArray
    apart: IntArray

    def only(self, chosen: BoolArray) -> Pairs:
        """Return the chosen pairs."""
        return Pairs(self.x[chosen], self.y[chosen], self.apart[chosen])


def stamped_boards(pixels: Picture) -> list[Grid]:
    """Return boards whose cells bear the same few pictures, the one with most of them first.

    pixels: (height, width, 3) uint8, blue green red.
    """
    if min(pixels.shape[:2]) < MIN_SIDE * _PITCHES[0]:
        return []
    across, down = _pairs(pixels)
    found = []
    for pitch_x, pitch_y in _pitches(across, down):
        right, below = (
            _coming_again(pairs, pitch) for pairs, pitch in ((across, pitch_x), (down, pitch_y))
        )
        for box, drawn in _parts(pixels.shape[:2], right, below, pitch_x, pitch_y):
            grid = _laid(pixels, across, down, box, (pitch_x, pitch_y))
            if grid is not None:
                found.append((drawn, grid))
    found.sort(key=lambda pair: -pair[0])
    kept: list[Grid] = []
    for _, grid in found:
        # Two cells side by side come again as well, twice as far away.
        apart = all(overlap(grid, other) <= _SAME_PLACE for other in kept)
        if apart and shown_by_few(cut_cells(pixels, grid), _FEW_PICTURES, _ONE_PICTURE) >= _MOSTLY:
            kept.append(grid)
    return kept


def centred_on_ink(pixels: Picture, grid: Grid) -> Grid:
    """Return a grid moved so that what is drawn in its cells lies in their middles.

    Letters stand in the middles of a terminal's cells, whatever lines a program draws around them.
    pixels: (height, width, 3) uint8; the grid lies within it.
    """
    left, top, right, bottom = (round(max(0.0, side)) for side in grid.area)
    part = pixels[top:bottom, left:right]
    ground = np.median(part, axis=(0, 1)).astype(np.uint8)
    drawn = largest_of(cv2.absdiff(part, np.broadcast_to(ground, part.shape))) > _INK
    dx = _off_middle(drawn.sum(axis=0), grid.left - left, grid.pitch_x)
    dy = _off_middle(drawn.sum(axis=1), grid.top - top, grid.pitch_y)
    return grid.moved(dx, dy)


def _off_middle(profile: IntArray, begin: float, pitch: float) -> float:
    """Return how far behind the middles of cells what is drawn lies, at most half a pitch.

    profile: (n,) how much is drawn at each place along one axis; begin: where a cell begins.
    """
    phase = 2 * np.pi * (np.arange(profile.size) + 0.5 - begin - pitch / 2) / pitch
    return float(np.angle((profile * np.exp(1j * phase)).sum()) / (2 * np.pi) * pitch)


def _pairs(pixels: Picture) -> tuple[Pairs, Pairs]:
    """Find the patches with anything drawn in them that come again on the right, and below."""
    busy = _contrast(pixels)[1:-1, 1:-1] > _BUSY
    y, x = np.nonzero(busy)
    blue, green, red = (channel.astype(np.int64) for channel in cv2.split(pixels))
    colour = blue + (green << 8) + (red << 16) + 1
    # Sums of odd multiples, modulo 2 to the 64: equal for equal patches, and else hardly ever.
    weights = np.random.default_rng(_SEED).integers(1 << 62, size=(_PATCH, _PATCH)) * 2 + 1
    prints = np.zeros(len(x), np.int64)
    for i in range(_PATCH):
        for j in range(_PATCH):
            prints += colour[y + i, x + j] * weights[i, j]
    found = []
    for line, place in ((y, x), (x, y)):
        mixed = prints + (line + 1) * weights[0, 0]
        order = np.lexsort((place, mixed))
        apart = np.diff(place[order])
        again = np.diff(mixed[order]) == 0
        near = again & (apart >= _PITCHES[0]) & (apart <= _FURTHEST * _PITCHES[1])
        # Where equal patches touch, along a dash, the next one lies nearer than its cell does.
        touching = np.pad(again & (apart < _PITCHES[0]), 1)
        near &= ~(touching[:-2] | touching[2:])
        first = order[:-1][near]
        found.append(Pairs(x[first] + 1, y[first] + 1, apart[near]))
    return found[0], found[1]


def _pitches(across: Pairs, down: Pairs) -> list[tuple[int, int]]:
    """Return widths and heights of a cell that many patches come again at, the likeliest first."""
    widths, heights = _peaks(across.apart), _peaks(down.apart)
    pairs = [
        (min(many, as_many), w, h)
        for w, many in widths
        for h, as_many in heights
        if 1 / _OBLONG <= w / h <= _OBLONG
    ]
    return [(w, h) for _, w, h in sorted(pairs, reverse=True)[:_MOST_LATTICES]]


def _peaks(apart: IntArray) -> list[tuple[int, int]]:
    """Return the distances at which most patches come again, and how many do."""
    count = np.bincount(apart[apart <= _PITCHES[1] + 1], minlength=_PITCHES[1] + 2)
    around = count[:-2] + count[1:-1] + count[2:]
    peak = (count[1:-1] >= count[:-2]) & (count[1:-1] > count[2:]) & (around >= _LEAST_PAIRS)
    at = np.flatnonzero(peak)
    best = at[np.argsort(-around[at], kind="stable")][:_PEAKS]
    return [(int(i) + 1, int(around[i])) for i in best]


def _parts(
    shape: tuple[int, ...], right: Pairs, below: Pairs, pitch_x: int, pitch_y: int
) -> list[tuple[tuple[int, int, int, int], int]]:
    """Return the boxes (left, top, right, bottom) in which patches come again both ways.

    And how many do. Looked for cell by cell, wherever these begin.
    """
    size = (shape[0] // pitch_y + 2, shape[1] // pitch_x + 2)
    places = []
    for pairs, step in ((right, (1, 0)), (below, (0, 1))):
        x = np.concatenate((pairs.x, pairs.x + step[0] * pairs.apart))
        y = np.concatenate((pairs.y, pairs.y + step[1] * pairs.apart))
        places.append((x, y))
    comes_again = [_marked(x // pitch_x, y // pitch_y, size) for x, y in places]
    both = (comes_again[0] & comes_again[1]).astype(np.uint8)
    both = np.asarray(cv2.morphologyEx(both, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)))
    labels = np.asarray(cv2.connectedComponents(both, connectivity=8)[1])
    x, y = (np.concatenate([place[axis] for place in places]) for axis in (0, 1))
    part = labels[y // pitch_y, x // pitch_x]
    drawn = np.bincount(part)
    drawn[0] = 0
    found = []
    for number in np.argsort(-drawn)[:_MOST_PARTS].tolist():
        if drawn[number] < _LEAST_PAIRS:
            break
        # Posts of a frame above the board come again across, but not down.
        (right_x, right_y), (below_x, below_y) = places
        own = labels[right_y // pitch_y, right_x // pitch_x] == number
        left, end_x = _reach(right_x[own])
        own = labels[below_y // pitch_y, below_x // pitch_x] == number
        top, end_y = _reach(below_y[own])
        found.append(((left, top, end_x, end_y), int(drawn[number])))
    return found


def _marked(x: IntArray, y: IntArray, size: tuple[int, int]) -> BoolArray:
    mask = np.zeros(size, bool)
    mask[y, x] = True
    return mask


def _reach(places: IntArray) -> tuple[int, int]:
    """Return the first and the last place at which as much comes again as usual, and one more."""
    low = int(places.min())
    count = np.bincount(places - low)
    often = np.flatnonzero(count >= _RARELY * count[count > 0].mean())
    return low + int(often[0]), low + int(often[-1]) + 1


def _laid(
    pixels: Picture,
    across: Pairs,
    down: Pairs,
    box: tuple[int, int, int, int],
    pitches: tuple[int, int],
) -> Grid | None:
    """Lay a lattice over the part of a picture in which patches come again."""
    left, top, right, bottom = box
    drawn = [pairs.only(_inside(pairs, box)) for pairs in (across, down)]
    pitch_x, pitch_y = (
        _exactly(pairs.apart, pitch) for pairs, pitch in zip(drawn, pitches, strict=True)
    )
    # Round it a cell more, where the picture is as large.
    x0, x1 = max(0, round(left - pitch_x)), round(right + pitch_x)
    y0, y1 = max(0, round(top - pitch_y)), round(bottom + pitch_y)
    part = pixels[y0:y1, x0:x1]
    across_again = _comes_again(part, 1, round(pitch_x), slice(top - y0, bottom - y0))
    down_again = _comes_again(part, 0, round(pitch_y), slice(left - x0, right - x0))
    gap_x = _gap(np.concatenate([pairs.x for pairs in drawn]) - x0, pitch_x)
    gap_y = _gap(np.concatenate([pairs.y for pairs in drawn]) - y0, pitch_y)
    first_col, cols = _placed(across_again, left - x0, right - x0, pitch_x, gap_x)
    first_row, rows = _placed(down_again, top - y0, bottom - y0, pitch_y, gap_y)
    if min(rows, cols) < MIN_SIDE:
        return None
    return Grid(x0 + first_col, y0 + first_row, pitch_x, pitch_y, rows, cols)


def _inside(pairs: Pairs, box: tuple[int, int, int, int]) -> BoolArray:
    inside: BoolArray = (pairs.x >= box[0]) & (pairs.x < box[2])
    return inside & (pairs.y >= box[1]) & (pairs.y < box[3])


def _exactly(apart: IntArray, pitch: int) -> float:
    """Return the pitch to a fraction of a pixel, from distances of one and of several cells."""
    apart = apart[_is_multiple(apart, pitch)]
    # A few that are off are of something else, where nearly all are a whole number of pixels apart.
    if not apart.size or (apart % pitch == 0).mean() >= _NEARLY_ALL:
        return float(pitch)
    number = np.round(apart / pitch)
    return float((apart * number).sum() / np.square(number).sum())


def _coming_again(pairs: Pairs, pitch: int) -> Pairs:
    """Return the pairs that are a whole number of pitches apart.

    To the pixel if most are: then text of another window beside the board, whose letters come again
    at nearly that distance, does not seem a part of it.
    """
    pairs = pairs.only(_is_multiple(pairs.apart, pitch))
    exact = pairs.apart % pitch == 0
    return pairs.only(exact) if exact.mean() >= _MOSTLY_EXACT else pairs


def _is_multiple(apart: IntArray, pitch: int) -> BoolArray:
    number = np.round(apart / pitch)
    off = np.abs(apart - number * pitch)
    return (number >= 1) & (number <= _FURTHEST) & (off <= _OFF * np.minimum(number, 2))


def _comes_again(part: Picture, axis: int, pitch: int, inner: slice) -> FloatArray:
    """Return for each place along an axis which share of its pixels is as one cell further.

    On either side; the same colour all over counts, too. inner: the places along the other axis.
    """
    part = np.moveaxis(part, axis, 0)[:, inner]
    alike = largest_of(cv2.absdiff(part[pitch:], part[:-pitch])) <= _SAME
    none = np.zeros((pitch, alike.shape[1]), bool)
    either = np.concatenate((alike, none)) | np.concatenate((none, alike))
    share: FloatArray = either.mean(axis=1)
    return share


def _gap(places: IntArray, pitch: float) -> float | None:
    """Return the middle of the widest gap between what is drawn in cells, None if it is narrow.

    places: (n,) where something is drawn, along one axis. The middle is less than a pitch from 0.
    """
    inked = np.bincount((places % pitch).astype(np.intp), minlength=int(pitch))
    bare = np.flatnonzero(inked[: int(pitch)] <= _HARDLY * len(places) / pitch)
    if not bare.size:
        return None
    # The gap may reach from the end of one cell to the beginning of the next.
    runs = np.split(bare, np.flatnonzero(np.diff(bare) > 1) + 1)
    if len(runs) > 1 and bare[0] == 0 and bare[-1] == int(pitch) - 1:
        runs = [*runs[1:-1], np.concatenate((runs[-1] - int(pitch), runs[0]))]
    widest = max(runs, key=len)
    wide = len(widest) >= _WIDE_GAP * pitch
    return float((widest[0] + widest[-1] + 1) / 2 % pitch) if wide else None


def _placed(
    again: FloatArray, first: int, end: int, pitch: float, gap: float | None
) -> tuple[float, int]:
    """Return where the first cell begins and how many there are, along one axis.

    What is drawn reaches from first to end, and leaves bare the outer parts of the outermost cells.
    gap: the middle of what it leaves bare between cells, if that is wide. Dots stand on the line of
    a text, and digits reach above it.
    """
    count = int(np.ceil((end - first) / pitch - _RARELY))
    loose = count * pitch - (end - first)
    low, high = first, end
    while low > max(0, first - loose) and again[low - 1] >= _GROUND_AGAIN:
        low -= 1
    while high < min(again.size, end + loose) and again[high] >= _GROUND_AGAIN:
        high += 1
    # A frame round the board ends the ground as well; else the drawings lie in the middles.
    slack = (high - low) - count * pitch
    if slack >= _LOOSE * pitch and gap is not None:
        start = gap + pitch * np.floor((first + 1 - gap) / pitch)
        return float(start), int(np.ceil((end - 1 - start) / pitch))
    middle = (low + high) / 2 if slack < _LOOSE * pitch else (first + end) / 2
    return middle - count * pitch / 2, count


def _contrast(pixels: Picture) -> Picture:
    """Return how much the colours within each small patch differ at most."""
    window = np.ones((_PATCH, _PATCH), np.uint8)
    apart = cv2.subtract(cv2.dilate(pixels, window), cv2.erode(pixels, window))
    return largest_of(np.asarray(apart, np.uint8))
