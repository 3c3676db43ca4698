"""A board that a window parts in two is one board."""

import json

import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.desktop.protocols import Frame
from autoplay.geometry import Grid, Point
from autoplay.vision.packs.skins import shipped_skins
from autoplay.vision.parted import joined
from autoplay.vision.pixels.pictures import load_picture
from autoplay.vision.reader import Reader
from autoplay.vision.reading import UNKNOWN, Reading
from autoplay.vision.rules.ending import game_state
from tests.vision.conftest import FIXTURES
from tests.vision.covering import paint_dialog

KNOWN = ("sgt-mines/default-16x16-flags", "winemine/wine8-beg-flags", "kmines/default-easy-flags")


def _board(name: str) -> tuple[np.ndarray, dict, np.ndarray]:
    picture = FIXTURES / f"{name}.png"
    truth = json.loads(picture.with_suffix(".json").read_text())
    return load_picture(picture).pixels.copy(), truth, Board.from_rows(truth["cells"]).cells


@pytest.mark.parametrize("across", ["rows", "columns"])
@pytest.mark.parametrize("name", KNOWN)
def test_a_known_board_is_read_on_both_sides_of_a_window(name: str, across: str) -> None:
    pixels, truth, cells = _board(name)
    box, rows, cols = truth["board"], *cells.shape
    covered = np.zeros(cells.shape, bool)
    count, pitch = (rows, box["h"] / rows) if across == "rows" else (cols, box["w"] / cols)
    first, end = count // 2 - 2, count // 2
    begin, stop = (round((line + part) * pitch) for line, part in ((first, 0.3), (end, 0.7)))
    x, y, w, h = box["x"], box["y"], box["w"], box["h"]
    if across == "rows":
        paint_dialog(pixels, x - 30, y + begin, x + w + 30, y + stop)
        covered[first : end + 1] = True
    else:
        paint_dialog(pixels, x + begin, y - 30, x + stop, y + h + 30)
        covered[:, first : end + 1] = True
    reader = Reader()
    reading = reader.read(Frame(pixels, Point(0, 0)))
    assert reading.board.cells.shape == cells.shape
    read, region = reading.board.cells, reading.grid.region
    seen = read != Cell.UNREADABLE
    assert (read == cells)[seen].all()
    assert seen[~covered].mean() > 0.9
    assert not seen[covered].any()
    assert not reading.confidence[covered].any()
    assert not any(other.grid.region.overlaps(region) for other in reader.others())


def test_an_unknown_board_is_read_on_both_sides_of_a_window() -> None:
    pixels, truth, cells = _board("sgt-mines/default-16x16-flags")
    box = truth["board"]
    pitch = box["h"] / 16
    top, bottom = (box["y"] + round(line * pitch) for line in (6.2, 8.8))
    paint_dialog(pixels, box["x"] - 40, top, box["x"] + box["w"] + 40, bottom)
    reader = Reader([skin for skin in shipped_skins() if skin.name != "sgt-mines"])
    reading = reader.read(Frame(pixels, Point(0, 0)))
    assert reading.skin == UNKNOWN
    assert reading.board.cells.shape == cells.shape
    seen = reading.board.cells != Cell.UNREADABLE
    assert not seen[6:9].any()
    assert seen[:6].all()
    assert seen[9:].mean() > 0.9
    assert (reading.board.cells == cells)[seen].all()


@pytest.mark.parametrize("off", [0.5, 0.0])
def test_two_boards_are_two_unless_one_lattice_holds_both(off: float) -> None:
    """What lies between them cannot be told from a window then."""
    pixels, truth, cells = _board("sgt-mines/default-9x9-early")
    box, pitch = truth["board"], truth["board"]["h"] / 9
    x, y, w, h = box["x"], box["y"], box["w"], box["h"]
    board = pixels[y - 4 : y + h + 4, x - 4 : x + w + 4]
    wide = np.full((2 * h + 400, w + 200, 3), 180, np.uint8)
    below = 80 + round((9 + 4 + off) * pitch)
    for top in (80, below):
        wide[top - 4 : top + h + 4, 96 : 104 + w] = board
    reader = Reader()
    reading = reader.read(Frame(wide, Point(0, 0)))
    shapes = [one.board.cells.shape for one in (reading, *reader.others())]
    assert shapes == ([cells.shape, cells.shape] if off else [(22, 9)])


@pytest.mark.parametrize("name", ["sgt-mines/default-16x16-flags", "winemine/wine8-beg-flags"])
@pytest.mark.parametrize("lines", [1, 2])
def test_a_line_of_which_a_window_leaves_a_few_cells_belongs_to_the_board(
    name: str, lines: int
) -> None:
    """It begins just where those lines do, so that no cell of the others tells of it."""
    pixels, truth, cells = _board(name)
    box, (rows, cols) = truth["board"], cells.shape
    pitch = box["w"] / cols
    left, bottom = box["x"] + round((cols - lines) * pitch), box["y"] + round((rows - 3) * pitch)
    paint_dialog(pixels, left, box["y"] - 30, box["x"] + box["w"] + 60, bottom)
    reading = Reader().read(Frame(pixels, Point(0, 0)))
    read = reading.board.cells
    assert read.shape == cells.shape
    seen = read != Cell.UNREADABLE
    assert (read == cells)[seen].all()
    assert seen[:, : cols - lines].all()
    assert not seen[: rows - 3, cols - lines :].any()
    assert seen[rows - 3 :, cols - lines :].mean() > 0.7


def test_what_goes_on_beside_a_board_like_blanks_is_no_line_of_it() -> None:
    """A sheet has the same lines all over."""
    pixels = np.full((300, 420, 3), 255, np.uint8)
    for at in range(0, 421, 20):
        pixels[:, at : at + 1] = 180
        pixels[at : at + 1] = 180
    cells = np.full((8, 8), Cell.HIDDEN, np.int8)
    cells[:, 5:] = Cell.N0
    for row, col in np.argwhere(cells == Cell.HIDDEN).tolist():
        pixels[40 + 20 * row + 1 : 60 + 20 * row, 60 + 20 * col + 1 : 80 + 20 * col] = (
            170,
            210,
            190,
        )
    paint_dialog(pixels, 220, 120, 400, 280)
    board = Board(cells)
    grid = Grid(60, 40, 20, 20, 8, 8)
    reading = Reading(board, grid, np.ones((8, 8), np.float32), UNKNOWN, game_state(board))
    assert list(joined(Frame(pixels, Point(0, 0)), [reading], [])) == [reading]


@pytest.mark.parametrize("margin", [0.1, 0.3])
def test_cells_that_a_window_covers_in_part_tell_of_a_known_board(margin: float) -> None:
    """Of its last two columns only parts of the cells at the top and at the bottom are in sight."""
    pixels, truth, cells = _board("sgt-mines/default-16x16-flags")
    box, (rows, cols) = truth["board"], cells.shape
    pitch = box["w"] / cols
    left = box["x"] + round((cols - 2) * pitch)
    top, bottom = (box["y"] + round(at * pitch) for at in (1 - margin, rows - 1 + margin))
    paint_dialog(pixels, left, top, box["x"] + box["w"] + 60, bottom)
    read = Reader().read(Frame(pixels, Point(0, 0))).board.cells
    assert read.shape == cells.shape
    seen = read != Cell.UNREADABLE
    assert (read == cells)[seen].all()
    assert seen[:, : cols - 2].all()
    assert not seen[1 : rows - 1, cols - 2 :].any()


def test_ruled_blanks_tell_of_a_known_board_where_they_end() -> None:
    pixels, truth, cells = _board("sgt-mines/default-9x9-won")
    box, pitch = truth["board"], truth["board"]["h"] / 9
    blank = cells[8] == Cell.N0
    assert blank[7:].all()
    left, bottom = box["x"] + round(7 * pitch), box["y"] + round(8 * pitch) - 2
    paint_dialog(pixels, left, box["y"] - 30, box["x"] + box["w"] + 60, bottom)
    read = Reader().read(Frame(pixels, Point(0, 0))).board.cells
    assert read.shape == cells.shape
    assert (read[8] == cells[8]).all()


def framed(width: int) -> tuple[np.ndarray, Reading]:
    """A board with a row of flat blanks at its top, in a frame so wide, and its reading without."""
    cells = np.full((8, 9), Cell.HIDDEN, np.int8)
    cells[0] = Cell.N0
    cells[1, :4] = Cell.N1
    cells[4:, 3:] = Cell.N0
    pixels = np.full((300, 420, 3), 80, np.uint8)
    outside = slice(60 - width, 240 + width), slice(100 - width, 325 + width)
    pixels[outside] = (40, 10, 90)
    pixels[60:240, 100:300] = 80
    pixels[60:240, 300:325] = 80
    for row, col in np.argwhere(cells != Cell.N0).tolist():
        x, y = 100 + 25 * col, 60 + 22 * row
        if cells[row, col] == Cell.HIDDEN:
            pixels[y + 1 : y + 21, x + 1 : x + 24] = (150, 60, 160)
        else:
            pixels[y + 5 : y + 17, x + 11 : x + 14] = (240, 120, 30)
    pixels[240:] = 80
    pixels[236 : 240 + width, 100 - width : 325 + width] = (40, 10, 90)
    paint_dialog(pixels, 212, 20, 400, 80)
    board = Board(cells[1:])
    grid = Grid(100, 82, 25, 22, 7, 9)
    sure = np.ones(board.cells.shape, np.float32)
    return pixels, Reading(board, grid, sure, UNKNOWN, game_state(board))


@pytest.mark.parametrize("width", [6, 0])
def test_flat_blanks_belong_to_a_board_up_to_the_frame_that_it_fills(width: int) -> None:
    pixels, reading = framed(width)
    (whole,) = joined(Frame(pixels, Point(0, 0)), [reading], [])
    if width:
        assert whole.board.cells.shape == (8, 9)
        assert (whole.board.cells[0, :4] == Cell.N0).all()
        assert (whole.board.cells[0, 5:] == Cell.UNREADABLE).all()
        assert whole.grid.top == 60
    else:
        assert whole is reading


def test_a_page_in_the_colour_of_hidden_cells_is_no_line_of_a_board() -> None:
    """It is framed by that, as its blanks have another; but what ends there are no blanks."""
    cells = np.full((8, 9), Cell.HIDDEN, np.int8)
    cells[2:, 2:7] = Cell.N0
    cells[1, 2:7] = Cell.N1
    pixels = np.full((340, 420, 3), 240, np.uint8)
    for row, col in np.argwhere(cells != Cell.HIDDEN).tolist():
        x, y = 100 + 25 * col, 80 + 22 * row
        pixels[y : y + 22, x : x + 25] = 170
        if cells[row, col] == Cell.N1:
            pixels[y + 5 : y + 17, x + 11 : x + 14] = (240, 120, 30)
    paint_dialog(pixels, 212, 0, 420, 75)
    board = Board(cells)
    sure = np.ones(cells.shape, np.float32)
    reading = Reading(board, Grid(100, 80, 25, 22, 8, 9), sure, UNKNOWN, game_state(board))
    assert list(joined(Frame(pixels, Point(0, 0)), [reading], [])) == [reading]
