"""Displays of seven segments: the bright counters and clocks beside many boards."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Region
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

# Top, upper left, upper right, middle, lower left, lower right, bottom.
_LIT: dict[tuple[int, ...], str] = {
    (1, 1, 1, 0, 1, 1, 1): "0",
    (0, 0, 1, 0, 0, 1, 0): "1",
    (1, 0, 1, 1, 1, 0, 1): "2",
    (1, 0, 1, 1, 0, 1, 1): "3",
    (0, 1, 1, 1, 0, 1, 0): "4",
    (1, 1, 0, 1, 0, 1, 1): "5",
    (1, 1, 0, 1, 1, 1, 1): "6",
    (0, 1, 0, 1, 1, 1, 1): "6",
    (1, 0, 1, 0, 0, 1, 0): "7",
    (1, 1, 1, 1, 1, 1, 1): "8",
    (1, 1, 1, 1, 0, 1, 1): "9",
    (1, 1, 1, 1, 0, 1, 0): "9",
    (0, 0, 0, 1, 0, 0, 0): "-",
}
# The middle of each segment in the unit square, the same order.
_MIDDLES = (
    (0.50, 0.07), (0.12, 0.28), (0.88, 0.28), (0.50, 0.50), (0.12, 0.72), (0.88, 0.72),
    (0.50, 0.93),
)  # fmt: skip
# What is dark in every digit, from where to where down and across.
_HOLES, _HOLE = ((0.22, 0.38), (0.62, 0.78)), (0.34, 0.66)
_DIGITS = (4, 3, 2)
_GAPS = (0.04, 0.1, 0.16, 0.22, 0.28)
"""Share of a digit's pitch that is empty between two digits."""

_LEFT_OF_ONE = (0.76, 0.84)
"""Shares of a digit's width that a 1 may leave empty to its left."""

_FLATTEST, _SLIMMEST = 0.95, 0.36
"""Largest and smallest width of a digit, in heights."""

_MOST_PARTS = 600
_LEVELS = (90, 130, 170)
_LOWEST, _TALLEST = 11, 120
_ACROSS, _ALONG = 0.16, 0.06
_LINKS = (3, 7, 13, 21, 33)
"""Pixels between two lit segments that are taken to belong to one display."""

_SET, _UNSET = 0.6, 0.15


@dataclass(frozen=True, slots=True)
class Display:
    """A number in seven segments. value: below 0 with a minus; digits: how many places it has."""

    value: int
    digits: int
    box: Region


def find_displays(pixels: NDArray[np.uint8]) -> list[Display]:
    """Return the displays in a picture, (height, width, 3) uint8: bright digits on a dark ground.

    Segments that are not lit may glow faintly, so several levels of brightness are tried.
    """
    if min(pixels.shape[:2]) < _LOWEST:
        return []
    plane = np.asarray(cv2.max(cv2.max(pixels[:, :, 0], pixels[:, :, 1]), pixels[:, :, 2]))
    found: list[Display] = []
    for level in _LEVELS:
        lit = (plane > level).astype(np.uint8)
        # What touches the edge may be cut off there.
        whole = [box for box in _groups(lit) if box.x > 0 and box.right < lit.shape[1]]
        found += [seen for box in whole if (seen := _read(lit, box)) is not None]
    # A part of a display may make a number as well: a 1 stands far from its left neighbour.
    found.sort(key=lambda display: -display.box.w)
    kept: list[Display] = []
    for display in found:
        if not any(display.box.overlaps(other.box) for other in kept):
            kept.append(display)
    return kept


def _groups(lit: NDArray[np.uint8]) -> list[Region]:
    """Return boxes around lit segments that lie close together, as those of one display do."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(lit, connectivity=8)
    x, y, w, h, area = stats[1:].T
    # A segment, or a whole digit whose segments touch; panels and window frames are larger.
    small = (np.maximum(w, h) <= _TALLEST) & (area >= 3)
    x, y, right, bottom = x[small], y[small], (x + w)[small], (y + h)[small]
    if not 0 < len(x) <= _MOST_PARTS:
        return []
    across = np.maximum(x[:, None], x[None]) - np.minimum(right[:, None], right[None])
    down = np.maximum(y[:, None], y[None]) - np.minimum(bottom[:, None], bottom[None])
    boxes = []
    for reach in _LINKS:
        # Segments of one digit nearly touch; only from digit to digit there may be some way.
        near = ((across <= reach) & (down <= 0)) | ((across <= 3) & (down <= 3))
        for members in _pieces(near):
            left, top = int(x[members].min()), int(y[members].min())
            width = int(right[members].max()) - left
            height = int(bottom[members].max()) - top
            if _LOWEST <= height <= _TALLEST and 0.8 * height < width < 5 * height:
                boxes.append(Region(left, top, width, height))
    return list(dict.fromkeys(boxes))


def _pieces(near: NDArray[np.bool_]) -> Iterator[NDArray[np.bool_]]:
    """Yield masks of the pieces that hang together; near: (n, n) who is whose neighbour."""
    left = np.ones(len(near), bool)
    while left.any():
        piece = np.zeros(len(near), bool)
        piece[left.argmax()] = True
        edge = piece
        while edge.any():
            edge = near[edge].any(axis=0) & ~piece
            piece |= edge
        left &= ~piece
        yield piece


def _read(lit: NDArray[np.uint8], box: Region) -> Display | None:
    """Read the digits that fill a box; None where any way to divide it leaves one unclear."""
    best: tuple[float, str] | None = None
    for digits, gap, missing in itertools.product(_DIGITS, _GAPS, (0.0, *_LEFT_OF_ONE)):
        # The last digit has no gap behind it; a 1 in front leaves most of its own place empty.
        pitch = box.w / (digits - gap - missing * (1 - gap))
        width = pitch * (1 - gap)
        if not _SLIMMEST * box.h <= width <= _FLATTEST * box.h:
            continue
        text, margin = "", 1.0
        left = box.x - missing * width
        for n in range(digits):
            char, clear = _digit(lit, left + n * pitch, box.y, width, box.h)
            if char is None:
                break
            text, margin = text + char, min(margin, clear)
        else:
            if (text[0] == "1") == bool(missing) and (best is None or margin > best[0]):
                best = margin, text
    if best is None:
        return None
    text = best[1]
    body = text.removeprefix("-")
    if not body.isdecimal():
        return None
    return Display(int(text), len(text), box)


def _digit(
    lit: NDArray[np.uint8], left: float, top: int, width: float, height: int
) -> tuple[str | None, float]:
    """Return the digit in a box, None where there is none, and how clear it is, 0 to 1."""
    clear = 1.0
    states: list[int] = []
    for number, (x, y) in enumerate(_MIDDLES):
        at_x, at_y = left + x * width, top + y * height
        flat = number in (0, 3, 6)
        # A thin stroke is looked for all across where its segment can be, but not along it: there
        # the next one begins.
        across = (_ALONG if flat else _ACROSS) * width
        down = (_ACROSS if flat else _ALONG) * height / 2
        rows = slice(max(top, round(at_y - down)), min(top + height, round(at_y + down) + 1))
        # The next digit may begin a single pixel further.
        cols = slice(
            max(round(left), round(at_x - across)),
            min(round(left + width), round(at_x + across) + 1),
        )
        patch = lit[rows, cols]
        if not patch.size:
            return None, 0.0
        share = float(patch.max(axis=0 if flat else 1).mean())
        if _UNSET < share < _SET:
            return None, 0.0
        states.append(int(share >= _SET))
        clear = min(clear, abs(share - (_SET + _UNSET) / 2))
    for upper, lower in _HOLES:
        rows = slice(round(top + upper * height), round(top + lower * height))
        cols = slice(round(left + _HOLE[0] * width), round(left + _HOLE[1] * width))
        if lit[rows, cols].any():
            return None, 0.0
    return _LIT.get(tuple(states)), clear
