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
