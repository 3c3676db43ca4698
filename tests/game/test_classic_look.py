import runpy
from pathlib import Path

import numpy as np

from autoplay.board import Cell
from autoplay.vision.packs.skins import STATE_NAMES, load_skin
from autoplay.vision.pixels.pictures import read_pixels

SCRIPT = runpy.run_path(str(Path(__file__).with_name("classic_look.py")))


def test_the_pack_is_what_its_script_draws() -> None:
    drawn = SCRIPT["pictures"]()
    assert {path.name for path in SCRIPT["PACK"].glob("*.png")} == set(drawn)
    for name, picture in drawn.items():
        shipped = read_pixels(SCRIPT["PACK"] / name)
        # Another version of the drawing library may round an edge differently.
        assert np.abs(shipped.astype(int) - picture).mean() < 2, name


def test_the_pack_shows_every_state_and_no_two_alike() -> None:
    skin = load_skin("classic")
    assert set(skin.templates) == set(STATE_NAMES) == set(Cell) - {Cell.UNREADABLE}
    plain = [pictures[-1].astype(int) for pictures in skin.templates.values()]
    for index, one in enumerate(plain):
        for other in plain[:index]:
            assert np.abs(one - other).mean() > 5
