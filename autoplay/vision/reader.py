"""Read a frame into a board: locate, match the packs, name the cells, judge the game's state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Board, Cell, GameState, shows
from autoplay.errors import InputError, NoBoardFoundError
from autoplay.vision.below_pointer import less_sure, pointer_on, read_without
from autoplay.vision.counter.total import read_total
from autoplay.vision.follow.settle import (
    SETTLED_BY_OTHERS,
    doubt_lost_numbers,
    doubt_odd_blanks,
    settle_blanks,
)
from autoplay.vision.follow.strange_looks import StrangeLooks
from autoplay.vision.follow.tracking import (
    BoardChange,
    BoardLostError,
    Lost,
    changed_cells,
    check_place,
    resized,
)
from autoplay.vision.glimpsed import glimpsed
from autoplay.vision.lattices.located import may_hold, of_one_lattice, overlap
from autoplay.vision.packs.fit import WORST_MISFIT, best_fit
from autoplay.vision.packs.match import Pack
from autoplay.vision.packs.skins import shipped_skins
from autoplay.vision.parted import joined
from autoplay.vision.pixels.cells import cut_cells, cut_places
from autoplay.vision.reading import UNKNOWN, Reading
from autoplay.vision.rules.consistency import broken, without_mines
from autoplay.vision.rules.ending import game_state
from autoplay.vision.rules.neighbourhood import rectangle_around
from autoplay.vision.unknown.found import Found
from autoplay.vision.unknown.grid_readings import read_without_pack
from autoplay.vision.unknown.search import Search

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from autoplay.desktop.protocols import Frame
    from autoplay.geometry import Grid, Region
    from autoplay.vision.packs.fit import Fit
    from autoplay.vision.packs.skins import Skin

_MOSTLY = 0.5
# A pointer touches fewer cells, wherever it came from.
_SEVERAL = 6


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What the last reading saw: the board's own pixels, to tell which cells changed since."""

    reading: Reading
    region: Region
    pixels: NDArray[np.uint8]


class Reader:
    """Finds and reads boards; remembers the last one, so that reading it again is cheap.

    skins: the packs to choose from; all shipped ones and the user's own where None.
    """

    def __init__(self, skins: Sequence[Skin] | None = None) -> None:
        self._packs = [Pack(skin) for skin in (shipped_skins() if skins is None else skins)]
        self._seen: _Seen | None = None
        self._looks = StrangeLooks()
        self._rest: Iterator[Reading] = iter(())
        self._lost: Lost | None = None

    def read(self, frame: Frame, skin: str | None = None) -> Reading:
        """Find the largest board in a frame and read it.

        skin: name of the only pack to try. Raises NoBoardFoundError when there is no board, and
        InputError when there is no such skin.
        """
        self._rest = self._readings(frame, skin)
        reading = next(self._rest, None)
        if reading is None:
            height, width = frame.pixels.shape[:2]
            raise NoBoardFoundError(
                f"no Minesweeper board in the {width}x{height} picture; bring the whole board "
                "into view, uncovered, and try again"
            )
        reading = self._with_total(frame, self._below_pointer(frame, reading, skin))
        self._remember(frame, reading)
        return reading

    def others(self) -> list[Reading]:
        """Read the other boards of the frame in which `read` last found one."""
        return list(self._rest)

    def read_all(self, frame: Frame, shape: tuple[int, int] | None = None) -> list[Reading]:
        """Read every board in a frame, the largest first; their mine totals are left unread.

        shape: rows and columns of the only boards that are wanted, which takes a fraction of the
        time where there are other lattices in the picture.
        """
        return list(self._readings(frame, None, shape))

    def reread(self, frame: Frame, previous: Reading) -> Reading:
        """Read a board again where it was; only cells whose pixels changed are named anew.

        Raises BoardLostError, which says whether the board moved, was resized, is covered or is
        gone, when too much of it cannot be read any more.
        """
        region = previous.grid.region
        local = region.moved(-frame.origin.x, -frame.origin.y)
        height, width = frame.pixels.shape[:2]
        if local.x < 0 or local.y < 0 or local.right > width or local.bottom > height:
            raise BoardLostError(BoardChange.GONE, None)
        now = frame.pixels[local.y : local.bottom, local.x : local.right]
        seen = self._seen
        if seen is None or seen.reading is not previous:
            changed = np.ones((previous.grid.rows, previous.grid.cols), bool)
        else:
            changed = changed_cells(seen.pixels, now, previous.grid)
        if not changed.any():
            return previous
        if self._lost is not None and self._lost.again_in(frame, previous):
            raise self._lost.error.again()
        reading = self._read_changed(frame, previous, changed)
        try:
            check_place(frame, previous, reading, changed)
        except BoardLostError as error:
            self._lost = Lost(previous, replace(frame, pixels=frame.pixels.copy()), error.again())
            raise
        self._lost = None
        self._seen = _Seen(reading, region, now.copy())
        return reading

    def _readings(
        self, frame: Frame, skin: str | None, shape: tuple[int, int] | None = None
    ) -> Iterator[Reading]:
        """Read the boards of a frame, the largest first; before a wallpaper what lies on it."""
        search = Search(frame.pixels)
        readings: Iterable[Reading] = self._readings_in(frame, search, skin, shape)
        if (bare := search.bare) is not None:
            wall = search.lattices[0].moved(frame.origin.x, frame.origin.y)
            before = self._readings_in(replace(frame, pixels=bare.pixels), bare, skin, shape)
            shown = [reading for reading in before if not of_one_lattice(reading.grid, wall)]
            readings = shown or readings
        yield from (glimpsed(frame, whole) for whole in joined(frame, readings, self._packs))

    def _readings_in(
        self, frame: Frame, search: Search, skin: str | None, shape: tuple[int, int] | None
    ) -> Iterator[Reading]:
        """Read the boards that a search finds one after the other, the largest first.

        Where none makes sense all over, the picture is searched a second time, at length, and what
        is found then goes before what was doubtful.
        """
        packs = self._packs_named(skin)
        doubtful: list[Reading] = []
        sound = False
        for grid, fit in self._fits(frame, packs, search, shape):
            reading, sure = self._read_grid(frame, grid, fit, packs, search)
            sound |= sure
            if reading is not None and sure:
                yield reading
            elif reading is not None:
                doubtful.append(reading)
        if not sound and shape is None and packs is self._packs:
            second = search.again()
            if second is not None:
                reading = self._as_reading(frame, second)
                rivals = [other for other in doubtful if overlap(other.grid, reading.grid)]
                # Of two that make no sense all over, one is the other with something left out.
                likelier = second.sound or all(r.grid.size <= reading.grid.size for r in rivals)
                if likelier and not any(map(reading.outdone_by, rivals)):
                    yield reading.disputed_by(rivals)
                    doubtful = [other for other in doubtful if other not in rivals]
        yield from doubtful

    def _fits(
        self, frame: Frame, packs: list[Pack], search: Search, shape: tuple[int, int] | None
    ) -> list[tuple[Grid, Fit | None]]:
        """Return the grids (picture pixels) that may be boards, and the pack that fits each best.

        Where no pack convinces, cells that bear pictures are looked for: what seems a board among
        them at first sight is none. The fit is None where no pack comes near.
        """

        def fitted(grids: list[Grid]) -> list[tuple[Grid, Fit | None]]:
            wanted = (grid for grid in grids if shape is None or may_hold(grid, shape))
            return [(grid, self._fit(frame, grid, packs)) for grid in wanted]

        fits = fitted(search.located)
        if any(fit is not None and fit.convincing for _, fit in fits):
            return fits
        known = [
            (grid, fit)
            for grid, fit in fitted(search.stamped)
            if fit is not None and (fit.convincing or fit.partly)
        ]
        others = [pair for pair in fits if not any(overlap(pair[0], grid) for grid, _ in known)]
        return known + others

    def _fit(self, frame: Frame, grid: Grid, packs: list[Pack]) -> Fit | None:
        """Return the pack that fits a grid best, or else that of the last reading if it may do."""
        fit = best_fit(frame.pixels, grid, packs)
        last = None if self._seen is None else self._seen.reading
        if last is None or not last.by_pack or (fit is not None and fit.convincing):
            return fit
        # A pack that was sure once is kept: as a board fills, it fits enlarged cells less well.
        if resized(grid, last.grid):
            return fit
        kept = best_fit(frame.pixels, grid, self._packs_named(last.skin))
        return fit if kept is None or not kept.bearable else replace(kept, kept=True)

    def _packs_named(self, skin: str | None) -> list[Pack]:
        if skin is None:
            return self._packs
        packs = [pack for pack in self._packs if pack.skin.name == skin]
        if not packs:
            known = ", ".join(sorted(pack.skin.name for pack in self._packs))
            raise InputError(f"there is no skin {skin!r}; choose one of {known}")
        return packs

    def _read_grid(
        self, frame: Frame, grid: Grid, fit: Fit | None, packs: list[Pack], search: Search
    ) -> tuple[Reading | None, bool]:
        """Read a grid (picture pixels), None if it is no Minesweeper; say if it is sound.

        The best pack is taken where it convinces. Else the board may be one that no pack knows, or
        a known one that is partly covered: without a pack, a covered board makes no sense. One
        with other digits than the pack's own does, and those lie all over it.
        """
        known = None if fit is None else self._read_known_grid(frame, fit)
        if fit is not None and known is not None and fit.convincing:
            if not shows(known.board.cells, Cell.UNREADABLE).any() or packs is not self._packs:
                return known, True
            return self._completed(frame, known, fit.grid), True
        if packs is not self._packs:
            near = fit is not None and fit.match.misfit <= WORST_MISFIT
            return known if near else None, near
        found = search.read(grid)
        partly = known if fit is not None and fit.partly else None
        below_window = fit is not None and not fit.spotty
        if found.sound or (partly is not None and not below_window and found.whole):
            reading = self._as_reading(frame, found)
            # What lies over a board may pass for plain cells, but not with the pack.
            if partly is not None and below_window and partly.vouched_for_by(reading):
                return partly, True
            return reading, found.settled or not found.sound
        if partly is not None:
            return partly, True
        return self._as_reading(frame, found) if found.plausible else None, False

    def _below_pointer(self, frame: Frame, reading: Reading, skin: str | None) -> Reading:
        """Return a reading of the picture without the pointer, if that is seen on the board."""
        pointer = pointer_on(frame, reading)
        if pointer is None:
            return reading
        grid = reading.grid_in(frame)
        clear = replace(frame, pixels=pointer.painted_over(frame.pixels, grid))
        touched = pointer.touched(grid)
        below = read_without(clear, reading, touched) or next(self._readings(clear, skin), None)
        if below is None or below.board.cells.shape != touched.shape:
            return reading
        return less_sure(below, touched)

    def _completed(self, frame: Frame, known: Reading, grid: Grid) -> Reading:
        """Return a reading of a grid by a pack, what the pack cannot read as read without it.

        Another theme of a program may share all looks but a few. The rest has to be read the same,
        and what is plain there may be what lies over the board.
        """
        found = Found(*read_without_pack(frame.pixels, grid))
        unreadable = shows(known.board.cells, Cell.UNREADABLE)
        if not found.sound or found.unknown.cells.shape != unreadable.shape:
            return known
        cells = found.unknown.cells
        plain = np.isin(cells, (Cell.HIDDEN, Cell.N0))
        if plain[unreadable].any() or (known.board.cells != cells)[~unreadable].any():
            return known
        other = self._as_reading(frame, found)
        confidence = np.where(unreadable, other.confidence, known.confidence)
        return replace(known, board=other.board, confidence=confidence, state=other.state)

    def _read_known_grid(self, frame: Frame, fit: Fit) -> Reading | None:
        """Read a grid with the pack that fits it, None if that leaves no place for mines.

        Another program's hidden cells may look as the blanks of the pack do.
        """
        grid = fit.grid
        shape = (grid.rows, grid.cols)
        named, sure = fit.match.named()
        cells, confidence = doubt_odd_blanks(
            frame.pixels, grid, *settle_blanks(named.reshape(shape), sure.reshape(shape))
        )
        if without_mines(cells):
            return None
        numbers = shows(cells, Cell.N1, Cell.N8)
        if numbers.any() and broken(cells)[numbers].mean() > _MOSTLY:
            return None
        # Outer rows and columns in which no cell can be read are the window's frame.
        window = rectangle_around(~shows(cells, Cell.UNREADABLE))
        board, confidence = Board(cells[window]), confidence[window]
        return Reading(
            board=board,
            grid=grid.window(window).moved(frame.origin.x, frame.origin.y),
            confidence=confidence,
            skin=fit.pack.skin.name,
            state=game_state(board),
        )

    def _as_reading(self, frame: Frame, found: Found) -> Reading:
        """Return what was read without a pack; a program known before is still the same."""
        last = None if self._seen is None else self._seen.reading
        known = last is not None and not resized(found.grid, last.grid)
        skin = last.skin if last is not None and known else UNKNOWN
        board = Board(found.unknown.cells)
        return Reading(
            board=board,
            grid=found.grid.moved(frame.origin.x, frame.origin.y),
            confidence=found.confidence,
            skin=skin,
            state=game_state(board),
            strange=skin != UNKNOWN,
        )

    def _read_changed(self, frame: Frame, previous: Reading, changed: NDArray[np.bool_]) -> Reading:
        if not previous.by_pack:
            seen = self._seen
            pixels = seen.pixels if seen is not None and seen.reading is previous else None
            return self._looks.read(frame, previous, changed, pixels)
        (pack,) = self._packs_named(previous.skin)
        grid = previous.grid_in(frame)
        # What the cells beside one decided (it was pressed, or under the pointer) may change.
        changed = changed | (previous.confidence <= SETTLED_BY_OTHERS)
        if 4 * changed.sum() > changed.size:
            cut = cut_cells(frame.pixels, grid)[changed]
        else:
            cut = cut_places(frame.pixels, grid, np.flatnonzero(changed))
        named, sure = pack.match_cells(cut).named()
        cells, confidence = previous.board.cells.copy(), previous.confidence.copy()
        cells[changed], confidence[changed] = named, sure
        cells, confidence = settle_blanks(cells, confidence)
        # What seems highlighted on a fresh board may be a number that the pack's digits are unlike.
        foreign = np.zeros_like(changed)
        foreign[changed] = shows(named, Cell.N0) & shows(cells[changed], Cell.HIDDEN)
        if not shows(named, Cell.N0, Cell.N8).any() and shows(named, Cell.HIDDEN).sum() >= _SEVERAL:
            # So may what was opened, where tiles look as the pack's do but nothing else does.
            foreign[changed] = shows(named, Cell.HIDDEN)
        foreign &= not previous.board.numbers.any()
        if previous.state is GameState.PLAYING:
            # After the end a new game comes, which may begin with an opening.
            cells, confidence = doubt_lost_numbers(previous.board.cells, cells, confidence)
        if shows(named, Cell.N0).any():
            cells, confidence = doubt_odd_blanks(frame.pixels, grid, cells, confidence)
        reading = previous.named(cells, confidence)
        doubtful = foreign.any() or shows(cells[changed], Cell.UNREADABLE).any()
        if previous.state is GameState.PLAYING and doubtful:
            foreign[changed] |= shows(named, Cell.UNREADABLE)
            return self._looks.read_instead(frame, changed, foreign, previous, reading)
        return reading

    def _with_total(self, frame: Frame, reading: Reading) -> Reading:
        """Add the mine total, where the picture tells it."""
        local = reading.grid.region.moved(-frame.origin.x, -frame.origin.y)
        sides = {pack.skin.name: pack.skin.counter for pack in self._packs}
        side = sides.get(reading.skin)
        total = read_total(frame.pixels, local, reading.board, reading.state, side)
        if total is None:
            return reading
        board = Board(reading.board.cells, total)
        return replace(reading, board=board, state=game_state(board))

    def _remember(self, frame: Frame, reading: Reading) -> None:
        if not reading.by_pack:
            self._looks.begin(frame, reading)
        region = reading.grid.region
        local = region.moved(-frame.origin.x, -frame.origin.y)
        pixels = frame.pixels[max(0, local.y) : local.bottom, max(0, local.x) : local.right]
        if pixels.shape[:2] == (region.h, region.w):
            self._seen = _Seen(reading, region, pixels.copy())
