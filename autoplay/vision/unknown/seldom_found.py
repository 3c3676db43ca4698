"""Boards that no lattice of a picture shows: known by what they bear, or fill a rectangle with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoplay.board import Cell, shows
from autoplay.vision.lattices.alignment import aligned
from autoplay.vision.lattices.located import without_an_end
from autoplay.vision.locate.extent import other_extents
from autoplay.vision.locate.framed import small_boards
from autoplay.vision.locate.rectangles import divided_rectangles
from autoplay.vision.locate.worth import cell_evidence
from autoplay.vision.naming.doubts import strewn
from autoplay.vision.naming.judgement import judge
from autoplay.vision.unknown.resizing import likeliest_extent

if TYPE_CHECKING:
    from autoplay.geometry import Grid
    from autoplay.vision.pixels.lines import Drawing
    from autoplay.vision.unknown.found import Found
    from autoplay.vision.unknown.grid_readings import GridReadings

_MOST_VOTED = 12
_MOST_READ = 3
_ASTRAY = 2.0
_ENOUGH = 5


def seldom_found(readings: GridReadings) -> Found | None:
    """Return the board that the first of these ways finds, None if none does."""
    ways = (bearing_pictures, filling_a_rectangle, filling_a_frame)
    return next((found for way in ways if (found := way(readings)) is not None), None)


def bearing_pictures(readings: GridReadings) -> Found | None:
    """Return a board whose cells bear pictures, without what lies beside it, or with the rest.

    A line of text beside a board of text comes again as its cells do.
    """
    for grid in readings.stamped[:1]:
        if readings.read(grid).senseless:
            continue
        for other in _resized(readings, grid):
            found = readings.read(other)
            if found.sound and found.unknown.faultless:
                return likeliest_extent(readings, found)
            if readings.exhausted:
                break
    return None


def filling_a_rectangle(readings: GridReadings) -> Found | None:
    """Return a board of cells that fill a rectangle, and show too few lines for a lattice."""
    divided = divided_rectangles(readings.drawing)
    # Those few lines tell which divisions are worth the vote of their cells, which takes longest.
    lined = sorted(divided, key=lambda grid: -_lined(readings.drawing, grid))[:_MOST_VOTED]
    for voted in sorted(map(readings.votes, lined), key=lambda voted: -voted.worth)[:_MOST_READ]:
        if voted.votes <= 0 or readings.exhausted:
            break
        found = readings.read(aligned(readings.drawing, voted.grid))
        if found.sound and found.unknown.faultless and not found.unknown.unseen:
            return likeliest_extent(readings, found)
    return None


def filling_a_frame(readings: GridReadings) -> Found | None:
    """Return a small board that fills a frame, and of which a network sees all and nothing else."""
    seen: list[Found] = []
    for grid in small_boards(readings.drawing):
        if judge(readings.pixels, grid).lines_apart:
            continue
        found = readings.read(grid)
        numbers = shows(found.unknown.cells, Cell.N1, Cell.N8).sum()
        sensible = found.sound and found.unknown.whole and found.unknown.floods
        # Numbers that lie strewn hold together as any do.
        sensible = sensible and not strewn(found.unknown.cells <= Cell.N8)
        if sensible and numbers >= _ENOUGH and not found.unknown.objected:
            seen.append(found)
        if readings.exhausted:
            break
    # A frame has two borders, and the cells end at one of them.
    return min(seen, key=readings.against, default=None)


def _lined(drawing: Drawing, grid: Grid) -> float:
    """Return how many of its sides lines run along, as shares, less what runs across its cells."""
    evidence = cell_evidence(drawing, grid)
    along = evidence.upright.mean() + evidence.level.mean()
    return float(along - _ASTRAY * evidence.astray.mean())


def _resized(readings: GridReadings, grid: Grid) -> list[Grid]:
    """Return larger boards that a grid may be a part of, and the grid without one of its ends."""
    larger = (other for other in other_extents(readings.drawing, grid) if other.size > grid.size)
    return [*larger, *without_an_end(grid)]
