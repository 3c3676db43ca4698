"""Which marks are mines after a loss is told by shape, ground and number, and by the others."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.vision.neighbourhood import count_around
from autoplay.vision.unknown import read_unknown
from tests.vision.invented import invented
from tests.vision.synthetic import Picture, paint, play_position


def put(made: Picture, place: tuple[int, int], ground: tuple[int, int, int]) -> None:
    """Put a black disc on a ground of its own, as a flag or a mine may look."""
    spot = made.grid.cell(*place)
    cell = made.pixels[spot.y + 1 : spot.bottom - 1, spot.x + 1 : spot.right - 1]
    cell[:] = ground
    cv2.circle(cell, (cell.shape[1] // 2, cell.shape[0] // 2), 7, (0, 0, 0), -1)


@pytest.mark.parametrize("seed", [0, 2, 5])
def test_discs_are_flags_where_numbers_lack_more_mines_than_are_shown(seed: int) -> None:
    """A loss shows the one that exploded, or all."""
    rng, look, scene = invented(seed, state="mid", flags=0.7)
    made = paint(rng, replace(look, flag="disc"), scene, play_position(rng, scene))
    hidden = np.argwhere(made.board.cells == Cell.HIDDEN)
    exploded = tuple(hidden[len(hidden) // 2].tolist())
    put(made, exploded, (20, 120, 180))
    read = read_unknown(made.pixels, made.grid).cells
    assert (read[made.board.cells == Cell.FLAG] == Cell.FLAG).all()
    assert Cell(int(read[exploded])) is Cell.EXPLODED


@pytest.mark.parametrize("seed", [0, 2, 5])
def test_a_disc_under_the_pointer_has_not_exploded(seed: int) -> None:
    rng, look, scene = invented(seed, state="won", flags=1.0)
    look = replace(look, flag="disc", hidden=(170, 150, 140))
    made = paint(rng, look, scene, play_position(rng, scene))
    flags = np.argwhere(made.board.cells == Cell.FLAG)
    for row, col in flags.tolist():
        put(made, (row, col), look.hidden)
    put(made, tuple(flags[len(flags) // 2].tolist()), (230, 210, 200))
    assert np.array_equal(read_unknown(made.pixels, made.grid).cells, made.board.cells)


@pytest.mark.parametrize("seed", [1, 2, 6])
def test_flags_that_turn_into_mines_and_keep_their_ground_are_mines(seed: int) -> None:
    rng, look, scene = invented(seed, state="lost", flags=0.7)
    board = play_position(rng, scene)
    cells = board.cells.copy()
    flags, shown = cells == Cell.FLAG, np.isin(cells, (Cell.MINE, Cell.EXPLODED))
    cells[flags | shown] = Cell.MINE
    cells[cells == Cell.WRONG_FLAG] = Cell.HIDDEN
    wrong = tuple(np.argwhere((cells == Cell.HIDDEN) & (count_around(flags) > 0))[0].tolist())
    cells[wrong] = Cell.FLAG
    made = paint(rng, look, scene, Board(cells, board.mines))
    kept = flags.copy()
    kept[wrong] = True
    for places, ground in ((kept, (0, 180, 255)), (shown, (60, 60, 220))):
        for row, col in np.argwhere(places).tolist():
            spot = made.grid.cell(row, col)
            cell = made.pixels[spot.y + 1 : spot.bottom - 1, spot.x + 1 : spot.right - 1]
            cell[(cell == cell[0, 0]).all(axis=2)] = ground
    read = read_unknown(made.pixels, made.grid).cells
    assert (read[flags] == Cell.MINE).all()
    assert read[wrong] in (Cell.FLAG, Cell.WRONG_FLAG)


@pytest.mark.parametrize(("seed", "ground"), [(0, (60, 60, 220)), (2, (80, 80, 250))])
def test_the_only_letter_on_red_is_the_mine_that_exploded(
    seed: int, ground: tuple[int, int, int]
) -> None:
    rng, look, scene = invented(seed, state="mid", flags=0.7)
    made = paint(rng, look, scene, play_position(rng, scene))
    hidden = np.argwhere(made.board.cells == Cell.HIDDEN)
    row, col = hidden[len(hidden) // 2].tolist()
    spot = made.grid.cell(row, col)
    cell = made.pixels[spot.y + 1 : spot.bottom - 1, spot.x + 1 : spot.right - 1]
    cell[:] = ground
    cv2.putText(cell, "m", (6, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 1, cv2.LINE_AA)
    read = read_unknown(made.pixels, made.grid).cells
    assert Cell(int(read[row, col])) is Cell.EXPLODED
    assert (read[made.board.cells == Cell.FLAG] == Cell.FLAG).all()


@pytest.mark.parametrize("text", ["10", "M"])
@pytest.mark.parametrize("seed", [0, 1])
def test_what_is_printed_on_the_ground_of_the_numbers_is_a_mine_once_all_is_opened(
    seed: int, text: str
) -> None:
    rng, look, scene = invented(seed, state="won", flags=0.0)
    board = play_position(rng, scene)
    made = paint(rng, look, scene, board)
    mines = board.cells == Cell.HIDDEN
    for row, col in np.argwhere(mines).tolist():
        spot = made.grid.cell(row, col)
        cell = made.pixels[spot.y : spot.bottom, spot.x : spot.right]
        cell[:] = look.opened
        cv2.putText(cell, text, (5, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    reading = read_unknown(made.pixels, made.grid)
    assert np.array_equal(reading.cells == Cell.MINE, mines)
    assert reading.confidence[mines].max() < 0.95
