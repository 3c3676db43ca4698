import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.errors import InputError
from autoplay.game.level import BEGINNER, EXPERT, Level
from autoplay.game.rules import Rule, neighbourhood, permutation, place_mines


@st.composite
def levels(draw: st.DrawFn, largest: int = 9) -> Level:
    cols, rows = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    return Level(cols, rows, draw(st.integers(0, cols * rows - 1)))


@given(levels(), st.sampled_from(Rule), st.integers(0, 2**40), st.data())
def test_mines_are_placed_as_the_plain_wording_says(
    level: Level, rule: Rule, seed: int, data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, level.size - 1))
    perm = list(range(level.size))
    random.Random(seed).shuffle(perm)
    assert permutation(level, seed) == perm

    y, x = divmod(first, level.cols)
    near = [c for c in perm if abs(c // level.cols - y) <= 1 and abs(c % level.cols - x) <= 1]
    excluded = {Rule.NONE: [], Rule.SAFE: [first], Rule.OPEN: near}[rule]
    order = [c for c in perm if c not in excluded] + [c for c in excluded if c != first]
    assert place_mines(perm, level, rule, first) == order[: level.mines]


def test_two_known_boards_stay_what_they_are() -> None:
    # Anyone's solver must meet the same boards: these come from the plain definition, by hand.
    assert sorted(place_mines(permutation(BEGINNER, 7), BEGINNER, Rule.SAFE, 40)) == BOARD_SAFE
    assert sorted(place_mines(permutation(BEGINNER, 7), BEGINNER, Rule.OPEN, 40)) == BOARD_OPEN


BOARD_SAFE = [0, 5, 20, 24, 32, 39, 42, 44, 49, 69]
BOARD_OPEN = [0, 5, 16, 20, 24, 28, 29, 42, 44, 69]


def test_an_open_first_click_opens_an_area_wherever_there_is_room() -> None:
    for seed in range(50):
        for first in (0, 15, 200, 479):
            mines = place_mines(permutation(EXPERT, seed), EXPERT, Rule.OPEN, first)
            assert len(mines) == 99
            assert not set(mines) & set(neighbourhood(EXPERT, first))


def test_a_rule_is_read_by_its_name() -> None:
    assert Rule.parse(" Open ") is Rule.OPEN
    with pytest.raises(InputError, match="no rule 'lucky'; choose one of safe, open, none"):
        Rule.parse("lucky")
