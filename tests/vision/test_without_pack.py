"""Real programs are read without their pack, though packs of other programs are at hand."""

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.desktop.protocols import Frame
from autoplay.geometry import Grid, Point
from autoplay.vision import without_pack
from autoplay.vision.found import Found
from autoplay.vision.locate import locate_boards
from autoplay.vision.located import nearly_same
from autoplay.vision.pictures import load_picture
from autoplay.vision.reader import Reader
from autoplay.vision.reading import UNKNOWN
from autoplay.vision.skins import shipped_skins
from autoplay.vision.unknown import UnknownReading
from autoplay.vision.without_pack import Search, read_without_pack
from tests.vision.conftest import FIXTURES
from tests.vision.negatives import negative
from tests.vision.synthetic import picture

PICTURES = (
    "gnome-mines/default-small-fresh",
    "gnome-mines/default-small-mid",
    "kmines/default-easy-fresh",
    "kmines/default-easy-mid",
    "kmines/default-med-flags",
    "sgt-mines/default-9x9-early",
    "sgt-mines/default-9x9-flags",
    "winemine/wine8-beg-flags",
    "xdemineur/default-nowm-mid",
)


def without(*names: str) -> Reader:
    return Reader([skin for skin in shipped_skins() if skin.name not in names])


@pytest.mark.parametrize("name", PICTURES)
def test_a_program_whose_pack_is_missing_is_read_right(name: str) -> None:
    client = name.split("/")[0]
    picture = FIXTURES / f"{name}.png"
    truth = _truth(picture)
    reading = without(client, "classic").read(load_picture(picture))
    assert reading.skin == UNKNOWN
    assert reading.board.to_rows() == truth["cells"]
    assert reading.board.mines in (truth["mines_total"], None)


@pytest.mark.parametrize("beside", [True, False])
def test_dark_cells_with_light_ones_beside_them_are_no_fresh_board(beside: bool) -> None:
    """A puzzle may be asked from its edges."""
    pixels = np.full((480, 480, 3), 215, np.uint8)
    for row, col in np.ndindex(10, 10):
        edges = (row in (0, 9)) + (col in (0, 9))
        if edges == 0 or (edges == 1 and beside):
            cell = pixels[60 + 36 * row : 97 + 36 * row, 60 + 36 * col : 97 + 36 * col]
            cell[:] = 180
            cell[1:-1, 1:-1] = 105 if edges == 0 else 225
    found = Reader().read_all(Frame(pixels, Point(0, 0)))
    assert [reading.board.cells.shape for reading in found] == ([] if beside else [(8, 8)])


@pytest.mark.parametrize("seed", [129, 165])
def test_a_colour_chart_is_no_fresh_board(seed: int) -> None:
    pixels, kind = negative(seed)
    assert kind == "palette"
    assert Reader().read_all(Frame(pixels, Point(0, 0))) == []


def _truth(picture: Path) -> dict:
    return json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("seed", [61, 88])
def test_a_board_that_makes_no_sense_at_first_sight_is_looked_for_again(seed: int) -> None:
    made = picture(seed)
    assert not any(
        read_without_pack(made.pixels, located.grid)[0].sound
        for located in locate_boards(made.pixels)
    )
    reading = Reader([]).read(Frame(made.pixels, Point(0, 0)))
    assert reading.board.to_rows() == made.board.to_rows()


@pytest.mark.parametrize("seed", [5, 9, 17, 19, 27, 58, 8040])
def test_a_fresh_board_is_found_by_what_comes_again_with_every_cell(seed: int) -> None:
    """Faint checkerboards, dots where rounded corners meet, lines that fall between pixels.

    And one of which a pack would make nothing but blanks.
    """
    made = picture(seed, state="fresh")
    reading = Reader().read(Frame(made.pixels, Point(0, 0)))
    assert reading.board.to_rows() == made.board.to_rows()
    assert nearly_same(reading.grid, made.grid, 2.0)


@pytest.mark.parametrize("seed", [53, 63, 99])
def test_a_board_is_read_whole_where_a_part_of_it_makes_sense(seed: int) -> None:
    made = picture(seed)
    part = locate_boards(made.pixels)[0].grid
    assert read_without_pack(made.pixels, part)[0].sound
    assert part.rows * part.cols < made.grid.rows * made.grid.cols
    found = Search(made.pixels).read(part)
    assert found.sound
    assert np.array_equal(found.unknown.cells, made.board.cells)


def test_a_part_with_nothing_opened_gives_way_to_numbers_that_make_sense() -> None:
    made = picture(35, state="early")
    part = made.grid.part(2, 9, 0, 9)
    assert read_without_pack(made.pixels, part)[0].fresh
    found = Search(made.pixels).read(part)
    assert np.array_equal(found.unknown.cells, made.board.cells)


@pytest.mark.parametrize("seed", [0, 3])
def test_cells_taken_together_by_fours_are_parted_again(seed: int) -> None:
    size = {"rows": 16, "cols": 16, "pitch": (30, 30), "scale": 1}
    made = picture(seed, state="mid", noise=0, jpeg=0, **size)
    grid = made.grid
    found = Search(made.pixels).read(Grid(grid.left, grid.top, 60, 60, 8, 8))
    assert np.array_equal(found.unknown.cells, made.board.cells)


def test_cells_cut_in_two_are_put_together_again() -> None:
    size = {"rows": 9, "cols": 9, "pitch": (40, 40), "scale": 1}
    made = picture(41, state="mid", noise=0, jpeg=0, **size)
    grid = made.grid
    halves = Grid(grid.left, grid.top, grid.pitch_x / 2, grid.pitch_y, 9, 18)
    assert read_without_pack(made.pixels, halves)[0].sound
    found = Search(made.pixels).read(halves)
    assert np.array_equal(found.unknown.cells, made.board.cells)


@pytest.mark.parametrize("seed", [0, 48])
def test_small_cells_that_make_no_sense_are_read_again_where_they_are(seed: int) -> None:
    made = picture(seed, pitch=(12, 12), state="mid", scale=1)
    search = Search(made.pixels)
    search.read(made.grid.moved(-0.8, -0.8))
    assert search.read(made.grid).sound


def test_one_cell_that_bears_what_others_do_brings_its_column_into_the_board() -> None:
    made = picture(2168)
    reading = Reader([]).read(Frame(made.pixels, Point(0, 0)))
    assert reading.board.to_rows() == made.board.to_rows()


def _circles(board: Board, grid: Grid) -> np.ndarray:
    """Round cells that touch: where they end shows no line, hidden ones are filled."""
    region = grid.region
    pixels = np.full((region.bottom + 40, region.right + 50, 3), (110, 80, 60), np.uint8)
    pixels[region.y : region.bottom, region.x : region.right] = 255
    for (row, col), kind in np.ndenumerate(board.cells):
        spot = grid.cell(row, col)
        middle = spot.x + spot.w // 2, spot.y + spot.h // 2
        filled = -1 if kind == Cell.HIDDEN else 1
        cv2.circle(pixels, middle, spot.w // 2, (150, 150, 150), filled, cv2.LINE_AA)
        if Cell.N1 <= kind <= Cell.N8:
            at = middle[0] - 5, middle[1] + 5
            cv2.putText(
                pixels,
                str(kind),
                at,
                cv2.FONT_HERSHEY_SIMPLEX,
                0.45,
                (130, 130, 130),
                1,
                cv2.LINE_AA,
            )
    return pixels


@pytest.mark.parametrize("seed", [1, 4, 13])
def test_round_cells_far_from_numbers_belong_to_the_board(seed: int) -> None:
    board = picture(seed, state="mid", flags=0, questions=0).board
    pixels = _circles(board, Grid(60, 50, 20, 20, board.rows, board.cols))
    assert Reader().read(Frame(pixels, Point(0, 0))).board.to_rows() == board.to_rows()


@pytest.mark.parametrize("shape", [(1, 1), (1, 500), (39, 600), (40, 40), (600, 800)])
def test_a_plain_picture_holds_no_board(shape: tuple[int, int]) -> None:
    assert Search(np.full((*shape, 3), 120, np.uint8)).again() is None


@pytest.mark.parametrize("seed", [9, 20])
def test_of_a_part_of_a_board_and_of_more_than_it_the_whole_is_read(seed: int) -> None:
    made = picture(seed)
    true = made.grid
    for wrong in (
        true.part(1, true.rows, 0, true.cols - 2),
        true.part(-2, true.rows, 0, true.cols),
    ):
        found = Search(made.pixels).read(wrong)
        assert found.sound
        assert np.array_equal(found.unknown.cells, made.board.cells)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Grid]:
    """The grids that are read, and each of them makes no sense."""
    grids: list[Grid] = []

    def senseless(_pixels: np.ndarray, grid: Grid) -> UnknownReading:
        grids.append(grid)
        cells = np.full((grid.rows, grid.cols), Cell.HIDDEN, np.int8)
        return UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 1e3 * cells.size)

    monkeypatch.setattr("autoplay.vision.without_pack.read_unknown", senseless)
    return grids


def _search_in_vain(seed: int) -> Search:
    search = Search(negative(seed)[0])
    for grid in search.located:
        search.read(grid)
    assert search.again() is None
    return search


def test_what_makes_no_sense_is_not_read_a_part_of_a_pixel_further(read: list[Grid]) -> None:
    _search_in_vain(68)
    assert len(read) > 2
    assert not any(nearly_same(one, other, 1.0) for one, other in combinations(read, 2))


def test_a_picture_that_makes_no_sense_is_given_up(
    read: list[Grid], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autoplay.vision.without_pack._PATIENCE", 200)
    search = _search_in_vain(68)
    assert len(read) == len(search.located) + 1


@pytest.mark.parametrize("seed", [0, 5, 37])
def test_a_part_of_a_board_is_known_by_the_whole_whose_cells_bear_pictures(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = picture(seed, state="mid", noise=0, jpeg=0, hover=False)
    grid, search = made.grid, Search(made.pixels)
    monkeypatch.setattr(without_pack, "other_extents", lambda drawing, grid: [])
    found = search.read(grid.part(2, grid.rows, 0, grid.cols)).grid
    assert (found.rows, found.cols) == (grid.rows, grid.cols)


@pytest.mark.parametrize("seed", [5, 12, 37])
def test_what_smeared_colours_hide_is_read_with_clearer_ones(seed: int) -> None:
    made = picture(
        seed, jpeg=72, state="mid", rows=9, cols=9, pitch=(14, 14), scale=1, noise=0, hover=False
    )
    smeared = Search(made.pixels, recolour=False).read(made.grid)
    assert smeared.doubtful
    found = Search(made.pixels).read(made.grid)
    assert found.unknown.cost < smeared.unknown.cost
    assert Board(found.unknown.cells).to_rows() == made.board.to_rows()


def test_a_board_that_makes_no_sense_gives_way_to_a_likelier_one_there() -> None:
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False)
    search = Search(made.pixels, recolour=False)
    located = search.located[0]
    right = search.read(located)
    larger = located.part(-1, located.rows, 0, located.cols)
    senseless = Found(replace(right.unknown, cost=float(right.unknown.cells.size)), larger)
    assert search._or_located(senseless).grid == right.grid
    assert search._or_located(right) is right


def test_a_board_that_its_cells_vote_against_is_not_settled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Cells cut a part of a cell further made sense, dearly, and were final."""
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False)
    assert Search(made.pixels).read(made.grid).settled
    monkeypatch.setattr("autoplay.vision.unknown._DOUBTFUL_COST", -1.0)
    assert Search(made.pixels).read(made.grid).settled
    monkeypatch.setattr("autoplay.vision.without_pack.unlikeliness", lambda *_: 1.0)
    found = Search(made.pixels).read(made.grid)
    assert found.sound
    assert not found.settled
