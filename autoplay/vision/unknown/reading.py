"""Read a board whose look nobody has taught: group cells by look, name groups by the rules.

No pack, no colour and no font is assumed. Cells are grouped by their ground; each way of calling
the groups hidden or opened is judged by what Minesweeper allows and by how well the drawings on
them then make sense; cells that look alike are named together. What remains doubtful says so.
"""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.lattices.located import MANY_CELLS, VERY_MANY_CELLS
from autoplay.vision.looks.aside import cut_windows, windows_of_drawings
from autoplay.vision.looks.grounds import cut_cells, sample_cells, stronger
from autoplay.vision.naming.judgement import judge
from autoplay.vision.naming.names import Names
from autoplay.vision.pixels.one_core import on_one_core
from autoplay.vision.rules.consistency import impossible
from autoplay.vision.unknown.by_network import agreed, seen_in_play, seen_instead
from autoplay.vision.unknown.evenness import look_alike
from autoplay.vision.unknown.obscured import (
    cost_of_leaving_out,
    like_no_other,
    makes_sense,
    obscured,
    plainly_hidden,
    seen_covered,
    with_edges,
)
from autoplay.vision.unknown.odd_programs import opened_singly
from autoplay.vision.unknown.second_opinion import heard, seen_beside
from autoplay.vision.unknown.trials import likeliest_way
from autoplay.vision.unknown.unknown_reading import UnknownReading
from autoplay.vision.unknown.ways import dear_cost, hopeless_cost, sound_cost

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.naming.judgement import Judgement
    from autoplay.vision.rules.hints import Hints
    from autoplay.vision.unknown.ways import Way

# A board that costs more is read a second time, cut otherwise.
_DOUBTFUL_COST = 7.0
_SOMETHING_ELSE = 0.1
_MORE = 1.6
# What each number beyond the first ones is worth in costs, where all of them hold together.
_A_NUMBER = 0.5
_SEVERAL = 6
_DISPUTED = 0.9
_CLEARLY_MARKED = 0.75
_MOSTLY = 0.5
_LARGE = 28.0
_STRONGER = 3.0
# Cells of another ground differ from the rest by so much, in Lab units, and so many times as much
# as nearly all of them do.
_SEEN = 2.0
_APART = 3.0
_NEARLY_ALL = 0.9
# The grounds of blanks and of numbers are two in Lab units, where so many numbers are seen and so
# few of the blanks have another.
_ANOTHER = 10.0
_SEVERAL = 8
_FEW = 1 / 3


@on_one_core
def read_unknown(
    pixels: NDArray[np.uint8],
    grid: Grid,
    hints: Hints | None = None,
    covered: NDArray[np.bool_] | None = None,
) -> UnknownReading:
    """Read every cell of a located board whose skin no pack knows.

    pixels: (height, width, 3) uint8, blue green red; grid in pixels of that picture. hints: what
    play has shown already, None for a lone picture. covered: (rows * cols,) cells that may be
    anything, whatever they show; None if none is.
    """
    # In play what a click has changed tells more.
    judgement = judge(pixels, grid) if hints is None else None
    if judgement is not None and _surely_none(judgement, grid):
        return _nothing_read(judgement)
    reading = _by_looks(pixels, grid, hints, covered, judgement)
    if judgement is not None and covered is None:
        reading = _beside_windows(pixels, grid, reading, judgement)
    if reading.sound or covered is not None:
        return reading
    judgement = judgement or judge(pixels, grid)
    if hints is None:
        tones = cut_cells(pixels, grid).mean(axis=(1, 2)).reshape(grid.rows, grid.cols, 3)
        return seen_instead(reading, judgement, tones) or reading
    return seen_in_play(judgement, hints) or agreed(reading, judgement, hints)


def _beside_windows(
    pixels: NDArray[np.uint8], grid: Grid, reading: UnknownReading, judgement: Judgement
) -> UnknownReading:
    """Return a reading without the cells that another window covers, if the rest makes sense.

    Those that it covers in part are left out as well where the rest makes none with them, or all
    of them seem to be marked.
    """
    seen = seen_covered(judgement)
    if seen is None:
        return reading
    way = likeliest_way(cut_cells(pixels, grid), grid, None, odds=judgement.odds)
    seen = like_no_other(way, seen)
    if not seen.any():
        return reading
    whole = with_edges(way, seen)
    for covered in [seen] if np.array_equal(seen, whole) else [seen, whole]:
        lab = plainly_hidden(way, covered)
        lab = way.lab if lab is None else lab
        rest = likeliest_way(lab, grid, None, covered=covered.ravel(), odds=judgement.odds)
        other = replace(heard(_named(rest), judgement), covered=covered)
        clear = other.seen_to_its_ends and not other.objected
        if not other.sound or not (reading.sound or clear or makes_sense(rest)):
            continue
        reading = seen_beside(other.without_covered(), judgement)
        if (other.cells[whole & ~covered] < Cell.FLAG).any():
            break
    return reading


def _surely_none(judgement: Judgement, grid: Grid) -> bool:
    """Tell whether a network sees that many cells are no board: it takes minutes to find out.

    They are no part of one, nor is one around them. Or it is the paper below: that is ruled in
    thousands of squares, and something else lies on it.
    """
    if judgement.window is None:
        return grid.size > MANY_CELLS
    return grid.size > VERY_MANY_CELLS and judgement.elsewhere > _SOMETHING_ELSE


def _nothing_read(judgement: Judgement) -> UnknownReading:
    """Return a board that makes no sense, without a name for any cell."""
    cells = np.full(judgement.odds.shape[:2], Cell.UNREADABLE, np.int8)
    cost, against = _MORE * hopeless_cost(cells.size), judgement.objections(cells)
    return UnknownReading(cells, np.zeros(cells.shape, np.float32), {}, cost, objections=against)


def _by_looks(
    pixels: NDArray[np.uint8],
    grid: Grid,
    hints: Hints | None,
    covered: NDArray[np.bool_] | None,
    judgement: Judgement | None,
) -> UnknownReading:
    """Read every cell as cells that look alike are named together; hear a network last."""
    lab = cut_cells(pixels, grid)
    odds = None if judgement is None else judgement.odds
    unseen = judgement is not None and judgement.window is None
    way = likeliest_way(lab, grid, hints, covered=covered, odds=odds, brief=unseen)
    if unseen and way.cost > sound_cost(grid.size):
        # Neither the usual ways nor the network see a board: odder ways take longest, for nothing.
        return heard(_named(way), judgement)
    # It may be the picture of a window that was scaled as a whole.
    if _DOUBTFUL_COST < way.cost <= hopeless_cost(grid.size):
        sampled = sample_cells(pixels, grid)
        other = likeliest_way(sampled, grid, hints, (way.reach,), covered, odds)
        way = min(way, other, key=attrgetter("cost"))
    if covered is None:
        way = _seen_aside(way, lab, pixels, grid, hints)
        if not _numbers(way) and min(grid.pitch_x, grid.pitch_y) >= _LARGE:
            way = _seen_closer(way, pixels, grid, hints)
    reading = _named(opened_singly(way) if hints is None else way)
    for cells in way.rivals:
        if _turned(way.sides.cells, cells):
            reading = reading.disputed_by(cells)
    return heard(reading, judgement)


def _seen_aside(
    way: Way, lab: NDArray[np.float32], pixels: NDArray[np.uint8], grid: Grid, hints: Hints | None
) -> Way:
    """Return the way that makes most sense of what is drawn at one side of cells, if any does."""
    for window in windows_of_drawings(lab):
        aside = likeliest_way(cut_windows(pixels, grid, window), grid, hints)
        more = _numbers(aside) - _numbers(way)
        wrong = impossible(aside.sides.cells, floods=aside.evidence.floods)
        most = min(way.cost + _A_NUMBER * more, _MORE * dear_cost(grid.size))
        if _numbers(aside) >= _SEVERAL and not wrong.any() and aside.cost < most:
            way = aside
    return way


def _seen_closer(way: Way, pixels: NDArray[np.uint8], grid: Grid, hints: Hints | None) -> Way:
    """Return the way that makes sense of the middles of large cells, or the same if none does.

    Numbers may be too small to be seen on them. Where not all cells have one ground though no
    number is seen, they may be too faint as well.
    """
    middles = cut_cells(pixels, grid, middles=True)
    closer = likeliest_way(middles, grid, hints)
    if _holds_together(closer):
        return closer
    if way.evidence.grounds > 1 and hints is None:
        clearer = likeliest_way(stronger(middles, _STRONGER), grid, None)
        if _holds_together(clearer):
            return clearer
    if _numbers(closer) >= _SEVERAL:
        return replace(way, rivals=(*way.rivals, closer.sides.cells))
    return way


def _holds_together(way: Way) -> bool:
    """Tell whether several numbers are seen, and all of them make sense."""
    cells = way.sides.cells
    sound = way.cost <= sound_cost(cells.size) and _numbers(way) >= _SEVERAL
    return bool(sound and not impossible(cells).any())


@on_one_core
def read_beside(pixels: NDArray[np.uint8], grid: Grid) -> UnknownReading | None:
    """Read a board beside what lies across it; None where leaving that out makes no sense of it.

    pixels, grid: as `read_unknown` takes them.
    """
    way = likeliest_way(cut_cells(pixels, grid), grid, None)
    for covered in obscured(way):
        lab = plainly_hidden(way, covered)
        if lab is None:
            continue
        rest = likeliest_way(lab, grid, None, covered=covered.ravel())
        rest = replace(rest, rarity=rest.rarity + cost_of_leaving_out(covered))
        if rest.cost <= min(way.cost, sound_cost(covered.size)) and makes_sense(rest):
            reading = heard(_named(rest), judge(pixels, grid))
            return None if reading.listed else reading
    return None


def _numbers(way: Way) -> int:
    return int(shows(way.sides.cells, Cell.N1, Cell.N8).sum())


def _turned(cells: NDArray[np.int8], others: NDArray[np.int8]) -> bool:
    """Tell whether most of what one way calls opened another calls hidden, and the reverse."""
    return bool(
        (shows(cells, Cell.N0, Cell.N8) != shows(others, Cell.N0, Cell.N8)).mean() > _MOSTLY
    )


def _named(way: Way) -> UnknownReading:
    names, shape = Names(way.evidence, way.sides, way.lab), way.evidence.shape
    cells = names.cells.reshape(shape).astype(np.int8)
    confidence = np.clip(names.confidence, 0, 0.999).astype(np.float32).reshape(shape)
    if not way.evidence.followed:
        # As far as can be seen they are opened.
        doubtful = way.indistinct | _of_no_numbers_ground(way, cells)
        confidence[doubtful] = np.minimum(confidence[doubtful], _DISPUTED)
    reading = UnknownReading(
        cells,
        confidence,
        {divmod(i, shape[1]): candidates for i, candidates in names.candidates.items()},
        way.cost,
        bool(shows(cells, Cell.N1, Cell.N8).any()) or _all_alike(way),
        way.evidence.floods,
    )
    if way.evidence.followed or not reading.hardly_opened:
        return reading
    # Nothing tells what is hidden from what is opened yet: a mark may as well be a number, and a
    # plain cell of another colour a blank, in a program that opens no more than that.
    marked = shows(cells, Cell.FLAG, Cell.QUESTION)
    others = np.where(marked, np.int8(Cell.HIDDEN), cells)
    hardly = shows(cells, Cell.FLAG) & (confidence < _CLEARLY_MARKED)
    if reading.fresh and hardly.sum() == marked.sum() == 1:
        # One that may be a flag is rather the cell under the pointer, in whatever colour.
        reading, cells = replace(reading, cells=others, candidates={}), others
    alone = shows(cells, Cell.HIDDEN) & _of_another_ground(way)
    return reading.disputed_by(np.where(alone, np.int8(Cell.N0), others))


def _of_no_numbers_ground(way: Way, cells: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Mark the few blanks, (rows, cols), whose ground is that of no number.

    They may lie under another window, or under the pointer.
    """
    ground = way.evidence.ground.reshape(*cells.shape, -1)
    blank, number = shows(cells, Cell.N0), shows(cells, Cell.N1, Cell.N8)
    strange = np.zeros(cells.shape, bool)
    if number.sum() < _SEVERAL or not blank.any():
        return strange
    apart = np.linalg.norm(ground[blank][:, None] - ground[number], axis=-1).min(axis=1)
    strange[blank] = apart > _ANOTHER
    return np.asarray(strange & (strange.sum() <= _FEW * blank.sum()))


def _of_another_ground(way: Way) -> NDArray[np.bool_]:
    """Mark a few cells, (rows, cols), whose ground is clearly none of those of all others."""
    ground = way.evidence.ground
    away = np.linalg.norm(ground - np.median(ground, axis=0), axis=1)
    apart = away > max(_SEEN, _APART * float(np.quantile(away, _NEARLY_ALL)))
    return np.asarray(apart & (apart.mean() <= 1 - _NEARLY_ALL)).reshape(way.evidence.shape)


def _all_alike(way: Way) -> bool:
    evidence = way.evidence
    group = evidence.group.reshape(evidence.shape)
    plain = ~evidence.marked_if_hidden.reshape(evidence.shape)
    return look_alike(way.lab, evidence.ground, group, plain)
