"""Whole layouts of mines that agree with a board: one drawn at random, or all of them.

Both walk through the states that the counting has laid out; nothing is tried and thrown away.
"""

from __future__ import annotations

from itertools import combinations
from math import comb, lgamma, log
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.errors import InputError
from autoplay.solver.totals import Totals, totals_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from autoplay.board import Board
    from autoplay.solver.engine import Counting

    Bools = NDArray[np.bool_]

Place = tuple[int, int]


def sample_layout(
    board: Board,
    rng: np.random.Generator,
    mines: int | tuple[int, int] | None = None,
    *,
    force_safe: Iterable[Place] = (),
    force_mine: Iterable[Place] = (),
) -> Bools | None:
    """Draw one layout, each that agrees with the board as likely as its weight says.

    mines: as for `analyse`; with a known total all layouts are equally likely.
    force_safe, force_mine: unopened cells (row, col) that the layout must leave free or mine.
    Returns the (rows, cols) mask of all mines, shown ones included; None where no layout agrees.
    Raises InputError where a total is out of its range or a forced cell is not unopened.
    """
    counting = _counting(board, totals_of(board, mines), force_safe, force_mine)
    if counting is None:
        return None
    layout = _shown(board)
    layout.ravel()[counting.reduced.known == 1] = True
    for cells, taken in _draw_by_group(counting, rng):
        layout.ravel()[rng.choice(cells, taken, replace=False)] = True
    return layout


def all_layouts(
    board: Board, mines: int | tuple[int, int] | None = None, *, limit: int
) -> Bools | None:
    """Write out all layouts that agree with the board, if there are at most `limit`.

    Returns an (layouts, rows * cols) mask of mines, shown ones included; None where there are
    more. With no layout at all it has no rows.
    Raises InputError where the total is out of its range.
    """
    totals = totals_of(board, mines)
    counting = _counting(board, Totals(totals.low, totals.high))
    if counting is None:
        return np.zeros((0, board.cells.size), np.bool_)
    if counting.log_weight > log(limit + 0.5):
        return None

    # Each component's own layouts, then all their combinations that leave the sea possible.
    fixed, left = _shown(board).ravel() | (counting.reduced.known == 1), counting.left
    rows, used = fixed[None], np.zeros(1, np.int64)
    parts = [_component_layouts(counting, k) for k in range(counting.states.ends.size)]
    for k, (own_rows, own_used) in enumerate(parts):
        rest_fewest = sum(int(n.min()) for _, n in parts[k + 1 :])
        rest_most = sum(int(n.max()) for _, n in parts[k + 1 :]) + counting.reduced.sea
        total = used[:, None] + own_used
        fits = (total + rest_fewest <= left.high) & (total + rest_most >= left.low)
        these, those = np.nonzero(fits)
        rows, used = rows[these] | own_rows[those], total[these, those]
    return _with_sea(counting, rows, used)


def _counting(
    board: Board,
    totals: Totals,
    force_safe: Iterable[Place] = (),
    force_mine: Iterable[Place] = (),
) -> Counting | None:
    from autoplay.solver import engine

    constraints = engine.Constraints.of_board(board.cells)
    forced: dict[int, bool] = {}
    for places, mine in ((force_safe, False), (force_mine, True)):
        for row, col in places:
            cell = row * board.cols + col
            if not constraints.unknown[cell]:
                raise InputError(f"row {row}, col {col} is opened; force unopened cells only")
            if forced.setdefault(cell, mine) != mine:
                return None
    return engine.count(constraints.forcing(forced) if forced else constraints, totals)


def _shown(board: Board) -> Bools:
    return np.isin(board.cells, (Cell.MINE, Cell.EXPLODED))


def _sea(counting: Counting) -> NDArray[np.int64]:
    """Return the indices of the cells that no constraint touches."""
    reduced = counting.reduced
    return np.flatnonzero(counting.unknown & (reduced.known < 0) & (reduced.group_of < 0))


def _draw_by_group(
    counting: Counting, rng: np.random.Generator
) -> Iterator[tuple[NDArray[np.int64], int]]:
    """Yield the cells of each group, and of the sea, with the number of mines drawn for them."""
    reduced, states, combined = counting.reduced, counting.states, counting.combined
    used = _pick(rng, combined.left[-1] * combined.sea_part)
    sea = _sea(counting)
    if sea.size:
        yield sea, _draw_sea(counting, used + counting.windows.first, rng)

    # From the last component to the first: its share of the mines, then, from its last group to
    # its first, the state before and the mines in between, each by the ways to get there.
    for k in range(states.ends.size - 1, -1, -1):
        own = combined.factors[counting.windows.starts[k] : counting.windows.starts[k + 1]]
        before = np.array([combined.left[k, used - i] if i <= used else 0 for i in range(own.size)])
        share = _pick(rng, own * before)
        used -= share
        state = int(states.ends[k])
        mines = int(states.fewest[state]) + share
        row = reduced.comp_start[k + 1] + k - 1
        for group in reversed(counting.order[slice(*reduced.comp_start[k : k + 2])]):
            state, taken = _step_back(counting, row, int(reduced.sizes[group]), state, mines, rng)
            mines -= taken
            row -= 1
            yield np.flatnonzero(reduced.group_of == group), taken


def _step_back(
    counting: Counting, row: int, size: int, state: int, mines: int, rng: np.random.Generator
) -> tuple[int, int]:
    """Draw a state of layer `row` before a state with its mines: (state, mines in between)."""
    states = counting.states
    begin, end = states.layers[row], states.layers[row + 1]
    first, last = states.arcs[begin], states.arcs[end]
    arcs = first + np.flatnonzero(states.next_state[first:last] == state)
    sources = begin + np.searchsorted(states.arcs[begin:end], arcs, side="right") - 1
    taken = states.mines[sources] + arcs - states.arcs[sources]
    earlier = mines - taken
    allowed = (states.fewest[sources] <= earlier) & (earlier <= states.most[sources])
    sources, taken, earlier = sources[allowed], taken[allowed], earlier[allowed]
    ways = np.array([comb(size, int(j)) for j in taken], np.float64)
    values = counting.windows.offsets[sources] + earlier - states.fewest[sources]
    at = _pick(rng, ways * counting.counts.ahead[values])
    return int(sources[at]), int(taken[at])


def _draw_sea(counting: Counting, used: int, rng: np.random.Generator) -> int:
    """Draw the mines in the sea once the components have used theirs."""
    left, sea = counting.left, counting.reduced.sea
    low, high = max(0, left.low - used), min(sea, left.high - used)
    logs = np.array(
        [r * log(left.odds) - lgamma(r + 1) - lgamma(sea - r + 1) for r in range(low, high + 1)]
    )
    return low + _pick(rng, np.exp(logs - logs.max()))


def _pick(rng: np.random.Generator, weights: NDArray[np.float64]) -> int:
    return int(rng.choice(weights.size, p=weights / weights.sum()))


def _component_layouts(counting: Counting, k: int) -> tuple[Bools, NDArray[np.int64]]:
    """Write out one component's layouts: (layouts, cells) mask, and the mines of each."""
    rows = np.zeros((1, counting.unknown.size), np.bool_)
    used = np.zeros(1, np.int64)
    reduced, states, windows = counting.reduced, counting.states, counting.windows
    begin, end = reduced.comp_start[k], reduced.comp_start[k + 1]
    reached = states.layers[begin + k : begin + k + 1]
    for group in counting.order[begin:end]:
        arcs_of = states.arcs[reached + 1] - states.arcs[reached]
        parent = np.repeat(np.arange(reached.size), arcs_of)
        step = np.arange(parent.size) - np.repeat(np.cumsum(arcs_of) - arcs_of, arcs_of)
        after = states.next_state[states.arcs[reached[parent]] + step].astype(np.int64)
        taken = states.mines[reached[parent]] + step
        total = used[parent] + taken
        alive = (states.fewest[after] <= total) & (total <= states.most[after])
        parent, after, taken, total = parent[alive], after[alive], taken[alive], total[alive]
        fillings = _fillings(np.flatnonzero(reduced.group_of == group), rows.shape[1])
        chosen = [np.flatnonzero(fillings.sum(axis=1) == j) for j in taken]
        counts = np.array([c.size for c in chosen], np.int64)
        filling = np.concatenate(chosen) if chosen else np.zeros(0, np.int64)
        rows = rows[np.repeat(parent, counts)] | fillings[filling]
        used, reached = np.repeat(total, counts), np.repeat(after, counts)
    own = counting.combined.outside[windows.starts[k] : windows.starts[k + 1]]
    kept = own[used - states.fewest[states.ends[k]]] > 0.0
    return rows[kept], used[kept]


def _fillings(cells: NDArray[np.int64], width: int) -> Bools:
    """Return every way to put mines on some cells, (2 ** cells, width)."""
    patterns = np.arange(2**cells.size)[:, None] >> np.arange(cells.size) & 1
    rows = np.zeros((patterns.shape[0], width), np.bool_)
    rows[:, cells] = patterns
    return rows


def _with_sea(counting: Counting, rows: Bools, used: NDArray[np.int64]) -> Bools:
    """Add every allowed filling of the sea to each layout of the components."""
    sea, left = _sea(counting), counting.left
    full = []
    for mines in range(max(0, left.low - int(used.max())), min(sea.size, left.high) + 1):
        fits = rows[(used + mines >= left.low) & (used + mines <= left.high)]
        if fits.size:
            for cells in combinations(sea.tolist(), mines):
                layout = fits.copy()
                layout[:, list(cells)] = True
                full.append(layout)
    return np.concatenate(full) if full else rows[:0]
