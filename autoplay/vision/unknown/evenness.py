"""Whether cells of which none is opened look as one program draws hidden cells: all alike.

With nothing opened no number tells of a board. But then all cells bear one picture, or two by
turns, up to their edges. Puzzles have clues in the corners of their cells, and cells of several
plain colours; heat maps have a colour for each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.looks.grounds import SIDE
from autoplay.vision.naming.doubts import in_patches

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Lines and bevels lie in the outermost pixels, now on this side of an edge, now on that.
_INSIDE = slice(4, SIDE - 4)
_BLOCK = 4
_ODD = 10.0
_NOISE = 3.0
_MOST_ODD = 0.1
_STEP = 5.0
_MOST_STEPS = 0.3
# One cell may be under the pointer, and its like be the one that is pressed.
_FEW = 3


def look_alike(
    cells: NDArray[np.float32],
    ground: NDArray[np.float32],
    group: NDArray[np.intp],
    plain: NDArray[np.bool_],
) -> bool:
    """Tell whether cells without symbols are all drawn alike, but for noise.

    cells: (n, SIDE, SIDE, 3) Lab; ground: (n, 3) their colours. group: (rows, cols) which cells
    share a ground. plain: (rows, cols) those without a symbol.
    """
    if not plain.any():
        return True
    size = np.bincount(group[plain])
    if in_patches([plain & (group == number) for number in np.flatnonzero(size >= _FEW).tolist()]):
        return False
    if _motley(ground.reshape(*group.shape, 3), np.where(plain, group, -1)):
        return False
    inside = (cells - ground[:, None, None])[:, _INSIDE, _INSIDE]
    blocks = inside.shape[1] // _BLOCK
    coarse = inside.reshape(-1, blocks, _BLOCK, blocks, _BLOCK, 3).mean(axis=(2, 4))
    off = np.zeros(len(cells))
    for number in np.unique(group[plain]).tolist():
        own = (plain & (group == number)).ravel()
        usual = np.median(coarse[own], axis=0)
        off[own] = np.linalg.norm(coarse[own] - usual, axis=3).max(axis=(1, 2))
    off = off[plain.ravel()]
    odd = off > max(_ODD, _NOISE * float(np.median(off)))
    return bool(odd.mean() <= _MOST_ODD)


def _motley(colours: NDArray[np.float32], group: NDArray[np.intp]) -> bool:
    """Tell whether colours of one ground change from cell to cell as they like, as in a heat map.

    A gradient changes as much to the next cell but one as from there on, and so do two by turns.
    colours: (rows, cols, 3); group: (rows, cols), -1 where there is none.
    """
    bends = []
    for colour, ground in ((colours, group), (colours.transpose(1, 0, 2), group.T)):
        before, own, after = np.s_[:-4], np.s_[2:-2], np.s_[4:]
        bend = np.linalg.norm(colour[before] + colour[after] - 2 * colour[own], axis=2) / 2
        same = (ground[before] == ground[own]) & (ground[after] == ground[own]) & (ground[own] >= 0)
        bends.append(bend[same])
    every = np.concatenate(bends)
    return bool(every.size and (every > _STEP).mean() > _MOST_STEPS)
