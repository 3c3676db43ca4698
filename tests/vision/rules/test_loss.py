"""On a lost board marks stand as no player sets them, and numbers tell which flags were wrong."""

import pytest

from autoplay.board import Board, Cell
from autoplay.vision.rules.loss import judged_flags, lacks_mines, out_of_reach


@pytest.mark.parametrize(
    ("rows", "wrong", "right"),
    [
        (["*F.", "110", "000"], [(0, 1)], []),
        (["*F*", "232", "000"], [], [(0, 1)]),
        (["*FF", ".21", ".00"], [], []),
        # Nothing is lost, or not every mine is shown: a number wants more than is seen.
        ([".F.", "111", "000"], [], []),
        (["*F..", "1121", "0000"], [], []),
    ],
)
def test_flags_are_judged_where_all_mines_are_shown(
    rows: list[str], wrong: list[tuple[int, int]], right: list[tuple[int, int]]
) -> None:
    cells = Board.from_rows(rows).cells
    are_wrong, are_right = judged_flags(cells)
    assert [tuple(at) for at in zip(*are_wrong.nonzero(), strict=True)] == wrong
    assert [tuple(at) for at in zip(*are_right.nonzero(), strict=True)] == right
    assert (cells[are_wrong | are_right] == Cell.FLAG).all()


@pytest.mark.parametrize(
    ("rows", "beyond"),
    [
        (["F....", "F2111", "11000"], []),
        (["F...F", ".F.F.", "11211", "00000"], [(0, 0), (0, 4)]),
        # A player has numbers still to settle, or nothing left to open beside them.
        (["F...F", ".F.F.", "12221", "00000"], []),
        (["F.F.F", "FFFFF", "23332", "00000"], []),
    ],
)
def test_marks_that_no_player_has_set_lie_beyond_all_numbers(
    rows: list[str], beyond: list[tuple[int, int]]
) -> None:
    cells = Board.from_rows(rows).cells
    found = out_of_reach(cells, cells == Cell.FLAG)
    assert [tuple(at) for at in zip(*found.nonzero(), strict=True)] == beyond


@pytest.mark.parametrize(
    ("rows", "lacking"),
    [
        # Every number has as many marks as mines, wherever other cells are hidden.
        (["*...*", "12.21", "01*10"], False),
        (["*...*", "12.21", "01.10"], True),
        # Under what lies over the board there may be more.
        (["*...*", "12~21", "01~10"], False),
        # A flag that is wrong is no mine.
        (["*...*", "12.21", "01W10"], True),
        # Two numbers may be misread.
        (["*....", "12100", "00000"], False),
    ],
)
def test_a_game_is_not_lost_while_several_numbers_wait_for_mines(
    *, rows: list[str], lacking: bool
) -> None:
    assert lacks_mines(Board.from_rows(rows).cells) is lacking
