import dataclasses
import random

import numpy as np
import pytest

from autoplay.board import Board, Cell, GameState
from autoplay.desktop.protocols import Frame
from autoplay.geometry import Point
from autoplay.vision.follow.tracking import BoardLostError
from autoplay.vision.reader import Reader
from autoplay.vision.reading import Reading
from tests.vision.synthetic import Picture, make_scene, paint, picture

NEARLY_DONE = [
    "00012.210",
    "0001.3.21",
    "1101232..",
    ".1001.221",
    "110012.10",
    "000013320",
    "00001..10",
    "111012210",
    "1.1000000",
]
ONE_SIDE_HIDDEN = [
    row[:-2] + ".." if number in range(3, 6) else row for number, row in enumerate(NEARLY_DONE)
]
WON = [row.replace(".", "F") for row in NEARLY_DONE]
WON[2] = "11012322F"
LARGE_OPENING = [
    "000000000",
    "000000011",
    "22222101.",
    "..2..2122",
    "2334..2..",
    "01.2.....",
    "01.......",
    "11.......",
    ".........",
]
OPENED_WIDELY = [
    "000000000",
    "000000011",
    "22222101F",
    "FF2FF2122",
    "2334F32F1",
    "01F212F21",
    "011101110",
    "110000000",
    "F10000000",
]
LOST = [row.replace("F", "*") for row in WON]
LOST[2] = "1101232.X"
BANNER = slice(3, 6)
SHOWN = (Cell.MINE, Cell.EXPLODED)


def drawn(seed: int, rows: list[str]) -> Picture:
    """Draw a position as the invented program of a seed does, in a place that all share."""
    look = picture(seed).look
    scene = dataclasses.replace(
        make_scene(random.Random(seed)),
        rows=9,
        cols=9,
        pitch=(28.0, 28.0),
        scale=1,
        hover=False,
        noise=0,
        jpeg=0,
        surroundings="plain",
    )
    return paint(random.Random(1), look, scene, Board.from_rows(rows))


def reread_under_a_banner(seed: int, after: list[str], rows: list[str] = NEARLY_DONE) -> Reading:
    """Read a board that is nearly done, then its end with a banner over the middle."""
    before, end = drawn(seed, rows), drawn(seed, after)
    reader = Reader([])
    reading = reader.read(Frame(before.pixels, Point(0, 0)))
    assert reading.board.to_rows() == rows
    box = end.grid.region
    top, bottom = end.grid.cell(BANNER.start, 0).y + 9, end.grid.cell(BANNER.stop - 1, 0).y + 20
    end.pixels[top:bottom, box.x - 2 : box.right + 2] = (250, 246, 240)
    return reader.reread(Frame(end.pixels, Point(0, 0)), reading)


@pytest.mark.parametrize("seed", [1, 6])
@pytest.mark.parametrize(
    ("rows", "won"),
    [(NEARLY_DONE, WON), (ONE_SIDE_HIDDEN, WON), (LARGE_OPENING, OPENED_WIDELY)],
)
def test_flags_beside_a_banner_are_seen(seed: int, rows: list[str], won: list[str]) -> None:
    """Whatever has been opened under it."""
    with pytest.raises(BoardLostError, match="covered") as lost:
        reread_under_a_banner(seed, won, rows)
    assert lost.value.sure
    glimpse = lost.value.glimpse
    assert glimpse is not None
    expected = Board.from_rows(won).cells.copy()
    expected[BANNER] = Cell.UNREADABLE
    assert np.array_equal(glimpse.board.cells, expected)


@pytest.mark.parametrize("seed", [1, 6])
def test_mines_beside_a_banner_tell_of_a_loss(seed: int) -> None:
    reading = reread_under_a_banner(seed, LOST)
    assert reading.state is GameState.LOST
    expected = np.isin(Board.from_rows(LOST).cells, SHOWN)
    expected[BANNER] = False
    assert np.array_equal(np.isin(reading.board.cells, SHOWN), expected)
