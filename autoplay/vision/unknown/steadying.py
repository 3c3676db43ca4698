"""Read a board that is not sure all over where it is cut a little otherwise, and let most decide.

What a drawing looks like changes with every half of a pixel by which its cell is cut too early or
too late. A flag that seems a question mark in one cutting hardly does so in all of them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.unknown.agreeing import renamed
from autoplay.vision.unknown.ways import sound_cost

if TYPE_CHECKING:
    from autoplay.geometry import Grid
    from autoplay.vision.unknown.found import Found
    from autoplay.vision.unknown.grid_readings import GridReadings
    from autoplay.vision.unknown.unknown_reading import UnknownReading

_SURE = 0.95
# What hardly makes sense takes long to read, and makes none cut otherwise.
_RATHER_DEAR = 0.6
_HALF = 0.5


def steadied(readings: GridReadings, found: Found) -> Found:
    """Return a board whose doubtful cells are called what three cuttings are surest of together."""
    reading = found.unknown
    dear = reading.cost > _RATHER_DEAR * sound_cost(reading.cells.size)
    sure = found.undisputed or reading.confidence.min() >= _SURE
    if dear or not found.sound or reading.fresh or sure:
        return found
    cut = [readings.read(grid, exactly=True).unknown for grid in _cut_otherwise(found.grid)]
    return replace(found, unknown=_voted(reading, [other for other in cut if other.whole]))


def _voted(reading: UnknownReading, others: list[UnknownReading]) -> UnknownReading:
    cuttings = [reading, *others]
    votes = np.zeros((*reading.cells.shape, len(Cell)), np.float32)
    for one in cuttings:
        votes += np.eye(len(Cell), dtype=np.float32)[one.cells] * one.confidence[..., None]
    # What is not readable in one cutting may be in another.
    votes[..., Cell.UNREADABLE] = 0
    names, sure = votes.argmax(axis=-1).astype(np.int8), votes.max(axis=-1) / len(cuttings)
    return renamed(reading, (names != reading.cells) & (sure > 0), names, sure)


def _cut_otherwise(grid: Grid) -> list[Grid]:
    """Return a grid half a pixel further to the upper left, and to the lower right."""
    return [replace(grid, left=grid.left + off, top=grid.top + off) for off in (-_HALF, _HALF)]
