"""Hidden cells have one colour, or two by turns: what lies in patches is hardly all hidden."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from autoplay.board import Cell
from autoplay.vision.looks.grounds import SIDE
from autoplay.vision.naming.judgement import OUTSIDE
from autoplay.vision.naming.sides import Sides
from autoplay.vision.unknown.ways import Way

PATCHES = np.repeat([0, 1], 32).reshape(8, 8)
BY_TURNS = np.indices((8, 8)).sum(axis=0) & 1
ONE = np.zeros((8, 8), int)


def way(colours: np.ndarray, apart: float) -> Way:
    """All cells are called hidden, one corner excepted; their grounds are one group."""
    ground = np.zeros((64, 3), np.float32)
    ground[:, 0] = 50 + apart * colours.ravel()
    ground[-4:, 0] = 90
    group = np.zeros(64, np.intp)
    group[-4:] = 1
    digits = np.zeros(64, bool)
    evidence = SimpleNamespace(group=group, shape=(8, 8), ground=ground, digit_like=digits)
    cells = np.full((8, 8), Cell.HIDDEN, np.int8)
    cells.ravel()[-4:] = Cell.N1
    sides = Sides(np.array([False, True]), np.ones(2), cells, 5.0)
    lab = np.broadcast_to(ground[:, None, None], (64, SIDE, SIDE, 3))
    return Way(lab, evidence, sides, 2.6)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("colours", "apart", "patchy"),
    [(PATCHES, 9.0, True), (PATCHES, 2.0, False), (BY_TURNS, 9.0, False), (ONE, 9.0, False)],
)
def test_hidden_cells_of_two_colours_in_patches_are_unlikely(
    colours: np.ndarray, apart: float, patchy: bool
) -> None:
    made = way(colours, apart)
    assert made.patchy == patchy
    assert (made.unlikeliness > made.cost) == patchy


@pytest.mark.parametrize(
    ("border", "blank", "indistinct"),
    [
        (0, 50, True),
        (30, 50, False),
        (0, 90, False),
    ],
)
def test_hidden_cells_that_look_as_opened_ones_without_a_digit_are_unlikely(
    border: int, blank: int, indistinct: bool
) -> None:
    """But where blanks have a ground of their own numbers may be printed on cells as they were."""
    ground, group = np.full((64, 3), 50, np.float32), np.zeros(64, np.intp)
    group[40:52], group[52:] = 1, 2
    ground[52:] = blank
    lab = np.repeat(np.repeat(ground[:, None, None], SIDE, axis=1), SIDE, axis=2)
    lab[:40, :3] += border
    lab[40:52, 10:20, 14:18] -= 40
    cells = np.array([Cell.HIDDEN, Cell.N1, Cell.N0], np.int8)[group].reshape(8, 8)
    digits = np.zeros(64, bool)
    evidence = SimpleNamespace(group=group, shape=(8, 8), ground=ground, digit_like=digits)
    sides = Sides(np.array([False, True, True]), np.ones(3), cells, 5.0)
    made = Way(lab, evidence, sides, 2.6)  # type: ignore[arg-type]
    assert np.array_equal(made.indistinct, (cells == Cell.HIDDEN) & indistinct)
    assert (made.unlikeliness > made.cost) == indistinct


def test_names_that_a_network_objects_to_are_unlikely() -> None:
    made = way(ONE, 9.0)
    odds = np.full((8, 8, OUTSIDE + 1), 0.01, np.float32)
    np.put_along_axis(odds, made.sides.cells[..., None].astype(np.intp), 0.84, axis=-1)
    agreed = replace(made, odds=odds)
    assert agreed.unlikeliness == made.unlikeliness
    assert replace(agreed, odds=np.roll(odds, 1, axis=-1)).unlikeliness > agreed.unlikeliness + 5
