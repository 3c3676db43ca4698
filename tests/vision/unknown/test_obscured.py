"""What is drawn across a board is left out, and the rest of it is read."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from autoplay.board import Cell, shows
from autoplay.desktop.protocols import Frame
from autoplay.geometry import Point
from autoplay.vision.naming.judgement import OUTSIDE, Judgement
from autoplay.vision.reader import Reader
from autoplay.vision.unknown.obscured import like_no_other, seen_covered
from autoplay.vision.unknown.reading import read_beside, read_unknown
from autoplay.vision.unknown.unknown_reading import UnknownReading
from tests.vision.invented import invented
from tests.vision.synthetic import Picture, paint, play_position


def lost(seed: int, rows: int = 16, cols: int = 20) -> Picture:
    rng, look, scene = invented(seed, state="lost", flags=0.0, rows=rows, cols=cols)
    return paint(rng, look, scene, play_position(rng, scene))


def write_across(made: Picture, text: str) -> np.ndarray:
    """Write over the middle of a board; return which cells, (rows, cols), are as they were."""
    before, grid = made.pixels.copy(), made.grid
    place = (int(grid.left + 2.4 * grid.pitch_x), int(grid.top + 0.556 * grid.rows * grid.pitch_y))
    font, blue = cv2.FONT_HERSHEY_SIMPLEX, (200, 60, 20)
    cv2.putText(made.pixels, text, place, font, 2.4, blue, 7, cv2.LINE_AA)
    same = np.ones(made.board.cells.shape, bool)
    for row, col in np.ndindex(same.shape):
        spot = grid.cell(row, col)
        area = (slice(spot.y, spot.bottom), slice(spot.x, spot.right))
        same[row, col] = np.array_equal(before[area], made.pixels[area])
    return same


@pytest.mark.parametrize("seed", [1, 3])
def test_a_board_with_a_text_across_is_read_beside_it(seed: int) -> None:
    made = lost(seed)
    clear = write_across(made, "GAME OVER")
    reading = read_beside(made.pixels, made.grid)
    assert reading is not None
    read, truth = reading.cells, made.board.cells
    named = ~shows(read, Cell.UNREADABLE)
    assert np.array_equal(read[clear & named], truth[clear & named])
    assert named[clear].mean() > 0.95
    assert not named[~clear].all()
    wrong = named & (read != truth)
    assert not wrong.any() or reading.confidence[wrong].max() < 0.95


def test_a_list_with_a_text_across_is_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    made = lost(1)
    write_across(made, "GAME OVER")
    monkeypatch.setattr(UnknownReading, "listed", True)
    assert read_beside(made.pixels, made.grid) is None


def test_a_board_with_a_text_across_is_found() -> None:
    made = lost(4, 12, 16)
    clear = write_across(made, "GAME")
    read = Reader().read(Frame(made.pixels, Point(0, 0))).board.cells
    assert (read == made.board.cells)[clear].mean() > 0.95


def test_a_board_that_nothing_covers_has_no_cell_left_out() -> None:
    made = lost(1)
    assert read_beside(made.pixels, made.grid) is None


def judged(rows: int, cols: int, covered: tuple[slice, slice], kind: int) -> Judgement:
    """A network that sees blanks, and of some cells that something lies over them."""
    odds = np.zeros((rows, cols, OUTSIDE + 1), np.float32)
    odds[..., Cell.N0] = 1
    odds[covered] = np.eye(OUTSIDE + 1, dtype=np.float32)[kind]
    return Judgement(odds, (slice(0, rows), slice(0, cols)))


@pytest.mark.parametrize("kind", [int(Cell.UNREADABLE), OUTSIDE])
def test_cells_are_covered_that_a_network_sees_under_a_rectangle(kind: int) -> None:
    corner = judged(9, 12, (slice(0, 3), slice(8, 12)), kind)
    corner.odds[1, 9] = np.eye(OUTSIDE + 1)[Cell.FLAG]
    covered = seen_covered(corner)
    assert covered is not None
    expected = np.zeros((9, 12), bool)
    expected[:3, 8:] = True
    assert np.array_equal(covered, expected)


@pytest.mark.parametrize(
    "covered",
    [
        (slice(0, 0), slice(0, 0)),
        (slice(0, 1), slice(0, 12)),
        (slice(3, 9), slice(0, 11)),
        (np.arange(5), np.arange(5)),
    ],
)
def test_a_whole_row_is_not_covered_nor_most_of_a_board_nor_what_lies_strewn(
    covered: tuple[slice, slice],
) -> None:
    assert seen_covered(judged(9, 12, covered, OUTSIDE)) is None


def test_what_a_network_sees_beyond_a_grid_is_not_covered() -> None:
    corner = judged(9, 12, (slice(0, 3), slice(8, 12)), OUTSIDE)
    assert seen_covered(Judgement(corner.odds, (slice(0, 9), slice(0, 11)))) is None


def test_blanks_between_the_texts_of_a_window_are_covered_as_well() -> None:
    lines = judged(9, 12, (slice(0, 3, 2), slice(0, 5)), int(Cell.UNREADABLE))
    covered = seen_covered(lines)
    assert covered is not None
    expected = np.zeros((9, 12), bool)
    expected[:3, :5] = True
    assert np.array_equal(covered, expected)
    lines.odds[1, 2] = np.eye(OUTSIDE + 1)[Cell.N1]
    covered = seen_covered(lines)
    assert covered is not None
    assert not covered[1].any()


def test_of_two_covered_rectangles_the_one_that_looks_like_cells_in_sight_is_not() -> None:
    lab = np.zeros((9, 12, 2, 2, 3), np.float32)
    lab[:3, :4, 0] = np.random.default_rng(0).uniform(20, 80, (3, 4, 1, 1))
    covered = np.zeros((9, 12), bool)
    covered[:3, :4] = covered[7:, 11:] = True
    way = SimpleNamespace(lab=lab.reshape(-1, 2, 2, 3))
    expected = covered.copy()
    expected[7:] = False
    assert np.array_equal(like_no_other(way, covered), expected)


@pytest.mark.parametrize("seed", [2, 5, 7])
def test_cells_under_the_corner_of_another_window_are_not_read(seed: int) -> None:
    rng, look, scene = invented(seed, state="mid", rows=12, cols=16)
    made = paint(rng, look, scene, play_position(rng, scene))
    spot = made.grid.part(8, 12, 11, 16).region
    made.pixels[spot.y : spot.bottom + 30, spot.x : spot.right + 30] = (245, 240, 235)
    made.pixels[spot.y : spot.y + 2, spot.x : spot.right + 30] = 60
    made.pixels[spot.y : spot.bottom + 30, spot.x : spot.x + 2] = 60
    for line in range(spot.y + 16, spot.bottom, 15):
        text, font = "the quick brown fox jumps over", cv2.FONT_HERSHEY_SIMPLEX
        window = made.pixels[:, spot.x : spot.right + 30]
        cv2.putText(window, text, (6, line), font, 0.4, (40, 40, 40), 1, cv2.LINE_AA)
    expected = made.board.cells.copy()
    expected[8:, 11:] = Cell.UNREADABLE
    assert np.array_equal(read_unknown(made.pixels, made.grid).cells, expected)
