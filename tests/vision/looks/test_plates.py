"""What is drawn on a small tile of another colour is the drawing."""

import cv2
import numpy as np

from autoplay.board import Cell
from autoplay.vision.looks.glyphs import Lifter
from autoplay.vision.looks.grounds import SIDE, grounds, to_lab
from autoplay.vision.looks.shapes import KINDS, resemblance


def test_a_flag_on_a_plate_of_another_colour_is_a_flag() -> None:
    blank = np.full((SIDE, SIDE, 3), 60, np.uint8)
    plate = blank.copy()
    cv2.rectangle(plate, (6, 6), (25, 25), (225, 225, 225), -1)
    flagged = plate.copy()
    cv2.line(flagged, (13, 8), (13, 23), (20, 20, 20), 2)
    cv2.fillPoly(flagged, [np.array([(14, 8), (22, 12), (14, 16)])], (30, 30, 220))
    lab = to_lab(np.stack([flagged] * 3 + [plate] * 3 + [blank] * 20))
    glyphs = Lifter(lab, grounds(lab)).lift(np.zeros(len(lab), np.intp))
    odds = resemblance(glyphs.shapes[:6])
    assert {KINDS[i] for i in odds[:3].argmax(axis=1)} == {Cell.FLAG}
    assert odds[3:, KINDS.index(Cell.FLAG)].max() < 0.5
