"""First-move strategies."""

from random import Random

import pytest

from autoplay.bots.first_move import STRATEGIES, FirstMove
from autoplay.errors import InputError


@pytest.mark.parametrize(
    ("name", "place"), [("corner", (0, 0)), ("edge", (0, 15)), ("centre", (8, 15)), ("3,3", (3, 3))]
)
def test_the_place_of_a_first_move(name, place):
    assert FirstMove.parse(name).place(16, 30, Random(0)) == place


def test_random_first_moves_stay_on_the_board_and_repeat_with_the_seed():
    first = FirstMove.parse("random")
    places = [first.place(4, 7, Random(seed)) for seed in range(200)]
    assert places == [first.place(4, 7, Random(seed)) for seed in range(200)]
    assert {row for row, _ in places} == set(range(4))
    assert {col for _, col in places} == set(range(7))


def test_every_strategy_has_a_name_that_parses():
    assert [FirstMove.parse(name).name for name in STRATEGIES] == list(STRATEGIES)


@pytest.mark.parametrize("text", ["middle", "3", "3,", "-1,2"])
def test_an_unknown_first_move_is_refused(text):
    with pytest.raises(InputError, match="choose"):
        FirstMove.parse(text)


def test_a_cell_off_the_board_is_refused():
    with pytest.raises(InputError, match="off a board"):
        FirstMove.parse("9,0").place(9, 9, Random(0))
