"""Put a lattice to the pixel where the lines of a board lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.pixels.lines import Drawing, Lines

    FloatArray = NDArray[np.float64]

_SIDE = 0.68
_LONG = 3.0
_NEAR = 0.2
_LEAST_OFF = 1.5
_STRETCHED = 0.08
_FEWEST_LINES = 4
_PHASES = 24
_SECOND_PHASE = 0.35
_NEAR_PHASE = 0.12
_SEEN = 0.12
_BESIDE = 0.8
_PAIR = 0.1
_WIDE_PAIR_COST = 0.3
_INSIDE = 4.0
_APART_COST = 0.4
_APART_FREE = 0.7
_STRETCH_COST = 0.5
_STRETCH_FREE = 0.5
_LEAST_EVEN = 0.05
_WELL_SEEN = 0.25
# How far ends are moved to the pixel, and what speaks for it: all cells have lines in the same
# places, they are whole pixels wide, there are lines at both ends, neither is moved far.
_FINE_REACH = 1.2
_FINE_STEP = 0.125
_AROUND = 0.2
_LEAST_PEAKS = 1e-6
_WHOLE = 0.1
_EXACTLY = 1e-6
_NEARLY_WHOLE = 2.0
_AT_END = 0.25
_LINE_ENOUGH = 0.95
_MOVED_COST = 0.03


def phase_of(lines: Lines, pitch: float) -> tuple[float, float] | None:
    """Return (one place, pitch) that fit the long lines best, None where too few do."""
    long = lines.length >= _SIDE * pitch
    if np.count_nonzero(long) < _FEWEST_LINES:
        return None
    at, weight = lines.at[long], np.minimum(lines.length[long], _LONG * pitch)
    arrow = (weight * np.exp(2j * np.pi * at / pitch)).sum()
    phase = float(np.angle(arrow)) / (2 * np.pi) * pitch
    return _phase_near(at, weight, phase, pitch, _NEAR)


def phases_of(lines: Lines, pitch: float) -> list[tuple[float, float]]:
    """Return up to two (one place, pitch) that fit the long lines best.

    Two, as the strokes of digits lie on a lattice as well, in the middles of the cells.
    """
    long = lines.length >= _SIDE * pitch
    if np.count_nonzero(long) < _FEWEST_LINES:
        return []
    at, weight = lines.at[long], np.minimum(lines.length[long], _LONG * pitch)
    part = np.floor(at % pitch * _PHASES / pitch).astype(np.int64) % _PHASES
    counted = np.bincount(part, weights=weight, minlength=_PHASES)
    drawn = counted + (np.roll(counted, 1) + np.roll(counted, -1)) / 2
    peaks = np.flatnonzero((drawn >= np.roll(drawn, 1)) & (drawn >= np.roll(drawn, -1)))
    peaks = peaks[np.argsort(-drawn[peaks], kind="stable")][:2]
    likely = peaks[drawn[peaks] >= _SECOND_PHASE * drawn.max()]
    fits = [
        _phase_near(at, weight, (k + 0.5) * pitch / _PHASES, pitch, _NEAR_PHASE)
        for k in likely.tolist()
    ]
    return [fit for fit in fits if fit is not None]


def _phase_near(
    at: FloatArray, weight: FloatArray, phase: float, pitch: float, reach: float
) -> tuple[float, float] | None:
    """Fit place and pitch to the lines near those of a lattice, None where too few are.

    reach: how near, in parts of a pitch.
    """
    first = pitch
    for _ in range(2):
        number = np.round((at - phase) / pitch)
        near = np.abs(at - phase - number * pitch) <= reach * pitch
        if np.count_nonzero(near) < _FEWEST_LINES or np.ptp(number[near]) < 1:
            return None
        phase, pitch = _line_fit(number[near], at[near], weight[near])
        if abs(pitch / first - 1) > _STRETCHED:
            return None
    return phase, pitch


def _line_fit(number: FloatArray, at: FloatArray, weight: FloatArray) -> tuple[float, float]:
    """Return (start, pitch) of the weighted least squares fit at = start + number * pitch."""
    mean_n, mean_at = np.average(number, weights=weight), np.average(at, weights=weight)
    spread = weight * (number - mean_n)
    pitch = float((spread * (at - mean_at)).sum() / (spread * (number - mean_n)).sum())
    return float(mean_at - pitch * mean_n), pitch


def aligned(drawing: Drawing, grid: Grid) -> Grid:
    """Return a board's grid moved and stretched a little to where its lines are."""
    left, top, right, bottom = grid.area
    x, pitch_x = _axis(drawing.upright, left, grid.pitch_x, grid.cols, (top, bottom))
    y, pitch_y = _axis(drawing.level, top, grid.pitch_y, grid.rows, (left, right))
    return Grid(x, y, pitch_x, pitch_y, grid.rows, grid.cols)


def _axis(
    lines: Lines, start: float, pitch: float, count: int, along: tuple[float, float]
) -> tuple[float, float]:
    """Align one direction; along: where the board begins and ends in the other."""
    for _ in range(2):
        start, pitch = _by_inner_lines(lines, start, pitch, count, along)
    start, pitch = _by_outer_lines(lines, start, pitch, count, along)
    return _to_the_pixel(lines, start, pitch, count, along)


def _to_the_pixel(
    lines: Lines, start: float, pitch: float, count: int, along: tuple[float, float]
) -> tuple[float, float]:
    """Move both ends by up to a pixel to where all cells have their lines in the same places.

    Programs paint cells at whole pixels. Added up from where each cell begins, rounded, the lines
    of a board make few high peaks; they blur where the pitch is off by a hundredth.
    """
    low, seen = _seen_around(lines, start, pitch, count, along)
    begin, finish = start - low, start - low + count * pitch
    left, right = _nearly(begin, finish, count)
    step = (right - left) / count
    cells = _rounded(left[:, None] + step[:, None] * np.arange(count + 1), seen.size)
    reach = int(_AROUND * pitch)
    around = np.clip(cells[..., None] + np.arange(-reach, reach + 1), 0, seen.size - 1)
    peaks = np.square(seen[around].mean(axis=1)).sum(axis=1)
    worth = peaks / max(_LEAST_PEAKS, float(peaks.max()))
    worth += _WHOLE * (np.abs(step - np.round(step)) < _EXACTLY)
    worth += _AT_END * np.minimum(seen[cells[:, [0, -1]]], _LINE_ENOUGH).sum(axis=1)
    worth -= _MOVED_COST * (np.abs(left - begin) + np.abs(right - finish))
    best = int(worth.argmax())
    return float(left[best]) + low, float(step[best])


def _nearly(begin: float, finish: float, count: int) -> tuple[FloatArray, FloatArray]:
    """Return where a board may begin, on whole pixels, and end, near where it seems to.

    Where its cells may be whole pixels wide, such an end is one of them.
    """
    first = np.arange(np.ceil(begin - _FINE_REACH), begin + _FINE_REACH)
    last = finish + np.arange(-_FINE_REACH, _FINE_REACH + _FINE_STEP / 2, _FINE_STEP)
    left, right = (pair.ravel() for pair in np.meshgrid(first, last, indexing="ij"))
    whole = round((finish - begin) / count) * count
    if abs(finish - begin - whole) < _NEARLY_WHOLE:
        left, right = np.append(left, first), np.append(right, first + whole)
    return left, right


def _rounded(places: FloatArray, size: int) -> NDArray[np.int64]:
    """Return the pixels, of so many, that places fall on."""
    return np.clip(np.round(places).astype(np.int64), 0, size - 1)


def _by_inner_lines(
    lines: Lines, start: float, pitch: float, count: int, along: tuple[float, float]
) -> tuple[float, float]:
    """Fit start and pitch to the lines inside a board: a frame around it misleads none of them."""
    inner = lines.within((start + 0.5 * pitch, start + (count - 0.5) * pitch), along)
    number = np.round((inner.at - start) / pitch)
    off = np.abs(inner.at - start - number * pitch)
    good = (off <= max(_LEAST_OFF, _NEAR * pitch)) & (inner.length >= _SIDE * pitch)
    number = number[good]
    if np.unique(number).size < 3 or np.ptp(number) < 0.5 * count:
        return start, pitch
    return _line_fit(number, inner.at[good], np.minimum(inner.length[good], _LONG * pitch))


def _by_outer_lines(
    lines: Lines, start: float, pitch: float, count: int, along: tuple[float, float]
) -> tuple[float, float]:
    """Put both ends on lines that run along the board and agree with the lines inside."""
    low, seen = _seen_around(lines, start, pitch, count, along)
    near = np.maximum(seen, _BESIDE * np.maximum(np.append(seen[1:], 0), np.append(0, seen[:-1])))
    begin, finish = start - low, start - low + count * pitch
    reach = max(2.0, 0.16 * pitch)
    first, first_seen = _ends(seen, begin, reach)
    last, last_seen = _ends(seen, finish, reach)
    left, right = (np.array(pair) for pair in np.meshgrid(first, last, indexing="ij"))
    # An end without a line of its own, the last of each, goes along with the other.
    left[-1, :-1] = right[-1, :-1] - count * pitch
    right[:-1, -1] = left[:-1, -1] + count * pitch
    step = (right - left) / count
    inner = left[..., None] + step[..., None] * np.arange(1, count)
    evenly = _evenly(near, inner, pitch)
    most = float(evenly.max())
    worth = first_seen[:, None] + last_seen + _INSIDE * evenly / max(_LEAST_EVEN, most)
    # The lines inside know the pitch better than the two ends do, unless hardly any are seen.
    known = min(1.0, most / _WELL_SEEN)
    for end, expected in ((left, begin), (right, finish)):
        worth -= known * _APART_COST * np.maximum(0, np.abs(end - expected) - _APART_FREE)
    stretched = np.abs(right - left - finish + begin)
    worth -= known * _STRETCH_COST * np.maximum(0, stretched - _STRETCH_FREE)
    i, j = np.unravel_index(int(worth.argmax()), worth.shape)
    return float(left[i, j]) + low, float(step[i, j])


def _seen_around(
    lines: Lines, start: float, pitch: float, count: int, along: tuple[float, float]
) -> tuple[int, FloatArray]:
    """Return a pixel before a board, and which share of it lines cover from there to beyond it."""
    low = int(start) - int(_NEAR * pitch) - 4
    return low, _profile(lines, low, int(start + (count + _NEAR) * pitch) + 5, along)


def _profile(lines: Lines, low: int, high: int, along: tuple[float, float]) -> FloatArray:
    """Return which share of a board's length lines cover at each pixel."""
    inside = lines.within((low, high), along)
    at = np.round(inside.at - low).astype(np.int64)
    share = np.bincount(at, weights=inside.length / (along[1] - along[0]), minlength=high - low + 1)
    return np.minimum(share, 1.0)


def _ends(seen: FloatArray, expected: float, reach: float) -> tuple[FloatArray, FloatArray]:
    """Return the places near the expected one that show lines, and what share of it they cover.

    The last is the expected place itself.
    """
    places = np.arange(max(0, int(np.ceil(expected - reach))), int(expected + reach) + 1)
    places = places[places < seen.size]
    places = places[seen[places] >= _SEEN]
    return np.append(places, expected), np.append(np.minimum(seen[places], _LINE_ENOUGH), 0.0)


def _evenly(near: FloatArray, inner: FloatArray, pitch: float) -> FloatArray:
    """Return how well lines lie on places, or evenly on both sides as those of a gap do; 0 to 1.

    inner: (..., n) places.
    """
    widest = int(_PAIR * pitch)
    best = np.zeros(inner.shape)
    for half in range(widest + 1):
        pair = [near[_rounded(inner + side * half, near.size)] for side in (-1, 1)]
        cost = _WIDE_PAIR_COST * half / max(1, widest)
        best = np.maximum(best, np.minimum(*pair) * (1 - cost))
    return np.asarray(best.mean(axis=-1))
