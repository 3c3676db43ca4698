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
    fixed = _shown(board).ravel() | (counting.reduced.known == 1)
    rows, used = fixed[None], np.zeros(1, np.int64)
    parts = [_component_layouts(counting, k) for k in range(counting.reduced.comp_start.size - 1)]
    for k, (own_rows, own_used) in enumerate(parts):
        rest_fewest = sum(int(n.min()) for _, n in parts[k + 1 :])
        rest_most = sum(int(n.max()) for _, n in parts[k + 1 :]) + counting.reduced.sea
        total = used[:, None] + own_used
        fits = (total + rest_fewest <= counting.left.high) & (
            total + rest_most >= counting.left.low
        )
        left, right = np.nonzero(fits)
        rows, used = rows[left] | own_rows[right], total[left, right]
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
    return np.flatnonzero(
        counting.unknown & (counting.reduced.known < 0) & (counting.reduced.group_of < 0)
    )


def _draw_by_group(
    counting: Counting, rng: np.random.Generator
) -> Iterator[tuple[NDArray[np.int64], int]]:
    """Yield the cells of each group, and of the sea, with the number of mines drawn for them."""
    comps = counting.reduced.comp_start.size - 1
    ends = [
        int(counting.states.layers[counting.reduced.comp_start[k + 1] + k]) for k in range(comps)
    ]
    used = _pick(rng, counting.combined.left[comps] * counting.combined.sea_part)
    sea = _sea(counting)
    if sea.size:
        all_used = used + sum(int(counting.states.fewest[end]) for end in ends)
        yield sea, _draw_sea(counting, all_used, rng)

    # From the last component to the first: its share of the mines, then, from its last group to
    # its first, the state before and the mines in between, each by the ways to get there.
    for k in range(comps - 1, -1, -1):
        own = counting.combined.factors[counting.windows.starts[k] : counting.windows.starts[k + 1]]
        before = np.array(
            [counting.combined.left[k, used - i] if i <= used else 0 for i in range(own.size)]
        )
        share = _pick(rng, own * before)
        used -= share
        mines, state = int(counting.states.fewest[ends[k]]) + share, ends[k]
        for i in range(
            counting.reduced.comp_start[k + 1] - 1, counting.reduced.comp_start[k] - 1, -1
        ):
            group = counting.order[i]
            state, taken = _step_back(
                counting, i + k, int(counting.reduced.sizes[group]), state, mines, rng
            )
            mines -= taken
            yield np.flatnonzero(counting.reduced.group_of == group), taken


def _step_back(
    counting: Counting, row: int, size: int, state: int, mines: int, rng: np.random.Generator
) -> tuple[int, int]:
    """Draw a state of layer `row` before a state with its mines: (state, mines in between)."""
    begin, end = counting.states.layers[row], counting.states.layers[row + 1]
    first, last = counting.states.arcs[begin], counting.states.arcs[end]
    arcs = first + np.flatnonzero(counting.states.next_state[first:last] == state)
    sources = begin + np.searchsorted(counting.states.arcs[begin:end], arcs, side="right") - 1
    taken = counting.states.mines[sources] + arcs - counting.states.arcs[sources]
    earlier = mines - taken
    allowed = (counting.states.fewest[sources] <= earlier) & (
        earlier <= counting.states.most[sources]
    )
    sources, taken, earlier = sources[allowed], taken[allowed], earlier[allowed]
    ways = np.array([comb(size, int(j)) for j in taken], np.float64)
    weights = (
        ways
        * counting.counts.ahead[
            counting.windows.offsets[sources] + earlier - counting.states.fewest[sources]
        ]
    )
    at = _pick(rng, weights)
    return int(sources[at]), int(taken[at])


def _draw_sea(counting: Counting, used: int, rng: np.random.Generator) -> int:
    """Draw the mines in the sea once the components have used theirs."""
    low, high = (
        max(0, counting.left.low - used),
        min(counting.reduced.sea, counting.left.high - used),
    )
    logs = np.array(
        [
            r * log(counting.left.odds) - lgamma(r + 1) - lgamma(counting.reduced.sea - r + 1)
            for r in range(low, high + 1)
        ]
    )
    return low + _pick(rng, np.exp(logs - logs.max()))


def _pick(rng: np.random.Generator, weights: NDArray[np.float64]) -> int:
    return int(rng.choice(weights.size, p=weights / weights.sum()))


def _component_layouts(counting: Counting, k: int) -> tuple[Bools, NDArray[np.int64]]:
    """Write out one component's layouts: (layouts, cells) mask, and the mines of each."""
    rows = np.zeros((1, counting.unknown.size), np.bool_)
    used = np.zeros(1, np.int64)
    states = counting.states.layers[
        counting.reduced.comp_start[k] + k : counting.reduced.comp_start[k] + k + 1
    ]
    for i in range(counting.reduced.comp_start[k], counting.reduced.comp_start[k + 1]):
        arcs_of = counting.states.arcs[states + 1] - counting.states.arcs[states]
        parent = np.repeat(np.arange(states.size), arcs_of)
        step = np.arange(parent.size) - np.repeat(np.cumsum(arcs_of) - arcs_of, arcs_of)
        after = counting.states.next_state[counting.states.arcs[states[parent]] + step].astype(
            np.int64
        )
        taken = counting.states.mines[states[parent]] + step
        total = used[parent] + taken
        alive = (counting.states.fewest[after] <= total) & (total <= counting.states.most[after])
        parent, after, taken, total = parent[alive], after[alive], taken[alive], total[alive]
        fillings = _fillings(
            np.flatnonzero(counting.reduced.group_of == counting.order[i]), rows.shape[1]
        )
        chosen = [np.flatnonzero(fillings.sum(axis=1) == j) for j in taken]
        counts = np.array([c.size for c in chosen], np.int64)
        filling = np.concatenate(chosen) if chosen else np.zeros(0, np.int64)
        rows = rows[np.repeat(parent, counts)] | fillings[filling]
        used, states = np.repeat(total, counts), np.repeat(after, counts)
    own = counting.combined.outside[counting.windows.starts[k] : counting.windows.starts[k + 1]]
    end = counting.states.layers[counting.reduced.comp_start[k + 1] + k]
    kept = own[used - counting.states.fewest[end]] > 0.0
    return rows[kept], used[kept]


def _fillings(cells: NDArray[np.int64], width: int) -> Bools:
    """Return every way to put mines on some cells, (2 ** cells, width)."""
    patterns = np.arange(2**cells.size)[:, None] >> np.arange(cells.size) & 1
    rows = np.zeros((patterns.shape[0], width), np.bool_)
    rows[:, cells] = patterns
    return rows


def _with_sea(counting: Counting, rows: Bools, used: NDArray[np.int64]) -> Bools:
    """Add every allowed filling of the sea to each layout of the components."""
    sea = _sea(counting)
    full = []
    for mines in range(
        max(0, counting.left.low - int(used.max())), min(sea.size, counting.left.high) + 1
    ):
        fits = rows[(used + mines >= counting.left.low) & (used + mines <= counting.left.high)]
        if fits.size:
            for cells in combinations(sea.tolist(), mines):
                layout = fits.copy()
                layout[:, list(cells)] = True
                full.append(layout)
    return np.concatenate(full) if full else rows[:0]
