"""A pointer that rests on a board is taken away, and what it touched is read again, not surely."""

from dataclasses import replace

import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.desktop.protocols import Frame
from autoplay.geometry import Point
from autoplay.vision import below_pointer
from autoplay.vision.below_pointer import less_sure, pointer_on, read_without
from autoplay.vision.reading import UNKNOWN, Reading
from autoplay.vision.rules.ending import game_state
from tests.vision.synthetic import picture

ORIGIN = Point(30, 20)


@pytest.fixture(scope="module")
def made() -> tuple[Frame, Reading, np.ndarray]:
    """A board without a pack, as it is, and a cell of it that a pointer made a flag of."""
    board = picture(3, state="mid", rows=9, cols=9)
    read = board.board
    grid = board.grid.moved(ORIGIN.x, ORIGIN.y)
    sure = np.full(read.cells.shape, 0.97, np.float32)
    touched = np.zeros(read.cells.shape, bool)
    touched[tuple(np.argwhere(read.cells == Cell.HIDDEN)[0])] = True
    seen = Board(np.where(touched, np.int8(Cell.FLAG), read.cells), 10)
    return (
        Frame(board.pixels, ORIGIN),
        Reading(seen, grid, sure, UNKNOWN, game_state(seen)),
        touched,
    )


def test_what_a_pointer_touched_is_read_without_it(made) -> None:
    frame, reading, touched = made
    below = read_without(frame, reading, touched)
    assert below is not None
    assert (below.board.cells[touched] == Cell.HIDDEN).all()
    assert (below.board.cells == reading.board.cells)[~touched].all()
    assert below.board.mines == 10
    assert np.array_equal(below.confidence[~touched], reading.confidence[~touched])
    unsure = less_sure(below, touched)
    assert (unsure.confidence[touched] <= 0.9).all()
    assert np.array_equal(unsure.confidence[~touched], reading.confidence[~touched])


def test_where_other_cells_change_with_the_pointer_all_has_to_be_read_again(made) -> None:
    frame, reading, touched = made
    assert read_without(frame, reading, np.zeros_like(touched)) is None
    elsewhere = replace(reading, grid=reading.grid.part(0, 8, 0, 9))
    assert read_without(frame, elsewhere, touched) is None


def test_a_reading_by_a_pack_is_not_read_without_it(made, monkeypatch) -> None:
    frame, reading, touched = made
    monkeypatch.setattr(below_pointer, "read_without_pack", lambda *_: pytest.fail("read"))
    assert read_without(frame, replace(reading, skin="kmines"), touched) is None


def test_no_pointer_rests_on_a_board_without_one(made) -> None:
    frame, reading, touched = made
    plain = Board(np.where(touched, np.int8(Cell.HIDDEN), reading.board.cells))
    assert pointer_on(frame, replace(reading, board=plain)) is None
