"""Name whole classes of cells anew, or trust them less, where they may be another thing altogether.

What is drawn on most unopened cells may be how this program paints hidden cells, and cells of a
plain colour its flags: nothing in one cell tells, but the numbers around them do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Board, Cell, GameState, shows
from autoplay.vision.ending import game_state
from autoplay.vision.loss import out_of_reach
from autoplay.vision.neighbourhood import count_around

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
_FLAG_COLOUR = 20.0
_MOST_FLAGS = 0.25
_FEWEST_FLAGS = 2
_PLAIN_MARK = 0.8
_RED = 35.0
_UNSURE = 0.9
_TOUCHING = 0.5
_SAME_COLOUR = 2.0
_OTHER_COLOUR = 6.0
_HIGHLIGHT_OR_BLANK = 0.45
_FEWEST_NUMBERS = 2


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
    return len(looks) > 1 and not all(_by_turns(cells) for cells in looks)


def _by_turns(cells: Mask) -> bool:
    odd = np.indices(cells.shape).sum(axis=0) & 1
    share = float(odd[cells].mean())
    return min(share, 1 - share) <= _BY_TURNS


def strewn(cells: Mask) -> bool:
    """Tell whether most of some cells have no other of them at their side."""
    around = np.pad(cells, 1)
    beside = around[:-2, 1:-1] | around[2:, 1:-1] | around[1:-1, :-2] | around[1:-1, 2:]
    return bool((cells & beside).sum() < _TOUCHING * cells.sum())


def marks_turned(cells: Cells, confidence: Floats) -> tuple[Cells, Floats]:
    """Return names and confidence, marks that far too many numbers exclude as hidden cells.

    They are how hidden cells look; what is plain among them then is a flag. So are question marks
    where no cell is hidden without one: nobody asks about every cell.
    cells, confidence: (rows, cols).
    """
    asked = shows(cells, Cell.QUESTION)
    if asked.sum() >= _FEWEST_ASKED and not shows(cells, Cell.HIDDEN).any():
        cells = np.where(asked, np.int8(Cell.HIDDEN), cells)
        confidence = np.where(asked, np.minimum(confidence, _RENAMED), confidence)
    for marks in ((Cell.FLAG,), (Cell.MINE, Cell.EXPLODED, Cell.WRONG_FLAG)):
        marked = np.isin(cells, marks)
        exceeded = _exceeded(cells, marked)
        beside = int((shows(cells, Cell.N1, Cell.N8) & (count_around(marked) > 0)).sum())
        few = exceeded < max(_FEWEST_EXCEEDED, _EXCEEDED_SHARE * beside)
        # Fewer marks than plain cells are somebody's wrong flags.
        if few or marked.sum() <= (cells == Cell.HIDDEN).sum():
            continue
        turned = cells.copy()
        if marks == (Cell.FLAG,):
            turned[cells == Cell.HIDDEN] = Cell.FLAG
        turned[marked] = Cell.HIDDEN
        if _FAR_FEWER * _exceeded(turned, turned == Cell.FLAG) > exceeded:
            continue
        confidence = np.where(turned != cells, np.minimum(confidence, _RENAMED), confidence)
        cells = turned
    return cells, confidence


def _exceeded(cells: Cells, marked: Mask) -> int:
    """Count the numbers that have more of the marked cells beside them than they count."""
    return int((shows(cells, Cell.N1, Cell.N8) & (count_around(marked) > cells)).sum())


def plain_flags(
    cells: Cells,
    confidence: Floats,
    group: NDArray[np.intp],
    ground: NDArray[np.float32],
    *,
    followed: bool = False,
) -> tuple[Cells, Floats]:
    """Return names and confidence, hidden cells of quite another colour than most as flags.

    Those that no player sets are the mines that a program shows after a loss. A single red one is
    where it was lost, or a flag where the game is followed: whoever clicked knows which. One of
    another colour may as well be under the pointer, and colours by turns are but a pattern.
    group: (rows, cols) ground of each cell; ground: (n, 3) its colour, Lab.
    """
    hidden = cells == Cell.HIDDEN
    if not hidden.any():
        return cells, confidence
    count = np.bincount(group[hidden], minlength=int(group.max()) + 1)
    usual = int(count.argmax())
    colour = np.median(ground[((group == usual) & hidden).ravel()], axis=0)
    cells, confidence = cells.copy(), confidence.copy()
    for number in np.flatnonzero(count).tolist():
        own = hidden & (group == number)
        apart = np.linalg.norm(np.median(ground[own.ravel()], axis=0) - colour)
        if number == usual:
            continue
        if apart < _FLAG_COLOUR:
            if 1 < own.sum() < count[usual] and strewn(own):
                confidence[own] = np.minimum(confidence[own], _UNSURE)
            continue
        if _by_turns(own) and _by_turns(hidden & (group == usual)):
            continue
        red = own.sum() == 1 and _burning(ground[own.ravel()][0], colour)
        if red and not _exceeded(cells, own):
            cells[own] = Cell.FLAG if followed else Cell.EXPLODED
            confidence[own] = np.minimum(confidence[own], _PLAIN_MARK)
            continue
        named = own | (cells == Cell.FLAG)
        few = own.sum() >= _FEWEST_FLAGS and named.sum() <= _MOST_FLAGS * cells.size
        if few and not _exceeded(cells, named):
            shown = out_of_reach(np.where(named, np.int8(Cell.FLAG), cells), named)
            cells[own] = Cell.MINE if shown.any() else Cell.FLAG
            confidence[own] = np.minimum(confidence[own], _PLAIN_MARK)
        else:
            confidence[own] = np.minimum(confidence[own], _UNSURE)
        if 2 * own.sum() > count[usual]:
            # As many again as there are of the others: it may be the other way round.
            confidence[hidden] = np.minimum(confidence[hidden], _UNSURE)
    return cells, confidence


def _burning(colour: NDArray[np.float32], usual: NDArray[np.float32]) -> bool:
    """Tell whether a colour is red, and another is not: (3,) each, Lab."""
    redder = float(colour[1] - usual[1])
    return bool(min(redder, colour[1]) > _RED and colour[2] > 0)


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


def doubt_the_end(cells: Cells, confidence: Floats) -> tuple[Cells, Floats]:
    """Return names and confidence, less sure of unopened cells where all of them must be mines.

    Then the game is over, and most programs draw flags or mines there, each in its own way; flags
    alone are what they seem.
    """
    hidden = cells == Cell.HIDDEN
    if not hidden.any() or game_state(Board(cells)) is not GameState.WON:
        return cells, confidence
    return cells, np.where(cells > Cell.N8, np.minimum(confidence, _UNSURE), confidence)
