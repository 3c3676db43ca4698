"""Whether cells of which none is opened show that they are cells.

With nothing opened no number tells of a board: a keypad, a wall or the middle of another game may
have such a lattice. But a program paints all hidden cells with one picture, or with two by turns,
and what is painted comes again with every cell, and only there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Region
from autoplay.vision.pixels.cells import odd_cells
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

    Floats = NDArray[np.float32]
    Mask = NDArray[np.bool_]
    Picture = NDArray[np.uint8]

# Cells of each turn that are enough to tell the usual picture.
_SAMPLED = 48
# A median of absolute deviations, as a standard deviation.
_AS_DEVIATION = 1.4826
_SAME = 16.0
_MOST_NOISE = 4.0
_ALIKE = 0.93
_USUALLY_ALIKE = 0.995
_NEARLY_ALL = 0.9
_WHOLE_SIDE = 0.65
_GAP = 0.1
_ELSEWHERE = 0.6
_HARDLY = 0.01
_LEAST_APART = 3.0
_MOST_BLURRED = 0.2
# The variance of a median of normal noise, in parts of that of a mean.
_MEDIAN_NOISE = np.pi / 2
_CLEARLY = 2.5
_NEARER = 0.35
_USUALLY_NEARER = 0.88
_SEVERAL = 0.15
_EDGE = 8
_JOIN = 6
_AS_CLEAR = 0.3
_BEYOND = 0.2
# Cells of 27.5 pixels, by turns 27 and 28 of them, are no halves of cells of 55.
_PIXEL = np.ones((3, 3), np.uint8)
_ROUNDINGS = np.array([0, -1, 1])
_NEAR_SIDE = 4
# A lattice of two or three times the pitch is seen by what comes again within its cells.
_SHARES = (2, 3)


def painted_alike(pixels: Picture, grid: Grid) -> bool:
    """Whether all cells of a grid bear one picture, or two by turns, and those around it do not.

    The picture has to differ from itself half a cell and a third of one further, or nothing shows
    where the cells lie. It may be as faint as a checkerboard of nearly one colour: every cell adds
    to what is known of it.
    pixels: (height, width, 3) uint8; grid: in pixels of this picture.
    """
    height, width = pixels.shape[:2]
    # Half of the gap between cells may lie beyond the picture.
    painted = grid.region.grown(-max(1, round(_GAP * min(grid.pitch_x, grid.pitch_y))))
    if painted.clipped(Region(0, 0, width, height)) != painted:
        return False
    wide = grid.part(-1, grid.rows + 1, -1, grid.cols + 1)
    cells = _cut(pixels, wide)
    turn = odd_cells(wide.rows, wide.cols).astype(int)
    inside = np.zeros(turn.shape, bool)
    inside[1:-1, 1:-1] = True
    stamp = _stamp(cells, turn, inside)
    if stamp is None or not _joined_alike(stamp.usual):
        return False
    same = _same(cells, turn, inside, stamp)
    if not _nearly_all(same):
        # Lines may be drawn between cells only, and none at the ends of a board.
        same = _same(_with_outer_sides(cells, turn, stamp), turn, inside, stamp)
    if not _nearly_all(same):
        return False
    # Nor may those tell that it ends.
    further = _with_outer_sides(cells, turn, stamp, beyond=True)
    same |= ~inside & _same(further, turn, inside, stamp)
    # A wallpaper goes on beside it; rules of dashes on both sides only look much like its cells.
    beside = ((np.s_[0, 1:-1], np.s_[-1, 1:-1]), (np.s_[1:-1, 0], np.s_[1:-1, -1]))
    return not any(
        max(same[side].mean() for side in sides) > _ELSEWHERE
        and not all(_show_more(cells[side], turn[side], stamp) for side in sides)
        for sides in beside
    )


def _nearly_all(same: Mask) -> bool:
    """Whether nearly all cells inside, and most on each side, are alike: (rows + 2, cols + 2)."""
    sides = (same[1, 1:-1], same[-2, 1:-1], same[1:-1, 1], same[1:-1, -2])
    enough = min(side.mean() for side in sides) >= _WHOLE_SIDE
    return bool(enough and same[1:-1, 1:-1].mean() >= _NEARLY_ALL)


@dataclass(frozen=True, slots=True, eq=False)
class _Stamp:
    """What is painted in the cells of either turn.

    usual: (2, height, width, 3) the two pictures. shifted: the same, of a lattice that is a little
    off, one for each way. noise: how far a pixel usually is from that.
    """

    usual: Floats
    shifted: list[Floats]
    noise: float

    @property
    def limit(self) -> float:
        """How far a pixel may be from what is painted there."""
        return max(_SAME, _MOST_NOISE * self.noise)


def _stamp(cells: Floats, turn: NDArray[np.intp], inside: Mask) -> _Stamp | None:
    """Return what is painted in the cells, None where it does not show where these lie."""
    usual, deviation, fewest = [], [], _SAMPLED
    for number in (0, 1):
        own = cells[inside & (turn == number)]
        own = own[:: 1 + (len(own) - 1) // _SAMPLED]
        fewest = min(fewest, len(own))
        usual.append(_median(own))
        deviation.append(np.abs(own - usual[-1]).ravel())
    noise = max(1.0, _AS_DEVIATION * float(_median(np.concatenate(deviation))))
    both = np.stack(usual)
    shifted = [_further(both, axes, share) for share in _SHARES for axes in ((1,), (2,), (1, 2))]
    # Medians of noise differ as well, and each cell is a little like a median with it. What a
    # single cell tells must stand out of its noise, too.
    by_chance = 2 * _MEDIAN_NOISE * noise**2 / fewest
    least = max(_CLEARLY * by_chance, np.square(2 * noise / _MOST_BLURRED) / both[0].size)
    for other in shifted:
        square = np.square(both - other).mean(axis=(1, 2, 3))
        if _beyond_a_pixel(both, other) < _LEAST_APART or square.min() < least:
            return None
    return _Stamp(both, shifted, noise)


def _median(values: Floats) -> Floats:
    """Return the median along the first axis of what lies in the picture; nan lies beyond it."""
    # Leaving nan out takes many times as long.
    median = np.nanmedian if np.isnan(values).any() else np.median
    return np.asarray(median(values, axis=0))


def _beyond_a_pixel(usual: Floats, other: Floats) -> float:
    """Return by how much pictures differ at most from what others show within a pixel."""
    most = 0.0
    for picture, shifted in zip(usual, other, strict=True):
        low, high = _within_a_pixel(shifted)
        most = max(most, float((picture - high).max()), float((low - picture).max()))
    return most


def _within_a_pixel(picture: Floats) -> tuple[Floats, Floats]:
    """Return the least and the most, (height, width, 3), that is shown next to each pixel."""
    return (
        np.asarray(cv2.erode(picture, _PIXEL), np.float32),
        np.asarray(cv2.dilate(picture, _PIXEL), np.float32),
    )


def _further(usual: Floats, axes: tuple[int, ...], share: int) -> Floats:
    """Return the pictures that cells have on a lattice a share of a cell further, along axes."""
    for axis in axes:
        following = np.concatenate((usual, usual[::-1]), axis=axis)
        size = usual.shape[axis]
        usual = np.take(following, np.arange(size // share, size // share + size), axis=axis)
    return usual


def _joined_alike(usual: Floats) -> bool:
    """Whether the sides on which the second turn follows show as well as where the first does.

    Courses of bricks come again by turns, too, but every second half of a brick has no joint.
    """
    for axis in (1, 2):
        size = usual.shape[axis]
        along = np.moveaxis(usual, axis, 1).mean(axis=2)
        reach = max(2, size // _JOIN)
        joins = [
            np.concatenate((along[number, -reach:], along[1 - number, :reach])) for number in (0, 1)
        ]
        less, more = sorted(float(np.ptp(join, axis=0).max()) for join in joins)
        if less < _AS_CLEAR * more:
            return False
    return True


def _same(cells: Floats, turn: NDArray[np.intp], inside: Mask, stamp: _Stamp) -> Mask:
    """Mark (rows, cols) the cells that bear the picture of their turn, where they should."""
    same = np.zeros(turn.shape, bool)
    limit = stamp.limit
    for number in (0, 1):
        usual, own = stamp.usual[number], cells[turn == number]
        own_inside = inside[turn == number]
        seen = ~np.isnan(own[..., 0])
        share = seen.mean(axis=(1, 2))
        # A lattice of parts of pixels shifts what is painted by up to one, and frames blur into
        # the outermost cells.
        low, high = _within_a_pixel(usual)
        bounded = np.clip(own, low - limit, high + limit)
        edge = max(1, min(usual.shape[:2]) // _EDGE)
        within = np.s_[:, edge:-edge, edge:-edge]
        near = (bounded == own).all(axis=-1)
        # Of a cell that is cut off at the end of the picture nothing is known.
        near_share = near[within].sum(axis=(1, 2)) / np.maximum(1, seen[within].sum(axis=(1, 2)))
        good = (near_share >= _ALIKE) & (share > _BEYOND)
        # What is drawn on bare ground tells nothing, but what is missing does.
        bare = _bare(usual, low, high, limit)[..., None]
        off = np.nansum(np.square(bounded - np.clip(bounded, low, high)), axis=(1, 2, 3))
        clear = max(float(np.square(usual - other[number]).sum()) for other in stamp.shifted)
        # The median of several pictures is like none of them.
        one = float(np.median(off[own_inside])) - usual.size * stamp.noise**2 <= _SEVERAL * clear
        # Icons on a plain ground are small, but each has colours of its own.
        one &= float(np.median(near_share[own_inside])) >= _USUALLY_ALIKE
        for other in stamp.shifted:
            apart = usual - other[number]
            middle = (usual + other[number]) / 2
            # 1 where a cell is as usual, -1 where it is as on the lattice that is off.
            shown = np.where(bare, bounded, _between(own, usual, other[number], limit))
            nearer = np.nansum((shown - middle) * apart, axis=(1, 2, 3))
            nearer *= 2 / np.square(apart).sum() / np.maximum(_BEYOND, share)
            # Lines that fall between pixels may miss a few cells, but not most.
            usually = bool(np.median(nearer[own_inside]) >= _USUALLY_NEARER)
            good &= (nearer >= _NEARER) & (one and usually)
        same[turn == number] = good
    return same


def _with_outer_sides(
    cells: Floats, turn: NDArray[np.intp], stamp: _Stamp, *, beyond: bool = False
) -> Floats:
    """Return the cells, the outermost inside with the outer sides that are painted elsewhere.

    beyond: those around the grid rather.
    """
    cells = cells.copy()
    edge = max(1, min(cells.shape[2:4]) // _EDGE)
    begin, end = slice(None, edge), slice(-edge, None)
    first, last = (0, -1) if beyond else (1, -2)
    for line, strip in (
        (np.s_[first, 1:-1], np.s_[:, begin]),
        (np.s_[last, 1:-1], np.s_[:, end]),
        (np.s_[1:-1, first], np.s_[:, :, begin]),
        (np.s_[1:-1, last], np.s_[:, :, end]),
    ):
        cells[line][strip] = stamp.usual[turn[line]][strip]
    return cells


def _bare(usual: Floats, low: Floats, high: Floats, limit: float) -> Mask:
    """Mark (height, width) where a picture, and what is next to it, has its usual colour.

    low, high: the least and the most that is shown next to each pixel.
    """
    ground = np.median(usual, axis=(0, 1))
    same = (np.abs(high - ground) <= limit) & (np.abs(low - ground) <= limit)
    return np.asarray(same.all(axis=-1))


def _between(own: Floats, usual: Floats, other: Floats, limit: float) -> Floats:
    """Return what cells show, (n, height, width, 3), no further than either picture has it."""
    return np.clip(own, np.minimum(usual, other) - limit, np.maximum(usual, other) + limit)


def _show_more(cells: Floats, turn: NDArray[np.intp], stamp: _Stamp) -> bool:
    """Whether all cells of a line, (n, height, width, 3), show more than what is painted.

    The same in each, on the ground of the others: a mix of cells is none, nor what shows less.
    """
    limit = stamp.limit
    for number in np.unique(turn).tolist():
        own, usual = cells[turn == number], stamp.usual[number]
        ground = np.median(usual, axis=(0, 1))
        bare = _bare(usual, *_within_a_pixel(usual), limit)
        more = bare & (np.abs(own - ground) > limit).any(axis=-1)
        always = more.mean(axis=0) >= _NEARLY_ALL
        if always.mean() <= _HARDLY:
            return False
    return True


def _cut(pixels: Picture, grid: Grid) -> Floats:
    """Return (rows, cols, height, width, 3) of the cells, nan beyond the picture.

    Where the pitch is no whole number some cells are a pixel wider or higher than others: of these
    a pixel in the middle is left out, so that all have their four sides.
    """
    height, width = int(grid.pitch_y), int(grid.pitch_x)
    box = grid.region.grown(max(height, width))
    seen = box.clipped(Region(0, 0, pixels.shape[1], pixels.shape[0]))
    beyond = (seen.y - box.y, box.bottom - seen.bottom), (seen.x - box.x, box.right - seen.right)
    part = pixels[seen.y : seen.bottom, seen.x : seen.right].astype(np.float32)
    wide = np.pad(part, (*beyond, (0, 0)), constant_values=np.nan)
    xs = np.array([grid.cell(0, col).x for col in range(grid.cols + 1)]) - box.x
    ys = np.array([grid.cell(row, 0).y for row in range(grid.rows + 1)]) - box.y
    if grid.pitch_x != width:
        xs += _rounding(wide[ys[1] : ys[-2]], xs, width)
    if grid.pitch_y != height:
        ys += _rounding(wide[:, xs[1] : xs[-2]].swapaxes(0, 1), ys, height)
    within = np.ix_(_kept(ys, height), _kept(xs, width))
    cells = wide[within].reshape(grid.rows, height, grid.cols, width, 3)
    return np.ascontiguousarray(cells.swapaxes(1, 2))


def _rounding(pixels: Floats, sides: NDArray[np.intp], size: int) -> NDArray[np.intp]:
    """Return by how many pixels, -1 to 1, each side has to be moved to look as most of them do.

    A program and this one may round differently. pixels: (height, width, 3) of all columns. sides:
    (cols + 1,) where the columns begin and end. size: of a column, in pixels.
    """
    reach = np.arange(-(size // _NEAR_SIDE), size // _NEAR_SIDE)
    near = pixels.mean(axis=0)[sides[:, None] + _ROUNDINGS[:, None, None] + reach]
    inner = near[0, 1:-1]
    apart = np.abs(inner[:, None] - inner).sum(axis=(1, 2, 3))
    off = np.abs(near - inner[apart.argmin()]).sum(axis=(2, 3))
    return np.asarray(_ROUNDINGS[np.nan_to_num(off, nan=np.inf).argmin(axis=0)])


def _kept(sides: NDArray[np.intp], size: int) -> NDArray[np.intp]:
    """Return the places of the first and the last pixels of each column, size in all, in a row."""
    half = size // 2
    first, last = sides[:-1, None] + np.arange(half), sides[1:, None] + np.arange(half - size, 0)
    return np.concatenate((first, last), axis=1).ravel()
