"""Flags and mines are known by their shape, however a set of icons draws them."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from autoplay.board import Cell
from autoplay.vision.looks.glyphs import Lifter
from autoplay.vision.looks.grounds import SIDE, grounds, to_lab
from autoplay.vision.looks.shapes import KINDS, resemblance


def bomb(ground: int) -> np.ndarray:
    """A round bomb with its fuse, a spark and a shine, as sets of icons draw it."""
    big = np.full((SIDE * 8, SIDE * 8, 3), ground, np.uint8)
    cv2.line(big, (150, 100), (185, 60), (60, 100, 140), 14)
    cv2.circle(big, (195, 52), 20, (60, 160, 250), -1)
    cv2.circle(big, (115, 150), 72, (60, 50, 50), -1)
    cv2.ellipse(big, (88, 122), (18, 10), -45, 0, 360, (150, 140, 140), -1)
    return cv2.resize(big, (SIDE, SIDE), interpolation=cv2.INTER_AREA)


def waving_flag(ground: int) -> np.ndarray:
    """A flag on a pole that leans, as sets of icons draw it."""
    big = np.full((SIDE * 8, SIDE * 8, 3), ground, np.uint8)
    cv2.line(big, (90, 40), (120, 220), (120, 110, 100), 14)
    cloth = [(92, 45), (150, 50), (205, 95), (150, 110), (104, 125)]
    cv2.fillPoly(big, [np.array(cloth)], (40, 30, 220))
    return cv2.resize(big, (SIDE, SIDE), interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("ground", [190, 230, 255])
@pytest.mark.parametrize(("drawn", "kind"), [(bomb, Cell.MINE), (waving_flag, Cell.FLAG)])
def test_flags_and_bombs_of_icon_sets_are_known(
    drawn: Callable[[int], np.ndarray], kind: Cell, ground: int
) -> None:
    lab = to_lab(np.stack([drawn(ground), np.full((SIDE, SIDE, 3), ground, np.uint8)]))
    glyphs = Lifter(lab, grounds(lab[[1, 1]])).lift(np.zeros(2, np.intp))
    assert resemblance(glyphs.shapes[:1])[0, KINDS.index(kind)] > 0.92
