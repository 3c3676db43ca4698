"""Play tells which cells are opened, and whether a blank opens the cells beside it."""

import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.vision.rules.hints import Hints, hints_since
from autoplay.vision.unknown.reading import read_unknown
from tests.vision.invented import invented
from tests.vision.lettering import built_in
from tests.vision.painted import AT_RISK, WON, PaintedGame, play
from tests.vision.synthetic import paint, picture


def since(rows: list[str], changed: list[tuple[int, int]]) -> Hints:
    cells = Board.from_rows(rows).cells
    mask = np.zeros(cells.shape, bool)
    for place in changed:
        mask[place] = True
    return hints_since(cells, np.where(cells == Cell.UNREADABLE, 0.4, 1.0).astype("f"), mask)


def test_the_first_click_settles_what_is_opened() -> None:
    before = picture(7, state="fresh", hover=False)
    changed = np.zeros(before.board.cells.shape, bool)
    changed[2:5, 3:6] = True
    changed[0, 0] = True  # a highlight that went away
    hints = hints_since(before.board.cells, np.ones(changed.shape, np.float32), changed)
    assert hints.opened.sum() == 9
    assert not (hints.opened & hints.hidden).any()
    assert hints.hidden.sum() == changed.size - 10


def test_a_redrawn_window_opens_nothing() -> None:
    before = np.full((9, 9), Cell.HIDDEN, np.int8)
    hints = hints_since(before, np.ones(before.shape, np.float32), np.ones(before.shape, bool))
    assert not hints.opened.any()
    assert not hints.hidden.any()


def test_a_cell_in_doubt_that_has_not_changed_since_is_as_a_click_left_it() -> None:
    hints = since(["~...", "...."], [(0, 2)])
    assert np.argwhere(hints.turned).tolist() == [[0, 0], [0, 2]]
    assert (hints.unmarked == hints.turned).all()


def test_a_click_can_mark_cells_once_something_is_opened() -> None:
    hints = since(["1~..", "...."], [(0, 2)])
    assert np.argwhere(hints.turned).tolist() == [[0, 1], [0, 2]]
    assert not hints.unmarked.any()


def test_cells_in_doubt_do_not_tell_that_a_program_floods() -> None:
    assert since(["01..", "11.."], []).floods
    assert not since(["0~..", "11.."], []).floods
    assert not since(["001.", "011.", "0..."], []).floods


LONE_BLANK = ["002.20111", "002.312.1", "00112.3.1", "011112.10", "01.211121", "012.1012."]


@pytest.mark.parametrize("seed", [0, 6])
def test_in_play_a_lone_blank_beside_hidden_cells_is_no_hidden_cell_under_the_pointer(
    seed: int,
) -> None:
    rng, look, scene = invented(seed, rows=6, cols=9)
    made = paint(rng, look, scene, Board.from_rows(LONE_BLANK))
    cells = made.board.cells
    nothing = np.zeros(cells.shape, bool)
    hints = Hints(opened=nothing, hidden=nothing, turned=nothing)
    assert np.array_equal(read_unknown(made.pixels, made.grid, hints).cells, cells)


@pytest.mark.parametrize(("seed", "flood"), [(13, 0), (13, 4), (1, 8)])
def test_games_of_looks_nobody_taught_are_followed_from_the_first_click(
    seed: int, flood: int
) -> None:
    assert play(PaintedGame(seed, tuple(built_in()), flood)) in (WON, AT_RISK)


def test_play_denies_what_is_opened_where_nothing_has_changed() -> None:
    hidden, opened = np.zeros((2, 3), bool), np.zeros((2, 3), bool)
    hidden[0, 0], opened[1, 2] = True, True
    hints = Hints(opened, hidden, np.zeros((2, 3), bool))
    assert not hints.deny(Board.from_rows([".1.", "..1"]).cells)
    assert hints.deny(Board.from_rows(["01.", "..1"]).cells)
    assert hints.deny(Board.from_rows([".1.", "..."]).cells)


def test_play_denies_marks_on_what_was_hidden_however_surely_and_looks_as_it_did() -> None:
    before = Board.from_rows(["..1", "..."]).cells
    changed = np.zeros((2, 3), bool)
    changed[0, 0] = True
    hints = hints_since(before, np.full((2, 3), 0.7, np.float32), changed)
    assert not hints.hidden.any()
    assert not hints.deny(Board.from_rows(["F.1", "..."]).cells)
    assert not hints.deny(Board.from_rows(["F~1", "..."]).cells)
    assert hints.deny(Board.from_rows([".F1", "..."]).cells)
