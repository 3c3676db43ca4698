"""Plates: drawings on a small tile of another colour, as some programs print flags and mines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.looks.grounds import SIDE
from autoplay.vision.looks.relief import strongest
from autoplay.vision.looks.shapes import drawing_of, resemblance
from autoplay.vision.pixels.channels import length

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.looks.shapes import Drawing

_SURELY = 0.8
# What is drawn on a plate of its own colour lies within its sides, and is far from faint.
_PLATE = 0.45 * SIDE
_PLATE_SIDE = 2
_ON_PLATE = 15.0
_FILLED = 0.6


class Plates:
    """The plates of n cells: what one bears on its plate is lifted once for every drawing's box.

    cells: (n, SIDE, SIDE, 3) Lab.
    """

    def __init__(self, cells: NDArray[np.float32]) -> None:
        self._cells = cells
        # By a cell's number and the bytes of its drawing's box.
        self._lifted: dict[tuple[int, bytes], Drawing | None] = {}

    def look(
        self,
        members: NDArray[np.intp],
        strength: NDArray[np.float32],
        shapes: NDArray[np.float32],
        ink: NDArray[np.float32],
        box: NDArray[np.int32],
    ) -> None:
        """Take what is drawn on a plate for the drawing, in place, where that is a known shape.

        members: the numbers of the cells whose drawings the others are.
        """
        wide = np.flatnonzero((strength >= _ON_PLATE) & (box[:, 2:].min(axis=1) > _PLATE))
        lifted = [(i, self._lift(int(members[i]), box[i])) for i in wide.tolist()]
        found = [(i, on_plate) for i, on_plate in lifted if on_plate is not None]
        if not found:
            return
        both = [[shapes[i] for i, _ in found], [shape for _, (shape, _, _) in found]]
        whole, drawn = resemblance(np.concatenate(both))[:, :-1].max(axis=1).reshape(2, -1)
        clearer = (whole < _SURELY) & (drawn > _SURELY)
        for known, (i, on_plate) in zip(clearer.tolist(), found, strict=True):
            if known:
                shapes[i], box[i], ink[i] = on_plate

    def _lift(self, cell: int, box: NDArray[np.int32]) -> Drawing | None:
        key = cell, box.tobytes()
        if key not in self._lifted:
            self._lifted[key] = _on_plate(self._cells[cell], box)
        return self._lifted[key]


def _on_plate(cell: NDArray[np.float32], box: NDArray[np.int32]) -> Drawing | None:
    """Return shape, box and ink of what a cell bears on a plate, None where there is no plate.

    box: of the whole drawing. A plate has one colour along most of its sides.
    """
    x, y, w, h = box.tolist()
    inside = np.s_[y + _PLATE_SIDE : y + h - _PLATE_SIDE, x + _PLATE_SIDE : x + w - _PLATE_SIDE]
    plate = cell[inside]
    sides = np.concatenate([plate[0], plate[-1], plate[:, 0], plate[:, -1]])
    colour = np.median(sides, axis=0)
    if (length(sides - colour) < _ON_PLATE).mean() < _FILLED:
        return None
    relief = np.zeros((SIDE, SIDE), np.float32)
    relief[inside] = length(plate - colour)
    strength = strongest(relief)
    if strength < _ON_PLATE:
        return None
    alpha = np.clip(relief / strength, 0, 1).astype(np.float32)
    return drawing_of(cell, alpha)
