"""The kernel against the same rules said over whole boards, without a thought for speed."""

from operator import itemgetter
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.board import Board, Cell
from autoplay.vision.naming.evidence import BROKEN, Costs
from autoplay.vision.naming.sides import interpret
from autoplay.vision.rules.neighbourhood import count_around

DIGITS, ZERO, MINE = slice(0, 8), 8, 9


def evidence(seed: int, *, floods: bool, single: bool) -> SimpleNamespace:
    """Costs drawn at random for a small board."""
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(4, 8, 2))
    cells, looks, grounds = shape[0] * shape[1], 6, 4
    meaning = rng.uniform(0, 8, (looks, 10))
    meaning[rng.random(looks) < 0.5, ZERO] = np.inf
    group = rng.permutation(np.arange(cells) % grounds)
    costs = Costs(
        group=group,
        look=rng.integers(0, looks, cells),
        plain=rng.uniform(0, 10, cells),
        drawn=rng.uniform(0, 10, cells),
        drawing=rng.uniform(0, 10, cells),
        symbolic=rng.random(cells) < 0.3,
        hint_hidden=rng.choice([0.0, 4.0], cells),
        hint_opened=rng.choice([0.0, 4.0], cells),
        meaning=meaning,
        symbol=rng.uniform(0, 5, looks),
        size=np.bincount(group),
        broken=BROKEN,
        single=single,
    )
    covered = np.zeros(len(group), bool)
    return SimpleNamespace(shape=shape, group=group, floods=floods, costs=costs, covered=covered)


def slowly(
    board: SimpleNamespace, opened: np.ndarray, pending: np.ndarray
) -> tuple[np.ndarray, float]:
    """Name all cells and cost that, board by board rather than cell by cell."""
    costs, around = board.costs, lambda mask: count_around(mask.reshape(board.shape)).ravel()
    side, judged = opened[costs.group], ~pending
    unopened = ~side | pending
    plain = costs.plain + BROKEN * (board.floods & (around(unopened) > 0))
    marked = np.where(side, costs.drawing < plain, costs.symbolic)
    cells = np.where(side, Cell.N0, np.where(marked, Cell.FLAG, Cell.HIDDEN)).astype(np.int8)
    cost = np.where(marked, costs.drawn, costs.plain)
    cost += np.where(side, costs.hint_opened, costs.hint_hidden)
    total = cost[judged].sum()

    # Drawings on opened ground mean what costs least; mines change what numbers beside them may be.
    at = np.flatnonzero(marked & side & judged)
    blank_near = around((cells == Cell.N0) & ~marked & judged)

    def settled(meanings: np.ndarray) -> tuple[float, np.ndarray]:
        """What drawings mean that may mean this; where nothing is unopened none is a zero."""
        first = meanings.copy()
        first[:, ZERO] = np.where(unopened.any(), first[:, ZERO], np.inf)
        meant = first.argmin(axis=1)
        for _ in range(2):
            mines = np.zeros(len(cells), bool)
            mines[at] = meant[costs.look[at]] == MINE
            fewest, most = around(mines), around(mines) + around(unopened)
            broken = np.zeros_like(costs.meaning)
            for i in at:
                values = np.arange(1, 9)
                broken[costs.look[i], DIGITS] += (values < fewest[i]) | (values > most[i])
                broken[costs.look[i], ZERO] += board.floods and most[i] > 0
                broken[costs.look[i], MINE] += blank_near[i] > 0
            before, meant = meant, (meanings + BROKEN * broken).argmin(axis=1)
            if np.array_equal((before == MINE)[costs.look[at]], (meant == MINE)[costs.look[at]]):
                break
        seen = np.unique(costs.look[at])
        rules = BROKEN * broken * (np.arange(10) != ZERO)
        return (costs.meaning + rules)[seen, meant[seen]].sum(), meant

    # Mines are one explanation of what is drawn, that there are none is another.
    none = costs.meaning.copy()
    none[:, MINE] = np.inf
    drawings, meant = min(settled(costs.meaning), settled(none), key=itemgetter(0))
    names = np.array([*range(1, 9), Cell.N0, Cell.MINE])
    cells[at] = names[meant[costs.look[at]]]
    total += drawings
    printed = marked & (cells == Cell.N0)
    return cells.reshape(board.shape), total + _rules(board, cells, opened, pending, printed)


def _rules(
    board: SimpleNamespace,
    cells: np.ndarray,
    opened: np.ndarray,
    pending: np.ndarray,
    printed: np.ndarray,
) -> float:
    costs, judged = board.costs, ~pending
    hidden = (cells > Cell.N8) & (cells != Cell.MINE) & judged
    blank = (cells == Cell.N0) & judged
    numbers = ((cells >= Cell.N1) & (cells <= Cell.N8) & judged).sum()
    beside = count_around(hidden.reshape(board.shape)).ravel() > 0
    not_flooded = (blank & beside).sum() + (blank & beside & printed).sum()
    total = 0.0
    if board.floods:
        total += BROKEN * not_flooded
    elif not costs.single:
        total += 6 + BROKEN * max(0, not_flooded - 2 * numbers)
    total += 25 * (opened.any() and not numbers)
    total += 12 * (not ((cells > Cell.N8) | pending).any())
    if not (blank.any() or pending.any()):
        total += min(12, max(0, (numbers - 8) / 2))
    total += 8 * (not (hidden | pending).any() and (cells == Cell.MINE).any())
    flags = (cells == Cell.FLAG) & judged
    kinds = np.unique(costs.look[flags])
    total += costs.symbol[kinds].sum()
    total += max(0, flags.sum() - len(cells) / 4) + 1.5 * max(0, len(kinds) - 4)
    return total + _secluded(board, (cells == Cell.HIDDEN) & judged)


def _secluded(board: SimpleNamespace, plain: np.ndarray) -> float:
    """Flood from ground to ground through cells that touch; each flood is one part."""
    group, size = board.costs.group, board.costs.size
    left, parts = set(group[plain].tolist()), []
    while left:
        part, grown = set(), {left.pop()}
        while part != grown:
            part = grown
            near = count_around((plain & np.isin(group, list(part))).reshape(board.shape)).ravel()
            grown = part | set(group[plain & (near > 0)].tolist())
        left -= part
        if max(size[ground] for ground in part) > 1:
            parts.append(sum(size[ground] for ground in part))
    return 4 * (len(parts) - 1) + 0.2 * (sum(parts) - max(parts)) if parts else 0.0


@pytest.mark.parametrize("floods", [True, False])
@given(seed=st.integers(0, 2**32), single=st.booleans(), late=st.booleans(), data=st.data())
def test_cells_are_named_and_charged_by_the_rules(
    floods: bool, seed: int, single: bool, late: bool, data: st.DataObject
) -> None:
    board = evidence(seed, floods=floods, single=single)
    flags = st.lists(st.booleans(), min_size=4, max_size=4)
    opened = np.array(data.draw(flags))
    waiting = np.array(data.draw(flags)) & late
    pending = waiting[board.group]
    cells, cost = interpret(board, opened, pending)
    wanted, charged = slowly(board, opened, pending)
    assert cost == pytest.approx(charged)
    assert np.array_equal(
        cells[~pending.reshape(board.shape)], wanted[~pending.reshape(board.shape)]
    )


def test_that_nothing_is_a_mine_is_tried_as_well_where_one_comes_up_last() -> None:
    board, opened = evidence(1849, floods=True, single=False), np.array([True, True, False, False])
    pending = np.zeros(len(board.group), bool)
    cells, cost = interpret(board, opened, pending)
    wanted, charged = slowly(board, opened, pending)
    assert cost == pytest.approx(charged)
    assert np.array_equal(cells, wanted)


def interpreted(rows: list[str], meanings: dict[str, dict[int, float]]) -> list[str]:
    """Name a board whose cells bear a drawing each, but for the hidden ones, which are plain.

    meanings: what each drawing may mean and at which cost, all else costs 30.
    """
    kinds, shape = sorted(meanings), (len(rows), len(rows[0]))
    meaning = np.full((len(kinds) + 1, 10), 30.0)
    for look, kind in enumerate(kinds):
        meaning[look, list(meanings[kind])] = list(meanings[kind].values())
    flat = "".join(rows)
    hidden = np.array([kind == "." for kind in flat])
    nothing, none = np.zeros(len(flat)), np.zeros(len(flat), bool)
    costs = Costs(
        group=hidden.astype(np.intp),
        look=np.array([len(kinds) if kind == "." else kinds.index(kind) for kind in flat]),
        plain=np.where(hidden, 0.0, 12.0),
        drawn=nothing,
        drawing=nothing,
        symbolic=none,
        hint_hidden=nothing,
        hint_opened=nothing,
        meaning=meaning,
        symbol=np.ones(len(meaning)),
        size=np.bincount(hidden.astype(np.intp), minlength=2),
        broken=BROKEN,
        single=False,
    )
    board = SimpleNamespace(shape=shape, group=costs.group, floods=True, costs=costs, covered=none)
    return Board(interpret(board, np.array([True, False]))[0]).to_rows()


def test_where_all_is_opened_a_strange_drawing_is_the_mine_and_no_printed_zero() -> None:
    """Though by shape it is rather a zero, as long as nobody asks for the mines."""
    rows = ["1221", "1**1", "1221"]
    strange = {ZERO: 6.0, MINE: 7.6}
    assert interpreted(rows, {"1": {0: 0.7}, "2": {1: 0.7}, "*": strange}) == rows


def test_a_drawing_on_half_the_opened_cells_is_the_zero_and_makes_no_mines_of_the_ones() -> None:
    """Beside mines the ones make no sense, and seem mines themselves."""
    rows = ["..1----", "..1--11", "..1--1.", "..1--11", "..1----"]
    dash = {ZERO: 11.0, MINE: 6.4}
    one = {0: 0.4, MINE: 25.0}
    assert interpreted(rows, {"1": one, "-": dash}) == [row.replace("-", "0") for row in rows]
