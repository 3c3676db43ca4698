import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.lattices.alignment import aligned
from autoplay.vision.lattices.periods import likely_pitches
from autoplay.vision.locate.boards import locate_boards
from autoplay.vision.locate.line_boards import line_boards
from autoplay.vision.locate.worth import BoxWorth, best_box, cell_evidence, grid_worth
from autoplay.vision.pixels.lines import draw_lines

HIDDEN, OPENED, FRAME, INK = 90, 200, 235, 20


def flat_board(rows: int, cols: int, pitch: float, at: tuple[float, float]) -> np.ndarray:
    """Draw cells that show no border where their neighbour is of their own kind."""
    rng = np.random.default_rng(rows * cols)
    y, x = at
    picture = np.full((round(y + rows * pitch) + 60, round(x + cols * pitch) + 70, 3), 160)
    top, left = round(y) - 30, round(x) - 12
    picture[top : round(y + rows * pitch) + 12, left : round(x + cols * pitch) + 12] = FRAME
    hidden = rng.random((rows, cols)) < 0.4
    for row in range(rows):
        for col in range(cols):
            y0, y1 = round(y + row * pitch), round(y + (row + 1) * pitch)
            x0, x1 = round(x + col * pitch), round(x + (col + 1) * pitch)
            picture[y0:y1, x0:x1] = HIDDEN if hidden[row, col] else OPENED
            if not hidden[row, col] and rng.random() < 0.5:
                fifth, half = round(pitch / 5), round(pitch / 2)
                picture[y0 + fifth : y1 - fifth, x0 + half : x0 + half + 2] = INK
    return picture.astype(np.uint8)


@pytest.mark.parametrize(
    ("rows", "cols", "pitch", "at"),
    [(9, 9, 24, (60, 50)), (16, 16, 18, (80, 40)), (10, 18, 31.4, (70, 90)), (8, 8, 50, (64, 64))],
)
def test_a_board_without_lines_between_like_cells_is_found(
    rows: int, cols: int, pitch: float, at: tuple[float, float]
) -> None:
    grid = locate_boards(flat_board(rows, cols, pitch, at))[0].grid
    assert (grid.rows, grid.cols) == (rows, cols)
    ends = (grid.left + cols * grid.pitch_x, grid.top + rows * grid.pitch_y)
    assert abs(grid.left - at[1]) <= 1
    assert abs(grid.top - at[0]) <= 1
    assert abs(ends[0] - at[1] - cols * pitch) <= 1
    assert abs(ends[1] - at[0] - rows * pitch) <= 1


def test_noise_hides_no_board() -> None:
    noise = np.random.default_rng(5).normal(0, 3, (16 * 20 + 140, 16 * 20 + 110, 3))
    picture = flat_board(16, 16, 20, (80, 40)).astype(float)
    noisy = (picture + noise[: picture.shape[0], : picture.shape[1]]).clip(0, 255)
    grid = locate_boards(noisy.astype(np.uint8))[0].grid
    assert (grid.rows, grid.cols) == (16, 16)


def test_courses_of_bricks_are_no_board() -> None:
    wall = np.full((400, 600, 3), 60, np.uint8)
    for course, y in enumerate(range(0, 400, 20)):
        for x in range(-40 * (course % 2), 600, 80):
            wall[y + 1 : y + 19, max(0, x + 1) : max(0, x + 79)] = 150
    assert line_boards(draw_lines(wall)) == []


def test_lines_are_found_where_they_are() -> None:
    picture = np.full((100, 120, 3), 50, np.uint8)
    picture[20:70, 30:90] = 130
    drawing = draw_lines(picture)
    assert sorted(set(drawing.upright.at.tolist())) == [30, 90]
    assert sorted(set(drawing.level.at.tolist())) == [20, 70]
    assert np.abs(drawing.upright.length - 50).max() <= 3


def test_gradients_and_curves_have_no_lines() -> None:
    y, x = np.indices((200, 200))
    slope = np.stack([(x + y) // 3] * 3, axis=2).astype(np.uint8)
    disc = np.stack([((x - 100) ** 2 + (y - 100) ** 2 < 900) * 200] * 3, axis=2).astype(np.uint8)
    assert draw_lines(slope).upright.at.size == 0
    assert draw_lines(disc).upright.length.max(initial=0) < 25


def test_the_pitch_is_among_the_likeliest() -> None:
    picture = flat_board(9, 9, 26, (60, 50))
    pitches = likely_pitches(draw_lines(picture), (0, 0, picture.shape[1], picture.shape[0]))
    assert any(abs(x - 26) < 0.5 and abs(y - 26) < 0.5 for _, x, y in pitches[:4])


def test_the_true_rectangle_is_worth_most() -> None:
    drawing = draw_lines(flat_board(9, 9, 26, (60, 50)))
    true = Grid(50, 60, 26, 26, 9, 9)
    wide = true.part(-1, 10, -1, 10)
    assert best_box(BoxWorth(cell_evidence(drawing, wide)), (2, 8, 2, 8)) == (1, 10, 1, 10)
    assert grid_worth(drawing, true) > grid_worth(drawing, true.part(0, 9, 0, 8))


@pytest.mark.parametrize("shift", [-2.0, 1.5, 3.0])
def test_a_grid_is_aligned_to_the_lines(shift: float) -> None:
    drawing = draw_lines(flat_board(10, 12, 30, (70, 60)))
    grid = aligned(drawing, Grid(60 + shift, 70 - shift, 30.1, 29.9, 10, 12))
    assert abs(grid.left - 60) < 0.6
    assert abs(grid.top - 70) < 0.6
    assert abs(grid.pitch_x - 30) < 0.1
