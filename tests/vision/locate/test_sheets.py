"""Squares by turns of two tones far apart are a chess board's, rules on plain paper a chart's."""

import numpy as np
import pytest

from autoplay.geometry import Grid
from autoplay.vision.locate.sheets import is_chart, is_chess_board, is_floor

GRID = Grid(40, 40, 48, 34, 6, 10)


@pytest.mark.parametrize(
    ("light", "dark", "chess"),
    [
        ((181, 217, 240), (99, 136, 181), True),
        ((210, 238, 238), (86, 150, 118), True),
        ((81, 215, 170), (73, 209, 162), False),
    ],
)
def test_squares_of_two_tones_by_turns_are_a_chess_board_if_they_are_far_apart(
    light: tuple[int, int, int], dark: tuple[int, int, int], chess: bool
) -> None:
    odd = np.indices((8, 8)).sum(axis=0) & 1
    squares = np.where(odd[:, :, None], dark, light).astype(np.uint8)
    pixels = np.pad(squares.repeat(40, axis=0).repeat(40, axis=1), ((30, 30), (30, 30), (0, 0)))
    assert is_chess_board(pixels, Grid(30, 30, 40, 40, 8, 8)) is chess
    assert not is_chart(pixels, Grid(30, 30, 40, 40, 8, 8))


@pytest.mark.parametrize(
    ("inside", "grid", "chart"),
    [(255, GRID, True), (225, GRID, False), (255, Grid(40, 40, 48, 48, 6, 10), False)],
)
def test_rules_on_plain_paper_are_a_chart_unless_its_cells_are_square(
    inside: int, grid: Grid, chart: bool
) -> None:
    pixels = np.full((400, 600, 3), 255, np.uint8)
    area = grid.region
    pixels[area.y : area.bottom, area.x : area.right] = inside
    for at in range(grid.cols + 1):
        pixels[area.y : area.bottom, area.x + int(at * grid.pitch_x)] = 220
    for at in range(grid.rows + 1):
        pixels[area.y + int(at * grid.pitch_y), area.x : area.right] = 220
    assert is_chart(pixels, grid) is chart
    assert not is_chess_board(pixels, grid)
    for row, col in np.ndindex(grid.rows, grid.cols):
        spot = grid.cell(row, col)
        pixels[spot.y + 15 : spot.y + 19, spot.x + 20 : spot.x + 24] = 90
    assert not is_chart(pixels, grid)


@pytest.mark.parametrize(
    ("tones", "floor"),
    [("own", True), ("gradient", False), ("turns", False), ("noise", False), ("marked", False)],
)
def test_tiles_have_tones_of_their_own_and_cells_have_not(tones: str, floor: bool) -> None:
    rng = np.random.default_rng(4)
    row, col = np.indices((9, 12))
    shift = {
        "own": rng.normal(0, 14, (9, 12)),
        "gradient": 6.0 * row + 4.0 * col,
        "turns": 20.0 * ((row + col) % 2),
        "noise": np.zeros((9, 12)),
        "marked": 90.0 * (rng.random((9, 12)) < 0.2),
    }[tones]
    pixels = (130 + shift).repeat(30, axis=0).repeat(30, axis=1)[..., None].repeat(3, axis=-1)
    pixels += rng.normal(0, 8, pixels.shape)
    tiles = np.clip(pixels, 0, 255).astype(np.uint8)
    assert is_floor(tiles, Grid(0, 0, 30, 30, 9, 12)) is floor


def test_a_gradient_over_a_few_cells_makes_no_floor_of_them() -> None:
    row, col = np.indices((5, 5))
    tones = (130 + 9.0 * row - 7.0 * col).repeat(24, axis=0).repeat(24, axis=1)
    tiles = tones[..., None].repeat(3, axis=-1).astype(np.uint8)
    assert not is_floor(tiles, Grid(0, 0, 24, 24, 5, 5))
