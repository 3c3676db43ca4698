import numpy as np
import pytest

from autoplay.board import GameState
from autoplay.desktop.memory import InMemoryWindow
from autoplay.errors import InputError
from autoplay.game.canvas import Canvas
from autoplay.game.engine import Game
from autoplay.game.level import EXPERT, Level
from autoplay.game.rules import Rule
from autoplay.game.session import Session, Settings
from autoplay.geometry import Region
from autoplay.vision.packs.skins import Skin, load_skin, shipped_skins


def canvas_over(game: Game, cell: int = 16) -> Canvas:
    session = Session(Settings(game.level))
    session.game = game
    return Canvas(session, load_skin("classic"), cell)


def click(canvas: Canvas, row: int, col: int, button: str = "left") -> None:
    point = canvas.grid.centre(row, col)
    canvas.click(point.x, point.y, button)


def test_at_its_own_size_a_pack_is_drawn_pixel_by_pixel() -> None:
    game = Game.with_mines(Level(9, 8, 1), [(0, 0)])
    canvas = canvas_over(game)
    click(canvas, 5, 5)
    click(canvas, 0, 0, "right")
    picture, skin = canvas.picture(), load_skin("classic")
    for row in range(8):
        for col in range(9):
            box = canvas.grid.cell(row, col)
            shown = picture[box.y : box.bottom, box.x : box.right]
            assert np.array_equal(shown, skin.templates[game.view()[row, col]][-1])


def test_a_part_of_the_picture_is_the_same_as_the_whole_cut() -> None:
    canvas = Canvas(Session(Settings(EXPERT)), load_skin("classic"), 19)
    click(canvas, 8, 15)
    whole = canvas.picture()
    for view in (Region(0, 0, 100, 90), Region(133, 77, 201, 150), Region(490, 200, 101, 99)):
        cut = whole[view.y : view.bottom, view.x : view.right]
        assert np.array_equal(canvas.picture(view), cut)


@pytest.mark.parametrize("level", [Level(1, 1, 0), Level(4, 3, 2), EXPERT, Level(500, 2, 700)])
@pytest.mark.parametrize("cell", [8, 16, 31])
def test_all_parts_have_room_on_every_board(level: Level, cell: int) -> None:
    layout = Canvas(Session(Settings(level)), load_skin("classic"), cell).layout
    whole = Region(0, 0, *layout.size)
    parts = [layout.counter, layout.face, layout.clock, layout.grid.region.grown(layout.edge)]
    for part in [layout.panel, *parts]:
        assert part.clipped(whole) == part
    for index, one in enumerate(parts):
        for other in parts[:index]:
            meet = one.clipped(other)
            assert meet.w == 0 or meet.h == 0


@pytest.mark.parametrize("skin", shipped_skins(), ids=lambda skin: skin.name)
def test_every_shipped_skin_can_be_worn(skin: Skin) -> None:
    canvas = Canvas(Session(Settings(EXPERT)), skin, skin.cell)
    before = canvas.picture()
    click(canvas, 8, 15)
    assert before.shape == canvas.picture().shape
    assert not np.array_equal(before, canvas.picture())


def test_the_face_and_the_keys_start_a_new_game() -> None:
    canvas = Canvas(Session(Settings(Level(9, 9, 10), Rule.OPEN, seed=3)), load_skin("classic"))
    click(canvas, 4, 4)
    start = canvas.skin.new_game
    assert start is not None
    face = start.point(canvas.grid)
    assert face is not None
    canvas.click(face.x, face.y, "left")
    assert canvas.session.settings.seed == 4
    assert not canvas.session.game.started
    for key in ("f2", "n"):
        canvas.press(key)
    assert canvas.session.settings.seed == 6


def test_clicks_open_flag_and_chord() -> None:
    game = Game.with_mines(Level(9, 9, 2), [(0, 0), (8, 8)])
    canvas = canvas_over(game)
    click(canvas, 1, 1)
    click(canvas, 0, 0, "right")
    click(canvas, 1, 1, "middle")
    canvas.click(1, 1, "left")
    assert game.clicks == 3
    assert game.state is GameState.WON


def test_two_quick_clicks_on_a_number_chord_it_but_not_the_click_that_opened_it() -> None:
    game = Game.with_mines(Level(3, 3, 1), [(0, 0)])
    canvas = canvas_over(game)
    click(canvas, 0, 0, "right")
    click(canvas, 1, 1)
    click(canvas, 1, 1)
    assert game.state is GameState.PLAYING
    click(canvas, 1, 1)
    assert game.state is GameState.WON


def test_the_keyboard_alone_plays() -> None:
    game = Game.with_mines(Level(3, 3, 1), [(0, 0)])
    canvas = canvas_over(game)
    canvas.press("space")
    assert game.clicks == 0
    for key in ("left", "up", "left", "f", "right", "down", "space", "space"):
        canvas.press(key)
    assert game.state is GameState.WON


def test_it_serves_as_a_window_in_memory() -> None:
    canvas = canvas_over(Game.with_mines(Level(9, 9, 1), [(0, 0)]))
    window = InMemoryWindow(canvas)
    assert window.grab().pixels.shape[0] > canvas.picture().shape[0]
    window.press("f2")
    assert canvas.session.settings.seed == 1


def test_a_size_that_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(InputError, match="choose 8 to 160"):
        Canvas(Session(Settings(EXPERT)), load_skin("classic"), 4)
