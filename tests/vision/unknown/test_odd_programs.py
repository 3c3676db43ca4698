"""Programs that print zeros, or open only the cell that is clicked, are read as well."""

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from autoplay.vision.rules.hints import Hints, hints_since
from autoplay.vision.unknown.reading import read_unknown
from tests.vision.plainly import GREY, RED, WHITE, read, table
from tests.vision.synthetic import mine_counts, picture


@pytest.mark.parametrize("seed", [1, 2])
def test_cells_opened_one_by_one_are_read_though_blanks_lie_beside_hidden_ones(seed: int) -> None:
    made = picture(seed, state="mid", floods=False, hover=False, noise=0, jpeg=0)
    reading = read_unknown(made.pixels, made.grid)
    assert not reading.floods
    assert (reading.cells == made.board.cells).all()


def test_a_faint_dash_is_a_zero_where_nothing_is_drawn_on_most_cells() -> None:
    rows = ["1222....", "0001....", "0001....", "1111....", "........", "........"]
    side = 40
    pixels = np.full((len(rows) * side, len(rows[0]) * side, 3), 190, np.uint8)
    for r, c in np.ndindex(len(rows), len(rows[0])):
        cell = pixels[r * side + 1 : (r + 1) * side - 1, c * side + 1 : (c + 1) * side - 1]
        cell[:] = 235
        if rows[r][c] == "0":
            cell[19:21, 17:21] = 190
        elif rows[r][c] != ".":
            cv2.putText(cell, rows[r][c], (13, 26), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (60,) * 3, 1)
    reading = read_unknown(pixels, Grid(0, 0, side, side, len(rows), len(rows[0])))
    assert Board(reading.cells).to_rows() == rows


def test_a_single_zero_is_read_where_a_game_has_just_begun() -> None:
    rows = [*["........."] * 3, ".......21", ".......10", ".......31", *["........."] * 3]
    pixels = np.full((9 * 40, 9 * 40, 3), 255, np.uint8)
    for r, c in np.ndindex(9, 9):
        cell = pixels[r * 40 + 1 : (r + 1) * 40 - 1, c * 40 + 1 : (c + 1) * 40 - 1]
        cell[:] = 170
        if rows[r][c] == ".":
            cell[:4], cell[:, :4], cell[-4:], cell[:, -4:] = 210, 210, 120, 120
        else:
            font, blue = cv2.FONT_HERSHEY_SIMPLEX, (80, 60, 45)
            cv2.putText(cell, rows[r][c], (13, 26), font, 0.5, blue, 1, cv2.LINE_AA)
    reading = read_unknown(pixels, Grid(0, 0, 40, 40, 9, 9))
    assert Board(reading.cells).to_rows() == rows


def test_letters_for_mines_are_mines_though_nothing_is_hidden() -> None:
    """Where all cells have one ground, and the letter no known shape, it was taken for a zero."""
    mines = np.zeros((14, 16), bool)
    mines.ravel()[np.random.default_rng(2).choice(mines.size, 40, replace=False)] = True
    rows = Board(np.where(mines, Cell.MINE, mine_counts(mines))).to_rows()
    printed = ["".join({"*": "M", "0": "."}.get(kind, kind) for kind in row) for row in rows]
    assert Board(read_unknown(*table(printed, (20, 20))).cells).to_rows() == rows


def test_a_program_that_has_flooded_so_far_goes_on_to() -> None:
    before = picture(3, state="mid", hover=False).board.cells
    sure, nothing = np.ones(before.shape, np.float32), np.zeros(before.shape, bool)
    assert hints_since(before, sure, nothing).floods
    made = picture(3, state="mid", floods=False, hover=False)
    assert not hints_since(made.board.cells, sure, nothing).floods
    assert read_unknown(made.pixels, made.grid).floods is False
    assert read_unknown(
        made.pixels, made.grid, Hints(nothing, nothing, nothing, floods=True)
    ).floods


def test_a_program_may_flood_to_four_sides_alone() -> None:
    """A few blanks then meet hidden cells at a corner: too few to cost much."""
    rows = [
        "................",
        ".........11.....",
        "........1001....",
        "......1110002...",
        ".....1000011....",
        ".....200002.....",
        ".....10001......",
        "......1001......",
        "......1001......",
        ".......11.......",
        *["................"] * 6,
    ]
    reading = read(rows, {".": GREY, "0": WHITE, "1": WHITE})
    assert Board(reading.cells).to_rows() == rows
    assert not reading.floods
    assert not reading.hardly_sound


SINGLY = [".0.......", ".........", ".....00..", ".........", "0........"]
SINGLY += [".........", "...0.....", "........0", "........."]


@pytest.mark.parametrize("colour", [(225, 225, 225), (170, 170, 170)])
def test_odd_cells_are_blanks_opened_one_by_one_if_nothing_else_is(
    colour: tuple[int, int, int],
) -> None:
    """Nobody sets flags before the first cell is opened."""
    reading = read(SINGLY, {".": GREY, "0": colour})
    assert Board(reading.cells).to_rows() == SINGLY
    assert not reading.floods
    assert reading.confidence[reading.cells == Cell.N0].max() < 0.95


@pytest.mark.parametrize(
    ("rows", "colour"),
    [
        (SINGLY, RED),
        (["." * 9] * 3 + ["...000..."] * 3 + ["." * 9] * 3, (225, 225, 225)),
        (["." * 9] * 4 + ["....0...."] + ["." * 9] * 4, (225, 225, 225)),
    ],
)
def test_red_cells_and_those_in_one_place_are_no_blanks(
    rows: list[str], colour: tuple[int, int, int]
) -> None:
    """They are flags, or under the pointer."""
    assert not (read(rows, {".": GREY, "0": colour}).cells == Cell.N0).any()


def test_numbers_that_hardly_show_on_hidden_ground_are_no_marks() -> None:
    """A program prints them at the upper end of cells that stay as they were; blanks turn white."""
    rows = ["001.100000", "001..10000", "0001..1000", "0001.F1000", "0000111000"]
    rows += ["0000001110", "000001...1", "000001F...", "0000011...", "0000000111"]
    rows += ["0011100000", "11...11000", "1F.1.F1000", "1110111000", "0000000000"]
    side = 26
    pixels = np.full((len(rows) * side, len(rows[0]) * side, 3), 255, np.uint8)
    for r, c in np.ndindex(len(rows), len(rows[0])):
        if rows[r][c] == "0":
            continue
        cell = pixels[r * side : (r + 1) * side, c * side : (c + 1) * side]
        cell[:] = 200
        cv2.rectangle(cell, (0, 0), (side - 1, side - 1), (0, 0, 0), 1)
        if rows[r][c] == "1":
            font, blue = cv2.FONT_HERSHEY_SIMPLEX, (230, 40, 20)
            cv2.putText(cell, "1", (8, 8), font, 0.3, blue, 1, cv2.LINE_AA)
        if rows[r][c] == "F":
            cv2.fillPoly(cell, [np.array([(8, 5), (19, 10), (8, 14)])], (30, 30, 220))
            cv2.line(cell, (8, 5), (8, 21), (0, 0, 0), 1)
    reading = read_unknown(pixels, Grid(0, 0, side, side, len(rows), len(rows[0])))
    assert Board(reading.cells).to_rows() == rows
