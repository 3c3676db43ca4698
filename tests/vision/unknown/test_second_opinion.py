"""What a network that sees the whole board changes of a reading, and what it leaves alone."""

from dataclasses import replace

import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.vision.naming.judgement import OUTSIDE, Judgement
from autoplay.vision.unknown.reading import read_unknown
from autoplay.vision.unknown.second_opinion import heard, seen_beside
from autoplay.vision.unknown.unknown_reading import UnknownReading
from tests.vision.synthetic import picture

LOST = ["*200", "*200", "W200", "*200", "*200"]
IN_PLAY = ["F200", "F200", ".200", "F200", "F200"]
OVER = ["X2..F", "*2...", ".2...", "*2...", "*2..."]


def as_read(rows: list[str], sure: float = 1.0) -> UnknownReading:
    cells = Board.from_rows(rows).cells
    return UnknownReading(cells, np.full(cells.shape, sure, np.float32), {}, 0.0)


def as_judged(rows: list[str], sure: float, rest: list[str] | None = None) -> Judgement:
    """A network that is so sure of some names, and for the rest sees others, or none at all."""
    names, others = (Board.from_rows(seen).cells.astype(int) for seen in (rows, rest or rows))
    kinds = np.eye(OUTSIDE + 1, dtype=np.float32)
    odds = kinds[names] * np.float32(sure) + kinds[others] * np.float32(1 - sure)
    return Judgement(odds, (slice(0, len(rows)), slice(0, len(rows[0]))))


def weighed(read: list[str], confidence: float, seen: list[str], sure: float) -> list[str]:
    """What is named once a network was heard that would else name all as it was read."""
    after = heard(as_read(read, confidence), as_judged(seen, sure, read))
    return Board(after.cells).to_rows()


def test_a_network_is_heard_on_a_lone_picture_and_remembered() -> None:
    made = picture(1, state="mid")
    reading = read_unknown(made.pixels, made.grid)
    window = (slice(0, made.grid.rows), slice(0, made.grid.cols))
    odds = np.zeros((*made.board.cells.shape, OUTSIDE + 1), np.float32)
    np.put_along_axis(odds, reading.cells[..., None].astype(np.intp), 1.0, axis=-1)
    assert np.array_equal(heard(reading, Judgement(odds, window)).confidence, reading.confidence)
    assert heard(reading, None) is reading
    odds[2, 3] = 0.2 * odds[2, 3]
    odds[2, 3, (int(reading.cells[2, 3]) + 1) % OUTSIDE] = 0.8
    after = heard(reading, Judgement(odds, window))
    assert np.array_equal(after.cells, reading.cells)
    assert after.confidence[2, 3] <= 0.9
    assert after.objections > 0
    assert after.window == window


@pytest.mark.parametrize(("name", "filled"), [("1", True), ("7", False)])
def test_what_is_unreadable_is_named_as_a_network_does_that_breaks_no_rule(
    name: str, filled: bool
) -> None:
    cells = Board.from_rows(["00000", "01~10", "01.10", "01110", "00000"]).cells
    reading = UnknownReading(cells, np.ones(cells.shape, np.float32), {(1, 2): (Cell.N7,)}, 0.0)
    odds = np.zeros((5, 5, OUTSIDE + 1), np.float32)
    np.put_along_axis(odds, cells[..., None].astype(np.intp), 1.0, axis=-1)
    odds[1, 2] = np.eye(OUTSIDE + 1)[int(name)]
    after = heard(reading, Judgement(odds, (slice(0, 5), slice(0, 5))))
    assert after.cells[1, 2] == (int(name) if filled else Cell.UNREADABLE)
    assert bool(after.candidates) is not filled
    assert not filled or after.confidence[1, 2] <= 0.9


@pytest.mark.parametrize(("sure", "filled"), [(0.9, True), (0.7, False)])
def test_what_neither_can_read_stays_unreadable(sure: float, filled: bool) -> None:
    read, seen = ["00000", "01~10", "01F10"], ["00000", "01110", "01F10"]
    judgement = as_judged(seen, sure, ["00000", "01210", "01F10"])
    after = heard(as_read(read), judgement)
    assert Board(after.cells).to_rows() == (seen if filled else read)


def renamed(marks: str) -> list[list[str]]:
    """A board in play that is read with one mark, and seen with another."""
    rows = ("M1000", "22110", "2M100", "22110", "M100?")
    return [[row.replace("M", mark) for row in rows] for mark in marks]


@pytest.mark.parametrize(
    ("confidence", "sure", "likelier"),
    [(0.7, 0.8, True), (0.7, 0.72, False), (0.9, 0.95, True), (0.9, 0.91, False), (1, 0.97, False)],
)
@pytest.mark.parametrize("marks", [".F", "F.", "?."])
def test_marks_are_what_both_together_find_likelier(
    marks: str, confidence: float, sure: float, likelier: bool
) -> None:
    read, seen = renamed(marks)
    assert weighed(read, confidence, seen, sure) == (seen if likelier else read)


@pytest.mark.parametrize(("confidence", "sure"), [(0.7, 0.96), (0.9, 0.99)])
@pytest.mark.parametrize("marks", ["F*", "*F", "*."])
def test_what_are_mines_the_network_has_to_be_surer_of(
    marks: str, confidence: float, sure: float
) -> None:
    read, seen = renamed(marks)
    assert weighed(read, confidence, seen, sure) == seen
    assert weighed(read, confidence, seen, sure - 0.03) == read


def test_a_network_is_not_surer_than_naming_of_what_both_see_beyond_doubt() -> None:
    left, marked = ([f"{mark}1000", "12110", f"01{mark}10", "01110"] for mark in ".F")
    assert weighed(left, 1.0, marked, 1.0) == marked
    after = heard(as_read(left), as_judged(marked, 1.0))
    assert after.confidence[0, 0] <= 0.9
    assert after.objections == 0


def test_a_number_is_what_both_together_find_likelier() -> None:
    read, seen = ["....", "1211", "0000"], [".2..", "1211", "0000"]
    assert weighed(read, 0.9, seen, 0.97) == seen
    assert weighed(read, 0.99, seen, 0.97) == read


@pytest.mark.parametrize("shown", ["*", "."])
@pytest.mark.parametrize("mark", ["F", "*"])
def test_where_mines_are_shown_one_mark_has_mostly_exploded(shown: str, mark: str) -> None:
    read, seen = ([f"2{a}..F", "3F...", f"2{shown}...", "12...", "....."] for a in f"{mark}X")
    exploded = (shown, mark) == ("*", "F")
    assert weighed(read, 0.95, seen, 0.8) == (seen if exploded else read)


def test_question_marks_that_are_no_certain_mines_have_their_shape() -> None:
    """Unless the network is quite sure: pins have it too."""
    read, flags = ([f"{m}...{m}", "..11.", "..10.", "....."] for m in "?F")
    assert weighed(read, 0.8, flags, 0.94) == read
    assert weighed(read, 0.65, flags, 0.94) == flags
    assert weighed(read, 0.8, flags, 0.99) == flags


def test_question_marks_beside_flags_have_their_shape() -> None:
    """Unless the network is quite sure."""
    read, seen = ["?100F", "22100", "2?100", "22100"], ["F100F", "22100", "2F100", "22100"]
    assert weighed(read, 0.8, seen, 0.94) == read
    assert weighed(read, 0.65, seen, 0.94) == seen
    assert weighed(read, 0.8, seen, 0.99) == seen


def test_nobody_asks_who_sets_no_flag() -> None:
    flags, questions = ([f"{m}2000", f"{m}2000", "22000", f"{m}2000", f"{m}2000"] for m in "F?")
    assert weighed(questions, 0.8, flags, 0.97) == flags
    assert weighed(flags, 0.8, questions, 1.0) == flags
    one = [*flags[:4], questions[4]]
    assert weighed(flags, 0.8, one, 1.0) == one


def test_what_is_no_minesweeper_is_not_made_one_by_a_network() -> None:
    reading = as_read(["~5~5~", "5~5~5", "~5~5~", "5~5~5", "~5~5~"])
    after = heard(reading, as_judged(["....."] * 5, 1.0))
    assert np.array_equal(after.cells, reading.cells)
    assert not after.plausible


@pytest.mark.parametrize(("numbers", "adopted"), [("1211", True), ("121121", False)])
def test_all_blanks_may_be_hidden_unless_several_numbers_are_opened(
    numbers: str, adopted: bool
) -> None:
    hidden, blank = "." * len(numbers), "0" * len(numbers)
    read, seen = [hidden, numbers, blank], [hidden, numbers, hidden]
    assert weighed(read, 0.8, seen, 0.97) == (seen if adopted else read)


@pytest.mark.parametrize(("sure", "adopted"), [(0.97, True), (0.7, False)])
def test_all_marks_are_named_as_a_network_does_that_takes_them_for_others(
    sure: float, adopted: bool
) -> None:
    rows = weighed(LOST, 0.7, [row.replace(".", "F") for row in IN_PLAY], sure)
    assert ("F200" in rows) is adopted
    assert ("*200" in rows) is not adopted


def test_names_stay_where_others_would_break_rules() -> None:
    after = heard(as_read(IN_PLAY, 0.7), as_judged([*IN_PLAY[:2], "0200", *IN_PLAY[3:]], 0.99))
    assert Board(after.cells).to_rows() == IN_PLAY


@pytest.mark.parametrize(("confidence", "adopted"), [(0.9, True), (1, False)])
def test_one_mark_may_have_exploded(confidence: float, adopted: bool) -> None:
    flags = ["F200F", "F200F", "2200F", "F2012", "F201."]
    lost = ["F200F", "X200F", "2200F", "F2012", "F201."]
    assert weighed(flags, confidence, lost, 0.99) == (lost if adopted else flags)


def test_no_game_is_lost_with_all_else_opened_and_flagged() -> None:
    flags = ["F200F", "F200F", "2200F", "F2012", "F201F"]
    assert weighed(flags, 0.6, [*flags[:4], "X201F"], 0.99) == flags


@pytest.mark.parametrize(("sure", "shown"), [(0.8, "F"), (0.7, "*")])
def test_marks_that_alone_are_left_unopened_may_be_flags(sure: float, shown: str) -> None:
    mines = ["*200*", "*200*", "2200*", "*2012", "*201*"]
    flags = [row.replace("*", "F") for row in mines]
    assert weighed(mines, 0.9, flags, sure) == [row.replace("*", shown) for row in mines]
    assert weighed([*mines[:4], "X201*"], 0.9, flags, 0.8) == [*mines[:4], "X201*"]


@pytest.mark.parametrize(("sure", "shown"), [(0.85, "F"), (0.77, "*")])
def test_marks_that_have_the_shape_of_mines_are_flags_if_a_network_sees_these(
    sure: float, shown: str
) -> None:
    """Stars are much like mines; a game that is lost shows another where it was."""
    mines = ["*200.", "*200*", "2200*", "X2012", "*201*"]
    flags = [row.replace("*", "F") for row in mines]
    assert weighed(mines, 0.98, flags, sure) == [row.replace("*", shown) for row in mines]


def test_mines_beside_a_flag_that_is_wrong_are_mines() -> None:
    """A game with a wrong flag is lost, and shows a mine at least."""
    mines = ["*200.", "*200*", "2200*", "W2012", "*201*"]
    flags = [row.replace("*", "F") for row in mines]
    assert weighed(mines, 0.98, flags, 0.85) == mines


def test_what_is_surely_a_mark_among_digits_is_no_digit() -> None:
    read, seen = ["*1000", "11F11", "0001*"], ["*1000", "11111", "0001*"]
    assert weighed(read, 0.9, seen, 1.0) == read
    assert weighed(read, 0.7, seen, 1.0) == seen


def test_more_than_two_that_seem_to_have_exploded_are_mines() -> None:
    lost = [row.replace("X", "*") for row in picture(3, state="lost").board.to_rows()]
    read, seen = lost, [row.replace("*", "X") for row in lost]
    assert sum(row.count("X") for row in seen) > 5
    after = heard(as_read(read), as_judged(seen, 0.99))
    assert Board(after.cells).to_rows() == read


def test_what_else_seems_to_have_exploded_is_crossed_out() -> None:
    flag, seen, crossed = ([OVER[0][:-1] + mark, *OVER[1:]] for mark in "FXW")
    assert weighed(flag, 0.9, seen, 0.97) == crossed


def test_the_only_mine_that_is_shown_has_exploded_whatever_a_network_calls_it() -> None:
    read, names = as_read(OVER, 0.9), Board.from_rows(OVER).cells.astype(int)
    read = replace(read, cells=np.where(names == Cell.MINE, np.int8(Cell.HIDDEN), read.cells))
    odds = np.eye(OUTSIDE + 1, dtype=np.float32)[read.cells.astype(int)]
    odds[0, 0] = 0
    odds[0, 0, [Cell.FLAG, Cell.MINE, Cell.EXPLODED]] = 0.8, 0.17, 0.03
    window = slice(0, 5), slice(0, 5)
    assert heard(read, Judgement(odds, window)).cells[0, 0] == Cell.EXPLODED
    odds[0, 0, [Cell.FLAG, Cell.MINE, Cell.EXPLODED]] = 0.98, 0.0, 0.005
    assert heard(read, Judgement(odds, window)).cells[0, 0] == Cell.FLAG


def test_a_game_that_is_lost_has_an_explosion() -> None:
    seen = [row.replace("X", "*") for row in OVER]
    assert weighed(OVER, 0.9, seen, 0.99) == OVER


def test_no_flag_is_wrong_where_no_mine_is_shown() -> None:
    rows = [".F1000", "...110", "...1W1", "..1111", "..1000"]
    after = heard(as_read(rows), as_judged(rows, 0.9))
    assert after.cells[2, 4] == Cell.FLAG
    assert after.confidence[2, 4] <= 0.6


@pytest.mark.parametrize(("sure", "shown"), [(0.95, "W"), (0.85, "F")])
@pytest.mark.parametrize("before", ["F", "~"])
def test_a_flag_of_a_lost_game_may_be_crossed_out(before: str, sure: float, shown: str) -> None:
    read, seen, flag = ([OVER[0][:-1] + mark, *OVER[1:]] for mark in (before, "W", "F"))
    after = heard(as_read(read, 0.9), as_judged(seen, sure, flag))
    expected = shown if before == "F" else "W"
    assert Board(after.cells).to_rows() == [OVER[0][:-1] + expected, *OVER[1:]]


@pytest.mark.parametrize(("other", "shown"), [("F", "W"), (".", "F")])
def test_some_flags_are_crossed_out_where_a_network_sees_two_kinds(other: str, shown: str) -> None:
    read, seen = ([*OVER[:3], row, OVER[4]] for row in (f"*2.{other}F", f"*2.{other}W"))
    read[0] = seen[0] = OVER[0][:-1] + "."
    assert weighed(read, 0.9, seen, 0.75) == [*read[:3], f"*2.{other}{shown}", read[4]]


def test_a_flag_that_is_wrong_the_network_has_to_be_surer_of_that_it_is_right() -> None:
    wrong, right = ([OVER[0][:-1] + mark, *OVER[1:]] for mark in "WF")
    assert weighed(wrong, 0.8, right, 0.95) == wrong
    assert weighed(wrong, 0.8, right, 0.98) == right


@pytest.mark.parametrize(
    ("confidence", "sure", "shown"), [(0.7, 0.4, "."), (0.7, 0.6, "F"), (0.9, 0.4, "F")]
)
def test_the_only_mark_in_play_is_one_if_both_are_rather_sure(
    confidence: float, sure: float, shown: str
) -> None:
    read, bare = (["2....", f"2..{mark}.", "2....", "11..."] for mark in "F.")
    after = heard(as_read(read, confidence), as_judged(read, sure, bare))
    assert Board(after.cells).to_rows()[1][3] == shown
    assert shown == "F" or after.confidence[1, 3] <= 0.6
    two = [*read[:3], "11..F"]
    assert weighed(two, confidence, read, 0.5) == two


@pytest.mark.parametrize(("sure", "shown"), [(0.9, "X"), (0.6, ".")])
def test_a_game_is_lost_by_an_explosion_alone_if_a_network_is_sure(sure: float, shown: str) -> None:
    read, bare = (["F2....", f"F2.{mark}..", "12....", ".1...."] for mark in "X.")
    after = heard(as_read(read, 0.9), as_judged(read, sure, bare))
    assert Board(after.cells).to_rows()[1][3] == shown
    assert shown == "X" or after.confidence[1, 3] <= 0.6
    over = [*read[:3], ".1...*"]
    assert weighed(over, 0.9, read, sure) == over


def test_a_flag_that_a_number_needs_is_not_wrong() -> None:
    read = ["*20", "F30", "*20"]
    after = heard(as_read(read, 0.9), as_judged(["*20", "W30", "*20"], 0.99))
    assert Board(after.cells).to_rows() == read


def test_a_network_objects_to_the_names_that_a_reading_ends_with() -> None:
    judgement = as_judged([row.replace(".", "F") for row in IN_PLAY], 0.99, LOST)
    after = heard(replace(as_read(LOST, 0.7), cost=3.0), judgement)
    assert after.cost == 3.0
    assert after.objections == judgement.objections(after.cells)


@pytest.mark.parametrize(("sure", "marked"), [(0.99, True), (0.97, False)])
def test_a_flag_in_the_corner_of_a_cell_is_seen_though_the_cell_looks_as_hidden_ones_do(
    sure: float, marked: bool
) -> None:
    read, seen = renamed(".F")
    assert weighed(read, 1.0, seen, sure) == (seen if marked else read)
    assert weighed(seen, 1.0, read, sure) == seen


@pytest.mark.parametrize(
    ("read", "seen", "opened"),
    [
        (["1.12", "....", "211."], ["1012", "0...", "211."], True),
        (["1.12", "....", "2110"], ["1012", "0...", "2110"], False),
    ],
)
def test_the_first_blanks_may_be_those_of_a_program_that_opens_one_by_one(
    read: list[str], seen: list[str], opened: bool
) -> None:
    """Where one is known already it tells whether they open all around them."""
    assert weighed(read, 0.8, seen, 0.99) == (seen if opened else read)


@pytest.mark.parametrize(
    ("name", "sure", "filled"),
    [("1", 0.98, True), ("1", 0.96, False), ("7", 0.98, False), (".", 0.98, False)],
)
def test_a_covered_cell_is_named_of_which_a_network_surely_sees_what_is_opened(
    name: str, sure: float, filled: bool
) -> None:
    """Nobody is to click a hidden one, and a seven has no room for its mines."""
    rows = ["00000", "01~~0", "01.~0", "01110", "00000"]
    reading = as_read(rows)
    reading = replace(reading, covered=reading.cells == Cell.UNREADABLE)
    told = seen_beside(reading, as_judged([*rows[:1], f"01{name}~0", *rows[2:]], sure, rows))
    assert Board(told.cells).to_rows()[1] == (f"01{name}~0" if filled else rows[1])
    assert told.covered is not None
    assert told.covered.sum() == (2 if filled else 3)
    assert not filled or told.confidence[1, 2] <= 0.8
    assert seen_beside(as_read(rows), as_judged(rows, 1.0)).covered is None


@pytest.mark.parametrize(("shape", "kept"), [(0.92, True), (0.88, False)])
def test_a_question_mark_that_is_clear_is_none_however_sure_a_network_is_of_a_flag(
    shape: float, kept: bool
) -> None:
    """Those of gnome-mines are flags to it."""
    read, seen = ["?100F", "22100", "2?100", "22100"], ["F100F", "22100", "2F100", "22100"]
    assert weighed(read, shape, seen, 0.999) == (read if kept else seen)
