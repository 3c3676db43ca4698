"""What is worked out channel by channel is what numpy says, however many there are."""

import numpy as np
import pytest

from autoplay.vision.pixels.channels import largest_of, length


@pytest.mark.parametrize(("channels", "kind"), [(1, np.uint8), (3, np.uint8), (2, np.float32)])
def test_of_each_pixel_the_largest_channel_is_left(channels: int, kind: type) -> None:
    picture = np.random.default_rng(1).integers(0, 255, (5, 7, channels)).astype(kind)
    largest = largest_of(picture)
    assert largest.dtype == kind
    assert np.array_equal(largest, picture.max(axis=2))


def test_a_length_is_that_of_three_channels() -> None:
    colours = np.random.default_rng(2).normal(0, 40, (4, 6, 3)).astype(np.float32)
    assert length(colours) == pytest.approx(np.linalg.norm(colours, axis=2), rel=1e-6)
