import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.lattices.alignment import aligned
from autoplay.vision.pixels.lines import draw_lines


def painted(grid: Grid) -> np.ndarray:
    """Draw cells of two colours at whole pixels."""
    rng = np.random.default_rng(grid.rows * grid.cols)
    region = grid.region
    picture = np.full((region.bottom + 50, region.right + 60, 3), 150, np.uint8)
    for row in range(grid.rows):
        for col in range(grid.cols):
            spot = grid.cell(row, col)
            shade = 90 if rng.random() < 0.5 else 200
            picture[spot.y : spot.bottom, spot.x : spot.right] = shade
    return picture


def snapped(grid: Grid) -> list[tuple[int, int]]:
    diagonal = range(min(grid.rows, grid.cols))
    return [(grid.cell(i, i).x, grid.cell(i, i).y) for i in diagonal]


@pytest.mark.parametrize("pitch", [41.78, 13.74, 22.23])
def test_every_cell_is_found_where_it_was_rounded_to(pitch: float) -> None:
    true = Grid(130, 163, pitch, pitch, 16, 16)
    seen = Grid(130.3, 162.8, pitch + 0.02, pitch + 0.03, 16, 16)
    grid = aligned(draw_lines(painted(true)), seen)
    assert snapped(grid) == snapped(true)


def test_few_strokes_inside_do_not_lead_a_board_away_from_its_border() -> None:
    """Flat cells show no lines; what little lies among them does not know the pitch."""
    true, cols = Grid(130, 150, 14.88, 15.4, 10, 18), range(7, 11)
    picture = np.full((360, 460, 3), 40, np.uint8)
    spot = true.region
    picture[spot.y : spot.bottom, spot.x : spot.right] = 180
    for col in cols:
        spot = true.cell(6, col)
        picture[spot.y : spot.bottom, spot.x + 5 : spot.x + 8] = 90
    seen = Grid(128, 150, 15.0, 15.4, 10, 18)
    assert snapped(aligned(draw_lines(picture), seen)) == snapped(true)
