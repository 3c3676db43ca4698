"""Drawings are lifted alike, whatever was lifted before."""

import functools

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from autoplay.vision.looks.glyphs import MOST_ALIKE, Glyphs, Lifter
from autoplay.vision.looks.grounds import SIDE, cut_cells, grounds, to_lab
from tests.vision.synthetic import picture

_SEED = 3
_CELLS = 24


@functools.cache
def cells() -> np.ndarray:
    made = picture(_SEED)
    return cut_cells(made.pixels, made.grid)[:_CELLS]


def lifter() -> Lifter:
    lab = cells()
    return Lifter(lab, grounds(lab), np.arange(_CELLS) % 2)


def same(lifted: Glyphs, other: Glyphs) -> bool:
    return all(
        np.array_equal(getattr(lifted, part), getattr(other, part))
        for part in ("shapes", "strength", "ink", "box")
    )


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(st.integers(1, 20), st.sampled_from([0.0, MOST_ALIKE, 1.1])),
        min_size=2,
        max_size=4,
    )
)
def test_what_was_lifted_before_changes_nothing(ways: list[tuple[int, float]]) -> None:
    """ways: how many groups, and the largest share of cells that may show one glyph."""
    remembering = lifter()
    for groups, most_alike in ways:
        group = np.sort(np.arange(_CELLS) % groups)
        assert same(remembering.lift(group, most_alike), lifter().lift(group, most_alike))


def test_what_is_lifted_may_be_written_to() -> None:
    remembering, group = lifter(), np.zeros(_CELLS, np.intp)
    first = remembering.lift(group)
    first.shapes[:] = first.strength[:] = -1
    assert same(remembering.lift(group), lifter().lift(group))


def test_what_all_cells_of_one_size_bear_is_no_ground_if_it_is_a_glyph() -> None:
    """Cells of 34.67 pixels have two sizes, and all that are of one of them may be flagged."""
    tile, blank = np.full((2, SIDE, SIDE, 3), [[[[150]]], [[[220]]]], np.uint8)
    flagged = tile.copy()
    cv2.circle(flagged, (16, 16), 7, (60, 60, 130), -1)
    lab = to_lab(np.stack([flagged] * 15 + [tile] * 3 + [blank] * 40))
    group, size = np.repeat([1, 0], [18, 40]), np.repeat([0, 1], [9, 49])
    glyphs = Lifter(lab, grounds(lab), size).lift(group)
    assert glyphs.strength[:15].min() > 20
    assert glyphs.strength[15:18].max() < 3
