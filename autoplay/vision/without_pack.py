"""Read boards that no pack fits, and look a second time where none of them makes sense."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.extent import other_extents, voted_boards, votes_for
from autoplay.vision.fit import on_whole_pixels
from autoplay.vision.found import (
    Found,
    adds_numbers,
    convincing,
    least_unlikeliness,
    unlikeliness,
)
from autoplay.vision.framed import framed_boards
from autoplay.vision.fresh import painted_alike
from autoplay.vision.lattice import evenly_ruled, goes_on
from autoplay.vision.line_boards import line_boards
from autoplay.vision.lines import draw_lines
from autoplay.vision.locate import locate_boards
from autoplay.vision.located import (
    MIN_PICTURE,
    nearly_same,
    of_one_lattice,
    overlap,
    same_cells,
    twice_as_coarse,
    twice_as_fine,
)
from autoplay.vision.outer_sides import begun_where_it_does
from autoplay.vision.ruling import added_bare, leaves_out_cells, leaves_out_ruled
from autoplay.vision.stamps import stamped_boards
from autoplay.vision.subsampling import recoloured, subsampled
from autoplay.vision.unknown import UnknownReading, read_unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.extent import Voted
    from autoplay.vision.lines import Drawing

_DOUBTFUL_COST = 0.02
_RESIZED = 3
_MOST_READ = 6
_MOST_EXTENTS = 6
# How many cells are read for nothing before a picture is given up: three boards of 30x16.
_PATIENCE = 1500
_AS_CHEAP = 0.5
_MOST_GROWN = 40
# Smaller cells than 12 pixels are not read, in a picture that was made a little smaller still.
_SMALLEST = 10.0
_FAINT_STEPS = (2, 3)
_NEARLY = 1.0
_NEARLY_SHARE = 0.04
_A_PART = 0.5
_THERE = 0.5
_A_LITTLE = 2.0
_A_LITTLE_SHARE = 0.06


class Search:
    """Reads the boards of one picture without a pack; what is looked for is looked for once.

    Reading what makes no sense takes longest, so with every such cell there is less patience left.
    What is doubtful in a picture with smeared colours is read once more with clearer ones.
    """

    def __init__(self, pixels: NDArray[np.uint8], *, recolour: bool = True) -> None:
        self.pixels = pixels
        self._recolour = recolour
        self._found: dict[Grid, Found] = {}
        self._patience = _PATIENCE

    @cached_property
    def located(self) -> list[Grid]:
        """What seems a board at first sight, in picture pixels, the likeliest first."""
        return [located.grid for located in locate_boards(self.pixels)]

    @cached_property
    def stamped(self) -> list[Grid]:
        """Boards whose cells bear pictures, in picture pixels, the likeliest first."""
        return stamped_boards(self.pixels)

    @cached_property
    def _drawing(self) -> Drawing | None:
        return draw_lines(self.pixels) if min(self.pixels.shape[:2]) >= MIN_PICTURE else None

    @cached_property
    def _recoloured(self) -> Search | None:
        """The same picture with its colours where they belong, None where they are there."""
        if not self._recolour or not subsampled(self.pixels):
            return None
        return Search(recoloured(self.pixels), recolour=False)

    def read(self, grid: Grid) -> Found:
        """Read a grid (picture pixels), or the larger board that it is only a part of."""
        found = self._read_largest(grid)
        if found.doubtful and self._recoloured is not None:
            # Clearer colours may show other lines as well.
            there = [other for other in self._recoloured.located if overlap(other, grid) > _THERE]
            for other in dict.fromkeys([grid, *there[:1]]):
                found = self._likelier(found, self._recoloured.read(other))
        return found

    def _likelier(self, found: Found, other: Found) -> Found:
        """Return the likelier of two boards that were read with and without smeared colours."""
        same = _same_place(found.grid, other.grid)
        against = [found.unknown.cost, other.unknown.cost]
        if not same:
            against = [self._against(found), self._against(other)]
        if (not found.sound, against[0]) <= (not other.sound, against[1]):
            likelier, rest = found, other
        else:
            likelier, rest = other, found
        if not same:
            return likelier
        return replace(likelier, unknown=likelier.unknown.disputed_by(rest.unknown.cells))

    def _read_largest(self, grid: Grid) -> Found:
        found = self._finer(self._best_extent(self._nearby(self._read(grid))))
        found = self._begun(self._coarser(found))
        if not found.unknown.hardly_opened:
            return self._opposed(found)
        # With hardly anything opened a keypad may be a board, unless the sides of its cells tell.
        drawing = self._drawing or draw_lines(self.pixels)
        if goes_on(drawing, found.grid):
            return replace(found, believed=False)
        painted = painted_alike(self.pixels, found.grid)
        shown = painted or evenly_ruled(drawing, found.grid)
        return replace(found, believed=shown, painted=painted and found.sound)

    def _nearby(self, found: Found) -> Found:
        """Return a board, or the same a part of a cell further if that makes more sense.

        In glossy cells other lines may be sharper than their sides.
        """
        shifted = [grid for grid in self.stamped[:1] if _shifted(grid, found.grid)]
        if not shifted:
            return found
        other = self._read(shifted[0])
        better = other.unknown.cost < found.unknown.cost and other.unknown.faultless
        return other if other.sound and better else found

    def _finer(self, found: Found) -> Found:
        """Return a board, or where it makes no sense, one of half as large cells there that does.

        A checkerboard comes again with every second cell.
        """
        drawing = self._drawing
        if drawing is None or found.sound or self._patience < 0:
            return found
        voted = votes_for(drawing, twice_as_fine(found.grid))
        if not voted.board_like or min(voted.grid.pitch_x, voted.grid.pitch_y) < _SMALLEST:
            return found
        other = self._best_extent(self._read(voted.grid))
        return other if other.sound and not other.unknown.hardly_opened else found

    def _coarser(self, found: Found) -> Found:
        """Return a board, or where it costs much, one of larger cells there that makes more sense.

        A line across the middle of every cell, as gloss draws, parts each of them in two.
        """
        drawing = self._drawing
        if drawing is None or not (found.sound and found.doubtful):
            return found
        least = self._against(found)
        voted = [votes_for(drawing, grid) for grid in twice_as_coarse(found.grid)]
        others = [self._read(one.grid) for one in voted if least_unlikeliness(one) < least]
        likely = [other for other in others if other.sound and not other.unknown.hardly_opened]
        return min([found, *likely], key=self._against)

    def _opposed(self, found: Found) -> Found:
        """Return a board that makes sense, though dearly, with what its cells say to that."""
        doubtful = found.sound and found.doubtful
        return replace(found, opposed=doubtful and self._against(found) > 0)

    def _against(self, found: Found) -> float:
        """Return what speaks against a board, its cells' votes included where lines are drawn."""
        if self._drawing is None:
            return found.unknown.cost
        return unlikeliness(found, votes_for(self._drawing, found.grid))

    def _begun(self, found: Found) -> Found:
        """Return a board on which nothing is opened from where its picture begins to come again."""
        if not found.unknown.hidden:
            return found
        grid = begun_where_it_does(self.pixels, found.grid)
        unknown = self._read(grid).unknown
        return replace(found, unknown=unknown, grid=grid) if unknown.hidden else found

    def _read(self, grid: Grid) -> Found:
        if grid not in self._found:
            # What makes no sense makes none a part of a pixel further, unless its cells are small.
            near = min(_NEARLY, _NEARLY_SHARE * min(grid.pitch_x, grid.pitch_y))
            made = (found for found in self._found.values() if nearly_same(found.grid, grid, near))
            again = next((found for found in made if not found.sound), None)
            self._found[grid] = again or self._read_anew(grid)
        return self._found[grid]

    def _read_anew(self, grid: Grid) -> Found:
        found = Found(*read_without_pack(self.pixels, grid))
        if not found.sound:
            self._patience -= grid.rows * grid.cols
        return found

    def _best_extent(self, found: Found) -> Found:
        """Return a board, or a larger one that it is a part of, or a part of it, the likeliest.

        Half of a board may make sense by itself, and a board together with what lies beside it.
        """
        drawing = self._drawing
        if drawing is None:
            return found
        if not found.sound and self._patience < 0:
            return found
        for _ in range(_RESIZED):
            least = unlikeliness(found, votes_for(drawing, found.grid)) if found.sound else np.inf
            best = None
            extents = other_extents(drawing, found.grid) + self._stamped_extents(drawing, found)
            others = sorted(extents, key=least_unlikeliness)
            for voted in others[:_MOST_EXTENTS]:
                if least_unlikeliness(voted) > least:
                    break
                other = self._read(voted.grid)
                against = unlikeliness(other, voted)
                if not other.sound or other.unknown.fresh:
                    continue
                if against >= least and not self._completes(other, found):
                    continue
                if added_bare(drawing, found.placed, other.placed):
                    continue
                if found.sound and leaves_out_ruled(drawing, found.placed, other.grid):
                    continue
                left_out = leaves_out_cells(self.pixels, found.grid, other.grid)
                if not left_out and not self._completes(found, other):
                    best, least = other, against
            if best is None:
                break
            found = best
        return self._grown(found) if found.sound else found

    def _stamped_extents(self, drawing: Drawing, found: Found) -> list[Voted]:
        """Return the larger board of the same lattice whose cells bear pictures, if there is one.

        Where hidden cells have the colour of the window, no line tells how far they reach.
        """
        if not found.sound:
            return []
        size = found.grid.rows * found.grid.cols
        return [
            votes_for(drawing, grid)
            for grid in self.stamped[:1]
            if grid.rows * grid.cols > size and of_one_lattice(grid, found.grid)
        ]

    def _grown(self, found: Found) -> Found:
        """Return a board with the rows and columns beside it whose cells all look as its own do.

        Of round cells nothing shows where the board ends, and far from numbers nothing else tells.
        """
        grid, picture = found.grid, self.pixels.shape
        for _ in range(_MOST_GROWN):
            for longer in _one_more(grid, picture):
                if leaves_out_cells(self.pixels, longer, grid, 1):
                    grid = longer
                    break
            else:
                break
        if grid == found.grid:
            return found
        other = self._read(grid)
        cheap = other.unknown.cost <= found.unknown.cost + _AS_CHEAP
        return other if other.sound and cheap else found

    def _completes(self, whole: Found, part: Found) -> bool:
        """Whether a board has a cell like those of a part of it beside that, and costs no more.

        What happens to be drawn beside a board breaks rules where it is read as a number.
        """
        if adds_numbers(whole, part):
            return True
        cheap = whole.unknown.cost <= part.unknown.cost + _AS_CHEAP
        return cheap and leaves_out_cells(self.pixels, whole.grid, part.grid, 0)

    def again(self) -> Found | None:
        """Search the picture at length for a board that makes sense; None if there is none.

        With nothing opened a board makes sense too easily. A board for which all of its cells vote,
        or most if no rule is broken, need not make sense all over, unless it contradicts the rules
        everywhere.
        """
        found = self._searched()
        if (found is not None and not found.doubtful) or self._recoloured is None:
            return found
        other = self._recoloured.again()
        if found is None or other is None:
            return found or other
        return self._likelier(found, other)

    def _searched(self) -> Found | None:
        drawing = self._drawing
        if drawing is None:
            return None
        likely = voted_boards(drawing, self.located)
        fresh = self._fresh_board(drawing, [voted.grid for voted in likely])
        if fresh is not None:
            return fresh
        stamped = [votes_for(drawing, grid) for grid in self.stamped]
        boards = stamped.copy()
        for voted in likely:
            again = votes_for(drawing, voted.grid)
            # Seen with more around it, a lattice that is a little off has fewer votes.
            boards.append(replace(again, votes=(again.votes + voted.votes) / 2))
        boards.sort(key=least_unlikeliness)
        # What its cells bear is as good a sign as their sides, which round ones have not.
        boards = list(dict.fromkeys([*stamped[:1], *boards]))
        best, least = None, np.inf
        for number, voted in enumerate(boards[: _MOST_READ + 1]):
            if least_unlikeliness(voted) >= least or (number and self._patience < 0):
                continue
            found = self._read(voted.grid)
            sensible = found.sound or convincing(found, voted)
            if found.unknown.hardly_opened or not sensible:
                continue
            against = unlikeliness(found, voted)
            # With few votes it takes more: in a wall some bricks make sense as well.
            sure = voted.board_like or (found.sound and found.unknown.faultless)
            if against < (least if sure else min(least, 0)):
                best, least = found, against
        return best if best is None else self._or_located(self._best_extent(best))

    def _or_located(self, found: Found) -> Found:
        """Return a board, or if it makes no sense a likelier one there that seemed so at once."""
        if found.sound:
            return found
        there = [grid for grid in self.located if overlap(grid, found.grid) > _THERE]
        rivals = [rival for rival in map(self._read_largest, there) if rival.plausible]
        return min([found, *rivals], key=self._against)

    def _fresh_board(self, drawing: Drawing, grids: list[Grid]) -> Found | None:
        """Return the likeliest board on which nothing is opened, if there is any.

        grids: those (picture pixels) that may be one. Fainter lines than usual will do as well.
        """
        grids = [*self.stamped, *self.located, *grids, *framed_boards(drawing)]
        for least in _FAINT_STEPS:
            grids += line_boards(draw_lines(self.pixels, least))
        painted = [grid for grid in grids if painted_alike(self.pixels, grid)]
        # What shows may lie in the middles of the cells, or where their corners meet.
        between = [grid.part(-1, grid.rows, -1, grid.cols) for grid in painted]
        between = [grid.moved(grid.pitch_x / 2, grid.pitch_y / 2) for grid in between]
        painted += [grid for grid in between if painted_alike(self.pixels, grid)]
        likely = [votes_for(drawing, grid) for grid in painted]
        for voted in sorted(likely, key=lambda voted: (-voted.bordered, -voted.votes)):
            found = self._read(voted.grid)
            if found.unknown.hidden and not goes_on(drawing, voted.grid):
                return self._begun(replace(found, grid=voted.grid, painted=True))
        return None


def _same_place(a: Grid, b: Grid) -> bool:
    return nearly_same(a, b, _A_PART * min(a.pitch_x, a.pitch_y))


def _shifted(a: Grid, b: Grid) -> bool:
    """Whether two grids differ by a part of a cell, and by more than their edges are sure."""
    pitch = min(a.pitch_x, a.pitch_y)
    near = max(_A_LITTLE, _A_LITTLE_SHARE * pitch)
    return _same_place(a, b) and not nearly_same(a, b, near)


def _one_more(grid: Grid, picture: tuple[int, ...]) -> Iterator[Grid]:
    """Yield the grids inside a picture that have one row or column more than a grid."""
    for above, below, before, after in ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)):
        more = grid.part(-above, grid.rows + below, -before, grid.cols + after)
        left, top, right, bottom = more.area
        if left >= 0 and top >= 0 and right <= picture[1] and bottom <= picture[0]:
            yield more


def read_without_pack(pixels: NDArray[np.uint8], grid: Grid) -> tuple[UnknownReading, Grid]:
    """Read a grid (picture pixels) without a pack; return also where the cells were taken to be."""
    unknown = read_unknown(pixels, grid)
    if unknown.cost > _DOUBTFUL_COST * grid.rows * grid.cols and not unknown.senseless:
        whole = on_whole_pixels(grid)
        if same_cells(grid, whole):
            return unknown, grid
        again = read_unknown(pixels, whole)
        if again.cost < unknown.cost:
            return again, whole
    return unknown, grid
