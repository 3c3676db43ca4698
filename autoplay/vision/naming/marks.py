"""Cells that bear a symbol: what their shapes may be, and which of them show the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.looks.grounds import rims
from autoplay.vision.looks.shapes import GLYPH_SIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.naming.evidence import Evidence

_SAME_SHAPE = 0.75
_SAME_INK = 30.0
_VERY_LIKE = 0.95
_LIKER = 0.05
_SEVERAL = 3
_OTHER_BORDER = 6.0
_FAR_MORE = 3.0
_FILLED = 1.3


class Marks:
    """The cells of a board while their symbols are named.

    lab: (n, SIDE, SIDE, 3) their pictures. odds: (n, kinds) of each cell, by the shape of its look.
    cells: (n,) names, which change.
    """

    def __init__(
        self,
        evidence: Evidence,
        lab: NDArray[np.float32],
        odds: NDArray[np.float64],
        cells: NDArray[np.int8],
    ) -> None:
        self.evidence = evidence
        self.lab = lab
        self.odds = odds
        self.cells = cells

    @property
    def board(self) -> NDArray[np.int8]:
        """The names by (rows, cols)."""
        return self.cells.reshape(self.evidence.shape)

    def resembles(
        self, cells: NDArray[np.intp], models: NDArray[np.intp]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Tell which cells show nearly the shape of a model, and which do in the same colour."""
        shaped, inked = self._alike(cells, models)
        return np.asarray(shaped.any(axis=1)), np.asarray(inked.any(axis=1))

    def kindred(self, cells: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which of some cells show nearly the shape of another one, in the same colour."""
        inked = self._alike(cells, cells)[1]
        np.fill_diagonal(inked, val=False)
        return np.asarray(inked.any(axis=1))

    def bordered_alone(self, cells: NDArray[np.intp]) -> int | None:
        """Return the only one of several cells with a border unlike all others', None if none has.

        Some programs outline what exploded, and leave its ground as it is.
        """
        if len(cells) < _SEVERAL:
            return None
        border = rims(self.lab[cells])
        apart = np.linalg.norm(border[:, None] - border, axis=2)
        np.fill_diagonal(apart, np.inf)
        nearest = apart.min(axis=1)
        first, second = np.argsort(-nearest)[:2].tolist()
        alone = nearest[first] > max(_OTHER_BORDER, _FAR_MORE * nearest[second])
        return int(cells[first]) if alone else None

    def blocked(self, cell: int, flags: NDArray[np.intp]) -> bool:
        """Tell whether a cell is filled with the colour in which some flags are drawn.

        The cursor of a terminal swaps the colours of what it is on.
        """
        if not len(flags):
            return False
        glyphs = self.evidence.glyphs
        apart = np.linalg.norm(glyphs.ink[cell] - np.median(glyphs.ink[flags], axis=0))
        drawn = glyphs.shapes[flags].mean(axis=(1, 2))
        filled = glyphs.shapes[cell].mean() > _FILLED * np.median(drawn)
        return bool(filled and apart < _SAME_INK)

    def _alike(
        self, cells: NDArray[np.intp], models: NDArray[np.intp]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Tell which cell shows nearly the shape of which model, and which also its colour."""
        shaped = self.unit(cells) @ self.unit(models).T > _SAME_SHAPE
        ink = self.evidence.glyphs.ink
        apart = np.linalg.norm(ink[cells][:, None] - ink[models][None], axis=2)
        return shaped, np.asarray(shaped & (apart < _SAME_INK))

    def liker(
        self, cells: NDArray[np.intp], ones: NDArray[np.intp], others: NDArray[np.intp]
    ) -> NDArray[np.bool_]:
        """Tell which cells show the very shape of one of some cells, and less that of any other.

        No cell counts as one that it is like itself.
        """
        to_one, to_other = (self._nearest(cells, models) for models in (ones, others))
        return np.asarray((to_one > _VERY_LIKE) & (to_one > to_other + _LIKER))

    def very_like(self, cells: NDArray[np.intp], models: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which cells show the very shape of a model, in whatever colour."""
        return np.asarray(self._nearest(cells, models) > _VERY_LIKE)

    def _nearest(self, cells: NDArray[np.intp], models: NDArray[np.intp]) -> NDArray[np.float32]:
        """Return how like each cell's shape is to the likest of some others; 0 if there is none."""
        alike = np.where(cells[:, None] == models, 0, self.unit(cells) @ self.unit(models).T)
        return np.asarray(alike.max(axis=1, initial=0), np.float32)

    def unit(self, cells: NDArray[np.intp]) -> NDArray[np.float32]:
        """Return the shapes of cells as vectors of length one, (n, pixels)."""
        shapes = self.evidence.glyphs.shapes[cells]
        flat = shapes.reshape(len(shapes), GLYPH_SIDE**2)
        lengths = np.linalg.norm(flat, axis=1, keepdims=True)
        return np.asarray(flat / np.maximum(lengths, 1e-6), np.float32)
