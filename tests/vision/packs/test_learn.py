"""A look read once without a pack is known from then on."""

from pathlib import Path

import numpy as np
import pytest

from autoplay.board import Board, Cell, GameState
from autoplay.desktop.protocols import Frame
from autoplay.errors import InputError, NoBoardFoundError
from autoplay.geometry import Point
from autoplay.vision.packs.learn import SHEET_NAME, Lesson, save_pack
from autoplay.vision.packs.skins import load_pack
from autoplay.vision.pixels.pictures import read_pixels
from autoplay.vision.reader import Reader
from autoplay.vision.reading import UNKNOWN, Reading
from autoplay.vision.unknown.reading import read_unknown
from tests.vision.synthetic import Picture, picture

SEED = 11


def _frame(made: Picture) -> Frame:
    return Frame(pixels=made.pixels, origin=Point(0, 0))


def _learnt(made: Picture) -> Lesson:
    found = read_unknown(made.pixels, made.grid)
    lesson = Lesson()
    reading = Reading(Board(found.cells), made.grid, found.confidence, UNKNOWN, GameState.PLAYING)
    lesson.add(_frame(made), reading)
    return lesson


@pytest.fixture(scope="module")
def made() -> Picture:
    return picture(SEED, state="late", noise=0, jpeg=0, hover=False, questions=0)


def test_the_pack_is_an_ordinary_one_with_a_sheet_to_confirm(made: Picture, tmp_path: Path) -> None:
    folder = save_pack(_learnt(made), "mine", tmp_path)
    skin = load_pack(folder)
    assert skin.name == "mine"
    assert {Cell.HIDDEN, Cell.N0, Cell.N1, Cell.N2} <= set(skin.templates)
    sheet = read_pixels(folder / SHEET_NAME)
    assert sheet.shape[0] >= 64 * len(skin.templates)


def test_the_next_picture_is_read_with_the_learnt_pack(made: Picture, tmp_path: Path) -> None:
    skin = load_pack(save_pack(_learnt(made), "mine", tmp_path))
    reading = Reader([skin]).read(_frame(made))
    assert reading.skin == "mine"
    assert np.array_equal(reading.board.cells, made.board.cells)


def test_a_pack_of_the_same_name_is_replaced(made: Picture, tmp_path: Path) -> None:
    lesson = _learnt(made)
    save_pack(lesson, "mine", tmp_path)
    del lesson.seen[Cell.N2]
    assert Cell.N2 not in load_pack(save_pack(lesson, "mine", tmp_path)).templates


@pytest.mark.parametrize("name", ["", "../x", "A b", "unknown"])
def test_a_name_that_is_no_folder_name_is_refused(made: Picture, name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        save_pack(_learnt(made), name, tmp_path)


def test_nothing_sure_teaches_nothing(tmp_path: Path) -> None:
    with pytest.raises(NoBoardFoundError):
        save_pack(Lesson(side=16), "empty", tmp_path)
