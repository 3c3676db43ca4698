"""Boards of looks nobody taught are read right, and doubt is admitted."""

import random

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from autoplay.vision.naming.judgement import OUTSIDE, Judgement
from autoplay.vision.rules.hints import Hints
from autoplay.vision.unknown import reading as reading_module
from autoplay.vision.unknown.reading import UnknownReading, read_unknown
from autoplay.vision.unknown.ways import sound_cost
from tests.vision.plainly import PRINTED as LATE
from tests.vision.synthetic import Picture, make_scene, paint, picture

SEEDS = range(1, 13)


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


def test_a_network_is_heard_on_a_lone_picture_and_only_makes_less_sure() -> None:
    made = picture(SEEDS[0], state="mid")
    reading = _read(made)
    window = (slice(0, made.grid.rows), slice(0, made.grid.cols))
    odds = np.zeros((*made.board.cells.shape, OUTSIDE + 1), np.float32)
    np.put_along_axis(odds, reading.cells[..., None].astype(np.intp), 1.0, axis=-1)
    assert np.array_equal(reading.heard(Judgement(odds, window)).confidence, reading.confidence)
    odds[2, 3] = np.eye(OUTSIDE + 1)[(int(reading.cells[2, 3]) + 1) % OUTSIDE]
    heard = reading.heard(Judgement(odds, window))
    assert heard.confidence[2, 3] <= 0.9
    assert heard.objections > 0
    assert heard.window == window


@pytest.mark.parametrize(("name", "filled"), [("1", True), ("7", False)])
def test_what_is_unreadable_is_named_as_a_network_does_that_breaks_no_rule(
    name: str, filled: bool
) -> None:
    cells = Board.from_rows(["00000", "01~10", "01.10", "01110", "00000"]).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {(1, 2): (Cell.N7,)}, 0.0)
    odds = np.zeros((5, 5, OUTSIDE + 1), np.float32)
    np.put_along_axis(odds, cells[..., None].astype(np.intp), 1.0, axis=-1)
    odds[1, 2] = np.eye(OUTSIDE + 1)[int(name)]
    heard = reading.heard(Judgement(odds, (slice(0, 5), slice(0, 5))))
    assert heard.cells[1, 2] == (int(name) if filled else Cell.UNREADABLE)
    assert bool(heard.candidates) is not filled
    assert not filled or heard.confidence[1, 2] <= 0.9


def test_no_network_is_asked_in_play_nor_of_thousands_of_cells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = picture(SEEDS[0], state="mid")
    monkeypatch.setattr(reading_module, "judge", lambda *_: pytest.fail("it was asked"))
    nothing = np.zeros(made.board.cells.shape, bool)
    read_unknown(made.pixels, made.grid, Hints(nothing, nothing, nothing))
    monkeypatch.setattr(reading_module, "MOST_CELLS", made.grid.size - 1)
    assert read_unknown(made.pixels, made.grid).window is None


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


def test_a_list_whose_lines_are_all_the_same_is_no_minesweeper() -> None:
    cells = np.tile(Board.from_rows(["1..100000"]).cells, (9, 1))
    sure = np.ones(cells.shape, np.float32)
    assert not UnknownReading(cells, sure, {}, 0.0).plausible
    assert not UnknownReading(cells.T, sure, {}, 0.0).plausible
    cells[2:5, 4] = Cell.N2
    assert UnknownReading(cells, sure, {}, 0.0).plausible


def test_a_long_strip_with_nothing_opened_is_no_minesweeper() -> None:
    hidden = np.full((6, 45), Cell.HIDDEN, np.int8)
    sure = np.ones(hidden.shape, np.float32)
    assert not UnknownReading(hidden, sure, {}, 0.0).plausible
    assert UnknownReading(hidden[:, :24], sure[:, :24], {}, 0.0).plausible


@pytest.mark.parametrize(
    ("rows", "plausible"),
    [
        (["00000", "01110", "01.10", "01110", "00000"], True),
        (["11100", "1F211", "112*1", "00111", "11000"], True),
        (["00000", "01111", "00000", "00000", "00000"], False),
        (["05000", "00~00", "00050", "00000", "00~~0"], False),
        (["00000", "00000", "00~00", "00100", "00000"], False),
    ],
)
def test_numbers_whose_mines_are_nowhere_are_no_minesweeper(
    rows: list[str], plausible: bool
) -> None:
    cells = np.pad(Board.from_rows(rows).cells, 5)
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0)
    assert reading.plausible == plausible


def test_blanks_among_hidden_cells_are_no_minesweeper() -> None:
    """As the black squares of a puzzle seem."""
    cells = Board.from_rows(
        ["F...F.0", "...0...", "0......", ".4...~.", "......1", "...4...", "0.0...0"]
    ).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0)
    assert not reading.plausible
    assert reading.hopeless


@pytest.mark.parametrize(
    ("rows", "plausible"),
    [
        (["......", "F.3..?", "......", "......", "...F..", "......"], False),
        (["2...1.", "......", ".4....", "....3.", "......", ".1...2"], False),
        (["011111", "01.F..", "12.4..", "......", "......", "......"], True),
    ],
)
def test_numbers_strewn_among_hidden_cells_must_make_sense(
    rows: list[str], plausible: bool
) -> None:
    """Keys and clues lie so; in play one opening brings the next."""
    cells = Board.from_rows(rows).cells
    sure = np.ones(cells.shape, np.float32)
    assert UnknownReading(cells, sure, {}, 5.0).sound
    doubtful = UnknownReading(cells, sure, {}, 10.0)
    assert (doubtful.plausible, doubtful.hopeless) == (plausible, not plausible)


@pytest.mark.parametrize(
    ("rows", "hardly"),
    [
        (["......", ".1....", "..1...", "......"], True),
        (["......", ".11...", ".11...", "......"], False),
        (["01....", "11....", "......", "......"], False),
        (["0.....", "......", "......", "......"], True),
    ],
)
def test_few_numbers_without_a_blank_are_hardly_an_opening(rows: list[str], hardly: bool) -> None:
    """A calculator's screen may hold two of them, the same in all that is known."""
    cells = Board.from_rows(rows).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0)
    assert reading.hardly_opened is hardly


@pytest.mark.parametrize(("number", "sound"), [("1", True), ("2", False)])
def test_a_board_may_cost_more_where_many_numbers_hold_together(number: str, sound: bool) -> None:
    rows = ["000111", "0001.1", f"000{number}11", "111000", "1.1000", "111000"]
    cells = Board.from_rows(rows).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 8.0)
    assert reading.sound is sound


@pytest.mark.parametrize(("side", "plausible"), [(16, True), (60, False)])
def test_a_few_numbers_vouch_for_no_more_of_a_large_board(side: int, plausible: bool) -> None:
    # The grain of a picture, cut far too fine: what is odd about it grows with the cells.
    cells = np.full((side, side), Cell.HIDDEN, np.int8)
    cells[3, 3:6] = (1, 2, 1)
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, cost=0.04 * cells.size)
    assert reading.plausible is plausible


def test_one_number_strewn_among_hidden_cells_is_no_minesweeper() -> None:
    """As the joints of a wall look, where one joint in three is in the middle of a cell."""
    cells = Board.from_rows(["1.......1", ".1.....1.", "........1", ".1.....1.", "1.1.....1"]).cells
    assert not UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0).plausible


@pytest.mark.parametrize(("marks", "plausible"), [("FF", True), ("F?~FFF~", False)])
def test_few_cells_are_marked_before_the_first_is_opened(marks: str, plausible: bool) -> None:
    cells = np.full((8, 8), Cell.HIDDEN, np.int8)
    cells.ravel()[5 : 5 + 7 * len(marks) : 7] = Board.from_rows([marks]).cells[0]
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0)
    assert reading.plausible == plausible


def test_a_narrow_column_with_nothing_opened_is_no_minesweeper() -> None:
    hidden = np.full((10, 6), Cell.HIDDEN, np.int8)
    sure = np.ones(hidden.shape, np.float32)
    assert UnknownReading(hidden, sure, {}, 0.0).plausible
    assert not UnknownReading(hidden[:, :4], sure[:, :4], {}, 0.0).plausible


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


ONES = [4 * "111", 4 * "1.1", 4 * "111", 12 * "0"] * 3


@pytest.mark.parametrize(("rows", "sound"), [(LATE, True), (ONES, False)])
def test_every_number_that_agrees_vouches_but_one_number_may_be_a_pattern(
    rows: list[str], sound: bool
) -> None:
    """Flags in the shape of digits are dear, and so are letters that come again."""
    cells = Board.from_rows(rows).cells
    cost = 1.5 * sound_cost(cells.size)
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, cost)
    assert reading.faultless
    assert reading.sound is sound


@pytest.mark.parametrize(
    ("rows", "plausible"),
    [
        ([".......", "1111111", ".......", ".111111"], False),
        ([".......", "1111111", ".......", "..21111"], True),
    ],
)
def test_many_of_one_number_and_no_blank_are_no_minesweeper(
    rows: list[str], plausible: bool
) -> None:
    """Between the keys of a keyboard a line shows on every second row."""
    cells = Board.from_rows(rows).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 6.2)
    assert reading.plausible is plausible


@pytest.mark.parametrize(("marks", "plausible"), [("FFF.", False), ("F...", True)])
def test_numbers_with_more_flags_than_they_count_are_no_minesweeper(
    marks: str, plausible: bool
) -> None:
    """A wrong flag here and there is a player's; letters strewn over a crossword are none."""
    cells = Board.from_rows([2 * marks, "11112111", *3 * ["........"]]).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 6.0)
    assert reading.plausible is plausible
