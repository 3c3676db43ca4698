"""A picture is enlarged to twice its size, unless it is large."""

import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.pixels import enlarging
from autoplay.vision.pixels.enlarging import ENLARGED, enlarged, small


def test_a_picture_is_enlarged_unless_it_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    pixels = np.random.default_rng(1).integers(0, 255, (30, 40, 3), np.uint8)
    larger = enlarged(pixels)
    assert larger is not None
    assert larger.shape == (ENLARGED * 30, ENLARGED * 40, 3)
    blocks = larger.reshape(30, ENLARGED, 40, ENLARGED, 3).mean(axis=(1, 3))
    assert np.abs(blocks - pixels).mean() < 20
    monkeypatch.setattr(enlarging, "_MOST_PIXELS", 30 * 40 - 1)
    assert enlarged(pixels) is None


@pytest.mark.parametrize("pitch", [9.0, 16.0, 17.0, 40.0])
def test_cells_of_few_pixels_show_more_enlarged(pitch: float) -> None:
    for grid in (Grid(0, 0, pitch, 40, 9, 9), Grid(0, 0, 40, pitch, 9, 9)):
        assert small(grid) is (pitch < 16.5)
