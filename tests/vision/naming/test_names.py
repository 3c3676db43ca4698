"""Flags, question marks and mines are told apart by shape, colour and what a game can show."""

import random
from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from autoplay.vision.looks.shapes import KINDS
from autoplay.vision.naming.names import Names
from autoplay.vision.unknown.reading import read_unknown
from tests.vision import synthetic
from tests.vision.lettering import Lettering
from tests.vision.synthetic import make_look, make_scene, paint, picture, play_position

PLAIN = {"noise": 0, "jpeg": 0, "hover": False, "scale": 1}
SIZE = {"rows": 12, "cols": 14, "pitch": (28, 28)}


def shown_and_read(
    seed: int, scene: dict[str, object], kept: tuple[Cell, ...] = tuple(Cell), **look: object
) -> tuple[np.ndarray, np.ndarray]:
    """Return what an invented program shows, and what is read of it.

    kept: all that it shows on unopened cells; the others are hidden.
    """
    rng = random.Random(seed)
    drawn = replace(make_look(rng, (Lettering("strokes", "hershey"),)), gap=0.0, **look)  # type: ignore[arg-type]
    taken = replace(make_scene(rng), **SIZE, **PLAIN, **scene)  # type: ignore[arg-type]
    cells = play_position(rng, taken).cells.copy()
    cells[(cells > Cell.N8) & ~np.isin(cells, kept)] = Cell.HIDDEN
    made = paint(rng, drawn, taken, Board(cells))
    return cells, read_unknown(made.pixels, made.grid).cells


@pytest.mark.parametrize("flag", ["pennant", "disc", "triangle"])
@pytest.mark.parametrize("seed", [1, 4])
def test_a_loss_shows_its_mines_and_where_it_happened(seed: int, flag: str) -> None:
    lost = {"state": "lost", "flags": 0.4, "questions": 0.0}
    shown, read = shown_and_read(seed, lost, flag=flag, mine="spiked", tile="bevel", spikes=8)
    assert (read[shown == Cell.EXPLODED] == Cell.EXPLODED).all()
    assert (read[shown == Cell.FLAG] == Cell.FLAG).all()
    assert (read[shown == Cell.MINE] == Cell.MINE).mean() > 0.9


@pytest.mark.parametrize("outlined", [True, False])
def test_a_mine_may_be_outlined_that_exploded(outlined: bool) -> None:
    rng = random.Random(4)
    drawn = replace(make_look(rng, (Lettering("strokes", "hershey"),)), gap=0.0, tile="bevel")
    taken = replace(make_scene(rng), **SIZE, **PLAIN, state="lost", flags=0.0, questions=0.0)  # type: ignore[arg-type]
    cells = play_position(rng, taken).cells.copy()
    exploded = tuple(np.argwhere(cells == Cell.EXPLODED)[0].tolist())
    cells[exploded] = Cell.MINE
    made = paint(rng, drawn, taken, Board(cells))
    if outlined:
        left, top, right, bottom = (round(side) for side in made.grid.part(*_cell(*exploded)).area)
        cv2.rectangle(made.pixels, (left + 1, top + 1), (right - 2, bottom - 2), (40, 40, 220), 2)
        cells[exploded] = Cell.EXPLODED
    read = read_unknown(made.pixels, made.grid)
    assert np.array_equal(read.cells, cells)
    # One of them exploded: while it is not known which, none is quite sure not to be that.
    assert bool(read.confidence[cells == Cell.MINE].max() > 0.95) == outlined


def _cell(row: int, col: int) -> tuple[int, int, int, int]:
    return row, row + 1, col, col + 1


def test_of_two_mines_the_one_on_a_ground_of_its_own_has_exploded() -> None:
    made = picture(2146)
    mines = np.isin(made.board.cells, (Cell.MINE, Cell.EXPLODED))
    assert mines.sum() == 2
    read = read_unknown(made.pixels, made.grid).cells
    assert np.array_equal(read[mines], made.board.cells[mines])


@pytest.mark.parametrize("seed", [2, 3])
def test_flags_that_look_like_mines_are_flags_when_everything_is_opened(seed: int) -> None:
    won = {"state": "won", "flags": 1.0, "questions": 0.0}
    shown, read = shown_and_read(seed, won, flag="disc", tile="bevel")
    assert (shown == Cell.FLAG).any()
    assert not np.isin(read, (Cell.MINE, Cell.EXPLODED)).any()


@pytest.mark.parametrize("seed", [32, 34])
def test_flags_that_are_rather_like_mines_are_flags_of_a_won_board(seed: int) -> None:
    made = picture(seed, state="won", rows=9, cols=9)
    assert made.look.flag == "disc"
    assert (made.board.cells == Cell.FLAG).any()
    assert not np.isin(read_unknown(made.pixels, made.grid).cells, (Cell.MINE, Cell.EXPLODED)).any()


@pytest.mark.parametrize("seed", [1, 2])
def test_question_marks_are_no_flags_though_of_their_colour(seed: int) -> None:
    playing = {"state": "mid", "flags": 0.4, "questions": 0.05}
    ink = (30, 30, 200)
    shown, read = shown_and_read(
        seed, playing, flag="pennant", flag_colour=ink, question=ink, hidden=(200, 205, 210)
    )
    marked = np.isin(shown, (Cell.FLAG, Cell.QUESTION))
    assert (shown == Cell.QUESTION).any()
    assert (read[marked] == shown[marked]).mean() > 0.95


def _gallows(look: synthetic.Look, canvas: np.ndarray, alpha: np.ndarray) -> None:
    """Draw a flag that has the shape of nothing known."""
    h, w = alpha.shape
    for x1, y1, x2, y2 in ((7, 2, 7, 8), (3, 2.5, 7, 2.5), (3, 2.5, 3, 5), (5, 8, 8.5, 8)):
        start, end = (
            (round(x1 * w / 10), round(y1 * h / 10)),
            (round(x2 * w / 10), round(y2 * h / 10)),
        )
        cv2.line(canvas, start, end, look.flag_colour, max(2, w // 9))


def _paw(canvas: np.ndarray, alpha: np.ndarray) -> None:
    """Draw a mine that has the shape of nothing known."""
    h, w = alpha.shape
    for x, y, radius in ((5, 6.2, 1.6), (2.5, 4, 0.9), (5, 2.8, 0.9), (7.5, 4, 0.9)):
        for layer, ink in ((canvas, (90, 60, 200)), (alpha, 255)):
            centre = (round(x * w / 10), round(y * h / 10))
            cv2.circle(layer, centre, round(radius * w / 10), ink, -1)


def loss(seed: int, kept: tuple[Cell, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Return what a program shows of a lost game, and what is read of it."""
    lost = {"state": "lost", "flags": 0.4, "questions": 0.0}
    return shown_and_read(seed, lost, kept, mine="spiked", spikes=8, tile="bevel", flag="pennant")


@pytest.mark.parametrize("seed", [1, 2])
def test_one_mine_that_no_flag_looks_like_is_a_loss(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(synthetic, "_draw_flag", _gallows)
    shown, read = loss(seed, (Cell.EXPLODED, Cell.FLAG))
    assert np.array_equal(read, shown)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_mine_that_exploded_may_look_unlike_the_others(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_mine = synthetic._draw_mine

    def odd_mine(
        look: synthetic.Look, canvas: np.ndarray, alpha: np.ndarray, base: synthetic.Colour
    ) -> None:
        if base == look.opened:
            _paw(canvas, alpha)
        else:
            draw_mine(look, canvas, alpha, base)

    monkeypatch.setattr(synthetic, "_draw_mine", odd_mine)
    shown, read = loss(seed, (Cell.EXPLODED, Cell.FLAG, Cell.MINE))
    assert np.array_equal(read, shown)


class Misleading(Lettering):
    """Draws its ones as threes and its twos as fours."""

    def mask(self, char: str, height: int) -> np.ndarray:
        return super().mask({"1": "3", "2": "4"}.get(char, char), height)


@pytest.mark.parametrize("seed", [1, 3])
def test_what_the_rules_forbid_is_named_by_whether_numbers_agree(seed: int) -> None:
    playing = {"state": "mid", "flags": 0.0, "questions": 0.0}
    shown, read = shown_and_read(seed, playing, lettering=Misleading("strokes", "hershey"))
    low = np.isin(shown, (Cell.N1, Cell.N2))
    assert low.sum() > 10
    assert np.array_equal(read[low], shown[low])


def test_a_board_in_patches_with_nothing_to_see_on_them_is_doubted() -> None:
    cells = np.where(np.random.default_rng(4).random((9, 9, 1)) < 0.3, 200, 90)
    pixels = np.kron(cells * np.ones(3), np.ones((24, 24, 1))).astype(np.uint8)
    patches = read_unknown(pixels, Grid(0, 0, 24, 24, 9, 9))
    checks = np.where((np.indices((9, 9)).sum(axis=0) & 1)[:, :, None], 200, 190)
    pixels = np.kron(checks * np.ones(3), np.ones((24, 24, 1))).astype(np.uint8)
    by_turns = read_unknown(pixels, Grid(0, 0, 24, 24, 9, 9))
    assert patches.confidence.max() < 0.8
    assert by_turns.confidence.min() > 0.9


def test_what_hardly_shows_the_digit_that_others_of_its_look_do_is_no_sure_one() -> None:
    """A 3 in a badge was taken together with thirty 2s."""
    evidence = SimpleNamespace(odds=np.zeros((6, len(KINDS))))
    evidence.odds[:5, Cell.N2 - 1] = 0.5
    evidence.odds[5, -1] = 0.9
    names = object.__new__(Names)
    names._evidence = evidence  # type: ignore[assignment]
    names.confidence = np.full(6, 0.99)
    names._doubt_strangers(np.arange(6), Cell.N2 - 1)
    assert (names.confidence > 0.95).tolist() == [True] * 5 + [False]


@pytest.mark.parametrize(("seed", "least"), [(3, 0.8), (11, 0.5)])
def test_smeared_digits_are_named_by_the_numbers_around_them(seed: int, least: float) -> None:
    clear = {"flags": 0, "questions": 0, "noise": 0, "jpeg": 0, "hover": False}
    made = picture(seed, state="late", pitch=(28, 28), scale=1, **clear)
    cells = made.board.cells
    smeared = np.argwhere((cells >= Cell.N1) & (cells <= Cell.N8))[::6]
    for row, col in smeared.tolist():
        spot = made.grid.cell(row, col)
        digit = made.pixels[spot.y : spot.bottom, spot.x : spot.right]
        digit[:] = cv2.blur(digit, (9, 9))
    reading = read_unknown(made.pixels, made.grid)
    wrong = reading.cells != cells
    assert (~wrong[tuple(smeared.T)]).mean() > least
    assert not (wrong & (reading.confidence > 0.95)).any()
