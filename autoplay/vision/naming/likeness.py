"""Look again: compare every doubtful cell with what each name looks like on this very board.

Shape alone must recognise a font that nobody has seen; once most cells are named, the board itself
shows how its ones, its blanks and its hidden cells look, noise and all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.looks.grounds import SIDE
from autoplay.vision.rules.consistency import broken

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MODEL = 0.8
"""How sure a name must be for its cell to show others how the name looks."""
_DOUBTFUL = 0.8
_AGREED = 0.9
_FEW = 3
_COARSE = SIDE // 2
_INNER = _COARSE - 2
_GROUND_WEIGHT = 0.5
_SHIFTS = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))
# A cell is like a class if it is not much further from its mean than its members are, and much
# nearer to it than to any class of another name.
_FITS = 2.2
_NEARER = 1.5
_MUCH_NEARER = 2.0
_FAR_NEARER = 2.5
_FITS_WELL = 1.6
_AGREES = 4.0
# A name that no cell bears yet looks as far away as this, in spreads.
_UNSEEN = 2.5
_WITNESSES = 5.0
_MOST = 8.0
# Cells that bear one picture to the pixel are no distance apart.
_NO_WAY = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """How far n cells are from the mean of each class: cells on one ground that bear one name.

    names: (classes,). apart: (n, classes) in Lab units, a cell left out of its own class; infinite
    where nothing is left. spread: (classes,) how far its own members usually are.
    """

    names: NDArray[np.int8]
    apart: NDArray[np.float32]
    spread: NDArray[np.float32]

    def by_name(self) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        """Return the names that classes bear, and (n, names) how far the nearest such class is."""
        names = np.unique(self.names)
        nearest = [self.apart[:, self.names == name].min(axis=1) for name in names.tolist()]
        return names, np.stack(nearest, axis=1)

    def costs(self) -> NDArray[np.float64]:
        """Return (n, 16) what each `Cell` value costs a cell by its looks: 0 is the likeliest.

        Nothing costs a cell anything that nothing can be compared with.
        """
        names, nearest = self.by_name()
        # As exact as the others: what is seen on no other cell has to cost the same for any name.
        unseen = np.float32(_UNSEEN * np.median(self.spread))
        apart = np.full((len(nearest), len(Cell)), unseen)
        # What only the cell itself bears is seen on no other.
        apart[:, names] = np.where(np.isinf(nearest), unseen, nearest)
        apart = np.maximum(apart, _NO_WAY)
        with np.errstate(invalid="ignore"):
            cost = _WITNESSES * np.log(apart / apart.min(axis=1, keepdims=True))
        return np.asarray(np.minimum(np.nan_to_num(cost, nan=0.0), _MOST), np.float64)


def classes_of(
    lab: NDArray[np.float32],
    ground: NDArray[np.float32],
    group: NDArray[np.intp],
    cells: NDArray[np.int8],
    confidence: NDArray[np.float64],
) -> Classes | None:
    """Compare all cells with those whose names are trusted; None where none is.

    lab: (n, SIDE, SIDE, 3). ground: (n, 3). group: (n,) which cells share a ground. cells,
    confidence: (n,) names so far and how sure they are.
    """
    models = np.flatnonzero(confidence >= _MODEL)
    return _classes(lab, ground, group, cells, models) if models.size else None


def look_again(
    classes: Classes,
    cells: NDArray[np.int8],
    confidence: NDArray[np.float64],
    shape: tuple[int, int],
    *,
    floods: bool = True,
) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """Name doubtful cells as the cells they look like, and be surer of those that agree.

    cells, confidence: (n,) names so far, for a board of that shape. Returns names and confidence,
    changed where a cell is like another class and, if its name is trusted, unlike its own.
    """
    cells, confidence = cells.copy(), confidence.copy()
    names, nearest = classes.by_name()
    at = np.arange(len(cells))
    best = nearest.argmin(axis=1)
    first = nearest[at, best]
    others = nearest.copy()
    others[at, best] = np.inf
    # Of a cell that nothing can be compared with neither is a number, nor true below.
    with np.errstate(invalid="ignore"):
        nearer = others.min(axis=1) / first
        fit = first / classes.spread[classes.apart.argmin(axis=1)]
    own = np.where(names[None] == cells[:, None], nearest, np.inf).min(axis=1)
    unlike_own = np.isfinite(own) & (own > _NEARER * first)
    well = (fit < _FITS_WELL) & (nearer > _MUCH_NEARER)
    surely = np.where(well, _AGREED, _MODEL)
    agrees = (names[best] == cells) & (fit < _AGREES) & (nearer > _NEARER)
    confidence[agrees] = np.maximum(confidence, surely)[agrees]
    far_from_own = (own < np.inf) & (own > _FAR_NEARER * first) & (fit < _AGREES)
    like = np.isfinite(first) & ((fit < _FITS) | far_from_own) & (nearer > _NEARER)
    like &= (names[best] != cells) & ((confidence < _DOUBTFUL) | unlike_own)
    # Only one mine explodes.
    like &= names[best] != Cell.EXPLODED
    wrong = broken(cells.reshape(shape), floods=floods).sum()
    for i in np.flatnonzero(like).tolist():
        before = cells[i]
        cells[i] = names[best[i]]
        left = broken(cells.reshape(shape), floods=floods).sum()
        if left > wrong:
            cells[i] = before
            continue
        wrong = left
        confidence[i] = surely[i]
    return cells, confidence


def _classes(
    lab: NDArray[np.float32],
    ground: NDArray[np.float32],
    group: NDArray[np.intp],
    cells: NDArray[np.int8],
    models: NDArray[np.intp],
) -> Classes:
    n = len(lab)
    twos = lab[:, ::2, ::2] + lab[:, 1::2, ::2] + lab[:, ::2, 1::2] + lab[:, 1::2, 1::2]
    drawn = np.asarray(twos / 4 - ground[:, None, None, :], np.float32)
    kinds, member = np.unique(group[models] * 64 + cells[models], return_inverse=True)
    # Cells are not all cut alike to the pixel.
    own = _inner(drawn, 0, 0)
    far = np.full((n, len(kinds)), np.inf, np.float32)
    for down, right in _SHIFTS:
        moved = _inner(drawn, down, right)
        far = np.minimum(far, _square_distances(own, moved, models, member))
    spread = np.full(len(kinds), np.nan, np.float32)
    apart = np.empty_like(far)
    for number in range(len(kinds)):
        members = models[member == number]
        # A ground may drift over the board: what counts is the nearest ground of any member.
        off = np.linalg.norm(ground[:, None] - ground[members][None], axis=2)
        off[members, np.arange(len(members))] = np.inf
        off = np.square(_GROUND_WEIGHT * off.min(axis=1))
        # One Lab unit is what nobody sees.
        apart[:, number] = np.sqrt(far[:, number] / _INNER**2 + off + 1)
        if len(members) >= _FEW:
            spread[number] = np.median(apart[members, number])
    usual = float(np.nanmedian(spread)) if np.isfinite(spread).any() else np.inf
    spread[np.isnan(spread)] = usual
    return Classes((kinds % 64).astype(np.int8), apart, spread)


def _inner(drawn: NDArray[np.float32], down: int, right: int) -> NDArray[np.float32]:
    """Return (n, values) the drawings without their outermost pixels, moved by up to one."""
    rows, cols = slice(1 + down, 1 + down + _INNER), slice(1 + right, 1 + right + _INNER)
    return np.asarray(drawn[:, rows, cols].reshape(len(drawn), -1), np.float32)


def _square_distances(
    own: NDArray[np.float32],
    moved: NDArray[np.float32],
    models: NDArray[np.intp],
    member: NDArray[np.intp],
) -> NDArray[np.float32]:
    """Return (n, classes) square distances of cells to the means of classes, themselves left out.

    own, moved: (n, values) the cells, and the cells as the classes take them. models: (m,) cells
    that are in a class, member: (m,) in which.
    """
    count = np.bincount(member)
    belongs = np.zeros((len(count), len(own)), np.float32)
    belongs[member, models] = 1
    total = belongs @ moved
    length, long = np.square(own).sum(axis=1), np.square(total).sum(axis=1)
    to_total = own @ total.T
    far = length[:, None] - 2 * to_total / count + long / count**2
    # The mean of the others is what is left of the total, divided by their number.
    shown, rest = moved[models], np.maximum(count[member] - 1, 1)
    crossed = to_total[models, member] - (own[models] * shown).sum(axis=1)
    reduced = (moved @ total.T)[models, member]
    mean = long[member] - 2 * reduced + np.square(shown).sum(axis=1)
    left_out = length[models] - 2 * crossed / rest + mean / rest**2
    far[models, member] = np.where(count[member] > 1, left_out, np.inf)
    return np.asarray(np.maximum(far, 0), np.float32)
