"""Real programs are read without their pack, though packs of other programs are at hand."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.board import Board, Cell
from autoplay.desktop.protocols import Frame
from autoplay.geometry import Grid, Point
from autoplay.vision.lattices.located import Located, nearly_same
from autoplay.vision.locate.boards import locate_boards
from autoplay.vision.packs.skins import shipped_skins
from autoplay.vision.pixels import enlarging
from autoplay.vision.pixels.enlarging import small
from autoplay.vision.pixels.pictures import load_picture
from autoplay.vision.reader import Reader
from autoplay.vision.reading import UNKNOWN
from autoplay.vision.unknown import search as search_module
from autoplay.vision.unknown.agreeing import likelier
from autoplay.vision.unknown.found import Found
from autoplay.vision.unknown.grid_readings import GridReadings, read_without_pack
from autoplay.vision.unknown.judged import JudgedBoards
from autoplay.vision.unknown.reading import read_unknown
from autoplay.vision.unknown.search import Search
from autoplay.vision.unknown.unknown_reading import UnknownReading
from tests.vision.conftest import FIXTURES
from tests.vision.negatives import negative
from tests.vision.plainly import typed
from tests.vision.stamping import DASHES, dashed
from tests.vision.synthetic import picture

PICTURES = (
    "gnome-mines/default-small-fresh",
    "gnome-mines/default-small-mid",
    "kmines/default-easy-fresh",
    "kmines/default-easy-mid",
    "kmines/default-med-flags",
    "sgt-mines/default-9x9-early",
    "sgt-mines/default-9x9-flags",
    "winemine/wine8-beg-flags",
    "xdemineur/default-nowm-mid",
)


def without(*names: str) -> Reader:
    return Reader([skin for skin in shipped_skins() if skin.name not in names])


@pytest.mark.parametrize("name", PICTURES)
def test_a_program_whose_pack_is_missing_is_read_right(name: str) -> None:
    client = name.split("/")[0]
    picture = FIXTURES / f"{name}.png"
    truth = _truth(picture)
    reading = without(client, "classic").read(load_picture(picture))
    assert reading.skin == UNKNOWN
    assert reading.board.to_rows() == truth["cells"]
    assert reading.board.mines in (truth["mines_total"], None)


@pytest.mark.parametrize("beside", [True, False])
def test_dark_cells_with_light_ones_beside_them_are_no_fresh_board(beside: bool) -> None:
    """A puzzle may be asked from its edges."""
    pixels = np.full((480, 480, 3), 215, np.uint8)
    for row, col in np.ndindex(10, 10):
        edges = (row in (0, 9)) + (col in (0, 9))
        if edges == 0 or (edges == 1 and beside):
            cell = pixels[60 + 36 * row : 97 + 36 * row, 60 + 36 * col : 97 + 36 * col]
            cell[:] = 180
            cell[1:-1, 1:-1] = 105 if edges == 0 else 225
    found = Reader().read_all(Frame(pixels, Point(0, 0)))
    assert [reading.board.cells.shape for reading in found] == ([] if beside else [(8, 8)])


@pytest.mark.parametrize("seed", [129, 165])
def test_a_colour_chart_is_no_fresh_board(seed: int) -> None:
    pixels, kind = negative(seed)
    assert kind == "palette"
    assert Reader().read_all(Frame(pixels, Point(0, 0))) == []


def _truth(picture: Path) -> dict:
    return json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("seed", [61, 88])
def test_a_board_that_makes_no_sense_at_first_sight_is_looked_for_again(seed: int) -> None:
    made = picture(seed)
    assert not any(
        read_without_pack(made.pixels, located.grid)[0].sound
        for located in locate_boards(made.pixels)
    )
    reading = Reader([]).read(Frame(made.pixels, Point(0, 0)))
    assert reading.board.to_rows() == made.board.to_rows()


@pytest.mark.parametrize("seed", [5, 9])
def test_a_fresh_board_is_found_by_what_comes_again_with_every_cell(seed: int) -> None:
    """Faint checkerboards, dots where rounded corners meet, lines that fall between pixels.

    And one of which a pack would make nothing but blanks.
    """
    made = picture(seed, state="fresh")
    reading = Reader().read(Frame(made.pixels, Point(0, 0)))
    assert reading.board.to_rows() == made.board.to_rows()
    assert nearly_same(reading.grid, made.grid, 2.0)


def test_a_few_numbers_do_not_hide_that_all_other_cells_bear_one_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is drawn on a few cells may as well be marks."""
    monkeypatch.setattr(
        "autoplay.vision.unknown.unknown_reading.UnknownReading.hidden", property(lambda _: False)
    )
    found = Search(dashed()).again()
    assert found is not None
    assert found.painted
    assert nearly_same(found.grid, DASHES, 3.0)


def test_a_board_written_in_letters_is_read_beside_a_line_of_them() -> None:
    """Its cells are half as wide again as they are high, and have no lines."""
    board = picture(7, state="mid", questions=0).board
    frame = Frame(typed(board, below="[x][ ] " * 4), Point(0, 0))
    assert Reader().read(frame).board.to_rows() == board.to_rows()


@pytest.mark.parametrize("shape", [(1, 1), (1, 500), (39, 600), (40, 40), (600, 800)])
def test_a_plain_picture_holds_no_board(shape: tuple[int, int]) -> None:
    assert Search(np.full((*shape, 3), 120, np.uint8)).again() is None


def test_small_cells_that_hardly_show_are_read_in_an_enlarged_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search_module, "drawn_lattices", lambda _: [])
    made = picture(952)
    assert made.grid.pitch_x < 13
    for enlarge in (False, True):
        search = Search(made.pixels, enlarge=enlarge)
        found = search.first_sound() or search.again()
        seen = found is not None and np.array_equal(found.unknown.cells, made.board.cells)
        assert seen is enlarge
    assert found is not None
    assert nearly_same(found.grid, made.grid, 2.0)


@pytest.mark.parametrize("there", [True, False])
def test_what_is_hard_to_see_gives_way_to_a_likelier_board_there_alone(
    there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = picture(780)
    monkeypatch.setattr(Search, "_hard_to_see", lambda *_: True)
    search = Search(made.pixels)
    reading = read_without_pack(made.pixels, made.grid)[0]
    place = made.grid.moved(0.25 if there else made.grid.region.w, 0)
    other = Found(replace(reading, cells=made.board.cells, cost=0.0), place)
    monkeypatch.setattr(search, "_enlarged_there", lambda _: other)
    assert (search.read(made.grid).grid == other.grid) is there


def test_a_large_picture_is_not_enlarged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "drawn_lattices", lambda _: [])
    made = picture(952)
    monkeypatch.setattr(enlarging, "_MOST_PIXELS", made.pixels.size // 3 - 1)
    assert Search(made.pixels).again() is None


def test_a_picture_without_small_cells_is_not_enlarged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "_enlarged_board", property(lambda _: pytest.fail("enlarged")))
    search = Search(negative(68)[0])
    cells = list(search._likeliest())
    assert cells
    assert not any(map(small, cells))
    assert search.again() is None


@pytest.mark.parametrize("seed", [70, 97])
def test_what_smeared_colours_hide_is_read_with_clearer_ones(seed: int) -> None:
    made = picture(
        seed, jpeg=72, state="mid", rows=9, cols=9, pitch=(14, 14), scale=1, noise=0, hover=False
    )
    smeared = Search(made.pixels, recolour=False, enlarge=False).read(made.grid)
    assert smeared.doubtful
    found = Search(made.pixels).read(made.grid)
    assert found.unknown.cost < smeared.unknown.cost
    assert Board(found.unknown.cells).to_rows() == made.board.to_rows()


def test_of_two_readings_that_are_dear_the_one_with_faultless_numbers_is_taken() -> None:
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False)
    search = Search(made.pixels, recolour=False)
    right = search.read(made.grid).unknown
    assert right.faultless
    cells = right.cells.copy()
    cells[cells == Cell.N1] = Cell.N8
    dear = float(cells.size)
    faultless = Found(replace(right, cost=dear), made.grid)
    cheaper = Found(replace(right, cells=cells, cost=dear - 9), made.grid)
    assert np.array_equal(likelier(search._readings, faultless, cheaper).unknown.cells, right.cells)
    assert np.array_equal(likelier(search._readings, cheaper, faultless).unknown.cells, right.cells)


def test_a_board_that_makes_no_sense_gives_way_to_a_likelier_one_there() -> None:
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False)
    search = Search(made.pixels, recolour=False)
    located = search.located[0]
    right = search.read(located)
    larger = located.part(-1, located.rows, 0, located.cols)
    senseless = Found(replace(right.unknown, cost=float(right.unknown.cells.size)), larger)
    assert search._or_located(senseless).grid == right.grid
    assert search._or_located(right) is right


def test_a_part_gives_way_to_the_whole_whose_numbers_hold_together_with_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Cells of a lost game may vote against the whole, whose upper half is all mines."""
    made = picture(12, state="mid", rows=12, cols=12, noise=0, jpeg=0, scale=1)
    search = Search(made.pixels)
    part = search._readings.read(made.grid.part(0, 8, 0, 12))
    monkeypatch.setattr(Search, "located", [made.grid])
    monkeypatch.setattr(GridReadings, "against", lambda _, found: float(found.grid.size))
    assert search._or_located(part).grid == made.grid
    monkeypatch.setattr(search_module, "adds_numbers", lambda *_: False)
    assert search._or_located(part).grid == part.grid


def test_of_grids_that_read_the_same_the_one_with_its_sides_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A network takes its red question marks for flags, on one of them.
    monkeypatch.setattr("autoplay.vision.unknown.reading.heard", lambda reading, _: reading)
    board = _truth(FIXTURES / "toolkits" / "pg-lawn-late.png")["board"]
    found = Search(load_picture(FIXTURES / "toolkits" / "pg-lawn-late.png").pixels).again()
    assert found is not None
    edges = (board["x"], board["y"], board["x"] + board["w"], board["y"] + board["h"])
    assert found.grid.area == pytest.approx(edges, abs=1)


def test_a_board_that_its_cells_vote_against_is_not_settled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Cells cut a part of a cell further made sense, dearly, and were final."""
    monkeypatch.setattr(Found, "seen_whole", False)
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False)
    assert Search(made.pixels).read(made.grid).settled
    monkeypatch.setattr("autoplay.vision.unknown.unknown_reading._DOUBTFUL_COST", -1.0)
    assert Search(made.pixels).read(made.grid).settled
    monkeypatch.setattr("autoplay.vision.unknown.grid_readings.unlikeliness", lambda *_: 1.0)
    found = Search(made.pixels).read(made.grid)
    assert found.sound
    assert not found.settled


@pytest.mark.parametrize(
    ("objections", "seen", "settled"), [(2.0, True, True), (2.0, False, False), (9.0, True, False)]
)
def test_a_board_of_which_a_network_sees_no_cell_or_all_others_is_not_settled(
    objections: float, seen: bool, settled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Halves of glossy cells made sense where hardly anything was opened."""
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False)
    window = (slice(0, made.grid.rows), slice(0, made.grid.cols)) if seen else None
    monkeypatch.setattr(
        "autoplay.vision.unknown.reading.heard",
        lambda reading, _: replace(reading, objections=objections, window=window),
    )
    found = Search(made.pixels).read(made.grid)
    assert found.sound
    assert found.settled is settled


@pytest.mark.parametrize("unseen", [True, False])
def test_lines_make_a_fresh_board_only_where_a_network_sees_one(
    unseen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = picture(2, state="fresh", noise=0, jpeg=0, hover=False)
    monkeypatch.setattr("autoplay.vision.unknown.hardly_opened.painted_alike", lambda *_: False)
    monkeypatch.setattr("autoplay.vision.unknown.hardly_opened.evenly_ruled", lambda *_: True)
    window = None if unseen else (slice(0, made.grid.rows), slice(0, made.grid.cols))
    monkeypatch.setattr(
        "autoplay.vision.unknown.reading.heard",
        lambda reading, _: replace(reading, objections=9.0 * unseen, window=window),
    )
    monkeypatch.setattr("autoplay.vision.unknown.reading.seen_instead", lambda *_: None)
    found = Search(made.pixels)._read_largest(made.grid)
    assert found.unknown.fresh
    assert found.sound is not unseen


def test_cells_parted_in_two_by_gloss_are_seen_whole_by_a_network() -> None:
    rows = ["001......", "00111112.", "00000001.", "000000011", "000000000", "111222221"]
    rows += ["........."] * 3
    pixels = np.full((740, 680, 3), (18, 78, 90), np.uint8)
    for row, col in np.ndindex(9, 9):
        cell = pixels[90 + 62 * row : 152 + 62 * row, 70 + 60 * col : 130 + 60 * col]
        if rows[row][col] == ".":
            cell[:31], cell[31:], cell[-1], cell[:, -1] = 125, 60, 40, 40
        elif (shown := rows[row][col]) != "0":
            cv2.putText(cell, shown, (20, 46), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (200, 200, 200), 4)
    search = Search(pixels)
    assert [grid.rows for grid in search.located] == [6]
    search.__dict__["_voted"] = []
    found = search.again()
    assert found is not None
    assert Board(found.unknown.cells).to_rows() == rows


def test_nothing_lies_across_a_part_of_a_board_that_makes_sense(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False)
    whole = Search(made.pixels, recolour=False).located[0]
    part = whole.part(0, whole.rows - 1, 0, whole.cols - 1)
    senseless = part.moved(part.pitch_x / 2, part.pitch_y / 2)
    asked: list[Grid] = []
    monkeypatch.setattr(GridReadings, "stamped", [senseless])
    monkeypatch.setattr(GridReadings, "beside", lambda _, grid: asked.append(grid))
    search = Search(made.pixels, recolour=False)
    found = search.read(whole)
    assert not GridReadings(made.pixels).read(senseless).sound
    assert search._or_beside(found) is found
    assert asked == []


def test_a_fresh_board_is_no_part_of_one_of_other_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """The grass that a page is painted with comes again as well, in thousands of small cells."""
    made = picture(5, state="fresh")
    small = Grid(0, 0, 9, 9, made.pixels.shape[0] // 9, made.pixels.shape[1] // 9)
    search = Search(made.pixels, recolour=False)
    found = search._searched()
    assert found is not None
    assert found.painted
    monkeypatch.setattr(GridReadings, "stamped", [small])
    monkeypatch.setattr(Search, "located", [])
    monkeypatch.setattr(GridReadings, "read", lambda *_: pytest.fail("read for nothing"))
    assert search._or_beside(found) is found


@pytest.mark.parametrize(
    ("further", "cut", "kept"), [(1, False, True), (2, False, False), (0, True, False)]
)
def test_a_fresh_board_is_no_half_of_one_that_goes_on(
    further: int, cut: bool, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All cells far from the opened ones bear one picture; a network sees more, or lines show."""
    monkeypatch.setattr(search_module, "cut_short", lambda *_: cut)
    made = picture(5, state="mid")
    half = made.grid.part(0, made.grid.rows, 3, made.grid.cols)
    window = slice(0, half.rows), slice(-further, half.cols)
    cells = np.full((half.rows, half.cols), Cell.HIDDEN, np.int8)
    unknown = UnknownReading(cells, np.ones(cells.shape, np.float32), {}, 1.0, window=window)
    fresh = Found(unknown, half, painted=True)
    monkeypatch.setattr(search_module, "hardly_opened_board", lambda *_: fresh)
    found = Search(made.pixels, recolour=False)._searched()
    assert found is not None
    assert (found is fresh) is kept
    assert kept or np.array_equal(found.unknown.cells, made.board.cells)


def test_squares_that_edges_cut_are_a_fresh_board_where_none_has_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = picture(5, state="fresh")
    monkeypatch.setattr(search_module, "cut_short", lambda *_: True)
    found = Search(made.pixels, recolour=False)._searched()
    assert found is not None
    assert found.painted
    assert found.unknown.fresh


def test_thousands_of_cells_that_vote_against_a_board_are_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The grain of bevelled cells lies on a finer lattice, which takes minutes to read."""
    large = picture(0, state="early", rows=40, cols=60, pitch=(20.0, 20.0), scale=1)
    assert [grid.size for grid in Search(large.pixels).located] == [2400]
    fine = Grid(50.0, 64.0, 10.9, 10.9, 60, 60)
    monkeypatch.setattr(search_module, "locate_boards", lambda pixels: [Located(fine, 1.0)])
    made = picture(5, state="mid", rows=9, cols=9, pitch=(76.0, 76.0), scale=1)
    assert not Search(made.pixels).located


def test_thousands_of_cells_are_not_read_where_one_seen_at_once_makes_sense(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The texture of a board with large cells came again every eleven pixels."""
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False, pitch=(30, 30), scale=1)
    fine = Grid(made.grid.left, made.grid.top, 5.0, 5.0, 40, 40)
    monkeypatch.setattr(Search, "located", [made.grid])
    monkeypatch.setattr(Search, "stamped", [fine])
    search = Search(made.pixels)
    assert next(search._likeliest()) == made.grid
    assert fine not in search._likeliest()
    monkeypatch.setattr(Found, "sound", False)
    assert fine in Search(made.pixels)._likeliest()


@pytest.mark.parametrize(
    ("window", "cost", "objections", "heard"),
    [
        ((0, 9), 9.0, 9.0, False),
        ((0, 12), 1.0, 9.0, True),
        (None, 1.0, 9.0, True),
        ((0, 9), 9.0, 20.0, True),
        ((0, 9), 1.0, 20.0, False),
    ],
)
def test_a_network_is_heard_that_sees_a_board_elsewhere_than_one_was_read_or_another(
    window: tuple[int, int] | None,
    cost: float,
    objections: float,
    heard: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where hidden cells hardly differ from opened ones a part of a board made sense."""
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False, rows=12, cols=9)
    search = Search(made.pixels, recolour=False)
    part = search._readings.read(made.grid.part(0, 9, 0, 9))
    seen = None if window is None else (slice(*window), slice(0, 9))
    unknown = replace(part.unknown, cost=cost, objections=objections, window=seen)
    judged = Found(replace(unknown, objections=0.0, cost=0.0), made.grid)
    monkeypatch.setattr(JudgedBoards, "surest", lambda *_: judged)
    monkeypatch.setattr(search._readings, "read", lambda *_: replace(judged, believed=False))
    monkeypatch.setattr(Search, "located", [])
    monkeypatch.setattr(Search, "stamped", [])
    monkeypatch.setattr(Search, "_voted", [])
    assert (search._or_judged(Found(unknown, part.grid)) is judged) is heard
    odd = replace(judged, unknown=replace(judged.unknown, floods=False))
    monkeypatch.setattr(JudgedBoards, "surest", lambda *_: odd)
    assert search._or_judged(Found(unknown, part.grid)) is not odd


@pytest.mark.parametrize("again", [True, False])
def test_no_cell_is_sure_of_a_board_that_seems_to_go_on(
    again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last columns of a board may be narrower, where its window has no room for them."""
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False)
    for cut in (False, True):
        monkeypatch.setattr(search_module, "cut_short", lambda *_, cut=cut: cut)
        search = Search(made.pixels, recolour=False)
        found = search.again() if again else search.read(search.located[0])
        assert found is not None
        assert np.array_equal(found.unknown.cells, made.board.cells)
        assert bool(found.confidence.max() <= 0.9) is cut


def test_nothing_else_is_read_where_a_network_sees_the_whole_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False, rows=9, cols=9)
    part = made.grid.part(0, 8, 0, 9)
    monkeypatch.setattr(search_module, "likeliest_extent", lambda _, found: found)
    monkeypatch.setattr(Search, "_or_located", lambda _, found: found)
    for seen in (True, False):
        search = Search(made.pixels, recolour=False)
        voted = [replace(search._readings.votes(grid), votes=900.0) for grid in (made.grid, part)]
        monkeypatch.setattr(Search, "_worth_reading", lambda *_, voted=voted: voted)
        monkeypatch.setattr(Found, "seen_whole", property(lambda _, seen=seen: seen))
        search._searched()
        assert (part in search._readings._found) is not seen


@pytest.mark.parametrize("agreed", [True, False])
def test_what_two_ways_to_read_agree_on_is_read_once(
    agreed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lost board is dear all the same, and was cut and coloured otherwise for nothing."""
    made = picture(
        21, state="mid", rows=9, cols=9, pitch=(24, 24), scale=1, noise=0, jpeg=85, hover=False
    )
    read: list[Grid] = []

    def counted(pixels: np.ndarray, grid: Grid) -> UnknownReading:
        read.append(grid)
        return replace(read_unknown(pixels, grid), cost=8.0)

    monkeypatch.setattr("autoplay.vision.unknown.grid_readings.read_unknown", counted)
    monkeypatch.setattr(Found, "seen_whole", property(lambda _: agreed))
    found = Search(made.pixels).read(made.grid)
    assert found.undisputed is agreed
    assert np.array_equal(found.unknown.cells, made.board.cells)
    assert (len(read) == 1) is agreed


def test_a_board_that_a_network_sees_whole_is_not_searched_for_at_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False)
    part = made.grid.part(0, made.grid.rows, 0, made.grid.cols - 2)
    monkeypatch.setattr(Search, "located", [part])
    monkeypatch.setattr(Search, "_searched", lambda _: pytest.fail("searched for nothing"))
    found = Search(made.pixels).again()
    assert found is not None
    assert found.grid == made.grid
    assert np.array_equal(found.unknown.cells, made.board.cells)


@pytest.mark.parametrize(
    ("against", "off", "seen"), [(3.0, 4, True), (3.0, 1, False), (0.0, 4, False), (3.0, 40, False)]
)
def test_a_board_that_a_network_has_nothing_against_is_read_there_instead(
    against: float, off: float, seen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dashes between cells made a pitch a little too large, and digits at one side were misread."""
    made = picture(12, state="mid", rows=9, cols=9, pitch=(30.0, 30.0), noise=0, jpeg=0, scale=1)
    search = Search(made.pixels, enlarge=False)
    found = search._readings.read(made.grid)
    assert found.unknown.seen_clearly
    grid = made.grid.moved(off, 0)
    read = replace(found, grid=grid, unknown=replace(found.unknown, objections=against))
    monkeypatch.setattr(search, "_read_largest", lambda _: read)
    monkeypatch.setattr(Search, "_seen_at_once", found)
    monkeypatch.setattr(search, "_finished", lambda board: board)
    assert search.read(grid).grid == (made.grid if seen else grid)


def test_a_settled_board_is_read_enlarged_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    made = picture(21, state="mid", noise=0, jpeg=0, hover=False, pitch=(14, 14), scale=1)
    monkeypatch.setattr(Found, "undisputed", False)
    monkeypatch.setattr(Search, "_enlarged_board", property(lambda _: pytest.fail("searched")))
    search = Search(made.pixels)
    monkeypatch.setattr(search, "_hard_to_see", lambda _: True)
    found = search.read(made.grid)
    assert nearly_same(found.grid, made.grid, 1.0)
    assert np.array_equal(found.unknown.cells, made.board.cells)
    assert search._enlarged is not None
    assert search._enlarged._readings._found


def test_squares_that_edges_cut_are_read_after_what_is_whole() -> None:
    made = picture(21, state="mid", rows=8, cols=8, pitch=(30, 30), noise=0, jpeg=0, scale=1)
    pixels = np.full((1500, 1500, 3), 225, np.uint8)
    for line in range(20, 1500, 60):
        pixels[:, line : line + 6] = pixels[line : line + 6] = 160
    height, width = made.pixels.shape[:2]
    pixels[:height, :width] = made.pixels
    squares = Grid(83, 623, 60, 60, 14, 23)
    search = Search(pixels)
    search.__dict__["located"] = search.__dict__["_stamped"] = []
    voted = [search._readings.votes(grid) for grid in (squares, made.grid)]
    assert [one.grid for one in search._worth_reading(voted)][-2:] == [made.grid, squares]


def test_what_is_drawn_in_cells_tells_of_a_board_of_which_nothing_else_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = picture(13)
    for name in ("lattices", "located", "_stamped", "_voted"):
        monkeypatch.setattr(Search, name, [])
    for name in ("hardly_opened_board", "seldom_found"):
        monkeypatch.setattr(search_module, name, lambda *_: None)
    found = Search(made.pixels).again()
    assert found is not None
    assert nearly_same(found.grid, made.grid, 2.0)
    assert np.array_equal(found.unknown.cells, made.board.cells)
    for name in ("drawn_lattices", "lettered_lattices"):
        monkeypatch.setattr(search_module, name, lambda _: [])
    assert Search(made.pixels).again() is None
