"""Saved pictures: load one as a frame, refuse what is none or only half of one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from autoplay.desktop.protocols import Frame
from autoplay.errors import InputError
from autoplay.geometry import Point
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    import os

    from numpy.typing import NDArray

_PNG_HEAD = b"\x89PNG\r\n\x1a\n"
_PNG_END = b"IEND\xaeB`\x82"
_JPEG_HEAD = b"\xff\xd8\xff"
_JPEG_END = b"\xff\xd9"


def load_picture(path: str | os.PathLike[str]) -> Frame:
    """Load a saved screenshot; its top left pixel becomes (0, 0) of the screen.

    Raises InputError when there is no such file, or it holds no whole picture.
    """
    return Frame(pixels=read_pixels(Path(path)), origin=Point(0, 0))


def read_pixels(path: Path) -> NDArray[np.uint8]:
    """Read a picture file as (height, width, 3) uint8, blue green red.

    Raises InputError as `load_picture` does.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"there is no file {path}; check the path") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    # OpenCV decodes the first part of a truncated file and leaves the rest grey or black; a board
    # read from that would be wrong without a word, so the end marker is asked for first.
    for head, end in ((_PNG_HEAD, _PNG_END), (_JPEG_HEAD, _JPEG_END)):
        if data.startswith(head) and end not in data[-1024:]:
            raise InputError(f"{path} is cut short; save the screenshot again")
    pixels = _decode(data)
    if pixels is None:
        raise InputError(f"{path} is not a picture; give a PNG or JPEG screenshot")
    return pixels


def _decode(data: bytes) -> NDArray[np.uint8] | None:
    if not data:
        return None
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if pixels is None else np.asarray(pixels, dtype=np.uint8)
