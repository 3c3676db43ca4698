import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from autoplay.board import Board, Cell
from autoplay.game.engine import Game
from autoplay.game.level import Level
from autoplay.game.rules import Rule
from autoplay.move import Move, MoveKind
from autoplay.player.plan import plan_certain, plan_guess
from autoplay.solver import Analysis


def analysis_of(board: Board, safe: str, mines: str) -> Analysis:
    """Cells marked in two pictures of the board, `x` for yes."""
    masks = [
        np.array([[s == "x" for s in line] for line in text.split()]) for text in (safe, mines)
    ]
    return Analysis(masks[0], masks[1], np.zeros(board.cells.shape), 0.0, 0.0)


def moves_of(
    rows: str, safe: str, mines: str, *, flags: bool = False
) -> list[tuple[str, int, int]]:
    board = Board.from_rows(rows.split())
    plan = plan_certain(board, analysis_of(board, safe, mines), flags=flags, why="")
    return [(move.kind.value, move.row, move.col) for move in plan.moves]


def test_a_flag_on_a_safe_cell_is_lifted_before_it_is_opened() -> None:
    assert moves_of("F1.", "x--", "--x") == [("unflag", 0, 0), ("open", 0, 0)]


def test_an_unreadable_cell_is_never_clicked() -> None:
    assert moves_of("~1.", "x-x", "---") == [("open", 0, 2)]


def test_one_click_opens_a_region_that_is_certainly_blank() -> None:
    assert moves_of("1....", "-xxxx", "-----") == [("open", 0, 1)]


def test_every_cell_is_clicked_where_blanks_have_left_hidden_cells_beside_them() -> None:
    moves = moves_of("0.... 11... .....", "-xxxx --xxx -----", "----- ----- -----")
    assert [move[1:] for move in moves] == [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)]


def test_a_flag_inside_a_blank_region_is_lifted_first() -> None:
    assert moves_of("1.F..", "-xxxx", "-----") == [("unflag", 0, 2), ("open", 0, 1)]


def test_mines_are_flagged_only_when_wanted() -> None:
    board = ("1..", "-x-", "--x")
    assert moves_of(*board) == [("open", 0, 1)]
    assert moves_of(*board, flags=True) == [("flag", 0, 2), ("open", 0, 1)]


def test_a_chord_is_used_where_it_saves_clicks() -> None:
    safe = "-xx- x-x- xxx- ----"
    moves = moves_of("F... .1.. .... ....", safe, "x--- ---- ---- ----")
    assert moves == [("chord", 1, 1)]


def test_no_chord_beside_a_wrong_flag() -> None:
    moves = moves_of("F.. .1. ...", "-xx x-x xxx", "--- --- ---")
    assert not any(kind == "chord" for kind, _, _ in moves)


def test_a_flagged_guess_is_unflagged_first() -> None:
    plan = plan_guess(Board.from_rows(["F1"]), Move(MoveKind.OPEN, 0, 0, 0.3, "guess"))
    assert [move.kind for move in plan.moves] == [MoveKind.UNFLAG, MoveKind.OPEN]
    assert plan.risk == 0.3
    assert not plan.certain


def test_what_is_missing_is_named() -> None:
    board = Board.from_rows(["1..."])
    plan = plan_certain(board, analysis_of(board, "-x--", "--x-"), flags=True, why="")
    assert plan.missing(board) == [(0, 1), (0, 2)]
    assert plan.missing(Board.from_rows(["11.."])) == [(0, 2)]
    assert plan.missing(Board.from_rows(["11F."])) == []


@given(
    seed=st.integers(0, 10_000),
    density=st.integers(1, 30),
    known=st.integers(0, 2**63),
    flags=st.booleans(),
)
def test_a_plan_opens_exactly_what_it_promises_and_never_a_mine(
    seed: int, density: int, known: int, flags: bool
) -> None:
    game = Game(Level(9, 7, density), Rule.SAFE, seed)
    game.open(3, 4)
    truth = game.solution().cells
    board = game.view()
    chosen = np.random.default_rng(known).random(truth.shape) < 0.7
    safe = board.unopened & (truth != Cell.MINE) & chosen
    mines = board.unopened & (truth == Cell.MINE) & chosen
    analysis = Analysis(safe, mines, np.zeros(truth.shape), 0.0, 0.0)
    plan = plan_certain(board, analysis, flags=flags, why="")
    acts = {
        MoveKind.OPEN: game.open,
        MoveKind.CHORD: game.chord,
        MoveKind.FLAG: game.toggle_flag,
        MoveKind.UNFLAG: game.toggle_flag,
    }
    for move in plan.moves:
        acts[move.kind](move.row, move.col)
    after = game.view()
    assert not (after.cells == Cell.EXPLODED).any()
    assert plan.missing(after) == []
    assert all(place in plan.opened for place in map(tuple, np.argwhere(safe).tolist()))
    assert sum(move.kind is MoveKind.OPEN for move in plan.moves) <= int(safe.sum())
