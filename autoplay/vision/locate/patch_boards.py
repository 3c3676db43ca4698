"""Find boards by their flat patches: equal cells side by side, whatever their colour."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Region
from autoplay.vision.lattices.located import Located
from autoplay.vision.lattices.patch_lattice import fit_lattice, gather
from autoplay.vision.locate.patch_extent import extent, filled
from autoplay.vision.pixels.opencv import cv2
from autoplay.vision.pixels.patches import (
    SMALLEST_PATCH,
    next_patches,
    patch_groups,
    split_layer,
    step_picture,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.pixels.patches import Layer

_EDGE_STEPS = (8, 40)
_FAINT_STEP = 2
_FULL_SUPPORT = 0.9
_PERIODS = (2, 4)
_TEXTURE = 0.7
_TEXTURED_PIXELS = 1500


def patch_boards(pixels: NDArray[np.uint8]) -> list[Located]:
    """Return the lattices of patches that may be boards; several may lie on the same board."""
    steps = step_picture(pixels)
    layers = [split_layer(steps, threshold) for threshold in _EDGE_STEPS]
    found = [located for layer in layers for located in _located(layer)]
    if _has_texture(steps, found):
        found += _locate_smoothed(pixels)
    if max(found, key=attrgetter("cells"), default=None) is None or (
        max(found, key=attrgetter("cells")).support < _FULL_SUPPORT
    ):
        # Lines too faint for the first look leave holes in a board, or take its edge away. Some
        # cells show in one layer, some in another: a board is what all of them show together.
        layers.append(split_layer(steps, _FAINT_STEP))
        found += _located(layers[-1])
        found = [filled(layers, located) for located in found]
    return found


def _has_texture(steps: NDArray[np.uint8], found: list[Located]) -> bool:
    """Whether areas as large as cells, and not found yet, are full of edges, as a stipple is."""
    edges = cv2.threshold(cv2.max(steps[0], steps[1]), _EDGE_STEPS[1], 1, cv2.THRESH_BINARY)[1]
    share = cv2.boxFilter(edges, cv2.CV_32F, (SMALLEST_PATCH, SMALLEST_PATCH))
    textured = np.asarray(share) >= _TEXTURE
    for located in found:
        box = located.grid.region.clipped(Region(0, 0, textured.shape[1], textured.shape[0]))
        textured[box.y : box.bottom, box.x : box.right] = False
    return int(np.count_nonzero(textured)) > _TEXTURED_PIXELS


def _locate_smoothed(pixels: NDArray[np.uint8]) -> list[Located]:
    """Find lattices of cells with a texture: averaged over its period it is flat."""
    found: list[Located] = []
    for period in _PERIODS:
        smooth = np.asarray(cv2.blur(pixels, (period, period)), np.uint8)
        # An even box lies half a pixel to the left and above of the pixel it is written to.
        off = -0.5 if period % 2 == 0 else 0.0
        found += [
            Located(located.grid.moved(off, off), located.support)
            for located in _located(split_layer(step_picture(smooth), _EDGE_STEPS[0]))
        ]
    return found


def _located(layer: Layer) -> list[Located]:
    """Find the lattices that show in one layer."""
    patches = layer.patches
    if patches.cx.size < 6:
        return []
    right, down = next_patches(patches, (1, 0)), next_patches(patches, (0, 1))
    found = []
    for members in patch_groups(patches, right, down):
        lattice = fit_lattice(patches, members, right, down)
        located = None if lattice is None else extent(layer, members, lattice)
        if lattice is None or located is None:
            continue
        if located.support < _FULL_SUPPORT:
            wider = extent(layer, *gather(patches, members, lattice))
            located = max((wider or located, located), key=attrgetter("cells"))
        found.append(located)
    return found
