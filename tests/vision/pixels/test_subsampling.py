"""JPEG smears colours over pairs of pixels: that is seen, and undone beside strokes."""

import cv2
import numpy as np
import pytest

from autoplay.vision.pixels.subsampling import recoloured, subsampled
from tests.vision.synthetic import picture


def saved(pixels: np.ndarray, quality: int, sampling: int) -> np.ndarray:
    """The picture as it comes back from a JPEG file."""
    flags = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", pixels, flags)[1], cv2.IMREAD_COLOR))


def letters() -> np.ndarray:
    """Blue and red digits on grey."""
    pixels = np.full((200, 300, 3), 200, np.uint8)
    for row in range(6):
        for col in range(10):
            colour = (220, 30, 20) if (row + col) % 2 else (20, 30, 220)
            place = (8 + 29 * col, 25 + 31 * row)
            cv2.putText(pixels, str(col), place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 2)
    return pixels


@pytest.mark.parametrize("quality", [70, 85, 95])
def test_a_picture_with_half_the_colours_is_known(quality: int) -> None:
    half = saved(letters(), quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420)
    assert subsampled(half)
    assert subsampled(half[3:, 5:].copy())
    whole = saved(letters(), quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444)
    assert not subsampled(whole)


def test_what_a_screen_shows_has_all_its_colours() -> None:
    assert not subsampled(letters())
    larger = cv2.resize(letters(), None, fx=1.4, fy=1.4, interpolation=cv2.INTER_LINEAR)
    assert not subsampled(np.asarray(larger, np.uint8))
    assert not subsampled(np.full((50, 3, 3), 99, np.uint8))
    for seed in range(8):
        assert not subsampled(picture(seed, state="mid", jpeg=0).pixels)


def test_the_colours_of_strokes_leave_the_ground_beside_them() -> None:
    shown = letters()
    smeared = saved(shown, 80, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420)
    ground = (shown == 200).all(axis=2)

    def off(pixels: np.ndarray, where: np.ndarray) -> float:
        lab = [
            cv2.cvtColor(part.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
            for part in (pixels, shown)
        ]
        return float(np.abs(lab[0] - lab[1])[..., 1:][where].mean())

    clear = recoloured(smeared)
    assert off(clear, ground) < 0.5 * off(smeared, ground)
    assert off(clear, ~ground) < 1.1 * off(smeared, ~ground)
