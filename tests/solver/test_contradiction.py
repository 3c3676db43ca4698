"""The fewest numbers that cannot hold together are named."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from autoplay.board import Board
from autoplay.solver import ConflictError, analyse


def blamed(rows: list[str], mines: int | tuple[int, int] | None = None) -> ConflictError:
    with pytest.raises(ConflictError) as caught:
        analyse(Board.from_rows(rows), mines)
    assert "\n" not in str(caught.value)
    return caught.value


def test_one_number_that_is_too_high() -> None:
    error = blamed(["WWWWWW", "WWWW..", "WWW.5."])
    assert error.cells == ((2, 4),)
    assert "the 5 at row 2, col 4" in str(error)


def test_two_numbers_that_disagree() -> None:
    error = blamed(["....", ".41W", "WWWW"])
    assert error.cells == ((1, 1), (1, 2))


def test_three_numbers_no_two_of_which_disagree() -> None:
    error = blamed(["1.W.1", "W.3.W"])
    assert error.cells == ((0, 0), (0, 4), (1, 2))


@st.composite
def wrong_boards(draw: st.DrawFn) -> Board:
    """Draw a small board with numbers that nobody has checked."""
    rows, cols = draw(st.integers(2, 4)), draw(st.integers(2, 4))
    cells = draw(
        st.lists(st.sampled_from(".....11122W3"), min_size=rows * cols, max_size=rows * cols)
    )
    return Board.from_rows(["".join(cells[r * cols : (r + 1) * cols]) for r in range(rows)])


@settings(max_examples=300, deadline=None)
@given(wrong_boards())
def test_no_smaller_set_of_numbers_is_contradictory(board: Board) -> None:
    hidden = np.argwhere(board.unopened)
    assume(len(hidden) <= 9)
    layouts = np.array(list(itertools.product((0, 1), repeat=len(hidden))), np.int64)
    layouts = layouts.reshape(2 ** len(hidden), len(hidden))
    numbers = [tuple(place) for place in np.argwhere(board.numbers).tolist()]
    holds = {
        place: layouts @ (np.abs(hidden - place).max(axis=1, initial=0) <= 1) == board[place]
        for place in numbers
    }
    sizes = [
        size
        for size in range(1, len(numbers) + 1)
        for chosen in itertools.combinations(numbers, size)
        if not np.logical_and.reduce([holds[place] for place in chosen]).any()
    ]
    if not sizes:
        assert np.isfinite(analyse(board).log_solutions)
        return
    with pytest.raises(ConflictError) as caught:
        analyse(board)
    cells = caught.value.cells
    assert len(cells) == min(sizes)
    assert not np.logical_and.reduce([holds[place] for place in cells]).any()


def test_the_total_is_blamed_with_the_numbers_that_need_more() -> None:
    error = blamed(["1.W.1", "..W..", "WWWWW", "..W..", "1.W.1"], 2)
    assert len(error.cells) == 3
    assert str(error).startswith("the 1 at row 0")
    assert "a total of 2 mines" in str(error)


def test_the_total_is_blamed_with_the_numbers_that_leave_no_room() -> None:
    error = blamed(["1.W..", "..W.."], 6)
    assert error.cells == ((0, 0),)


def test_a_total_that_fits_no_board_blames_no_number() -> None:
    error = blamed(["..", ".."], 9)
    assert error.cells == ()
    assert "a total of 9 mines" in str(error)
