"""Cells that look as known ones did are named at once, and nothing else is."""

from dataclasses import replace

import numpy as np
import pytest

from autoplay.board import Cell
from autoplay.desktop.protocols import Frame
from autoplay.vision.follow.memory import LookMemory
from autoplay.vision.follow.tracking import BoardLostError
from autoplay.vision.packs.skins import shipped_skins
from autoplay.vision.pixels.cells import cut_cells
from autoplay.vision.pixels.pictures import load_picture
from autoplay.vision.reader import Reader
from autoplay.vision.reading import UNKNOWN, Reading
from tests.vision.conftest import FIXTURES
from tests.vision.synthetic import Picture, picture


@pytest.fixture(scope="module")
def made() -> Picture:
    return picture(11, state="mid", noise=0, jpeg=0, hover=False, questions=0, scale=1)


def cut(made: Picture) -> np.ndarray:
    cells = cut_cells(made.pixels, made.grid)
    return cells.reshape(-1, *cells.shape[2:])


def test_what_was_sure_is_recalled(made: Picture) -> None:
    memory, truth = LookMemory(), made.board.cells.ravel()
    memory.remember(cut(made), truth, np.ones(truth.shape, np.float32))
    names, known = memory.recall(cut(made))
    assert known.mean() > 0.9
    assert np.array_equal(names[known], truth[known])


def test_what_was_never_seen_is_not_recalled(made: Picture) -> None:
    memory, truth = LookMemory(), made.board.cells.ravel()
    confidence = np.where(truth == Cell.N2, 0.6, 1.0).astype(np.float32)
    memory.remember(cut(made), truth, confidence)
    names, known = memory.recall(cut(made))
    assert not known[truth == Cell.N2].any()
    assert (names[~known] == Cell.UNREADABLE).all()


def test_nothing_is_recalled_before_anything_was_seen(made: Picture) -> None:
    assert not LookMemory().recall(cut(made))[1].any()


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader([skin for skin in shipped_skins() if skin.name not in ("sgt-mines", "classic")])


@pytest.fixture
def frame() -> Frame:
    return load_picture(FIXTURES / "sgt-mines" / "default-16x16-mid.png")


def with_a_one(frame: Frame, reading: Reading) -> Frame:
    """Return the frame with a one drawn over a hidden cell."""
    pixels, grid = frame.pixels.copy(), reading.grid
    one = grid.cell(*np.argwhere(reading.board.cells == Cell.N1)[0])
    spot = grid.cell(*np.argwhere(reading.board.cells == Cell.HIDDEN)[0])
    pixels[spot.y : spot.bottom, spot.x : spot.right] = pixels[
        one.y : one.bottom, one.x : one.right
    ]
    return replace(frame, pixels=pixels)


def with_a_banner(frame: Frame, reading: Reading) -> Frame:
    """Return the frame with something over a quarter of the board."""
    pixels, board = frame.pixels.copy(), reading.grid.region
    pixels[board.y + board.h // 2 : board.y + 3 * board.h // 4, board.x : board.right] = 230
    return replace(frame, pixels=pixels)


def test_a_changed_cell_of_an_unknown_skin_is_told_by_its_look(
    frame: Frame, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = reader.read(frame)
    assert before.skin == UNKNOWN
    monkeypatch.setattr("autoplay.vision.follow.strange_looks.read_unknown", None)
    after = reader.reread(with_a_one(frame, before), before)
    assert (after.board.cells != before.board.cells).sum() == 1
    assert (after.board.cells == Cell.N1).sum() == (before.board.cells == Cell.N1).sum() + 1


def test_what_covers_an_unknown_board_is_not_read_as_cells(frame: Frame, reader: Reader) -> None:
    before = reader.read(frame)
    try:
        after = reader.reread(with_a_banner(frame, before), before).board.cells
    except BoardLostError:
        return
    assert (after[8:12] == Cell.UNREADABLE).mean() > 0.5
    assert np.array_equal(after[:8], before.board.cells[:8])


def test_a_reading_with_no_sure_cell_teaches_nothing() -> None:
    memory = LookMemory()
    cut = np.zeros((3, 12, 12, 3), np.uint8)
    memory.remember(cut, np.full(3, Cell.HIDDEN, np.int8), np.full(3, 0.5, np.float32))
    assert not memory.recall(cut)[1].any()
