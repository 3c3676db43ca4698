"""The synthetic pictures tell the truth about themselves."""

import numpy as np
import pytest

from autoplay.board import Board, Cell
from tests.vision.lettering import built_in, half_of
from tests.vision.negatives import PAINTERS, negative
from tests.vision.synthetic import contrast, picture


@pytest.mark.parametrize("seed", range(12))
def test_truth_is_a_position_of_real_play_inside_the_picture(seed: int) -> None:
    made = picture(seed)
    region = made.grid.region
    assert region.x >= 0
    assert region.right <= made.pixels.shape[1]
    assert region.bottom <= made.pixels.shape[0]
    assert made.board.problems() == []
    again = Board.from_rows(made.truth()["cells"], made.board.mines)  # type: ignore[arg-type]
    assert again == made.board


@pytest.mark.parametrize("seed", range(8))
def test_a_blank_cell_never_touches_an_unopened_one(seed: int) -> None:
    board = picture(seed, state="mid").board
    blanks = np.argwhere(board.cells == Cell.N0).tolist()
    assert all(not board.unopened[n] for r, c in blanks for n in board.neighbours(r, c))


def test_same_seed_same_picture() -> None:
    assert np.array_equal(picture(5).pixels, picture(5).pixels)


def test_hidden_and_opened_cells_can_be_told_apart() -> None:
    looks = [picture(seed).look for seed in range(20)]
    assert all(contrast(look.hidden, look.opened) > 4 for look in looks)


@pytest.mark.parametrize("seed", range(24))
def test_where_nothing_is_opened_cells_can_be_told_apart(seed: int) -> None:
    made = picture(seed, state="fresh", rows=8, cols=8, noise=0, jpeg=0, hover=False, scale=1)
    area = made.grid.region
    board = made.pixels[area.y : area.bottom, area.x : area.right].astype(int)
    # Along some column of pixels the picture steps sharply, or cells differ by turns.
    steps = np.abs(np.diff(board, axis=1)).max(axis=(0, 2))
    assert steps.max() >= 3


@pytest.mark.parametrize("seed", range(len(PAINTERS)))
def test_every_negative_kind_paints_something(seed: int) -> None:
    pixels, kind = negative(seed)
    assert kind == list(PAINTERS)[seed]
    assert pixels.std() > 2


def test_letterings_draw_eight_different_digits() -> None:
    for lettering in built_in():
        assert len({lettering.mask(char, 24).tobytes() for char in "12345678"}) == 8
    assert {half_of(f"family{i}") for i in range(20)} == {0, 1}
