"""Propose lattices by what is drawn in cells whose sides show nowhere: digits and marks in rows.

A texture may hide the sides of cells, and chalk draw no two alike. But what is drawn in them is of
one height, and stands in the middles of cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.located import MIN_SIDE
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_EDGE_STEPS = (40, 80)
_LOWEST, _HIGHEST = 7, 90
_NARROWEST, _WIDEST = 0.25, 1.6
_SAME_HEIGHT = 1.15
_FEWEST = 8
_MOST = 3
_PITCHES = (1.05, 3.2)
_STEP = 0.005
# How far a cell may be from square, and how well centres keep to a pitch, from 0 to 1.
_OBLONG = 1.3
_IN_STEP = 0.75
_OFF_CENTRE = 0.2
_REACH = 2


def drawn_lattices(pixels: NDArray[np.uint8]) -> list[Grid]:
    """Return the lattices, at most 3, in which drawings of one height stand, the fullest first.

    Rows and columns are those with drawings: a board may have more around them.
    pixels: (height, width, 3) uint8 BGR. The grids are in its pixels.
    """
    found: list[tuple[int, Grid]] = []
    for step in _EDGE_STEPS:
        boxes = _drawings(pixels, step)
        for members in _of_one_height(boxes):
            lattice = _lattice(boxes[members])
            if lattice is not None:
                found.append(lattice)
    found.sort(key=lambda lattice: -lattice[0])
    return [grid for _, grid in found[:_MOST]]


def _drawings(pixels: NDArray[np.uint8], step: int) -> Floats:
    """Return (n, 4) left, top, width and height of what may be drawn in a cell."""
    kernel = np.ones((3, 3), np.uint8)
    around = cv2.morphologyEx(pixels, cv2.MORPH_GRADIENT, kernel).max(axis=2)
    edges = (around >= step).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(edges, connectivity=8)
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
    while len(groups) < _MOST and left.sum() >= _FEWEST:
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


def _lattice(boxes: Floats) -> tuple[int, Grid] | None:
    """Return how many drawings stand in a lattice, and that; None if they stand in none."""
    centres = boxes[:, :2] + boxes[:, 2:] / 2
    height = float(np.median(boxes[:, 3]))
    down = _pitch(centres[:, 1], _PITCHES[0] * height, _PITCHES[1] * height)
    if down is None:
        return None
    across = _pitch(centres[:, 0], down[0] / _OBLONG, down[0] * _OBLONG)
    if across is None:
        return None
    places = np.column_stack(
        [(centres[:, 0] - across[1]) / across[0], (centres[:, 1] - down[1]) / down[0]]
    )
    at = np.round(places).astype(int)
    kept = at[(np.abs(places - at) < _OFF_CENTRE).all(axis=1)]
    if len(kept) < _FEWEST or len(kept := _together(kept)) < _FEWEST:
        return None
    first, last = kept.min(axis=0), kept.max(axis=0)
    cols, rows = (last - first + 1).tolist()
    if min(rows, cols) < MIN_SIDE:
        return None
    left = float(across[1] + (first[0] - 0.5) * across[0])
    top = float(down[1] + (first[1] - 0.5) * down[0])
    return len(kept), Grid(left, top, across[0], down[0], rows, cols)


def _pitch(centres: Floats, least: float, most: float) -> tuple[float, float] | None:
    """Return the largest pitch that most centres keep to, and where one is; None if to none.

    Centres turned into angles on a circle one pitch round add up to a long arrow at the true one,
    and at its parts.
    """
    pitches = least * (1 + _STEP) ** np.arange(int(np.log(most / least) / np.log(1 + _STEP)) + 1)
    arrows = np.exp(2j * np.pi * centres / pitches[:, None]).mean(axis=1)
    lengths = np.abs(arrows)
    if lengths.max() < _IN_STEP:
        return None
    best = int(np.flatnonzero(lengths >= lengths.max() - 0.05)[-1])
    near = slice(max(best - 4, 0), best + 5)
    best = near.start + int(np.argmax(lengths[near]))
    return float(pitches[best]), float(np.angle(arrows[best]) / (2 * np.pi) * pitches[best])


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
