"""Propose lattices by what is drawn in cells whose sides show nowhere: digits and marks in rows.

A texture may hide the sides of cells, and chalk draw no two alike. But what is drawn in them is of
one height, and stands in the middles of cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.drawings import FEWEST, drawings_of_one_height, in_step, kept_pitch
from autoplay.vision.lattices.located import MIN_SIDE, fullest
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_PITCHES = (1.05, 3.2)
# How far a cell may be from square.
_OBLONG = 1.3
_OFF_CENTRE = 0.2
_REACH = 2


def drawn_lattices(pixels: NDArray[np.uint8]) -> list[Grid]:
    """Return the lattices, at most 4, in which drawings of one height stand, the fullest first.

    Rows and columns are those with drawings: a board may have more around them.
    pixels: (height, width, 3) uint8 BGR. The grids are in its pixels.
    """
    groups = drawings_of_one_height(pixels)
    return fullest(lattice for boxes in groups for lattice in _lattices(boxes))


def _lattices(boxes: Floats) -> Iterator[tuple[int, Grid]]:
    """Yield lattices in which drawings of one height stand, and how many do.

    Around a board lines of text may stand twice as close; so the pitch may be twice as large.
    """
    centres = boxes[:, :2] + boxes[:, 2:] / 2
    height = float(np.median(boxes[:, 3]))
    down = kept_pitch(centres[:, 1], _PITCHES[0] * height, _PITCHES[1] * height)
    across = None if down is None else kept_pitch(centres[:, 0], down / _OBLONG, down * _OBLONG)
    if down is None or across is None:
        return
    for times in (1, 2):
        lattice = _lattice(centres, np.array([times * across, times * down]))
        if lattice is not None:
            yield lattice


def _lattice(centres: Floats, pitch: Floats) -> tuple[int, Grid] | None:
    """Return how many drawings stand in a lattice of a pitch, and that; None if in none."""
    first = in_step(centres, pitch)
    places = (centres - first) / pitch
    at = np.round(places).astype(int)
    kept = at[(np.abs(places - at) < _OFF_CENTRE).all(axis=1)]
    if len(kept) < FEWEST or len(kept := _together(kept)) < FEWEST:
        return None
    cols, rows = (np.ptp(kept, axis=0) + 1).tolist()
    if min(rows, cols) < MIN_SIDE:
        return None
    left, top = (first + (kept.min(axis=0) - 0.5) * pitch).tolist()
    return len(kept), Grid(left, top, float(pitch[0]), float(pitch[1]), rows, cols)


def _together(at: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the largest part of the places, (n, 2), that lie within two cells of each other."""
    # Twice as wide and high, places two apart touch, and no others.
    places = at - at.min(axis=0)
    held = np.zeros(places.max(axis=0) + _REACH, np.uint8)
    for beside in np.ndindex(_REACH, _REACH):
        held[tuple((places + beside).T)] = 1
    _, parts = cv2.connectedComponents(held, connectivity=8)
    part = np.asarray(parts)[tuple(places.T)]
    return np.asarray(at[part == np.bincount(part).argmax()])
