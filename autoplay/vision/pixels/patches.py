"""Flat patches of a picture: what the insides of cells leave when edges are taken away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]
    BoolArray = NDArray[np.bool_]

SMALLEST_PATCH = 6
"""Fewest pixels a side of a patch."""

_LARGEST_PATCH = 130
_FEWEST = 6
OFF_CENTRE = 0.17
"""How far from its cell's centre a patch may lie, in cells."""

# A border of the same breadth all round makes an oblong patch more so than its cell is.
_BORDERED = 1.1
MOST_OBLONG = 2.0
"""How many times as long as wide a cell is at most: text buttons of one letter in two lines are."""


@dataclass(frozen=True, slots=True, eq=False)
class Patches:
    """Flat areas enclosed by edges, one entry each: centre, size, label in the label picture."""

    labels: NDArray[np.int32]
    cx: FloatArray
    cy: FloatArray
    w: FloatArray
    h: FloatArray
    index_of_label: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A picture split at one threshold: its flat patches, and its edges (1 or 0 a pixel)."""

    patches: Patches
    edges: NDArray[np.uint8]
    edge_sum: NDArray[np.int32]


def step_picture(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return (2, height, width): the largest colour step from each pixel to the right and down."""
    height, width = pixels.shape[:2]
    steps = np.zeros((2, height, width), np.uint8)
    right, down = steps[0, :, :-1], steps[1, :-1]
    # Plane by plane, as single bytes: that is several times as fast as three at once.
    for plane in cv2.split(pixels):
        if width > 1:
            right[:] = cv2.max(right, cv2.absdiff(plane[:, 1:], plane[:, :-1]))
        if height > 1:
            down[:] = cv2.max(down, cv2.absdiff(plane[1:], plane[:-1]))
    return steps


def split_layer(steps: NDArray[np.uint8], threshold: int) -> Layer:
    """Split a picture into edges and flat patches at one threshold."""
    largest = cv2.max(steps[0], steps[1])
    edges = np.asarray(cv2.threshold(largest, threshold, 1, cv2.THRESH_BINARY)[1], np.uint8)
    flat = np.asarray(cv2.threshold(largest, threshold, 1, cv2.THRESH_BINARY_INV)[1], np.uint8)
    return Layer(_find_patches(flat), edges, np.asarray(cv2.integral(edges), np.int32))


def _find_patches(flat: NDArray[np.uint8]) -> Patches:
    """Label flat areas and keep those of a plausible cell's size and shape."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    w = stats[:, cv2.CC_STAT_WIDTH].astype(np.float64) + 1
    h = stats[:, cv2.CC_STAT_HEIGHT].astype(np.float64) + 1
    area = stats[:, cv2.CC_STAT_AREA].astype(np.float64)
    # A pixel counts as edge when it differs from the next one to the right or below, so a flat
    # area loses its last column and row: one pixel more gives its true size, half a pixel its
    # true centre.
    keep = (
        (np.minimum(w, h) >= SMALLEST_PATCH)
        & (np.maximum(w, h) <= _LARGEST_PATCH)
        & (np.maximum(w, h) <= _BORDERED * MOST_OBLONG * np.minimum(w, h))
        & (area >= 0.3 * (w - 1) * (h - 1))
    )
    keep[0] = False
    chosen = np.flatnonzero(keep)
    index_of_label = np.full(count, -1, np.int64)
    index_of_label[chosen] = np.arange(chosen.size)
    return Patches(
        labels=np.asarray(labels, np.int32),
        cx=stats[chosen, cv2.CC_STAT_LEFT] + w[chosen] / 2,
        cy=stats[chosen, cv2.CC_STAT_TOP] + h[chosen] / 2,
        w=w[chosen],
        h=h[chosen],
        index_of_label=index_of_label,
    )


def next_patches(patches: Patches, direction: tuple[int, int]) -> IntArray:
    """Return for each patch the next one of like size in a direction, -1 where there is none.

    The label picture is probed just beyond the patch's border, outwards to two thirds of its size
    (past bevels and gaps), at several heights, since a digit or a flag may touch the border.
    """
    dx, dy = direction
    height, width = patches.labels.shape
    size = patches.w if dx else patches.h
    across = patches.h if dx else patches.w
    best = np.full(patches.cx.size, -1, np.int64)
    reach = np.linspace(0.0, 1.0, 20)[:, None] * np.maximum(8.0, 0.65 * size)[None, :]
    for offset in (0.0, -0.3, 0.3):
        along = size / 2 + reach
        x = patches.cx + (along if dx else offset * across)
        y = patches.cy + (along if dy else offset * across)
        xi = np.broadcast_to(np.clip(x, 0, width - 1), reach.shape).astype(np.int64)
        yi = np.broadcast_to(np.clip(y, 0, height - 1), reach.shape).astype(np.int64)
        hits = patches.index_of_label[patches.labels[yi, xi]]
        own = np.arange(patches.cx.size)
        valid = (hits >= 0) & (hits != own[None, :])
        first = valid.argmax(axis=0)
        hit = np.where(valid.any(axis=0), hits[first, own], -1)
        best = np.where(best < 0, hit, best)
    i = np.flatnonzero(best >= 0)
    j = best[i]
    drift = np.abs(patches.cy[j] - patches.cy[i]) if dx else np.abs(patches.cx[j] - patches.cx[i])
    ahead = (patches.cx[j] - patches.cx[i]) if dx else (patches.cy[j] - patches.cy[i])
    ratio_w, ratio_h = patches.w[j] / patches.w[i], patches.h[j] / patches.h[i]
    good = (
        (drift <= np.maximum(1.6, 0.1 * across[i]))
        & (ahead > 0)
        & (np.abs(np.log(ratio_w)) < 0.45)
        & (np.abs(np.log(ratio_h)) < 0.45)
    )
    result = np.full(patches.cx.size, -1, np.int64)
    result[i[good]] = j[good]
    return result


def patch_groups(patches: Patches, right: IntArray, down: IntArray) -> list[IntArray]:
    """Return the sets of patches that hang together by neighbourhood, the largest first."""
    count = patches.cx.size
    labels = _connected(count, right, down)
    # Chance neighbours (a button beside the board, a window's corner) sit at another distance than
    # the cells; without them the set falls into its parts.
    right, down = right.copy(), down.copy()
    for neighbour, centre in ((right, patches.cx), (down, patches.cy)):
        i = np.flatnonzero(neighbour >= 0)
        distance = centre[neighbour[i]] - centre[i]
        sizes = np.bincount(labels, minlength=count)
        for label in np.unique(labels[i][sizes[labels[i]] >= _FEWEST]):
            of_label = labels[i] == label
            usual = densest(distance[of_label])
            odd = i[of_label][np.abs(distance[of_label] - usual) > max(1.5, 0.06 * usual)]
            neighbour[odd] = -1
    labels = _connected(count, right, down)
    order = np.argsort(labels, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)
    return sorted((part for part in parts if part.size >= _FEWEST), key=lambda part: -part.size)


def densest(values: FloatArray) -> float:
    """Return the middle of the densest stretch of values (two pixels or a tenth wide)."""
    ordered = np.sort(values)
    width = max(2.0, 0.08 * float(np.median(ordered)))
    ends = np.searchsorted(ordered, ordered + width, side="right")
    start = int((ends - np.arange(ordered.size)).argmax())
    return float(ordered[start : ends[start]].mean())


def _connected(count: int, *links: IntArray) -> IntArray:
    """Label the connected parts of a graph; links[k][i] is a node joined to i, -1 none."""
    labels = np.arange(count)
    pairs = [(np.flatnonzero(link >= 0), link[link >= 0]) for link in links]
    while True:
        before = labels.copy()
        for i, j in pairs:
            least = np.minimum(labels[i], labels[j])
            np.minimum.at(labels, i, least)
            np.minimum.at(labels, j, least)
        labels = labels[labels]
        if np.array_equal(before, labels):
            return labels


def size_of_cell(patches: Patches, pitch_x: float, pitch_y: float) -> BoolArray:
    """Mask of the patches that are about as large as a cell, or its inside."""
    fits: BoolArray = (
        (patches.w < 1.06 * pitch_x)
        & (patches.h < 1.06 * pitch_y)
        & (patches.w > 0.4 * pitch_x)
        & (patches.h > 0.4 * pitch_y)
    )
    return fits
