from hypothesis import given
from hypothesis import strategies as st

from autoplay.geometry import Grid, Point, Region

pitches = st.floats(8, 120)
offsets = st.floats(0, 4000)


@given(offsets, offsets, pitches, pitches, st.integers(1, 40), st.integers(1, 40))
def test_centre_of_a_cell_belongs_to_it(
    left: float, top: float, pitch_x: float, pitch_y: float, rows: int, cols: int
) -> None:
    grid = Grid(left, top, pitch_x, pitch_y, rows, cols)
    for row, col in ((0, 0), (rows - 1, cols - 1), (rows // 2, cols // 2)):
        assert grid.cell_at(grid.centre(row, col)) == (row, col)
        assert grid.centre(row, col) in grid.cell(row, col)


def test_cells_tile_the_region() -> None:
    grid = Grid(10.4, 20.6, 15.5, 16.25, 4, 7)
    assert sum(grid.cell(r, c).w * grid.cell(r, c).h for r in range(4) for c in range(7)) == (
        grid.region.w * grid.region.h
    )


def test_off_the_board_is_no_cell() -> None:
    grid = Grid(10, 10, 20, 20, 2, 2)
    assert grid.cell_at(Point(9, 15)) is None
    assert grid.cell_at(Point(50, 15)) is None


def test_regions_clip_and_grow() -> None:
    region = Region(10, 10, 20, 20)
    assert region.clipped(Region(0, 0, 15, 100)) == Region(10, 10, 5, 20)
    assert region.grown(5) == Region(5, 5, 30, 30)
    assert region.clipped(Region(100, 100, 5, 5)).w == 0
    assert region.centre == Point(20, 20)


def test_regions_overlap_where_they_share_a_pixel() -> None:
    one = Region(0, 0, 10, 10)
    assert one.overlaps(Region(9, 9, 5, 5))
    assert not one.overlaps(Region(10, 0, 5, 5))


def test_a_scaled_grid_has_as_many_cells() -> None:
    assert Grid(3, 5, 20, 22, 4, 6).scaled(0.5) == Grid(1.5, 2.5, 10, 11, 4, 6)


def test_a_part_of_a_grid_has_its_cells_and_may_reach_beyond() -> None:
    grid = Grid(3.5, 7.25, 16.5, 17.0, 9, 8)
    part = grid.part(2, 6, 1, 12)
    assert (part.rows, part.cols) == (4, 11)
    assert part.cell(0, 0) == grid.cell(2, 1)
    assert part.cell(3, 10) == grid.cell(5, 11)


def test_a_window_of_a_grid_has_the_cells_that_numpy_slices() -> None:
    grid = Grid(3.5, 7.25, 16.5, 17.0, 9, 8)
    window = grid.window((slice(2, 6), slice(1, 8)))
    assert (window.rows, window.cols) == (4, 7)
    assert window.cell(0, 0) == grid.cell(2, 1)


def test_the_size_of_a_grid_counts_its_cells() -> None:
    assert Grid(0, 0, 16, 16, 16, 30).size == 480


def test_the_area_of_a_grid_keeps_parts_of_pixels() -> None:
    assert Grid(10.5, 20.25, 24.5, 20.0, 4, 3).area == (10.5, 20.25, 84.0, 100.25)


def test_cells_of_whole_pixels_that_begin_at_half_of_one_are_all_cut_alike() -> None:
    grid = Grid(8.5, 26.5, 35, 35, 6, 14)
    assert {grid.cell(0, col).x - 35 * col for col in range(14)} == {9}
    assert {grid.cell(row, 0).y - 35 * row for row in range(6)} == {27}
    assert {grid.cell(0, col).w for col in range(14)} == {35}


def test_a_board_is_as_wide_in_a_window_as_on_the_screen() -> None:
    for left, pitch in ((525.5, 19.999999999999993), (525.4999999999998, 19.999999999999996)):
        grid = Grid(left, left, pitch, pitch, 9, 9)
        beside = grid.moved(-506, -506)
        assert (beside.region.w, beside.region.h) == (grid.region.w, grid.region.h) == (180, 180)
        assert beside.region == grid.region.moved(-506, -506)
