"""Boards with nothing opened whose cells differ less than the grain of a picture.

A picture made smaller has less grain, so it shows them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.lattices.alignment import aligned
from autoplay.vision.lattices.located import MIN_PICTURE
from autoplay.vision.locate.boards import locate_boards
from autoplay.vision.locate.fresh import painted_alike
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from autoplay.geometry import Grid
    from autoplay.vision.pixels.lines import Drawing

_FURTHER = 3
_FEW = 2


def fresh_from_afar(drawing: Drawing) -> list[Grid]:
    """Return where a third of a picture shows cells painted alike, aligned to the whole picture.

    drawing: of the picture; the grids are in pixels of it.
    """
    height, width = (length // _FURTHER for length in drawing.pixels.shape[:2])
    if min(height, width) < MIN_PICTURE:
        return []
    part = np.ascontiguousarray(drawing.pixels[: height * _FURTHER, : width * _FURTHER])
    small = np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    seen = [located.grid for located in locate_boards(small)[:_FEW]]
    return [aligned(drawing, grid.scaled(_FURTHER)) for grid in seen if painted_alike(small, grid)]
