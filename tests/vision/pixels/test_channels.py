"""The largest channel of each pixel, however many there are."""

import numpy as np
import pytest

from autoplay.vision.pixels.channels import largest_of


@pytest.mark.parametrize(("channels", "kind"), [(1, np.uint8), (3, np.uint8), (2, np.float32)])
def test_of_each_pixel_the_largest_channel_is_left(channels: int, kind: type) -> None:
    picture = np.random.default_rng(1).integers(0, 255, (5, 7, channels)).astype(kind)
    largest = largest_of(picture)
    assert largest.dtype == kind
    assert np.array_equal(largest, picture.max(axis=2))
