"""Glyphs: what is drawn on the ground of a cell, and which digit or symbol its shape resembles.

A small network (two layers of windows, one hidden layer) was taught on digits of many free fonts,
stroke, segment and pixel letterings, slanted, hollow, outlined and shaky ones, and on flags and
mines, drawn and of icon sets, at 12 to 100 pixels a cell, with noise, blur and JPEG
(tests/benchmarks/train_glyphs.py does it again). It sees shape alone, never colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.looks import SIDE
from autoplay.vision.network import named_odds
from autoplay.vision.opencv import cv2

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

GLYPH_SIDE = 20
KINDS: tuple[Cell, ...] = (
    Cell.N1, Cell.N2, Cell.N3, Cell.N4, Cell.N5, Cell.N6, Cell.N7, Cell.N8,
    Cell.QUESTION, Cell.FLAG, Cell.MINE, Cell.UNREADABLE,
)  # fmt: skip
"""What the network tells apart, in the order of its outputs; UNREADABLE is any other drawing."""

# Nothing of a glyph lies in the outermost pixels; lines, gaps and bevels do.
_RIM = 3
_FEW = 4
_ENOUGH = 8
_SEVERAL = 2
_TWENTIETH = 20
MOST_ALIKE = 0.35
"""Share of the cells that may show the same glyph on a ground of its own, as a rule."""

_ENDS = np.r_[3:7, SIDE - 7 : SIDE - 3]
_MIDDLE = slice(7, SIDE - 7)
_INK = 0.35
_STROKE = 24
"""Pixels of a cut cell that a drawing inks at the least."""
_FAINT = 5.0
_SLIGHTLY = 0.1
_UNSEEN = 1.0
_HALF = 0.5
_SURELY = 0.8
_PLAIN = 0.25
_NOTHING = 2.5
# What is as wide and as high as this, and has sides, is the tile itself.
_TILE = 0.62 * SIDE
_SIDES = 0.75
# What is drawn on a plate of its own colour lies within its sides, and is far from faint.
_PLATE = 0.45 * SIDE
_PLATE_SIDE = 2
_ON_PLATE = 15.0
_FILLED = 0.6
_INSIDE = slice(4, SIDE - 4)
_SIXTEENTH = (SIDE - 8) // 4
_EVEN = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """The drawings on n cells.

    shapes: (n, GLYPH_SIDE, GLYPH_SIDE) float32, 0 to 1, centred, scaled to full height.
    strength: (n,) how far the drawing stands out from the ground, in Lab units.
    ink: (n, 3) mean Lab colour of the drawing.
    box: (n, 4) left, top, width and height of the drawing in cut-cell pixels.
    """

    shapes: NDArray[np.float32]
    strength: NDArray[np.float32]
    ink: NDArray[np.float32]
    box: NDArray[np.int32]


def extract(
    cells: NDArray[np.float32],
    ground: NDArray[np.float32],
    group: NDArray[np.intp],
    size_class: NDArray[np.intp] | None = None,
    most_alike: float = MOST_ALIKE,
) -> Glyphs:
    """Lift the drawings off their grounds.

    cells: (n, SIDE, SIDE, 3) Lab. ground: (n, 3). group: (n,) which cells share a ground; what
    nearly all cells of a group show (a texture, a gradient, a bevel) is ground, not drawing.
    size_class: (n,) cells of different sizes on the screen, whose textures differ once resized.
    most_alike: largest share of the cells that may show one glyph on a ground of its own.
    """
    above = cells - ground[:, None, None, :]
    relief = _length(above)
    bare = relief.copy()
    striped = np.full_like(relief, np.inf)
    if size_class is None:
        size_class = np.zeros(len(cells), np.intp)
    few = np.bincount(group)[group] < _FEW
    for number in np.flatnonzero(np.bincount(group) >= _FEW).tolist():
        members = np.flatnonzero(group == number)
        common = _common(above[members], bare[members])
        if len(members) < most_alike * len(cells):
            if _is_glyph(common):
                continue
            common = _tile_under(common)
        _take_away(relief, above, common, np.flatnonzero((group == number) | few))
        for kind in np.unique(size_class[members]).tolist():
            of_kind = members[size_class[members] == kind]
            if _ENOUGH <= len(of_kind) < len(members):
                common = _common(above[of_kind], bare[of_kind])
                _take_away(relief, above, common, of_kind)
        _forgive_stripes(striped, above, common, members)
    relief[:, :_RIM] = relief[:, -_RIM:] = 0
    relief[:, :, :_RIM] = relief[:, :, -_RIM:] = 0
    # Every glyph reaches into the middle of its cell; by its ink there it is judged.
    inked = _inkiness(relief)
    strength = _inkiness(np.minimum(relief, striped))
    shapes = np.zeros((len(cells), GLYPH_SIDE, GLYPH_SIDE), np.float32)
    ink = np.zeros((len(cells), 3), np.float32)
    box = np.zeros((len(cells), 4), np.int32)
    for i in range(len(cells)):
        if strength[i] < _NOTHING:
            continue
        alpha = np.clip(relief[i] / inked[i], 0, 1)
        shapes[i], box[i] = _framed(alpha)
        ink[i] = _mean_ink(cells[i], alpha)
    _look_on_plates(cells, strength, shapes, ink, box)
    return Glyphs(shapes, strength.astype(np.float32), ink, box)


def _mean_ink(cell: NDArray[np.float32], alpha: NDArray[np.float32]) -> NDArray[np.float32]:
    weight = alpha * (alpha > 0.6)
    total = max(1e-6, float(weight.sum()))
    return np.asarray((cell * weight[:, :, None]).sum(axis=(0, 1)) / total, np.float32)


def _look_on_plates(
    cells: NDArray[np.float32],
    strength: NDArray[np.float32],
    shapes: NDArray[np.float32],
    ink: NDArray[np.float32],
    box: NDArray[np.int32],
) -> None:
    """Take what is drawn on a plate for the drawing, in place, where that is a known shape.

    Some programs print a flag or a mine on a small tile of another colour.
    """
    wide = np.flatnonzero((strength >= _ON_PLATE) & (box[:, 2:].min(axis=1) > _PLATE))
    found = [(i, on_plate) for i in wide.tolist() if (on_plate := _on_plate(cells[i], box[i]))]
    if not found:
        return
    whole = resemblance(np.stack([shapes[i] for i, _ in found]))[:, :-1].max(axis=1)
    drawn = resemblance(np.stack([shape for _, (shape, _, _) in found]))[:, :-1].max(axis=1)
    clearer = (whole < _SURELY) & (drawn > _SURELY)
    for known, (i, on_plate) in zip(clearer.tolist(), found, strict=True):
        if known:
            shapes[i], ink[i], box[i] = on_plate


def _on_plate(
    cell: NDArray[np.float32], box: NDArray[np.int32]
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.int32]] | None:
    """Return shape, ink and box of what a cell bears on a plate, None where there is no plate.

    box: of the whole drawing. A plate has one colour along most of its sides.
    """
    x, y, w, h = box.tolist()
    inside = np.s_[y + _PLATE_SIDE : y + h - _PLATE_SIDE, x + _PLATE_SIDE : x + w - _PLATE_SIDE]
    plate = cell[inside]
    sides = np.concatenate([plate[0], plate[-1], plate[:, 0], plate[:, -1]])
    colour = np.median(sides, axis=0)
    if (_length(sides - colour) < _ON_PLATE).mean() < _FILLED:
        return None
    relief = np.zeros((SIDE, SIDE), np.float32)
    relief[inside] = _length(plate - colour)
    strongest = _strongest(relief)
    if strongest < _ON_PLATE:
        return None
    alpha = np.clip(relief / strongest, 0, 1).astype(np.float32)
    shape, place = _framed(alpha)
    return shape, _mean_ink(cell, alpha), place


def glyph_grounds(
    cells: NDArray[np.float32],
    ground: NDArray[np.float32],
    group: NDArray[np.intp],
    most_alike: float,
) -> bool:
    """Tell whether a ground larger than usual, up to `most_alike` of all cells, shows one glyph."""
    size = np.bincount(group)
    large = (size >= MOST_ALIKE * len(cells)) & (size < most_alike * len(cells))
    for number in np.flatnonzero(large).tolist():
        members = np.flatnonzero(group == number)
        above = cells[members] - ground[members, None, None, :]
        if _is_glyph(_common(above, _length(above))):
            return True
    return False


def _take_away(
    relief: NDArray[np.float32],
    above: NDArray[np.float32],
    common: NDArray[np.float32],
    members: NDArray[np.intp],
) -> None:
    """Lower the relief of some cells to what stands out from what they have in common.

    Cells are not all cut alike to the pixel: what is found a pixel further is no drawing.
    """
    own, least = above[members], relief[members]
    for shift in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)):
        moved = np.roll(common, shift, axis=(0, 1))
        least = np.minimum(least, _length(own - moved))
    relief[members] = least


def _inkiness(relief: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how far the drawing of each cell stands out, by its ink in the middle."""
    middle = relief[:, _MIDDLE, _MIDDLE].reshape(len(relief), -1)
    return np.asarray(np.partition(middle, -_STROKE, axis=1)[:, -_STROKE:].mean(axis=1))


def _forgive_stripes(
    relief: NDArray[np.float32],
    above: NDArray[np.float32],
    common: NDArray[np.float32],
    members: NDArray[np.intp],
) -> None:
    """Lower the relief where a whole row or column of a cell differs from what they have in common.

    A gradient, a gloss or a line that falls between two pixels differs so, from side to side; no
    drawing reaches both sides.
    """
    left = above[members] - common
    for across in _stripes(left):
        relief[members] = np.minimum(relief[members], _length(left - across))


def _length(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    squares = np.square(colours)
    return np.asarray(np.sqrt(squares[..., 0] + squares[..., 1] + squares[..., 2]), np.float32)


def _common(above: NDArray[np.float32], relief: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the faintest of what the cells show, pixel by pixel: (SIDE, SIDE, 3)."""
    common = _faintest(above, relief)
    if _strongest(_within_rim(_length(common))) < _FAINT:
        return common
    # Beside a gloss or a gradient a drawing may be nearer to the mean of the ground than the ground
    # itself: faint is then what goes on from side to side, if it leaves no more on the plain ones.
    stripes = np.full_like(relief, np.inf)
    for across in _stripes(above):
        stripes = np.minimum(stripes, _length(above - across))
    even = _faintest(above, stripes + _SLIGHTLY * relief)
    left, left_by_even = (_left_on_plain(above, ground) for ground in (common, even))
    return _of_plainest(above, even if left_by_even < left + _UNSEEN else common)


def _of_plainest(above: NDArray[np.float32], common: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what the few cells with least on them show, if that leaves far less on the plain ones.

    The rim of a drawing on a bevel may be as faint as the bevel itself, pixel by pixel. Where all
    cells are drawn on, the plainest show a glyph.
    """
    left = _inkiness(_length(above - common))
    count = len(left) // _TWENTIETH
    if count < _SEVERAL:
        return common
    plainest = np.argsort(left, kind="stable")[:count]
    shown = np.asarray(np.median(above[plainest], axis=0), np.float32)
    clearer = _left_on_plain(above, shown) < _HALF * np.quantile(left, _PLAIN)
    return shown if clearer and not _is_glyph(shown) else common


def _left_on_plain(above: NDArray[np.float32], common: NDArray[np.float32]) -> float:
    """Return how far plain cells stand out from what all have in common; a quarter are plain."""
    return float(np.quantile(_inkiness(_length(above - common)), _PLAIN))


def _faintest(above: NDArray[np.float32], relief: NDArray[np.float32]) -> NDArray[np.float32]:
    at = np.argsort(relief, axis=0)[len(relief) // _TWENTIETH]
    return np.asarray(np.take_along_axis(above, at[None, :, :, None], axis=0)[0])


def _stripes(left: NDArray[np.float32]) -> Iterator[NDArray[np.float32]]:
    """Yield what goes through each row, then each column, of cells, as their ends show it."""
    for axis in (2, 1):
        yield np.median(np.take(left, _ENDS, axis=axis), axis=axis, keepdims=True)


def _within_rim(relief: NDArray[np.float32]) -> NDArray[np.float32]:
    relief[:_RIM] = relief[-_RIM:] = 0
    relief[:, :_RIM] = relief[:, -_RIM:] = 0
    return relief


def _strongest(relief: NDArray[np.float32]) -> float:
    return float(np.sort(relief, axis=None)[-_STROKE:].mean())


def _is_glyph(common: NDArray[np.float32]) -> bool:
    """Tell whether what a group has in common is a glyph that all its cells show."""
    relief = _within_rim(_length(common))
    strength = _strongest(relief)
    if strength < _FAINT:
        return False
    alpha = np.clip(relief / strength, 0, 1).astype(np.float32)
    if _is_even(alpha):
        return False
    shape, (x, y, w, h) = _framed(alpha)
    if min(w, h) > _TILE and _is_framed(alpha[y : y + h, x : x + w] > _INK):
        return False
    # Textures, gradients and bevels reach from side to side, drawings do not.
    if x > _RIM and x + w < SIDE - _RIM:
        return True
    return float(resemblance(shape[None])[0, :-1].sum()) > 0.5


def _tile_under(common: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what a group has in common without the glyph that all its cells show, if they do.

    Of a bevel or a gloss each part goes on along a row or a column of the cell; a glyph does not.
    """
    drawn, least = common, _length(common)
    for across in _stripes(common[None]):
        left = common - across[0]
        length = _length(left)
        drawn = np.where((length < least)[:, :, None], left, drawn)
        least = np.minimum(least, length)
    relief = _within_rim(_length(drawn))
    strength = _strongest(relief)
    if strength < _FAINT or not _is_glyph(drawn):
        return common
    shape, _ = _framed(np.clip(relief / strength, 0, 1).astype(np.float32))
    known = float(resemblance(shape[None])[0, :-1].max()) > _SURELY
    return np.asarray(common - drawn, np.float32) if known else common


def _is_even(alpha: NDArray[np.float32]) -> bool:
    """Tell whether ink is spread all over a cell, as of a dither: each sixteenth has its share."""
    inside = alpha[_INSIDE, _INSIDE].reshape(4, _SIXTEENTH, 4, _SIXTEENTH).mean(axis=(1, 3))
    return bool(inside.min() > _EVEN * inside.max())


def _is_framed(inked: NDArray[np.bool_]) -> bool:
    """Tell whether a drawing is a rectangle, empty or full: all four sides of its box are inked."""
    top, bottom = inked[:2].any(axis=0), inked[-2:].any(axis=0)
    left, right = inked[:, :2].any(axis=1), inked[:, -2:].any(axis=1)
    return min(float(side.mean()) for side in (top, bottom, left, right)) > _SIDES


def _framed(alpha: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Crop a drawing to its ink and scale it to full height, aspect kept, in the middle."""
    inked = _without_remains(alpha > _INK)
    x, y, w, h = cv2.boundingRect(inked.astype(np.uint8))
    canvas = np.zeros((GLYPH_SIDE, GLYPH_SIDE), np.float32)
    if w < 1 or h < 1:
        return canvas, np.zeros(4, np.int32)
    alpha = alpha * cv2.dilate(inked.astype(np.uint8), np.ones((5, 5), np.uint8))
    scale = GLYPH_SIDE / max(w, h)
    size = (max(1, round(w * scale)), max(1, round(h * scale)))
    small = cv2.resize(alpha[y : y + h, x : x + w], size, interpolation=cv2.INTER_LINEAR)
    left, top = (GLYPH_SIDE - size[0]) // 2, (GLYPH_SIDE - size[1]) // 2
    canvas[top : top + size[1], left : left + size[0]] = small
    return canvas, np.array([x, y, w, h], np.int32)


def _without_remains(inked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Drop specks, pieces by the rim and frames: remains of lines and bevels, not a glyph."""
    count, labels, stats, centres = cv2.connectedComponentsWithStats(
        inked.astype(np.uint8), connectivity=8
    )
    area = stats[:, cv2.CC_STAT_AREA]
    extent = stats[:, cv2.CC_STAT_WIDTH : cv2.CC_STAT_HEIGHT + 1].min(axis=1)
    central = np.abs(centres - (SIDE - 1) / 2).max(axis=1) < SIDE * 0.33
    frame = (extent > 0.7 * SIDE) & (area < 0.45 * extent**2)
    keep = central & ~frame & (np.arange(count) > 0)
    if not keep.any():
        return inked
    keep &= area >= max(4, 0.06 * area[keep].max())
    return np.asarray(keep[labels])


def resemblance(shapes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (n, len(KINDS)) probabilities of what each shape is, by shape alone."""
    return named_odds("glyphs", shapes)
