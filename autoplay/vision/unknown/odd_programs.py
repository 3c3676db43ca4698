"""Programs that do not show or open cells as most do: they print zeros, or blanks open nothing.

Some print numbers on cells as they were.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.naming.doubts import strewn
from autoplay.vision.naming.evidence import BROKEN, DIGITS, OTHER
from autoplay.vision.naming.plain_marks import burning
from autoplay.vision.naming.sides import A_GROUND, decide_sides, interpret
from autoplay.vision.pixels.opencv import cv2
from autoplay.vision.rules.consistency import contradictory
from autoplay.vision.rules.neighbourhood import count_around

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.naming.evidence import Evidence
    from autoplay.vision.naming.sides import Sides
    from autoplay.vision.rules.hints import Hints
    from autoplay.vision.unknown.ways import Way

_FAINTEST = 2.0
_FAINT = 4.0
_MOST_PLAIN = 0.25
_RATHER = 0.5
_FEWEST_PLACES = 3
_MOST_BLANKS = 0.15
_SINGLY = 0.8


def zeros_parted(evidence: Evidence) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return other grounds, (n,), for a program that prints zeros, and which cells are drawn on.

    Hidden cells and opened ones may look alike then: what is drawn on is opened, but for flags.
    """
    # Where nothing is drawn on most cells a dash for a zero is seen, however faint it is.
    strength = evidence.glyphs.strength
    faint = strength > max(_FAINTEST, _FAINT * float(np.quantile(strength, _MOST_PLAIN)))
    drawn = np.where(evidence.inked, ~evidence.flag_like, faint)
    return _parted(evidence.group, drawn), drawn


def strangers_parted(evidence: Evidence, likely: float = _RATHER) -> NDArray[np.intp]:
    """Return other grounds, (n,): each drawing that is no digit has one of its own.

    One may be the zero that a program prints, another its flag, on the same ground. likely: how
    likely a digit has to be.
    """
    strange = evidence.odds[:, DIGITS].sum(axis=1) < likely
    strange &= evidence.inked
    return _parted(evidence.group, np.where(strange, evidence.look + 1, 0))


def numbers_parted(evidence: Evidence) -> NDArray[np.intp]:
    """Return other grounds, (n,), for a program that prints numbers on cells as they were.

    Then only blanks show by their ground that they are opened.
    """
    return _parted(evidence.group, evidence.digit_like)


def hidden_parted(evidence: Evidence, hidden: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return other grounds, (n,), for a program whose hidden cells differ by a drawing alone.

    hidden: (n,) cells that are known to be hidden, by play.
    """
    return _parted(evidence.group, hidden)


def _parted(
    group: NDArray[np.intp], kind: NDArray[np.intp] | NDArray[np.bool_]
) -> NDArray[np.intp]:
    """Return grounds, (n,), of which each has cells of one ground and one kind alone."""
    kinds = int(kind.max()) + 1
    parted = np.unique(kinds * group + kind, return_inverse=True)[1]
    return np.asarray(parted, np.intp)


def blanks_opened(evidence: Evidence, sides: Sides) -> Sides:
    """Return the sides with every plain ground opened but the commonest, and those of numbers.

    Where numbers are printed on cells as they were, a second plain ground is that of blanks.
    """
    plain = np.bincount(evidence.group, ~evidence.inked, evidence.grounds)
    numbered = np.bincount(evidence.group, evidence.digit_like, evidence.grounds)
    opened = sides.opened | (2 * np.maximum(plain, numbered) > evidence.size)
    opened[plain.argmax()] = False
    cells, cost = interpret(evidence, opened)
    return replace(sides, opened=opened, cells=cells, cost=cost + A_GROUND * evidence.grounds)


def opened_singly(way: Way) -> Way:
    """Return a way in which nothing is opened, with the odd cells called blanks if they may be.

    Nobody marks several cells before one is opened. Where some look otherwise than all the rest do,
    and neither as flags nor as the pointer makes one of them look, each has been opened alone.
    """
    evidence, sides = way.evidence, way.sides
    usual = int(evidence.size.argmax())
    odd = evidence.group != usual
    if sides.opened.any() or not 0 < odd.sum() <= _MOST_BLANKS * len(odd):
        return way
    own, *others = np.unique(evidence.group[odd]).tolist()
    places = cv2.connectedComponents(odd.reshape(evidence.shape).astype(np.uint8))[0] - 1
    if others or places < _FEWEST_PLACES or not _may_be_zeros(evidence, odd):
        return way
    usual_colour, colour = (
        np.median(evidence.ground[evidence.group == number], axis=0) for number in (usual, own)
    )
    if burning(colour, usual_colour):
        return way
    opened, sure = sides.opened.copy(), sides.sure.copy()
    opened[own], sure[own] = True, _SINGLY
    cells = np.where(odd.reshape(evidence.shape), np.int8(Cell.N0), sides.cells)
    sides = replace(sides, opened=opened, sure=sure, cells=cells)
    return replace(way, evidence=evidence.without_flood(), sides=sides)


def _may_be_zeros(evidence: Evidence, odd: NDArray[np.bool_]) -> bool:
    """Tell whether some cells bear nothing, or all of them one drawing that is nothing known."""
    drawn = evidence.marked_if_hidden[odd]
    if not drawn.any():
        return True
    one = len(np.unique(evidence.look[odd])) == 1
    return bool(one and drawn.all() and evidence.odds[odd, :OTHER].sum(axis=1).mean() < _RATHER)


def without_flood(ways: list[Way], hints: Hints | None) -> list[Way]:
    """Return the same ways for a program that leaves cells beside a blank hidden.

    As a blank forbids less, its number has to agree with the others. Nor can only what covers a
    part of the board lie beside blanks: all kinds of hidden cells do.
    """
    if hints is not None and hints.floods:
        return []
    most = min(way.cost for way in ways)
    others = []
    for way in ways:
        evidence = way.evidence.without_flood()
        sides = decide_sides(evidence, most)
        wrong = float(contradictory(sides.cells).sum()) + _missing_blanks(evidence, sides.cells)
        sides = replace(sides, cost=sides.cost + BROKEN * wrong)
        others.append(replace(way, evidence=evidence, sides=sides))
    return others


def _missing_blanks(evidence: Evidence, cells: NDArray[np.int8]) -> float:
    """Return how many hidden cells of the grounds that touch no blank should touch one.

    As often as those of the other grounds do, of the cells that lie beside opened ones.
    """
    hidden = cells == Cell.HIDDEN
    beside_opened = hidden & (count_around(cells <= Cell.N8) > 0)
    beside_blank = hidden & (count_around(cells == Cell.N0) > 0)
    opened, blank = (
        np.bincount(evidence.group, beside.ravel(), evidence.grounds)
        for beside in (beside_opened, beside_blank)
    )
    share = blank.sum() / max(1.0, opened[blank > 0].sum())
    group = evidence.group.reshape(evidence.shape)
    # Cells that lie strewn are flags of a plain colour, and those touch no blank.
    lacking = [
        number
        for number in np.flatnonzero((blank == 0) & (opened > 0)).tolist()
        if not strewn(hidden & (group == number))
    ]
    return float(share * opened[lacking].sum())
