"""What is faint is noise, what is strong is drawn, and colours bear witness for digits."""

import numpy as np

from autoplay.board import Cell
from autoplay.vision.looks.glyphs import Glyphs, Lifter
from autoplay.vision.looks.grounds import SIDE, grounds, to_lab
from autoplay.vision.looks.shapes import GLYPH_SIDE, KINDS
from autoplay.vision.naming.evidence import FLAG, OTHER, Evidence, _parted, _without_strangers
from tests.vision.lettering import Lettering

BLUE, GREEN = (30.0, 40.0, -70.0), (45.0, -40.0, 40.0)


def drawn_on(
    strengths: list[float],
    shapes: list[np.ndarray],
    inks: list[tuple[float, float, float]],
    group: list[int] | None = None,
) -> Evidence:
    """Evidence of one row of cells, on one ground unless groups are given."""
    n = len(strengths)
    glyphs = Glyphs(
        np.stack(shapes).astype(np.float32),
        np.array(strengths, np.float32),
        np.array(inks, np.float32),
        np.tile(np.array([8, 6, 12, 18], np.int32), (n, 1)),
    )
    ground = np.zeros((n, 3), np.float32)
    return Evidence((1, n), np.array(group or [0] * n, np.intp), glyphs, ground, None)


def blot(seed: int) -> np.ndarray:
    """Noise without a shape."""
    return np.random.default_rng(seed).random((GLYPH_SIDE, GLYPH_SIDE)) * 0.6


def test_a_faint_blot_is_noise_and_a_strong_one_is_a_mark() -> None:
    nothing = np.zeros((GLYPH_SIDE, GLYPH_SIDE))
    quiet = [1.0] * 10
    evidence = drawn_on(
        [*quiet, 6.5, 60.0], [*[nothing] * 10, blot(1), blot(2)], [(50.0, 0.0, 0.0)] * 12
    )
    assert np.exp(evidence.logs[10, OTHER]) > np.exp(evidence.logs[10, FLAG])
    assert not evidence.marked_if_hidden[10]
    assert evidence.marked_if_hidden[11]


def test_a_lone_drawing_may_be_a_zero_where_little_is_drawn() -> None:
    nothing, grey = np.zeros((GLYPH_SIDE, GLYPH_SIDE)), (50.0, 0.0, 0.0)
    for digits, begun in ((5, True), (30, False)):
        strengths = [1.0] * 60 + [50.0] * (digits + 1)
        shapes = [*[nothing] * 60, *[digit("1")] * digits, blot(2)]
        evidence = drawn_on(strengths, shapes, [grey] * len(strengths))
        assert bool(np.isfinite(evidence.zero[evidence.look[-1]])) is begun


def test_a_rough_ground_is_plain_beside_what_is_drawn_on_it_far_stronger() -> None:
    quiet, rough, strong = [1.0] * 10, [13.0, 14.0, 15.0, 16.0], [60.0] * 6
    nothing = np.zeros((GLYPH_SIDE, GLYPH_SIDE))
    blots = [blot(seed) for seed in range(10)]
    one, two = digit("1"), digit("2")
    grey, group = [(50.0, 0.0, 0.0)] * 20, [0] * 10 + [1] * 10
    marks = drawn_on(quiet + rough + strong, [nothing] * 10 + blots, grey, group)
    assert marks.plain[10:14].max() == 0
    assert marks.marked_if_hidden[14:].all()
    # Digits may be as faint as that beside stronger ones, but they have a shape.
    digits = drawn_on(quiet + rough + strong, [nothing] * 10 + [one] * 4 + [two] * 6, grey, group)
    assert digits.marked_if_opened[10:].all()


def digit(name: str) -> np.ndarray:
    """The shape of a digit as it is lifted off a cell."""
    mask = Lettering("strokes", "hershey", weight=0.16).mask(name, 18)
    tile = np.full((SIDE, SIDE, 3), 230, np.uint8)
    y, x = (SIDE - mask.shape[0]) // 2, (SIDE - mask.shape[1]) // 2
    part = tile[y : y + mask.shape[0], x : x + mask.shape[1]]
    part[:] = (part * (1 - mask[:, :, None])).astype(np.uint8)
    lab = to_lab(tile[None])
    return Lifter(lab, grounds(lab)).lift(np.zeros(1, np.intp)).shapes[0]


def test_a_spoilt_drawing_is_named_by_its_colour() -> None:
    one, two = digit("1"), digit("2")
    spoilt = 0.5 * two + 0.5 * np.roll(one, 2, axis=1)
    shapes = [*[one] * 4, *[two] * 4, spoilt, spoilt]
    inks = [*[BLUE] * 4, *[GREEN] * 4, BLUE, GREEN]
    evidence = drawn_on([50.0] * 10, shapes, inks)
    costs = evidence.digit[evidence.look]
    assert costs[0].argmin() + 1 == Cell.N1
    assert costs[4].argmin() + 1 == Cell.N2
    # The same drawing leans to the digit whose colour it has.
    lean = costs[8, :2] - costs[9, :2]
    assert lean[0] < lean[1] - 2


def test_two_drawings_taken_for_one_are_parted_and_noise_alone_parts_none() -> None:
    rng = np.random.default_rng(2)
    one, two = np.eye(2, 40) + 3
    taken_for = np.array([0] * 6 + [1] * 4)

    def looks(drawings: list[np.ndarray]) -> np.ndarray:
        noisy = np.stack(drawings) + rng.normal(0, 0.02, (10, 40))
        return _parted(np.zeros(10, np.intp), noisy.astype(np.float32), taken_for)

    parted = looks([*[one] * 6, *[two] * 4])
    assert len(set(parted[:6])) == len(set(parted[6:])) == 1
    assert parted[0] != parted[9]
    assert (looks([one] * 10) == 0).all()


def test_a_clear_digit_among_others_that_it_overlaps_is_a_look_of_its_own() -> None:
    odds = np.full((8, len(KINDS)), 0.01, np.float32)
    odds[:6, 1] = 0.9
    odds[6, 2] = 0.95
    # By noise alone a 2 may seem a little more like a 3.
    odds[7, 1:3] = 0.4, 0.55
    assert _without_strangers(np.zeros(8, np.intp), odds).tolist() == [0] * 6 + [1, 0]
