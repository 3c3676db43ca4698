from dataclasses import replace

import numpy as np
import pytest

from autoplay.board import Cell
from autoplay.game.tiles import tiles
from autoplay.vision.packs.skins import shipped_skins


@pytest.mark.parametrize("skin", shipped_skins(), ids=lambda skin: skin.name)
def test_a_number_that_a_pack_does_not_show_can_still_be_seen(skin) -> None:
    bare = {cell: skin.templates[cell] for cell in (Cell.HIDDEN, Cell.N0)}
    drawn = tiles(replace(skin, templates=bare), 24)

    for number in range(1, 9):
        assert np.abs(drawn[number].astype(int) - drawn[Cell.N0]).max() > 100
