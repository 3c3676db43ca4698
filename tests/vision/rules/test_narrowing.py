"""What single numbers decide is so in every layout, and numbers clash where there is none."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from autoplay.board import Cell
from autoplay.vision.rules.narrowing import narrowed
from autoplay.vision.rules.neighbourhood import count_around

_SHAPE = (3, 4)
_LAYOUTS = np.array(list(itertools.product((False, True), repeat=12))).reshape(-1, *_SHAPE)


@given(
    layout=st.sampled_from(range(len(_LAYOUTS))),
    opened=st.lists(st.booleans(), min_size=12, max_size=12),
    wrong=st.dictionaries(st.integers(0, 11), st.integers(0, 8), max_size=2),
)
def test_what_is_decided_is_so_in_every_layout(
    layout: int, opened: list[bool], wrong: dict[int, int]
) -> None:
    mines = _LAYOUTS[layout]
    number = np.reshape(opened, _SHAPE) & ~mines
    cells = np.where(number, count_around(mines), np.int16(Cell.HIDDEN)).astype(np.int8)
    for place, digit in wrong.items():
        if number.flat[place]:
            cells.flat[place] = digit
    mine, safe = np.zeros(_SHAPE, bool), number.copy()
    clash = narrowed(cells, number, mine, safe)
    possible = [
        one
        for one in _LAYOUTS
        if not (one & number).any() and (count_around(one) == cells)[number].all()
    ]
    assert not (clash & ~number).any()
    if not clash.any():
        assert not any((mine & ~one).any() or (safe & one).any() for one in possible)
    else:
        assert not possible


def test_numbers_that_are_not_believed_decide_nothing() -> None:
    cells = np.array([[1, int(Cell.HIDDEN)]], np.int8)
    for believed in (False, True):
        mine, safe = np.zeros((1, 2), bool), np.array([[True, False]])
        assert not narrowed(cells, np.array([[believed, False]]), mine, safe).any()
        assert mine.tolist() == [[False, believed]]
