"""Which cells of a lattice belong to a board: what a small network makes of them and those around.

The lattice reaches beyond the board. No single sign tells where the board ends: borders may be
bare, a panel beside it may be as flat as an opened blank. A network weighs the lines along the
sides of a cell, what is drawn in it, how its ground differs from the next ones and how common that
ground is, for the cell itself, for its neighbours and for rows and columns of cells beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.locate.signs import cell_signs
from autoplay.vision.pixels.network import outputs, stored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from autoplay.geometry import Grid
    from autoplay.vision.pixels.lines import Drawing

    Floats = NDArray[np.float32]

_NETWORK = "membership"
_LOUDEST = 4.0

Window = tuple[tuple[int, int], tuple[int, int]]
"""Cells beside one: from and to rows, from and to columns, relative to its own."""

_NEAR = 4
_FAR = 10
_WINDOWS: list[Window] = [
    window
    for far in (_NEAR, _FAR)
    for window in (
        ((-far, 0), (0, 1)),
        ((1, far + 1), (0, 1)),
        ((0, 1), (-far, 0)),
        ((0, 1), (1, far + 1)),
    )
] + [((-_NEAR, _NEAR + 1), (-_NEAR, _NEAR + 1))]
_USUAL_PITCH = 24.0
# The network has seen cells that are this oblong, as a logarithm; others it takes for such.
_TAUGHT = 0.07
_OBLONG = 3.0


def votes(drawing: Drawing, grid: Grid) -> Floats:
    """Return (rows, cols), -4 to 4: how surely each cell of a lattice belongs to a board."""
    out = outputs(stored(_NETWORK), context(drawing, grid))
    # Rarely are cells oblong; those of text buttons have clear sides, which outweigh that.
    oblong = max(0.0, abs(float(np.log(grid.pitch_x / grid.pitch_y))) - _TAUGHT)
    surely: Floats = np.clip(out[:, 1] - out[:, 0] - _OBLONG * oblong, -_LOUDEST, _LOUDEST)
    return surely.reshape(grid.rows, grid.cols)


def context(drawing: Drawing, grid: Grid) -> Floats:
    """Return (rows * cols, signs): what shows of each cell of a lattice and around it."""
    maps = cell_signs(drawing, grid)
    size = np.full((2, grid.rows, grid.cols), 0.0, np.float32)
    size[0] = np.log(grid.pitch_x * grid.pitch_y / _USUAL_PITCH**2)
    size[1] = np.clip(np.log(grid.pitch_x / grid.pitch_y), -_TAUGHT, _TAUGHT)
    rows, cols = grid.rows, grid.cols
    wide = np.pad(maps, ((0, 0), (1, 1), (1, 1)))
    around = [wide[:, r : r + rows, c : c + cols] for r in range(3) for c in range(3)]
    around += _means(maps, _WINDOWS)
    around.append(size)
    return np.concatenate(around).reshape(-1, rows * cols).T


def _means(maps: Floats, windows: Sequence[Window]) -> list[Floats]:
    """Return the maps' means over windows of cells, as if all were 0 outside of the lattice."""
    height, width = maps.shape[1:]
    total = np.zeros((len(maps), height + 1, width + 1), np.float32)
    total[:, 1:, 1:] = maps.cumsum(axis=1).cumsum(axis=2)
    found = []
    for (above, below), (before, after) in windows:
        r0, r1 = (np.clip(np.arange(height) + off, 0, height) for off in (above, below))
        c0, c1 = (np.clip(np.arange(width) + off, 0, width) for off in (before, after))
        down = total[:, r1] - total[:, r0]
        found.append((down[:, :, c1] - down[:, :, c0]) / ((below - above) * (after - before)))
    return found
