"""The stored networks answer with odds, one for each kind of drawing they know."""

import numpy as np
import pytest

from autoplay.vision.counter.figures import SYMBOLS
from autoplay.vision.looks.shapes import KINDS
from autoplay.vision.pixels.network import named_odds, outputs, windows


@pytest.mark.parametrize(("network", "kinds"), [("glyphs", len(KINDS)), ("figures", 12)])
def test_odds_add_up_to_one(network: str, kinds: int) -> None:
    assert len(SYMBOLS) + 1 == 12
    shapes = np.random.default_rng(1).random((5, 20, 20), np.float32)
    odds = named_odds(network, shapes)
    assert odds.shape == (5, kinds)
    assert (odds >= 0).all()
    assert np.allclose(odds.sum(axis=1), 1, atol=1e-5)


def test_a_rectifier_lies_between_layers_and_not_before_the_first() -> None:
    one = np.ones((1, 1), np.float32)
    none = np.zeros(1, np.float32)
    shape = np.full((1, 1, 1), -1, np.float32)
    assert outputs([one, none], shape) == -1
    assert outputs([one, none, one, none + 2], shape) == 2


def test_a_layer_of_all_pixels_is_one_product() -> None:
    rng = np.random.default_rng(2)
    shapes, weights = rng.random((50, 40, 20), np.float32), rng.random((800, 64), np.float32)
    whole = shapes.reshape(50, -1) @ weights
    assert np.allclose(outputs([weights, np.zeros(64, np.float32)], shapes), whole, rtol=1e-4)


def test_windows_stand_on_every_second_pixel_and_see_nothing_beyond_the_edge() -> None:
    picture = np.arange(16, dtype=np.float32).reshape(1, 4, 4, 1)
    seen = windows(picture, 3)
    assert seen.shape == (1, 2, 2, 9)
    assert seen[0, 0, 0].tolist() == [0, 0, 0, 0, 0, 1, 0, 4, 5]
    assert seen[0, 1, 1].tolist() == [5, 6, 7, 9, 10, 11, 13, 14, 15]


def test_a_layer_of_windows_sees_the_same_stroke_wherever_it_lies() -> None:
    strokes = np.zeros((2, 4, 4), np.float32)
    strokes[0, 0, 0] = strokes[1, 2, 2] = 1
    layer = np.arange(18, dtype=np.float32).reshape(3, 3, 1, 2)
    first, second = outputs([layer, np.zeros(2, np.float32)], strokes)
    assert np.array_equal(first[0, 0], second[1, 1])
    assert first[0, 0].tolist() == [8, 9]
