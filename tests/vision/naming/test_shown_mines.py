"""Which marks are mines after a loss is told by shape, ground and number, and by the others."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from autoplay.vision.naming.evidence import FLAG, MINE, OTHER
from autoplay.vision.naming.shown_mines import ShownMines
from autoplay.vision.rules.hints import Hints
from autoplay.vision.rules.neighbourhood import count_around
from autoplay.vision.unknown.reading import read_unknown
from tests.vision.invented import invented
from tests.vision.synthetic import Picture, paint, play_position


def put(made: Picture, place: tuple[int, int], ground: tuple[int, int, int]) -> None:
    """Put a black disc on a ground of its own, as a flag or a mine may look."""
    spot = made.grid.cell(*place)
    cell = made.pixels[spot.y + 1 : spot.bottom - 1, spot.x + 1 : spot.right - 1]
    cell[:] = ground
    cv2.circle(cell, (cell.shape[1] // 2, cell.shape[0] // 2), 7, (0, 0, 0), -1)


@pytest.mark.parametrize("seed", [0, 2])
def test_discs_are_flags_where_numbers_lack_more_mines_than_are_shown(seed: int) -> None:
    """A loss shows the one that exploded, or all."""
    rng, look, scene = invented(seed, state="mid", flags=0.7)
    made = paint(rng, replace(look, flag="disc"), scene, play_position(rng, scene))
    hidden = np.argwhere(made.board.cells == Cell.HIDDEN)
    exploded = tuple(hidden[len(hidden) // 2].tolist())
    put(made, exploded, (20, 120, 180))
    read = read_unknown(made.pixels, made.grid).cells
    assert (read[made.board.cells == Cell.FLAG] == Cell.FLAG).all()
    assert Cell(int(read[exploded])) is Cell.EXPLODED


@pytest.mark.parametrize("seed", [0, 5])
@pytest.mark.parametrize("shown", [Cell.FLAG, Cell.MINE])
def test_bombs_are_flags_while_numbers_count_more_of_them(shown: Cell, seed: int) -> None:
    """A program may draw its flags as others draw mines, and on a ground of their own."""
    state = "mid" if shown == Cell.FLAG else "lost"
    rng, look, scene = invented(seed, state=state, flags=0.6 if shown == Cell.FLAG else 0.0)
    made = paint(rng, look, scene, play_position(rng, scene))
    bombs = made.board.cells == shown
    for place in np.argwhere(bombs).tolist():
        put(made, tuple(place), (40, 80, 30))
        spot = made.grid.cell(*place)
        middle = np.array([spot.x + spot.w // 2, spot.y + spot.h // 2])
        for turn in np.arange(4) * np.pi / 4:
            spike = np.rint(9 * np.array([np.cos(turn), np.sin(turn)])).astype(int)
            cv2.line(made.pixels, middle - spike, middle + spike, (0, 0, 0), 1)
    assert (read_unknown(made.pixels, made.grid).cells[bombs] == shown).all()


@pytest.mark.parametrize("seed", [0, 2])
def test_a_disc_under_the_pointer_has_not_exploded(seed: int) -> None:
    rng, look, scene = invented(seed, state="won", flags=1.0)
    look = replace(look, flag="disc", hidden=(170, 150, 140))
    made = paint(rng, look, scene, play_position(rng, scene))
    flags = np.argwhere(made.board.cells == Cell.FLAG)
    for row, col in flags.tolist():
        put(made, (row, col), look.hidden)
    put(made, tuple(flags[len(flags) // 2].tolist()), (230, 210, 200))
    assert np.array_equal(read_unknown(made.pixels, made.grid).cells, made.board.cells)


def lost_with_one_wrong_flag(
    seed: int,
) -> tuple[Picture, NDArray[np.bool_], NDArray[np.bool_], tuple[int, int]]:
    """Return a lost game whose flags are mines now, those, the other mines, and the one flag."""
    rng, look, scene = invented(seed, state="lost", flags=0.7)
    board = play_position(rng, scene)
    cells = board.cells.copy()
    flags, shown = cells == Cell.FLAG, np.isin(cells, (Cell.MINE, Cell.EXPLODED))
    cells[flags | shown] = Cell.MINE
    cells[cells == Cell.WRONG_FLAG] = Cell.HIDDEN
    row, col = np.argwhere((cells == Cell.HIDDEN) & (count_around(flags) > 0))[0].tolist()
    cells[row, col] = Cell.FLAG
    return paint(rng, look, scene, Board(cells, board.mines)), flags, shown, (row, col)


def inside(made: Picture, place: tuple[int, int]) -> NDArray[np.uint8]:
    """Return the pixels of a cell without its border."""
    spot = made.grid.cell(*place)
    return made.pixels[spot.y + 1 : spot.bottom - 1, spot.x + 1 : spot.right - 1]


@pytest.mark.parametrize("seed", [1, 2])
def test_flags_that_turn_into_mines_and_keep_their_ground_are_mines(seed: int) -> None:
    made, flags, shown, wrong = lost_with_one_wrong_flag(seed)
    kept = flags.copy()
    kept[wrong] = True
    for places, ground in ((kept, (0, 180, 255)), (shown, (60, 60, 220))):
        for row, col in np.argwhere(places).tolist():
            cell = inside(made, (row, col))
            cell[(cell == cell[0, 0]).all(axis=2)] = ground
    read = read_unknown(made.pixels, made.grid).cells
    assert (read[flags] == Cell.MINE).all()
    assert read[wrong] in (Cell.FLAG, Cell.WRONG_FLAG)


@pytest.mark.parametrize("seed", [1, 2])
def test_flags_that_turn_into_the_very_mines_are_mines_in_whatever_colour(seed: int) -> None:
    """A bomb with its fuse has something of a flag."""
    made, flags, shown, wrong = lost_with_one_wrong_flag(seed)
    for places, ground, ink in (
        (flags, made.look.hidden, (40, 40, 220)),
        (shown, (60, 60, 220), (255, 255, 255)),
    ):
        for row, col in np.argwhere(places).tolist():
            cell = inside(made, (row, col))
            cell[:] = ground
            cv2.circle(cell, (11, 11), 6, ink, -1)
            cv2.line(cell, (14, 14), (21, 21), ink, 3)
    read = read_unknown(made.pixels, made.grid).cells
    assert (read[flags | shown] == Cell.MINE).all()
    assert Cell(int(read[wrong])) is Cell.FLAG


@pytest.mark.parametrize(("seed", "ground"), [(0, (60, 60, 220)), (2, (80, 80, 250))])
def test_the_only_letter_on_red_is_the_mine_that_exploded(
    seed: int, ground: tuple[int, int, int]
) -> None:
    rng, look, scene = invented(seed, state="mid", flags=0.7)
    made = paint(rng, look, scene, play_position(rng, scene))
    hidden = np.argwhere(made.board.cells == Cell.HIDDEN)
    row, col = hidden[len(hidden) // 2].tolist()
    spot = made.grid.cell(row, col)
    cell = made.pixels[spot.y + 1 : spot.bottom - 1, spot.x + 1 : spot.right - 1]
    cell[:] = ground
    cv2.putText(cell, "m", (6, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 1, cv2.LINE_AA)
    read = read_unknown(made.pixels, made.grid).cells
    assert Cell(int(read[row, col])) is Cell.EXPLODED
    assert (read[made.board.cells == Cell.FLAG] == Cell.FLAG).all()
    # Who follows the game may have set a flag there just now.
    nothing = np.zeros(read.shape, bool)
    hints = Hints(made.board.numbers, nothing, nothing)
    followed = read_unknown(made.pixels, made.grid, hints).cells
    assert Cell(int(followed[row, col])) is Cell.FLAG


@pytest.mark.parametrize("seed", [0, 3])
def test_strange_marks_beside_clear_flags_are_mines_where_nothing_is_hidden(seed: int) -> None:
    """A program may show on the ground of hidden cells what exploded, and leave the flags."""
    rng, look, scene = invented(seed, state="won", flags=1.0)
    board = play_position(rng, scene)
    made = paint(rng, look, scene, board)
    shown = board.cells.copy()
    for row, col in np.argwhere(board.cells == Cell.FLAG)[::3].tolist():
        shown[row, col] = Cell.MINE
        spot = made.grid.cell(row, col)
        cell = made.pixels[spot.y + 1 : spot.bottom - 1, spot.x + 1 : spot.right - 1]
        cell[:] = look.hidden
        cv2.putText(cell, "&", (5, 21), cv2.FONT_HERSHEY_DUPLEX, 0.7, (30, 120, 140), 2)
    assert np.array_equal(read_unknown(made.pixels, made.grid).cells, shown)


@pytest.mark.parametrize("text", ["10", "M"])
def test_what_is_printed_as_the_numbers_are_is_a_mine_once_all_is_opened(text: str) -> None:
    rows = ["011101*12*", "01*101112*", "0111000011", "1110011100", "2*1001*100"]
    rows += ["*210011211", "11011101*1", "0012*10111", "001*210000", "0011100000"]
    side, shown = 40, Board.from_rows(rows).cells
    pixels = np.full((len(rows) * side, len(rows[0]) * side, 3), (214, 150, 120), np.uint8)
    for (row, col), kind in np.ndenumerate(shown):
        cell = pixels[row * side : (row + 1) * side, col * side : (col + 1) * side]
        printed = text if kind == Cell.MINE else str(int(kind))
        cv2.putText(cell, printed, (12, 26), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (30, 20, 20), 1)
        cell[0], cell[:, 0] = 0, 0
    reading = read_unknown(pixels, Grid(0, 0, side, side, *shown.shape))
    assert Board(reading.cells).to_rows() == rows
    assert reading.confidence[shown == Cell.MINE].max() < 0.95


@pytest.mark.parametrize("seed", [2, 7])
def test_the_only_letter_among_flags_is_the_mine_that_exploded(seed: int) -> None:
    """Some programs show no other mine; in play it may be a flag that was set just now."""
    rng, look, scene = invented(seed, state="mid", flags=0.7)
    made = paint(rng, look, scene, play_position(rng, scene))
    hidden = np.argwhere(made.board.cells == Cell.HIDDEN)
    row, col = hidden[len(hidden) // 2].tolist()
    spot = made.grid.cell(row, col)
    cell = made.pixels[spot.y : spot.bottom, spot.x : spot.right]
    cv2.putText(cell, "m", (7, 19), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 1, cv2.LINE_AA)
    read = read_unknown(made.pixels, made.grid)
    assert Cell(int(read.cells[row, col])) is Cell.EXPLODED
    assert read.confidence[row, col] < 0.95
    assert (read.cells[made.board.cells == Cell.FLAG] == Cell.FLAG).all()
    nothing = np.zeros(read.cells.shape, bool)
    followed = read_unknown(made.pixels, made.grid, Hints(made.board.numbers, nothing, nothing))
    assert Cell(int(followed.cells[row, col])) is Cell.FLAG


class UnlikeMarks:
    """Marks of which none shows what another does, on a board, by what their shapes may be."""

    def __init__(self, rows: list[str], shapes: dict[tuple[int, int], dict[int, float]]) -> None:
        self.board = Board.from_rows(rows).cells
        self.cells = self.board.ravel()
        self.odds = np.zeros((self.cells.size, max(FLAG, MINE, OTHER) + 1))
        for place, odds in shapes.items():
            self.odds[np.ravel_multi_index(place, self.board.shape), list(odds)] = [*odds.values()]

    def resembles(
        self, cells: NDArray[np.intp], models: NDArray[np.intp]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        shaped = np.isin(cells, models)
        return shaped, shaped

    def very_like(self, cells: NDArray[np.intp], models: NDArray[np.intp]) -> NDArray[np.bool_]:
        return np.isin(cells, models)


@pytest.mark.parametrize(("sure", "turned"), [(0.4, [3, 7, 11]), (0.2, [])])
def test_marks_that_are_rather_mines_by_shape_are_beside_one_that_is_clearly_a_flag(
    sure: float, turned: list[int]
) -> None:
    """On red a mine may have another shape than on the ground of hidden cells."""
    rows = ["F.2F", "..4F", "*24F", ".2*2"]
    bomb, flag = {MINE: sure, FLAG: 0.05}, {FLAG: 0.98}
    marks = UnlikeMarks(rows, {(0, 3): bomb, (1, 3): bomb, (2, 3): bomb, (0, 0): flag})
    flags, mines = (np.flatnonzero(marks.cells == kind) for kind in (Cell.FLAG, Cell.MINE))
    assert ShownMines(marks).turned(flags, mines).tolist() == turned
