import pytest

from autoplay.desktop.guard import GuardedPointer
from autoplay.desktop.protocols import Button
from autoplay.errors import ExitCode, StoppedError
from autoplay.geometry import Point, Region


class FakePointer:
    def __init__(self) -> None:
        self.here = Point(50, 50)
        self.done: list[str] = []

    def position(self) -> Point:
        return self.here

    def move(self, point: Point) -> None:
        self.here = point
        self.done.append("move")

    def click(self, point: Point, button: Button = Button.LEFT, hold: float = 0.0) -> None:
        self.here = point
        self.done.append("click")

    def press(self, key: str) -> None:
        self.done.append(key)


def guarded() -> tuple[FakePointer, GuardedPointer]:
    pointer = FakePointer()
    return pointer, GuardedPointer(pointer, [Region(0, 0, 100, 80), Region(100, 0, 60, 60)])


def test_an_undisturbed_pointer_works_on() -> None:
    pointer, guard = guarded()
    guard.move(Point(10, 10))
    guard.click(Point(20, 20))
    guard.press("n")
    assert pointer.done == ["move", "click", "n"]


def test_a_moved_pointer_stops_every_action() -> None:
    pointer, guard = guarded()
    guard.click(Point(20, 20))
    pointer.here = Point(40, 20)
    with pytest.raises(StoppedError) as caught:
        guard.click(Point(30, 30))
    assert caught.value.exit_code is ExitCode.STOPPED
    for act in (lambda: guard.move(Point(1, 1)), lambda: guard.press("n"), guard.check):
        with pytest.raises(StoppedError):
            act()
    assert pointer.done == ["click"]


def test_a_trembling_of_few_pixels_is_no_movement() -> None:
    pointer, guard = guarded()
    guard.move(Point(20, 20))
    pointer.here = Point(22, 19)
    guard.click(Point(30, 30))
    assert pointer.done == ["move", "click"]


@pytest.mark.parametrize("corner", [Point(0, 0), Point(99, 79), Point(100, 0), Point(159, 59)])
def test_a_corner_of_any_monitor_stops(corner: Point) -> None:
    pointer, guard = guarded()
    pointer.here = corner
    with pytest.raises(StoppedError, match="corner"):
        guard.check()
    assert pointer.done == []


def test_a_display_that_tells_the_place_late_is_no_movement() -> None:
    pointer, guard = guarded()
    guard.move(Point(20, 20))
    guard.click(Point(30, 30))
    guard.click(Point(40, 40))
    told = iter([Point(30, 30)] * 20 + [Point(40, 40)])
    pointer.position = lambda: next(told)  # type: ignore[method-assign]
    guard.check()
    assert next(told, None) is None


def test_a_person_who_holds_the_pointer_at_an_old_place_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("autoplay.desktop.guard.LATE", 0.05)
    pointer, guard = guarded()
    guard.click(Point(20, 20))
    guard.click(Point(30, 30))
    pointer.here = Point(20, 20)
    with pytest.raises(StoppedError, match="was moved"):
        guard.check()
