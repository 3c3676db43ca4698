"""Reliefs: how far each pixel of a cell stands out from what its ground is seen to be.

What nearly all cells of a ground show (a texture, a gradient, a bevel) is ground, not drawing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.looks.grounds import SIDE
from autoplay.vision.looks.shapes import INKED, framed, resemblance
from autoplay.vision.pixels.channels import length

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

# Nothing of a glyph lies in the outermost pixels; lines, gaps and bevels do.
_RIM = 3
_SEVERAL = 2
_TWENTIETH = 20
_ENDS = (np.arange(3, 7), np.arange(SIDE - 7, SIDE - 3))
_MIDDLE = slice(7, SIDE - 7)
MIDDLE = (_MIDDLE, _MIDDLE)
"""The rows and columns in the middle of a cell, into which every glyph reaches as a rule."""

_ASIDE = 4
_NOTHING = 0.25
_STROKE = 24
"""Pixels of a cut cell that a drawing inks at the least."""
_FAINT = 5.0
_SLIGHTLY = 0.1
_UNSEEN = 1.0
_HALF = 0.5
_RATHER = 0.3
_SURELY = 0.8
_PLAIN = 0.25
# What is as wide and as high as this, and has sides, is the tile itself.
_TILE = 0.62 * SIDE
_SIDES = 0.75
_INSIDE = slice(4, SIDE - 4)
_SIXTEENTH = (SIDE - 8) // 4
_EVEN = 0.5


def common_of(above: NDArray[np.float32], relief: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the faintest of what the cells show, pixel by pixel: (SIDE, SIDE, 3)."""
    common = _faintest(above, relief)
    if strongest(within_rim(length(common))) < _FAINT:
        return common
    # Beside a gloss or a gradient a drawing may be nearer to the mean of the ground than the ground
    # itself: faint is then what goes on from side to side, if it leaves no more on the plain ones.
    striped = np.full_like(relief, np.inf)
    for across in _stripes(above):
        striped = np.minimum(striped, length(above - across))
    even = _faintest(above, striped + _SLIGHTLY * relief)
    left, left_by_even = (_left_on_plain(above, ground) for ground in (common, even))
    return _of_plainest(above, even if left_by_even < left + _UNSEEN else common)


def _of_plainest(above: NDArray[np.float32], common: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what the few cells with least on them show, if that leaves far less on the plain ones.

    The rim of a drawing on a bevel may be as faint as the bevel itself, pixel by pixel. Where all
    cells are drawn on, the plainest show a glyph.
    """
    left = _left(above, common)
    count = len(left) // _TWENTIETH
    if count < _SEVERAL:
        return common
    plainest = np.argsort(left, kind="stable")[:count]
    shown = np.asarray(np.median(above[plainest], axis=0), np.float32)
    clearer = _left_on_plain(above, shown) < _HALF * np.quantile(left, _PLAIN)
    return shown if clearer and not is_glyph(shown) else common


def _left_on_plain(above: NDArray[np.float32], common: NDArray[np.float32]) -> float:
    """Return how far plain cells stand out from what all have in common; a quarter are plain."""
    return float(np.quantile(_left(above, common), _PLAIN))


def _left(above: NDArray[np.float32], common: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how far each cell stands out, in its middle, from what all have in common."""
    return _strength(length(above[:, *MIDDLE] - common[*MIDDLE]))


def _faintest(above: NDArray[np.float32], relief: NDArray[np.float32]) -> NDArray[np.float32]:
    by_pixel = np.ascontiguousarray(relief.reshape(len(relief), -1).T)
    rank = len(relief) // _TWENTIETH
    faintest = np.partition(by_pixel, rank, axis=1)[:, rank, None]
    at = (by_pixel == faintest).argmax(axis=1).reshape(1, SIDE, SIDE, 1)
    return np.asarray(np.take_along_axis(above, at, axis=0)[0])


def tile_under(common: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what a group has in common without the glyph that all its cells show, if they do.

    Of a bevel or a gloss each part goes on along a row or a column of the cell; a glyph does not.
    """
    by_row, by_column = (common - across[0] for across in _stripes(common[None]))
    least = np.where((length(by_row) < length(by_column))[:, :, None], by_row, by_column)
    least = np.where((length(common) < length(least))[:, :, None], common, least)
    for drawn in (least, by_row, by_column):
        odds = _glyph_odds(drawn)
        if odds is not None and odds[:-1].max() > _SURELY:
            return np.asarray(common - drawn, np.float32)
    return common


def is_glyph(common: NDArray[np.float32]) -> bool:
    """Tell whether what a group has in common is a glyph that all its cells show."""
    return _glyph_odds(common) is not None


def _glyph_odds(common: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """Return the odds, (kinds,), of what a group has in common by its shape; None: no glyph."""
    relief = within_rim(length(common))
    strength = strongest(relief)
    if strength < _FAINT:
        return None
    alpha = np.clip(relief / strength, 0, 1).astype(np.float32)
    if _is_even(alpha):
        return None
    shape, (x, y, w, h) = framed(alpha)
    if min(w, h) > _TILE and _is_framed(alpha[y : y + h, x : x + w] > INKED):
        return None
    odds = resemblance(shape[None])[0]
    # Textures, gradients and bevels reach from side to side, drawings do not; one that nobody
    # centred may reach one of them.
    left, right = x <= _RIM, x + w >= SIDE - _RIM
    known = float(odds[:-1].sum())
    inside = not (left or right) or (left != right and known > _RATHER)
    return odds if inside or known > _HALF else None


def _is_even(alpha: NDArray[np.float32]) -> bool:
    """Tell whether ink is spread all over a cell, as of a dither: each sixteenth has its share."""
    inside = alpha[_INSIDE, _INSIDE].reshape(4, _SIXTEENTH, 4, _SIXTEENTH).mean(axis=(1, 3))
    return bool(inside.min() > _EVEN * inside.max())


def _is_framed(inked: NDArray[np.bool_]) -> bool:
    """Tell whether a drawing is a rectangle, empty or full: all four sides of its box are inked."""
    top, bottom = inked[:2].any(axis=0), inked[-2:].any(axis=0)
    left, right = inked[:, :2].any(axis=1), inked[:, -2:].any(axis=1)
    return min(float(side.mean()) for side in (top, bottom, left, right)) > _SIDES


def lowered(
    relief: NDArray[np.float32], above: NDArray[np.float32], common: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return the relief of n cells, lowered to what stands out from what they have in common.

    relief: (n, SIDE, SIDE); above: (n, SIDE, SIDE, 3); common: (SIDE, SIDE, 3). Cells are not all
    cut alike to the pixel: what is found a pixel further is no drawing.
    """
    for shift in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)):
        moved = np.roll(common, shift, axis=(0, 1))
        relief = np.minimum(relief, length(above - moved))
    return relief


def without_stripes(above: NDArray[np.float32], common: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how far n cells stand out but where whole rows or columns differ from what is common.

    above: (n, SIDE, SIDE, 3); common: (SIDE, SIDE, 3). A gradient, a gloss or a line that falls
    between two pixels differs so, from side to side; no drawing reaches both sides.
    """
    left = above - common
    by_row, by_column = (length(left - across) for across in _stripes(left))
    return np.minimum(by_row, by_column)


def _stripes(left: NDArray[np.float32]) -> Iterator[NDArray[np.float32]]:
    """Yield what goes through each row, then each column, of cells, as their ends show it.

    Where one end shows nothing, what the other shows is a drawing that lies beside it.
    """
    for axis in (2, 1):
        ends = [_in_order(np.take(left, [at], axis=axis) for at in end) for end in _ENDS]
        across = _median_of_both(*ends)
        first, last = ((end[1] + end[2]) / np.float32(2) for end in ends)
        there, here = length(first), length(last)
        nothing = (np.minimum(there, here) < _NOTHING * np.maximum(there, here))[..., None]
        yield np.where(nothing, np.where((there < here)[..., None], first, last), across)


def _in_order(four: Iterable[NDArray[np.float32]]) -> list[NDArray[np.float32]]:
    """Return four arrays with each four of their values in order, the least first.

    A network of five comparisons does so for all cells at once, which takes a tenth of the time of
    sorting them one by one.
    """
    ordered = list(four)
    for i, j in ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2)):
        less, more = np.minimum(ordered[i], ordered[j]), np.maximum(ordered[i], ordered[j])
        ordered[i], ordered[j] = less, more
    return ordered


def _median_of_both(
    four: list[NDArray[np.float32]], others: list[NDArray[np.float32]]
) -> NDArray[np.float32]:
    """Return the medians of eight values, each four of which are in order."""
    pairs = list(zip(four, others[::-1], strict=True))
    below = np.maximum.reduce([np.minimum(*pair) for pair in pairs])
    above = np.minimum.reduce([np.maximum(*pair) for pair in pairs])
    return np.asarray((below + above) / 2, np.float32)


def inkiness(
    relief: NDArray[np.float32], middle: tuple[slice, slice] = MIDDLE
) -> NDArray[np.float32]:
    """Return how far the drawing of each cell stands out, by its ink in the middle.

    middle: rows and columns.
    """
    return _strength(relief[:, *middle])


def _strength(relief: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how far the pixels of each cell stand out that do so most."""
    inside = relief.reshape(len(relief), -1)
    return np.asarray(np.partition(inside, -_STROKE, axis=1)[:, -_STROKE:].mean(axis=1))


def middle_of(relief: NDArray[np.float32]) -> tuple[slice, slice]:
    """Return the rows and columns that every glyph of a program reaches into.

    They are those in the middle of a cell, or further to a side if all of what some cells show lies
    in the half at that side. What is longer than a glyph is a line beside it, not quite cut away.
    relief: (n, SIDE, SIDE) of these cells.
    """
    inked = relief > _HALF * relief.max(axis=(1, 2), keepdims=True)
    ends = [_ends(inked.any(axis=across)) for across in (2, 1)]
    if max(beyond - first for first, beyond in ends) > _TILE:
        return MIDDLE
    rows, cols = (
        (_ASIDE if first >= SIDE / 2 else 0) - (_ASIDE if beyond <= SIDE / 2 else 0)
        for first, beyond in ends
    )
    return (
        slice(_MIDDLE.start + rows, _MIDDLE.stop + rows),
        slice(_MIDDLE.start + cols, _MIDDLE.stop + cols),
    )


def _ends(inked: NDArray[np.bool_]) -> tuple[float, float]:
    """Return where the ink of some cells begins and ends, as a rule: (n, SIDE) rows or columns."""
    first, beyond = inked.argmax(axis=1), SIDE - inked[:, ::-1].argmax(axis=1)
    return float(np.median(first)), float(np.median(beyond))


def within_rim(relief: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return reliefs, (..., SIDE, SIDE), with nothing in their outermost pixels, set in place."""
    relief[..., :_RIM, :] = relief[..., -_RIM:, :] = 0
    relief[..., :_RIM] = relief[..., -_RIM:] = 0
    return relief


def strongest(relief: NDArray[np.float32]) -> float:
    """Return how far the pixels of a relief, (SIDE, SIDE), stand out that do so most."""
    return float(np.sort(relief, axis=None)[-_STROKE:].mean())
