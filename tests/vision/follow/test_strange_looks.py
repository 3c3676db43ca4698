"""A known program whose digits are in another font is read on without its pack."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell, GameState
from autoplay.desktop.protocols import Frame
from autoplay.geometry import Grid, Point
from autoplay.vision.follow import strange_looks
from autoplay.vision.follow.tracking import BoardChange, BoardLostError
from autoplay.vision.pixels.pictures import load_picture
from autoplay.vision.reader import Reader
from autoplay.vision.reading import UNKNOWN, Reading
from autoplay.vision.rules.neighbourhood import count_around
from autoplay.vision.unknown.reading import read_unknown
from autoplay.vision.unknown.unknown_reading import UnknownReading
from tests.vision.conftest import FIXTURES
from tests.vision.lettering import built_in
from tests.vision.painted import AT_RISK, WON, PaintedGame, play

FOLDER = FIXTURES / "sgt-mines"


def shown(name: str) -> Frame:
    return load_picture(FOLDER / f"urw-gothic-16x16-{name}.png")


def rows_of(cells: str) -> list[str]:
    return cells.split()


def test_other_digits_are_read_from_the_first_click_on() -> None:
    reader = Reader()
    fresh = reader.read(shown("fresh"))
    assert (fresh.skin, fresh.by_pack) == ("sgt-mines", True)
    early = reader.reread(shown("early"), fresh)
    assert early.board.to_rows()[:2] == ["01..............", "12.............."]
    mid = reader.reread(shown("mid"), early)
    assert mid.board.to_rows() == rows_of(
        """
        01.2.21100001... 121212.111212... .10001122.3.31.. 11111001.2......
        001.22333....... 00112...2....... 1101233222...... .101.10001.213..
        2202232211110111 .101.2..10000000 2211122210011100 1.1000001111.211
        111000001....... 00000000124..... 0011100001...... 001.100001......
        """
    )
    # Its next game starts as that of the program does.
    assert (mid.skin, mid.by_pack) == ("sgt-mines", False)
    assert mid.confidence.min() > 0.9


# The grey bevelled tiles that many programs share with a pack, whatever they look like when opened.
CLASSIC_TILES = {
    "tile": "bevel", "hidden": (192, 201, 199), "gap": 0, "checker": (0.0, 0.0), "bevel": 0.125,
    "shadow": False,
}  # fmt: skip


@pytest.mark.parametrize("seed", [7, 10, 17, 18, 21, 23, 28])
def test_programs_with_the_tiles_of_a_pack_are_played_whatever_they_open(seed: int) -> None:
    game = PaintedGame(2 * seed + 1, tuple(built_in()), **CLASSIC_TILES)
    assert Reader().read(game.frame()).skin == "classic"
    assert play(game) in (WON, AT_RISK)


# Ground, rim and ink of a button, and of one that was pressed for good.
BUTTON, PRESSED = (239, 118, 16), (250, 214, 183)


def buttons(rows: list[str]) -> Frame:
    """Return a page of buttons of 30 pixels, those of opened cells paler."""
    pixels = np.full((30 * len(rows) + 120, 30 * len(rows[0]) + 120, 3), 255, np.uint8)
    for row, col in np.ndindex(len(rows), len(rows[0])):
        shows, x, y = rows[row][col], 60 + 30 * col, 60 + 30 * row
        ground, rim, ink = BUTTON if shows == "." else PRESSED
        pixels[y : y + 30, x : x + 30] = rim
        pixels[y + 1 : y + 29, x + 1 : x + 29] = ground
        if shows not in ".0":
            font = cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(pixels, shows, (x + 10, y + 20), font, 0.45, (ink,) * 3, 1, cv2.LINE_AA)
    return Frame(pixels, Point(0, 0))


def test_what_is_opened_may_look_like_the_hidden_cells_of_a_pack() -> None:
    opened = rows_of(
        "......... ......... ......... ......... .....21.. 11112.... 00002.... 00012.... 0001.2..."
    )
    reader = Reader()
    fresh = reader.read(buttons(["." * 9] * 9))
    assert fresh.by_pack
    assert reader.reread(buttons(opened), fresh).board.to_rows() == opened


@pytest.mark.parametrize("seed", range(6))
def test_what_comes_over_a_hidden_cell_is_no_number(seed: int) -> None:
    reader = Reader()
    before = reader.read(load_picture(FOLDER / "default-16x16-mid.png"))
    frame = load_picture(FOLDER / "default-16x16-mid.png")
    pixels = frame.pixels.copy()
    rng = np.random.default_rng(seed)
    row, col = rng.choice(np.argwhere(before.board.cells == Cell.HIDDEN))
    spot = before.grid.cell(int(row), int(col))
    pixels[spot.y : spot.bottom, spot.x : spot.right] = rng.integers(0, 256, (1, 1, 3))
    pixels[spot.y + 4 : spot.bottom - 4, spot.x + 6 : spot.right - 6] = rng.integers(0, 256, 3)
    after = reader.reread(replace(frame, pixels=pixels), before)
    assert after.board[int(row), int(col)] not in range(9)


def test_what_was_hidden_and_has_not_changed_is_no_mine_of_a_lost_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def with_a_mine(*args: Any) -> UnknownReading:
        reading = read_unknown(*args)
        reading.cells[15, :3] = Cell.MINE
        return reading

    reader = Reader([])
    fresh = reader.read(shown("fresh"))
    monkeypatch.setattr(strange_looks, "read_unknown", with_a_mine)
    early = reader.reread(shown("early"), fresh)
    assert early.board.to_rows()[15] == "." * 16
    assert early.state is GameState.PLAYING


def test_numbers_are_not_covered_that_still_read_the_same_beside_what_glows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The mines of a lost game may cast a light on the numbers beside them."""
    reader = Reader([])
    mid = reader.reread(shown("mid"), reader.read(shown("fresh")))
    frame = shown("mid")
    pixels = frame.pixels.copy()
    for row, col in np.argwhere(mid.board.numbers & (mid.board.cells > Cell.N0))[:60:6].tolist():
        cell = mid.grid.cell(row, col)
        pixels[cell.y : cell.bottom, cell.x : cell.x + 4] = (60, 60, 220)
    hidden = mid.grid.cell(*np.argwhere(mid.board.cells == Cell.HIDDEN)[-1].tolist())
    pixels[hidden.y : hidden.bottom, hidden.x : hidden.right] = (60, 60, 220)

    def without_sense(*args: Any) -> UnknownReading:
        return replace(read_unknown(*args), cost=1000.0)

    monkeypatch.setattr(strange_looks, "read_unknown", without_sense)
    after = reader.reread(replace(frame, pixels=pixels), mid)
    assert np.array_equal(after.board.cells[mid.board.numbers], mid.board.cells[mid.board.numbers])


def test_cells_beside_the_opening_may_lose_the_shadow_that_fell_on_them() -> None:
    """What changed with the first click is not all opened, if that makes no sense."""
    reader = Reader([])
    fresh = reader.read(shown("fresh"))
    frame = shown("mid")
    pixels = frame.pixels.copy()
    truth = Reader([]).read(frame).board.cells
    beside = (truth == Cell.HIDDEN) & (count_around(truth != Cell.HIDDEN) > 0)
    for row, col in np.argwhere(beside).tolist():
        cell = fresh.grid.cell(row, col)
        pixels[cell.y + 1, cell.x : cell.right] -= 3
    mid = reader.reread(replace(frame, pixels=pixels), fresh)
    assert np.array_equal(mid.board.cells, truth)


def test_a_program_that_was_known_keeps_its_name_when_it_is_looked_for_again() -> None:
    reader = Reader()
    reader.read(shown("fresh"))
    again = reader.read(shown("mid"))
    assert (again.skin, again.by_pack) == ("sgt-mines", False)
    assert Reader().read(shown("mid")).skin == "unknown"


def test_numbers_are_covered_that_look_hidden_while_others_stay() -> None:
    reader = Reader()
    reading = reader.read(shown("fresh"))
    for name in ("early", "mid"):
        reading = reader.reread(shown(name), reading)
    assert not reading.by_pack
    frame, grid = shown("mid"), reading.grid
    hidden = grid.cell(0, 4)
    pixels = frame.pixels.copy()
    look = pixels[hidden.y : hidden.bottom, hidden.x : hidden.right].copy()
    message = [(8, col) for col in range(5)]
    for place in message:
        spot = grid.cell(*place)
        pixels[spot.y : spot.bottom, spot.x : spot.right] = look
    after = reader.reread(replace(frame, pixels=pixels), reading)
    numbers = [place for place in message if reading.board[place] in range(1, 9)]
    assert len(numbers) > 2
    assert all(after.board[place] is Cell.UNREADABLE for place in numbers)


@pytest.mark.parametrize("grey", [160, 214, 240])
def test_a_plain_window_over_hidden_cells_is_none_of_them(grey: int) -> None:
    """The tiles are those of a pack and the digits not: what is plain may be hidden as well."""
    reader = Reader()
    early = reader.reread(shown("early"), reader.read(shown("fresh")))
    frame, grid = shown("early"), early.grid
    pixels = frame.pixels.copy()
    window = grid.cell(5, 8)
    pixels[window.y - 7 : -1, window.x - 4 : -1] = grey
    with pytest.raises(BoardLostError) as lost:
        reader.reread(replace(frame, pixels=pixels), early)
    assert lost.value.change is BoardChange.COVERED
    assert reader.reread(frame, early).board.to_rows() == early.board.to_rows()


def test_hidden_cells_that_a_program_paints_anew_are_still_hidden() -> None:
    reader = Reader()
    early = reader.reread(shown("early"), reader.read(shown("fresh")))
    frame = shown("early")
    pixels = frame.pixels.copy()
    for row, col in np.argwhere(early.board.cells == Cell.HIDDEN).tolist():
        cell = early.grid.cell(row, col)
        pixels[cell.y + 3 : cell.bottom - 3, cell.x + 3 : cell.right - 3] = (150, 170, 210)
    after = reader.reread(replace(frame, pixels=pixels), early)
    assert after.board.to_rows() == early.board.to_rows()


@pytest.mark.parametrize(
    ("glyph", "glow", "anew"), [("#", 30, False), ("", 30, True), ("", 6, False)]
)
def test_a_drawing_that_stays_is_still_hidden_though_a_glow_reaches_into_its_cell(
    glyph: str, glow: int, anew: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of cells that bear nothing one may be opened, and differ by its sides alone, but clearly."""
    pixels = np.full((6 * 24, 8 * 24, 3), 20, np.uint8)
    for row, col in np.ndindex(6, 8):
        at = (24 * col + 5, 24 * row + 18)
        cv2.putText(pixels, glyph, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (40, 160, 60), 2)
    grid = Grid(0, 0, 24, 24, 6, 8)
    board = Board(np.full((6, 8), Cell.HIDDEN, np.int8))
    previous = Reading(board, grid, np.ones((6, 8), np.float32), UNKNOWN, GameState.PLAYING)
    glowing = pixels.copy()
    glowing[48:72, 72:75] += np.uint8(glow)
    asked = []

    def looked_at_anew(*_: Any) -> UnknownReading:
        asked.append(True)
        return UnknownReading(board.cells, np.ones((6, 8), np.float32), {}, 1.0)

    monkeypatch.setattr(strange_looks, "_read_since", looked_at_anew)
    changed = np.zeros((6, 8), bool)
    changed[2, 3] = True
    looks = strange_looks.StrangeLooks()
    reading = looks.read(Frame(glowing, Point(0, 0)), previous, changed, pixels)
    assert (reading.board.cells == Cell.HIDDEN).all()
    assert bool(asked) is anew


@pytest.mark.parametrize("seed", range(1, 11))
def test_cells_under_another_window_stay_unread_in_play(seed: int) -> None:
    game, reader = PaintedGame(seed, tuple(built_in())), Reader()
    corner = reader.read(game.frame()).grid.part(0, 2, 6, 9).region

    def beside_window() -> Frame:
        frame = game.frame()
        pixels = frame.pixels.copy()
        window = pixels[max(0, corner.y - 25) : corner.bottom, corner.x : corner.right + 60]
        window[:] = (235, 250, 250)
        window[-1] = window[:, 0] = 40
        font, ink = cv2.FONT_HERSHEY_SIMPLEX, (40, 40, 40)
        for base in range(12, len(window), 14):
            cv2.putText(window, "report of May", (4, base), font, 0.4, ink, 1, cv2.LINE_AA)
        return replace(frame, pixels=pixels)

    game.open((6, 2))
    reading = reader.read(beside_window())
    assert (reading.board.cells[:2, 6:] == Cell.UNREADABLE).all()
    assert game._mines is not None
    safe = np.argwhere((game.cells == Cell.HIDDEN) & ~game._mines)
    row, col = safe[safe[:, 0] > 2][0].tolist()
    game.open((row, col))
    after = reader.reread(beside_window(), reading)
    assert (after.board.cells[:2, 6:] == Cell.UNREADABLE).all()
    assert after.board[row, col] is not Cell.HIDDEN
