"""What a network that sees the whole board changes of a reading, and what it leaves alone."""

from dataclasses import replace

import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.vision.naming.judgement import OUTSIDE, Judgement
from autoplay.vision.unknown.reading import read_unknown
from autoplay.vision.unknown.second_opinion import heard
from autoplay.vision.unknown.unknown_reading import UnknownReading
from tests.vision.synthetic import picture

LOST = ["*200", "*200", "W200", "*200", "*200"]
IN_PLAY = ["F200", "F200", ".200", "F200", "F200"]
OVER = ["X2..F", "*2...", ".2...", "*2...", "*2..."]


def as_read(rows: list[str]) -> UnknownReading:
    cells = Board.from_rows(rows).cells
    return UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 0.0)


def as_judged(rows: list[str], sure: float) -> Judgement:
    names = Board.from_rows(rows).cells.astype(int)
    odds = np.eye(OUTSIDE + 1, dtype=np.float32)[names] * np.float32(sure)
    return Judgement(odds, (slice(0, len(rows)), slice(0, len(rows[0]))))


def test_a_network_is_heard_on_a_lone_picture_and_only_makes_less_sure() -> None:
    made = picture(1, state="mid")
    reading = read_unknown(made.pixels, made.grid)
    window = (slice(0, made.grid.rows), slice(0, made.grid.cols))
    odds = np.zeros((*made.board.cells.shape, OUTSIDE + 1), np.float32)
    np.put_along_axis(odds, reading.cells[..., None].astype(np.intp), 1.0, axis=-1)
    assert np.array_equal(heard(reading, Judgement(odds, window)).confidence, reading.confidence)
    odds[2, 3] = np.eye(OUTSIDE + 1)[(int(reading.cells[2, 3]) + 1) % OUTSIDE]
    after = heard(reading, Judgement(odds, window))
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


@pytest.mark.parametrize(("sure", "renamed"), [(0.99, True), (0.9, False)])
@pytest.mark.parametrize("mark", ["F", "?"])
def test_marks_are_named_as_a_network_does_beyond_doubt(
    mark: str, sure: float, renamed: bool
) -> None:
    names = [row.replace("F", mark) for row in ("F1000", ".2110", ".F.10", ".2110", ".1000")]
    reading = as_read([".1000", ".2110", "...10", ".2110", ".1000"])
    after = heard(reading, as_judged(names, sure))
    assert np.array_equal(after.cells, Board.from_rows(names).cells) is renamed
    assert after.confidence[0, 0] <= 0.9


@pytest.mark.parametrize(
    ("name", "sure", "shown"),
    [
        (".", 0.99, True),
        (".", 0.9, False),
        ("?", 0.99, True),
        ("?", 0.9, False),
        # Numbers tell that it is wrong, but not whether it is crossed out.
        ("F", 0.9, True),
        ("F", 0.8, False),
    ],
)
def test_a_wrong_flag_is_what_a_network_sees_beyond_doubt(
    name: str, sure: float, shown: bool
) -> None:
    read, seen = ([OVER[0][:-1] + mark, *OVER[1:]] for mark in ("W", name))
    after = heard(as_read(read), as_judged(seen, sure))
    assert Board(after.cells).to_rows() == (seen if shown else read)


def test_question_marks_that_naming_sees_are_no_flags() -> None:
    asked = ["?1000", ".2110", ".?.10", ".2110", ".1000"]
    after = heard(as_read(asked), as_judged([row.replace("?", "F") for row in asked], 0.99))
    assert Board(after.cells).to_rows() == asked


@pytest.mark.parametrize(
    ("mark", "sure", "flags"), [("?", 0.97, True), ("?", 0.9, False), ("F", 0.97, False)]
)
def test_nobody_only_asks_where_mines_are_certain(mark: str, sure: float, flags: bool) -> None:
    asked = ["?1000", "11011", "0001?", "12121", f"{mark}2?10"]
    seen = [row.replace("?", "F") for row in asked]
    after = heard(as_read(asked), as_judged(seen, sure))
    assert Board(after.cells).to_rows() == (seen if flags else asked)


@pytest.mark.parametrize(
    ("confidence", "sure", "seen", "renamed"),
    [
        (0.7, 0.95, "?", False),
        (0.7, 0.85, ".", True),
        (0.7, 0.78, ".", False),
        (0.85, 0.95, ".", False),
        (0.7, 0.95, "*", False),
        (0.7, 0.95, "0", False),
    ],
)
def test_what_naming_is_unsure_of_is_named_as_a_network_surely_does(
    confidence: float, sure: float, seen: str, renamed: bool
) -> None:
    rows = ["00000", "01110", "01F10", "01110", "00000"]
    reading = as_read(rows)
    reading.confidence[2, 2] = confidence
    after = heard(reading, as_judged([row.replace("F", seen) for row in rows], sure))
    assert (after.cells[2, 2] != reading.cells[2, 2]) == renamed
    assert after.confidence[2, 2] <= 0.9


@pytest.mark.parametrize(("sure", "asked"), [(0.95, True), (0.9, False)])
def test_an_unsure_flag_where_no_mine_is_certain_may_be_a_question(
    sure: float, asked: bool
) -> None:
    rows = ["F..F", "1221", "0000"]
    reading = as_read(rows)
    reading.confidence[0, ::3] = 0.6
    names = [row.replace("F", "?") for row in rows]
    after = heard(reading, as_judged(names, sure))
    assert Board(after.cells).to_rows() == (names if asked else rows)


@pytest.mark.parametrize(("sure", "asked"), [(0.97, True), (0.95, False)])
def test_beside_flags_somebody_may_ask_where_a_mine_is_certain(sure: float, asked: bool) -> None:
    rows = ["F1000", "11011", "0001F", "12121", "F2F10"]
    names = [*rows[:-1], "F2?10"]
    after = heard(as_read(rows), as_judged(names, sure))
    assert Board(after.cells).to_rows() == (names if asked else rows)


@pytest.mark.parametrize(("sure", "opened"), [(0.96, True), (0.94, False)])
def test_a_number_that_a_network_sees_on_a_plain_cell_is_opened(sure: float, opened: bool) -> None:
    names = [".2..", "1211", "0000"]
    after = heard(as_read(["....", *names[1:]]), as_judged(names, sure))
    assert Board(after.cells).to_rows() == (names if opened else ["....", *names[1:]])
    assert after.confidence[0, 1] <= 0.9


@pytest.mark.parametrize("bare", [True, False])
def test_what_alone_is_left_hidden_and_bears_nothing_is_not_marked(bare: bool) -> None:
    """Of a board that was won without flags a network took all hidden cells for flags."""
    marked = ["F1000", "12110", "01F10", "12110", "F1000"]
    left = [row.replace("F", ".") for row in marked]
    after = heard(replace(as_read(left), bare=bare), as_judged(marked, 0.99))
    assert Board(after.cells).to_rows() == (left if bare else marked)
    assert after.objections == 0


def test_what_is_no_minesweeper_is_not_made_one_by_a_network() -> None:
    reading = as_read(["~5~5~", "5~5~5", "~5~5~", "5~5~5", "~5~5~"])
    after = heard(reading, as_judged(["....."] * 5, 1.0))
    assert np.array_equal(after.cells, reading.cells)
    assert not after.plausible


@pytest.mark.parametrize(("sure", "adopted"), [(0.9, True), (0.7, False)])
def test_all_marks_are_named_as_a_network_does_that_takes_them_for_others(
    sure: float, adopted: bool
) -> None:
    after = heard(as_read(LOST), as_judged(IN_PLAY, sure))
    assert Board(after.cells).to_rows() == (IN_PLAY if adopted else LOST)
    assert (after.confidence[:, 0] <= 0.9).all() == adopted


def test_marks_stay_where_a_network_would_have_them_break_rules() -> None:
    blank_beside_mines = [*IN_PLAY[:2], "0200", *IN_PLAY[3:]]
    after = heard(as_read(LOST), as_judged(blank_beside_mines, 0.9))
    assert Board(after.cells).to_rows() == LOST


def test_mines_stay_beside_a_flag_that_they_prove_wrong() -> None:
    lost = ["*2002*", "*2003*", "F2003*", "*2003*", "*2002*"]
    all_flags = [row.replace("*", "F") for row in lost]
    after = heard(as_read(lost), as_judged(all_flags, 0.95))
    assert Board(after.cells).to_rows() == lost


@pytest.mark.parametrize(("sure", "adopted"), [(0.97, True), (0.9, False)])
def test_the_one_mark_that_has_exploded_beyond_doubt_is_no_flag(sure: float, adopted: bool) -> None:
    flags = ["F200F", "F200F", "2200F", "F2012", "F201."]
    lost = ["F200F", "X200F", "2200F", "F2012", "F201."]
    after = heard(as_read(flags), as_judged(lost, sure))
    assert Board(after.cells).to_rows() == (lost if adopted else flags)
    assert after.confidence[1, 0] <= 0.9


@pytest.mark.parametrize(("sure", "adopted"), [(0.92, True), (0.88, False)])
def test_where_mines_are_shown_one_mark_has_rather_surely_exploded(
    sure: float, adopted: bool
) -> None:
    read, seen = (["2F..F", f"3{mark}...", "2*...", "12...", ".*..."] for mark in "FX")
    after = heard(as_read(read), as_judged(seen, sure))
    assert Board(after.cells).to_rows() == (seen if adopted else read)


def test_a_mine_that_is_crossed_out_leaves_another_to_have_exploded() -> None:
    read, seen = ([f"2{a}..{b}", "3*...", "2*...", "12...", ".*..."] for a, b in ("FX", "XW"))
    after = heard(as_read(read), as_judged(seen, 0.99))
    assert Board(after.cells).to_rows() == seen


def test_flags_are_crossed_out_beside_the_only_mark_that_has_exploded() -> None:
    read, seen = ([f"2{a}..{b}", ".2...", ".2...", ".2...", ".2..."] for a, b in ("FF", "XW"))
    after = heard(as_read(read), as_judged(seen, 0.99))
    assert Board(after.cells).to_rows() == seen


@pytest.mark.parametrize(("sure", "blank"), [(0.995, True), (0.98, False)])
def test_a_wrong_flag_is_a_blank_that_a_network_sees_without_doubt(
    sure: float, blank: bool
) -> None:
    read, seen = (["*1000", "110W0".replace("W", mark), "00000"] for mark in "W0")
    after = heard(as_read(read), as_judged(seen, sure))
    assert Board(after.cells).to_rows() == (seen if blank else read)


def test_what_has_exploded_beyond_doubt_is_no_wrong_flag() -> None:
    read = ["W2..F", "*2...", ".2...", "*2...", "*2..."]
    after = heard(as_read(read), as_judged(["X2..F", *read[1:]], 0.99))
    assert Board(after.cells).to_rows() == ["X2..F", *read[1:]]


def test_of_two_that_seem_to_have_exploded_none_has() -> None:
    flags = ["F200F", "F200F", "2200F", "F2012", "F201."]
    after = heard(as_read(flags), as_judged(["X200F", "X200F", *flags[2:]], 0.97))
    assert Board(after.cells).to_rows() == flags


def test_nobody_asks_about_every_cell() -> None:
    asked = [row.replace(".", "?") + "2????" for row in IN_PLAY]
    after = heard(as_read([f"{row}2FFFF" for row in LOST]), as_judged(asked, 0.9))
    assert not (after.cells == Cell.QUESTION).any()


def test_at_the_end_flags_and_mines_stay_what_they_are() -> None:
    won = ["F200F", "F200F", "2200F", "F200F", "F200F"]
    lost = [row.replace("F", "*") for row in won]
    assert Board(heard(as_read(lost), as_judged(won, 0.9)).cells).to_rows() == lost
    assert Board(heard(as_read(won), as_judged(lost, 0.9)).cells).to_rows() == won


@pytest.mark.parametrize("state", ["F", "*"])
def test_marks_that_naming_is_unsure_of_are_what_a_network_is_sure_they_are(state: str) -> None:
    rows = ["F200F", "F200F", "2200F", "F200F", "F200F"]
    other = [row.replace("F", {"F": "*", "*": "F"}[state]) for row in rows]
    shown = [row.replace("F", state) for row in rows]
    reading = as_read(other)
    unsure = np.where(reading.cells == Cell.N0, np.float32(1), np.float32(0.7))
    unsure = replace(reading, confidence=unsure)
    assert Board(heard(unsure, as_judged(shown, 0.97)).cells).to_rows() == shown
    assert Board(heard(unsure, as_judged(shown, 0.8)).cells).to_rows() == other


def test_of_mines_that_naming_is_unsure_of_some_may_be_flags() -> None:
    lost = ["*2*..", "*3...", "12...", ".*...", ".***."]
    seen = ["F2F..", "F3...", "12...", ".F...", ".***."]
    reading = as_read(lost)
    reading.confidence[:] = 0.7
    assert Board(heard(reading, as_judged(seen, 0.95)).cells).to_rows() == seen


def test_of_mines_that_naming_is_unsure_of_some_may_be_hidden() -> None:
    seen = ["X2..F", "*2...", ".2...", "*2...", "*2..."]
    read = ["X2*.F", "*2...", ".2..*", "*2...", "*2..."]
    unsure = np.where(Board.from_rows(read).cells == Cell.MINE, np.float32(0.8), np.float32(1))
    doubted = replace(as_read(read), confidence=unsure)
    assert Board(heard(doubted, as_judged(seen, 0.99)).cells).to_rows() == seen
    assert Board(heard(as_read(read), as_judged(seen, 0.99)).cells).to_rows() == read


def test_more_than_two_that_seem_to_have_exploded_are_mines() -> None:
    lost = [row.replace("X", "*") for row in picture(3, state="lost").board.to_rows()]
    read, seen = lost, [row.replace("*", "X") for row in lost]
    assert sum(row.count("X") for row in seen) > 5
    after = heard(as_read(read), as_judged(seen, 0.99))
    assert Board(after.cells).to_rows() == read


def test_question_marks_that_naming_is_sure_of_stay_so() -> None:
    flags = ["F200F", "F200F", "2200.", "F200F", "F200F"]
    asked = [row.replace("F", "?") for row in flags]
    assert Board(heard(as_read(asked), as_judged(flags, 0.9)).cells).to_rows() == asked


def test_no_flags_are_made_of_what_no_player_sets() -> None:
    # Numbers have all their mines marked, cells beside them are hidden, and there are marks beyond.
    lost = ["*2....*.", "*2......", ".2..*...", "*2...*..", "*2..*..."]
    play = [row.replace("*", "F") for row in lost]
    after = heard(as_read(lost), as_judged(play, 0.9))
    assert Board(after.cells).to_rows() == lost


def test_no_flag_is_wrong_where_no_mine_is_shown() -> None:
    rows = [".F1000", "...110", "...1W1", "..1111", "..1000"]
    after = heard(as_read(rows), as_judged(rows, 0.9))
    assert after.cells[2, 4] == Cell.FLAG


@pytest.mark.parametrize(
    ("named", "sure", "state"),
    [
        ("*", 0.7, Cell.EXPLODED),
        ("X", 0.7, Cell.EXPLODED),
        ("~", 0.7, Cell.FLAG),
        (".", 0.7, Cell.FLAG),
        (".", 0.99, Cell.HIDDEN),
        ("2", 0.99, Cell.N2),
    ],
)
def test_the_only_mine_in_sight_is_none_if_a_network_hardly_takes_it_for_one(
    named: str, sure: float, state: Cell
) -> None:
    rows = [".F1000", "...110", "...1X1", "..1111", "..1000"]
    judged = [row.replace("X", named) for row in rows]
    after = heard(as_read(rows), as_judged(judged, sure))
    assert after.cells[2, 4] == state
    assert after.confidence[2, 4] <= (1 if state is Cell.EXPLODED else 0.6)


@pytest.mark.parametrize(
    ("name", "sure", "shown"),
    [("W", 0.6, "W"), ("X", 0.6, "W"), ("*", 0.9, "F"), ("?", 0.9, "F"), ("W", 0.4, "F")],
)
def test_a_flag_of_a_lost_game_is_what_a_network_takes_it_for(
    name: str, sure: float, shown: str
) -> None:
    judgement = as_judged([OVER[0][:-1] + name, *OVER[1:]], sure)
    after = heard(as_read(OVER), judgement)
    assert Board(after.cells).to_rows() == [OVER[0][:-1] + shown, *OVER[1:]]
    assert shown == "F" or after.confidence[0, 4] == np.float32(sure)


def test_what_is_unreadable_and_seems_to_have_exploded_as_another_has_is_a_wrong_flag() -> None:
    read, seen = ([OVER[0][:-1] + name, *OVER[1:]] for name in "~W")
    judgement = as_judged(seen, 0.2)
    judgement.odds[0, 4, Cell.EXPLODED] = 0.7
    assert Board(heard(as_read(read), judgement).cells).to_rows() == seen


@pytest.mark.parametrize(
    ("before", "sure", "shown"),
    [("3", 0.7, "W"), ("3", 0.95, "3"), ("?", 0.7, "W"), ("?", 0.95, "?"), (".", 0.95, ".")],
)
def test_what_hardly_seems_a_number_and_a_network_sees_crossed_out_is_a_wrong_flag(
    before: str, sure: float, shown: str
) -> None:
    read, seen, after = ([OVER[0][:-1] + name, *OVER[1:]] for name in (before, "W", shown))
    reading = as_read(read)
    reading.confidence[0, 4] = sure
    judgement = as_judged(seen, 0.75)
    judgement.odds[0, 4, Cell.EXPLODED] = 0.2
    assert Board(heard(reading, judgement).cells).to_rows() == after


@pytest.mark.parametrize(
    ("before", "sure", "shown"), [(".", 0.97, "W"), (".", 0.9, "."), ("3", 0.992, "W")]
)
def test_what_a_network_sees_crossed_out_beyond_doubt_is_a_wrong_flag(
    before: str, sure: float, shown: str
) -> None:
    read, seen, after = ([OVER[0][:-1] + name, *OVER[1:]] for name in (before, "W", shown))
    assert Board(heard(as_read(read), as_judged(seen, sure)).cells).to_rows() == after


def test_flags_may_be_crossed_out_where_but_one_mine_is_shown() -> None:
    read = ["X2...", ".2...", ".2...", ".2...", ".2..."]
    seen = ["X2..W", ".2...", ".2...", ".2...", ".2..."]
    assert Board(heard(as_read(read), as_judged(seen, 0.99)).cells).to_rows() == seen


@pytest.mark.parametrize(("exploded", "shown"), [(0.05, "W"), (0.3, "X")])
def test_what_seems_to_have_exploded_is_a_wrong_flag_if_a_network_clearly_takes_it_for_one(
    exploded: float, shown: str
) -> None:
    judgement = as_judged(["W2..F", *OVER[1:]], 0.6)
    judgement.odds[0, 0, Cell.EXPLODED] = exploded
    after = heard(as_read(OVER), judgement)
    assert Board(after.cells).to_rows() == [shown + OVER[0][1:], *OVER[1:]]


def test_a_flag_that_a_number_needs_is_not_wrong() -> None:
    read = ["*20", "F30", "*20"]
    after = heard(as_read(read), as_judged(["*20", "W30", "*20"], 0.9))
    assert Board(after.cells).to_rows() == read


def test_no_flag_is_wrong_in_play_even_if_it_seems_crossed_out() -> None:
    after = heard(as_read(IN_PLAY), as_judged(["W200", *IN_PLAY[1:]], 0.9))
    assert Board(after.cells).to_rows() == IN_PLAY
