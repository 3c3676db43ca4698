"""Leave out the part of a board that something is drawn across: a text, a dialog at the end.

What covers cells makes no sense as cells, while all around it does. So where a board makes none,
the rectangle that makes least is taken out, and the rest is judged by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.naming.evidence import BROKEN, OTHER
from autoplay.vision.rules.consistency import impossible
from autoplay.vision.unknown.ways import sound_cost

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.unknown.ways import Way

# What a cell has to cost to be left out, and what a board of which some are costs more.
_A_CELL = 0.4
_LEFT_OUT = 2.0
_EACH = 0.1
_MOST = 1 / 3
_ACCOUNTED_FOR = 0.4
_RARE = 2
_STRANGE = 0.5
_A_MARK = 1.0
_FEWEST_NUMBERS = 8
# Distances between cells, in Lab units.
_AS_GOOD_AS_ALIKE = 1.0
_MORE = 2.0


def obscured(way: Way) -> list[NDArray[np.bool_]]:
    """Return which cells, (rows, cols), something seems to cover, as few as can be first.

    None where nothing does. What looks like a cell elsewhere may lie between the letters of a text.
    """
    odd = _oddness(way)
    top, bottom, left, right = _dearest_rectangle(odd - _A_CELL)
    covered = np.zeros(odd.shape, bool)
    covered[top:bottom, left:right] = True
    excess = way.cost - sound_cost(odd.size)
    if odd[covered].sum() <= max(_LEFT_OUT, _ACCOUNTED_FOR * excess) or covered.mean() > _MOST:
        return []
    strange = covered.copy()
    strange[covered] = _unlike_the_rest(way.lab, covered.ravel())
    return [strange, covered] if strange.any() else [covered]


def plainly_hidden(way: Way, covered: NDArray[np.bool_]) -> NDArray[np.float32] | None:
    """Return the cells of a board with the covered ones painted as hidden cells are.

    None if no hidden cell is in sight. Returns (n, SIDE, SIDE, 3) Lab.
    """
    evidence = way.evidence
    plain = shows(way.sides.cells, Cell.HIDDEN) & ~covered
    models = np.flatnonzero(plain.ravel() & ~evidence.marked_if_hidden)
    if not models.size:
        return None
    usual = np.bincount(evidence.group[models]).argmax()
    lab = way.lab.copy()
    lab[covered.ravel()] = lab[models[evidence.group[models] == usual][0]]
    return lab


def makes_sense(way: Way) -> bool:
    """Tell whether what is left of a board breaks no rule, and enough numbers vouch for it."""
    covered = way.evidence.covered.reshape(way.evidence.shape)
    cells = np.where(covered, np.int8(Cell.UNREADABLE), way.sides.cells)
    numbers = shows(cells, Cell.N1, Cell.N8).sum()
    wrong = impossible(cells, floods=way.evidence.floods)
    return bool(numbers >= _FEWEST_NUMBERS and not wrong.any())


def cost_of_leaving_out(covered: NDArray[np.bool_]) -> float:
    """Return what a board costs more of which these cells are left out."""
    return _LEFT_OUT + _EACH * float(covered.sum())


def _oddness(way: Way) -> NDArray[np.float64]:
    """Return (rows, cols) what each cell adds to the cost of a board, roughly.

    A rule that it breaks, a ground that few others have, a drawing that no other shows and that has
    no shape that is known.
    """
    evidence = way.evidence
    cells = way.sides.cells
    wrong = impossible(cells, floods=evidence.floods)
    opened = way.sides.opened[evidence.group]
    marked = np.where(opened, evidence.marked_if_opened, evidence.marked_if_hidden)
    strange = marked & (evidence.count[evidence.look] <= _RARE)
    strange &= evidence.odds[:, OTHER] > _STRANGE
    odd = 1 / evidence.size[evidence.group] + _A_MARK * strange
    return np.asarray(odd.reshape(cells.shape) + BROKEN * wrong)


def _unlike_the_rest(lab: NDArray[np.float32], covered: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell which of the covered cells look like none of the others. covered: (n,)."""
    flat = lab.reshape(len(lab), -1)
    rest = flat[~covered]
    among = _apart(rest, rest)
    np.fill_diagonal(among, np.inf)
    usual = float(np.median(among.min(axis=1)))
    nearest = _apart(flat[covered], rest).min(axis=1)
    return np.asarray(nearest > max(_AS_GOOD_AS_ALIKE, _MORE * usual))


def _apart(cells: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the distances, root mean square Lab, between cells and others, flat (n, k) each."""
    squares = [np.square(flat).mean(axis=1) for flat in (cells, others)]
    shared = cells @ others.T / cells.shape[1]
    return np.asarray(np.sqrt(np.maximum(squares[0][:, None] + squares[1][None] - 2 * shared, 0)))


def _dearest_rectangle(worth: NDArray[np.float64]) -> tuple[int, int, int, int]:
    """Return the top, bottom, left and right of the rectangle that is worth most in all.

    worth: (rows, cols), negative for most. For each pair of rows the best run of columns is that
    between the least and the greatest of their running sums.
    """
    rows = len(worth)
    above = np.pad(np.cumsum(worth, axis=0), ((1, 0), (0, 0)))
    best, rectangle = 0.0, (0, 0, 0, 0)
    for top in range(rows):
        bands = above[top + 1 :] - above[top]
        sums = np.pad(np.cumsum(bands, axis=1), ((0, 0), (1, 0)))
        least = np.minimum.accumulate(sums, axis=1)
        gain = sums - least
        band, right = np.unravel_index(gain.argmax(), gain.shape)
        if gain[band, right] > best:
            best = float(gain[band, right])
            left = int(sums[band, : right + 1].argmin())
            rectangle = (top, top + 1 + int(band), left, int(right))
    return rectangle
