"""Propose lattices by what is drawn in cells whose sides show nowhere: digits and marks in rows.

A texture may hide the sides of cells, and chalk draw no two alike. But what is drawn in them is of
one height, and stands in the middles of cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.located import MIN_SIDE, nearly_same
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_EDGE_STEPS = (40, 80)
_LOWEST, _HIGHEST = 7, 90
_NARROWEST, _WIDEST = 0.25, 1.6
_SAME_HEIGHT = 1.15
_FEWEST = 8
_GROUPS = 3
_MOST = 4
_PITCHES = (1.05, 3.2)
_STEP = 0.005
# How far a cell may be from square, and how well centres keep to a pitch, from 0 to 1.
_OBLONG = 1.3
_IN_STEP = 0.75
_NEARLY_AS_LONG = 0.05
_NEARBY = 4
_OFF_CENTRE = 0.2
_REACH = 2
_A_PIXEL = 1.0


def drawn_lattices(pixels: NDArray[np.uint8]) -> list[Grid]:
    """Return the lattices, at most 4, in which drawings of one height stand, the fullest first.

    Rows and columns are those with drawings: a board may have more around them.
    pixels: (height, width, 3) uint8 BGR. The grids are in its pixels.
    """
    edges = cv2.morphologyEx(pixels, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)
    groups = [
        boxes[members]
        for boxes in (_drawings(edges >= step) for step in _EDGE_STEPS)
        for members in _of_one_height(boxes)
    ]
    found = [lattice for boxes in groups for lattice in _lattices(boxes)]
    found.sort(key=lambda lattice: -lattice[0])
    grids: list[Grid] = []
    for _, grid in found:
        if not any(nearly_same(grid, other, _A_PIXEL) for other in grids):
            grids.append(grid)
    return grids[:_MOST]


def _drawings(edges: NDArray[np.bool_]) -> Floats:
    """Return (n, 4) left, top, width and height of what may be drawn in a cell, by its edges."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(edges.astype(np.uint8), connectivity=8)
    boxes = np.asarray(stats)[1:, :4].astype(np.float64)
    width, height = boxes[:, 2], boxes[:, 3]
    fits = (height >= _LOWEST) & (height <= _HIGHEST)
    fits &= (width >= _NARROWEST * height) & (width <= _WIDEST * height)
    return boxes[fits]


def _of_one_height(boxes: Floats) -> list[NDArray[np.intp]]:
    """Return the largest groups of drawings that are of one height, without those of others."""
    groups: list[NDArray[np.intp]] = []
    lowest = boxes[:, 3]
    highest = _SAME_HEIGHT * lowest
    left = np.ones(len(boxes), bool)
    while len(groups) < _GROUPS and left.sum() >= _FEWEST:
        # A page of text has thousands of drawings: sorted heights tell how many are alike.
        others = np.sort(lowest[left])
        alike = np.searchsorted(others, highest, "right") - np.searchsorted(others, lowest)
        best = int(np.argmax(alike))
        own = left & (lowest >= lowest[best]) & (lowest <= highest[best])
        if own.sum() < _FEWEST:
            break
        groups.append(np.flatnonzero(own))
        left &= ~own
    return groups


def _lattices(boxes: Floats) -> Iterator[tuple[int, Grid]]:
    """Yield lattices in which drawings of one height stand, and how many do.

    Around a board lines of text may stand twice as close; so the pitch may be twice as large.
    """
    centres = boxes[:, :2] + boxes[:, 2:] / 2
    height = float(np.median(boxes[:, 3]))
    down = _pitch(centres[:, 1], _PITCHES[0] * height, _PITCHES[1] * height)
    across = None if down is None else _pitch(centres[:, 0], down / _OBLONG, down * _OBLONG)
    if down is None or across is None:
        return
    for times in (1, 2):
        lattice = _lattice(centres, np.array([times * across, times * down]))
        if lattice is not None:
            yield lattice


def _lattice(centres: Floats, pitch: Floats) -> tuple[int, Grid] | None:
    """Return how many drawings stand in a lattice of a pitch, and that; None if in none."""
    first = np.angle(_arrow(centres, pitch)) / (2 * np.pi) * pitch
    places = (centres - first) / pitch
    at = np.round(places).astype(int)
    kept = at[(np.abs(places - at) < _OFF_CENTRE).all(axis=1)]
    if len(kept) < _FEWEST or len(kept := _together(kept)) < _FEWEST:
        return None
    cols, rows = (np.ptp(kept, axis=0) + 1).tolist()
    if min(rows, cols) < MIN_SIDE:
        return None
    left, top = (first + (kept.min(axis=0) - 0.5) * pitch).tolist()
    return len(kept), Grid(left, top, float(pitch[0]), float(pitch[1]), rows, cols)


def _pitch(centres: Floats, least: float, most: float) -> float | None:
    """Return the largest pitch that most centres, (n,), keep to; None if to none.

    At the true one their arrows add up to a long one, and at its parts.
    """
    pitches = least * (1 + _STEP) ** np.arange(int(np.log(most / least) / np.log(1 + _STEP)) + 1)
    lengths = np.abs(_arrow(centres[:, None], pitches))
    if lengths.max() < _IN_STEP:
        return None
    best = int(np.flatnonzero(lengths >= lengths.max() - _NEARLY_AS_LONG)[-1])
    near = slice(max(best - _NEARBY, 0), best + _NEARBY + 1)
    return float(pitches[near.start + int(np.argmax(lengths[near]))])


def _arrow(centres: Floats, pitch: NDArray[np.floating]) -> NDArray[np.complex128]:
    """Return the mean of centres, (n, k), as arrows on circles that are one pitch, (k,), round."""
    return np.asarray(np.exp(2j * np.pi * centres / pitch).mean(axis=0))


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
