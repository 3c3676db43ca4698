"""Name the cells of a board all at once, by a network that sees what stands around each of them.

Every cell is turned into a signal by what it shows. A few layers then mix the signals: of the cells
that touch, for a number has as many mines beside it as it says, and of all cells that look alike,
wherever they are, for one program draws them (attention: Vaswani et al., "Attention is all you
need", 2017). Learnt on invented programs and captures of others; its weights are stored beside
those of the other networks.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.pixels.cells import cut_cells
from autoplay.vision.pixels.network import through, weights_of
from autoplay.vision.pixels.one_core import on_one_core

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

    Floats = NDArray[np.float32]
    Weights = dict[str, Floats]

SIDE = 28
"""Pixels a side of a cell as the network sees it."""

OUTSIDE = len(Cell)
"""What the network calls a cell that is none of a board's: the next number after all of `Cell`."""

AT_ONCE = 2500
"""Cells that are judged at once: each is compared with all others, which takes memory and time."""

AROUND = 2
"""How many cells around a grid are seen with it."""

HEADS = 4
"""Ways in which a layer compares cells that look alike."""

_STEP = 3
_EPSILON = 1e-5
# One program draws all its flags: where the network misjudges one it misjudges all, so the more
# cells it calls the same instead of the same, the less each of them counts. Where it objects to
# nearly everything it has not seen the like, and should not decide.
_MOST_A_CELL = 3.0
_MOST = 20.0
_A_LINE = 2.5
_MOST_LINES = 4
_LEAST = 1e-3
_BELONGS = 0.5
# What another window has to leave of a line: so many cells, and such a share.
_FEWEST = 2
_IN_SIGHT = 0.2
_NOWHERE = np.eye(OUTSIDE + 1, dtype=np.float32)[OUTSIDE]


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """What the network makes of a grid and of the cells around it.

    odds: (rows, cols, 17) how likely each cell shows each `Cell`, or is none of a board's. window:
    the rows and columns that it takes for a board's, relative to the grid's and up to AROUND
    beyond them; None where it sees hardly any.
    """

    odds: Floats
    window: tuple[slice, slice] | None

    def extent(self, grid: Grid) -> Grid | None:
        """Return where it takes the board to end, of the grid that it has judged."""
        return None if self.window is None else grid.window(self.window)

    @property
    def elsewhere(self) -> float:
        """The share of its cells, 0 to 1, that are none of a board's."""
        return float((self.odds.argmax(axis=-1) == OUTSIDE).mean())

    @property
    def lines_apart(self) -> int:
        """How many rows and columns a grid has too many or too few; AROUND where it is no board."""
        if self.window is None:
            return AROUND
        rows, cols = self.window
        ends = (rows.start, cols.start, rows.stop - len(self.odds), cols.stop - self.odds.shape[1])
        return sum(abs(end) for end in ends)

    def objections(self, cells: NDArray[np.int8]) -> float:
        """Return what the network has against the grid and names of its cells, as a cost.

        cells: (rows, cols) of `Cell` values. 0 is nothing.
        """
        return _A_LINE * min(self.lines_apart, _MOST_LINES) + objections(self.odds, cells)


def judge(pixels: NDArray[np.uint8], grid: Grid) -> Judgement:
    """Judge a grid, seen with some cells around it.

    Cells whose middles lie beyond the picture are none of a board's, whatever is seen at its edge.
    pixels, grid: as `judged` takes them.
    """
    around = grid.part(-AROUND, grid.rows + AROUND, -AROUND, grid.cols + AROUND)
    wide = np.concatenate([judged(pixels, part) for part in _bands(around)])
    wide[_out_of_sight(around, pixels.shape)] = _NOWHERE
    window = inside(wide)
    if window is not None:
        rows, cols = (slice(part.start - AROUND, part.stop - AROUND) for part in window)
        window = rows, cols
    return Judgement(wide[AROUND:-AROUND, AROUND:-AROUND], window)


def _bands(grid: Grid) -> list[Grid]:
    """Return as few parts of a grid as can be judged at once, some rows each, about as many."""
    ends = np.linspace(0, grid.rows, 1 + -(-grid.size // AT_ONCE)).round().astype(int).tolist()
    return [grid.part(top, bottom, 0, grid.cols) for top, bottom in pairwise(ends)]


@on_one_core
def judged(pixels: NDArray[np.uint8], grid: Grid) -> Floats:
    """Return (rows, cols, 17) how likely each cell shows each `Cell`, or is none of a board's.

    pixels: (height, width, 3) uint8, blue green red; grid: in pixels of that picture, it may reach
    beyond its edges.
    """
    weights = weights_of("judgement")
    cells = cut_cells(pixels, grid, SIDE)
    signal = _seen(cells.reshape(-1, SIDE, SIDE, 3), weights)
    signal = signal.reshape(grid.rows, grid.cols, -1)
    mixed = 0
    while f"layers.{mixed}.conv.weight" in weights:
        signal = _mixed(signal, weights, f"layers.{mixed}.")
        mixed += 1
    odds = _linear(_normal(signal, weights, "norm"), weights, "head")
    odds = np.exp(odds - odds.max(axis=-1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=-1, keepdims=True), np.float32)


def objections(odds: Floats, cells: NDArray[np.int8]) -> float:
    """Return what the network has against names of cells, as a cost; 0 is nothing.

    odds: (rows, cols, 17) as `judged` gives them; cells: (rows, cols) of `Cell` values.
    """
    log = np.log(np.maximum(odds, _LEAST))
    likeliest = odds.argmax(axis=-1)
    given = np.take_along_axis(log, cells[..., None].astype(np.intp), axis=-1)[..., 0]
    lacking = np.minimum(log.max(axis=-1) - given, _MOST_A_CELL)
    lacking[cells == Cell.UNREADABLE] = 0.0
    kind = cells.astype(np.intp) * odds.shape[-1] + likeliest
    alike = np.bincount(kind.ravel(), lacking.ravel()) / _MOST_A_CELL
    return min(_MOST, _MOST_A_CELL * float(np.log2(1 + alike).sum()))


def inside(odds: Floats) -> tuple[slice, slice] | None:
    """Return the rows and columns of which most cells are a board's, None where hardly any is.

    A row or column at the side in which no cell can be read is none of them; one of which another
    window covers most is, if what it leaves is the board's.
    odds: (rows, cols, 17) as `judged` gives them, of a lattice that may reach beyond a board.
    """
    outside = odds[..., OUTSIDE] > _BELONGS
    belongs = odds[..., OUTSIDE] + odds[..., Cell.UNREADABLE] < _BELONGS
    if not belongs.any():
        return None
    rows, cols = (_most_of_a_board(belongs.sum(axis), outside.sum(axis)) for axis in (1, 0))
    return _past_a_window(belongs[:, cols], rows), _past_a_window(belongs[rows].T, cols)


def _most_of_a_board(belongs: NDArray[np.intp], outside: NDArray[np.intp]) -> slice:
    """Return the most lines side by side that are a board's, of those as many the first.

    A heading that seems to show numbers and flags is parted from the board by a line of nothing.
    belongs, outside: (n,) how many cells of each line are a board's, and are none of it; what is
    covered says neither, and parts nothing.
    """
    share = belongs / np.maximum(1, belongs + outside)
    board = share > _BELONGS * share.max()
    ends = np.flatnonzero(np.diff(np.pad(board | (belongs + outside == 0), 1).astype(np.int8)))
    begin, end = max(ends.reshape(-1, 2).tolist(), key=lambda run: board[slice(*run)].sum())
    lines = begin + np.flatnonzero(board[begin:end])
    return slice(int(lines[0]), int(lines[-1]) + 1)


def _past_a_window(belongs: NDArray[np.bool_], board: slice) -> slice:
    """Return the rows of a board with those beside them that a window covers in part.

    It covers a part of the next row as well, one way or the other. What lies beyond it belongs to
    the board as a whole, or is covered likewise.
    belongs: (rows, cols) which cells are a board's, of its columns alone.
    """
    lines = [_left_in_sight(line) for line in belongs]
    first, end = board.start, board.stop
    while first > 0 and _goes_on(lines, first - 1, first, first - 2):
        first -= 1
    while end < len(lines) and _goes_on(lines, end, end - 1, end + 1):
        end += 1
    return slice(first, end)


def _goes_on(lines: list[set[int] | None], at: int, *beside: int) -> bool:
    """Whether a line is whole, or lacks some cells that a line beside it lacks as well."""
    lacking = lines[at]
    if lacking is None:
        return False
    others = (lines[other] for other in beside if 0 <= other < len(lines))
    return not lacking or any(lacking & other for other in others if other)


def _left_in_sight(line: NDArray[np.bool_]) -> set[int] | None:
    """Return the cells of a line that a window may cover: one run of them, None if it is none.

    line: (n,) which of its cells are a board's, of which enough have to be left.
    """
    lacking = np.flatnonzero(~line).tolist()
    if len(line) - len(lacking) < max(_FEWEST, _IN_SIGHT * len(line)):
        return None
    return set(lacking) if not lacking or lacking[-1] - lacking[0] < len(lacking) else None


def _out_of_sight(grid: Grid, picture: tuple[int, ...]) -> NDArray[np.bool_]:
    """Mark the cells, (rows, cols), whose middles lie beyond a picture, (height, width, ...).

    There the network is shown what lies at the edge once more, which may seem to be hidden cells.
    """
    down = grid.top + (np.arange(grid.rows) + 0.5) * grid.pitch_y
    across = grid.left + (np.arange(grid.cols) + 0.5) * grid.pitch_x
    beyond = ((down < 0) | (down >= picture[0]))[:, None]
    return np.asarray(beyond | (across < 0) | (across >= picture[1]))


def _seen(cells: NDArray[np.uint8], weights: Weights) -> Floats:
    """Return (n, signals) what each cell shows: strokes seen through small windows."""
    signal = cells.astype(np.float32) / 127.5 - 1
    signal = np.maximum(_through_windows(signal, weights, "c1", _STEP), 0)
    signal = np.maximum(_through_windows(signal, weights, "c2", 2), 0)
    return _linear(signal.reshape(len(signal), -1), weights, "fc")


def _through_windows(signal: Floats, weights: Weights, name: str, step: int) -> Floats:
    """Return (n, rows, cols, kinds) of (n, height, width, channels), a margin of one around it."""
    kernel = weights[f"{name}.weight"]
    framed = np.pad(signal, ((0, 0), (1, 1), (1, 1), (0, 0)))
    seen = np.lib.stride_tricks.sliding_window_view(framed, kernel.shape[2:], (1, 2))
    seen = np.ascontiguousarray(seen[:, ::step, ::step])
    seen = seen.reshape(*seen.shape[:3], -1)
    return through(seen, kernel.reshape(len(kernel), -1).T, weights[f"{name}.bias"])


def _mixed(signal: Floats, weights: Weights, layer: str) -> Floats:
    """Return (rows, cols, signals) after one layer: cells that touch, all cells, each by itself."""
    rows, cols, size = signal.shape
    framed = np.pad(_normal(signal, weights, layer + "n1"), ((1, 1), (1, 1), (0, 0)))
    around = [framed[i : i + rows, j : j + cols] for i in range(3) for j in range(3)]
    beside = np.maximum(_linear(np.concatenate(around, axis=-1), weights, layer + "conv"), 0)
    signal = signal + _linear(beside, weights, layer + "out")
    asked = _linear(_normal(signal, weights, layer + "n2"), weights, layer + "qkv")
    queries, keys, values = asked.reshape(rows * cols, 3, HEADS, -1).transpose(1, 2, 0, 3)
    queries = queries / np.float32(np.sqrt(size // HEADS))
    heads = zip(queries, keys, values, strict=True)
    heard = np.array([_heard(query, key, value) for query, key, value in heads])
    heard = heard.transpose(1, 0, 2).reshape(rows, cols, size)
    signal = signal + _linear(heard, weights, layer + "proj")
    inner = np.maximum(_linear(_normal(signal, weights, layer + "n3"), weights, layer + "m1"), 0)
    return signal + _linear(inner, weights, layer + "m2")


def _heard(query: Floats, key: Floats, value: Floats) -> Floats:
    """Return (n, k) what each cell hears of all, by how well their keys answer its query.

    In place, as thousands of cells ask thousands.
    """
    alike = query @ key.T
    alike -= alike.max(axis=-1, keepdims=True)
    np.exp(alike, out=alike)
    heard: Floats = alike @ value / alike.sum(axis=-1, keepdims=True)
    return heard


def _linear(signal: Floats, weights: Weights, name: str) -> Floats:
    return through(signal, weights[f"{name}.weight"].T, weights[f"{name}.bias"])


def _normal(signal: Floats, weights: Weights, name: str) -> Floats:
    """Return a signal with the mean and the spread of every cell taken out, then scaled."""
    middle = signal.mean(axis=-1, keepdims=True)
    spread = np.sqrt(signal.var(axis=-1, keepdims=True) + _EPSILON)
    scaled = (signal - middle) / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"]
    return np.asarray(scaled, np.float32)
