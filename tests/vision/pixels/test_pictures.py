import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from autoplay.errors import InputError
from autoplay.vision.pixels.opencv import cv2
from autoplay.vision.pixels.pictures import load_picture


def png(shape: tuple[int, int]) -> bytes:
    noise = np.random.default_rng(1).integers(0, 255, (*shape, 3), np.uint8)
    return bytes(cv2.imencode(".png", noise)[1])


def test_a_whole_picture_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "whole.png"
    path.write_bytes(png((30, 40)))
    assert load_picture(path).pixels.shape == (30, 40, 3)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "there is no file"),
        (b"", "not a picture"),
        (b"this is a text\n", "not a picture"),
        (png((30, 40))[:-200], "cut short"),
        (png((30, 40))[:60], "cut short"),
    ],
)
def test_what_is_no_picture_is_refused(tmp_path: Path, data: bytes | None, says: str) -> None:
    path = tmp_path / "bad.png"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(InputError, match=says):
        load_picture(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_picture(tmp_path)


def test_opencv_leaves_the_environment_alone() -> None:
    code = (
        "import os, autoplay.vision.pixels.opencv; print([n for n in os.environ if n[:3] == 'QT_'])"
    )
    environment = {k: v for k, v in os.environ.items() if not k.startswith("QT_")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
