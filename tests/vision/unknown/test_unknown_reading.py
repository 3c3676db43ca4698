"""What a board read without a pack is taken for: sound, plausible or no Minesweeper at all."""

from dataclasses import replace

import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.vision.rules.neighbourhood import count_around
from autoplay.vision.unknown.unknown_reading import UnknownReading
from autoplay.vision.unknown.ways import sound_cost
from tests.vision.plainly import PRINTED


def test_a_list_whose_lines_are_all_the_same_is_no_minesweeper() -> None:
    cells = np.tile(Board.from_rows(["1..100000"]).cells, (9, 1))
    sure = np.ones(cells.shape, np.float32)
    assert not UnknownReading(cells, sure, {}, 0.0).plausible
    assert not UnknownReading(cells.T, sure, {}, 0.0).plausible
    cells[2:5, 4] = Cell.N2
    assert UnknownReading(cells, sure, {}, 0.0).plausible


def test_a_part_of_a_reading_keeps_what_was_read_there() -> None:
    cells = Board.from_rows(["0000", "011~", "01.."]).cells
    sure = np.linspace(0, 1, cells.size, dtype=np.float32).reshape(cells.shape)
    names = {(1, 3): (Cell.N1, Cell.N2), (0, 0): (Cell.N0, Cell.HIDDEN)}
    window = slice(-1, 3), slice(1, 4)
    part = UnknownReading(cells, sure, names, 2.0, window=window).part(1, 3, 1, 4)
    assert Board(part.cells).to_rows() == ["11~", "1.."]
    assert np.array_equal(part.confidence, sure[1:, 1:])
    assert part.candidates == {(0, 2): (Cell.N1, Cell.N2)}
    assert part.window == (slice(-2, 2), slice(0, 3))


def seen(reading: UnknownReading) -> UnknownReading:
    """The same where a network sees just this board."""
    rows, cols = reading.cells.shape
    return replace(reading, window=(slice(0, rows), slice(0, cols)))


@pytest.mark.parametrize(("elsewhere", "likely"), [(0.1, True), (0.5, False)])
@pytest.mark.parametrize("opened", [["0000", "0111", "01.."], ["...."] * 3])
def test_a_board_is_hardly_one_where_a_network_sees_much_of_something_else(
    opened: list[str], elsewhere: float, likely: bool
) -> None:
    cells = np.tile(Board.from_rows(opened).cells, (3, 3))
    sure, window = np.ones(cells.shape, np.float32), (slice(0, 9), slice(0, 12))
    reading = UnknownReading(cells, sure, {}, 0.0, window=window, elsewhere=elsewhere)
    assert reading.hardly_likely != likely


def test_a_board_is_one_whatever_a_network_sees_if_a_good_part_are_numbers_that_agree() -> None:
    """Digits in a terminal lie on nothing but the ground of the window."""
    cells = Board.from_rows(PRINTED).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0, elsewhere=0.5)
    assert not seen(reading).hardly_likely
    wrong = cells.copy()
    wrong[0, 0] = Cell.N8
    assert seen(replace(reading, cells=wrong)).hardly_likely


@pytest.mark.parametrize(
    ("window", "objections", "plausible"),
    [
        ((slice(0, 9), slice(0, 9)), 0.0, True),
        ((slice(0, 9), slice(0, 9)), 2.0, False),
        ((slice(0, 9), slice(0, 8)), 0.0, False),
    ],
)
def test_an_odd_fresh_board_has_to_be_seen_by_a_network(
    window: tuple[slice, slice], objections: float, plausible: bool
) -> None:
    hidden = np.full((9, 9), Cell.HIDDEN, np.int8)
    sure = np.ones(hidden.shape, np.float32)
    for cost, odd in ((4.0, False), (9.0, True), (15.0, True)):
        reading = UnknownReading(hidden, sure, {}, cost, objections=objections, window=window)
        assert reading.plausible == (not odd or (plausible and cost < 12))


def test_a_long_strip_with_nothing_opened_is_no_minesweeper() -> None:
    hidden = np.full((6, 45), Cell.HIDDEN, np.int8)
    sure = np.ones(hidden.shape, np.float32)
    assert not UnknownReading(hidden, sure, {}, 0.0).plausible
    assert UnknownReading(hidden[:, :24], sure[:, :24], {}, 0.0).plausible


@pytest.mark.parametrize(
    ("rows", "plausible"),
    [
        (["00000", "01110", "01.10", "01110", "00000"], True),
        (["11100", "1F211", "112*1", "00111", "11000"], True),
        (["00000", "01111", "00000", "00000", "00000"], False),
        (["05000", "00~00", "00050", "00000", "00~~0"], False),
        (["00000", "00000", "00~00", "00100", "00000"], False),
    ],
)
def test_numbers_whose_mines_are_nowhere_are_no_minesweeper(
    rows: list[str], plausible: bool
) -> None:
    cells = np.pad(Board.from_rows(rows).cells, 5)
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0)
    assert reading.plausible == plausible


def test_blanks_among_hidden_cells_are_no_minesweeper() -> None:
    """As the black squares of a puzzle seem."""
    cells = Board.from_rows(
        ["F...F.0", "...0...", "0......", ".4...~.", "......1", "...4...", "0.0...0"]
    ).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0)
    assert not reading.plausible
    assert reading.hopeless


@pytest.mark.parametrize(
    ("rows", "plausible"),
    [
        (["......", "F.3..?", "......", "......", "...F..", "......"], False),
        (["2...1.", "......", ".4....", "....3.", "......", ".1...2"], False),
        (["011111", "01.F..", "12.4..", "......", "......", "......"], True),
    ],
)
def test_numbers_strewn_among_hidden_cells_must_make_sense(
    rows: list[str], plausible: bool
) -> None:
    """Keys and clues lie so; in play one opening brings the next."""
    cells = Board.from_rows(rows).cells
    sure = np.ones(cells.shape, np.float32)
    assert UnknownReading(cells, sure, {}, 5.0).sound
    doubtful = UnknownReading(cells, sure, {}, 10.0)
    assert (doubtful.plausible, doubtful.hopeless) == (plausible, not plausible)
    assert seen(doubtful).plausible
    assert not seen(doubtful).hopeless


@pytest.mark.parametrize(
    ("rows", "hardly"),
    [
        (["......", ".1....", "..1...", "......"], True),
        (["......", ".11...", ".11...", "......"], False),
        (["01....", "11....", "......", "......"], False),
        (["0.....", "......", "......", "......"], True),
    ],
)
def test_few_numbers_without_a_blank_are_hardly_an_opening(rows: list[str], hardly: bool) -> None:
    """A calculator's screen may hold two of them, the same in all that is known."""
    cells = Board.from_rows(rows).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0)
    assert reading.hardly_opened is hardly


@pytest.mark.parametrize(("number", "sound"), [("1", True), ("2", False)])
def test_a_board_may_cost_more_where_many_numbers_hold_together(number: str, sound: bool) -> None:
    rows = ["000111", "0001.1", f"000{number}11", "111000", "1.1000", "111000"]
    cells = Board.from_rows(rows).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 8.0)
    assert reading.sound is sound


@pytest.mark.parametrize(("side", "plausible"), [(16, True), (60, False)])
def test_a_few_numbers_vouch_for_no_more_of_a_large_board(side: int, plausible: bool) -> None:
    # The grain of a picture, cut far too fine: what is odd about it grows with the cells.
    cells = np.full((side, side), Cell.HIDDEN, np.int8)
    cells[3, 3:6] = (1, 2, 1)
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, cost=0.04 * cells.size)
    assert reading.plausible is plausible


def test_one_number_strewn_among_hidden_cells_is_no_minesweeper() -> None:
    """As the joints of a wall look, where one joint in three is in the middle of a cell."""
    cells = Board.from_rows(["1.......1", ".1.....1.", "........1", ".1.....1.", "1.1.....1"]).cells
    assert not UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0).plausible


@pytest.mark.parametrize(
    ("marks", "plausible"), [("FF?", True), ("F?FF", False), ("F?~~~~~", False)]
)
def test_few_cells_are_marked_before_the_first_is_opened(marks: str, plausible: bool) -> None:
    cells = np.full((8, 8), Cell.HIDDEN, np.int8)
    cells.ravel()[5 : 5 + 7 * len(marks) : 7] = Board.from_rows([marks]).cells[0]
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0)
    assert reading.plausible == plausible
    assert seen(reading).plausible == ("~" not in marks)


def test_a_narrow_column_with_nothing_opened_is_no_minesweeper() -> None:
    hidden = np.full((10, 6), Cell.HIDDEN, np.int8)
    sure = np.ones(hidden.shape, np.float32)
    assert UnknownReading(hidden, sure, {}, 0.0).plausible
    assert not UnknownReading(hidden[:, :4], sure[:, :4], {}, 0.0).plausible


@pytest.mark.parametrize(("rows", "cols"), [(7, 5), (5, 24)])
def test_a_narrow_board_with_nothing_opened_is_one_if_a_network_sees_just_it(
    rows: int, cols: int
) -> None:
    hidden = np.full((rows, cols), Cell.HIDDEN, np.int8)
    reading = UnknownReading(hidden, np.ones(hidden.shape, np.float32), {}, 0.0)
    seen = replace(reading, window=(slice(0, rows), slice(0, cols)))
    assert not reading.plausible
    assert seen.plausible
    assert seen.hidden
    assert not replace(seen, window=(slice(0, rows), slice(0, cols - 1))).plausible
    assert not replace(seen, objections=4.8).plausible


def test_a_network_has_to_see_a_board_with_nothing_opened() -> None:
    """Sheets of figures and dots are as even, with a lattice between what is drawn on them."""
    hidden = np.full((9, 9), Cell.HIDDEN, np.int8)
    reading = UnknownReading(hidden, np.ones(hidden.shape, np.float32), {}, 0.0)
    assert reading.plausible
    assert not replace(reading, objections=25.0).plausible
    whole = (slice(0, 9), slice(0, 9))
    assert not replace(reading, window=whole, objections=9.0).plausible
    assert replace(reading, window=whole, objections=4.0).plausible


ONES = [4 * "111", 4 * "1.1", 4 * "111", 12 * "0"] * 3


@pytest.mark.parametrize(("rows", "sound"), [(PRINTED, True), (ONES, False)])
def test_every_number_that_agrees_vouches_but_one_number_may_be_a_pattern(
    rows: list[str], sound: bool
) -> None:
    """Flags in the shape of digits are dear, and so are letters that come again."""
    cells = Board.from_rows(rows).cells
    cost = 1.5 * sound_cost(cells.size)
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, cost)
    assert reading.faultless
    assert reading.sound is sound


def test_few_numbers_vouch_as_well_where_a_network_sees_just_these_cells() -> None:
    """Where a flag was wrong what lies beside a blank stays hidden, which is dear."""
    cells = Board.from_rows(
        ["....F.....", "1F.2......", "112F2.....", "00.111F...", "000001...."]
    ).cells
    cost = 1.5 * sound_cost(cells.size)
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, cost, floods=False)
    assert reading.faultless
    assert not reading.sound
    assert seen(reading).sound
    assert not replace(seen(reading), objections=2.0).sound


@pytest.mark.parametrize(
    ("rows", "plausible"),
    [
        ([".......", "1111111", ".......", ".111111"], False),
        ([".......", "1111111", ".......", "..21111"], True),
    ],
)
def test_many_of_one_number_and_no_blank_are_no_minesweeper(
    rows: list[str], plausible: bool
) -> None:
    """Between the keys of a keyboard a line shows on every second row."""
    cells = Board.from_rows(rows).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 6.2)
    assert reading.plausible is plausible


@pytest.mark.parametrize(("marks", "plausible"), [("FFF.", False), ("F...", True)])
def test_numbers_with_more_flags_than_they_count_are_no_minesweeper(
    marks: str, plausible: bool
) -> None:
    """A wrong flag here and there is a player's; letters strewn over a crossword are none."""
    cells = Board.from_rows([2 * marks, "11112111", *3 * ["........"]]).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 6.0)
    assert reading.plausible is plausible


@pytest.mark.parametrize(
    ("cost", "window", "plausible"),
    [(9.0, None, True), (20.0, None, False), (20.0, (slice(0, 10), slice(0, 10)), True)],
)
def test_what_makes_no_sense_is_no_minesweeper_where_a_network_sees_no_board(
    cost: float, window: tuple[slice, slice] | None, plausible: bool
) -> None:
    cells = Board.from_rows(PRINTED).cells
    sure = np.ones(cells.shape, np.float32)
    reading = UnknownReading(cells, sure, {}, cost, objections=25.0, window=window)
    assert sound_cost(cells.size) < 20
    assert reading.plausible is plausible
    # In play no network is asked.
    assert UnknownReading(cells, sure, {}, cost).plausible


def test_a_network_that_sees_a_cell_or_two_sees_no_board() -> None:
    cells = Board.from_rows(["....."] * 8).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 1.0, objections=9.0)
    assert reading.unseen
    assert replace(reading, window=(slice(0, 3), slice(0, 1))).unseen
    assert not replace(reading, window=(slice(0, 4), slice(0, 1))).unseen
    assert not replace(reading, objections=0.0).unseen


@pytest.mark.parametrize(
    ("rows", "likely"), [(PRINTED, True), ([".....", "..1..", "....."], False)]
)
def test_what_half_makes_sense_where_a_network_sees_no_board_needs_numbers(
    rows: list[str], likely: bool
) -> None:
    cells = Board.from_rows(rows).cells
    half = sound_cost(cells.size) / 2
    sure = np.ones(cells.shape, np.float32)
    reading = UnknownReading(cells, sure, {}, half + 0.1, objections=25.0)
    assert reading.hardly_likely is not likely
    assert not replace(reading, cost=half - 0.1).hardly_likely
    window = slice(0, cells.shape[0]), slice(0, cells.shape[1])
    assert not replace(reading, window=window).hardly_likely


@pytest.mark.parametrize(("objections", "likely"), [(0.0, True), (12.0, False)])
def test_what_makes_no_sense_all_over_and_a_network_objects_to_is_hardly_minesweeper(
    objections: float, likely: bool
) -> None:
    """The clues of a nonogram seemed a row of ones, and its squares blanks, with two wrong."""
    cells = np.zeros((12, 15), np.int8)
    cells[0] = Cell.HIDDEN
    cells[1], cells[1, [0, -1]] = Cell.N1, Cell.N3
    window = slice(0, 12), slice(0, 15)
    sure = np.ones(cells.shape, np.float32)
    reading = UnknownReading(cells, sure, {}, 30.0, objections=objections, window=window)
    assert reading.plausible
    assert not reading.sound
    assert reading.hardly_likely != likely


@pytest.mark.parametrize(("flags", "likely"), [(9, True), (13, False)])
def test_many_flags_beside_nothing_that_is_opened_are_hardly_minesweeper(
    flags: int, likely: bool
) -> None:
    mines = np.zeros((16, 16), bool)
    mines[9, [1, 4, 5, 8, 11, 14]] = True
    cells = np.where(np.arange(16)[:, None] > 9, count_around(mines), Cell.HIDDEN).astype(np.int8)
    cells[2, :flags] = Cell.FLAG
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0)
    assert reading.plausible
    assert reading.hardly_likely != likely
    assert not seen(reading).hardly_likely
    near = np.where(mines, np.int8(Cell.FLAG), cells)
    near[8], near[2] = near[9], Cell.HIDDEN
    reading = UnknownReading(near, np.ones(cells.shape, np.float32), {}, 0.0)
    assert not reading.hardly_likely


def test_a_small_lost_board_makes_sense_if_a_network_sees_just_it() -> None:
    """Too few numbers vouch for its mines, and these are most of what a reading of it costs."""
    cells = Board.from_rows(["..*..", ".*...", "*.W*.", "112W.", "001X."]).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 13.0)
    assert not reading.plausible
    assert seen(reading).sound
    assert not replace(seen(reading), objections=4.0).plausible
    broken = cells.copy()
    broken[4, 0] = Cell.N5
    assert not seen(replace(reading, cells=broken)).plausible


@pytest.mark.parametrize(
    ("rows", "likely"),
    [
        (["1110000", "1.11110", "1111.10", "0001110", "0000000"], False),
        (["1221000", "1..1000", "1221000", "0001110", "0001.10"], True),
    ],
)
def test_numbers_that_are_nearly_all_the_same_are_minesweeper_only_if_a_network_sees_it(
    rows: list[str], likely: bool
) -> None:
    """The lamps of a display that spell a digit have one look, and here and there another."""
    cells = Board.from_rows(rows).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0, objections=25.0)
    assert reading.unseen
    assert reading.hardly_likely != likely
    assert not seen(replace(reading, objections=0.0)).hardly_likely
