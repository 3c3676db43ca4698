"""A doubtful cell takes the name of the cells it looks like, where the rules allow it."""

import numpy as np

from autoplay.board import Cell
from autoplay.vision.looks.grounds import SIDE
from autoplay.vision.naming.likeness import Classes, classes_of, look_again

SHAPE = (3, 8)
ONE, TWO = np.zeros((2, SIDE, SIDE), bool)
ONE[8:24, 14:18] = True
TWO[8:12, 10:22] = TWO[20:24, 10:22] = True


def board(names: list[int]) -> np.ndarray:
    """Noisy Lab pictures of ones, twos and hidden cells: (n, SIDE, SIDE, 3)."""
    rng = np.random.default_rng(3)
    lab = rng.normal(0, 4, (len(names), SIDE, SIDE, 3)).astype(np.float32)
    for cell, name in zip(lab, names, strict=True):
        cell[..., 0] += 40 if name == Cell.HIDDEN else 70
        if name in (1, 2):
            cell[ONE if name == 1 else TWO, 0] -= 30
    return lab


def compared(true: list[int], cells: np.ndarray, confidence: np.ndarray) -> Classes:
    """Compare a board with what the trusted names on it look like."""
    group = np.where(np.array(true) == Cell.HIDDEN, 0, 1)
    ground = np.where(group[:, None] == 0, [40.0, 0, 0], [70.0, 0, 0]).astype(np.float32)
    classes = classes_of(board(true), ground, group, cells, confidence)
    assert classes is not None
    return classes


TRUE = [Cell.HIDDEN] * 8 + [1, 2, 1, 2, 1, 2, 1, 2] + [0] * 8


def test_a_doubtful_cell_is_named_as_those_it_looks_like() -> None:
    cells, confidence = np.array(TRUE, np.int8), np.full(len(TRUE), 0.95)
    cells[[9, 12]], confidence[[9, 12]] = (1, 2), 0.6
    read, sure = look_again(compared(TRUE, cells, confidence), cells, confidence, SHAPE)
    assert (read == TRUE).all()
    assert (sure[[9, 12]] >= 0.8).all()
    assert (cells[[9, 12]] == (1, 2)).all()


def test_a_doubtful_cell_that_agrees_is_believed_more() -> None:
    cells, confidence = np.array(TRUE, np.int8), np.full(len(TRUE), 0.95)
    confidence[9] = 0.4
    read, sure = look_again(compared(TRUE, cells, confidence), cells, confidence, SHAPE)
    assert (read == TRUE).all()
    assert sure[9] >= 0.8


def test_the_first_of_its_name_costs_no_more_by_its_looks_than_a_name_that_none_has() -> None:
    true = [1 if name == Cell.N2 else name for name in TRUE]
    true[9] = Cell.N2
    cells, confidence = np.array(true, np.int8), np.full(len(true), 0.95)
    cost = compared(true, cells, confidence).costs()
    assert cost[9, Cell.N2] <= cost[9, Cell.N5]
    assert cost[8, Cell.N1] < cost[8, Cell.N2] - 1


def test_no_cell_is_named_so_that_the_rules_are_broken() -> None:
    # A hidden cell above that is drawn as a blank would stand beside others that are hidden.
    true = TRUE.copy()
    true[2] = 0
    cells, confidence = np.array(TRUE, np.int8), np.full(len(TRUE), 0.95)
    confidence[2] = 0.6
    read, _ = look_again(compared(true, cells, confidence), cells, confidence, SHAPE)
    assert read[2] == Cell.HIDDEN


def test_nothing_is_compared_where_nothing_is_trusted() -> None:
    cells, doubt = np.array(TRUE, np.int8), np.full(len(TRUE), 0.5)
    ground = np.zeros((len(TRUE), 3), np.float32)
    assert classes_of(board(TRUE), ground, np.zeros(len(TRUE), np.intp), cells, doubt) is None


def test_a_cell_that_nothing_can_be_compared_with_keeps_its_name() -> None:
    cells, confidence = np.array(TRUE, np.int8), np.full(len(TRUE), 0.5)
    confidence[0] = 0.95
    classes = compared(TRUE, cells, confidence)
    assert (classes.costs()[0] == 0).all()
    read, _ = look_again(classes, cells, confidence, SHAPE)
    assert read[0] == TRUE[0]


def test_only_one_mine_explodes() -> None:
    names = np.array([Cell.MINE, Cell.EXPLODED], np.int8)
    classes = Classes(names, np.array([[9, 1], [1, 9], [1, 9]], np.float32), np.full(2, 1.0))
    cells = np.full(3, Cell.MINE, np.int8)
    read, _ = look_again(classes, cells, np.full(3, 0.5), (1, 3))
    assert (read == Cell.MINE).all()
