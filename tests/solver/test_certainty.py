"""What is certain is known without weights: where chances are too small for any float as well."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from autoplay.solver import engine
from autoplay.solver.constraints import puzzle_of
from autoplay.solver.reference import tally
from autoplay.solver.totals import Totals
from tests.solver.made_positions import lattice, scatter, snake

SEA = 100_000


def chain(links: int) -> engine.Constraints:
    """Tie cells so that only two layouts remain: `links` mines, or half as many.

    Of the first `links` cells every two neighbours hold one mine, and every second of them holds
    one together with a cell of its own.
    """
    pairs = [(i, i + 1) for i in range(links - 1)]
    pairs += [(i, links + i // 2) for i in range(1, links, 2)]
    count = links + links // 2
    return engine.Constraints(
        np.ones(count + SEA, bool),
        np.arange(0, 2 * len(pairs) + 1, 2, dtype=np.int32),
        np.array(pairs, np.int32).ravel(),
        np.ones(len(pairs), np.int32),
        0,
    )


def answer(constraints: engine.Constraints, mines: int) -> engine.Answer:
    counting = engine.count(constraints, Totals(mines, mines, 1.0))
    assert counting is not None
    return counting.answer()


@pytest.mark.parametrize("links", [4, 8, 60, 200, 1000])
def test_a_chance_too_small_for_a_float_is_not_certainty(links: int) -> None:
    found = answer(chain(links), links)
    assert not found.safe.any()
    assert not found.mines.any()
    # Its inverse is a whole number of up to 2700 digits.
    rare = Fraction(1, 1 + comb(SEA, links // 2))
    assert found.probability[0] == pytest.approx(float(rare), rel=1e-9, abs=1e-300)
    assert found.probability[1] == pytest.approx(1.0, abs=1e-9 + float(rare))


@pytest.mark.parametrize("links", [4, 60, 1000])
def test_one_mine_less_makes_it_certain(links: int) -> None:
    found = answer(chain(links), links - 1)
    chained = links + links // 2
    assert (found.safe[:chained] | found.mines[:chained]).all()
    assert found.safe[0]
    assert not (found.safe | found.mines)[chained:].any()


@pytest.mark.parametrize("links", [4, 60, 1000])
def test_a_sea_that_is_almost_surely_full_is_not_certain(links: int) -> None:
    found = answer(chain(links), links // 2 + SEA)
    assert not (found.safe | found.mines).any()
    assert answer(chain(links), links + SEA).mines[links + links // 2 :].all()


@pytest.mark.parametrize("links", [4, 60, 1000])
def test_a_sea_that_is_certainly_empty_is_safe(links: int) -> None:
    found = answer(chain(links), links // 2)
    assert found.safe[links + links // 2 :].all()


@pytest.mark.parametrize(
    "board",
    [
        lattice(7, 9, 1),
        lattice(7, 16, 2, 0.4),
        scatter(12, 12, 1, 0.3, 0.25),
        scatter(20, 20, 2, 0.2, 0.15),
        snake(24, 24, 1),
        snake(9, 300, 1, 0.5),
    ],
    ids=["lattice", "long lattice", "dense scatter", "scatter", "snake", "long corridor"],
)
def test_made_positions_equal_counting_in_whole_numbers(board) -> None:
    puzzle = puzzle_of(board)
    truth = tally(puzzle, Totals(board.mines, board.mines, 1.0))
    found = answer(engine.Constraints.of_board(board.cells), board.mines)
    assert truth is not None
    for cell, chance in truth.probability.items():
        assert abs(found.probability[cell] - chance) <= 1e-9
        assert found.safe[cell] == (chance == 0)
        assert found.mines[cell] == (chance == 1)
