from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.board import Cell, GameState
from autoplay.desktop.protocols import Frame
from autoplay.errors import InputError, NoBoardFoundError
from autoplay.geometry import Point
from autoplay.vision.follow.tracking import BoardChange, BoardLostError
from autoplay.vision.pixels.pictures import load_picture
from autoplay.vision.reader import Reader
from autoplay.vision.rules.neighbourhood import count_around
from tests.vision.plainly import on_squares

FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def test_every_cell_is_read_right(golden) -> None:
    # A reader remembers which program it saw at a place.
    reading = Reader().read(golden.frame)
    assert reading.board.to_rows() == golden.truth["cells"]
    assert reading.state is GameState(golden.truth["state"])
    assert reading.skin == golden.truth.get("skin", golden.truth["client"])
    assert reading.confidence.shape == reading.board.cells.shape


def test_several_boards_are_read_the_largest_first(reader: Reader) -> None:
    names = ("sgt-mines/default-9x9-mid.png", "kmines/default-med-mid.png")
    left, right = (load_picture(FIXTURES / name).pixels for name in names)
    pixels = np.zeros((max(len(left), len(right)), left.shape[1] + right.shape[1], 3), np.uint8)
    pixels[: len(left), : left.shape[1]] = left
    pixels[: len(right), left.shape[1] :] = right
    first = reader.read(Frame(pixels, Point(0, 0)))
    (other,) = reader.others()
    assert (first.skin, first.board.cells.size) == ("kmines", 16 * 16)
    assert (other.skin, other.board.cells.size) == ("sgt-mines", 9 * 9)
    assert reader.others() == []


def test_a_picture_without_minesweeper_has_no_board(negative, reader: Reader) -> None:
    with pytest.raises(NoBoardFoundError, match="no Minesweeper board"):
        reader.read(negative.frame)


def test_a_draughtboard_in_the_greys_of_a_pack_is_none(reader: Reader) -> None:
    pixels = np.full((480, 500, 3), 240, np.uint8)
    for row, col in np.ndindex(8, 8):
        left, top = 51 + 49 * col, 45 + 49 * row
        dark = (row + col) % 2
        pixels[top : top + 49, left : left + 49] = 136 if dark else 224
        if dark and row not in (3, 4):
            colour = (34, 34, 204) if row > 3 else (34, 34, 34)
            cv2.circle(pixels, (left + 24, top + 24), 18, colour, -1, cv2.LINE_AA)
    with pytest.raises(NoBoardFoundError):
        reader.read(Frame(pixels, Point(0, 0)))


@pytest.mark.parametrize("pitch", [16, 30])
@pytest.mark.parametrize("name", ["sgt-mines/default-9x9-mid.png", "pages/neumorph-mid.png"])
def test_a_board_is_found_on_a_wallpaper_of_squares(reader: Reader, name: str, pitch: int) -> None:
    alone = reader.read(load_picture(FIXTURES / name))
    whole, board = load_picture(FIXTURES / name).pixels, alone.grid.region
    window = whole[board.y - 20 : board.bottom + 20, board.x - 20 : board.right + 20]
    reading = reader.read(Frame(on_squares(window, (83, 47), pitch), Point(5, 7)))
    assert reading.board.to_rows() == alone.board.to_rows()
    moved = alone.grid.moved(5 + 83 + 20 - board.x, 7 + 47 + 20 - board.y)
    assert reading.grid.cell(2, 2) == moved.cell(2, 2)


@pytest.fixture
def frame() -> Frame:
    return load_picture(FIXTURES / "sgt-mines" / "default-9x9-mid.png")


def test_the_grid_is_in_screen_pixels(frame: Frame, reader: Reader) -> None:
    here = reader.read(frame)
    there = reader.read(replace(frame, origin=Point(1000, -200)))
    assert there.grid == here.grid.moved(1000, -200)


def test_an_unknown_skin_name_is_refused(frame: Frame, reader: Reader) -> None:
    with pytest.raises(InputError, match="choose one of"):
        reader.read(frame, skin="no such look")


def painted(frame: Frame, region, colour: int = 77) -> Frame:
    pixels = frame.pixels.copy()
    pixels[region.y : region.bottom, region.x : region.right] = colour
    return replace(frame, pixels=pixels)


def test_what_covers_a_cell_is_not_invented(frame: Frame, reader: Reader) -> None:
    before = reader.read(frame)
    after = reader.reread(painted(frame, before.grid.cell(4, 4)), before)
    assert after.board[4, 4] is Cell.UNREADABLE
    assert (after.board.cells != before.board.cells).sum() == 1


def test_a_dialogs_plain_ground_is_not_read_as_blank_cells(reader: Reader) -> None:
    mid = load_picture(FIXTURES / "gnome-mines" / "default-small-mid.png")
    before = reader.read(mid)
    first, last = before.grid.cell(2, 1), before.grid.cell(4, 4)
    dialog = replace(first, w=last.right - first.x, h=last.bottom - first.y)
    covered = painted(mid, dialog, 245)
    with pytest.raises(BoardLostError) as lost:
        reader.reread(covered, before)
    assert lost.value.change is BoardChange.COVERED
    for after in (Reader().read(covered), lost.value.glimpse):
        assert after is not None
        assert (after.board.cells[2:5, 1:5] == Cell.UNREADABLE).all()


def test_a_cell_that_was_pressed_is_opened_once_those_beside_it_are(reader: Reader) -> None:
    """While the button is held a cell may look opened, alone; then the flood opens all around."""
    opened = load_picture(FIXTURES / "sgt-mines" / "default-16x16-mid.png")
    truth = reader.read(opened)
    cells, grid = truth.board.cells, truth.grid
    blank = np.argwhere((cells == Cell.N0) & (count_around(cells != Cell.N0) == 0))[0]
    model = grid.cell(*np.argwhere(cells == Cell.HIDDEN)[0])
    pixels = opened.pixels.copy()
    for place in np.argwhere(cells != Cell.HIDDEN).tolist():
        spot = grid.cell(*place)
        pixels[spot.y : spot.bottom, spot.x : spot.right] = opened.pixels[
            model.y : model.bottom, model.x : model.right
        ]
    fresh = replace(opened, pixels=pixels.copy())
    spot = grid.cell(*blank)
    area = np.s_[spot.y : spot.bottom, spot.x : spot.right]
    pixels[area] = opened.pixels[area]
    pressed = reader.reread(replace(opened, pixels=pixels), reader.read(fresh))
    assert pressed.board[tuple(blank)] is Cell.HIDDEN
    assert np.array_equal(reader.reread(opened, pressed).board.cells, cells)


def test_a_changed_cell_is_read_anew(frame: Frame, reader: Reader) -> None:
    before = reader.read(frame)
    hidden = np.argwhere(before.board.cells == Cell.HIDDEN)[0]
    one = np.argwhere(before.board.cells == Cell.N1)[0]
    source, target = before.grid.cell(*one), before.grid.cell(*hidden)
    pixels = frame.pixels.copy()
    pixels[target.y : target.bottom, target.x : target.right] = pixels[
        source.y : source.bottom, source.x : source.right
    ]
    after = reader.reread(replace(frame, pixels=pixels), before)
    assert after.board[tuple(hidden)] is Cell.N1
    assert (after.board.cells != before.board.cells).sum() == 1


def test_an_unchanged_board_is_the_same_reading(frame: Frame, reader: Reader) -> None:
    before = reader.read(frame)
    assert reader.reread(replace(frame, pixels=frame.pixels.copy()), before) is before


def test_a_moved_board_is_told_and_found(frame: Frame, reader: Reader) -> None:
    before = reader.read(frame)
    moved = replace(frame, pixels=np.roll(frame.pixels, (7, 33), axis=(0, 1)))
    with pytest.raises(BoardLostError) as lost:
        reader.reread(moved, before)
    assert lost.value.change is BoardChange.MOVED
    assert abs(lost.value.grid.left - before.grid.left - 33) < 2


def test_a_covered_board_is_told(frame: Frame, reader: Reader) -> None:
    before = reader.read(frame)
    region = before.grid.region
    covered = painted(frame, replace(region, h=3 * region.h // 5, w=region.w + 40, x=region.x - 20))
    with pytest.raises(BoardLostError) as lost:
        reader.reread(covered, before)
    assert lost.value.change in (BoardChange.COVERED, BoardChange.GONE)


def test_a_cover_that_stands_still_is_weighed_once(
    frame: Frame, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = reader.read(frame)
    region = before.grid.region
    covered = painted(frame, replace(region, w=region.w // 2))
    with pytest.raises(BoardLostError) as first:
        reader.reread(covered, before)
    with monkeypatch.context() as patched:
        patched.setattr(Reader, "_read_changed", None)
        with pytest.raises(BoardLostError) as again:
            reader.reread(replace(covered, pixels=covered.pixels.copy()), before)
    assert (again.value.change, again.value.sure) == (first.value.change, first.value.sure)
    assert again.value.glimpse is first.value.glimpse
    assert reader.reread(frame, before) is before


def test_a_board_that_is_gone_is_told(frame: Frame, reader: Reader) -> None:
    before = reader.read(frame)
    with pytest.raises(BoardLostError) as lost:
        reader.reread(painted(frame, before.grid.region.grown(60)), before)
    assert lost.value.change is BoardChange.GONE
