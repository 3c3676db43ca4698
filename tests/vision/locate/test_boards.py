import numpy as np
import pytest

from autoplay.vision.lattices.located import MOST_CELLS
from autoplay.vision.locate.boards import locate_boards
from autoplay.vision.unknown.search import Search


def test_every_board_is_found_to_its_exact_extent(golden) -> None:
    truth = golden.truth["board"]
    edges = np.array(
        [truth["x"], truth["y"], truth["x"] + truth["w"], truth["y"] + truth["h"]], float
    )
    whole = Search(golden.frame.pixels)
    # What lies on a wallpaper of squares is looked for without it.
    search = whole.bare or whole
    grids = search.lattices
    if golden.truth.get("second_look"):
        second = search.again()
        grids = [*search.stamped, *([] if second is None else [second.grid])]
    found = []
    for grid in grids:
        ends = (grid.left + grid.cols * grid.pitch_x, grid.top + grid.rows * grid.pitch_y)
        off = np.abs(np.array([grid.left, grid.top, *ends]) - edges).max()
        found.append((grid.rows, grid.cols, off))
    # The truth of the corpus is itself only good to about two pixels.
    assert any(
        (rows, cols) == (golden.truth["rows"], golden.truth["cols"]) and off < 2.5
        for rows, cols, off in found
    ), found


@pytest.mark.parametrize("shape", [(1, 1), (1, 500), (500, 1), (40, 40), (600, 800)])
def test_a_plain_picture_holds_no_board(shape: tuple[int, int]) -> None:
    assert locate_boards(np.full((*shape, 3), 120, np.uint8)) == []


def bevelled(rows: int, cols: int, pitch: int, at: tuple[int, int], bevel: int = 1) -> np.ndarray:
    picture = np.full((700, 900, 3), 80, np.uint8)
    for row in range(rows):
        for col in range(cols):
            y, x = at[0] + row * pitch, at[1] + col * pitch
            picture[y : y + pitch, x : x + pitch] = 128
            picture[y : y + pitch - bevel, x : x + pitch - bevel] = 255
            picture[y + bevel : y + pitch - bevel, x + bevel : x + pitch - bevel] = 192
    return picture


@pytest.mark.parametrize(
    ("rows", "cols", "pitch"), [(5, 5, 12), (9, 9, 16), (40, 60, 13), (8, 5, 75)]
)
def test_a_fresh_board_is_found_whatever_its_size(rows: int, cols: int, pitch: int) -> None:
    (located,) = locate_boards(bevelled(rows, cols, pitch, (31, 47)))
    grid = located.grid
    assert (grid.rows, grid.cols) == (rows, cols)
    assert abs(grid.left - 47) < 1
    assert abs(grid.top - 31) < 1
    assert abs(grid.pitch_x - pitch) < 0.05


def test_broad_bevels_leave_the_cells_neighbours() -> None:
    (located,) = locate_boards(bevelled(9, 9, 21, (31, 47), bevel=4))
    assert (located.grid.rows, located.grid.cols) == (9, 9)


def test_several_boards_are_all_found_the_largest_first() -> None:
    picture = bevelled(9, 9, 16, (31, 47))
    second = bevelled(16, 16, 20, (250, 400))
    picture[240:, 390:] = second[240:, 390:]
    sizes = [(found.grid.rows, found.grid.cols) for found in locate_boards(picture)]
    assert sizes == [(16, 16), (9, 9)]


def stippled(rows: int, cols: int, pitch: int, at: tuple[int, int]) -> np.ndarray:
    """Draw black lines, opened cells in a corner, and hidden cells of dots two pixels apart."""
    picture = np.full((700, 900, 3), 255, np.uint8)
    dots = np.indices(picture.shape[:2]).sum(axis=0) % 2 * 255
    y, x = at
    board = (slice(y, y + rows * pitch + 1), slice(x, x + cols * pitch + 1))
    picture[board] = dots[board][..., None]
    picture[y : y + 3 * pitch, x : x + 4 * pitch] = 255
    for row in range(rows + 1):
        picture[y + row * pitch, board[1]] = 0
    for col in range(cols + 1):
        picture[board[0], x + col * pitch] = 0
    return picture


@pytest.mark.parametrize(("rows", "cols", "pitch"), [(8, 8, 50), (16, 16, 23), (9, 12, 31)])
def test_hidden_cells_may_be_stippled(rows: int, cols: int, pitch: int) -> None:
    largest = locate_boards(stippled(rows, cols, pitch, (31, 47)))[0].grid
    assert (largest.rows, largest.cols) == (rows, cols)
    assert abs(largest.left - 47) < 1.1
    assert abs(largest.top - 31) < 1.1
    assert abs(largest.pitch_x - pitch) < 0.05


def test_a_row_of_buttons_on_the_lattice_is_no_part_of_the_board() -> None:
    picture = bevelled(9, 9, 40, (131, 47))
    for left, right in ((0, 95), (95, 160), (160, 270), (270, 352)):
        picture[95:129, 47 + left + 3 : 47 + right] = 230
        picture[96:128, 47 + left + 4 : 47 + right - 1] = 150
    sizes = [(found.grid.rows, found.grid.cols) for found in locate_boards(picture)]
    assert sizes[0] == (9, 9)


@pytest.mark.parametrize("pitch", [(22, 38), (40, 24), (47, 24)])
def test_cells_may_be_much_higher_than_wide(pitch: tuple[int, int]) -> None:
    """Buttons with room for so many letters and lines of text are."""
    across, down = pitch
    pixels = np.full((500, 560, 3), 60, np.uint8)
    for row in range(10):
        for col in range(10):
            x, y = 60 + col * across, 50 + row * down
            pixels[y + 1 : y + down - 1, x + 1 : x + across - 1] = 217
    grid = locate_boards(pixels)[0].grid
    assert (grid.rows, grid.cols) == (10, 10)
    assert (round(grid.left), round(grid.top)) == (60, 50)
    assert (round(grid.pitch_x), round(grid.pitch_y)) == (across, down)


def test_the_pixels_of_a_display_drawn_large_are_no_cells() -> None:
    pixels = np.full((1000, 1600, 3), 170, np.uint8)
    pixels[::8], pixels[:, ::8] = 150, 150
    assert pixels.shape[0] * pixels.shape[1] / 8**2 > MOST_CELLS
    assert all(located.cells <= MOST_CELLS for located in locate_boards(pixels))
