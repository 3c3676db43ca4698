"""Glyphs: what is drawn on the ground of a cell, for one way after another to group the grounds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.looks.plates import Plates
from autoplay.vision.looks.relief import (
    MIDDLE,
    common_of,
    inkiness,
    is_glyph,
    lowered,
    middle_of,
    tile_under,
    within_rim,
    without_stripes,
)
from autoplay.vision.looks.shapes import GLYPH_SIDE, drawing_of
from autoplay.vision.pixels.channels import length

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.looks.shapes import Drawing

_FEW = 4
_SEVERAL = 3
_ENOUGH = 8
MOST_ALIKE = 0.35
"""Share of the cells that may show the same glyph on a ground of its own, as a rule."""
_NOTHING = 2.5


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """The drawings on n cells.

    shapes: (n, GLYPH_SIDE, GLYPH_SIDE) float32, 0 to 1, centred, scaled to full height.
    strength: (n,) how far the drawing stands out from the ground, in Lab units.
    ink: (n, 3) mean Lab colour of the drawing.
    box: (n, 4) left, top, width and height of the drawing in cut-cell pixels.
    """

    shapes: NDArray[np.float32]
    strength: NDArray[np.float32]
    ink: NDArray[np.float32]
    box: NDArray[np.int32]

    @classmethod
    def none(cls, n: int) -> Glyphs:
        """Return n empty drawings, to be set."""
        return cls(
            np.zeros((n, GLYPH_SIDE, GLYPH_SIDE), np.float32),
            np.zeros(n, np.float32),
            np.zeros((n, 3), np.float32),
            np.zeros((n, 4), np.int32),
        )

    def set(self, members: NDArray[np.intp], drawn: Glyphs) -> None:
        """Set the drawings of some cells."""
        self.shapes[members] = drawn.shapes
        self.strength[members] = drawn.strength
        self.ink[members] = drawn.ink
        self.box[members] = drawn.box


class _Shared:
    """What cells that share a ground have in common, worked out when it is asked for.

    above: (n, SIDE, SIDE, 3) how all cells differ from their ground's colour; bare: its length;
    members: which of them share one.
    """

    def __init__(
        self, above: NDArray[np.float32], bare: NDArray[np.float32], members: NDArray[np.intp]
    ) -> None:
        self._above = above
        self._bare = bare
        self._members = members

    @cached_property
    def common(self) -> NDArray[np.float32]:
        return common_of(self._above[self._members], self._bare[self._members])

    @cached_property
    def is_glyph(self) -> bool:
        return is_glyph(self.common)

    @cached_property
    def _tile(self) -> NDArray[np.float32]:
        return tile_under(self.common)

    def ground(self, *, small: bool) -> NDArray[np.float32] | None:
        """Return what of it is ground; None if it is a glyph, which a small group may all show."""
        if not small:
            return self.common
        return None if self.is_glyph else self._tile


class Lifter:
    """Lifts drawings off the grounds of n cells; what is grouped as before is lifted only once.

    cells: (n, SIDE, SIDE, 3) Lab. ground: (n, 3). size_class: (n,) cells of different sizes on the
    screen, whose textures differ once resized; None if all have one.
    """

    def __init__(
        self,
        cells: NDArray[np.float32],
        ground: NDArray[np.float32],
        size_class: NDArray[np.intp] | None = None,
    ) -> None:
        self._cells = cells
        self._above = cells - ground[:, None, None, :]
        self._bare = length(self._above)
        self._plates = Plates(cells)
        self._size_class = np.zeros(len(cells), np.intp) if size_class is None else size_class
        # By the bytes of the cells' numbers, or of what is seen of one cell's drawing.
        self._known: dict[bytes, _Shared] = {}
        self._lifted: dict[tuple[bytes, bool], Glyphs] = {}
        self._drawn: dict[tuple[int, bytes], Drawing] = {}

    def lift(self, group: NDArray[np.intp], most_alike: float = MOST_ALIKE) -> Glyphs:
        """Return the drawings on the cells.

        group: (n,) which cells share a ground; what nearly all cells of a group show (a texture, a
        gradient, a bevel) is ground, not drawing. most_alike: the largest share of the cells that
        may show one glyph on a ground of its own.
        """
        glyphs = Glyphs.none(len(group))
        size = np.bincount(group)
        few = np.flatnonzero(size[group] < _FEW)
        relief, above = self._bare[few], self._above[few]
        for number in np.flatnonzero(size >= _FEW).tolist():
            members = np.flatnonzero(group == number)
            small = len(members) < most_alike * len(group)
            ground = self._shared(members).ground(small=small)
            if ground is not None:
                # Cells that are alone with their ground may have the relief of any other.
                relief = lowered(relief, above, ground)
            glyphs.set(members, self._of_group(members, ground, small=small))
        if few.size:
            glyphs.set(few, self._drawings(few, relief, relief))
        return glyphs

    def shows_glyphs(self, group: NDArray[np.intp], most_alike: float) -> bool:
        """Tell whether a ground larger than usual, up to `most_alike` of all, shows one glyph."""
        size = np.bincount(group)
        large = (size >= MOST_ALIKE * len(group)) & (size < most_alike * len(group))
        return any(
            self._shared(np.flatnonzero(group == number)).is_glyph
            for number in np.flatnonzero(large).tolist()
        )

    def _shared(self, members: NDArray[np.intp]) -> _Shared:
        key = members.tobytes()
        if key not in self._known:
            self._known[key] = _Shared(self._above, self._bare, members)
        return self._known[key]

    def _of_group(
        self, members: NDArray[np.intp], ground: NDArray[np.float32] | None, *, small: bool
    ) -> Glyphs:
        key = members.tobytes(), small
        if key not in self._lifted:
            relief, above = self._bare[members], self._above[members]
            even = relief
            if ground is not None:
                relief = lowered(relief, above, ground)
                kinds = self._size_class[members]
                for kind in np.unique(kinds).tolist():
                    of_kind = np.flatnonzero(kinds == kind)
                    if _ENOUGH <= len(of_kind) < len(members):
                        finer = self._shared(members[of_kind]).ground(small=small)
                        if finer is not None:
                            relief[of_kind] = lowered(relief[of_kind], above[of_kind], finer)
                even = np.minimum(relief, without_stripes(above, ground))
            self._lifted[key] = self._drawings(members, relief, even)
        return self._lifted[key]

    def _drawings(
        self,
        members: NDArray[np.intp],
        relief: NDArray[np.float32],
        even: NDArray[np.float32],
    ) -> Glyphs:
        """Return the drawings of some cells by their relief; even: the same without stripes.

        relief, even: (k, SIDE, SIDE), Lab units.
        """
        relief, even = within_rim(relief), within_rim(even)
        # Every glyph reaches into the middle of its cell; by its ink there it is judged.
        drawn = Glyphs.none(len(members))
        drawn.strength[:] = inkiness(even)
        seen = drawn.strength >= _NOTHING
        middle = middle_of(even[seen]) if seen.sum() >= _SEVERAL else MIDDLE
        if middle != MIDDLE:
            drawn.strength[:] = inkiness(even, middle)
        inked = inkiness(relief, middle)
        for i in np.flatnonzero(drawn.strength >= _NOTHING).tolist():
            alpha = np.clip(relief[i] / inked[i], 0, 1)
            drawn.shapes[i], drawn.box[i], drawn.ink[i] = self._drawing(int(members[i]), alpha)
        self._plates.look(members, drawn.strength, drawn.shapes, drawn.ink, drawn.box)
        return drawn

    def _drawing(self, cell: int, alpha: NDArray[np.float32]) -> Drawing:
        """Return shape, box and ink of what a cell bears; other groups often leave it the same."""
        key = cell, alpha.tobytes()
        if key not in self._drawn:
            self._drawn[key] = drawing_of(self._cells[cell], alpha)
        return self._drawn[key]
