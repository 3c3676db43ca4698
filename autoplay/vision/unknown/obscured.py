"""Leave out the part of a board that something is drawn across: a text, a dialog, another window.

What covers cells makes no sense as cells, while all around it does. So where a board makes none,
the rectangle that makes least is taken out, and the rest is judged by itself. But a plain window
may pass for cells that are hidden or blank: that something lies there a network sees.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.lattices.rectangle import richest_rectangle
from autoplay.vision.naming.evidence import BROKEN, OTHER
from autoplay.vision.naming.judgement import OUTSIDE
from autoplay.vision.pixels.opencv import cv2
from autoplay.vision.rules.consistency import impossible
from autoplay.vision.rules.neighbourhood import rectangle_around
from autoplay.vision.unknown.ways import sound_cost

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.naming.judgement import Judgement
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
# How surely a network sees that cells are covered, each of them and all of a rectangle on the
# average, and how much of a side beside it has to be covered in part.
_RATHER = 0.35
_BOXED = 0.5
_MOSTLY = 0.5
# Distances between cells, in Lab units.
_AS_GOOD_AS_ALIKE = 1.0
_MORE = 2.0


def obscured(way: Way) -> list[NDArray[np.bool_]]:
    """Return which cells, (rows, cols), something seems to cover, as few as can be first.

    None where nothing does. What looks like a cell elsewhere may lie between the letters of a text.
    """
    odd = _oddness(way)
    top, bottom, left, right = richest_rectangle(odd - _A_CELL)
    covered = np.zeros(odd.shape, bool)
    covered[top:bottom, left:right] = True
    excess = way.cost - sound_cost(odd.size)
    if odd[covered].sum() <= max(_LEFT_OUT, _ACCOUNTED_FOR * excess) or covered.mean() > _MOST:
        return []
    strange = covered.copy()
    strange[covered] = _unlike_the_rest(way.lab, covered.ravel())
    return [strange, covered] if strange.any() else [covered]


def seen_covered(judgement: Judgement) -> NDArray[np.bool_] | None:
    """Return which cells, (rows, cols), a network sees that other windows cover; None if none.

    Each of those is a rectangle, and leaves some of all rows and columns in sight.
    """
    covered = np.zeros(judgement.odds.shape[:2], bool)
    if judgement.lines_apart:
        return None
    unseen = judgement.odds[..., [Cell.UNREADABLE, OUTSIDE]].sum(axis=-1)
    blank = shows(judgement.odds.argmax(axis=-1), Cell.N0)
    for window in _rectangles(_with_gaps(unseen, blank)):
        if unseen[window].mean() >= _BOXED:
            covered[window] = True
    whole = covered.all(axis=0).any() or covered.all(axis=1).any()
    return None if whole or not covered.any() or covered.mean() > _MOST else covered


def _with_gaps(unseen: NDArray[np.float32], blank: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell which cells, (rows, cols), something covers, with the blanks between its parts.

    A window as white as blanks are is seen by its texts and its sides alone.
    """
    covered = unseen > _RATHER
    for one, other in combinations(_rectangles(covered), 2):
        both = np.zeros(covered.shape, bool)
        both[one] = both[other] = True
        box = rectangle_around(both)
        if (covered | blank)[box].all() and unseen[box].mean() >= _BOXED:
            covered[box] = True
    return covered


def like_no_other(way: Way, covered: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the covered cells, (rows, cols), without rectangles that look like what is in sight.

    Blanks at a corner where a board has no border are what a network may take for the page.
    """
    unlike = covered.copy()
    strange = covered.copy()
    strange[covered] = _unlike_the_rest(way.lab, covered.ravel())
    for window in _rectangles(covered):
        unlike[window] &= strange[window].mean() > _MOSTLY
    return unlike


def with_edges(way: Way, covered: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return covered cells, (rows, cols), with those at their sides that are covered in part.

    What another window leaves of them looks like no other cell, most of a side along.
    """
    whole = covered.copy()
    for rows, cols in _rectangles(covered):
        beside = (
            (slice(rows.start - 1, rows.start), cols),
            (slice(rows.stop, rows.stop + 1), cols),
            (rows, slice(cols.start - 1, cols.start)),
            (rows, slice(cols.stop, cols.stop + 1)),
        )
        around = covered.copy()
        for side in beside:
            around[side] = True
        strange = covered.copy()
        strange[around] = _unlike_the_rest(way.lab, around.ravel())
        in_part = [strange[side].size > 0 and strange[side].mean() > _MOSTLY for side in beside]
        above, below, before, after = in_part
        down = slice(rows.start - above, rows.stop + below)
        whole[down, cols.start - before : cols.stop + after] = True
    return whole


def _rectangles(mask: NDArray[np.bool_]) -> list[tuple[slice, slice]]:
    """Return the rows and columns of the least rectangle around each connected part of a mask."""
    count, parts = cv2.connectedComponents(mask.astype(np.uint8))
    return [rectangle_around(np.asarray(parts == part)) for part in range(1, count)]


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
