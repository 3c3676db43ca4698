import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.vision.lattices.located import MIN_SIDE
from autoplay.vision.locate.extent import best_box, elected, other_extents, voted_boards, votes_for
from autoplay.vision.pixels.lines import draw_lines
from tests.vision.synthetic import picture


@given(
    st.integers(MIN_SIDE, 7).flatmap(
        lambda rows: st.integers(MIN_SIDE, 7).flatmap(
            lambda cols: st.lists(
                st.integers(-4, 4), min_size=rows * cols, max_size=rows * cols
            ).map(lambda votes: np.array(votes, float).reshape(rows, cols))
        )
    )
)
def test_no_rectangle_has_more_votes(votes: np.ndarray) -> None:
    (r0, r1, c0, c1), most = best_box(votes)
    assert min(r1 - r0, c1 - c0) >= MIN_SIDE
    assert votes[r0:r1, c0:c1].sum() == most
    rows, cols = votes.shape
    assert most == max(
        votes[a:b, c:d].sum()
        for a in range(rows)
        for b in range(a + MIN_SIDE, rows + 1)
        for c in range(cols)
        for d in range(c + MIN_SIDE, cols + 1)
    )


@pytest.mark.parametrize("seed", [9, 20])
def test_a_board_is_elected_where_it_is(seed: int) -> None:
    made = picture(seed)
    true = made.grid
    voted = elected(draw_lines(made.pixels), true, true.area)[-1]
    assert voted.board_like
    assert (voted.grid.rows, voted.grid.cols) == (true.rows, true.cols)
    assert abs(voted.grid.left - true.left) < 2
    assert abs(voted.grid.top - true.top) < 2


@pytest.mark.parametrize("seed", [9, 20])
def test_a_part_of_a_board_or_more_than_it_tells_of_the_whole(seed: int) -> None:
    made = picture(seed)
    drawing, true = draw_lines(made.pixels), made.grid
    for wrong in (
        true.part(1, true.rows, 0, true.cols - 2),
        true.part(-1, true.rows, 0, true.cols),
    ):
        shapes = {(grid.rows, grid.cols) for grid in other_extents(drawing, wrong)}
        assert (true.rows, true.cols) in shapes


def test_the_border_of_a_board_shows() -> None:
    made = picture(9)
    drawing, true = draw_lines(made.pixels), made.grid
    inside = true.part(1, true.rows - 1, 1, true.cols - 1)
    assert votes_for(drawing, true).bordered > votes_for(drawing, inside.moved(3, 3)).bordered


def test_nobody_votes_for_text() -> None:
    noise = np.random.default_rng(3).integers(0, 255, (12, 400, 3))
    page = np.full((420, 460, 3), 240, np.uint8)
    for line in range(20):
        page[10 + 20 * line : 22 + 20 * line, 30:430] = noise
    assert all(voted.agreement < 0 for voted in voted_boards(draw_lines(page), []))
