"""Drawings are lifted off their grounds; what is ground all over stays there."""

import cv2
import numpy as np
import pytest

from autoplay.board import Cell
from autoplay.vision.looks.glyphs import Lifter
from autoplay.vision.looks.grounds import SIDE, grounds, to_lab
from autoplay.vision.looks.relief import without_stripes
from autoplay.vision.looks.shapes import KINDS, resemblance
from tests.vision.lettering import Lettering


def glossy(line: int, ink: np.ndarray | None = None) -> np.ndarray:
    """A tile that is lighter above a line; ink: mask of what is drawn on it in black."""
    tile = np.full((SIDE, SIDE, 3), 150, np.uint8)
    tile[:line] = 190
    if ink is not None:
        y, x = (SIDE - ink.shape[0]) // 2, (SIDE - ink.shape[1]) // 2
        part = tile[y : y + ink.shape[0], x : x + ink.shape[1]]
        part[:] = (part * (1 - ink[:, :, None])).astype(np.uint8)
    return tile


def test_a_gloss_that_ends_elsewhere_is_no_drawing_and_a_digit_is() -> None:
    digit = Lettering("strokes", "hershey").mask("2", 16)
    tiles = [glossy(16) for _ in range(12)] + [glossy(19), glossy(19, digit)]
    lab = to_lab(np.stack(tiles))
    glyphs = Lifter(lab, grounds(lab)).lift(np.zeros(len(lab), np.intp))
    assert glyphs.strength[:13].max() < 3
    assert glyphs.strength[13] > 30
    assert KINDS[int(resemblance(glyphs.shapes[13:])[0].argmax())] == Cell.N2


def test_a_drawing_between_the_two_tones_of_a_gloss_is_no_ground() -> None:
    flagged = glossy(16)
    cv2.fillPoly(flagged, [np.array([(10, 8), (22, 13), (10, 19)])], (161, 171, 177))
    lab = to_lab(np.stack([glossy(16)] * 14 + [flagged] * 6))
    glyphs = Lifter(lab, grounds(lab)).lift(np.zeros(len(lab), np.intp))
    assert glyphs.strength[:14].max() < 1
    assert glyphs.strength[14:].min() > 4


def test_a_tile_with_an_outline_is_ground_on_however_few_cells() -> None:
    tile = np.full((SIDE, SIDE, 3), 200, np.uint8)
    cv2.rectangle(tile, (4, 4), (27, 27), (90, 40, 90), 2)
    blank = np.full((SIDE, SIDE, 3), 120, np.uint8)
    lab = to_lab(np.stack([tile] * 5 + [blank] * 20))
    group = np.array([1] * 5 + [0] * 20)
    glyphs = Lifter(lab, grounds(lab)).lift(group)
    assert glyphs.strength.max() < 3


def test_a_large_mine_on_a_ground_of_its_own_is_a_drawing() -> None:
    mine = np.full((SIDE, SIDE, 3), 200, np.uint8)
    cv2.circle(mine, (15, 15), 8, (20, 20, 20), -1)
    cv2.line(mine, (4, 15), (26, 15), (20, 20, 20), 2)
    cv2.line(mine, (15, 4), (15, 26), (20, 20, 20), 2)
    blank = np.full((SIDE, SIDE, 3), 120, np.uint8)
    lab = to_lab(np.stack([mine] * 5 + [blank] * 20))
    glyphs = Lifter(lab, grounds(lab)).lift(np.array([1] * 5 + [0] * 20))
    assert glyphs.strength[:5].min() > 30


def test_a_dither_is_ground_on_however_few_cells() -> None:
    small = np.full((2, 20, 20, 3), 255, np.uint8)
    small[0, ::2, 1::2] = small[0, 1::2, ::2] = 127
    small[:, [0, -1]] = small[:, :, [0, -1]] = 0
    tile, blank = (cv2.resize(cell, (SIDE, SIDE)) for cell in small)
    lab = to_lab(np.stack([tile] * 5 + [blank] * 20))
    group = np.array([1] * 5 + [0] * 20)
    glyphs = Lifter(lab, grounds(lab)).lift(group)
    assert glyphs.strength.max() < 3


def test_a_disc_that_most_cells_bear_is_no_ground_where_the_bevel_is_wide() -> None:
    tile = np.full((SIDE, SIDE, 3), (220, 90, 130), np.uint8)
    tile[:7] = tile[:, :7] = (245, 180, 200)
    tile[-7:] = tile[:, -7:] = (130, 50, 70)
    flagged = tile.copy()
    cv2.circle(flagged, (16, 16), 7, (200, 200, 200), -1, cv2.LINE_AA)
    flagged = cv2.GaussianBlur(flagged, (0, 0), 1.2)
    lab = to_lab(np.stack([cv2.GaussianBlur(tile, (0, 0), 1.2)] * 40 + [flagged] * 60))
    glyphs = Lifter(lab, grounds(lab)).lift(np.zeros(len(lab), np.intp))
    assert glyphs.strength[:40].max() < 3
    assert glyphs.strength[40:].min() > 30


def test_a_flag_between_the_two_tones_of_a_gloss_is_seen_though_every_tile_shows_it() -> None:
    """As after a won game: what goes on down the columns is there as far from the ground."""
    flagged = glossy(16)
    flagged[16:] = 60
    cv2.rectangle(flagged, (11, 7), (12, 25), (110, 110, 110), -1)
    cv2.fillPoly(flagged, [np.array([(13, 7), (23, 12), (13, 17)])], (110, 110, 110))
    cv2.rectangle(flagged, (8, 24), (17, 25), (110, 110, 110), -1)
    blank = np.full((SIDE, SIDE, 3), 120, np.uint8)
    lab = to_lab(np.stack([flagged] * 9 + [blank] * 20))
    glyphs = Lifter(lab, grounds(lab)).lift(np.array([1] * 9 + [0] * 20))
    assert glyphs.strength[:9].min() > 4
    assert KINDS[int(resemblance(glyphs.shapes[:1])[0].argmax())] == Cell.FLAG


@pytest.mark.parametrize("at", [(5, 13), (13, 4), (14, 19)])
def test_a_digit_beside_the_middle_is_as_clear_as_one_in_it(at: tuple[int, int]) -> None:
    """Text stands at the left of its cell, or at the top, where nobody has centred it."""

    def strength(x: int, y: int) -> np.ndarray:
        tiles = np.full((40, SIDE, SIDE, 3), 210, np.uint8)
        for tile in tiles[:18]:
            cv2.line(tile, (x, y), (x, y + 8), (40, 40, 40), 2)
            cv2.line(tile, (x - 1, y + 8), (x + 2, y + 8), (40, 40, 40), 1)
        lab = to_lab(tiles)
        return Lifter(lab, grounds(lab)).lift(np.zeros(len(lab), np.intp)).strength

    beside, middle = strength(*at), strength(15, 12)
    assert beside[:18].min() > 0.8 * middle[:18].min() > 20
    assert beside[18:].max() < 3


def test_a_digit_that_reaches_one_side_of_its_cell_is_no_texture() -> None:
    tile = np.full((SIDE, SIDE, 3), 60, np.uint8)
    tile[:, :, 1] = 130
    cv2.putText(tile, "2", (0, 25), cv2.FONT_HERSHEY_COMPLEX_SMALL, 1.8, (220,) * 3, 1, cv2.LINE_AA)
    lab = to_lab(np.stack([tile] * 30))
    assert Lifter(lab, grounds(lab)).lift(np.zeros(30, np.intp), 1.1).strength.min() > 20


def test_a_stripe_is_the_median_of_both_ends_of_a_row_or_of_the_one_that_shows_it() -> None:
    left = np.random.default_rng(3).normal(0, 9, (5, SIDE, SIDE, 3)).astype(np.float32)
    left[1, :, : SIDE // 2] *= 0.01
    ends = left[:, :, 3:7], left[:, :, -7:-3]
    across = np.median(np.concatenate(ends, axis=2), axis=2)
    first, last = (np.median(end, axis=2) for end in ends)
    there, here = np.linalg.norm(first, axis=-1), np.linalg.norm(last, axis=-1)
    plain = np.minimum(there, here) < 0.25 * np.maximum(there, here)
    clearer = np.where((there < here)[..., None], first, last)
    stripe = np.where(plain[..., None], clearer, across)
    by_row = np.linalg.norm(left - stripe[:, :, None], axis=-1)
    even = without_stripes(left, np.zeros((SIDE, SIDE, 3), np.float32))
    assert plain.any()
    assert (even <= by_row + 1e-3).all()
    assert np.isclose(even, by_row, atol=1e-3).mean() > 0.4
