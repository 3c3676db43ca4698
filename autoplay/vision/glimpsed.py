"""Cells that a window covers in part: what is left of them in sight may tell what they are.

A window over a board ends anywhere within its cells. One of which more than half is seen may look
there as one kind of cell does, and no other; but what it shows may lie below the window, so that it
is never sure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.pixels.cells import SIDE, cut_cells
from autoplay.vision.rules.consistency import impossible
from autoplay.vision.rules.neighbourhood import beside

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.desktop.protocols import Frame
    from autoplay.vision.reading import Reading

    Mask = NDArray[np.bool_]

# How much of a cell has to be seen, of one that is opened, as the plain part of a window may seem,
# and how much more of it looks as that than as anything else.
_SEEN = 0.55
_SEEN_OF_OPENED = 0.7
_APART = 0.08
# In levels of 255: what differs by less than this, or by so many times what cells of one kind
# usually do, is the same. So much of what is seen may differ, and of what is covered must.
_SAME = 12.0
_USUAL = 3.0
_MAY_DIFFER = 0.05
_COVERS = 0.5
# Cells of a kind that others are compared with.
_MOST = 24
_LEAST_SURE = 0.5
_AS_SURE = np.float32(0.8)


def glimpsed(frame: Frame, reading: Reading) -> Reading:
    """Return a reading with the names of unread cells of which more than half is in sight."""
    cells = reading.board.cells
    unread = shows(cells, Cell.UNREADABLE)
    if not unread.any() or unread.all():
        return reading
    cut = cut_cells(frame.pixels, reading.grid_in(frame))
    kinds = _kinds(cut, reading)
    if not kinds:
        return reading
    limit = _limit(kinds)
    named = cells.copy()
    seen_more = True
    while seen_more:
        # What is named tells where a window ends beside it.
        seen_more = False
        for row, col in np.argwhere(unread & beside(~unread)).tolist():
            kind = _kind_of(cut[row, col], kinds, _corners(unread, row, col), limit)
            if kind is not None:
                named[row, col], unread[row, col], seen_more = kind, False, True
    if (named == cells).all() or impossible(named).sum() > impossible(cells).sum():
        return reading
    confidence = np.where(named == cells, reading.confidence, _AS_SURE)
    return reading.named(named, confidence)


def _kinds(cut: NDArray[np.uint8], reading: Reading) -> dict[int, NDArray[np.int16]]:
    """Return some cells of each kind on a board, (n, SIDE, SIDE, 3), by what they are."""
    cells, sure = reading.board.cells, reading.confidence >= _LEAST_SURE
    kinds = {}
    for kind in np.unique(cells[sure & ~shows(cells, Cell.UNREADABLE)]).tolist():
        own = cut[sure & (cells == kind)]
        kinds[kind] = own[:: 1 + (len(own) - 1) // _MOST].astype(np.int16)
    return kinds


def _limit(kinds: dict[int, NDArray[np.int16]]) -> float:
    """Return by how much a pixel may differ from a cell of its kind."""
    most = max(kinds.values(), key=len)
    if len(most) < 2:
        return _SAME
    apart = np.abs(most[:, None] - most).max(axis=-1).mean(axis=(2, 3))
    np.fill_diagonal(apart, np.inf)
    return max(_SAME, _USUAL * float(np.median(apart.min(axis=1))))


@dataclass(frozen=True, slots=True)
class _Corner:
    """A corner from which on a window may cover a cell, and what lies beyond the other sides.

    below, after: which corner it is. level, upright: whether the cell above or below the part in
    sight is seen, and the one beside that; None beyond the board.
    """

    below: bool
    after: bool
    level: bool | None
    upright: bool | None


def _corners(unread: Mask, row: int, col: int) -> list[_Corner]:
    """Return the corners from which on a window may cover a cell.

    There the window goes on, or the board ends.
    """
    rows, cols = unread.shape

    def seen(down: int, right: int) -> bool | None:
        y, x = row + down, col + right
        return not unread[y, x] if 0 <= y < rows and 0 <= x < cols else None

    return [
        _Corner(down > 0, right > 0, seen(-down, 0), seen(0, -right))
        for down in (-1, 1)
        for right in (-1, 1)
        if not (seen(down, 0) and seen(0, right) and seen(down, right))
    ]


def _kind_of(
    cell: NDArray[np.uint8],
    kinds: dict[int, NDArray[np.int16]],
    corners: list[_Corner],
    limit: float,
) -> int | None:
    """Return what a cell, (SIDE, SIDE, 3), is, None if too little is seen of it or it is unlike."""
    seen = {}
    for kind, others in kinds.items():
        differs = np.abs(others - cell).max(axis=-1) > limit
        seen[kind] = max((_seen(differs, corner) for corner in corners), default=0.0)
    first, *rest = sorted(seen, key=lambda kind: -seen[kind])
    enough = _SEEN_OF_OPENED if first <= Cell.N8 else _SEEN
    apart = seen[first] - (seen[rest[0]] if rest else 0.0)
    return first if seen[first] >= enough and apart >= _APART else None


def _seen(differs: Mask, corner: _Corner) -> float:
    """Return how much at most may be seen of a cell that is one of some others, as a share.

    differs: (n, SIDE, SIDE) from each of them. All that is seen differs from none; what is covered
    does, and ends at a cell that is seen.
    """
    turned = differs[:, :: -1 if corner.below else 1, :: -1 if corner.after else 1]
    covered = np.zeros((len(differs), SIDE + 1, SIDE + 1), int)
    covered[:, 1:, 1:] = turned.cumsum(axis=1).cumsum(axis=2)
    sides = np.arange(SIDE + 1)
    area = np.outer(sides, sides)
    in_sight = covered[:, -1:, -1:] - covered
    fits = (in_sight <= _MAY_DIFFER * (SIDE**2 - area)) & (covered >= _COVERS * area) & (area > 0)
    ends_level, ends_upright = sides[:, None] < SIDE, sides < SIDE
    if corner.level is False:
        fits &= ~ends_level
    if corner.upright is False:
        fits &= ~ends_upright
    fits &= (ends_level & bool(corner.level)) | (ends_upright & bool(corner.upright))
    return float(np.where(fits, 1 - area / SIDE**2, 0.0).max())
