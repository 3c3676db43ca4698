"""What may be another thing all over the board is told by the numbers, or doubted."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from autoplay.vision.naming.doubts import (
    doubt_grounds_of_numbers,
    doubt_lone_turns,
    doubt_other_colours,
    doubt_the_end,
    marks_turned,
)
from autoplay.vision.naming.plain_marks import plain_flags
from autoplay.vision.unknown.reading import read_unknown
from autoplay.vision.unknown.unknown_reading import UnknownReading
from tests.vision.synthetic import mine_counts

SIDE, GAP = 30, 2
WHITE, BLUE, GREY, YELLOW = (255, 255, 255), (255, 0, 0), (128, 128, 128), (0, 255, 255)
HALVES = [
    "........",
    "........",
    "11112221",
    "00000000",
    "12110000",
    "...10000",
    "...20000",
    "...10000",
]
MARKED = [
    "........",
    "....F...",
    "11112221",
    "00000000",
    "12110000",
    "F..10000",
    "...20000",
    "...10000",
]
SLOPE = [
    "........",
    ".....332",
    "..221100",
    "11100011",
    "0000001.",
    "00111011",
    "111.1000",
    "....1000",
]


def flat(rows: list[str], colours: dict[str, tuple[int, int, int]], ink: int) -> UnknownReading:
    """Read a board of flat cells; those without a colour of their own bear digits on white."""
    height, width = len(rows), len(rows[0])
    pixels = np.full((height * SIDE, width * SIDE, 3), 220, np.uint8)
    for r, c in np.ndindex(height, width):
        cell = pixels[r * SIDE : (r + 1) * SIDE - GAP, c * SIDE : (c + 1) * SIDE - GAP]
        cell[:] = colours.get(rows[r][c], WHITE)
        if rows[r][c] in "12345678":
            place = (8, SIDE - 9)
            cv2.putText(cell, rows[r][c], place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (ink,) * 3, 2)
    return read_unknown(pixels, Grid(0, 0, SIDE, SIDE, height, width))


@pytest.mark.parametrize(("hidden", "blank"), [(BLUE, GREY), (GREY, BLUE)])
def test_numbers_that_cannot_hold_together_tell_hidden_cells_from_blanks(
    hidden: tuple[int, int, int], blank: tuple[int, int, int]
) -> None:
    reading = flat(HALVES, {".": hidden, "0": blank}, 90)
    assert Board(reading.cells).to_rows() == HALVES
    assert reading.confidence[(reading.cells == Cell.HIDDEN)].max() < 0.95
    assert reading.confidence[(reading.cells == Cell.N0)].max() < 0.95


def test_plain_cells_of_another_colour_beyond_all_numbers_are_mines_of_a_loss() -> None:
    shown = ["...*....", "*....*..", ".*..*.*.", "11111211", "00000000", "00000000"]
    reading = flat(shown, {".": GREY, "*": YELLOW, "0": WHITE}, 90)
    assert Board(reading.cells).to_rows() == shown
    flagged = ["........", "........", ".F..F.F.", *shown[3:]]
    reading = flat(flagged, {".": GREY, "F": YELLOW, "0": WHITE}, 90)
    assert Board(reading.cells).to_rows() == flagged


@pytest.mark.parametrize(
    ("colour", "row", "named"),
    [
        ((0, 0, 255), 0, Cell.EXPLODED),
        ((60, 40, 220), 1, Cell.EXPLODED),
        ((0, 215, 255), 0, Cell.HIDDEN),
        ((255, 0, 0), 0, Cell.HIDDEN),
    ],
)
def test_a_single_red_cell_is_where_the_game_was_lost(
    colour: tuple[int, int, int], row: int, named: Cell
) -> None:
    shown = ["........", "........", "11112221", "00000000", "11100111", "1.1001.1"]
    shown[row] = "..X....."
    reading = flat(shown, {".": GREY, "X": colour, "0": WHITE}, 90)
    assert Cell(int(reading.cells[row, 2])) is named
    assert reading.confidence[row, 2] < 0.95
    assert (reading.cells != Board.from_rows(shown).cells).sum() == (named is not Cell.EXPLODED)


@pytest.mark.parametrize(("followed", "named"), [(False, Cell.EXPLODED), (True, Cell.FLAG)])
def test_whoever_clicks_knows_whether_a_red_cell_is_a_flag(followed: bool, named: Cell) -> None:
    cells, group = np.full((4, 4), Cell.HIDDEN, np.int8), np.zeros((4, 4), np.intp)
    group[1, 2] = 1
    ground = np.where(group.reshape(-1, 1), [[53, 80, 67]], [[50, 0, 0]]).astype(np.float32)
    named_so = plain_flags(cells, np.ones((4, 4)), group, ground, followed=followed)[0]
    assert Cell(int(named_so[1, 2])) is named


def test_blanks_with_the_ground_of_numbers_are_sure() -> None:
    reading = flat(HALVES, {".": BLUE}, 90)
    assert Board(reading.cells).to_rows() == HALVES
    assert reading.confidence.min() > 0.95


def test_a_few_cells_of_another_plain_colour_are_flags() -> None:
    reading = flat(MARKED, {".": BLUE, "0": GREY, "F": YELLOW}, 90)
    assert Board(reading.cells).to_rows() == MARKED
    assert reading.confidence[reading.cells == Cell.FLAG].max() < 0.95


def test_patches_are_rather_opened_with_faint_digits_than_all_hidden() -> None:
    reading = flat(SLOPE, {".": (169, 169, 169), "0": (211, 211, 211)}, 215)
    assert Board(reading.cells).to_rows() == SLOPE


def sure(rows: list[str]) -> tuple[np.ndarray, np.ndarray]:
    cells = Board.from_rows(rows).cells
    return cells, np.full(cells.shape, 0.99)


@pytest.mark.parametrize("mark", ["F", "*"])
def test_marks_that_the_numbers_exclude_are_how_hidden_cells_look(mark: str) -> None:
    shown = ["001MMMMM", "001112MM", "0000012M", "0000001M", "1111112M"]
    cells, confidence = marks_turned(*sure([row.replace("M", mark) for row in shown]))
    assert Board(cells).to_rows() == [row.replace("M", ".") for row in shown]
    assert confidence[cells == Cell.HIDDEN].max() < 0.95
    assert confidence[cells != Cell.HIDDEN].min() > 0.95


@pytest.mark.parametrize("plain", ["*", "."])
def test_marks_of_two_kinds_are_how_hidden_cells_look_where_none_is_plain(plain: str) -> None:
    shown = [f"F1*1F1*1F1*1{plain}1F1*"]
    cells, _ = marks_turned(*sure(shown))
    hidden = shown[0].replace("F", ".").replace("*", ".")
    assert Board(cells).to_rows() == ([hidden] if plain == "*" else shown)


def test_plain_cells_among_them_are_then_flags() -> None:
    shown = ["001.FFFF", "001112.F", "0000012F", "0000001F", "1111112."]
    cells, _ = marks_turned(*sure(shown))
    assert Board(cells).to_rows() == [row.translate(str.maketrans(".F", "F.")) for row in shown]


def test_flags_that_the_numbers_allow_stay_flags() -> None:
    shown = ["001F....", "001112..", "0000012F", "0000001F", "1111112."]
    cells, confidence = marks_turned(*sure(shown))
    assert Board(cells).to_rows() == shown
    assert confidence.min() > 0.95


@pytest.mark.parametrize("plain", ["?", "."])
def test_question_marks_on_every_cell_are_how_hidden_cells_look(plain: str) -> None:
    shown = [f"001?{plain}?", "001112", "000001", "000001", "111112", "?1????"]
    cells, confidence = marks_turned(*sure(shown))
    asked = [row.replace("?", ".") for row in shown]
    assert Board(cells).to_rows() == (asked if plain == "?" else shown)
    assert bool(confidence.min() < 0.95) is (plain == "?")


def test_wrong_flags_turn_no_mines_into_hidden_cells() -> None:
    shown = ["001*W***", "0011225*", "0000003*", "0000002*", "00000011"]
    assert Board(marks_turned(*sure(shown))[0]).to_rows() == shown


def test_many_wrong_flags_beside_more_hidden_cells_are_flags() -> None:
    shown = ["00FFF...", "0FF22...", "01111...", "00001...", "11111..."]
    assert Board(marks_turned(*sure(shown))[0]).to_rows() == shown


def coloured(odd: list[tuple[int, int]], off: float) -> tuple[np.ndarray, np.ndarray]:
    """Read eight by eight plain cells, of which a few have another colour."""
    group = np.zeros((8, 8), np.intp)
    for place in odd:
        group[place] = 1
    ground = np.zeros((64, 3), np.float32)
    ground[:, 0] = 40 + off * group.ravel()
    return plain_flags(np.full((8, 8), Cell.HIDDEN, np.int8), np.full((8, 8), 0.99), group, ground)


def test_one_cell_of_another_colour_may_be_under_the_pointer() -> None:
    cells, confidence = coloured([(3, 4)], 40)
    assert (cells == Cell.HIDDEN).all()
    assert confidence[3, 4] < 0.95
    assert np.sort(confidence.ravel())[1] > 0.95


def test_colours_by_turns_are_a_pattern() -> None:
    odd = [(r, c) for r in range(8) for c in range(8) if (r + c) % 2]
    cells, confidence = coloured(odd, 40)
    assert (cells == Cell.HIDDEN).all()
    assert confidence.min() > 0.95


def test_scattered_cells_a_little_unlike_the_others_are_doubted_but_a_slope_is_not() -> None:
    scattered = [(1, 1), (3, 6), (6, 2)]
    _, confidence = coloured(scattered, 8)
    assert [tuple(place) for place in np.argwhere(confidence < 0.95)] == scattered
    _, confidence = coloured([(r, c) for r in range(3) for c in range(8)], 8)
    assert confidence.min() > 0.95


def ended(
    rows: list[str], hidden: float = 80.0, *, drawn: bool = True, seen: float = 1.0
) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """Judge a board whose opened cells have a lightness of 60, and hidden ones another.

    seen: how sure hidden cells are at most.
    """
    cells, confidence = sure(rows)
    confidence[cells == Cell.HIDDEN] = np.minimum(confidence[cells == Cell.HIDDEN], seen)
    ground = np.where(cells.ravel() > Cell.N8, hidden, 60.0)[:, None] * np.eye(3)[0]
    ground = ground.astype(np.float32)
    lab = np.tile(ground[:, None, None], (1, SIDE, SIDE, 1))
    lab[:, 14:18, 14:18, 0] -= 40 * drawn
    return doubt_the_end(cells, confidence, ground, lab)


def all_found_but_for_a_flag() -> NDArray[np.int8]:
    """A board with nothing hidden but its mines, and one number flagged."""
    mines = np.zeros((14, 14), bool)
    mines.ravel()[np.random.default_rng(4).choice(mines.size, 24, replace=False)] = True
    cells = np.where(mines, Cell.HIDDEN, mine_counts(mines)).astype(np.int8)
    cells[tuple(np.argwhere(cells == Cell.N1)[0])] = Cell.FLAG
    return cells


def test_hidden_cells_that_must_all_be_mines_may_be_flags_or_mines_shown() -> None:
    cells, confidence = ended(["1.1000", "111011", "00001."])
    assert confidence[cells == Cell.HIDDEN].max() < 0.95
    assert confidence[cells != Cell.HIDDEN].min() > 0.95
    cells, confidence = ended(["1F1000", "111011", "00001F"])
    assert confidence.min() > 0.95
    cells, confidence = ended(["1.1000", "111011", "0001.."])
    assert confidence.min() > 0.95


@pytest.mark.parametrize(("row", "shown"), [("0001.1", "0001*1"), ("000.*1", "000.*1")])
def test_what_would_be_one_mine_too_many_for_its_numbers_stays_hidden(row: str, shown: str) -> None:
    """A game may be lost with one cell left to open, on which hardly anything is seen."""
    rows = ["1*1000", "111000", "000111", row, "000111"]
    cells, _ = ended(rows, drawn=False, seen=0.6)
    assert Board(cells).to_rows()[3] == shown


@pytest.mark.parametrize(("row", "doubted"), [("1*1000", True), ("1X1000", False)])
def test_what_seem_mines_may_be_hidden_cells_where_nothing_else_is_hidden(
    row: str, doubted: bool
) -> None:
    cells, confidence = ended([row, "111011", "00001*"])
    assert Board(cells).to_rows() == [row, "111011", "00001*"]
    assert bool(confidence[2, 5] <= 0.9) is doubted
    assert confidence[cells <= Cell.N8].min() > 0.95


def test_all_are_found_though_a_flag_is_wrong_and_a_message_covers_some_cells() -> None:
    """It was sure of mines that a loss had shown as plain cells."""
    cells = all_found_but_for_a_flag()
    cells[12, 3:6] = Cell.UNREADABLE
    _, confidence = ended(Board(cells).to_rows())
    assert confidence[cells == Cell.HIDDEN].max() < 0.95
    cells[tuple(np.argwhere(cells == Cell.N3)[0])] = Cell.HIDDEN
    _, confidence = ended(Board(cells).to_rows())
    assert confidence.min() > 0.95


@pytest.mark.parametrize("shown", ["1X1000", "1*1000"])
def test_hidden_cells_that_must_all_be_mines_are_such_where_a_mine_is_shown(shown: str) -> None:
    cells, _ = ended([shown, "111011", "00001."])
    assert cells[2, 5] == Cell.MINE
    cells, _ = ended([shown, "111011", "0001.."])
    assert (cells[2, 4:] == Cell.HIDDEN).all()


def test_hidden_cells_in_the_very_colour_of_numbers_are_mines_where_all_must_be() -> None:
    cells, confidence = ended(["1.1000", "111011", "00001."], hidden=60.0)
    assert cells[0, 1] == cells[2, 5] == Cell.MINE
    assert confidence[2, 5] < 0.95
    cells, _ = ended(["1.1000", "111011", "00001."], hidden=60.0, drawn=False)
    assert cells[0, 1] == cells[2, 5] == Cell.HIDDEN


def test_flags_beside_mines_that_a_loss_has_brought_out_are_judged() -> None:
    cells = all_found_but_for_a_flag()
    wrong = tuple(np.argwhere(cells == Cell.FLAG)[0])
    right = tuple(np.argwhere(cells == Cell.HIDDEN)[0])
    cells[right] = Cell.FLAG
    named, confidence = ended(Board(cells).to_rows(), hidden=60.0)
    assert (named[cells == Cell.HIDDEN] == Cell.MINE).all()
    assert named[wrong] == Cell.WRONG_FLAG
    assert confidence[wrong] < 0.95
    assert named[right] == Cell.FLAG
    assert confidence[right] > 0.95


def test_patches_of_hidden_cells_of_another_colour_are_doubted_but_not_turns_nor_a_slope() -> None:
    cells, sure = np.full((8, 8), Cell.HIDDEN, np.int8), np.full((8, 8), 0.99)
    patch, turns = np.zeros((8, 8)), np.indices((8, 8)).sum(axis=0) % 2
    patch[6:, 2:7] = 1
    slope = np.linspace(0, 3, 64).reshape(8, 8)
    for shades, doubted in ((patch, patch > 0), (turns, turns < 0), (slope, turns < 0)):
        ground = np.zeros((64, 3), np.float32)
        ground[:, 0] = 80 + 7 * shades.ravel()
        _, confidence = doubt_other_colours(cells, sure, ground)
        assert ((confidence < 0.95) == doubted).all()


def test_hidden_cells_in_the_colour_of_the_numbers_are_rather_blanks() -> None:
    cells, confidence = sure(["......", "1111..", "..21..", "..1...", "1111..", "......"])
    group = np.zeros(cells.shape, np.intp)
    group[cells == Cell.N1], group[cells == Cell.N2] = 1, 1
    group[2:4, :2] = 2
    ground = np.where(group.ravel()[:, None] == 0, 76.5, 88.3) * np.ones((1, 3))
    cells, confidence = doubt_grounds_of_numbers(cells, confidence, group, ground)
    assert (confidence < 0.95).sum() == 4
    assert confidence[2:4, :2].max() < 0.95
    alike = np.full((36, 3), 80.0)
    _, confidence = doubt_grounds_of_numbers(*sure(["......"] * 5 + ["1111.."]), group, alike)
    assert confidence.min() > 0.95


@pytest.mark.parametrize(
    ("rows", "numbers", "doubted"),
    [
        (["~....", "....."], "a cell that looks otherwise since a click", True),
        (["01...", "....."], "a blank beside which one number is all", True),
        (["01...", "1...."], "a blank beside which there are more", False),
    ],
)
def test_a_lone_cell_that_a_click_has_changed_is_a_highlight_or_a_blank(
    rows: list[str], numbers: str, doubted: bool
) -> None:
    cells = Board.from_rows(rows).cells
    turned = np.zeros(cells.shape, bool)
    turned[0, 0] = True
    cells = np.where(cells == Cell.UNREADABLE, np.int8(Cell.HIDDEN), cells)
    group = np.where(turned | (cells <= Cell.N8), 1, 0)
    confidence = doubt_lone_turns(cells, np.ones(cells.shape), group, turned)[1]
    assert (confidence[0, 0] < 0.5) == doubted, numbers
    assert (confidence[~turned] == 1).all()
