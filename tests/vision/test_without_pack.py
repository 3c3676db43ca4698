"""Real programs are read without their pack, though packs of other programs are at hand."""

import json
from pathlib import Path

import pytest

from autoplay.desktop.protocols import Frame
from autoplay.geometry import Point
from autoplay.vision.pictures import load_picture
from autoplay.vision.reader import Reader
from autoplay.vision.reading import UNKNOWN
from autoplay.vision.skins import shipped_skins
from tests.vision.conftest import FIXTURES
from tests.vision.negatives import negative

PICTURES = (
    "gnome-mines/default-small-fresh",
    "gnome-mines/default-small-mid",
    "kmines/default-easy-fresh",
    "kmines/default-easy-mid",
    "kmines/default-med-flags",
    "sgt-mines/default-9x9-early",
    "sgt-mines/default-9x9-flags",
    "winemine/wine8-beg-flags",
    "xdemineur/default-nowm-mid",
)


def without(*names: str) -> Reader:
    return Reader([skin for skin in shipped_skins() if skin.name not in names])


@pytest.mark.parametrize("name", PICTURES)
def test_a_program_whose_pack_is_missing_is_read_right(name: str) -> None:
    client = name.split("/")[0]
    picture = FIXTURES / f"{name}.png"
    truth = _truth(picture)
    reading = without(client, "classic").read(load_picture(picture))
    assert reading.skin == UNKNOWN
    assert reading.board.to_rows() == truth["cells"]
    assert reading.board.mines in (truth["mines_total"], None)


@pytest.mark.parametrize("seed", [129, 165])
def test_a_colour_chart_is_no_fresh_board(seed: int) -> None:
    pixels, kind = negative(seed)
    assert kind == "palette"
    assert Reader().read_all(Frame(pixels, Point(0, 0))) == []


def _truth(picture: Path) -> dict:
    return json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))
