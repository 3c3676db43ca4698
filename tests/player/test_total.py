import pytest

from autoplay.player.total import TotalSource, mine_total


@pytest.mark.parametrize(
    ("size", "given", "shown", "value", "source", "reliable"),
    [
        ((9, 9), 12, 11, 12, TotalSource.GIVEN, True),
        ((9, 9), None, 11, 11, TotalSource.WINDOW, True),
        ((9, 9), None, None, 10, TotalSource.USUAL, False),
        ((16, 30), None, None, 99, TotalSource.USUAL, False),
        ((7, 11), None, None, None, TotalSource.UNKNOWN, False),
    ],
)
def test_the_total_comes_from_the_best_source(
    size: tuple[int, int],
    given: int | None,
    shown: int | None,
    value: int | None,
    source: TotalSource,
    reliable: bool,
) -> None:
    total = mine_total(*size, given, shown)
    assert (total.value, total.source, total.reliable) == (value, source, reliable)


def test_it_is_said_where_the_total_is_not_known() -> None:
    assert "--mines" in str(mine_total(7, 11, None, None))
    assert "assumed" in str(mine_total(9, 9, None, None))
