"""The walk over the states where it needs more room than it was given at first."""

import numpy as np
import pytest

from autoplay.errors import BoardError
from autoplay.solver import analyse, elimination
from tests.solver.made_positions import lattice


def test_more_room_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    board = lattice(9, 11, 1)
    expected = analyse(board)
    monkeypatch.setattr(elimination, "AT_FIRST", 16)
    found = analyse(board)
    assert np.array_equal(found.probability, expected.probability, equal_nan=True)
    assert found.log_solutions == expected.log_solutions
    monkeypatch.setattr(elimination, "MOST_STATES", 64)
    with pytest.raises(BoardError, match="too many open numbers"):
        analyse(board)
