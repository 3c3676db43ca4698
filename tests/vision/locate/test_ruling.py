"""What has the looks and the lines of a board's cells is a part of it, a page of its colour not."""

import numpy as np

from autoplay.board import Cell
from autoplay.geometry import Grid
from autoplay.vision.locate.ruling import (
    added_bare,
    leaves_out_cells,
    leaves_out_ruled,
    without_bare_border,
    without_strange_border,
)
from autoplay.vision.pixels.lines import draw_lines

PITCH, SIDE = 24, 10
OWN = Grid(200, 40, PITCH, PITCH, SIDE, SIDE)
WIDER = Grid(200 - 4 * PITCH, 40, PITCH, PITCH, SIDE, SIDE + 4)


def ruled(grid: Grid) -> np.ndarray:
    """A dark page with lines around the cells of a grid."""
    pixels = np.full((340, 500, 3), 34, np.uint8)
    right, bottom = round(grid.region.right), round(grid.region.bottom)
    for col in range(grid.cols + 1):
        pixels[round(grid.top) : bottom, round(grid.left) + col * PITCH] = 85
    for row in range(grid.rows + 1):
        pixels[round(grid.top) + row * PITCH, round(grid.left) : right] = 85
    return pixels


def hidden(grid: Grid) -> tuple[Grid, np.ndarray]:
    return grid, np.full((grid.rows, grid.cols), Cell.HIDDEN, np.int8)


def test_cells_without_the_lines_that_others_have_are_none() -> None:
    assert added_bare(draw_lines(ruled(OWN)), hidden(WIDER), OWN)


def test_cells_with_the_same_lines_may_be_cells() -> None:
    assert not added_bare(draw_lines(ruled(WIDER)), hidden(WIDER), OWN)


def test_where_cells_have_no_lines_nothing_is_missing() -> None:
    plain = np.full((340, 500, 3), 34, np.uint8)
    assert not added_bare(draw_lines(plain), hidden(WIDER), OWN)


def test_blanks_without_lines_may_lie_beside_hidden_cells_with_lines() -> None:
    grid, cells = hidden(WIDER)
    cells[:, :4] = Cell.N0
    assert not added_bare(draw_lines(ruled(OWN)), (grid, cells), OWN)


def test_opened_cells_may_have_lines_where_hidden_ones_have_none() -> None:
    """Seen alone the opened ones may pass for hidden; in the wider board they do not."""
    grid, cells = hidden(WIDER)
    cells[:, 4:] = Cell.N0
    assert not added_bare(draw_lines(ruled(OWN)), (grid, cells), OWN)


def test_a_page_beside_flags_is_no_hidden_cells() -> None:
    grid, cells = hidden(WIDER)
    cells[:, 4:] = Cell.N1
    cells[:, 5] = Cell.FLAG
    drawing = draw_lines(np.full((340, 500, 3), 34, np.uint8))
    assert added_bare(drawing, (grid, cells), OWN)
    cells[3, 8] = Cell.HIDDEN
    assert not added_bare(drawing, (grid, cells), OWN)


def test_hidden_cells_with_lines_between_them_are_cells_though_their_outer_side_has_none() -> None:
    pixels = ruled(OWN)
    pixels[round(OWN.top)] = 34
    part = OWN.part(1, 10, 0, 10)
    assert leaves_out_ruled(draw_lines(pixels), hidden(OWN), part)
    assert not leaves_out_ruled(draw_lines(ruled(part)), hidden(OWN), part)


def test_opened_cells_among_them_have_no_lines_but_a_name() -> None:
    part = OWN.part(1, 10, 0, 10)
    pixels = ruled(OWN.part(0, 10, 0, 7))
    grid, cells = hidden(OWN)
    cells[:, 7:] = Cell.N0
    assert leaves_out_ruled(draw_lines(pixels), (grid, cells), part)
    cells[0, 8] = Cell.UNREADABLE
    assert not leaves_out_ruled(draw_lines(pixels), (grid, cells), part)


def test_a_part_that_leaves_out_cells_like_its_own_is_seen() -> None:
    part = OWN.part(2, 10, 0, 10)
    assert leaves_out_cells(ruled(OWN), OWN, part)
    assert leaves_out_cells(ruled(OWN), OWN, OWN.part(0, 10, 0, 9))


def test_a_page_of_their_colour_is_not_left_out_as_cells() -> None:
    assert not leaves_out_cells(ruled(OWN), WIDER, OWN)
    assert not leaves_out_cells(np.full((340, 500, 3), 34, np.uint8), WIDER, OWN)


def test_nothing_is_left_out_by_a_board_that_is_no_part_of_the_other() -> None:
    assert not leaves_out_cells(ruled(WIDER), OWN, WIDER)
    assert not leaves_out_cells(ruled(OWN), OWN, OWN)


def test_a_strip_as_high_as_a_row_is_none_where_all_rows_are_ruled() -> None:
    pixels = ruled(OWN)
    right, bottom = OWN.region.right, OWN.region.bottom
    pixels[bottom + PITCH, OWN.region.x : right] = 85
    drawing = draw_lines(pixels)
    assert without_bare_border(drawing, OWN.part(0, SIDE + 1, 0, SIDE)) == OWN
    assert without_bare_border(drawing, OWN) == OWN
    # Where blanks have no lines between them a bare row may be one of blanks.
    pixels[OWN.region.y + 1 : OWN.region.y + 8 * PITCH, OWN.region.x + 1 : right - 1] = 34
    longer = OWN.part(0, SIDE + 1, 0, SIDE)
    assert without_bare_border(draw_lines(pixels), longer) == longer


def test_a_plain_strip_is_no_row_of_hidden_cells_that_show_their_borders() -> None:
    pixels = ruled(OWN)
    longer = OWN.part(0, SIDE + 1, 0, SIDE)
    assert without_strange_border(pixels, hidden(longer)) == OWN
    assert without_strange_border(pixels, hidden(OWN)) == OWN
    # Hidden cells that show nothing may go on anywhere, and a row of other names is no stranger.
    plain = np.full_like(pixels, 34)
    assert without_strange_border(plain, hidden(longer)) == longer
    cells = hidden(longer)[1]
    cells[-1, 3] = Cell.N1
    assert without_strange_border(pixels, (longer, cells)) == longer
