"""Where nothing else makes sense of a board, the network's word is taken, and never for sure."""

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell, shows
from autoplay.geometry import Grid
from autoplay.vision.naming.judgement import Judgement, judge
from autoplay.vision.pixels.cells import odd_cells
from autoplay.vision.rules.consistency import impossible
from autoplay.vision.unknown import judged as module
from autoplay.vision.unknown.found import Found
from autoplay.vision.unknown.judged import JudgedBoards
from autoplay.vision.unknown.unknown_reading import UnknownReading
from tests.vision.negatives import negative
from tests.vision.synthetic import Picture, picture


@pytest.fixture(scope="module")
def made() -> Picture:
    return picture(12, state="mid", rows=9, cols=9, pitch=(30.0, 30.0), noise=0, jpeg=0, scale=1)


def test_a_board_is_read_with_all_its_rows_and_columns_and_no_cell_is_sure(made: Picture) -> None:
    found = JudgedBoards(made.pixels).surest([made.grid.part(1, 9, 0, 8)])
    assert found is not None
    assert found.unknown.cells.shape == made.board.cells.shape
    assert (found.unknown.cells == made.board.cells).mean() > 0.9
    assert found.confidence.max() <= 0.9


@pytest.mark.parametrize(("doubtful", "seen"), [(1, True), (2, False)])
def test_a_board_of_which_several_cells_are_in_doubt_is_none(
    doubtful: int, seen: bool, made: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two men between empty squares were a board with a few cells that nobody could tell."""
    odds = np.eye(17, dtype=np.float32)[made.board.cells]
    for row, col in np.argwhere(shows(made.board.cells, Cell.HIDDEN))[:doubtful].tolist():
        odds[row, col] = 0
        odds[row, col, [Cell.HIDDEN, Cell.FLAG, Cell.N1]] = 0.4, 0.35, 0.25
    window = (slice(0, 9), slice(0, 9))
    monkeypatch.setattr(module, "judge", lambda *_: Judgement(odds, window))
    assert (JudgedBoards(made.pixels).surest([made.grid]) is not None) is seen


def test_a_board_is_seen_where_it_ends_and_none_where_there_is_none(made: Picture) -> None:
    places = list(JudgedBoards(made.pixels).places([made.grid.part(1, 9, 0, 8), made.grid]))
    assert places == [made.grid, made.grid]
    wall, kind = negative(68)
    assert list(JudgedBoards(wall).places([Grid(20, 20, 30, 30, 9, 9)])) == [], kind


def test_no_lattice_is_looked_at_twice(made: Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Grid] = []

    def counted(pixels: np.ndarray, grid: Grid) -> Judgement:
        looks.append(grid)
        return judge(pixels, grid)

    monkeypatch.setattr(module, "judge", counted)
    boards = JudgedBoards(made.pixels)
    part = made.grid.part(1, 9, 0, 8)
    assert list(boards.places([part])) == boards.ends([part]) == [made.grid]
    seen = len(looks)
    assert seen > 1
    assert boards.ends([part]) == [made.grid]
    assert len(looks) == seen


def test_a_fresh_board_is_seen_where_it_ends(made: Picture) -> None:
    pixels = made.pixels.copy()
    grid = made.grid
    hidden = np.argwhere(shows(made.board.cells, Cell.HIDDEN))[0].tolist()
    model = grid.cell(*hidden)
    for row, col in np.ndindex(grid.rows, grid.cols):
        cell = grid.cell(row, col)
        pixels[cell.y : cell.y + model.h, cell.x : cell.x + model.w] = made.pixels[
            model.y : model.bottom, model.x : model.right
        ]
    assert JudgedBoards(pixels).ends([grid.part(0, grid.rows + 1, 0, grid.cols + 1)]) == [grid]
    assert JudgedBoards(np.zeros_like(pixels)).ends([grid]) == []


def test_headings_are_left_out_that_cannot_be_read_though_a_cell_of_the_board_cannot_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a terminal the digits above a board are what its own are, and its cursor is a box."""
    board = picture(12, state="late", rows=16, cols=16).board
    cells = np.vstack([np.full((1, 16), Cell.HIDDEN, np.int8), board.cells])
    unread = [(0, 2), (0, 5), (0, 9), (0, 12), (9, 9)]

    def taken(_: np.ndarray, seen: Grid) -> Judgement:
        first, left = (round((at - 20) / 20) for at in (seen.top, seen.left))
        odds = np.eye(17, dtype=np.float32)[cells]
        for row, col in unread:
            odds[row, col] = 0
            odds[row, col, [Cell.HIDDEN, Cell.FLAG, Cell.N1]] = 0.4, 0.35, 0.25
        shown = odds[first : first + seen.rows, left : left + seen.cols]
        return Judgement(shown, (slice(0, seen.rows), slice(0, seen.cols)))

    monkeypatch.setattr(module, "judge", taken)
    grid = Grid(20.0, 20.0, 20.0, 20.0, 17, 16)
    without = grid.part(1, 17, 0, 16)
    # Also where it has been seen without its heading once.
    for grids in ([grid], [grid, without], [without, grid]):
        found = JudgedBoards(np.full((400, 400, 3), 128, np.uint8)).surest(grids)
        assert found is not None
        assert found.grid == without
        assert np.argwhere(shows(found.unknown.cells, Cell.UNREADABLE)).tolist() == [[8, 9]]
        assert found.unknown.seen_to_its_ends


@pytest.mark.parametrize("seed", [12, 25])
def test_a_board_under_a_dark_veil_is_read_beside_the_box_across_it(seed: int) -> None:
    made = picture(seed, state="mid", rows=9, cols=9, pitch=(30, 30), noise=0, jpeg=0, scale=1)
    grid = made.grid
    pixels = (made.pixels * 0.2).astype(np.uint8)
    box = grid.window((slice(3, 6), slice(3, 7))).region.moved(8, -9)
    pixels[box.y : box.bottom, box.x : box.right] = (60, 50, 50)
    place = (box.x + 6, box.y + 51)
    cv2.putText(pixels, "You win!", place, cv2.FONT_HERSHEY_SIMPLEX, 0.8, (230, 230, 230), 2)
    found = JudgedBoards(pixels).surest([grid])
    assert found is not None
    covered = shows(found.unknown.cells, Cell.UNREADABLE)
    assert covered[3:5, 4:7].all()
    assert covered.sum() <= 4 * 5
    # Of what the box touches the rest may be seen, or not.
    beside = ~covered
    beside[2:6, 3:8] = False
    assert np.array_equal(found.unknown.cells[beside], made.board.cells[beside])


@pytest.mark.parametrize("shade", [0.3, 1.0])
def test_a_strip_of_the_window_that_a_network_takes_for_hidden_cells_is_left_out(
    shade: float, made: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless it has their colour, though the line at its outer side is another."""
    grid = made.grid.part(-1, 9, 0, 9)
    pixels = made.pixels.copy()
    row, col = np.argwhere(shows(made.board.cells, Cell.HIDDEN))[0].tolist()
    hidden = made.grid.cell(row, col)
    tile = made.pixels[hidden.y : hidden.bottom, hidden.x : hidden.right] * shade
    tile[:2] = (200, 0, 200)
    strip = grid.part(0, 1, 0, 9).region
    pixels[strip.y : strip.bottom, strip.x : strip.right] = np.tile(tile, (1, 9, 1))
    cells = np.vstack([np.full((1, 9), Cell.HIDDEN, np.int8), made.board.cells])

    def taken(_: np.ndarray, seen: Grid) -> Judgement:
        odds = np.eye(17, dtype=np.float32)[cells[-seen.rows :]]
        return Judgement(odds, (slice(0, seen.rows), slice(0, 9)))

    monkeypatch.setattr(module, "judge", taken)
    found = JudgedBoards(pixels).surest([grid])
    assert found is not None
    assert found.grid == (made.grid if shade < 1 else grid)
    assert np.array_equal(found.unknown.cells, cells[-found.grid.rows :])


@pytest.mark.parametrize("by_turns", [True, False])
def test_a_strip_in_one_colour_goes_on_no_board_whose_hidden_cells_have_two_by_turns(
    by_turns: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = ["....0000", "...10111", "..210000", *3 * ["........"]]
    cells = Board.from_rows(rows).cells
    tones = np.where(odd_cells(6, 8), 120, 150)
    if not by_turns:
        tones[:, 0] = 190
    tones[cells <= Cell.N8] = 240
    pixels = np.kron(tones, np.ones((30, 30)))[..., None].repeat(3, axis=-1).astype(np.uint8)
    odds, whole = np.eye(17, dtype=np.float32)[cells], (slice(0, 6), slice(0, 8))
    monkeypatch.setattr(module, "judge", lambda *_: Judgement(odds, whole))
    monkeypatch.setattr(module, "_judged", lambda grid, _: Found(_reading(cells), grid))
    grid = Grid(0, 0, 30, 30, 6, 8)
    assert list(JudgedBoards(pixels).places([grid])) == ([grid] if by_turns else [])


def _reading(cells: np.ndarray) -> UnknownReading:
    return UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0)


def test_what_numbers_the_columns_above_a_board_is_none_of_its_rows(made: Picture) -> None:
    pixels, grid = made.pixels.copy(), made.grid
    numbers = np.argwhere(shows(made.board.cells, Cell.N1, Cell.N8)).tolist()
    above = grid.part(-1, grid.rows, 0, grid.cols)
    for col in range(grid.cols):
        place, number = above.cell(0, col), grid.cell(*numbers[col])
        drawn = made.pixels[number.y : number.bottom, number.x : number.right]
        pixels[place.y : place.y + number.h, place.x : place.x + number.w] = drawn
    found = JudgedBoards(pixels).surest([above])
    assert found is not None
    assert found.grid.rows == grid.rows
    assert abs(found.grid.top - grid.top) < 1


@pytest.mark.parametrize(("above", "wrong"), [((5, 4, 3, 5), 6), ((0, 0, 0, 0, 5), 2)])
def test_headings_are_left_out_though_few_of_all_cells_break_rules(
    above: tuple[int, ...], wrong: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A heading above many rows breaks as small a share of the rules as misread numbers do."""
    board = picture(12, state="late", rows=16, cols=16).board
    heading = np.full((1, 16), Cell.HIDDEN, np.int8)
    heading[0, : len(above)] = above
    cells = np.vstack([heading, board.cells])
    assert impossible(cells).sum() == wrong
    assert not impossible(board.cells).any()

    def taken(_: np.ndarray, seen: Grid) -> Judgement:
        first, left = (round((at - 20) / 20) for at in (seen.top, seen.left))
        shown = cells[first : first + seen.rows, left : left + seen.cols]
        window = (slice(0, seen.rows), slice(0, seen.cols))
        return Judgement(np.eye(17, dtype=np.float32)[shown], window)

    monkeypatch.setattr(module, "judge", taken)
    grid = Grid(20.0, 20.0, 20.0, 20.0, 17, 16)
    found = JudgedBoards(np.full((400, 400, 3), 128, np.uint8)).surest([grid])
    assert found is not None
    assert found.grid == grid.part(1, 17, 0, 16)
    assert np.array_equal(found.unknown.cells, board.cells)


def test_numbers_that_do_not_hold_together_are_no_board(
    made: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert JudgedBoards(made.pixels).surest([made.grid]) is not None
    odds = judge(made.pixels, made.grid).odds.copy()
    odds[shows(made.board.cells, Cell.N0)] = np.eye(odds.shape[-1], dtype=np.float32)[Cell.N5]
    whole = (slice(0, made.grid.rows), slice(0, made.grid.cols))
    monkeypatch.setattr(module, "judge", lambda pixels, grid: Judgement(odds, whole))
    assert JudgedBoards(made.pixels).surest([made.grid]) is None


def test_blanks_beside_hidden_cells_are_a_board_of_a_program_that_opens_one_by_one(
    made: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = made.board.cells.copy()
    blanks = np.argwhere(shows(cells, Cell.N0))
    cells[tuple(blanks[1::2].T)] = Cell.HIDDEN
    assert impossible(cells).sum() > 5
    odds = np.eye(len(Cell) + 1, dtype=np.float32)[cells]
    whole = (slice(0, made.grid.rows), slice(0, made.grid.cols))
    monkeypatch.setattr(module, "judge", lambda pixels, grid: Judgement(odds, whole))
    found = JudgedBoards(made.pixels).surest([made.grid])
    assert found is not None
    assert np.array_equal(found.unknown.cells, cells)
    assert not found.unknown.floods


def test_the_only_mine_that_is_shown_has_exploded_and_two_among_more_are_flags(
    made: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = judge(made.pixels, made.grid)
    assert seen is not None
    hidden = np.argwhere(made.board.cells == Cell.HIDDEN).tolist()
    odds = seen.odds.copy()
    for place in hidden[:2]:
        odds[*place] = 0
        odds[*place, Cell.MINE] = 1
        monkeypatch.setattr(module, "judge", lambda *_: Judgement(odds, seen.window))
        found = JudgedBoards(made.pixels).surest([made.grid])
        assert found is not None
        alone = place == hidden[0]
        assert Cell(int(found.unknown.cells[*place])) is (Cell.EXPLODED if alone else Cell.FLAG)


@pytest.mark.parametrize("seed", range(6))
def test_a_lattice_in_another_picture_is_no_board(seed: int) -> None:
    pixels, _ = negative(seed)
    grids = [picture(3).grid.part(0, 8, 0, 8)]
    assert JudgedBoards(pixels).surest(grids) is None
