"""The counts beside the states against whole numbers, where they are too large for a float."""

from fractions import Fraction

import numpy as np
import pytest

from autoplay.solver import engine
from autoplay.solver.constraints import Constraint
from autoplay.solver.reference import Elimination, components_of
from autoplay.solver.totals import Totals


def test_scaled_counts_are_those_of_whole_numbers() -> None:
    # A chain of sets, each with one cell of the set before it and half of its cells mines.
    cells, sets = 30, 40
    rows = [range(i * (cells - 1), i * (cells - 1) + cells) for i in range(sets)]
    unknown = rows[-1].stop
    start = np.arange(0, sets * cells + 1, cells, dtype=np.int32)
    lacks = np.full(sets, cells // 2, np.int32)
    parts = engine.Constraints(np.ones(unknown, bool), start, np.ravel(rows).astype("i4"), lacks, 0)
    counting = engine.count(parts, Totals(0, unknown))
    assert counting is not None

    constraints = [Constraint(frozenset(row), cells // 2, i) for i, row in enumerate(rows)]
    (component,) = components_of(constraints)
    truth = Elimination(component, constraints).counts
    (end,) = counting.states.ends
    span = slice(*counting.windows.offsets[end : end + 2])
    (exponent,) = counting.counts.exponents.tolist()
    assert exponent > 0
    found = {
        counting.windows.first + m: Fraction(value) * 2**exponent
        for m, value in enumerate(counting.counts.ahead[span].tolist())
    }
    assert sorted(found) == sorted(truth)
    for mines, number in truth.items():
        assert float(found[mines] / number) == pytest.approx(1.0, abs=1e-12)
