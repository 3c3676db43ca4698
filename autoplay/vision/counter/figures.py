"""Figures: runs of digits, with or without a stroke between ("3/10"), anywhere in a picture.

Letters are lifted off their ground at several levels of brightness; a small network that was taught
on free fonts (tests/benchmarks/train_figures.py does it again) says which digit each resembles.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.geometry import Region
from autoplay.vision.pixels.network import named_odds
from autoplay.vision.pixels.opencv import cv2

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

SYMBOLS = "0123456789/"
"""What the network tells apart, in the order of its outputs; one more is any other drawing."""

SHAPE_SIDE = 20
_LEVELS = (40, 80, 120, 160, 200)
_LOWEST, _TALLEST = 6, 80
_MOST_BLOBS = 3000
# How sure a digit must be; a stroke counts only between two numbers, so less is asked of it.
_SURE, _SURE_STROKE = 0.8, 0.55
_STROKE = SYMBOLS.index("/")
# Gaps between neighbours, in heights of a digit: within a number, around a stroke, to a stranger.
_NEAR, _STROKE_NEAR, _BESIDE = 0.55, 1.3, 0.45


@dataclass(frozen=True, slots=True)
class Figure:
    """A run of digits and strokes in a picture.

    text: as it reads, "10" or "3/10". box: where, in pixels. sureness: 0 to 1, of the least sure
    character.
    """

    text: str
    box: Region
    sureness: float


@dataclass(frozen=True, slots=True, eq=False)
class Blobs:
    """Connected drawings of one brightness: boxes (n, 4) left, top, width, height; their shapes.

    shapes: (n, SHAPE_SIDE, SHAPE_SIDE) float32, 0 to 1, of those that may be characters.
    may_be: (n,) which those are.
    """

    boxes: NDArray[np.int32]
    shapes: NDArray[np.float32]
    may_be: NDArray[np.bool_]


def find_figures(pixels: NDArray[np.uint8]) -> list[Figure]:
    """Return the figures in a picture, (height, width, 3) uint8; each place once.

    What stands at its left or right edge may be cut off there, so it is left out.
    """
    found: list[Figure] = []
    for blobs in lifted(pixels):
        found += [figure for figure in _read(blobs) if _is_whole(figure.box, pixels.shape[1])]
    found.sort(key=lambda figure: (-len(figure.text), -figure.sureness))
    kept: list[Figure] = []
    for figure in found:
        if not any(figure.box.overlaps(other.box) for other in kept):
            kept.append(figure)
    return kept


def _is_whole(box: Region, width: int) -> bool:
    margin = box.h // 2
    return box.x >= margin and box.right <= width - margin


def lifted(pixels: NDArray[np.uint8]) -> Iterator[Blobs]:
    """Yield the drawings of a picture, bright and dark ones, at each level of brightness.

    Coloured letters differ most from a dark ground in their brightest channel, from a bright one
    in their darkest.
    """
    if min(pixels.shape[:2]) < _LOWEST:
        return
    blue, green, red = cv2.split(pixels)
    lightest = cv2.max(cv2.max(blue, green), red)
    darkest = cv2.bitwise_not(cv2.min(cv2.min(blue, green), red))
    for plane in (darkest, lightest):
        for level in _LEVELS:
            if (blobs := _blobs(np.asarray(plane, np.uint8), level)) is not None:
                yield blobs


def _blobs(plane: NDArray[np.uint8], level: int) -> Blobs | None:
    """Lift what is brighter than a level; None where there is nothing, or only noise."""
    _, inked = cv2.threshold(plane, level, 255, cv2.THRESH_BINARY)
    # Where little is inked this algorithm takes less time than the usual one.
    _, _, stats, _ = cv2.connectedComponentsWithStatsWithAlgorithm(
        inked, connectivity=8, ltype=cv2.CV_32S, ccltype=cv2.CCL_GRANA
    )
    boxes = np.asarray(stats[1:, :4], np.int32)
    _, _, w, h = boxes.T
    small = (h <= 1.6 * _TALLEST) & (w <= 3 * _TALLEST)
    boxes, area = boxes[small], stats[1:, cv2.CC_STAT_AREA][small]
    _, _, w, h = boxes.T
    may_be = (h >= _LOWEST) & (h <= _TALLEST) & (w <= 1.1 * h) & (w * 12 >= h)
    may_be &= area >= 0.1 * w * h
    if not 0 < may_be.sum() <= _MOST_BLOBS:
        return None
    shapes = [framed(plane, level, box) for box in boxes[may_be].tolist()]
    return Blobs(boxes, np.stack(shapes), may_be)


def framed(plane: NDArray[np.uint8], level: int, box: list[int]) -> NDArray[np.float32]:
    """Return one drawing brought to full height, in the middle, 1 where the ink is full."""
    x, y, w, h = box
    # One pixel more on each side: there soft edges fade into the ground.
    left, top = max(0, x - 1), max(0, y - 1)
    part = plane[top : y + h + 1, left : x + w + 1].astype(np.float32)
    ground = min(float(part.min()), level)
    ink = np.clip((part - ground) / max(1.0, float(part.max()) - ground), 0, 1)
    scale = SHAPE_SIDE / max(part.shape)
    size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(ink, size, interpolation=way)
    shape = np.zeros((SHAPE_SIDE, SHAPE_SIDE), np.float32)
    at_x, at_y = (SHAPE_SIDE - size[0]) // 2, (SHAPE_SIDE - size[1]) // 2
    shape[at_y : at_y + size[1], at_x : at_x + size[0]] = small
    return shape


def resemblance(shapes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (n, len(SYMBOLS) + 1) probabilities of what each shape is; the last: anything else."""
    return named_odds("figures", shapes)


def _read(blobs: Blobs) -> list[Figure]:
    """Link the characters of one level into figures; leave out what touches a stranger."""
    odds = resemblance(blobs.shapes)
    best = odds.argmax(axis=1)
    sure = odds[np.arange(len(best)), best]
    enough = np.where(best == _STROKE, _SURE_STROKE, _SURE)
    known = (best < len(SYMBOLS)) & (sure >= enough)
    numbers = np.flatnonzero(blobs.may_be)[known]
    characters = sorted(
        (*blobs.boxes[n].tolist(), SYMBOLS[b], float(s))
        for n, b, s in zip(numbers, best[known], sure[known], strict=True)
    )
    figures = []
    used: set[int] = set()
    for start in range(len(characters)):
        if start in used or characters[start][4] == "/":
            continue
        run = [start]
        while (after := _next(characters, run)) is not None:
            run.append(after)
        used.update(run)
        members = [characters[i] for i in run]
        if members[-1][4] == "/" or _interrupted(blobs.boxes, members):
            continue
        if not _stands_alone(blobs.boxes, members):
            continue
        left, top = members[0][0], min(m[1] for m in members)
        right = members[-1][0] + members[-1][2]
        bottom = max(m[1] + m[3] for m in members)
        text = "".join(m[4] for m in members)
        box = Region(left, top, right - left, bottom - top)
        figures.append(Figure(text, box, min(m[5] for m in members)))
    return figures


_Character = tuple[int, int, int, int, str, float]


def _next(characters: list[_Character], run: list[int]) -> int | None:
    """Return the number of the character that follows a run on its line, None at its end."""
    last = characters[run[-1]]
    first = characters[run[0]]
    tall = first[3]
    right = last[0] + last[2]
    for number in range(run[-1] + 1, len(characters)):
        x, y, _, h, text, _ = characters[number]
        stroke = text == "/" or last[4] == "/"
        gap = x - right
        if gap > (_STROKE_NEAR if stroke else _NEAR) * tall:
            return None
        if gap < -0.15 * tall:
            continue
        if text == "/":
            if last[4] != "/" and 0.8 * tall <= h <= 1.9 * tall and abs(y - first[1]) < 0.4 * tall:
                return number
        elif abs(y - first[1]) <= 0.1 * tall + 1 and abs(h - tall) <= 0.1 * tall + 1:
            return number
    return None


def _interrupted(boxes: NDArray[np.int32], members: list[_Character]) -> bool:
    """Whether something that was not read, as the dots of a time, stands between two characters."""
    _, y, _, tall, _, _ = members[0]
    middle = boxes[:, 0] + boxes[:, 2] / 2
    level = (boxes[:, 1] < y + 1.1 * tall) & (boxes[:, 1] + boxes[:, 3] > y)
    # Whatever is much taller is a frame around the line.
    level &= boxes[:, 3] < 1.5 * tall
    for before, after in itertools.pairwise(members):
        between = (middle > before[0] + before[2]) & (middle < after[0])
        if (level & between).any():
            return True
    return False


def _stands_alone(boxes: NDArray[np.int32], members: list[_Character]) -> bool:
    """Whether a run begins and ends where its number does.

    A neighbour as tall as a digit is one that was not read, or a letter; dots or a comma between
    this and the next digit make a time, a fraction or a thousand. Brackets are taller than digits.
    """
    x, y, _, tall, _, _ = members[0]
    right = members[-1][0] + members[-1][2]
    reach = _BESIDE * tall
    ends = boxes[:, 0] + boxes[:, 2]
    level = (boxes[:, 1] < y + tall) & (boxes[:, 1] + boxes[:, 3] > y)
    after = level & (boxes[:, 0] >= right) & (boxes[:, 0] <= right + reach)
    before = level & (ends <= x) & (ends >= x - reach)
    as_tall = np.abs(boxes[:, 3] - tall) <= 0.15 * tall
    if (as_tall & (after | before)).any():
        return False
    for side, sign in ((after, 1), (before, -1)):
        dots = np.flatnonzero(side & (boxes[:, 3] < 0.45 * tall))
        for dot in dots.tolist():
            edge = ends[dot] if sign > 0 else boxes[dot, 0]
            beyond = boxes[:, 0] - edge if sign > 0 else edge - ends
            if (level & as_tall & (beyond >= 0) & (beyond <= reach)).any() and sign > 0:
                return False
            if sign < 0 and _digit_before(boxes, level & as_tall, int(edge), reach):
                return False
    return True


def _digit_before(
    boxes: NDArray[np.int32], level: NDArray[np.bool_], edge: int, reach: float
) -> bool:
    """Whether something as tall as a digit stands before a dot: then it belongs to a time."""
    ends = boxes[:, 0] + boxes[:, 2]
    return bool((level & (ends <= edge) & (ends >= edge - 0.6 * reach)).any())
