"""What nothing shows to be cells is left out beside a board of a usual size."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from autoplay.board import Board
from autoplay.geometry import Grid
from autoplay.vision.locate.extent import Voted
from autoplay.vision.unknown.found import Found
from autoplay.vision.unknown.grid_readings import GridReadings
from autoplay.vision.unknown.unknown_reading import UnknownReading
from autoplay.vision.unknown.usual_sizes import of_usual_size

PITCH = 20
ROWS = [
    "11100000",
    ".2100111",
    ".2.101.1",
    "..210111",
    "...10000",
    "...21000",
    "....1111",
    "........",
]


def drawn(
    rows: list[str], page: int = 230, turn: int = 9, *, discs: bool = False
) -> tuple[GridReadings, Found]:
    """A board with hidden cells of 120, blanks of 230, and a page, in grey, read as it is.

    turn: by how much every second hidden cell is lighter. discs: whether hidden cells are round.
    """
    pixels = np.full(((len(rows) + 2) * PITCH, (len(rows[0]) + 2) * PITCH, 3), page, np.uint8)
    for row, names in enumerate(rows):
        for col, name in enumerate(names):
            y, x = PITCH * (row + 1), PITCH * (col + 1)
            grey = 120 + turn * ((row + col) % 2) if name == "." else 230
            if discs and name == ".":
                cv2.circle(pixels, (x + PITCH // 2, y + PITCH // 2), PITCH // 3, (grey,) * 3, -1)
            else:
                pixels[y : y + PITCH, x : x + PITCH] = grey
            if name == "1":
                pixels[y + 5 : y + 15, x + 9 : x + 11] = (160, 30, 20)
    cells = Board.from_rows(rows).cells
    unknown = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 1.0)
    return GridReadings(pixels), Found(unknown, Grid(PITCH, PITCH, PITCH, PITCH, *cells.shape))


@pytest.mark.parametrize("above", [1, 3])
def test_bare_blanks_above_a_board_of_a_usual_size_are_its_window(above: int) -> None:
    readings, found = drawn(["0" * 8] * above + ROWS)
    usual = of_usual_size(readings, found)
    assert Board(usual.unknown.cells).to_rows() == ROWS
    assert usual.grid == found.grid.part(above, above + 8, 0, 8)


def test_bare_blanks_stay_that_a_network_sees_as_the_board_s() -> None:
    readings, found = drawn(["0" * 8, "0" * 8, *ROWS])
    seen = replace(found.unknown, window=(slice(0, 10), slice(0, 8)))
    found = replace(found, unknown=seen)
    assert found.seen_whole
    assert of_usual_size(readings, found) is found


def test_signs_in_the_line_above_make_it_no_row_of_cells() -> None:
    readings, found = drawn(["~~000000", *ROWS])
    assert Board(of_usual_size(readings, found).unknown.cells).to_rows() == ROWS


@pytest.mark.parametrize(
    "rows",
    [
        ROWS,
        ["0" * 8, *ROWS[:-1]],  # it has a usual size with them
        ["0" * 8, *ROWS, ROWS[-1]],  # and none without them
        ["." * 8, *ROWS[::-1]],  # lines part its cells
        ["01110000", *ROWS],
    ],
)
def test_any_other_board_stays_as_it_is(rows: list[str]) -> None:
    readings, found = drawn(rows)
    assert of_usual_size(readings, found) is found


@pytest.mark.parametrize(("page", "rows"), [(120, 8), (230, 11)])
def test_hidden_cells_are_left_out_where_no_side_parts_them_from_the_page(
    page: int, rows: int
) -> None:
    readings, found = drawn([*ROWS, *["." * 8] * 3], page, turn=0)
    assert of_usual_size(readings, found).grid.rows == rows


def test_hidden_cells_without_a_straight_side_are_cells_all_the_same() -> None:
    readings, found = drawn([*ROWS, *["." * 8] * 3], discs=True)
    assert of_usual_size(readings, found) is found


@pytest.mark.parametrize(
    ("shown", "against", "added"), [("0", 0.0, 2), (".", 0.0, 0), ("0", 18.0, 0)]
)
def test_blanks_of_the_pages_colour_are_a_boards_that_lacks_them(
    shown: str, against: float, added: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless a network sees none of them: they may even lie beyond the picture."""
    opened = ["11211100", "1F2F1.10", *["." * 8] * 4]
    readings, found = drawn(opened)
    whole = Board.from_rows([shown * 8] * 2 + opened).cells
    sure = np.ones(whole.shape, np.float32)
    other = UnknownReading(whole, sure, {}, 1.0, objections=against)
    monkeypatch.setattr(GridReadings, "read", lambda _, grid: Found(other, grid))
    usual = of_usual_size(readings, found)
    assert usual.grid == found.grid.part(-added, 6, 0, 8)
    assert usual.unknown.cells.shape == (6 + added, 8)


def test_of_two_ends_that_may_be_left_out_the_cells_votes_tell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    readings, found = drawn(["0" * 8, *ROWS[:-1], "0" * 8])
    for top in (0, 1):
        best = found.grid.part(top, top + 8, 0, 8)
        monkeypatch.setattr(
            GridReadings, "votes", lambda _, grid, best=best: Voted(grid, float(grid == best))
        )
        assert of_usual_size(readings, found).grid == best


def test_a_board_on_which_nothing_is_opened_keeps_its_size() -> None:
    readings, found = drawn(["." * 8] * 11)
    assert of_usual_size(readings, found) is found
