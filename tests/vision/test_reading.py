"""What the reader saw is less sure where it was seen otherwise."""

from dataclasses import replace

import numpy as np

from autoplay.board import Board, GameState
from autoplay.geometry import Grid
from autoplay.vision.reading import UNKNOWN, Reading
from tests.vision.plainly import PRINTED


def reading(*rows: str) -> Reading:
    board = Board.from_rows(list(rows))
    sure = np.ones(board.cells.shape, np.float32)
    grid = Grid(0, 0, 20, 20, *board.cells.shape)
    return Reading(board, grid, sure, UNKNOWN, GameState.PLAYING)


def test_a_reading_is_less_sure_of_what_another_names_otherwise() -> None:
    first = reading("01.", "01.")
    disputed = first.disputed_by([reading("01.", "010"), reading("01", "01")])
    assert disputed.board is first.board
    assert (disputed.confidence < 0.95).tolist() == [[False] * 3, [False, False, True]]
    assert (first.confidence == 1).all()
    doubted = replace(first, confidence=first.confidence / 2)
    assert np.array_equal(
        doubted.disputed_by([reading("...", "...")]).confidence, first.confidence / 2
    )


def test_a_reading_is_outdone_by_one_whose_many_numbers_hold_together() -> None:
    whole = reading(*PRINTED)
    for other in (reading("8" + PRINTED[0][1:], *PRINTED[1:]), reading("~" * 10, *PRINTED[1:])):
        assert other.outdone_by(whole)
        assert not whole.outdone_by(other)
    assert not whole.outdone_by(whole)
    assert not reading("~" * 10, *PRINTED[1:9]).outdone_by(whole)
    assert not reading("01~", "01.").outdone_by(reading("01.", "01."))


def test_a_reading_is_vouched_for_by_one_of_a_part_that_names_all_numbers_the_same() -> None:
    whole = reading(*PRINTED)
    part = replace(reading(*(row[1:] for row in PRINTED[2:])), grid=Grid(20.4, 39.7, 20, 20, 8, 9))
    assert whole.vouched_for_by(part)
    assert part.vouched_for_by(whole)
    elsewhere = replace(part, grid=Grid(40, 40, 20, 20, 8, 9))
    assert not whole.vouched_for_by(elsewhere)
    unread = reading("~" * 10, *PRINTED[1:])
    assert unread.vouched_for_by(whole)
    assert whole.vouched_for_by(unread)
    assert not reading(".1.", "...").vouched_for_by(reading(".1.", "..."))
