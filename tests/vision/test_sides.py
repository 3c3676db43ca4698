"""Which grounds are opened is decided by the rules, not by which font the digits have."""

import random
from dataclasses import replace

import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from autoplay.vision.unknown import read_unknown
from tests.vision.lettering import Lettering
from tests.vision.synthetic import Look, Scene, make_look, make_scene, paint, play_position

PLAIN = {"noise": 0, "jpeg": 0, "hover": False, "questions": 0.0, "scale": 1, "flags": 0.0}


def read_share(seed: int, letters: Lettering, **changes: object) -> float:
    """Return the share of cells read right of an invented look with some things changed."""
    rng = random.Random(seed)
    look: Look = replace(make_look(rng, (letters,)), **changes)  # type: ignore[arg-type]
    scene: Scene = replace(make_scene(rng), state="mid", rows=12, cols=14, pitch=(28, 28), **PLAIN)  # type: ignore[arg-type]
    board: Board = play_position(rng, scene)
    made = paint(rng, look, scene, board)
    return float((read_unknown(made.pixels, made.grid).cells == board.cells).mean())


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_numbers_may_have_grounds_of_their_own(seed: int) -> None:
    share = read_share(seed, Lettering("strokes", "hershey"), own_floor=True, tile="flat")
    assert share > 0.98


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_one_that_is_a_mere_bar_is_named_by_its_neighbours(seed: int) -> None:
    share = read_share(seed, Lettering("bars", "segments", weight=0.05), tile="bevel")
    assert share > 0.98


def test_a_board_without_any_ground_in_common_is_implausible() -> None:
    grounds = np.random.default_rng(3).integers(0, 256, (8, 8, 3), dtype=np.uint8)
    pixels = np.kron(grounds, np.ones((24, 24, 1), np.uint8))
    reading = read_unknown(pixels, Grid(0, 0, 24, 24, 8, 8))
    assert not reading.plausible
    assert not (reading.cells == Cell.N8).all()
