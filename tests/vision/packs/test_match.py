import numpy as np
import pytest

from autoplay.board import Cell
from autoplay.game.tiles import tiles
from autoplay.geometry import Grid
from autoplay.vision.packs.match import Pack
from autoplay.vision.packs.skins import Skin, shipped_skins
from autoplay.vision.pixels.cells import cut_cells


@pytest.mark.parametrize("size", [16, 20, 24, 30, 36, 48])
@pytest.mark.parametrize("skin", shipped_skins(), ids=lambda skin: skin.name)
def test_a_pack_names_its_own_cells_at_every_size(skin: Skin, size: int) -> None:
    shown = sorted(int(cell) for cell in skin.templates)
    row = np.concatenate(list(tiles(skin, size)[shown]), axis=1)
    picture = np.full((size + 20, row.shape[1] + 20, 3), 90, np.uint8)
    picture[10 : 10 + size, 10 : 10 + row.shape[1]] = row
    cells = cut_cells(picture, Grid(10, 10, size, size, 1, len(shown)))

    named, _ = Pack(skin).match_cells(cells[0]).named()

    assert [Cell(int(cell)).symbol for cell in named] == [Cell(state).symbol for state in shown]
