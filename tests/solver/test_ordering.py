"""The order in which groups are eliminated: each once, and no place beyond a table is looked at."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from autoplay.solver import engine, ordering, reduction
from tests.solver.made_positions import lattice

ROOT = Path(__file__).parent.parent.parent
_MODULE = "tests.solver.test_ordering"


def order_of_a_lattice() -> tuple[list[int], float]:
    """Order one component that is dear enough to be tried from every start."""
    parts = engine.Constraints.of_board(lattice(9, 9, 2).cells)
    reduced = reduction.reduce(parts.unknown, parts.start, parts.items, parts.lacks)
    assert reduced is not None
    order, costs, _, cost = ordering.arrange(reduced.comp_start, reduced.comp, *reduced.graph)
    assert costs.size == 1
    assert cost > ordering.ENOUGH
    return order.tolist(), float(cost)


def test_every_group_is_ordered_once() -> None:
    order, _ = order_of_a_lattice()
    assert np.array_equal(np.sort(order), np.arange(len(order)))


def test_no_start_lies_beyond_the_component() -> None:
    # Compiled code reads past the end of a table unnoticed; as plain Python it would be an error.
    done = subprocess.run(
        [sys.executable, "-c", f"from {_MODULE} import *; print(order_of_a_lattice())"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(order_of_a_lattice())
