"""Whether a board still is where it was, told from what changed and what did not."""

from dataclasses import replace

import numpy as np
import pytest

from autoplay.board import Board, Cell, GameState
from autoplay.desktop.protocols import Frame
from autoplay.geometry import Grid, Point, Region
from autoplay.vision.follow.settle import doubt_lost_numbers, settle_blanks
from autoplay.vision.follow.tracking import (
    BoardChange,
    BoardLostError,
    changed_cells,
    check_place,
    is_still_there,
    resized,
)
from autoplay.vision.pixels.pictures import load_picture
from autoplay.vision.reader import Reader
from autoplay.vision.reading import Reading
from tests.vision.conftest import FIXTURES
from tests.vision.plainly import on_squares

BOARD = Board.from_rows(
    ["01..1000", "01..2110", "0112F.21", "0001...1", "0001...1", "000112F1", "00000111"]
)
BLANK_OF_SGT = (218, 218, 218)


def changed_in(rows: slice, cols: slice) -> np.ndarray:
    changed = np.zeros(BOARD.cells.shape, bool)
    changed[rows, cols] = True
    return changed


@pytest.mark.parametrize("width", [30, 31, 32, 37])
def test_a_single_changed_pixel_is_seen_in_its_cell(width: int) -> None:
    grid = Grid(5.4, 3.6, width / 4, 7.3, rows=3, cols=4)
    box = grid.region
    before = np.random.default_rng(1).integers(0, 255, (box.h, box.w, 3), np.uint8)
    for row in range(3):
        for col in range(4):
            cell = grid.cell(row, col).moved(-box.x, -box.y)
            for x, y in ((cell.x, cell.y), (cell.right - 1, cell.bottom - 1)):
                now = before.copy()
                now[y, x, 2] ^= 1
                assert np.argwhere(changed_cells(before, now, grid)).tolist() == [[row, col]]
    assert not changed_cells(before, before.copy(), grid).any()


def test_a_board_with_its_numbers_around_a_covered_part_is_still_there() -> None:
    covered = changed_in(slice(2, 5), slice(3, 7))
    assert is_still_there(BOARD, covered, covered)
    nothing = np.zeros_like(covered)
    assert is_still_there(BOARD, nothing, nothing)
    # At a win the program has flagged mines outside the dialog as well.
    assert is_still_there(BOARD, covered | (BOARD.cells == Cell.HIDDEN), covered)


def test_marks_that_come_up_beside_a_banner_do_not_hide_that_the_board_is_there() -> None:
    banner = changed_in(slice(3, 5), slice(0, 8))
    marks = BOARD.cells == Cell.HIDDEN
    assert is_still_there(BOARD, banner | marks, banner | marks)


def test_numbers_that_stay_here_and_there_are_no_proof() -> None:
    changed = changed_in(slice(0, 7), slice(0, 8))
    assert not is_still_there(BOARD, changed, changed)
    changed[0, 1] = changed[1, 1] = changed[3, 7] = changed[4, 7] = False
    assert not is_still_there(BOARD, changed, changed)
    unreadable = changed & changed_in(slice(0, 7), slice(2, 8))
    assert not is_still_there(BOARD, changed, unreadable)


def test_a_fresh_board_has_no_numbers_to_tell_by() -> None:
    fresh = Board(np.full((7, 8), Cell.HIDDEN))
    covered = changed_in(slice(2, 5), slice(3, 7))
    assert not is_still_there(fresh, covered, covered)


def test_numbers_do_not_become_blank_or_hidden() -> None:
    now = BOARD.cells.copy()
    now[0:4, 0:4] = Cell.N0
    sure = np.ones(now.shape, np.float32)
    cells, confidence = doubt_lost_numbers(BOARD.cells, now, sure)
    changed = now != BOARD.cells
    assert (cells[changed] == Cell.UNREADABLE).all()
    assert (confidence[changed] <= 0.5).all()
    assert np.array_equal(cells[~changed], now[~changed])


def test_all_blank_is_a_cover_and_all_hidden_a_new_game() -> None:
    sure = np.ones(BOARD.cells.shape, np.float32)
    blank = np.zeros_like(BOARD.cells)
    cells, _ = doubt_lost_numbers(BOARD.cells, blank, sure)
    assert (cells[BOARD.cells != Cell.N0] == Cell.UNREADABLE).all()
    hidden = np.full_like(BOARD.cells, Cell.HIDDEN)
    cells, _ = doubt_lost_numbers(BOARD.cells, hidden, sure)
    assert np.array_equal(cells, hidden)


def test_hidden_cells_become_no_blanks_without_numbers_around() -> None:
    before = np.full((8, 12), Cell.HIDDEN)
    before[:, 10:] = Cell.N1
    now = before.copy()
    now[:, :5] = Cell.N0
    now, sure = settle_blanks(now, np.ones(now.shape, np.float32))
    cells, confidence = doubt_lost_numbers(before, now, sure)
    assert (cells[:, :5] == Cell.UNREADABLE).all()
    assert (confidence[:, :5] <= 0.5).all()
    assert np.array_equal(cells[:, 5:], before[:, 5:])


def test_hidden_cells_become_no_blanks_beside_numbers_that_went() -> None:
    # As a plain window over gnome-mines whose edge lies on the opened numbers.
    before = Board.from_rows(["...20000"] * 5 + ["...1112.", "........", "........"]).cells
    now = before.copy()
    now[:, :3], now[:, 3] = Cell.N0, Cell.UNREADABLE
    cells, confidence = doubt_lost_numbers(before, now, np.ones(now.shape, np.float32))
    assert (cells[:, :4] == Cell.UNREADABLE).all()
    assert (confidence[:, :3] <= 0.5).all()
    assert np.array_equal(cells[:, 4:], before[:, 4:])


def test_half_of_the_numbers_hidden_is_a_cover_and_no_new_game() -> None:
    before = np.full((8, 12), Cell.N1)
    before[3:5] = Cell.HIDDEN
    now = before.copy()
    now[:, :6] = Cell.HIDDEN
    cells, _ = doubt_lost_numbers(before, now, np.ones(now.shape, np.float32))
    assert (cells[now != before] == Cell.UNREADABLE).all()


def test_all_hidden_but_doubtful_is_a_cover_and_no_new_game() -> None:
    # A white window is a little like sgt-mines' hidden cells: a median of 0.77 was measured.
    hidden = np.full_like(BOARD.cells, Cell.HIDDEN)
    doubtful = np.full(hidden.shape, 0.8, np.float32)
    cells, confidence = doubt_lost_numbers(BOARD.cells, hidden, doubtful)
    assert (cells[BOARD.cells != Cell.HIDDEN] == Cell.UNREADABLE).all()
    assert (confidence[BOARD.cells != Cell.HIDDEN] <= 0.5).all()


def test_a_new_game_that_opens_cells_by_itself_is_no_cover() -> None:
    # As xdemineur does: here and there the same number comes up again.
    sure = np.ones(BOARD.cells.shape, np.float32)
    rows = ["........", ".1121111", ".1001001", ".100001.", ".111001.", "...1111.", "........"]
    fresh = Board.from_rows(rows).cells
    cells, _ = doubt_lost_numbers(BOARD.cells, fresh, sure)
    assert np.array_equal(cells, fresh)
    cells, _ = doubt_lost_numbers(fresh, np.where(fresh > 0, Cell.HIDDEN, fresh), sure)
    assert not (cells == Cell.UNREADABLE).any()


def test_an_opening_is_no_cover() -> None:
    fresh = Board(np.full((7, 8), Cell.HIDDEN))
    sure = np.ones(BOARD.cells.shape, np.float32)
    cells, _ = doubt_lost_numbers(fresh.cells, BOARD.cells, sure)
    assert np.array_equal(cells, BOARD.cells)


def test_a_window_over_what_few_cells_tell_is_a_cover() -> None:
    # Twelve of 81 cells are lost, but 36 of the others are blank, and so may look as before.
    before = Board.from_rows(["1.1000011"] * 9)
    cells = before.cells.copy()
    cells[:6, :2] = Cell.UNREADABLE
    grid = Grid(0, 0, 20, 20, 9, 9)
    sure = np.ones(cells.shape, np.float32)
    previous = Reading(before, grid, sure, "any", GameState.PLAYING)
    reading = Reading(Board(cells), grid, sure, "any", GameState.PLAYING)
    frame = Frame(np.zeros((180, 180, 3), np.uint8), Point(0, 0))
    with pytest.raises(BoardLostError) as lost:
        check_place(frame, previous, reading, cells != before.cells)
    assert lost.value.change is BoardChange.COVERED
    assert lost.value.sure


def test_cells_of_another_size_or_number_are_another_size() -> None:
    grid = Grid(10, 10, 20, 20, 9, 9)
    assert not resized(grid.moved(300, 4), grid)
    assert resized(replace(grid, pitch_x=21), grid)
    assert resized(replace(grid, rows=10), grid)


@pytest.fixture(scope="module")
def mid() -> Frame:
    return load_picture(FIXTURES / "sgt-mines" / "default-16x16-mid.png")


def covered(frame: Frame, region: Region) -> Frame:
    pixels = frame.pixels.copy()
    pixels[region.y : region.bottom, region.x : region.right] = BLANK_OF_SGT
    return replace(frame, pixels=pixels)


def lost_under(frame: Frame, share: float) -> tuple[Reading, BoardLostError]:
    reader = Reader()
    before = reader.read(frame)
    box = before.grid.region
    with pytest.raises(BoardLostError) as lost:
        reader.reread(covered(frame, replace(box, w=round(share * box.w))), before)
    return before, lost.value


def test_a_window_with_the_ground_of_blank_cells_is_told_from_them(mid: Frame) -> None:
    before, lost = lost_under(mid, 0.5)
    assert lost.change is BoardChange.COVERED
    assert lost.grid == before.grid
    assert lost.sure
    assert lost.glimpse is not None
    assert np.array_equal(lost.glimpse.board.cells[:, 9:], before.board.cells[:, 9:])


def test_a_board_all_under_such_a_window_is_no_won_game(mid: Frame) -> None:
    _, lost = lost_under(mid, 1.0)
    assert lost.change in (BoardChange.GONE, BoardChange.COVERED)
    assert not lost.sure


def test_a_new_game_that_begins_with_an_opening_is_no_cover() -> None:
    folder = FIXTURES / "xdemineur"
    reader = Reader()
    won = load_picture(folder / "default-nowm-won.png")
    finished = reader.read(won)
    next_game = load_picture(folder / "default-nowm-late.png")
    box = finished.grid.region
    pixels = won.pixels.copy()
    shown = next_game.pixels[box.y : box.bottom, box.x : box.right]
    # Turned over column by column, so that many a number of the old game becomes a blank.
    columns = np.split(shown, finished.grid.cols, axis=1)
    pixels[box.y : box.bottom, box.x : box.right] = np.concatenate(columns[::-1], axis=1)
    begun = reader.reread(replace(won, pixels=pixels), finished)
    assert begun.state is GameState.PLAYING
    assert np.array_equal(begun.board.cells, reader.read(next_game).board.cells[:, ::-1])


@pytest.mark.parametrize("cells", [1, 2])
def test_a_board_that_moved_by_whole_cells_is_told(mid: Frame, cells: int) -> None:
    reader = Reader()
    before = reader.read(mid)
    moved = replace(mid, pixels=np.roll(mid.pixels, 20 * cells, axis=1))
    with pytest.raises(BoardLostError) as lost:
        reader.reread(moved, before)
    assert lost.value.change is BoardChange.MOVED
    assert lost.value.grid is not None
    assert abs(lost.value.grid.left - before.grid.left - 20 * cells) < 1


def test_a_board_that_moved_on_a_wallpaper_of_squares_is_told(mid: Frame) -> None:
    reader = Reader()
    board = reader.read(mid).grid.region
    window = mid.pixels[board.y - 20 : board.bottom + 20, board.x - 20 : board.right + 20]

    here, there = (Frame(on_squares(window, at, 16), Point(0, 0)) for at in ((83, 47), (330, 120)))
    before = reader.read(here)
    with pytest.raises(BoardLostError) as lost:
        reader.reread(there, before)
    assert lost.value.change is BoardChange.MOVED
    assert lost.value.grid is not None
    assert abs(lost.value.grid.left - before.grid.left - 247) < 1
