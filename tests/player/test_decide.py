import numpy as np

from autoplay.board import Board
from autoplay.move import MoveKind
from autoplay.player.decide import IF_READ_RIGHT, PROVEN, SURELY_READ, Decider, Preferences
from autoplay.player.plan import Plan
from autoplay.player.total import MineTotal, TotalSource
from autoplay.solver import analyse, choose


class _Solver:
    analyse = staticmethod(analyse)
    choose = staticmethod(choose)


def _plan(rows: str, *, doubtful: tuple[int, ...] = (), flags: bool = False) -> Plan:
    """Decide on a board of one row, some of whose columns are not surely read."""
    board = Board.from_rows([rows])
    confidence = np.full(board.cells.shape, SURELY_READ, np.float32)
    confidence[0, list(doubtful)] = SURELY_READ - 0.1
    wishes = Preferences(flags=flags)
    total = MineTotal(None, TotalSource.UNKNOWN)
    decider = Decider(_Solver(), total, wishes, first_is_safe=False)
    return decider.decide(board, confidence)


def _moves(plan: Plan) -> list[tuple[MoveKind, int, str]]:
    return [(move.kind, move.col, move.reason) for move in plan.moves]


def test_what_follows_from_numbers_that_were_surely_read_is_certain() -> None:
    plan = _plan("1.1..")
    assert _moves(plan) == [(MoveKind.OPEN, 3, PROVEN)]
    assert plan.certain


def test_what_needs_a_doubtful_number_is_only_assumed() -> None:
    plan = _plan("1.1..", doubtful=(2,))
    assert _moves(plan) == [(MoveKind.OPEN, 3, IF_READ_RIGHT)]
    assert not plan.certain
    assert plan.risk == 0.0


def test_what_is_certain_without_doubtful_numbers_goes_first() -> None:
    plan = _plan("1.1....1.1", doubtful=(2,))
    assert _moves(plan) == [(MoveKind.OPEN, 6, PROVEN)]
    assert plan.certain


def test_no_mine_is_flagged_because_of_a_doubtful_number() -> None:
    assert [kind for kind, *_ in _moves(_plan("1.1..", flags=True))] == [
        MoveKind.FLAG,
        MoveKind.OPEN,
    ]
    assert _moves(_plan("1.1..", doubtful=(0, 2), flags=True)) == [
        (MoveKind.OPEN, 3, IF_READ_RIGHT)
    ]


def test_a_doubtful_number_beside_no_certain_cell_leaves_the_guess_as_it_is() -> None:
    assert _moves(_plan(".1.", doubtful=(1,))) == _moves(_plan(".1."))
