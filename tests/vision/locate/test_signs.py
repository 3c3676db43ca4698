import numpy as np

from autoplay.geometry import Grid
from autoplay.vision.locate.signs import cell_signs
from autoplay.vision.pixels.lines import draw_lines

GRID = Grid(20, 30, 24, 24, 6, 8)


def tiles(seed: int) -> np.ndarray:
    """Draw one busy tile again and again, but another one in the last column."""
    rng = np.random.default_rng(seed)
    tile, other = rng.integers(0, 255, (2, 24, 24, 3))
    picture = np.full((220, 260, 3), 90, np.uint8)
    for row in range(6):
        for col in range(8):
            y, x = 30 + 24 * row, 20 + 24 * col
            picture[y : y + 24, x : x + 24] = tile if col < 7 else other
    return picture


def test_cells_that_repeat_to_the_right_say_so() -> None:
    right, right_edges, below, below_edges = cell_signs(draw_lines(tiles(1)), GRID)[19:23]
    assert (right[:, :6] > 0.99).all()
    assert (right_edges[:, :6] > 0.9).all()
    assert (right[:, 6:] < 0.4).all()
    assert (below[:5] > 0.99).all()
    assert (below_edges[:5] > 0.9).all()


def test_a_common_ground_is_told_from_a_rare_one() -> None:
    picture = np.full((220, 260, 3), 120, np.uint8)
    picture[30:54, 20:44] = 200
    common = cell_signs(draw_lines(picture), GRID)[23]
    assert common[0, 0] == 0
    assert (common.ravel()[1:] > 0.95).all()


def test_the_lattice_may_reach_beyond_the_picture() -> None:
    maps = cell_signs(draw_lines(tiles(2)), GRID.part(-2, 9, -2, 12))
    assert maps.shape[1:] == (11, 14)
    assert np.isfinite(maps).all()
