"""Boards of looks nobody taught are read right, and doubt is admitted."""

import random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.board import Board, Cell, shows
from autoplay.geometry import Grid
from autoplay.vision.locate.boards import locate_boards
from autoplay.vision.naming.judgement import OUTSIDE
from autoplay.vision.rules.hints import Hints
from autoplay.vision.unknown.reading import read_unknown
from autoplay.vision.unknown.unknown_reading import UnknownReading
from tests.vision.invented import invented
from tests.vision.lettering import built_in
from tests.vision.painted import PaintedGame
from tests.vision.stamping import DASHES, dashed
from tests.vision.synthetic import Picture, make_scene, paint, picture, play_position

SEEDS = range(1, 13)
Colour = tuple[int, int, int]
Colours = tuple[Colour, Colour]


def _read(made: Picture) -> UnknownReading:
    return read_unknown(made.pixels, made.grid)


@pytest.fixture(scope="module")
def readings() -> list[tuple[Picture, UnknownReading]]:
    made = [picture(seed, state="mid") for seed in SEEDS]
    return [(each, _read(each)) for each in made]


def test_nearly_all_cells_of_invented_skins_are_right(
    readings: list[tuple[Picture, UnknownReading]],
) -> None:
    right = np.concatenate([(r.cells == m.board.cells).ravel() for m, r in readings])
    assert right.mean() > 0.96


def test_high_confidence_is_earned(readings: list[tuple[Picture, UnknownReading]]) -> None:
    wrong = np.concatenate(
        [((r.cells != m.board.cells) & (r.confidence > 0.95)).ravel() for m, r in readings]
    )
    assert wrong.mean() < 0.005


def test_what_is_ambiguous_names_its_candidates(
    readings: list[tuple[Picture, UnknownReading]],
) -> None:
    for _, reading in readings:
        doubtful = {tuple(place) for place in np.argwhere(reading.cells == Cell.UNREADABLE)}
        assert doubtful == set(reading.candidates)
        assert all(reading.candidates.values())


@pytest.mark.parametrize("seed", range(6))
def test_a_fresh_board_is_all_hidden(seed: int) -> None:
    made = picture(seed, state="fresh", noise=0, hover=False, jpeg=0)
    assert (_read(made).cells == Cell.HIDDEN).all()


@pytest.mark.parametrize("seed", [8, 16])
def test_a_loss_makes_sense_all_over_on_a_small_board_too(seed: int) -> None:
    made = picture(seed, state="lost", noise=0, jpeg=0)
    assert _read(made).sound


@pytest.mark.parametrize("seed", [54, 61])
def test_the_exploded_mine_is_found_beside_a_crossed_out_flag(seed: int) -> None:
    made = picture(seed, state="lost", noise=0, jpeg=0)
    assert (made.board.cells == Cell.WRONG_FLAG).any()
    assert (_read(made).cells == made.board.cells).all()


def test_a_grid_that_reaches_past_the_picture_is_still_read() -> None:
    made = picture(3, state="mid")
    region = made.grid.region
    cut = made.pixels[region.y + 2 : region.bottom - 2, region.x + 2 : region.right - 2]
    grid = made.grid.moved(-region.x - 2, -region.y - 2)
    assert isinstance(grid, Grid)
    reading = read_unknown(cut, grid)
    assert (reading.cells == made.board.cells).mean() > 0.9


def test_marks_are_not_sure_where_hardly_anything_is_opened() -> None:
    """A letter on the only ground there is may as well be a number, in a font nobody knows."""
    pixels = dashed()
    for row, col in ((3, 4), (7, 2), (8, 7)):
        spot = DASHES.cell(row, col)
        pixels[spot.y : spot.bottom, spot.x : spot.right] = 0
        place = (spot.x + 12, spot.y + 18)
        cv2.putText(pixels, "F", place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (200, 200, 0), 2)
    reading = read_unknown(pixels, DASHES)
    marked = shows(reading.cells, Cell.FLAG, Cell.QUESTION)
    assert marked.sum() == 3
    assert reading.confidence[marked].max() <= np.float32(0.9)
    assert reading.confidence[~marked].min() > 0.9


@pytest.mark.parametrize("side", [0, 16])
def test_paper_on_which_something_else_lies_is_not_read(
    side: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper = Grid(0, 0, 15, 15, 40, 40)

    def judged(_: object, grid: Grid) -> NDArray[np.float32]:
        names = np.full((grid.rows, grid.cols), Cell.HIDDEN, np.intp)
        first = round((paper.top - grid.top) / grid.pitch_y)
        names[max(0, first) : max(0, first + side), :side] = OUTSIDE
        return np.eye(OUTSIDE + 1, dtype=np.float32)[names]

    read = UnknownReading(np.zeros((40, 40), np.int8), np.ones((40, 40), np.float32), {}, 0.0)
    monkeypatch.setattr("autoplay.vision.naming.judgement.judged", judged)
    monkeypatch.setattr("autoplay.vision.unknown.reading._by_looks", lambda *_: read)
    reading = read_unknown(np.zeros((600, 600, 3), np.uint8), paper)
    assert shows(reading.cells, Cell.UNREADABLE).all() == (side > 0)
    assert reading.sound == (side == 0)


def test_no_network_is_asked_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    made = picture(SEEDS[0], state="mid")
    monkeypatch.setattr("autoplay.vision.naming.judgement.judged", lambda *_: pytest.fail("asked"))
    nothing = np.zeros(made.board.cells.shape, bool)
    reading = read_unknown(made.pixels, made.grid, Hints(nothing, nothing, nothing))
    assert reading.window is None


@pytest.mark.parametrize(("side", "read"), [(16, True), (24, False)])
def test_very_many_cells_of_no_board_are_not_read(side: int, read: bool) -> None:
    colours = np.random.default_rng(side).integers(0, 256, (side, side, 3), np.uint8)
    chart = np.kron(colours, np.ones((16, 16, 1), np.uint8))
    reading = read_unknown(chart, Grid(0, 0, 16, 16, side, side))
    assert reading.unseen
    assert not reading.sound
    assert bool((reading.cells != Cell.UNREADABLE).any()) is read


def test_hints_keep_hidden_cells_hidden() -> None:
    made = picture(9, state="mid")
    hidden = made.board.cells == Cell.HIDDEN
    nothing = np.zeros_like(hidden)
    hints = Hints(made.board.numbers, hidden, nothing)
    reading = read_unknown(made.pixels, made.grid, hints)
    assert (reading.cells[hidden] == Cell.HIDDEN).mean() > 0.97


@pytest.mark.parametrize("seed", range(2, 5))
def test_a_sheet_of_paper_squares_with_numbers_is_no_minesweeper(seed: int) -> None:
    made = picture(seed, state="mid")
    cells = np.random.default_rng(seed).integers(1, 9, made.board.cells.shape)
    scrambled = paint(random.Random(seed), made.look, make_scene(random.Random(seed)), Board(cells))
    assert not read_unknown(scrambled.pixels, scrambled.grid).plausible


PRINTED = Board.from_rows(
    [
        "....1001..",
        "....2001..",
        "....20012.",
        "...21001..",
        ".2111101..",
        ".101.1112.",
        "1101111...",
        "0000002.F.",
        "1110001F..",
        "..10001...",
    ]
)


@pytest.mark.parametrize("opened", [235, 200], ids=["on another ground", "on the same ground"])
def test_a_zero_may_be_printed_in_a_blank(opened: int) -> None:
    """Where all cells have one ground, hidden ones are those on which nothing is drawn."""
    pitch, left = 36, 50
    pixels = np.full((460, 460, 3), 240, np.uint8)
    for row in range(10):
        for col in range(10):
            x, y, cell = left + col * pitch, left + row * pitch, Cell(PRINTED[row, col])
            face = opened if cell <= Cell.N8 else 200
            cv2.rectangle(pixels, (x, y), (x + pitch - 1, y + pitch - 1), (face,) * 3, -1)
            cv2.rectangle(pixels, (x, y), (x + pitch - 1, y + pitch - 1), (90, 90, 90))
            if cell <= Cell.N8:
                ink = (150, 150, 150) if cell == 0 else (40 * cell, 60, 200 - 30 * cell)
                at = (x + 11, y + 25)
                cv2.putText(pixels, str(int(cell)), at, 0, 0.7, ink, 2, cv2.LINE_AA)
            elif cell is Cell.FLAG:
                cloth = np.array([[x + 12, y + 8], [x + 26, y + 14], [x + 12, y + 20]])
                cv2.fillPoly(pixels, [cloth], (0, 0, 220))
                cv2.line(pixels, (x + 12, y + 8), (x + 12, y + 29), (0, 0, 0), 2)
    reading = read_unknown(pixels, Grid(left, left, pitch, pitch, 10, 10))
    assert reading.sound
    assert Board(reading.cells).to_rows() == PRINTED.to_rows()


def test_numbers_may_be_small_on_large_cells() -> None:
    rows = [
        "........10",
        "..112...10",
        "..2013.310",
        "..1002.200",
        ".210011100",
        ".100000000",
        "1100001110",
        "0000001.10",
        "0000001110",
        "0000000000",
    ]
    side = 64
    pixels = np.full((len(rows) * side, len(rows[0]) * side, 3), 238, np.uint8)
    for (row, col), kind in np.ndenumerate(np.array([list(line) for line in rows])):
        cell = pixels[row * side : (row + 1) * side, col * side : (col + 1) * side]
        if kind == ".":
            cell[:] = np.linspace(255, 190, side)[:, None, None]
        else:
            font = cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(cell, kind, (28, 37), font, 0.35, (153, 153, 153), 1, cv2.LINE_AA)
        cell[0], cell[:, 0] = 150, 150
    reading = read_unknown(pixels, Grid(0, 0, side, side, len(rows), len(rows[0])))
    assert Board(reading.cells).to_rows() == rows


def test_numbers_may_be_small_and_faint_where_mines_are_marked() -> None:
    rows = ["011101*12*", "01*101112*", "0111000011", "1110011100", "2*1001*100"]
    rows += ["*210011211", "11011101*1", "0012*10111", "001*210000", "0011100000"]
    side = 36
    pixels = np.full((len(rows) * side, len(rows[0]) * side, 3), 240, np.uint8)
    for (row, col), kind in np.ndenumerate(np.array([list(line) for line in rows])):
        cell = pixels[row * side : (row + 1) * side, col * side : (col + 1) * side][3:-3, 3:-3]
        cell[:] = (80, 80, 230) if kind == "*" else (226, 226, 226)
        if kind != "*":
            font = cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(cell, kind, (11, 20), font, 0.4, (190, 190, 190), 1, cv2.LINE_AA)
    reading = read_unknown(pixels, Grid(0, 0, side, side, len(rows), len(rows[0])))
    assert Board(reading.cells).to_rows() == rows


@pytest.mark.parametrize("seed", [4, 39, 74])
def test_a_plain_cell_of_another_colour_may_be_a_blank_that_was_opened_alone(seed: int) -> None:
    game = PaintedGame(seed, tuple(built_in()), 0, tile="flat", gap=2, checker=(0.0, 0.0))
    game.cells[4, 4] = Cell.N0
    pixels = game.frame().pixels
    reading = read_unknown(pixels, locate_boards(pixels)[0].grid)
    assert (reading.cells == Cell.HIDDEN).all()
    assert np.argwhere(reading.confidence <= 0.95).tolist() == [[4, 4]]


def _glossy(upper: Colours, lower: Colours) -> NDArray[np.uint8]:
    """A rounded tile of 38 pixels in white, each half of which goes from one colour to another."""
    down = np.linspace(0, 1, 19)[:, None, None]
    halves = [np.array(a) * (1 - down) + np.array(b) * down for a, b in (upper, lower)]
    tile = np.repeat(np.concatenate(halves), 38, axis=1)
    round_off = np.zeros((38, 38), np.uint8)
    for x, y in ((6, 6), (31, 6), (6, 31), (31, 31)):
        cv2.circle(round_off, (x, y), 6, 1, -1)
    round_off[6:32], round_off[:, 6:32] = 1, 1
    return np.where(round_off[..., None] > 0, tile, 255).astype(np.uint8)


def test_on_a_fresh_board_a_tile_of_another_colour_is_under_the_pointer_and_no_flag() -> None:
    violet = _glossy(((255, 165, 215), (250, 110, 165)), ((235, 40, 125), (255, 110, 190)))
    orange = _glossy(((180, 225, 255), (90, 190, 255)), ((20, 150, 240), (80, 190, 255)))
    pixels = np.full((420, 420, 3), 255, np.uint8)
    for row, col in np.ndindex(9, 9):
        y, x = 31 + 40 * row, 31 + 40 * col
        pixels[y : y + 38, x : x + 38] = orange if (row, col) == (8, 0) else violet
    reading = read_unknown(pixels, Grid(30.0, 30.0, 40.0, 40.0, 9, 9))
    assert (reading.cells == Cell.HIDDEN).all()
    assert reading.confidence[8, 0] < 0.9


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_a_blank_on_the_ground_of_no_number_is_not_sure(seed: int) -> None:
    """Another window may lie over it, or the pointer."""
    rng, look, scene = invented(seed, state="mid", rows=10, cols=12)
    made = paint(rng, look, scene, play_position(rng, scene))
    blanks = np.argwhere(made.board.cells == Cell.N0).tolist()
    place = next((row, col) for row, col in blanks if row in (0, 9) or col in (0, 11))
    before = read_unknown(made.pixels, made.grid).confidence
    spot = made.grid.cell(*place)
    made.pixels[spot.y : spot.bottom, spot.x : spot.right] = (40, 200, 250)
    reading = read_unknown(made.pixels, made.grid)
    assert reading.cells[place] == Cell.N0
    assert reading.confidence[place] <= np.float32(0.9) < before[place]
    others = reading.cells == Cell.N0
    others[place] = False
    assert np.allclose(reading.confidence[others], before[others], atol=0.05)
