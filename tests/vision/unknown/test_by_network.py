"""What a network sees of a board is believed where looks make no sense, if its numbers hold."""

from dataclasses import replace

import numpy as np
import pytest

from autoplay.board import Board, Cell, shows
from autoplay.vision.naming.judgement import Judgement
from autoplay.vision.rules.hints import Hints
from autoplay.vision.unknown.by_network import (
    agreed,
    named_by_network,
    seen_in_play,
    seen_instead,
)
from autoplay.vision.unknown.unknown_reading import UnknownReading

ROWS = [
    "01.10000",
    "01110111",
    "000001.1",
    "00000111",
    "11100000",
    "1F100111",
    "232101.1",
    ".2.10111",
]
CELLS = Board.from_rows(ROWS).cells
WHOLE = (slice(0, 8), slice(0, 8))
ONE_TONE = np.full((8, 8, 3), 50, np.float32)


def judged(cells: np.ndarray, window: tuple[slice, slice] = WHOLE, sure: float = 0.97) -> Judgement:
    odds = np.full((*cells.shape, 17), (1 - sure) / 16, np.float32)
    np.put_along_axis(odds, cells[..., None].astype(np.intp), sure, axis=-1)
    return Judgement(odds, window)


def senseless(shape: tuple[int, int], shown: Cell = Cell.UNREADABLE) -> UnknownReading:
    cells = np.full(shape, shown, np.int8)
    return UnknownReading(cells, np.zeros(shape, np.float32), {}, 500.0)


def test_a_board_whose_numbers_hold_is_named_as_it_is_seen_and_no_cell_is_sure() -> None:
    seen = seen_instead(senseless((8, 8)), judged(CELLS), ONE_TONE)
    assert seen is not None
    assert Board(seen.cells).to_rows() == ROWS
    assert seen.confidence.max() <= np.float32(0.9)
    assert seen.seen_to_its_ends


@pytest.mark.parametrize(
    ("shown", "against", "seen"),
    [(Cell.N0, 8.0, True), (Cell.N0, 0.0, False), (Cell.UNREADABLE, 0.0, True)],
)
def test_one_cell_that_is_not_seen_does_no_harm_where_looks_tell_far_less(
    *, shown: Cell, against: float, seen: bool
) -> None:
    judgement = judged(CELLS)
    judgement.odds[4, 6, [Cell.N0, Cell.UNREADABLE]] = 0.45, 0.4
    reading = replace(senseless((8, 8), shown), objections=against)
    assert (seen_instead(reading, judgement, ONE_TONE) is not None) is seen


def test_mines_are_flags_where_numbers_wait_for_more() -> None:
    lost = np.where(shows(CELLS, Cell.HIDDEN), np.int8(Cell.MINE), CELLS)
    seen = named_by_network(judged(lost))
    assert seen is not None
    assert (seen.cells == lost).all()
    playing = lost.copy()
    playing[7, [0, 2]] = Cell.HIDDEN
    seen = named_by_network(judged(playing))
    assert seen is not None
    marked = shows(playing, Cell.FLAG, Cell.MINE)
    assert (seen.cells == np.where(marked, np.int8(Cell.FLAG), playing)).all()


@pytest.mark.parametrize(
    ("flag", "exploded", "state"),
    [(0.4, False, Cell.FLAG), (0.1, False, Cell.MINE), (0.4, True, Cell.MINE)],
)
def test_mines_are_flags_where_they_may_be_and_none_has_exploded(
    *, flag: float, exploded: bool, state: Cell
) -> None:
    marks = np.argwhere((CELLS == Cell.HIDDEN) | (CELLS == Cell.FLAG)).tolist()
    cells = CELLS.copy()
    for row, col in marks:
        cells[row, col] = Cell.MINE
    if exploded:
        cells[tuple(marks[-1])] = Cell.EXPLODED
    judgement = judged(cells)
    for row, col in marks[:-1]:
        judgement.odds[row, col, [Cell.MINE, Cell.FLAG]] = 0.97 - flag, flag
    seen = named_by_network(judgement)
    assert seen is not None
    assert {Cell(int(seen.cells[row, col])) for row, col in marks[:-1]} == {state}


def test_a_board_that_ends_elsewhere_is_not() -> None:
    window = (slice(0, 8), slice(0, 9))
    assert seen_instead(senseless((8, 8)), judged(CELLS, window), ONE_TONE) is None


def test_a_number_that_clashes_is_what_it_may_be_besides() -> None:
    judgement = judged(CELLS)
    judgement.odds[4, 2, [Cell.N1, Cell.N2]] = 0.4, 0.55
    seen = named_by_network(judgement)
    assert seen is not None
    assert seen.cells[4, 2] == Cell.N1


def test_a_board_on_which_numbers_clash_is_none_instead() -> None:
    cells = CELLS.copy()
    cells[3, 1] = Cell.N3
    cells[0, 5] = Cell.N4
    cells[4, 6] = Cell.N5
    assert seen_instead(senseless((8, 8)), judged(cells, sure=0.9999), ONE_TONE) is None


@pytest.mark.parametrize("kept", [False, True])
def test_in_play_only_what_is_surely_seen_is_read_and_nothing_that_play_denies(
    *, kept: bool
) -> None:
    judgement = judged(CELLS, sure=0.99)
    judgement.odds[4, 6, [Cell.N0, Cell.N1]] = 0.9, 0.1
    nothing = np.zeros((8, 8), bool)
    marked = shows(CELLS, Cell.FLAG)
    hints = Hints(nothing, nothing, nothing, kept=marked if kept else nothing)
    seen = seen_in_play(judgement, hints)
    if kept:
        # A flag does not appear on a hidden cell that looks as it did.
        assert seen is None
        return
    assert seen is not None
    assert np.argwhere(seen.cells != CELLS).tolist() == [[4, 6]]
    assert seen.cells[4, 6] == Cell.UNREADABLE
    assert seen.candidates[4, 6] == (Cell.N0, Cell.N1)


@pytest.mark.parametrize(("cols", "unread"), [(8, True), (9, False)])
def test_what_makes_no_sense_is_read_in_play_as_far_as_a_network_sees_the_same(
    *, cols: int, unread: bool
) -> None:
    cells = CELLS.copy()
    cells[1, 2] = Cell.FLAG
    reading = replace(senseless((8, 8)), cells=cells)
    cells[7, 0] = Cell.FLAG
    seen = CELLS.copy()
    seen[7, 2] = Cell.FLAG
    nothing, kept = np.zeros((8, 8), bool), shows(CELLS, Cell.HIDDEN)
    judgement = judged(seen, (slice(0, 8), slice(0, cols)))
    # What was hidden and looks as it did still is, and what was opened is some number.
    judgement.odds[0, 0, [Cell.N0, Cell.HIDDEN]] = 0.4, 0.6
    opened = CELLS == Cell.N0
    after = agreed(reading, judgement, Hints(opened, nothing, nothing, kept=kept))
    assert np.argwhere(after.cells != cells).tolist() == ([[1, 2], [7, 0]] if unread else [])
    assert bool(after.cells[1, 2] == Cell.UNREADABLE) is unread
    assert bool(after.cells[7, 0] == Cell.HIDDEN) is unread


@pytest.mark.parametrize(
    ("side", "shown", "sure", "spread", "seen"),
    [
        (8, Cell.UNREADABLE, 0.99, 3.0, True),
        (8, Cell.N0, 0.99, 3.0, False),
        # Pictures of all kinds in as many rows.
        (8, Cell.UNREADABLE, 0.99, 12.0, False),
        (7, Cell.UNREADABLE, 0.99, 3.0, False),
        # The tiles of a level of some game seemed hidden, but less surely.
        (8, Cell.UNREADABLE, 0.96, 3.0, False),
    ],
)
def test_hidden_cells_of_one_tone_are_a_fresh_board_unless_some_seem_opened(
    *, side: int, shown: Cell, sure: float, spread: float, seen: bool
) -> None:
    hidden = np.full((side, 9), Cell.HIDDEN, np.int8)
    judgement = judged(hidden, (slice(0, side), slice(0, 9)), sure)
    tones = np.full((side, 9, 3), 50, np.float32)
    tones[::2, ::3, 0] += spread
    fresh = seen_instead(senseless((side, 9), shown), judgement, tones)
    assert (fresh is not None) is seen
    assert fresh is None or (fresh.sound and fresh.hidden)


def test_numbers_without_a_blank_are_those_of_another_puzzle() -> None:
    assert named_by_network(judged(CELLS)) is not None
    given = np.full((8, 8), Cell.HIDDEN, np.int8)
    given[2:5, 2:5] = Cell.N1
    given[3, 3] = Cell.N2
    assert named_by_network(judged(given)) is None
    given[3, 3] = Cell.N0
    given[5, 5] = Cell.N1
    assert named_by_network(judged(np.where(given == Cell.N0, CELLS[0, 0], given))) is not None
