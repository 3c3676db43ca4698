"""The stored networks answer with odds, one for each kind of drawing they know."""

import numpy as np
import pytest

from autoplay.vision.figures import SYMBOLS
from autoplay.vision.glyphs import KINDS
from autoplay.vision.network import named_odds, outputs


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
    assert outputs([one, none], -one) == -1
    assert outputs([one, none, one, none + 2], -one) == 2
