"""Cells of a plain colour that is not that of hidden cells: flags, or mines after a loss.

Programs without pictures colour a cell to mark it. Nothing in the cell tells what the colour means;
the numbers around it do, and that mines are red where they are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.looks.relief import MIDDLE
from autoplay.vision.naming.doubts import by_turns, exceeded, exceeded_numbers, strewn
from autoplay.vision.rules.loss import out_of_reach
from autoplay.vision.rules.neighbourhood import count_around

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Cells = NDArray[np.int8]
    Mask = NDArray[np.bool_]
    Floats = NDArray[np.float64]

_FLAG_COLOUR = 20.0
_MOST_FLAGS = 0.25
_FEWEST_FLAGS = 2
_PLAIN_MARK = 0.8
_GAUDY_MARK = 0.95
_UNSURE = 0.9
_RED = 35.0
_GAUDIER = 40.0
_SAME_COLOUR = 6.0
_SEVERAL = 3
_MANY = 8
_BY_CHANCE = 12
_NEARLY_ALL = 0.95
# All but this share of the pixels in the middle of a cell may be without ink.
_A_STROKE = 0.95
_CLEAR = 25.0


def plain_flags(
    cells: Cells,
    confidence: Floats,
    group: NDArray[np.intp],
    ground: NDArray[np.float32],
    *,
    followed: bool = False,
) -> tuple[Cells, Floats]:
    """Return names and confidence, hidden cells of quite another colour than most as flags.

    Those that no player sets are the mines that a program shows after a loss, unless others are
    red. A single red one is where it was lost, or a flag where the game is followed: whoever
    clicked knows which. One of another colour is a flag if it is far gaudier than hidden cells,
    else it may as well be under the pointer; and colours by turns are but a pattern.
    group: (rows, cols) ground of each cell; ground: (n, 3) its colour, Lab.
    """
    hidden = cells == Cell.HIDDEN
    if not hidden.any():
        return cells, confidence
    count = np.bincount(group[hidden], minlength=int(group.max()) + 1)
    grounds = np.flatnonzero(count).tolist()
    colours = {
        number: np.median(ground[(hidden & (group == number)).ravel()], axis=0)
        for number in grounds
    }
    usual = _usual(cells, hidden, group, colours)
    most = hidden & (group == usual)
    reds = {number for number in grounds if burning(colours[number], colours[usual])}
    cells, confidence = cells.copy(), confidence.copy()
    for number in grounds:
        own = hidden & (group == number)
        apart = np.linalg.norm(colours[number] - colours[usual])
        if number == usual:
            continue
        if apart < _FLAG_COLOUR:
            if 1 < own.sum() < count[usual] and strewn(own):
                confidence[own] = np.minimum(confidence[own], _UNSURE)
            continue
        if by_turns(own) and by_turns(most):
            # Of a few flags all may lie so by chance.
            if own.sum() <= _BY_CHANCE:
                confidence[hidden] = np.minimum(confidence[hidden], _UNSURE)
            continue
        red = own.sum() == 1 and burning(colours[number], colours[usual])
        alone = own.sum() == 1 and (red or _gaudier(colours[number], colours[usual]))
        if alone and not exceeded(cells, own):
            cells[own] = Cell.EXPLODED if red and not followed else Cell.FLAG
            confidence[own] = np.minimum(confidence[own], _PLAIN_MARK)
            continue
        named = own | (cells == Cell.FLAG)
        if _may_be_flags(cells, own):
            shown = out_of_reach(np.where(named, np.int8(Cell.FLAG), cells), named).any()
            beside_red = bool(reds) and number not in reds
            cells[own] = Cell.MINE if shown and not beside_red else Cell.FLAG
            gaudy = own.sum() >= _MANY and _gaudier(colours[number], colours[usual])
            sure = _GAUDY_MARK if gaudy and not shown else _PLAIN_MARK
            confidence[own] = np.minimum(confidence[own], sure)
        else:
            confidence[own] = np.minimum(confidence[own], _UNSURE)
        if 2 * own.sum() > count[usual] or _all_may_be_flags(cells, most):
            # It may be the other way round: as many again as of the others, or these are no more
            # than flags may be, and the game nearly over.
            confidence[hidden] = np.minimum(confidence[hidden], _UNSURE)
    return cells, confidence


def drawn_flags(
    cells: Cells, confidence: Floats, group: NDArray[np.intp], lab: NDArray[np.float32]
) -> tuple[Cells, Floats]:
    """Return names and confidence, hidden cells that bear what most of them do not as flags.

    A drawing that all cells of a ground show, and that reaches their sides, was taken for ground.
    group: (rows, cols) ground of each cell; lab: (n, SIDE, SIDE, 3) the cells.
    """
    hidden = cells == Cell.HIDDEN
    count = np.bincount(group[hidden], minlength=1)
    usual = hidden & (group == count.argmax())
    for number in np.flatnonzero((count >= _FEWEST_FLAGS) & (count < usual.sum())).tolist():
        own = hidden & (group == number)
        if _bear_a_mark(lab, own, usual) and _may_be_flags(cells, own):
            cells = np.where(own, np.int8(Cell.FLAG), cells)
            confidence = np.where(own, np.minimum(confidence, _PLAIN_MARK), confidence)
    return cells, confidence


def _bear_a_mark(lab: NDArray[np.float32], some: Mask, usual: Mask) -> bool:
    """Tell whether some cells, (rows, cols), all show in their middle what usual ones do not."""
    middles = [np.median(lab[kind.ravel()][:, *MIDDLE], axis=0) for kind in (some, usual)]
    own, other = (middle - np.median(middle, axis=(0, 1)) for middle in middles)
    return bool(np.quantile(np.linalg.norm(own - other, axis=2), _A_STROKE) > _CLEAR)


def _usual(
    cells: Cells, hidden: Mask, group: NDArray[np.intp], colours: dict[int, NDArray[np.float32]]
) -> int:
    """Return the ground of hidden cells: most have it, but far gaudier ones may be marks."""
    count = {number: int((hidden & (group == number)).sum()) for number in colours}
    most = max(count, key=lambda number: count[number])
    own = hidden & (group == most)
    beside_opened = _beside_opened(cells, own)
    if beside_opened.mean() < _NEARLY_ALL or not _may_be_flags(cells, own):
        return most
    others = [number for number in colours if number != most and count[number] >= _FEWEST_FLAGS]
    # Late in a game there are more flags than hidden cells, and these cannot be flags themselves.
    excluded = [other for other in others if exceeded(cells, hidden & (group == other)) >= _SEVERAL]
    if excluded or not beside_opened.all():
        return max(excluded, key=lambda other: count[other], default=most)
    plainer = [other for other in others if _gaudier(colours[most], colours[other])]
    return max(plainer, key=lambda other: count[other], default=most)


def _all_may_be_flags(cells: Cells, own: Mask) -> bool:
    """Tell whether some cells are no more than flags may be, each of them beside an opened one."""
    return bool(_beside_opened(cells, own).all()) and _may_be_flags(cells, own)


def _beside_opened(cells: Cells, own: Mask) -> Mask:
    """Tell which of some cells, (n,) in order, lie beside an opened one."""
    return np.asarray((count_around(cells <= Cell.N8) > 0)[own])


def _may_be_flags(cells: Cells, own: Mask) -> bool:
    """Tell whether some cells, with the flags, are as many as players set, nowhere too many.

    One of many may be wrong.
    """
    named = own | (cells == Cell.FLAG)
    if own.sum() < _FEWEST_FLAGS or named.sum() > _MOST_FLAGS * cells.size:
        return False
    if named.sum() >= _MANY and exceeded(cells, named):
        beside = count_around(exceeded_numbers(cells, named))
        named[np.unravel_index(np.where(named, beside, -1).argmax(), named.shape)] = False
    return not exceeded(cells, named)


def red_mines(
    cells: Cells,
    confidence: Floats,
    ground: NDArray[np.float32],
    flags: Mask,
    *,
    followed: bool = False,
) -> tuple[Cells, Floats]:
    """Return names and confidence, marks on red as the mines of a game that is over.

    Then marks account for every number, and what is still hidden beside these has been left so.
    flags: (rows, cols) marks that are flags by their shape. followed: whether the game is followed:
    flags may have been set just now, and what they make safe is not opened yet.
    """
    opened = cells <= Cell.N8
    marks = np.isin(cells, (Cell.FLAG, Cell.MINE, Cell.EXPLODED))
    colour = ground.reshape(*cells.shape, 3)
    number = shows(cells, Cell.N1, Cell.N8)
    if number.sum() < _SEVERAL:
        return cells, confidence
    usual = np.median(colour[opened], axis=0)
    on_red = (marks | shows(cells, Cell.HIDDEN)) & burning(colour, usual)
    red = on_red & ~flags
    # A flag that is not on red may be a wrong one.
    accounted = max(
        (cells == count_around(mines))[number].mean() for mines in (red | marks, on_red)
    )
    if red.sum() < _FEWEST_FLAGS or accounted < _NEARLY_ALL:
        return cells, confidence
    hidden = shows(cells, Cell.HIDDEN) & ~red
    alike = np.linalg.norm(colour - np.median(colour[red], axis=0), axis=2) < _SAME_COLOUR
    # What is plain and as red as flags lie on is hidden, if nothing else is: a game nearly won.
    tiles = shows(cells, Cell.HIDDEN)[red].all() and (flags & alike).sum() >= _FEWEST_FLAGS
    waiting = (number & (count_around(hidden) > 0)).sum() >= _SEVERAL
    over = not followed and (waiting or not (hidden.any() or tiles))
    if not (over or out_of_reach(np.where(red, np.int8(Cell.FLAG), cells), red).any()):
        return cells, confidence
    # Only where one is of another colour than the rest did it explode.
    turned = red & (cells != Cell.MINE) & (alike | (cells != Cell.EXPLODED))
    cells = np.where(turned, np.int8(Cell.MINE), cells)
    return cells, np.where(turned, np.minimum(confidence, _PLAIN_MARK), confidence)


def _gaudier(colour: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Tell whether one colour, (3,) Lab, is far less grey than another."""
    return bool(np.linalg.norm(colour[1:]) - np.linalg.norm(other[1:]) > _GAUDIER)


def burning(colour: NDArray[np.float32], usual: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Tell whether colours are red, and another is not: (..., 3) and (3,), Lab."""
    redder = colour[..., 1] - usual[1]
    return np.asarray((np.minimum(redder, colour[..., 1]) > _RED) & (colour[..., 2] > 0))
