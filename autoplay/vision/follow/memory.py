"""What cells of an unknown skin looked like when they were read surely, for the next look at them.

A full reading without a pack weighs the whole board and takes a fraction of a second; a cell that
looks as one did that is known needs none of that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.packs.match import describe

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SURE = 0.95
_ALIKE = 0.03
_APART = 2.0
_MARGIN = 0.01
_MOST = 400
KNOWN_CONFIDENCE = 0.99
"""That of a cell recalled: it looks as one did that was sure."""


class LookMemory:
    """Remembers looks with their names; the latest readings count."""

    def __init__(self) -> None:
        self._described: NDArray[np.float32] | None = None
        self._names: NDArray[np.int8] = np.zeros(0, np.int8)

    def remember(
        self, cut: NDArray[np.uint8], cells: NDArray[np.int8], confidence: NDArray[np.float32]
    ) -> None:
        """Take the sure cells of a reading in place of what was remembered under other names.

        cut: (n, side, side, 3) uint8; cells, confidence: (n,).
        """
        sure = (confidence >= _SURE) & (cells != Cell.UNREADABLE)
        if not sure.any():
            return
        described, names = describe(cut[sure]), cells[sure]
        if self._described is not None:
            described = np.concatenate([described, self._described])
            names = np.concatenate([names, self._names])
        self._described, self._names = _thinned(described, names)

    def recall(self, cut: NDArray[np.uint8]) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
        """Return what cells (n, side, side, 3) are, and which of them look like known ones."""
        if self._described is None or not len(self._names):
            return np.full(len(cut), Cell.UNREADABLE, np.int8), np.zeros(len(cut), bool)
        described = describe(cut)
        apart = _distances(described, self._described)
        nearest = apart.argmin(axis=1)
        names = self._names[nearest]
        best = apart[np.arange(len(cut)), nearest]
        other = self._names[None] != names[:, None]
        rival = np.where(other, apart, np.inf).min(axis=1)
        known = (best <= _ALIKE) & (rival >= _APART * best + _MARGIN)
        return np.where(known, names, np.int8(Cell.UNREADABLE)).astype(np.int8), known


def _distances(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    square = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1)[None] - 2 * (a @ b.T)
    return np.asarray(np.sqrt(np.maximum(square, 0)), np.float32)


def _thinned(
    described: NDArray[np.float32], names: NDArray[np.int8]
) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """Keep one of those that look the same, the first; it was read last."""
    kept: list[int] = []
    left = np.arange(len(described))
    while left.size and len(kept) < _MOST:
        first = int(left[0])
        kept.append(first)
        same = _distances(described[first : first + 1], described[left])[0] < _ALIKE / 3
        left = left[~same]
    return described[kept], names[kept]
