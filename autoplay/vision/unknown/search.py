"""Search a picture for boards that no pack fits, a second time where none of them makes sense."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.lattices.drawn_lattice import drawn_lattices
from autoplay.vision.lattices.lettered import lettered_lattices
from autoplay.vision.lattices.located import (
    MIN_PICTURE,
    VERY_MANY_CELLS,
    nearly_same,
    of_one_lattice,
    overlap,
)
from autoplay.vision.lattices.tiles import gapped_boards
from autoplay.vision.locate.boards import locate_boards
from autoplay.vision.locate.extent import voted_boards
from autoplay.vision.locate.framed import filling_frames
from autoplay.vision.locate.stamps import centred_on_ink
from autoplay.vision.locate.wallpaper import without_wallpaper
from autoplay.vision.locate.worth import cut_short
from autoplay.vision.pixels.enlarging import ENLARGED, enlarged, small
from autoplay.vision.pixels.subsampling import recoloured, subsampled
from autoplay.vision.unknown.agreeing import agreed, likelier, rather_aside
from autoplay.vision.unknown.found import (
    adds_numbers,
    convincing,
    least_unlikeliness,
    unlikeliness,
)
from autoplay.vision.unknown.grid_readings import GridReadings
from autoplay.vision.unknown.hardly_opened import begun, hardly_opened_board, where_cells_show
from autoplay.vision.unknown.judged import below_veil
from autoplay.vision.unknown.outer_lines import with_outer_lines
from autoplay.vision.unknown.resizing import coarser, likeliest_extent, likeliest_near, same_place
from autoplay.vision.unknown.seldom_found import seldom_found
from autoplay.vision.unknown.steadying import steadied
from autoplay.vision.unknown.usual_sizes import of_usual_size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.locate.extent import Voted
    from autoplay.vision.unknown.found import Found

_LEAST_READ, _MOST_READ = 2, 6
_THERE = 0.5
_A_PIXEL = 1.0
_FEW_VOTES = 1.5


class Search:
    """Reads the boards of one picture without a pack; what is looked for is looked for once.

    What is doubtful in a picture with smeared colours is read once more with clearer ones, and
    small cells that are, at twice their size.
    """

    def __init__(
        self,
        pixels: NDArray[np.uint8],
        *,
        recolour: bool = True,
        enlarge: bool = True,
        enlarged: int = 1,
    ) -> None:
        self._readings = GridReadings(pixels, enlarged)
        self.pixels = pixels
        self._recolour = recolour
        self._enlarge = enlarge

    @cached_property
    def lattices(self) -> list[Grid]:
        """What comes again like cells at first sight, in picture pixels, the likeliest first."""
        return [located.grid for located in locate_boards(self.pixels)]

    @cached_property
    def located(self) -> list[Grid]:
        """What seems a board at first sight, in picture pixels, the likeliest first."""
        # The grain of a picture makes thousands of cells, which take minutes to read.
        return [
            grid
            for grid in filter(self._readings.readable, self.lattices)
            if grid.size <= VERY_MANY_CELLS or self._readings.votes(grid).votes > 0
        ]

    @cached_property
    def bare(self) -> Search | None:
        """The same picture without the wallpaper that fills it, None where none does."""
        fills = self.lattices[:1]
        pixels = without_wallpaper(self.pixels, fills[0]) if fills else None
        return None if pixels is None else Search(pixels)

    @property
    def stamped(self) -> list[Grid]:
        """Boards whose cells bear pictures, in picture pixels, the likeliest first."""
        return self._readings.stamped

    @cached_property
    def _stamped(self) -> list[Grid]:
        return [grid for grid in self.stamped if self._bearable(grid)]

    def _bearable(self, grid: Grid) -> bool:
        """Tell whether to read a grid: of thousands of cells only if none makes sense at once."""
        few = grid.size <= VERY_MANY_CELLS
        return few or not any(self._readings.read(one).sound for one in self.located[:1])

    @cached_property
    def _recoloured(self) -> Search | None:
        """The same picture with its colours where they belong, None where they are there."""
        if not self._recolour or not subsampled(self.pixels):
            return None
        return Search(recoloured(self.pixels), recolour=False, enlarge=False)

    def read(self, grid: Grid) -> Found:
        """Read a grid (picture pixels), or the larger board that it is only a part of.

        Where a network sees other cells in it, there may be one that it has nothing against.
        """
        found = self._or_recoloured(self._steadied(self._read_largest(grid)), grid)
        found = self._or_enlarged(found)
        seen = None if found.unknown.seen_clearly or found.unknown.fresh else self._seen_at_once
        return self._finished(rather_aside(found, seen))

    def again(self) -> Found | None:
        """Search the picture at length for a board that makes sense; None if there is none.

        With nothing opened a board makes sense too easily. A board for which all of its cells vote,
        or most if no rule is broken, need not make sense all over, but it has to be a possible one:
        charts and seats vote for their cells as well.
        """
        if min(self.pixels.shape[:2]) < MIN_PICTURE:
            return None
        # Of a wallpaper thousands of squares are none.
        if self.bare is not None and self.lattices[0].size > VERY_MANY_CELLS:
            return None
        found = self._clearly_searched()
        found = self._small_board if found is None else self._or_enlarged(found)
        if found is None or not (found.sound or found.plausible) or found.unknown.hardly_likely:
            return None
        return self._finished(found)

    def _finished(self, found: Found) -> Found:
        """Return a board with what all of it tells of its size and its cells.

        Where it seems to go on, something is wrong with it, and no cell is sure.
        """
        readings = self._readings
        found = agreed(self.pixels, of_usual_size(readings, with_outer_lines(readings, found)))
        if found.unknown.hardly_likely:
            return replace(found, believed=False)
        if cut_short(readings.drawing, found.grid) or found.seen_off(self.pixels.shape):
            return replace(found, unknown=found.unknown.unsure())
        return found

    def _clearly_searched(self) -> Found | None:
        found = self._seen_at_once or self._or_judged(self._or_beside(self._searched()))
        found = None if found is None else self._steadied(found)
        if found is not None and found.sound:
            return self._or_recoloured(found, found.grid)
        if self._recoloured is None:
            return found
        other = self._recoloured.again()
        if found is None or other is None:
            return found or other
        return likelier(self._readings, found, other)

    @cached_property
    def _seen_at_once(self) -> Found | None:
        """An undisputed board that ends where a network sees it end, None if there is none.

        What seems one at first sight may be a little more or less, which takes long to find out.
        """
        places = self._readings.judged.places(self._likeliest())
        read = (self._readings.read(grid, exactly=True) for grid in places)
        found = next((found for found in read if found.undisputed), None)
        return None if found is None else self._or_exactly(found)

    def _likeliest(self) -> Iterator[Grid]:
        """Yield the likeliest lattices of boards in each way to look for them."""
        yield from self.located[:1]
        yield from self._stamped[:1]
        yield from (voted.grid for voted in self._voted[:2])

    @cached_property
    def _enlarged(self) -> Search | None:
        """The same picture at twice its size, None where it is large."""
        pixels = enlarged(self.pixels) if self._enlarge else None
        if pixels is None:
            return None
        return Search(pixels, recolour=False, enlarge=False, enlarged=ENLARGED)

    @cached_property
    def _enlarged_board(self) -> Found | None:
        """The board that shows in the enlarged picture, in pixels of this one, None if none."""
        if self._enlarged is None:
            return None
        found = self._enlarged.first_sound() or self._enlarged.again()
        return None if found is None else replace(found, grid=found.grid.scaled(1 / ENLARGED))

    @property
    def _small_board(self) -> Found | None:
        """The board that shows enlarged only; where no lattice has small cells there is none."""
        return self._enlarged_board if any(map(small, self._likeliest())) else None

    def _enlarged_there(self, found: Found) -> Found | None:
        """Return a board as it reads enlarged; unless it is settled, where one shows enlarged."""
        if not found.settled or self._enlarged is None:
            return self._enlarged_board
        there = self._enlarged._readings.read(found.grid.scaled(ENLARGED))
        return replace(there, grid=there.grid.scaled(1 / ENLARGED))

    def _or_recoloured(self, found: Found, grid: Grid) -> Found:
        """Return a board, or if it is doubtful the likelier one that clearer colours show.

        grid: where it was looked for.
        """
        if not found.doubtful or self._recoloured is None:
            return found
        clearer = self._recoloured
        there = [other for other in clearer.located if overlap(other, grid) > _THERE]
        places, read = [grid, *there[:1]], clearer.read
        if found.settled:
            # They may show other lines as well, but no other board.
            there = [other for other in there if same_place(other, found.grid)]
            places, read = [found.grid, *there[:1]], clearer._readings.read
        for other in dict.fromkeys(places):
            found = likelier(self._readings, found, read(other))
        return found

    def _steadied(self, found: Found) -> Found:
        """Return a board as most cuttings show it; in other forms of the picture one will do."""
        return steadied(self._readings, found) if self._enlarge else found

    def _or_enlarged(self, found: Found) -> Found:
        """Return a board, or if it is hard to see the likelier one that shows there enlarged."""
        if not self._hard_to_see(found) or (other := self._enlarged_there(found)) is None:
            return found
        there = overlap(other.grid, found.grid) > _THERE
        return likelier(self._readings, found, other) if there else found

    def _hard_to_see(self, found: Found) -> bool:
        """Tell whether a board with small cells is doubtful, or few of its cells vote for it."""
        if found.undisputed or not small(found.grid):
            return False
        return found.doubtful or self._readings.votes(found.grid).agreement < _FEW_VOTES

    def first_sound(self) -> Found | None:
        """Return the first board that seems one at first sight and makes sense, None if none."""
        return next((found for found in map(self.read, self.located) if found.sound), None)

    def _read_largest(self, grid: Grid) -> Found:
        found = begun(self._readings, likeliest_near(self._readings, grid))
        if not found.unknown.hardly_opened:
            return self._opposed(found)
        found = where_cells_show(self._readings, found)
        return self._opposed(found) if found.believed else found

    def _opposed(self, found: Found) -> Found:
        """Return a board that makes sense with what else is against it.

        Where that is dear, its cells may be; and a network may see no board there.
        """
        against = found.doubtful and self._readings.against(found) > 0
        against |= found.unknown.unseen or found.unknown.objected
        return replace(found, opposed=found.sound and against)

    def _or_judged(self, found: Found | None) -> Found | None:
        """Return a board, or if it makes no sense one that a network by itself makes more of."""
        if found is not None and found.sound and not found.seen_elsewhere:
            return found
        likely = list(self._likeliest())
        if found is not None:
            likely.append(found.grid)
        else:
            likely += below_veil(self.pixels)
        likely += [centred_on_ink(self.pixels, grid) for grid in self._stamped[:1]]
        likely += [*drawn_lattices(self.pixels), *lettered_lattices(self.pixels)]
        other = self._readings.judged.surest(likely)
        boards = [] if other is None else [other]
        if other is not None and (exactly := self._readings.read(other.grid)).sound:
            boards.append(exactly)
        if found is not None:
            # More of a board that makes sense has to make as much.
            whole = (one for one in boards if one.unknown.whole and one.unknown.floods)
            boards = [found, *(whole if found.sound else boards)]
        return min(boards, key=self._readings.against, default=None)

    @cached_property
    def _voted(self) -> list[Voted]:
        """Boards that the cells of lattices vote for, the likeliest first."""
        voted = voted_boards(self._readings.drawing, self.located)
        return [one for one in voted if self._bearable(one.grid)]

    def _searched(self) -> Found | None:
        likely, drawing = self._voted, self._readings.drawing
        grids = [*self._stamped, *self.located, *(voted.grid for voted in likely)]
        grids += self._readings.judged.ends(self._likeliest())
        fresh = hardly_opened_board(self._readings, grids)
        # Squares of a wallpaper are as even; with numbers on it a board goes before them.
        if fresh is not None and not (fresh.seen_further or cut_short(drawing, fresh.grid)):
            return fresh
        best, least = None, np.inf
        for number, voted in enumerate(self._worth_reading(likely)):
            there = best is not None and best.seen_whole and overlap(best.grid, voted.grid)
            few = number < _LEAST_READ and voted.grid.size <= VERY_MANY_CELLS
            worn_out = self._readings.exhausted and not few
            if there or worn_out or least_unlikeliness(voted) >= least:
                continue
            found = self._readings.read(voted.grid)
            if found.unknown.hardly_opened or not (found.sound or convincing(found, voted)):
                continue
            against = unlikeliness(found, voted)
            # With few votes it takes more: in a wall some bricks make sense as well.
            seen = found.unknown.seen_to_its_ends and not found.unknown.objected
            sure = voted.board_like or (found.sound and (found.unknown.faultless or seen))
            if against < (least if sure else min(least, 0)):
                best, least = found, against
        if best is None:
            return fresh or seldom_found(self._readings)
        return self._or_located(coarser(self._readings, likeliest_extent(self._readings, best)))

    def _or_beside(self, found: Found | None) -> Found | None:
        """Return a board, or a likelier one that makes sense but for what lies across it."""
        likely = list(dict.fromkeys([*self.located[:1], *self._stamped[:1]]))
        if found is not None and found.painted:
            # What bears one picture may be the hidden cells of a larger board, not of other cells.
            likely = [grid for grid in likely if of_one_lattice(grid, found.grid)]
        likely = [grid for grid in likely if not self._readings.read(grid).senseless]
        sound = [grid for grid in likely if self._readings.read(grid).sound]
        # Nothing lies across a board that makes sense, nor across a part of it.
        senseless = [
            grid
            for grid in likely
            if not any(grid.size <= whole.size and overlap(grid, whole) for whole in sound)
        ]
        beside = [other for grid in senseless if (other := self._readings.beside(grid)) is not None]
        boards = beside if found is None else [found, *beside]
        return min(boards, key=self._readings.against, default=None)

    def _worth_reading(self, likely: list[Voted]) -> list[Voted]:
        """Return the boards to read at length, the likeliest first, of those voted for."""
        stamped = [self._readings.votes(grid) for grid in self._stamped]
        boards = stamped.copy()
        for voted in likely:
            again = self._readings.votes(voted.grid)
            # Seen with more around it, a lattice that is a little off has fewer votes.
            boards.append(replace(again, votes=(again.votes + voted.votes) / 2))
        drawing = self._readings.drawing
        for grid in self.located[:1]:
            # Thousands of cells may fill their frame in hundreds of ways, which take minutes.
            filled = filling_frames(drawing, grid) if grid.size <= VERY_MANY_CELLS else []
            boards += map(self._readings.votes, filled)
        # Patience may end with the squares of a wallpaper, which its edges cut.
        boards.sort(key=lambda one: (cut_short(drawing, one.grid), least_unlikeliness(one)))
        apart = [self._readings.votes(grid) for grid in gapped_boards(self.pixels)[:1]]
        # What its cells bear is as good a sign as their sides, which round ones have not.
        return list(dict.fromkeys([*stamped[:1], *apart, *boards]))[: _MOST_READ + 1]

    def _or_located(self, found: Found) -> Found:
        """Return a board, or where more is against it a likelier one there that seemed so at once.

        A frame around a board may be divided into as many cells that are a little too large. A
        whole whose further numbers hold together with those of a part is that, whatever is voted.
        """
        larger = (grid for grid in self.located if grid.size > found.grid.size)
        around = [self._readings.read(grid) for grid in larger if overlap(grid, found.grid)]
        wholes = [whole for whole in around if adds_numbers(whole, found)]
        if wholes:
            return min(wholes, key=self._readings.against)
        if found.sound and self._readings.against(found) <= 0:
            return self._or_exactly(found)
        there = [grid for grid in self.located if overlap(grid, found.grid) > _THERE]
        read = map(self._read_largest, there)
        rivals = [rival for rival in read if (rival.sound if found.sound else rival.plausible)]
        return min([found, *rivals], key=self._readings.against)

    def _or_exactly(self, found: Found) -> Found:
        """Return a board, or what seemed one at once and reads the same with as many votes."""
        for grid in self.located:
            if nearly_same(grid, found.grid, _A_PIXEL) or not same_place(grid, found.grid):
                continue
            other = self._readings.read(grid)
            votes = [self._readings.votes(one.grid).votes for one in (other, found)]
            alike = np.array_equal(other.unknown.cells, found.unknown.cells)
            if other.sound and alike and votes[0] >= votes[1]:
                return other
        return found
