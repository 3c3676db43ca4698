from dataclasses import replace

import numpy as np
import pytest

from autoplay.vision.locate.membership import context, votes
from autoplay.vision.locate.signs import cell_signs
from autoplay.vision.pixels.lines import draw_lines
from tests.vision.synthetic import picture


@pytest.mark.parametrize("seed", [6, 14])
def test_cells_of_a_board_vote_for_it_and_those_around_against(seed: int) -> None:
    made = picture(seed)
    wide = made.grid.part(-2, made.grid.rows + 2, -2, made.grid.cols + 2)
    given = votes(draw_lines(made.pixels), wide)
    assert np.abs(given).max() <= 4
    inside = np.zeros(given.shape, bool)
    inside[2:-2, 2:-2] = True
    assert (given[inside] > 0).mean() > 0.9
    assert (given[~inside] < 0).mean() > 0.9


@pytest.mark.parametrize("seed", [6, 23])
def test_oblong_cells_vote_as_square_ones_do(seed: int) -> None:
    made = picture(seed, pitch=(46, 30), scale=1, jpeg=0, noise=0, state="mid")
    given = votes(draw_lines(made.pixels), made.grid)
    assert (given > 0).mean() > 0.9


def test_cells_must_look_the_more_like_cells_the_more_oblong_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = picture(17, state="mid", noise=0, jpeg=0)
    drawing, right = draw_lines(made.pixels), made.grid
    oblong = replace(right, pitch_x=1.25 * right.pitch_x, cols=right.cols * 4 // 5)
    grids = (replace(right, pitch_y=right.pitch_x), oblong)
    given = [votes(drawing, grid).mean() for grid in grids]
    monkeypatch.setattr("autoplay.vision.locate.membership._OBLONG", 0.0)
    by_looks = [votes(drawing, grid).mean() for grid in grids]
    assert given[0] == by_looks[0]
    assert given[1] < by_looks[1] - 0.1


def test_a_cell_is_seen_with_those_beside_it() -> None:
    made = picture(9)
    drawing, grid = draw_lines(made.pixels), made.grid
    maps = cell_signs(drawing, grid)
    signs = context(drawing, grid)
    number = len(maps)
    assert signs.shape[0] == grid.rows * grid.cols
    around = signs.reshape(grid.rows, grid.cols, -1)
    # Nine shifts come first, the cell itself in their middle, then windows of four and ten cells.
    assert np.array_equal(around[3, 4, 4 * number : 5 * number], maps[:, 3, 4])
    assert np.array_equal(around[3, 4, :number], maps[:, 2, 3])
    assert not around[0, 0, :number].any()
    above = around[6, 4, 9 * number : 10 * number]
    assert np.allclose(above, maps[:, 2:6, 4].mean(axis=1), atol=1e-4)


def test_every_sign_is_a_share_or_a_side() -> None:
    for seed in range(6):
        made = picture(seed)
        maps = cell_signs(draw_lines(made.pixels), made.grid)
        assert maps.shape[1:] == (made.grid.rows, made.grid.cols)
        assert np.isfinite(maps).all()
        assert np.abs(maps).max() <= 1.01
