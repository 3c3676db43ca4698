"""Name single cells anew that a reading of the board is less sure of than what speaks against it.

What is drawn on a small cell may be any of two numbers; then the mines that all the others leave
room for tell which. And of two readings each may be the surer of some cells.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.naming.judgement import judge
from autoplay.vision.rules.agreement import fitting, other_numbers
from autoplay.vision.unknown.resizing import a_part_further, same_place

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.rules.neighbourhood import Place
    from autoplay.vision.unknown.found import Found
    from autoplay.vision.unknown.grid_readings import GridReadings
    from autoplay.vision.unknown.unknown_reading import UnknownReading

_DOUBTFUL = 0.95
_FEWEST_NUMBERS = 8
_MOST_IMPOSSIBLE = 12
_LIKELIER = 3.0
_AS_SURE = np.float32(0.9)
_SINGLE_CELLS = 0.05


def agreed(pixels: NDArray[np.uint8], found: Found) -> Found:
    """Return a board in which doubtful numbers are those that agree with all the others.

    pixels: (height, width, 3) uint8, the picture in which it was found.
    """
    reading = found.unknown
    if shows(reading.cells, Cell.N1, Cell.N8).sum() < _FEWEST_NUMBERS:
        return found
    wrong = reading.rules_broken
    if 0 < wrong <= _MOST_IMPOSSIBLE:
        # Of several numbers that may be the wrong one, a network tells which shows another.
        odds = judge(pixels, found.grid).odds
        doubtful = reading.confidence < _DOUBTFUL
        for others in list(other_numbers(reading.cells, doubtful)):
            reading = _named(reading, _likeliest(others, odds))
    for place, likely in list(reading.candidates.items()):
        if reading.cells[place] == Cell.UNREADABLE and all(map(_is_number, likely)):
            fits = fitting(reading.cells, place, likely)
            reading = _named(reading, {place: fits[0]} if len(fits) == 1 else {})
    return replace(found, unknown=reading)


def likelier(readings: GridReadings, found: Found, other: Found) -> Found:
    """Return the likelier of two boards that were read in two forms of the picture.

    If it is the same board, names of single cells are those of which the other is surer.
    """
    same = same_place(found.grid, other.grid)
    against = [found.unknown.cost, other.unknown.cost]
    if not same:
        against = [readings.against(found), readings.against(other)]
    # Where all numbers of one hold together it costs more only by how hard they are to see.
    flaws = [(not one.sound, not one.unknown.faultless) for one in (found, other)]
    if (flaws[0], against[0]) <= (flaws[1], against[1]):
        best, rest = found, other
    else:
        best, rest = other, found
    return replace(best, unknown=heeding(best.unknown, rest.unknown)) if same else best


def rather_aside(found: Found, seen: Found | None) -> Found:
    """Return a board, or what a network sees a part of a cell aside of it, if it sees any."""
    return seen if seen is not None and a_part_further(seen.grid, found.grid) else found


def heeding(reading: UnknownReading, other: UnknownReading) -> UnknownReading:
    """Return a reading with the names of single cells that another of the same cells is surer of.

    Grain that is taken for a flag in one form of the picture is none in another. The other has to
    hold together.
    """
    heard = reading.disputed_by(other.cells)
    surer = (reading.cells != other.cells) & (other.confidence > reading.confidence)
    return renamed(heard, surer, other.cells, other.confidence) if other.whole else heard


def renamed(
    reading: UnknownReading,
    where: NDArray[np.bool_],
    cells: NDArray[np.int8],
    sure: NDArray[np.float32],
) -> UnknownReading:
    """Return a reading with other names for single cells, unless more rules are broken then.

    where: (rows, cols) which cells; if they are many, the reading is returned as it is. cells,
    sure: (rows, cols) the names, and how sure these are.
    """
    if where.mean() > _SINGLE_CELLS:
        return reading
    wrong = reading.rules_broken
    places = [(row, col) for row, col in np.argwhere(where).tolist()]
    for place in sorted(places, key=lambda place: reading.confidence[place]):
        other = _named(reading, {place: Cell(int(cells[place]))}, sure[place])
        if (broken := other.rules_broken) <= wrong:
            reading, wrong = other, broken
    return reading


def _likeliest(others: dict[Place, list[Cell]], odds: NDArray[np.float32]) -> dict[Place, Cell]:
    """Return the number that one place shows rather than any other may show another, if any."""
    pairs = [(place, cell) for place, cells in others.items() for cell in cells]
    if len(pairs) == 1:
        return dict(pairs)
    if not pairs:
        return {}
    ranked = sorted(pairs, key=lambda pair: -odds[*pair[0], pair[1]])
    first, second = (float(odds[*place, cell]) for place, cell in ranked[:2])
    return dict(ranked[:1]) if first > _LIKELIER * second else {}


def _named(
    reading: UnknownReading, named: dict[Place, Cell], sure: np.float32 = _AS_SURE
) -> UnknownReading:
    cells, confidence = reading.cells.copy(), reading.confidence.copy()
    for place, cell in named.items():
        cells[place], confidence[place] = cell, min(sure, _AS_SURE)
    rest = {at: others for at, others in reading.candidates.items() if at not in named}
    return replace(reading, cells=cells, confidence=confidence, candidates=rest)


def _is_number(cell: Cell) -> bool:
    return Cell.N1 <= cell <= Cell.N8
