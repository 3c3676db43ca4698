"""Name whole classes of cells anew, or trust them less, where they may be another thing altogether.

What is drawn on most unopened cells may be how this program paints hidden cells, and cells of a
plain colour its flags: nothing in one cell tells, but the numbers around them do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.looks.grounds import drawn_on, linked
from autoplay.vision.pixels.cells import odd_cells
from autoplay.vision.rules.loss import judged_flags
from autoplay.vision.rules.neighbourhood import count_around, touching

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Cells = NDArray[np.int8]
    Mask = NDArray[np.bool_]
    Floats = NDArray[np.float64]

_LARGE = 0.05
_BY_TURNS = 0.1
_FEWEST_ASKED = 5
_FEWEST_EXCEEDED = 3
_EXCEEDED_SHARE = 0.2
_FAR_FEWER = 4
_RENAMED = 0.9
_UNSURE = 0.9
_HARDLY_OTHER = 4.0
_TOUCHING = 0.5
_SAME_COLOUR = 2.0
_OTHER_COLOUR = 6.0
_HIGHLIGHT_OR_BLANK = 0.45
_FEWEST_NUMBERS = 2
_THE_VERY_COLOUR = 1.6
_FEW_ODD = 0.1
_FEW_STRANGE = 0.03
_UNSEEN = 0.7
_BROUGHT_OUT = 0.8


def patchwork(group: NDArray[np.intp], opened: Mask) -> bool:
    """Tell whether, with nothing opened, cells look two ways and not by turns.

    A program may draw hidden cells as a checkerboard, but not in patches: then some of them are
    opened, and what is drawn there is too faint to be seen.
    group: (rows, cols) ground of each cell; opened: (grounds,).
    """
    size = np.bincount(group.ravel())
    large = np.flatnonzero(size >= _LARGE * group.size)
    return not opened[large].any() and in_patches([group == number for number in large.tolist()])


def in_patches(looks: list[Mask]) -> bool:
    """Tell whether cells look two ways and not by turns; one mask, (rows, cols), for each look."""
    return len(looks) > 1 and not all(by_turns(cells) for cells in looks)


def by_turns(cells: Mask) -> bool:
    """Tell whether nearly all of some cells are of one kind, as a checkerboard has them."""
    share = float(odd_cells(*cells.shape)[cells].mean())
    return min(share, 1 - share) <= _BY_TURNS


def strewn(cells: Mask) -> bool:
    """Tell whether most of some cells have no other of them at their side."""
    return touching(cells) < _TOUCHING


def marks_turned(cells: Cells, confidence: Floats) -> tuple[Cells, Floats]:
    """Return names and confidence, marks that far too many numbers exclude as hidden cells.

    They are how hidden cells look; what is plain among them then is a flag. So are question marks
    where no cell is hidden without one: nobody asks about every cell. And where none is hidden,
    flags and mines are taken together, as neither alone may be too many.
    cells, confidence: (rows, cols).
    """
    asked = shows(cells, Cell.QUESTION)
    if asked.sum() >= _FEWEST_ASKED and not shows(cells, Cell.HIDDEN).any():
        cells = np.where(asked, np.int8(Cell.HIDDEN), cells)
        confidence = np.where(asked, np.minimum(confidence, _RENAMED), confidence)
    kinds: list[tuple[Cell, ...]] = [(Cell.FLAG,), (Cell.MINE, Cell.EXPLODED, Cell.WRONG_FLAG)]
    if not shows(cells, Cell.HIDDEN).any():
        kinds.append((Cell.FLAG, Cell.MINE, Cell.EXPLODED))
    for marks in kinds:
        marked = np.isin(cells, marks)
        # No number counts what the others have shown to be a wrong flag.
        before = exceeded(cells, marked & (cells != Cell.WRONG_FLAG))
        beside = int((shows(cells, Cell.N1, Cell.N8) & (count_around(marked) > 0)).sum())
        few = before < max(_FEWEST_EXCEEDED, _EXCEEDED_SHARE * beside)
        # Fewer marks than plain cells are somebody's wrong flags.
        if few or marked.sum() <= (cells == Cell.HIDDEN).sum():
            continue
        turned = cells.copy()
        if marks == (Cell.FLAG,):
            turned[cells == Cell.HIDDEN] = Cell.FLAG
        turned[marked] = Cell.HIDDEN
        if _FAR_FEWER * exceeded(turned, turned == Cell.FLAG) > before:
            continue
        confidence = np.where(turned != cells, np.minimum(confidence, _RENAMED), confidence)
        cells = turned
    return cells, confidence


def exceeded(cells: Cells, marked: Mask) -> int:
    """Count the numbers that have more of the marked cells beside them than they count."""
    return int(exceeded_numbers(cells, marked).sum())


def exceeded_numbers(cells: Cells, marked: Mask) -> Mask:
    """Mark the numbers that have more of the marked cells beside them than they count."""
    return np.asarray(shows(cells, Cell.N1, Cell.N8) & (count_around(marked) > cells))


def doubt_other_colours(
    cells: Cells, confidence: Floats, ground: NDArray[np.float32]
) -> tuple[Cells, Floats]:
    """Return names and confidence, less sure of hidden cells of another colour than most.

    They may be blanks, or lie under a dialog: what hidden cells share is their colour, or two of
    them by turns. A single one is but under the pointer. ground: (n, 3) colours, Lab.
    """
    hidden = cells == Cell.HIDDEN
    if not hidden.any():
        return cells, confidence
    colour = np.full(cells.shape, -1)
    colour[hidden] = linked(ground[hidden.ravel()], _HARDLY_OTHER)
    count = np.bincount(colour[hidden])
    usual = int(count.argmax())
    confidence = confidence.copy()
    for number in np.flatnonzero(count > 1).tolist():
        own = colour == number
        if number != usual and in_patches([own, colour == usual]):
            confidence[own] = np.minimum(confidence[own], _UNSURE)
    return cells, confidence


def doubt_grounds_of_numbers(
    cells: Cells, confidence: Floats, group: NDArray[np.intp], ground: NDArray[np.float32]
) -> tuple[Cells, Floats]:
    """Return names and confidence, less sure of hidden cells in the very colour of the numbers.

    Where most hidden cells have another colour these are rather blanks, cut with a little of their
    neighbours. group, ground: as `plain_flags` has them.
    """
    hidden, numbers = cells == Cell.HIDDEN, shows(cells, Cell.N1, Cell.N8)
    if not (hidden.any() and numbers.any()):
        return cells, confidence
    count = np.bincount(group[hidden], minlength=int(group.max()) + 1)
    colours = ground.reshape(*cells.shape, 3)
    usual = np.median(colours[hidden & (group == count.argmax())], axis=0)
    confidence = confidence.copy()
    for number in np.flatnonzero(count).tolist():
        own = hidden & (group == number)
        colour = np.median(colours[own], axis=0)
        to_numbers = np.linalg.norm(colours[numbers] - colour, axis=1).min()
        if to_numbers < _SAME_COLOUR < _OTHER_COLOUR < np.linalg.norm(usual - colour):
            confidence[own] = np.minimum(confidence[own], _UNSURE)
    return cells, confidence


def doubt_lone_turns(
    cells: Cells, confidence: Floats, group: NDArray[np.intp], turned: Mask
) -> tuple[Cells, Floats]:
    """Return names and confidence, in doubt of plain cells that a click left looking unlike most.

    A program that leaves the cells beside a blank hidden shows no more of one than a highlight,
    until a few numbers look like it.
    turned: (rows, cols) cells that a click has changed; group: as `plain_flags` has it.
    """
    hidden = cells == Cell.HIDDEN
    if not (hidden & ~turned).any():
        return cells, confidence
    usual = np.bincount(group[hidden & ~turned]).argmax()
    lone = hidden & turned & (group != usual)
    if shows(cells, Cell.N1, Cell.N8).sum() < _FEWEST_NUMBERS:
        lone |= shows(cells, Cell.N0) & turned & (count_around(hidden | turned) > 0)
    return cells, np.where(lone, np.minimum(confidence, _HIGHLIGHT_OR_BLANK), confidence)


def _found_but_for_flags(cells: Cells, numbers: Mask) -> bool:
    """Tell whether all unopened cells must be mines but for a few flags, and what is unreadable.

    A message may lie over some cells and make a number of others, and of a lost game not every flag
    is right.
    """
    unreadable, unopened = shows(cells, Cell.UNREADABLE), _unopened(cells)
    counted, more = _more_unopened(cells, numbers)
    odd = counted & (more != 0)
    strange = odd & ((more < 0) | (count_around(shows(cells, Cell.FLAG)) == 0))
    share, strangers = (kind.sum() / max(1, int(counted.sum())) for kind in (odd, strange))
    if not counted.any() or share > _FEW_ODD or strangers > _FEW_STRANGE:
        return False
    reached = count_around(numbers | unreadable) > 0
    return bool(reached[unopened].all())


def _unopened(cells: Cells) -> Mask:
    """Mark what is closed and may be a mine, (rows, cols)."""
    return shows(cells, Cell.HIDDEN, Cell.EXPLODED)


def _more_unopened(cells: Cells, numbers: Mask) -> tuple[Mask, Cells]:
    """Return which numbers have nothing unreadable beside them, and how many mines too many."""
    counted = numbers & (count_around(shows(cells, Cell.UNREADABLE)) == 0)
    return counted, count_around(_unopened(cells)) - cells


def doubt_the_end(
    cells: Cells, confidence: Floats, ground: NDArray[np.float32], lab: NDArray[np.float32]
) -> tuple[Cells, Floats]:
    """Return names and confidence, where all unopened cells must be mines and the game is over.

    Most programs draw flags or mines there, each in its own way; flags alone are what they seem.
    Nobody loses who has nothing left to open: where a mine is shown, or hidden cells have the very
    colour of numbers and differ by a drawing alone, they are mines that a loss has brought out.
    Where nothing is hidden and none has exploded, what seem mines may be how hidden cells look.
    ground: (n, 3) colours, Lab; lab: (n, SIDE, SIDE, 3) the cells.
    """
    hidden, numbers = shows(cells, Cell.HIDDEN), shows(cells, Cell.N1, Cell.N8)
    if not (hidden.any() or shows(cells, Cell.EXPLODED).any()):
        mines = shows(cells, Cell.MINE, Cell.WRONG_FLAG)
        return cells, np.where(mines, np.minimum(confidence, _UNSURE), confidence)
    seen = np.where(confidence < _UNSEEN, np.int8(Cell.UNREADABLE), cells)
    if not (hidden.any() and numbers.any() and _found_but_for_flags(seen, numbers)):
        return cells, confidence
    own = hidden.ravel()
    apart = np.median(ground[own], axis=0) - np.median(ground[numbers.ravel()], axis=0)
    of_one_colour = np.linalg.norm(apart) < _THE_VERY_COLOUR
    printed = of_one_colour and drawn_on(lab[own], ground[own]).all()
    if printed or shows(cells, Cell.MINE, Cell.WRONG_FLAG).any():
        counted, more = _more_unopened(cells, numbers)
        # No number has one mine too many, but where a flag may be wrong.
        too_many = counted & (more > 0) & (count_around(shows(cells, Cell.FLAG)) == 0)
        mines = hidden & (count_around(too_many) == 0)
        cells = np.where(mines, np.int8(Cell.MINE), cells)
        confidence = np.where(mines, np.minimum(confidence, _BROUGHT_OUT), confidence)
        wrong, right = judged_flags(cells)
        doubted = shows(cells, Cell.FLAG) & ~right
        cells = np.where(wrong, np.int8(Cell.WRONG_FLAG), cells)
        return cells, np.where(doubted, np.minimum(confidence, _UNSURE), confidence)
    return cells, np.where(cells > Cell.N8, np.minimum(confidence, _UNSURE), confidence)
