import pytest

from autoplay.player.pace import CLEAN_BATCHES, LONGEST, START_GAP, Pace


def test_it_starts_at_what_native_programs_take() -> None:
    assert (Pace().hold, Pace().gap) == (0.0, START_GAP)
    assert Pace(0.09).hold == 0.09


def test_lost_clicks_make_it_slower_up_to_what_web_pages_take() -> None:
    pace = Pace()
    for _ in range(10):
        before = pace.gap, pace.hold
        pace.lost()
        assert (pace.gap, pace.hold) >= before
    assert (pace.gap, pace.hold) == (LONGEST, LONGEST)


def test_it_recovers_but_not_to_a_speed_that_lost_clicks() -> None:
    pace = Pace()
    pace.lost()
    for _ in range(50 * CLEAN_BATCHES):
        pace.arrived()
    assert pace.gap == pytest.approx(1.5 * START_GAP)
    assert pace.hold < 0.002
