"""Flags, mines and what the pointer makes of them are told apart."""

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.vision.looks.shapes import GLYPH_SIDE, KINDS
from autoplay.vision.naming.evidence import FLAG, MINE
from autoplay.vision.naming.marks import Marks
from autoplay.vision.naming.symbols import Symbols
from autoplay.vision.rules.consistency import certain_mines
from autoplay.vision.rules.neighbourhood import count_around
from autoplay.vision.unknown.reading import read_unknown
from tests.vision.invented import invented
from tests.vision.synthetic import paint, play_position


@pytest.mark.parametrize("seed", [1, 2])
def test_a_flag_under_the_pointer_is_a_flag_though_its_ground_is_that_of_opened_cells(
    seed: int,
) -> None:
    rng, look, scene = invented(seed, state="mid", flags=0.9)
    made = paint(rng, look, scene, play_position(rng, scene))
    flags = np.argwhere(made.board.cells == Cell.FLAG)
    row, col = flags[len(flags) // 2].tolist()
    spot = made.grid.cell(row, col)
    cell = made.pixels[spot.y + 1 : spot.bottom - 1, spot.x + 1 : spot.right - 1]
    cell[(cell == look.hidden).all(axis=2)] = look.opened
    read = read_unknown(made.pixels, made.grid).cells
    assert Cell(int(read[row, col])) is Cell.FLAG


@pytest.mark.parametrize("seed", [0, 1])
def test_one_hidden_cell_under_the_pointer_may_look_opened(seed: int) -> None:
    rng, look, scene = invented(seed, state="mid", flags=0.0)
    made = paint(rng, replace(look, gap=0.0), scene, play_position(rng, scene))
    hidden = made.board.cells == Cell.HIDDEN
    inside = np.argwhere(hidden & (count_around(~hidden) == 0))
    row, col = inside[len(inside) // 2].tolist()
    spot = made.grid.cell(row, col)
    made.pixels[spot.y : spot.bottom, spot.x : spot.right] = look.opened
    reading = read_unknown(made.pixels, made.grid)
    assert np.array_equal(reading.cells, made.board.cells)
    assert reading.confidence[row, col] < 0.95


def test_letters_on_every_bevelled_cell_are_flags_and_no_texture() -> None:
    rng, look, scene = invented(6, state="won", flags=1.0, pitch=(35, 35))
    made = paint(
        rng, replace(look, tile="bevel", flag="letter", gap=0.0), scene, play_position(rng, scene)
    )
    reading = read_unknown(made.pixels, made.grid)
    assert np.array_equal(reading.cells, made.board.cells)


@pytest.mark.parametrize("state", ["fresh", "mid"])
def test_a_question_mark_is_in_doubt_until_a_number_is_opened(state: str) -> None:
    rng, look, scene = invented(5, state=state, flags=0.0, pitch=(35, 35))
    made = paint(rng, look, scene, play_position(rng, scene))
    row, col = np.argwhere(made.board.cells == Cell.HIDDEN)[7].tolist()
    spot = made.grid.cell(row, col)
    cell = made.pixels[spot.y : spot.bottom, spot.x : spot.right]
    cv2.putText(cell, "?", (9, 27), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0, 0, 0), 2, cv2.LINE_AA)
    reading = read_unknown(made.pixels, made.grid)
    assert Cell(int(reading.cells[row, col])) is Cell.QUESTION
    assert bool(reading.confidence[row, col] > 0.8) is (state == "mid")


@pytest.mark.parametrize(("certain", "meant"), [(True, Cell.FLAG), (False, Cell.QUESTION)])
def test_marks_that_are_nearly_question_marks_are_flags_where_mines_are_certain(
    certain: bool, meant: Cell
) -> None:
    rng, look, scene = invented(10, state="mid", flags=0.0)
    made = paint(rng, look, scene, play_position(rng, scene))
    mines = certain_mines(made.board.cells)
    places = np.argwhere(mines if certain else (made.board.cells == Cell.HIDDEN) & ~mines)[:6]
    for row, col in places.tolist():
        spot = made.grid.cell(row, col)
        cell = made.pixels[spot.y : spot.bottom, spot.x : spot.right]
        cv2.polylines(cell, [np.array([(8, 7), (20, 7), (12, 22)])], False, (60, 60, 200), 2)
    read = read_unknown(made.pixels, made.grid).cells
    assert {Cell(int(read[row, col])) for row, col in places.tolist()} == {meant}


@pytest.mark.parametrize("seed", [1, 2])
def test_flags_on_opened_ground_are_flags_and_what_exploded_among_them_is_not(seed: int) -> None:
    rng, look, scene = invented(seed, state="lost", flags=0.7)
    board = play_position(rng, scene)
    made = paint(rng, replace(look, gap=0.0), scene, board)
    marked = np.isin(board.cells, (Cell.FLAG, Cell.MINE, Cell.EXPLODED))
    for row, col in np.argwhere(marked).tolist():
        spot = made.grid.cell(row, col)
        cell = made.pixels[spot.y : spot.bottom, spot.x : spot.right]
        cell[(cell == cell[1, 1]).all(axis=2)] = look.opened
    read = read_unknown(made.pixels, made.grid).cells
    assert np.array_equal(read == Cell.FLAG, board.cells == Cell.FLAG)
    assert (read[board.cells == Cell.EXPLODED] != Cell.FLAG).all()


@pytest.mark.parametrize("seed", [0, 6])
def test_a_disc_under_the_pointer_is_a_flag_though_mines_are_shown_that_look_much_like_it(
    seed: int,
) -> None:
    rng, look, scene = invented(seed, state="lost", flags=0.7)
    board = play_position(rng, scene)
    made = paint(rng, replace(look, gap=0.0, flag="disc"), scene, board)
    flags = np.argwhere(board.cells == Cell.FLAG)
    row, col = flags[len(flags) // 2].tolist()
    spot = made.grid.cell(row, col)
    cell = made.pixels[spot.y : spot.bottom, spot.x : spot.right]
    lighter = (0.7 * cell[1, 1] + 0.3 * 255).astype(np.uint8)
    cell[(cell == cell[1, 1]).all(axis=2)] = lighter
    assert np.array_equal(read_unknown(made.pixels, made.grid).cells, board.cells)


@pytest.mark.parametrize("seed", [1, 2])
def test_of_mines_on_three_grounds_the_one_alone_on_its_own_exploded(seed: int) -> None:
    """Mines that were flagged may be shown on the ground of flags."""
    rng, look, scene = invented(seed, state="lost", flags=0.0)
    board = play_position(rng, scene)
    made = paint(rng, look, scene, board)
    flagged = np.argwhere(board.cells == Cell.MINE)[::2]
    exploded = np.argwhere(board.cells == Cell.EXPLODED)
    for places, ground in ((flagged, (0, 165, 255)), (exploded, (30, 30, 240))):
        for row, col in places.tolist():
            spot = made.grid.cell(row, col)
            cell = made.pixels[spot.y + 1 : spot.bottom - 1, spot.x + 1 : spot.right - 1]
            cell[(cell == cell[0, 0]).all(axis=2)] = ground
    assert np.array_equal(read_unknown(made.pixels, made.grid).cells, board.cells)


@pytest.mark.parametrize(("shade", "exploded"), [((40, 40, 226), True), ((58, 76, 233), False)])
def test_on_a_red_board_what_exploded_is_redder_and_what_is_pointed_at_paler(
    shade: tuple[int, int, int], exploded: bool
) -> None:
    rng, look, scene = invented(1, state="lost", flags=0.0)
    board = play_position(rng, scene)
    cells = board.cells.copy()
    row, col = np.argwhere(cells == Cell.EXPLODED)[0].tolist()
    cells[row, col] = Cell.MINE
    made = paint(rng, replace(look, opened=(45, 64, 232)), scene, Board(cells, board.mines))
    spot = made.grid.cell(row, col)
    cell = made.pixels[spot.y : spot.bottom, spot.x : spot.right]
    cell[(cell == (45, 64, 232)).all(axis=2)] = shade
    read = read_unknown(made.pixels, made.grid).cells
    assert Cell(int(read[row, col])) is (Cell.EXPLODED if exploded else Cell.MINE)


@pytest.mark.parametrize("seed", [1, 2])
def test_hidden_cells_with_a_line_across_are_no_flags_where_numbers_exclude_those(
    seed: int,
) -> None:
    """At the border of a scaled board cells show a line that the others do not."""
    rng, look, scene = invented(seed, state="mid", flags=0.9)
    made = paint(rng, look, scene, play_position(rng, scene))
    cells = made.board.cells
    full = (count_around(cells == Cell.FLAG) == cells) & (cells >= Cell.N1) & (cells <= Cell.N8)
    free = np.argwhere((cells == Cell.HIDDEN) & (count_around(full) > 0)).tolist()
    assert len(free) >= 2
    for row, col in free[:4]:
        spot = made.grid.cell(row, col)
        made.pixels[spot.y + 6 : spot.y + 8, spot.x + 5 : spot.right - 5] = (20, 20, 20)
    read = read_unknown(made.pixels, made.grid).cells
    assert np.array_equal(read, cells)


@pytest.mark.parametrize(("flag", "won"), [(0.5, True), (0.1, False)])
def test_where_nothing_else_is_unopened_marks_that_are_rather_flags_tell_of_a_win(
    flag: float, won: bool
) -> None:
    """Some programs show every cell as opened at the end, and draw faded flags on it."""
    cells = np.array([Cell.N1, Cell.MINE, Cell.N1, Cell.N1, Cell.MINE, Cell.N1], np.int8)
    odds = np.zeros((6, len(KINDS)))
    odds[:, FLAG], odds[:, MINE] = flag, 0.3
    marks = SimpleNamespace(cells=cells, evidence=None, odds=odds)
    symbols = Symbols(marks, np.ones(6))  # type: ignore[arg-type]
    assert symbols._flags_of_a_win(np.array([1, 4])) is won
    assert not symbols._flags_of_a_win(np.array([1]))


@pytest.mark.parametrize(("row", "sure"), [("*.....", False), ("......", True)])
def test_a_flag_that_no_number_judges_may_be_wrong_once_all_mines_are_shown(
    row: str, sure: bool
) -> None:
    rows = [row, ".F..F.", "..111.", ".1001.", ".1001.", "......"]
    cells = Board.from_rows(rows).cells.copy()
    odds = np.zeros((36, len(KINDS)))
    odds[:, FLAG] = 1.0
    marks = SimpleNamespace(cells=cells.ravel(), board=cells, evidence=None, odds=odds)
    symbols = Symbols(marks, np.full(36, 0.99))  # type: ignore[arg-type]
    symbols.judge_flags()
    flags = cells.ravel() == Cell.FLAG
    assert flags.sum() == 2
    assert (symbols.confidence[flags] > 0.95).all() == sure


def flags_judged(
    cells: np.ndarray, ground: np.ndarray, ink: np.ndarray, odds: np.ndarray
) -> Symbols:
    """Judge the flags of a board, (rows, cols) named in place, whose marks all have one shape."""
    shapes = np.ones((cells.size, GLYPH_SIDE, GLYPH_SIDE), np.float32)
    glyphs = SimpleNamespace(ink=ink, shapes=shapes)
    evidence = SimpleNamespace(ground=ground, glyphs=glyphs, shape=cells.shape)
    marks = Marks(evidence, np.empty(0), odds, cells.ravel())  # type: ignore[arg-type]
    symbols = Symbols(marks, np.full(cells.size, 0.99))
    symbols.judge_flags()
    return symbols


@pytest.mark.parametrize(
    ("tone", "lightness", "named"),
    [(20, 50, Cell.FLAG), (60, 50, Cell.WRONG_FLAG), (20, 70, Cell.WRONG_FLAG)],
)
def test_a_wrong_flag_that_is_left_as_it_was_set_is_shown_as_a_flag(
    tone: float, lightness: float, named: Cell
) -> None:
    rows = ["*1000F", "110000", "000000", "111011", "1*101F"]
    cells = Board.from_rows(rows).cells.copy()
    ground, ink = np.full((2, 30, 3), [50, 0, 0], np.float32)
    ground[5, 0], ink[:, 0], ink[5, 0] = lightness, 20, tone
    symbols = flags_judged(cells, ground, ink, np.zeros((30, len(KINDS))))
    assert (cells[0, 5], cells[4, 5]) == (named, Cell.FLAG)
    assert symbols.confidence[5] <= 0.95


def test_what_seemed_wrong_is_compared_with_the_one_right_flag_that_there_is() -> None:
    cells = Board.from_rows(["*1000W", "110000", "000000", "111011", "1*101F"]).cells.copy()
    ground = np.full((30, 3), [50, 0, 0], np.float32)
    flags_judged(cells, ground, np.zeros((30, 3), np.float32), np.zeros((30, len(KINDS))))
    assert (cells[0, 5], cells[4, 5]) == (Cell.FLAG, Cell.FLAG)


@pytest.mark.parametrize(
    ("lightness", "flag", "named"),
    [(80, 0.9, Cell.FLAG), (50, 0.9, Cell.WRONG_FLAG), (80, 0.3, Cell.WRONG_FLAG)],
)
def test_the_only_flags_are_left_as_they_were_set_on_the_ground_of_hidden_cells(
    lightness: float, flag: float, named: Cell
) -> None:
    rows = ["*1000F", "110000", "000000", "111000", "1*100."]
    cells = Board.from_rows(rows).cells.copy()
    ground = np.full((30, 3), [50, 0, 0], np.float32)
    ground[29, 0], ground[5, 0] = 80, lightness
    odds = np.zeros((30, len(KINDS)))
    odds[5, FLAG] = flag
    symbols = flags_judged(cells, ground, np.zeros((30, 3), np.float32), odds)
    assert cells[0, 5] == named
    assert symbols.confidence[5] <= 0.95


@pytest.mark.parametrize(("tone", "named"), [(20, Cell.FLAG), (60, Cell.WRONG_FLAG)])
def test_a_wrong_flag_is_left_as_it_was_set_that_looks_as_one_does_that_nothing_judges(
    tone: float, named: Cell
) -> None:
    rows = ["*1000F", "110000", "000000", "111000", "1*1011", "1110.F"]
    cells = Board.from_rows(rows).cells.copy()
    ground, ink = np.full((2, 36, 3), [50, 0, 0], np.float32)
    ink[:, 0], ink[5, 0] = 20, tone
    odds = np.zeros((36, len(KINDS)))
    odds[[5, 35], FLAG] = 0.9
    flags_judged(cells, ground, ink, odds)
    assert (cells[0, 5], cells[5, 5]) == (named, Cell.FLAG)


def test_of_two_mines_neither_exploded_where_no_cell_tells_what_ground_others_have() -> None:
    """A card of numbers, all of them marked, may seem to be nothing but flags and mines."""
    cells = Board.from_rows(["F*F", "FF*"]).cells.ravel()
    marks = SimpleNamespace(cells=cells, evidence=SimpleNamespace(ground=np.zeros((6, 3))), odds=0)
    symbols = Symbols(marks, np.ones(6))  # type: ignore[arg-type]
    assert symbols._grounded_alone(np.array([1, 5])) is None


@pytest.mark.parametrize(
    ("lightness", "hidden", "named"),
    [(30, 80, Cell.EXPLODED), (80, 80, Cell.FLAG), (30, 30, Cell.FLAG)],
)
def test_the_only_flag_of_a_loss_on_the_ground_of_mines_is_what_exploded(
    lightness: float, hidden: float, named: Cell
) -> None:
    cells = Board.from_rows(["2F1000", "*31011", "2*101*", "1110..", "0001.."]).cells.copy()
    ground = np.full((30, 3), [60, 0, 0], np.float32)
    ground[np.flatnonzero(cells == Cell.MINE), 0] = 30
    ground[np.flatnonzero(cells == Cell.HIDDEN), 0] = hidden
    ground[1, 0] = lightness
    flags_judged(cells, ground, np.zeros((30, 3), np.float32), np.zeros((30, len(KINDS))))
    assert cells[0, 1] == named
