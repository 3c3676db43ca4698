"""A network that sees a whole board names its cells, and objects to names that are wrong."""

import numpy as np
import pytest

from autoplay.board import Cell
from autoplay.geometry import Grid
from autoplay.vision.naming import judgement as module
from autoplay.vision.naming.judgement import OUTSIDE, inside, judge, judged, objections
from tests.vision.negatives import negative
from tests.vision.synthetic import Picture, picture

SEEDS = range(40, 48)


@pytest.fixture(scope="module")
def boards() -> list[tuple[Picture, np.ndarray]]:
    made = [picture(seed, state="mid", flags=0.9) for seed in SEEDS]
    return [(each, judged(each.pixels, each.grid)) for each in made]


def test_odds_are_those_of_every_cell(boards: list[tuple[Picture, np.ndarray]]) -> None:
    for made, odds in boards:
        assert odds.shape == (*made.board.cells.shape, OUTSIDE + 1)
        assert np.allclose(odds.sum(axis=-1), 1, atol=1e-4)


def test_most_cells_of_invented_programs_are_right(
    boards: list[tuple[Picture, np.ndarray]],
) -> None:
    right = [(odds.argmax(axis=-1) == made.board.cells).mean() for made, odds in boards]
    assert np.mean(right) > 0.93


@pytest.mark.parametrize("seed", [41, 43, 44, 46])
def test_a_board_is_judged_to_end_where_it_does(seed: int) -> None:
    made = picture(seed, state="mid", surroundings="window", margin=120)
    rows, cols = made.grid.rows, made.grid.cols
    part = made.grid.part(1, rows, 0, cols - 2)
    judgement = judge(made.pixels, part)
    assert judgement.window == (slice(-1, rows - 1), slice(0, cols))
    assert judgement.extent(part) == made.grid.part(0, rows, 0, cols)
    assert judgement.lines_apart == 3
    assert judge(made.pixels, made.grid).lines_apart == 0


def test_many_cells_are_judged_a_few_rows_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    made = picture(44, state="mid", surroundings="window", margin=120)
    whole = judge(made.pixels, made.grid)
    monkeypatch.setattr(module, "AT_ONCE", made.grid.size // 2)
    parts = judge(made.pixels, made.grid)
    assert parts.odds.shape == whole.odds.shape
    assert parts.window == whole.window
    assert (parts.odds.argmax(axis=-1) == whole.odds.argmax(axis=-1)).mean() > 0.95


def test_a_board_ends_no_further_than_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shown the edge once more, the network may see hidden cells there, look after look."""

    def hidden_all_over(pixels: np.ndarray, grid: Grid) -> np.ndarray:
        return np.tile(
            np.eye(OUTSIDE + 1, dtype=np.float32)[Cell.HIDDEN], (grid.rows, grid.cols, 1)
        )

    monkeypatch.setattr(module, "judged", hidden_all_over)
    pixels = np.zeros((250, 400, 3), np.uint8)
    judgement = judge(pixels, Grid(20.0, 30.0, 30.0, 30.0, 8, 8))
    # Of the last row only a third is in sight; before the first column, two thirds of one are.
    assert judgement.window == (slice(-1, 7), slice(-1, 10))
    assert (judgement.odds[7, :, OUTSIDE] == 1).all()


def test_a_covered_line_at_the_side_is_none_of_the_boards_but_a_box_within_is() -> None:
    names = np.full((6, 7), int(Cell.N1))
    names[0] = Cell.UNREADABLE
    names[3:, :5] = Cell.UNREADABLE
    names[:, 6] = OUTSIDE
    odds = np.eye(OUTSIDE + 1, dtype=np.float32)[names]
    assert inside(odds) == (slice(1, 6), slice(0, 6))
    assert inside(np.eye(OUTSIDE + 1, dtype=np.float32)[np.full((6, 7), OUTSIDE)]) is None


def test_a_heading_that_a_line_of_nothing_parts_from_a_board_is_none_of_it() -> None:
    names = np.full((10, 7), int(Cell.HIDDEN))
    names[1, ::2] = OUTSIDE
    names[2] = OUTSIDE
    odds = np.eye(OUTSIDE + 1, dtype=np.float32)
    assert inside(odds[names]) == (slice(3, 10), slice(0, 7))
    # A box across a board, from its left to its right, parts nothing.
    names[5] = Cell.UNREADABLE
    assert inside(odds[names]) == (slice(3, 10), slice(0, 7))


@pytest.mark.parametrize(("left_in_sight", "seen"), [(1, 6), (3, 9)])
def test_a_board_goes_on_past_a_window_that_covers_most_of_its_lines(
    left_in_sight: int, seen: int
) -> None:
    odds = np.eye(OUTSIDE + 1, dtype=np.float32)
    names = np.full((9, 9), int(Cell.HIDDEN))
    names[6:8, left_in_sight:] = OUTSIDE
    if left_in_sight == 1:
        names[8] = OUTSIDE
    assert inside(odds[names]) == (slice(0, seen), slice(0, 9))
    assert inside(odds[names[::-1]]) == (slice(9 - seen, 9), slice(0, 9))
    assert inside(odds[names.T]) == (slice(0, 9), slice(0, seen))


def test_a_line_of_text_beside_a_board_is_none_of_it() -> None:
    odds = np.eye(OUTSIDE + 1, dtype=np.float32)
    names = np.full((9, 9), OUTSIDE)
    names[:6] = Cell.HIDDEN
    names[7, :3] = Cell.N1
    assert inside(odds[names]) == (slice(0, 6), slice(0, 9))
    names[6, :2] = names[6, 6:8] = Cell.N1
    names[7] = OUTSIDE
    assert inside(odds[names]) == (slice(0, 6), slice(0, 9))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_no_board_is_judged_so(seed: int) -> None:
    pixels, _ = negative(seed)
    judgement = judge(pixels, Grid(30.0, 30.0, 31.0, 31.0, 9, 9))
    assert judgement.odds[..., OUTSIDE].mean() > 0.9


def test_a_wrong_name_is_objected_to_and_many_of_a_kind_no_more_than_a_few(
    boards: list[tuple[Picture, np.ndarray]],
) -> None:
    for made, odds in boards:
        true = made.board.cells
        turned = true.copy()
        turned[true == Cell.HIDDEN] = Cell.N0
        against = objections(odds, turned) - objections(odds, true)
        assert 0 < against <= 20


def test_names_that_the_network_gives_itself_and_unreadable_ones_are_not_objected_to() -> None:
    odds = np.full((2, 2, OUTSIDE + 1), 0.01, np.float32)
    odds[..., Cell.N3] = 0.84
    cells = np.full((2, 2), Cell.N3, np.int8)
    assert objections(odds, cells) == 0
    cells[0, 0] = Cell.UNREADABLE
    assert objections(odds, cells) == 0
    cells[0, 1] = Cell.N2
    assert objections(odds, cells) == pytest.approx(3.0)


def test_a_grid_may_reach_beyond_the_picture() -> None:
    odds = judged(np.zeros((60, 60, 3), np.uint8), Grid(-20.0, -20.0, 20.0, 20.0, 6, 6))
    assert odds.shape == (6, 6, OUTSIDE + 1)
