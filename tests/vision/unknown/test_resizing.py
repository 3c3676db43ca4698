"""Boards are read whole, in their own cells, whatever of them was seen first."""

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.desktop.protocols import Frame
from autoplay.geometry import Grid, Point
from autoplay.vision.lattices.located import nearly_same, twice_as_coarse
from autoplay.vision.locate.boards import locate_boards
from autoplay.vision.locate.extent import Voted
from autoplay.vision.reader import Reader
from autoplay.vision.unknown import resizing
from autoplay.vision.unknown.found import Found, unlikeliness
from autoplay.vision.unknown.grid_readings import GridReadings, read_without_pack
from autoplay.vision.unknown.resizing import likeliest_extent, likeliest_near
from autoplay.vision.unknown.search import Search
from autoplay.vision.unknown.unknown_reading import UnknownReading
from tests.vision.synthetic import picture


@pytest.mark.parametrize("seed", [53, 63])
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


@pytest.mark.parametrize("votes", [0.2, -2.0])
def test_cells_are_parted_again_where_hardly_more_votes_are_for_them_than_against_or_fewer(
    votes: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = picture(3, state="mid", noise=0, jpeg=0, rows=16, cols=16, pitch=(30, 30), scale=1)
    grid = made.grid
    monkeypatch.setattr(GridReadings, "votes", lambda _, grid: Voted(grid, votes * grid.size))
    readings = GridReadings(made.pixels)
    found = resizing.likeliest_near(readings, Grid(grid.left, grid.top, 60, 60, 8, 8))
    assert np.array_equal(found.unknown.cells, made.board.cells)


@pytest.mark.parametrize("seed", [234, 281, 317])
def test_cells_less_wide_than_high_are_no_square_ones(seed: int) -> None:
    size = {"rows": 10, "cols": 18, "pitch": (39.0, 41.0), "scale": 1}
    made = picture(seed, state="early", noise=0, jpeg=0, hover=False, **size)
    readings, grid = GridReadings(made.pixels), made.grid
    square = Grid(grid.left + 3, grid.top, 41.06, grid.pitch_y, 10, 17)
    assert readings.read(square).sound
    found = likeliest_near(readings, square)
    assert np.array_equal(found.unknown.cells, made.board.cells)
    assert nearly_same(found.grid, grid, 1)


def test_cells_cut_in_two_are_put_together_again() -> None:
    size = {"rows": 9, "cols": 9, "pitch": (40, 40), "scale": 1}
    made = picture(41, state="mid", noise=0, jpeg=0, **size)
    grid = made.grid
    halves = Grid(grid.left, grid.top, grid.pitch_x / 2, grid.pitch_y, 9, 18)
    assert read_without_pack(made.pixels, halves)[0].sound
    found = Search(made.pixels).read(halves)
    assert np.array_equal(found.unknown.cells, made.board.cells)


@pytest.mark.parametrize("rows", [15, 17])
def test_cells_cut_in_two_with_half_a_row_left_out_are_a_whole_board(rows: int) -> None:
    made = picture(190, rows=9, cols=9, pitch=(28, 28), scale=1)
    grid = made.grid
    halves = Grid(grid.left, grid.top, grid.pitch_x, grid.pitch_y / 2, rows, 9)
    found = likeliest_near(GridReadings(made.pixels), halves)
    assert np.array_equal(found.unknown.cells, made.board.cells)


@pytest.mark.parametrize("seed", [1, 24])
def test_a_strip_of_the_colour_of_opened_cells_is_no_row_of_blanks(seed: int) -> None:
    made = picture(seed, state="mid", hover=False, noise=0, jpeg=0)
    grid, (row, col) = made.grid, np.argwhere(made.board.cells == Cell.N0)[0].tolist()
    spot, strip = grid.cell(row, col), grid.part(-1, 0, 0, grid.cols).region
    made.pixels[strip.y : strip.bottom, strip.x : strip.right] = made.pixels[
        spot.y + spot.h // 2, spot.x + spot.w // 2
    ]
    readings = GridReadings(made.pixels)
    wide = readings.read(grid.part(-1, grid.rows, 0, grid.cols))
    assert np.array_equal(likeliest_extent(readings, wide).unknown.cells, made.board.cells)


def test_of_two_boards_that_complete_a_part_the_likelier_is_read() -> None:
    made = picture(5758)
    grid = locate_boards(made.pixels)[0].grid
    assert nearly_same(Search(made.pixels).read(grid).grid, made.grid, 0.5)


def test_one_cell_that_bears_what_others_do_brings_its_column_into_the_board() -> None:
    made = picture(2168)
    readings = GridReadings(made.pixels)
    part = readings.read(made.grid.part(0, made.grid.rows, 1, made.grid.cols))
    assert part.sound
    assert np.array_equal(likeliest_extent(readings, part).unknown.cells, made.board.cells)


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


@pytest.mark.parametrize("seed", [1, 4])
def test_round_cells_far_from_numbers_belong_to_the_board(seed: int) -> None:
    board = picture(seed, state="mid", flags=0, questions=0).board
    pixels = _circles(board, Grid(60, 50, 20, 20, board.rows, board.cols))
    assert Reader().read(Frame(pixels, Point(0, 0))).board.to_rows() == board.to_rows()


@pytest.mark.parametrize("seed", [6, 20])
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


@pytest.mark.parametrize("seed", [0, 5])
def test_a_part_of_a_board_is_known_by_the_whole_whose_cells_bear_pictures(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = picture(seed, state="mid", noise=0, jpeg=0, hover=False)
    grid, search = made.grid, Search(made.pixels)
    monkeypatch.setattr(resizing, "other_extents", lambda drawing, grid: [])
    found = search.read(grid.part(2, grid.rows, 0, grid.cols)).grid
    assert (found.rows, found.cols) == (grid.rows, grid.cols)


@pytest.mark.parametrize("seed", [0, 5])
def test_a_part_of_a_board_is_known_where_a_network_sees_the_rest(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = picture(seed, state="mid", noise=0, jpeg=0, hover=False)
    grid = made.grid
    for others in ("other_extents", "_stamped_extents"):
        monkeypatch.setattr(resizing, others, lambda *_: [])
    readings = GridReadings(made.pixels)
    part = readings.read(grid.part(2, grid.rows, 0, grid.cols))
    found = likeliest_extent(readings, part).grid
    assert (found.rows, found.cols) == (grid.rows, grid.cols)


@pytest.mark.parametrize("agreed", [True, False])
def test_no_column_is_left_out_of_a_board_that_a_network_sees_whole_and_in_its_part(
    agreed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = picture(2, state="mid", noise=0, jpeg=0, hover=False)
    whole, part = made.grid, made.grid.part(0, made.grid.rows, 0, made.grid.cols - 1)
    readings = GridReadings(made.pixels)
    if not agreed:
        monkeypatch.setattr(resizing, "_judged_extents", lambda _: [])
    for guard in ("leaves_out_cells", "leaves_out_ruled", "_completes"):
        monkeypatch.setattr(resizing, guard, lambda *_: False)
    # A flag that is taken for a mine makes a part without it far likelier.
    monkeypatch.setattr(resizing, "other_extents", lambda drawing, grid: [part])
    monkeypatch.setattr(resizing, "least_unlikeliness", lambda _: -1e3)
    monkeypatch.setattr(resizing, "unlikeliness", lambda found, _: 1e-3 * found.grid.size - 1e3)
    likelier = resizing._likelier_extent(readings, readings.read(whole))
    assert (likelier is None) is agreed


def test_a_network_is_not_heard_on_rows_with_which_a_program_does_not_flood(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Signs in a line of text above a board passed for question marks among blanks."""
    rows = ["?000", "001.", "011.", "01.."]
    grid = Grid(0, 0, 9, 9, 4, 4)
    cells = Board.from_rows(rows).cells
    unknown = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0)
    unknown = replace(unknown, window=(slice(0, 4), slice(0, 4)))
    part = Found(replace(unknown, cells=cells[1:], window=(slice(-1, 3), slice(0, 4))),
                 grid.part(1, 4, 0, 4))  # fmt: skip
    whole = Found(unknown, grid)
    monkeypatch.setattr(Found, "sound", True)
    assert resizing._seen_whole(whole, part)
    odd = Found(replace(unknown, floods=False), grid)
    assert not resizing._seen_whole(odd, part)


@pytest.mark.parametrize("seed", [30015, 30017])
def test_a_board_ends_with_the_checkerboard_of_its_hidden_cells(seed: int) -> None:
    made = picture(2 * seed + 1)
    grid = made.grid
    wider = np.pad(made.board.cells, ((0, 0), (0, 1)), constant_values=Cell.HIDDEN)
    whole, right = (
        Found(UnknownReading(cells, np.ones(cells.shape, np.float32), {}, cost), one)
        for cells, cost, one in (
            (wider, 0.0, grid.part(0, grid.rows, 0, grid.cols + 1)),
            (made.board.cells, 1.0, grid),
        )
    )
    readings = GridReadings(made.pixels)
    assert resizing._exceeds(readings, whole, right)
    assert not resizing._exceeds(readings, right, whole)
    assert resizing._leaves_out_a_part(readings, right, whole)


def test_cells_cut_into_four_are_put_together_though_more_of_them_make_sense(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Halves of ones passed for ones and flags, dearly, on four times as many cells."""
    small = ["001......", "111......", *["." * 9] * 7]
    halves = ["....F1", "....FF", "F1F1F1", "FFFFFF"]
    large = [row.ljust(18, ".") for row in halves] + ["." * 18] * 14
    grid = Grid(166, 186, 42.5, 42.5, 18, 18)
    found, whole = (
        Found(UnknownReading(cells, np.ones(cells.shape, np.float32), {}, cost), place)
        for cells, cost, place in (
            (Board.from_rows(large).cells, 14.9, grid),
            (Board.from_rows(small).cells, 2.5, twice_as_coarse(grid)[0]),
        )
    )
    votes = {18: Voted(grid, 189.0, bordered=72), 9: Voted(whole.grid, 303.0, bordered=36)}
    readings = SimpleNamespace(
        read=lambda _: whole,
        votes=lambda grid: votes[grid.rows],
        against=lambda one: unlikeliness(one, votes[one.grid.rows]),
    )
    assert readings.against(found) < readings.against(whole)
    monkeypatch.setattr(resizing, "likeliest_extent", lambda _, one: one)
    assert resizing.coarser(readings, found) is whole  # type: ignore[arg-type]


IN_PLAY = ["01.10000", "01110000", *4 * ["00000000"], "11011100", ".101.100", "11011100"]


def ruled(rows: list[str], pitch: int) -> np.ndarray:
    """Draw a board on a window of the colour of blanks, a cell wider than it on all sides."""
    height, width = ((len(part) + 2) * pitch for part in (rows, rows[0]))
    pixels = np.full((height, width, 3), (52, 36, 22), np.uint8)
    for row, names in enumerate(rows):
        for col, name in enumerate(names):
            x, y = (col + 1) * pitch, (row + 1) * pitch
            cell = pixels[y : y + pitch, x : x + pitch]
            cell[-1], cell[:, -1] = (116, 106, 96), (116, 106, 96)
            if name == ".":
                cell[:-1, :-1] = (46, 46, 46)
            elif name != "0":
                at = x + pitch // 4, y + 4 * pitch // 5
                cv2.putText(pixels, name, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (250, 90, 60), 1)
    return pixels


def test_a_margin_without_lines_is_no_column_of_blanks_that_have_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pixels, grid = ruled(IN_PLAY, 20), Grid(20, 20, 20, 20, 9, 8)
    readings, wider = GridReadings(pixels), grid.part(0, 9, 0, 9)
    found = readings.read(grid)
    assert resizing._unless_bare(readings, found, wider) is found
    monkeypatch.setattr(resizing, "added_bare", lambda *_: False)
    assert resizing._unless_bare(readings, found, wider).grid == wider


@pytest.mark.parametrize(("floods", "margin"), [(False, True), (True, False)])
def test_blanks_beside_hidden_cells_are_the_margin_of_a_program_that_floods(
    floods: bool, margin: bool
) -> None:
    rows = ["011", "01.", "01.", "011"]
    found, other = (
        Found(UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0, floods=one), grid)
        for cells, one, grid in (
            (Board.from_rows(rows).cells, True, Grid(0, 0, 9, 9, 4, 3)),
            (Board.from_rows([row + "0" for row in rows]).cells, floods, Grid(0, 0, 9, 9, 4, 4)),
        )
    )
    assert found.sound
    assert resizing._adds_margins(found, other) is margin


def test_no_part_with_fewer_than_four_columns_is_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False)
    readings = GridReadings(made.pixels)
    found = readings.read(made.grid)
    narrow = made.grid.part(0, made.grid.rows, 0, 2)
    monkeypatch.setattr(resizing, "_without_margins", lambda _: [narrow])
    votes, asked = readings.votes, []
    monkeypatch.setattr(readings, "votes", lambda grid: (asked.append(grid), votes(grid))[1])
    assert likeliest_extent(readings, found).grid == made.grid
    assert asked
    assert narrow not in asked
