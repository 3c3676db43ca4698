"""A board that a window parts in two, or of whose outer lines it leaves little: all belongs to it.

A dialog may be wider than the board below it. Each part seems a board of its own then, but the
outermost numbers have neighbours that nobody sees. So the lattice is followed past the window: its
cells look there as the board's own do, just where they should be. So do the few cells of a line
that a window over a side or a corner leaves in sight.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autoplay.board import Cell, shows
from autoplay.vision.beyond import extended, following, lengthened, outward
from autoplay.vision.board_looks import BoardLooks, NamedCells
from autoplay.vision.lattices.located import overlap
from autoplay.vision.pixels.cells import SIDE, cut_cells
from autoplay.vision.rules.consistency import impossible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from autoplay.desktop.protocols import Frame
    from autoplay.geometry import Grid
    from autoplay.vision.packs.match import Pack
    from autoplay.vision.reading import Reading

    Mask = NDArray[np.bool_]
    Names = tuple[NDArray[np.int8], NDArray[np.float32]]
    Namer = Callable[[Grid], Names]

_PART = 0.5


def joined(frame: Frame, readings: Iterable[Reading], packs: Iterable[Pack]) -> Iterator[Reading]:
    """Yield the boards of a frame, each with what a window parts from it, and no part twice.

    packs: those that the readings may be by.
    """
    by_skin = {pack.skin.name: pack for pack in packs}
    wholes: list[Reading] = []
    for reading in readings:
        if any(overlap(reading.grid, whole.grid) > _PART for whole in wholes):
            continue
        whole = _with_all_parts(frame, reading, by_skin)
        if whole is not reading:
            wholes.append(whole)
        yield whole


def _with_all_parts(frame: Frame, reading: Reading, packs: dict[str, Pack]) -> Reading:
    grid = reading.grid_in(frame)
    part = NamedCells(grid, reading.board.cells, reading.confidence)
    looks = BoardLooks(frame.pixels, part, by_pack=reading.by_pack)
    name = _by_pack(frame.pixels, packs[reading.skin]) if reading.by_pack else looks.name
    whole = part
    for axis in (0, 1):
        for after in (True, False):
            for followed in (looks.next_lines, looks.lines_past_a_window):
                seen = followed(whole.grid, axis, after=after)
                if seen is not None:
                    whole = _with_lines(whole, seen, name, axis, after=after)
    if whole is part:
        return reading
    named = reading.named(whole.cells, whole.confidence)
    return replace(named, grid=whole.grid.moved(frame.origin.x, frame.origin.y))


def _by_pack(pixels: NDArray[np.uint8], pack: Pack) -> Namer:
    def name(grid: Grid) -> Names:
        cells, sure = pack.match_cells(cut_cells(pixels, grid).reshape(-1, SIDE, SIDE, 3)).named()
        return cells.reshape(grid.rows, grid.cols), sure.reshape(grid.rows, grid.cols)

    return name


def _with_lines(part: NamedCells, seen: Mask, name: Namer, axis: int, *, after: bool) -> NamedCells:
    """Return a board with what is seen of it past a window, unless its numbers clash then.

    seen: (lines, cells) what is in sight, from the part on.
    """
    cells, confidence = name(following(part.grid, axis, len(seen), after=after))
    beyond = outward(cells, axis, after=after)
    beyond[~seen] = Cell.UNREADABLE
    if impossible(cells, floods=not impossible(part.cells).any()).any():
        return part
    named = extended(part.cells, beyond, axis, after=after)
    sure = outward(confidence, axis, after=after)
    sure = extended(part.confidence, sure, axis, after=after)
    sure[shows(named, Cell.UNREADABLE)] = 0
    return NamedCells(lengthened(part.grid, axis, len(seen), after=after), named, sure)
