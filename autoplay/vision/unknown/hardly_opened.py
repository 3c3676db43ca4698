"""Find a board on which hardly anything is opened: its cells bear one picture, or faint lines show.

No numbers tell of it, so that all of its cells have to be painted alike.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.locate.afar import fresh_from_afar
from autoplay.vision.locate.blocks import in_blocks
from autoplay.vision.locate.clues import clues_beside
from autoplay.vision.locate.framed import framed_boards
from autoplay.vision.locate.fresh import painted_alike
from autoplay.vision.locate.half_off import around_marks
from autoplay.vision.locate.line_boards import line_boards
from autoplay.vision.locate.outer_sides import begun_where_it_does, comes_again_beside
from autoplay.vision.locate.sheets import is_chart, is_chess_board, is_floor
from autoplay.vision.locate.worth import cut_short, evenly_ruled, runs_on
from autoplay.vision.pixels.cells import cut_cells
from autoplay.vision.pixels.gradients import without_gradient
from autoplay.vision.pixels.lines import draw_lines
from autoplay.vision.unknown.reading import read_unknown
from autoplay.vision.unknown.ways import sound_cost

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.locate.extent import Voted
    from autoplay.vision.unknown.found import Found
    from autoplay.vision.unknown.grid_readings import GridReadings
    from autoplay.vision.unknown.unknown_reading import UnknownReading

_FAINT_STEPS = (2, 3)
_DAYS, _WEEKS = 7, (5, 6)
_SQUARE = 0.03
_PIECES = 3
_A_SIDE = 2
_INK, _UNLIKE = 40, 80.0


def hardly_opened_board(readings: GridReadings, grids: list[Grid]) -> Found | None:
    """Return the likeliest board on which hardly anything is opened, if there is any.

    grids: those (picture pixels) that may be one. Fainter lines than usual will do as well.
    """
    pixels, drawing = readings.pixels, readings.drawing
    grids = [*grids, *framed_boards(drawing)]
    for least in _FAINT_STEPS:
        grids += line_boards(draw_lines(pixels, least))
    painted = [grid for grid in dict.fromkeys(grids) if painted_alike(pixels, grid)]
    # What shows may lie in the middles of the cells, or where their corners meet.
    between = [grid.part(-1, grid.rows, -1, grid.cols) for grid in painted]
    between = [grid.moved(grid.pitch_x / 2, grid.pitch_y / 2) for grid in between]
    painted += [grid for grid in between if painted_alike(pixels, grid)]
    painted += fresh_from_afar(drawing)
    painted = [around_marks(pixels, grid) for grid in painted]

    # Squares of a wallpaper are painted alike as well, but those at its edges are cut.
    def unlikely(voted: Voted) -> tuple[bool, int, float]:
        return cut_short(drawing, voted.grid), -voted.bordered, -voted.votes

    large = filter(readings.readable, painted)
    for voted in sorted(map(readings.votes, large), key=unlikely):
        found = readings.read(voted.grid)
        few = found.unknown.hidden or (found.sound and found.unknown.hardly_opened)
        likely = few and _may_be(found.unknown) and not _marked_unlike(readings.pixels, found)
        if likely and not _of_another(readings, voted.grid):
            return begun(readings, replace(found, grid=voted.grid, painted=True))
    return None


def _of_another(readings: GridReadings, grid: Grid) -> bool:
    """Whether a lattice is a part of something larger, or parted as a sudoku is.

    Or a sheet for a month, or for a puzzle whose clues stand beside it, a chess board, a chart or a
    floor of tiles.
    """
    if _is_month(grid) or runs_on(readings.drawing, grid):
        return True
    others = (in_blocks, comes_again_beside, clues_beside, is_chess_board, is_chart, is_floor)
    return any(other(readings.pixels, grid) for other in others)


def _marked_unlike(pixels: NDArray[np.uint8], found: Found) -> bool:
    """Whether what seems to be marks, with nothing opened, has the colours that pieces have.

    Three of any, or two of which each is that of several flags.
    """
    hidden = shows(found.unknown.cells, Cell.HIDDEN)
    marked = shows(found.unknown.cells, Cell.FLAG, Cell.QUESTION)
    if marked.sum() < _PIECES or not hidden.any():
        return False
    cells = cut_cells(pixels, found.grid).astype(np.float32)
    ground = np.median(cells[hidden], axis=0)
    colours: list[NDArray[np.float32]] = []
    flags: list[int] = []
    for cell, name in zip(cells[marked], found.unknown.cells[marked], strict=True):
        drawn = np.abs(cell - ground).max(axis=-1) > _INK
        colour = np.median(cell[drawn], axis=0) if drawn.any() else ground.mean(axis=(0, 1))
        away = [float(np.linalg.norm(colour - other)) for other in colours]
        if min(away, default=np.inf) > _UNLIKE:
            colours.append(colour)
            flags.append(0)
            away.append(0.0)
        flags[int(np.argmin(away))] += int(name == Cell.FLAG)
    return len(colours) >= _PIECES or sum(number >= _A_SIDE for number in flags) > 1


def _is_month(grid: Grid) -> bool:
    """Whether a lattice has a row a week, and days that are not square as a game's cells are."""
    square = abs(grid.pitch_x / grid.pitch_y - 1) <= _SQUARE
    return grid.cols == _DAYS and grid.rows in _WEEKS and not square


def _may_be(unknown: UnknownReading) -> bool:
    """Whether a board that bears one picture all over can be one.

    What is not drawn quite alike has to be seen to its ends by a network, and make sense. Fields on
    which something lives bear a ground all over as well, and pegboards tools: no blank is opened
    without a number, and nothing marked that the network takes for something else.
    """
    if unknown.plausible:
        return True
    cells = unknown.cells
    marked = not shows(cells, Cell.HIDDEN).all()
    odd = marked and (unknown.objected or bool(shows(cells, Cell.N0).any()))
    return unknown.seen_to_its_ends and unknown.cost < sound_cost(cells.size) and not odd


def begun(readings: GridReadings, found: Found) -> Found:
    """Return a board on which nothing is opened from where its picture begins to come again.

    Unless a network sees just the board that was found, and none there.
    """
    if not found.unknown.hidden:
        return found
    grid = begun_where_it_does(readings.pixels, found.grid)
    unknown = readings.read(grid).unknown
    lost_sight = found.unknown.seen_clearly and unknown.unseen
    return found if lost_sight or not unknown.hidden else replace(found, unknown=unknown, grid=grid)


def where_cells_show(readings: GridReadings, found: Found) -> Found:
    """Return a board on which hardly anything is opened, believed only where its cells show.

    A keypad may be such a board, unless the sides of its cells tell, and a network that sees one.
    """
    if _of_another(readings, found.grid) or _marked_unlike(readings.pixels, found):
        return replace(found, believed=False)
    if painted_alike(readings.pixels, found.grid):
        return replace(found, painted=found.sound)
    below = _below_gradient(readings, found)
    if below is not None:
        return below
    return replace(
        found, believed=not found.unknown.unseen and evenly_ruled(readings.drawing, found.grid)
    )


def _below_gradient(readings: GridReadings, found: Found) -> Found | None:
    """Return a board as it is without a gradient over it, None if it is not painted alike.

    Then no two of its cells have the same colours, but a network sees just these.
    """
    if found.sound or not (found.unknown.fresh and found.unknown.seen_to_its_ends):
        return None
    pixels = without_gradient(readings.pixels, found.grid)
    if not painted_alike(pixels, found.grid):
        return None
    below = replace(found, unknown=read_unknown(pixels, found.grid))
    return replace(below, painted=True) if below.sound and below.unknown.hidden else None
