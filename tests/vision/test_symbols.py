"""Flags, mines and what the pointer or a loss makes of them are told apart."""

import random
from dataclasses import replace

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.vision.consistency import certain_mines
from autoplay.vision.neighbourhood import count_around
from autoplay.vision.unknown import read_unknown
from tests.vision.lettering import Lettering
from tests.vision.synthetic import Look, Picture, Scene, make_look, make_scene, paint, play_position

PLAIN = {"rows": 12, "cols": 14, "pitch": (28, 28), "scale": 1, "hover": False, "jpeg": 0}


def invented(seed: int, **scene: object) -> tuple[random.Random, Look, Scene]:
    """Return a program with plain flags and spiked mines, and what it is to show."""
    rng = random.Random(seed)
    look = make_look(rng, (Lettering("strokes", "hershey"),))
    look = replace(look, flag="pennant", mine="spiked", tile="flat", floor="flat", gap=0.03)
    shown = {"questions": 0.0, "noise": 0.0, **PLAIN, **scene}
    return rng, look, replace(make_scene(rng), **shown)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_flag_under_the_pointer_is_a_flag_though_its_ground_is_that_of_opened_cells(
    seed: int,
) -> None:
    rng, look, scene = invented(seed, state="mid", flags=0.9)
    made = paint(rng, look, scene, play_position(rng, scene))
    flags = np.argwhere(made.board.cells == Cell.FLAG)
    row, col = flags[len(flags) // 2].tolist()
    spot = made.grid.cell(row, col)
    cell = made.pixels[spot.y + 1 : spot.bottom - 1, spot.x + 1 : spot.right - 1]
    cell[(cell == look.hidden).all(axis=2)] = look.opened
    read = read_unknown(made.pixels, made.grid).cells
    assert Cell(int(read[row, col])) is Cell.FLAG


@pytest.mark.parametrize("seed", [0, 1, 3, 4])
def test_one_hidden_cell_under_the_pointer_may_look_opened(seed: int) -> None:
    rng, look, scene = invented(seed, state="mid", flags=0.0)
    made = paint(rng, replace(look, gap=0.0), scene, play_position(rng, scene))
    hidden = made.board.cells == Cell.HIDDEN
    inside = np.argwhere(hidden & (count_around(~hidden) == 0))
    row, col = inside[len(inside) // 2].tolist()
    spot = made.grid.cell(row, col)
    made.pixels[spot.y : spot.bottom, spot.x : spot.right] = look.opened
    reading = read_unknown(made.pixels, made.grid)
    assert np.array_equal(reading.cells, made.board.cells)
    assert reading.confidence[row, col] < 0.95


def test_letters_on_every_bevelled_cell_are_flags_and_no_texture() -> None:
    rng, look, scene = invented(6, state="won", flags=1.0, pitch=(35, 35))
    made = paint(
        rng, replace(look, tile="bevel", flag="letter", gap=0.0), scene, play_position(rng, scene)
    )
    reading = read_unknown(made.pixels, made.grid)
    assert np.array_equal(reading.cells, made.board.cells)


@pytest.mark.parametrize(("certain", "meant"), [(True, Cell.FLAG), (False, Cell.QUESTION)])
def test_marks_that_are_nearly_question_marks_are_flags_where_mines_are_certain(
    certain: bool, meant: Cell
) -> None:
    rng, look, scene = invented(5, state="mid", flags=0.0)
    made = paint(rng, look, scene, play_position(rng, scene))
    mines = certain_mines(made.board.cells)
    places = np.argwhere(mines if certain else (made.board.cells == Cell.HIDDEN) & ~mines)[:6]
    for row, col in places.tolist():
        spot = made.grid.cell(row, col)
        cell = made.pixels[spot.y : spot.bottom, spot.x : spot.right]
        cv2.polylines(cell, [np.array([(8, 7), (20, 7), (12, 22)])], False, (60, 60, 200), 2)
    read = read_unknown(made.pixels, made.grid).cells
    assert {Cell(int(read[row, col])) for row, col in places.tolist()} == {meant}


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


@pytest.mark.parametrize("seed", [1, 2, 6])
def test_flags_on_opened_ground_are_flags_and_what_exploded_among_them_is_not(seed: int) -> None:
    rng, look, scene = invented(seed, state="lost", flags=0.7)
    board = play_position(rng, scene)
    made = paint(rng, replace(look, gap=0.0), scene, board)
    marked = np.isin(board.cells, (Cell.FLAG, Cell.MINE, Cell.EXPLODED))
    for row, col in np.argwhere(marked).tolist():
        spot = made.grid.cell(row, col)
        cell = made.pixels[spot.y : spot.bottom, spot.x : spot.right]
        cell[(cell == cell[1, 1]).all(axis=2)] = look.opened
    read = read_unknown(made.pixels, made.grid).cells
    assert np.array_equal(read == Cell.FLAG, board.cells == Cell.FLAG)
    assert (read[board.cells == Cell.EXPLODED] != Cell.FLAG).all()


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
