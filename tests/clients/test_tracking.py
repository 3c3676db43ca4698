"""A real window is moved, resized, covered and closed: the reader tells which it was."""

import subprocess
import sys
import time

import numpy as np
import pytest

from autoplay.board import Cell, GameState
from autoplay.desktop.capture import MssScreen
from autoplay.geometry import Point
from autoplay.solver.analyser import analyse
from autoplay.vision.follow.tracking import BoardChange, BoardLostError
from autoplay.vision.reader import Reader
from autoplay.vision.reading import Reading
from tests.clients.stage import (
    change_window,
    client_named,
    covering,
    resting_place,
    running,
    wait_for_board,
    warp,
)

pytestmark = [pytest.mark.client, pytest.mark.xdist_group("clients")]

PATIENCE = 15.0
ENOUGH_NUMBERS = 6

CLICK = """
import sys
from autoplay.desktop.pointer import PyautoguiPointer
from autoplay.geometry import Point
PyautoguiPointer().click(Point(int(sys.argv[1]), int(sys.argv[2])), hold=0.05)
"""


def opened(reader: Reader, screen: MssScreen) -> Reading:
    """Click the middle and what is safe until some cells show numbers; return the reading.

    A game that is lost would not do: there a window over the board is how many programs say so.
    """
    reading = reader.read(screen.grab())
    while (reading.board.numbers & (reading.board.cells > Cell.N0)).sum() < ENOUGH_NUMBERS:
        safe = analyse(reading.board).safe & reading.board.unopened
        fresh = not reading.board.numbers.any()
        if not (fresh or safe.any()):
            break
        row, col = (4, 4) if fresh else np.argwhere(safe)[0]
        place = reading.grid.centre(row, col)
        subprocess.run([sys.executable, "-c", CLICK, str(place.x), str(place.y)], check=True)
        rest = resting_place()
        warp(rest.x, rest.y)
        time.sleep(0.5)
        reading = reader.read(screen.grab())
    assert reading.state is GameState.PLAYING
    return reading


def told(reader: Reader, screen: MssScreen, last: Reading) -> BoardLostError:
    """Look until the board is lost, and once more when it stands still; return why."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        time.sleep(0.3)
        try:
            last = reader.reread(screen.grab(), last)
        except BoardLostError:
            time.sleep(0.7)
            with pytest.raises(BoardLostError) as lost:
                reader.reread(screen.grab(), last)
            return lost.value
    raise AssertionError("nothing was noticed")


def telling_half(reading: Reading) -> dict[str, int]:
    """Return the left or the right half of a board with its frame: that with fewer blanks."""
    board, blank = reading.grid.region, reading.board.cells == Cell.N0
    middle = reading.board.cols // 2
    left = blank[:, :middle].mean() <= blank[:, middle:].mean()
    x = board.x - 20 if left else board.x + board.w // 2 + 20
    return {"x": x, "y": board.y - 20, "w": board.w // 2, "h": board.h + 40}


def found_again(reader: Reader, screen: MssScreen, expected: Reading) -> Reading:
    again = reader.read(screen.grab())
    assert again.board.to_rows() == expected.board.to_rows()
    return again


@pytest.mark.parametrize("name", ["sgt-mines 16x16", "gnome-mines 8x8", "xdemineur 12x9"])
def test_what_became_of_a_window_is_told(name: str, screen: MssScreen) -> None:
    client = client_named(name)
    reader = Reader()
    with running(client):
        wait_for_board(client, screen, reader)
        reading = opened(reader, screen)
        assert reader.reread(screen.grab(), reading) is reading

        # Once by any way, once by whole cells: then cells fall on cells, ones on ones.
        for way in (Point(37, 23), Point(round(2 * reading.grid.pitch_x), 0)):
            change_window(reading.grid.region.centre, dx=way.x, dy=way.y)
            lost = told(reader, screen, reading)
            assert lost.change is BoardChange.MOVED
            again = found_again(reader, screen, reading)
            assert lost.grid is not None
            assert abs(lost.grid.left - again.grid.left) < 2
            assert abs(lost.grid.top - again.grid.top) < 2
            reading = again

        board = reading.grid.region
        with covering(telling_half(reading)):
            assert told(reader, screen, reading).change is BoardChange.COVERED
        time.sleep(0.7)
        assert reader.reread(screen.grab(), reading) is reading

        if client.program != "xdemineur":  # it has one size
            change_window(board.centre, grow=120)
            lost = told(reader, screen, reading)
            assert lost.change is BoardChange.RESIZED
            again = found_again(reader, screen, reading)
            assert lost.grid is not None
            assert abs(lost.grid.pitch_x - again.grid.pitch_x) < 0.2
            reading = again
    assert told(reader, screen, reading).change is BoardChange.GONE
