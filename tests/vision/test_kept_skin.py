"""A pack that was sure while the game ran is kept for its end, wherever the window has gone."""

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell, GameState
from autoplay.desktop.protocols import Frame
from autoplay.game.tiles import tiles
from autoplay.geometry import Point
from autoplay.vision.packs.skins import load_skin
from autoplay.vision.reader import Reader
from autoplay.vision.reading import UNKNOWN

WON = """
02F3F11F1
02F311222
0122101F1
111F10122
F1111001F
110000011
000111111
0001F11F1
000111111
"""
SIDE = 24
SOFTNESS = 0.6


def painted(cells: Board, left: int, top: int) -> Frame:
    """A board in sgt-mines' look, enlarged by a fifth, on a plain desktop."""
    pictures = tiles(load_skin("sgt-mines"), SIDE)
    rows = [np.concatenate([pictures[cell] for cell in row], axis=1) for row in cells.cells]
    board = np.concatenate(rows)
    pixels = np.full((400, 500, 3), (120, 90, 60), np.uint8)
    height, width = board.shape[:2]
    window = (slice(top - 12, top + height + 12), slice(left - 12, left + width + 12))
    pixels[window] = pictures[Cell.N0][2, 2]
    pixels[top : top + height, left : left + width] = board
    # Soft, as a screen of scale 1.2 shows it.
    return Frame(np.asarray(cv2.GaussianBlur(pixels, (0, 0), SOFTNESS), np.uint8), Point(0, 0))


@pytest.fixture
def won() -> Board:
    return Board.from_text(WON)


def test_alone_the_enlarged_end_of_a_game_is_of_no_known_skin(won: Board) -> None:
    reading = Reader().read(painted(won, 60, 80))
    assert reading.skin == UNKNOWN
    assert reading.state is GameState.WON


def test_after_its_fresh_board_it_is_of_the_skin_that_was_sure(won: Board) -> None:
    reader = Reader()
    fresh = Board(np.full((9, 9), Cell.HIDDEN))
    assert reader.read(painted(fresh, 60, 80)).skin == "sgt-mines"
    for frame in (painted(won, 93, 80), painted(won, 60, 80)):
        (again,) = reader.read_all(frame)
        assert again.skin == "sgt-mines"
        assert again.board == won
        assert again.state is GameState.WON


def test_boards_of_another_shape_are_not_read_where_one_is_looked_for(won: Board) -> None:
    reader = Reader()
    frame = painted(won, 60, 80)
    assert reader.read_all(frame, (8, 8)) != []  # a frame may seem to be a row more
    assert reader.read_all(frame, (9, 9)) != []
    assert reader.read_all(frame, (9, 10)) == []
    assert reader.read_all(frame, (16, 16)) == []


def test_a_board_of_another_size_has_its_skin_judged_by_itself(won: Board) -> None:
    reader = Reader()
    fresh = Board(np.full((9, 9), Cell.HIDDEN))
    reader.read(painted(fresh, 60, 80))
    frame = painted(won, 60, 80)
    larger = cv2.resize(frame.pixels, None, fx=1.25, fy=1.25, interpolation=cv2.INTER_LINEAR)
    (again,) = reader.read_all(Frame(np.asarray(larger, np.uint8), Point(0, 0)))
    assert again.skin != "sgt-mines"
