import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.lattices.alignment import phases_of
from autoplay.vision.lattices.proposals import laid_around, likely_lattices
from autoplay.vision.lattices.rhythm import beating_boxes, beating_cells
from autoplay.vision.locate.worth import evenly_ruled
from autoplay.vision.pixels.lines import draw_lines
from tests.vision.synthetic import picture


def off_lattice(cell: Grid, true: Grid) -> float:
    """Return by which part of a pitch two lattices are apart in the middle of a board."""
    x = (true.left + true.cols / 2 * true.pitch_x - cell.left) / cell.pitch_x - true.cols / 2
    y = (true.top + true.rows / 2 * true.pitch_y - cell.top) / cell.pitch_y - true.rows / 2
    return max(abs(x - round(x)), abs(y - round(y)))


def test_the_true_lattice_is_among_the_likely_ones() -> None:
    right = 0
    for seed in range(6):
        made = picture(seed)
        true = made.grid
        right += any(
            abs(lattice.cell.pitch_x / true.pitch_x - 1) * true.cols < 0.4
            and abs(lattice.cell.pitch_y / true.pitch_y - 1) * true.rows < 0.4
            and off_lattice(lattice.cell, true) < 0.12
            for lattice in likely_lattices(draw_lines(made.pixels), [])
        )
    assert right >= 5


def test_a_lattice_is_laid_over_its_box_and_stays_in_the_picture() -> None:
    drawing = draw_lines(np.zeros((300, 400, 3), np.uint8))
    grid = laid_around(drawing, Grid(103, 52, 20, 19, 1, 1), (100, 50, 200, 150))
    assert grid is not None
    assert grid.left <= 100
    assert grid.left + grid.cols * grid.pitch_x >= 200
    assert grid.region.x >= -2
    assert grid.region.bottom <= 302
    assert abs((103 - grid.left) / 20 - round((103 - grid.left) / 20)) < 1e-6
    assert laid_around(drawing, Grid(0, 0, 150, 150, 1, 1), (0, 0, 400, 300)) is None


def test_dots_where_cells_meet_beat_with_the_pitch() -> None:
    dotted = np.full((320, 360, 3), 60, np.uint8)
    for y in range(20, 300, 27):
        for x in range(30, 340, 27):
            dotted[y - 2 : y + 2, x - 2 : x + 2] = 140
    cells = beating_cells(draw_lines(dotted), (0, 0, 360, 320))
    true = Grid(30, 20, 27, 27, 10, 11)
    assert any(abs(cell.pitch_x - 27) < 0.4 and off_lattice(cell, true) < 0.1 for cell in cells)


def test_small_cells_beat_in_their_part_of_a_large_picture() -> None:
    rng = np.random.default_rng(7)
    picture = np.full((700, 900, 3), 180, np.uint8)
    for _ in range(80):
        x, y = rng.integers(0, 800), rng.integers(0, 600)
        picture[y : y + rng.integers(8, 120), x : x + rng.integers(8, 120)] = rng.integers(0, 255)
    picture[400:540, 500:640] = 90
    for y in range(400, 538, 13):
        for x in range(500, 638, 13):
            picture[y + 1 : y + 12, x + 1 : x + 12] = rng.choice([120, 160])
    drawing = draw_lines(picture)
    true = Grid(500, 400, 13, 13, 10, 10)
    cells = [cell for box in beating_boxes(drawing) for cell in beating_cells(drawing, box)]
    assert any(abs(cell.pitch_x - 13) < 0.3 and off_lattice(cell, true) < 0.2 for cell in cells)


def test_small_cells_beat_where_large_things_stand_around() -> None:
    picture = np.full((420, 480, 3), 60, np.uint8)
    picture[40:380, 60:440] = 200
    picture[40:120, 60:440] = 120
    rng = np.random.default_rng(5)
    for y in range(150, 330, 13):
        for x in range(100, 280, 12):
            if rng.random() < 0.4:
                picture[y + 1 : y + 12, x + 1 : x + 11] = 90
    cells = beating_cells(draw_lines(picture), (0, 0, 480, 420))
    assert any(abs(c.pitch_x - 12) < 0.2 and abs(c.pitch_y - 13) < 0.2 for c in cells)


def test_lines_in_the_middles_of_cells_are_a_second_phase() -> None:
    ruled = np.full((300, 400, 3), 50, np.uint8)
    for x in range(40, 380, 30):
        ruled[20:280, x : x + 1] = 160
        ruled[20:150, x + 14 : x + 16] = 220
    phases = [at % 30 for at, _ in phases_of(draw_lines(ruled).upright, 30)]
    assert any(abs(at - 10) < 1.5 for at in phases)
    assert any(abs(at - 25) < 1.5 for at in phases)


def test_a_board_shows_all_sides_and_a_keypad_of_half_its_pitch_every_second() -> None:
    keys = np.full((300, 300, 3), 40, np.uint8)
    for y in range(30, 270, 40):
        for x in range(30, 270, 40):
            keys[y : y + 38, x : x + 38] = 170
    drawing = draw_lines(keys)
    assert evenly_ruled(drawing, Grid(29, 29, 40, 40, 6, 6))
    assert not evenly_ruled(drawing, Grid(29, 29, 20, 20, 12, 12))
    plain = draw_lines(np.full((300, 300, 3), 40, np.uint8))
    assert not evenly_ruled(plain, Grid(29, 29, 20, 20, 12, 12))
