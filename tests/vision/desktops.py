"""Synthetic boards in windows as programs have them, on a desktop with other things around.

`synthetic.picture` draws a board with little around it. Here the same looks stand in windows with
title and menu bars, counters, frames, side panels and status lines, or on pages in a browser; the
panel around a board often has the very colour of its opened or hidden cells, as real ones do. Other
windows, icons and clutter lie beside it. All from a seed alone, with exact truth.
"""

from __future__ import annotations

import dataclasses
import random
from typing import TYPE_CHECKING

import cv2
import numpy as np

from autoplay.geometry import Grid
from tests.vision.lettering import built_in
from tests.vision.scenery import heavier, photo, scenic_board
from tests.vision.synthetic import (
    Colour,
    Look,
    Picture,
    _disturbed,
    _gradient,
    _moved_away,
    _paint_board,
    _shade,
    _surface,
    legible,
    make_look,
    make_scene,
    play_position,
)
from tests.vision.windows import (
    Canvas,
    counters,
    frame,
    icon,
    menu_bar,
    side_panel,
    status_line,
    title_bar,
    toolbar,
)

if TYPE_CHECKING:
    from tests.vision.lettering import Lettering
    from tests.vision.synthetic import Scene

LARGEST = (1500, 1000)
SCENIC = 0.4


def desktop(seed: int, letterings: tuple[Lettering, ...] = (), *, odd: bool = False) -> Picture:
    """Render the picture of a seed; odd: with a look that `make_look` does not invent."""
    rng = random.Random(seed)
    look = make_look(rng, letterings or tuple(built_in()))
    scene = _small_enough(make_scene(rng))
    look = legible(look, scene)
    board = play_position(rng, scene)
    grid = Grid(0.0, 0.0, *scene.pitch, board.rows, board.cols)
    scenic = odd and rng.random() < SCENIC
    if odd and not scenic:
        look = heavier(rng, look)
    surface = (
        scenic_board(rng, look, board, grid)
        if scenic
        else _paint_board(rng, look, scene, board, grid)
    )
    page = rng.random() < 0.3
    window, left, top = (_page if page else _window)(rng, look, surface)
    h, w = window.shape[:2]
    room = [max(0, most - size) for most, size in zip(LARGEST, (w, h), strict=True)]
    x, y = (int(rng.uniform(0, 0.5) ** 1.5 * space) for space in room)
    right, below = (int(rng.uniform(0, 0.5) ** 1.5 * space) for space in room)
    canvas = Canvas(rng, _wallpaper(rng, w + x + right, h + y + below))
    for _ in range(rng.choice([0, 1, 2, 3])):
        _other_window(canvas)
    canvas.pixels[y : y + h, x : x + w] = window
    pixels = _disturbed(rng, scene, canvas.pixels)
    place = grid.moved(x + left, y + top)
    state = {"won": "won", "lost": "lost"}.get(scene.state, "playing")
    return Picture(pixels, board, place, state, look)


def _small_enough(scene: Scene) -> Scene:
    """Keep a board small enough for a screen, and never resized: a window has whole pixels."""
    most = min(1100 / scene.cols, 740 / scene.rows, 64.0)
    by = min(1.0, most / max(scene.pitch))
    pitch = tuple(max(12.0, size * by) for size in scene.pitch)
    return dataclasses.replace(scene, pitch=pitch, scale=1.0)


# ---------------------------------------------------------------- the window around a board


def _panel(rng: random.Random, look: Look) -> Colour:
    """The ground around a board: often the very one of some of its cells."""
    return rng.choice(
        [
            look.opened,
            look.opened,
            look.hidden,
            look.line,
            _shade(look.opened, rng.uniform(-0.2, 0.2)),
            _shade(look.hidden, rng.uniform(-0.2, 0.2)),
            (255, 255, 255),
            (0, 0, 0),
            (236, 236, 236),
            _surface(rng, rng.random() < 0.5),
        ]
    )


def _window(rng: random.Random, look: Look, surface: np.ndarray) -> tuple[np.ndarray, int, int]:
    """Draw a program's window around a board; return also where the board lies in it."""
    h, w = surface.shape[:2]
    ground = _panel(rng, look)
    line = rng.choice([0, 0, 1, 2, 3, 5, 8])
    pad = [_padding(rng) + line for _ in range(4)]
    if rng.random() < 0.5:
        pad = [pad[0]] * 4
    border = rng.choice([0, 1, 1, 2, 4, 6])
    title = rng.choice([0, 18, 22, 26, 32, 40])
    menu = rng.choice([0, 0, 18, 22, 26])
    tools = rng.choice([0, 0, 0, 26, 36])
    header = rng.choice([0, 0, 28, 36, 44, 60])
    status = rng.choice([0, 0, 18, 24, 40])
    side = rng.choice([0, 0, 0, 0, 90, 140])
    left, top = border + pad[0], border + title + menu + tools + header + pad[1]
    width = left + w + pad[2] + side + border
    height = top + h + pad[3] + status + border
    canvas = Canvas(rng, np.full((height, width, 3), ground, np.uint8))
    if look.floor == "backdrop" and rng.random() < 0.3:
        canvas.pixels = _gradient(canvas.pixels, ground, _shade(ground, -0.15))
    chrome = rng.choice([ground, (230, 230, 230), _surface(rng, rng.random() < 0.3)])
    y = border
    for size, draw in (
        (title, title_bar),
        (menu, menu_bar),
        (tools, toolbar),
        (header, counters),
    ):
        if size:
            own = ground if draw is counters and rng.random() < 0.6 else chrome
            strip = canvas.part(border, y, width - 2 * border, size)
            strip.pixels[:] = own
            draw(strip, own)
            y += size
    if status:
        strip = canvas.part(border, height - border - status, width - 2 * border, status)
        own = rng.choice([ground, chrome])
        strip.pixels[:] = own
        status_line(strip, own)
    if side:
        side_panel(canvas.part(left + w + pad[2], top, side, h), ground)
    frame(canvas, left, top, w, h, line, ground)
    if border:
        edge = _shade(chrome, rng.choice([-0.5, -0.25, 0.3]))
        canvas.box(0, 0, width, height, edge, 1)
        if border > 3 and rng.random() < 0.5:
            canvas.bevel(0, 0, width, height, 2, chrome, up=True)
    canvas.pixels[top : top + h, left : left + w] = surface
    return canvas.pixels, left, top


def _padding(rng: random.Random) -> int:
    return rng.choice([0, 0, 3, 6, rng.randint(4, 30), rng.randint(4, 30), rng.randint(20, 120)])


# ---------------------------------------------------------------- a page in a browser


def _page(rng: random.Random, look: Look, surface: np.ndarray) -> tuple[np.ndarray, int, int]:
    """Draw a page with a board on it; return also where the board lies in it."""
    h, w = surface.shape[:2]
    ground = rng.choice([(255, 255, 255), (250, 248, 245), (40, 36, 34), _panel(rng, look)])
    ink = _moved_away((60, 60, 60), ground, 60)
    bar = rng.choice([0, 0, 40, 76])
    above, beside = rng.randint(10, 150), rng.randint(8, 160)
    line = rng.choice([0, 0, 1, 3, 6])
    left, top = beside + line, bar + above + line
    right, below = rng.randint(8, 200), rng.randint(10, 120)
    canvas = Canvas(
        rng, np.full((top + h + below + line, left + w + right + line, 3), ground, np.uint8)
    )
    height, width = canvas.pixels.shape[:2]
    if bar:
        own = rng.choice([(225, 225, 225), (60, 60, 60)])
        strip = canvas.part(0, 0, width, bar)
        strip.pixels[:] = own
        toolbar(strip.part(0, bar - 38, width, 34), own)
        strip.box(width // 4, bar - 34, width // 2, 26, _shade(own, 0.5))
        strip.text(width // 4 + 8, bar - 15, "https://example.org/mines", 13, (90, 90, 90))
    size = rng.choice([14, 16, 18, 30])
    y = bar + size + 6
    while y < top - line - 10:
        canvas.text(rng.randint(6, 40), y, canvas.words(rng.randint(1, 9)), size, ink)
        size = rng.choice([13, 14, 16])
        y += size + rng.randint(6, 16)
    y = top + h + line + rng.randint(16, 40)
    while y < height - 6:
        canvas.text(rng.randint(6, 40), y, canvas.words(rng.randint(1, 9)), size, ink)
        y += size + rng.randint(6, 16)
    frame(canvas, left, top, w, h, line, ground)
    canvas.pixels[top : top + h, left : left + w] = surface
    return canvas.pixels, left, top


# ---------------------------------------------------------------- what lies behind and beside


def _wallpaper(rng: random.Random, w: int, h: int) -> np.ndarray:
    """Draw a background: plain, a slope, a photo, a texture or clutter."""
    noise = np.random.default_rng(rng.randrange(2**31))
    pixels = np.full((h, w, 3), _surface(rng, rng.random() < 0.5), np.uint8)
    way = rng.choice(["plain", "slope", "photo", "texture", "clutter"])
    if way in ("slope", "clutter"):
        pixels = _gradient(pixels, _surface(rng, False), _surface(rng, True))
    if way == "photo":
        pixels = photo(noise, w, h, rng.choice([8, 30, 80]))
    elif way == "texture":
        size = rng.randint(8, 64)
        tile = noise.integers(0, rng.choice([30, 255]), (size, size, 3))
        tile = np.clip(tile + rng.randrange(0, 100), 0, 255).astype(np.uint8)
        pixels = np.tile(tile, (h // size + 1, w // size + 1, 1))[:h, :w].copy()
    elif way == "clutter":
        _clutter(Canvas(rng, pixels))
    return pixels


def _clutter(canvas: Canvas) -> None:
    """Draw boxes, discs, numbers and lines anywhere."""
    rng = canvas.rng
    h, w = canvas.pixels.shape[:2]
    for _ in range(rng.randint(10, 70)):
        x, y, size = rng.randrange(w), rng.randrange(h), rng.randint(8, 120)
        colour = _surface(rng, rng.random() < 0.5)
        way = rng.choice(["box", "disc", "number", "line"])
        if way == "box":
            canvas.box(x, y, size, rng.randint(8, 120), colour)
        elif way == "disc":
            cv2.circle(canvas.pixels, (x, y), size // 2, colour, -1)
        elif way == "number":
            canvas.text(x, y, str(rng.randrange(9999)), 20 + size // 8, colour)
        else:
            cv2.line(canvas.pixels, (x, y), (rng.randrange(w), y), colour, 2)


def _other_window(canvas: Canvas) -> None:
    """Draw the window of another program, which may reach beyond the picture."""
    rng = canvas.rng
    h, w = canvas.pixels.shape[:2]
    wide, high = rng.randint(120, 500), rng.randint(100, 420)
    window = canvas.part(rng.randint(0, w), rng.randint(0, h), wide, high)
    high, wide = window.pixels.shape[:2]
    if min(high, wide) < 40:
        return
    ground = _surface(rng, rng.random() < 0.4)
    window.pixels[:] = ground
    title_bar(window.part(0, 0, wide, 24), ground)
    inside = window.part(4, 26, wide - 8, high - 30)
    ink = _moved_away((0, 0, 0), ground, 60)
    way = rng.choice(["text", "digits", "table", "icons", "keys"])
    step = rng.randint(14, 40)
    if way in ("text", "digits"):
        for y in range(step, high, step):
            digits = way == "digits"
            line = " ".join(str(rng.randrange(9)) for _ in range(40)) if digits else inside.words(8)
            inside.text(4, y, line, min(step - 2, 16), ink)
    else:
        along = step if way != "table" else rng.randint(step, 3 * step)
        for y in range(2, high, step):
            for x in range(2, wide, along):
                _cell(inside.part(x, y, along + 1, step + 1), way, step, ground)
    window.box(0, 0, wide, high, _shade(ground, -0.5), 1)


def _cell(spot: Canvas, way: str, step: int, ground: Colour) -> None:
    """Draw a cell of a table, an icon or a key."""
    rng = spot.rng
    ink = _moved_away((0, 0, 0), ground, 60)
    if way == "table":
        h, w = spot.pixels.shape[:2]
        spot.box(0, 0, w, h, _shade(ground, -0.3), 1)
        if rng.random() < 0.5:
            spot.text(3, step - 4, str(rng.randrange(99)), min(step - 4, 14), ink)
    elif way == "icons":
        icon(spot.part(0, 0, step - 6, step - 6), ground)
    else:
        spot.box(0, 0, step - 4, step - 4, _shade(ground, 0.3))
        spot.text(4, step - 8, rng.choice("0123456789+-"), min(step - 6, 16), ink)
