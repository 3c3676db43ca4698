"""The rectangle of a table that is worth most, against all there are."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.vision.lattices.rectangle import richest_rectangle


@given(st.integers(0, 10_000))
def test_it_is_that_of_all_which_is_worth_most(seed: int) -> None:
    rng = random.Random(seed)
    worth = np.array([[rng.uniform(-1, 0.6) for _ in range(5)] for _ in range(4)])
    sums = [
        worth[top:bottom, left:right].sum()
        for top in range(4)
        for bottom in range(top + 1, 5)
        for left in range(5)
        for right in range(left + 1, 6)
    ]
    top, bottom, left, right = richest_rectangle(worth)
    assert worth[top:bottom, left:right].sum() == pytest.approx(max(0.0, *sums))
