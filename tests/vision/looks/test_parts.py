"""A question mark is seen beside a flag or beside another one."""

import cv2
import numpy as np

from autoplay.vision.looks.parts import adds_a_part, asking
from autoplay.vision.looks.shapes import GLYPH_SIDE
from tests.vision.lettering import Lettering


def drawn(*parts: tuple[str, int, int, int]) -> np.ndarray:
    """Characters at (height, left, top); "P" is a flag on its pole."""
    canvas = np.zeros((GLYPH_SIDE, GLYPH_SIDE), np.float32)
    for char, height, left, top in parts:
        if char == "P":
            cv2.line(canvas, (left + 1, top), (left + 1, top + height - 1), 1.0, 2)
            flag = [(left + 2, top), (left + 13, top + 5), (left + 2, top + 10)]
            cv2.fillPoly(canvas, [np.array(flag)], 1.0)
            continue
        mask = Lettering("aileron", "font").mask(char, height)[:, : GLYPH_SIDE - left]
        part = canvas[top : top + mask.shape[0], left : left + mask.shape[1]]
        np.maximum(part, mask[: part.shape[0]], out=part)
    return canvas


def test_a_small_question_mark_beside_a_flag_is_seen() -> None:
    with_mark = drawn(("P", 20, 0, 0), ("?", 9, 12, 11))
    flag = drawn(("P", 20, 3, 0))
    odds = asking(np.stack([with_mark, flag]))
    assert odds[0] > 0.7
    assert odds[1] < 0.3


def test_two_question_marks_are_seen_and_two_digits_are_none() -> None:
    odds = asking(np.stack([drawn(("?", 14, 0, 3), ("?", 14, 11, 3)),
                            drawn(("1", 14, 1, 3), ("2", 14, 10, 3))]))  # fmt: skip
    assert odds[0] > 0.7
    assert odds[1] < 0.3


def test_a_mark_of_one_piece_has_no_parts() -> None:
    assert asking(np.zeros((0, GLYPH_SIDE, GLYPH_SIDE), np.float32)).shape == (0,)
    assert asking(drawn(("P", 20, 3, 0))[None]) == 0


def test_a_flag_with_one_thing_more_beside_it_is_told_from_a_crossed_out_one() -> None:
    flag = drawn(("P", 20, 0, 0))
    with_more = drawn(("P", 20, 0, 0), ("?", 6, 13, 14))
    crossed = flag.copy()
    cv2.line(crossed, (0, 0), (19, 19), 1.0, 2)
    crossed_apart = with_more.copy()
    cv2.line(crossed_apart, (0, 0), (19, 5), 1.0, 1)
    shapes = np.stack([flag, with_more, crossed, crossed_apart])
    assert adds_a_part(shapes, flag).tolist() == [False, True, False, False]
