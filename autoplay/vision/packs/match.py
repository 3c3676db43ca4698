"""Name cells by the templates of a pack: one matrix product for the whole board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.pixels.cells import SIDE, normalise
from autoplay.vision.pixels.one_core import on_one_core
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.packs.skins import Skin

_BORDER = 2
_BORDER_WEIGHT = 0.15
_COLOUR_WEIGHT = 0.5
_NO_MATCH = 9.0
_MISFIT = 0.11
_MISFIT_WIDTH = 0.05
_LEAST_CONFIDENCE = 0.7


def _weights() -> NDArray[np.float32]:
    """How much each pixel of a cell counts; they add up to one.

    A cell's border shows its neighbours' lines and suffers most from a wrong phase.
    """
    weight = np.full((SIDE, SIDE), _BORDER_WEIGHT, np.float32)
    weight[_BORDER:-_BORDER, _BORDER:-_BORDER] = 1.0
    return np.asarray(weight / weight.sum(), np.float32)


_WEIGHT = _weights()


def describe(cells: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return (n, features) float32 for (n, side, side, 3) cells.

    The distance of two descriptions is a root mean square colour difference, 0 to about 1. The
    mean colour counts half: it alone tells flat hidden cells from flat opened ones, so it cannot
    be left out as correlation does, and a background that shines through must not outweigh a digit.
    """
    values = cells.reshape(len(cells), SIDE * SIDE, 3).astype(np.float32)
    values *= np.float32(1 / 255)
    mean = np.einsum("npc,p->nc", values, _WEIGHT.ravel())
    values -= mean[:, None, :]
    values *= np.sqrt(_WEIGHT.ravel() / 3)[None, :, None]
    colour = mean * np.sqrt(_COLOUR_WEIGHT / 3)
    return np.hstack([values.reshape(len(cells), -1), colour]).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """What the templates say about n cells.

    cells: (n,) int8, the state whose template is nearest. distance: (n,) to that template.
    rival: (n,) to the nearest template of any other state.
    """

    cells: NDArray[np.int8]
    distance: NDArray[np.float32]
    rival: NDArray[np.float32]

    @property
    def misfit(self) -> float:
        """How badly the pack fits the cells as a whole: 0 perfectly, 0.3 not at all."""
        return float(np.minimum(self.distance, 0.3).mean())

    @property
    def ambiguity(self) -> float:
        """How far the cells are from their own state, next to any other: 0 not at all, at most 1.

        Dark looks are near to everything; those of their own program are nearer still.
        """
        return float(self.distance.sum() / max(float(self.rival.sum()), 1e-6))

    def confidence(self) -> NDArray[np.float32]:
        """Return (n,) float32: how often a cell matched like this is named rightly."""
        ratio = (self.distance + 0.004) / (self.rival + 0.004)
        sure = 1.0 - 0.5 * np.clip(ratio, 0.0, 1.0) ** 5
        far = np.maximum(0.0, self.distance - _MISFIT) / _MISFIT_WIDTH
        result: NDArray[np.float32] = (sure * np.exp(-far * far)).astype(np.float32)
        return result

    def named(self) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        """Return the cells, unreadable where not sure, and the confidence, none in those."""
        confidence = self.confidence()
        sure = confidence >= _LEAST_CONFIDENCE
        cells = np.where(sure, self.cells, np.int8(Cell.UNREADABLE)).astype(np.int8)
        return cells, np.where(sure, confidence, np.float32(0))

    def repeated(self, which: NDArray[np.intp]) -> Match:
        """Return what is said about cells of which several look the same: (m,) numbers of these."""
        return Match(self.cells[which], self.distance[which], self.rival[which])


class Pack:
    """A skin made ready for matching."""

    def __init__(self, skin: Skin) -> None:
        self.skin = skin
        pictures, states = [], []
        for cell, variants in skin.templates.items():
            for picture in variants:
                looks = [normalise(picture)]
                # Pixel art on a scaled screen has soft edges, which a bright thin digit on a dark
                # ground cannot bear to be compared without.
                if picture.shape[0] <= SIDE:
                    looks.append(_softened(picture))
                pictures += looks
                states += [int(cell)] * len(looks)
        order = np.argsort(states, kind="stable")
        self._templates = describe(np.stack(pictures)[order])
        self._squares = (self._templates**2).sum(axis=1)
        self.states, self._starts = np.unique(np.array(states)[order], return_index=True)

    def match_cells(self, cells: NDArray[np.uint8]) -> Match:
        """Compare (n, side, side, 3) cells with every template."""
        first, which = distinct(cells)
        return self.match(describe(cells[first])).repeated(which)

    @on_one_core
    def match(self, described: NDArray[np.float32]) -> Match:
        """Compare (n, features) described cells with every template."""
        squares = np.einsum("nf,nf->n", described, described)
        distance = squares[:, None] + self._squares[None, :]
        distance -= 2.0 * (described @ self._templates.T)
        per_state = np.minimum.reduceat(distance, self._starts, axis=1)
        per_state = np.sqrt(np.maximum(per_state, 0.0))
        nearest = per_state.argmin(axis=1)
        rows = np.arange(len(described))
        best = per_state[rows, nearest]
        per_state[rows, nearest] = _NO_MATCH
        return Match(
            cells=self.states[nearest].astype(np.int8),
            distance=best,
            rival=per_state.min(axis=1),
        )


def _softened(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a small template as it looks once a screen of scale 1.5 has enlarged it."""
    size = round(1.5 * picture.shape[0])
    larger = cv2.resize(picture, (size, size), interpolation=cv2.INTER_LINEAR)
    return normalise(np.asarray(larger, np.uint8))


def distinct(cells: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return (k,) numbers of cells that differ, and (n,) for each cell which of those it equals.

    cells: (n, side, side, 3). On a screen most hidden and most blank cells are equal to the pixel,
    so that far fewer have to be compared with templates than there are.
    """
    numbers: dict[bytes, int] = {}
    first: list[int] = []
    which = np.empty(len(cells), np.intp)
    for n, cell in enumerate(cells):
        number = numbers.setdefault(cell.tobytes(), len(first))
        if number == len(first):
            first.append(n)
        which[n] = number
    return np.array(first, np.intp), which
