import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.desktop.memory import InMemoryWindow
from autoplay.desktop.protocols import Button
from autoplay.errors import InputError
from autoplay.geometry import Point, Region


class Sheet:
    def __init__(self) -> None:
        self.pixels = np.full((20, 30, 3), 200, np.uint8)
        self.seen: list[object] = []

    def picture(self) -> NDArray[np.uint8]:
        return self.pixels

    def click(self, x: int, y: int, button: str) -> None:
        self.seen.append((x, y, button))
        self.pixels[y, x] = 0

    def press(self, key: str) -> None:
        self.seen.append(key)


def test_it_shows_the_drawable_where_it_lies() -> None:
    window = InMemoryWindow(Sheet(), Point(5, 7), (100, 60))
    frame = window.grab()
    assert frame.pixels.shape == (60, 100, 3)
    assert np.all(frame.pixels[7:27, 5:35] == 200)
    assert not np.any(np.all(frame.pixels[:7] == 200, axis=2))


def test_a_region_keeps_its_place() -> None:
    window = InMemoryWindow(Sheet(), Point(5, 7), (100, 60))
    frame = window.grab(Region(5, 7, 30, 20))
    assert frame.origin == Point(5, 7)
    assert np.all(frame.pixels == 200)
    with pytest.raises(InputError, match="off the screen"):
        window.grab(Region(500, 7, 30, 20))


def test_clicks_reach_the_drawable_in_its_own_pixels() -> None:
    sheet = Sheet()
    window = InMemoryWindow(sheet, Point(5, 7), (100, 60))
    window.click(Point(15, 10), Button.RIGHT, hold=9.0)
    window.click(Point(90, 50))
    window.press("n")
    assert sheet.seen == [(10, 3, "right"), "n"]
    assert window.position() == Point(90, 50)
    assert np.all(window.grab().pixels[10, 15] == 0)
