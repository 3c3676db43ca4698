"""Which grounds are opened is decided by the rules, not by which font the digits have."""

import random
from dataclasses import replace

import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from autoplay.vision.looks.glyphs import MOST_ALIKE, Lifter
from autoplay.vision.looks.grounds import cut_cells, grounds, size_classes
from autoplay.vision.naming import sides
from autoplay.vision.naming.evidence import Evidence
from autoplay.vision.unknown.reading import read_unknown
from tests.vision.lettering import Lettering
from tests.vision.plainly import GREY, read
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


@pytest.mark.parametrize("seed", [1, 2])
def test_numbers_may_have_grounds_of_their_own(seed: int) -> None:
    share = read_share(seed, Lettering("strokes", "hershey"), own_floor=True, tile="flat")
    assert share > 0.98


@pytest.mark.parametrize("seed", [1, 2])
def test_a_one_that_is_a_mere_bar_is_named_by_its_neighbours(seed: int) -> None:
    share = read_share(seed, Lettering("bars", "segments", weight=0.05), tile="bevel")
    assert share > 0.98


def test_a_board_without_any_ground_in_common_is_implausible() -> None:
    grounds = np.random.default_rng(3).integers(0, 256, (8, 8, 3), dtype=np.uint8)
    pixels = np.kron(grounds, np.ones((24, 24, 1), np.uint8))
    reading = read_unknown(pixels, Grid(0, 0, 24, 24, 8, 8))
    assert not reading.plausible
    assert not (reading.cells == Cell.N8).all()


def test_what_costs_far_more_than_another_way_is_not_weighed_to_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(4)
    pixels = rng.integers(0, 256, (240, 240, 3), dtype=np.uint8)
    grid = Grid(0, 0, 24, 24, 10, 10)
    lab, group = cut_cells(pixels, grid), rng.integers(0, 20, 100)
    ground = grounds(lab)
    glyphs = Lifter(lab, ground, size_classes(grid)).lift(group, MOST_ALIKE)
    evidence = Evidence((10, 10), group, glyphs, ground, None, None)
    interpret, ways = sides.interpret, []

    def counted(*given: object) -> object:
        ways.append(given)
        return interpret(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(sides, "interpret", counted)
    best = sides.decide_sides(evidence)
    tried = len(ways)
    dear = sides.decide_sides(evidence, best.cost / 2)
    assert dear.cost > best.cost / 2
    assert len(ways) - tried < tried / 2


def test_coloured_cells_are_no_blanks_if_the_numbers_then_contradict_each_other() -> None:
    """Beside a blank of a program that floods to four sides a cell may be hidden."""
    rows = [".....F..2.", "3..1112...", ".F100001.2", ".310111.F.", "F..1.F...2"]
    rows += ["111.......", "001F.2....", "001.1.....", "01.321..3.", "01F.F....."]
    colours = {".": GREY, "F": (203, 192, 255), "0": (211, 211, 211), "1": (211, 211, 211)}
    reading = read(rows, colours)
    assert Board(reading.cells).to_rows() == rows
