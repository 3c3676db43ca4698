"""OpenCV without its side effect: every other module takes ``cv2`` from here."""

from __future__ import annotations

import os

_before = {name: os.environ.get(name) for name in ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR")}

import cv2  # noqa: E402

# Importing cv2 points Qt at OpenCV's own plugins; a Qt program started later would inherit that
# and fail, so the environment is put back as it was.
for _name, _value in _before.items():
    if _value is None:
        os.environ.pop(_name, None)
    else:
        os.environ[_name] = _value

__all__ = ["cv2"]
