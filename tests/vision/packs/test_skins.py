from pathlib import Path

import numpy as np
import pytest

from autoplay.board import Cell
from autoplay.errors import InputError
from autoplay.geometry import Grid, Point
from autoplay.vision.packs import skins
from autoplay.vision.pixels.opencv import cv2

SETTINGS = 'name = "tiny"\nsource = "drawn here"\nlicense = "MIT"\ncell = 4\n'


def write_pack(folder: Path, settings: str = SETTINGS) -> Path:
    folder.mkdir(parents=True)
    (folder / "skin.toml").write_text(settings, encoding="utf-8")
    for name, value in {"hidden": 90, "hidden-hover": 120, "0": 200, "wrong_flag": 10}.items():
        picture = np.full((4, 4, 3), value, np.uint8)
        (folder / f"{name}.png").write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    return folder


def test_a_pack_holds_the_states_and_their_variants(tmp_path: Path) -> None:
    skin = skins.load_pack(write_pack(tmp_path / "tiny"))
    assert {cell: len(pictures) for cell, pictures in skin.templates.items()} == {
        Cell.HIDDEN: 2,
        Cell.N0: 1,
        Cell.WRONG_FLAG: 1,
    }
    assert skin.new_game is None


def test_behaviour_is_read_from_the_settings(tmp_path: Path) -> None:
    text = SETTINGS + 'rules = "open"\nhold_ms = 12\nnew_game = { click = [0.5, -1.5] }\n'
    skin = skins.load_pack(write_pack(tmp_path / "tiny", text))
    assert (skin.rules, skin.hold_ms) == ("open", 12)
    assert skin.new_game is not None
    assert skin.new_game.point(Grid(100, 50, 20, 20, 9, 9)) == Point(190, 20)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ("name = 1 2", "no skin description"),
        ('name = "x"', "lacks"),
        (SETTINGS + 'rules = "kind"\n', "rules is 'kind'"),
    ],
)
def test_a_bad_description_is_one_clear_line(tmp_path: Path, settings: str, says: str) -> None:
    folder = write_pack(tmp_path / "tiny", settings)
    with pytest.raises(InputError, match=says):
        skins.load_pack(folder)


def test_a_picture_that_names_no_state_is_refused(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "tiny")
    (folder / "0.png").rename(folder / "nothing.png")
    with pytest.raises(InputError, match="names no cell state"):
        skins.load_pack(folder)


def test_the_users_packs_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skins.platformdirs, "user_data_dir", lambda _name: str(tmp_path))
    write_pack(tmp_path / "templates" / "tiny")
    assert skins.load_skin("tiny").license == "MIT"
    assert "tiny" in [skin.name for skin in skins.shipped_skins()]
    with pytest.raises(InputError, match="choose one of"):
        skins.load_skin("no such look")
