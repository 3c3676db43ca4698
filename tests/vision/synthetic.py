"""Synthetic Minesweeper pictures: many looks, real positions, exact truth.

A `Look` is one invented program: colours, tile style, lettering, symbols. A `Picture` is that
look showing a position of real play somewhere on a desktop. Both come from a seed alone.
"""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass

import cv2
import numpy as np

from autoplay.board import Board, Cell
from autoplay.geometry import Grid
from tests.vision.lettering import Lettering, built_in

CLASSIC = ("#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000000", "#808080")
PASTEL = ("#1976d2", "#388e3c", "#d32f2f", "#7b1fa2", "#ff8f00", "#0097a7", "#424242", "#9e9e9e")
BRIGHT = ("#7fb3ff", "#7fe07f", "#ff8080", "#b9a0ff", "#ffb060", "#60e0e0", "#ffffff", "#c0c0c0")

Colour = tuple[int, int, int]
OVERSAMPLING = 4
LEGIBLE = 18.0
"""Distance in Lab at which a thin stroke is still seen for certain."""
SEEN = 2.0
"""The same at which a large area is told from the one beside it."""
PARTING = 0.06
SEAMLESS = ("flat", "gradient", "textured")
STROKES = Lettering("strokes-0.18", "hershey", weight=0.18)


@dataclass(frozen=True)
class Look:
    """How one invented Minesweeper program draws its cells. Colours are BGR."""

    lettering: Lettering
    hidden: Colour
    opened: Colour
    line: Colour
    digits: tuple[Colour, ...]
    tile: str  # flat, bevel, gradient, rounded, glossy, outlined, textured
    floor: str  # flat, lined, sunken, backdrop
    gap: float  # part of the pitch left free between cells
    checker: tuple[float, float]  # brightness step of every second hidden, opened cell
    digit_height: float  # part of the pitch
    digit_shift: tuple[float, float]
    own_floor: bool  # every number has its own background
    shadow: bool
    flag: str
    flag_colour: Colour
    mine: str
    question: Colour
    spikes: int
    bevel: float = 1 / 8  # part of the cell's side


@dataclass(frozen=True)
class Picture:
    """A rendered picture with its truth. pixels: (h, w, 3) uint8 BGR."""

    pixels: np.ndarray
    board: Board
    grid: Grid
    state: str
    look: Look

    def truth(self) -> dict[str, object]:
        """The truth in the format of fixtures."""
        region = self.grid.region
        return {
            "client": "synthetic",
            "theme": self.look.lettering.name,
            "board": {"x": region.x, "y": region.y, "w": region.w, "h": region.h},
            "rows": self.board.rows,
            "cols": self.board.cols,
            "cells": self.board.to_rows(),
            "state": self.state,
            "mines_total": self.board.mines,
        }


def picture(seed: int, letterings: tuple[Lettering, ...] = (), **changes: object) -> Picture:
    """Render the picture of a seed; changes override `Scene` fields, e.g. state="fresh"."""
    rng = random.Random(seed)
    look = make_look(rng, letterings or tuple(built_in()))
    scene = dataclasses.replace(make_scene(rng), **changes)  # type: ignore[arg-type]
    look = legible(look, scene)
    board = play_position(rng, scene)
    return paint(rng, look, scene, board)


# ---------------------------------------------------------------- looks


def _bgr(text: str) -> Colour:
    return int(text[5:7], 16), int(text[3:5], 16), int(text[1:3], 16)


def _hsv(h: float, s: float, v: float) -> Colour:
    pixel = np.array([[[h * 179, s * 255, v * 255]]], np.uint8)
    b, g, r = (int(x) for x in cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0])
    return b, g, r


def contrast(a: Colour, b: Colour) -> float:
    """Perceived distance of two colours (CIE76 in Lab)."""
    lab = cv2.cvtColor(np.array([[a, b]], np.float32) / 255, cv2.COLOR_BGR2LAB)[0]
    return float(np.linalg.norm(lab[0] - lab[1]))


def _shade(colour: Colour, by: float) -> Colour:
    """The colour made lighter (by > 0, towards white) or darker (by < 0, towards black)."""
    towards = 255 if by > 0 else 0
    b, g, r = (round(c + (towards - c) * abs(by)) for c in colour)
    return b, g, r


def _surface(rng: random.Random, dark: bool) -> Colour:
    saturation = rng.choice([0, 0, 0.05, 0.15, 0.3, 0.6, 0.8])
    value = rng.uniform(0.08, 0.42) if dark else rng.uniform(0.6, 1.0)
    return _hsv(rng.random(), saturation, value)


def make_look(rng: random.Random, letterings: tuple[Lettering, ...]) -> Look:
    """Invent a look that a person could still play with: what must differ, differs enough."""
    dark = rng.random() < 0.35
    tile = rng.choice(
        ["flat", "bevel", "bevel", "gradient", "rounded", "glossy", "outlined", "textured"]
    )
    floor = rng.choice(["flat", "flat", "lined", "lined", "sunken", "backdrop"])
    while True:
        opened = _surface(rng, dark)
        if rng.random() < 0.3:
            hidden = _shade(opened, rng.uniform(-0.25, 0.25))
        else:
            hidden = _surface(rng, dark if rng.random() < 0.7 else not dark)
        if contrast(hidden, opened) > (4 if tile in ("bevel", "glossy") else 11):
            break
    gap = rng.choice([0, 0, 0, 0.03, 0.05, 0.08])
    step = rng.choice([0.0, 0.0, 0.0, rng.uniform(0.04, 0.12)])
    if step and tile != "textured":
        # A checkerboard stands instead of lines, and its steps are smaller than the difference.
        gap, tile, floor = 0, "flat", "flat"
        step = min(step, contrast(hidden, opened) / 250)
    lettering = rng.choice(letterings)
    thin = any(word in lettering.name.lower() for word in ("thin", "light", "hairline"))
    return Look(
        lettering=lettering,
        hidden=hidden,
        opened=opened,
        line=_shade(opened, rng.choice([-1, 1]) * rng.uniform(0.12, 0.7)),
        digits=_digit_colours(rng, opened, 40 if thin else 30),
        tile=tile,
        floor=floor,
        gap=gap,
        checker=(step, step * rng.choice([0, 1, 1])),
        digit_height=rng.uniform(0.42, 0.72),
        digit_shift=(rng.uniform(-0.05, 0.05), rng.uniform(-0.05, 0.05)),
        own_floor=rng.random() < 0.06,
        shadow=rng.random() < 0.12,
        flag=rng.choice(["pennant", "pennant", "banner", "disc", "letter", "triangle"]),
        flag_colour=_readable(rng, hidden, 25),
        mine=rng.choice(["spiked", "spiked", "disc", "star", "bomb", "square"]),
        question=_readable(rng, hidden, 30),
        spikes=rng.choice([4, 6, 8, 8, 10]),
    )


def _digit_colours(rng: random.Random, opened: Colour, least: float) -> tuple[Colour, ...]:
    style = rng.choice(["palette", "palette", "palette", "one", "random"])
    if style == "one":
        return (_readable(rng, opened, 45),) * 8
    palette = [_bgr(text) for text in rng.choice([CLASSIC, CLASSIC, PASTEL, BRIGHT])]
    if style == "random":
        palette = [_readable(rng, opened, least) for _ in range(8)]
    return tuple(_moved_away(colour, opened, least) for colour in palette)


def _readable(rng: random.Random, ground: Colour, least: float) -> Colour:
    while True:
        colour = _hsv(rng.random(), rng.choice([0, 0.5, 1]), rng.random())
        if contrast(colour, ground) > least:
            return colour


def _moved_away(colour: Colour, ground: Colour, least: float) -> Colour:
    """Shade a colour until it stands out from the ground."""
    towards = 0.15 if sum(ground) < 380 else -0.15
    for _ in range(20):
        if contrast(colour, ground) > least:
            break
        colour = _shade(colour, towards)
    return colour


def legible(look: Look, scene: Scene) -> Look:
    """Return a look in which a person could see at this size what there is to be seen.

    Digits get thick strokes where a hairline a third of a pixel wide would leave a third of its
    colour on the screen. Hidden cells get a gap where nothing is opened and they would be one area.
    """
    if scene.state == "fresh" and not _cells_show(look):
        look = dataclasses.replace(look, gap=PARTING)
    height = round(look.digit_height * scene.pitch[1])
    for digit, colour in zip("1234", look.digits, strict=False):
        mask = look.lettering.mask(digit, height)
        ink = np.sort(mask[mask > 0.1])
        cover = float(ink[3 * len(ink) // 4 :].mean()) if ink.size else 0.0
        if cover * contrast(colour, look.opened) < LEGIBLE:
            return dataclasses.replace(look, lettering=STROKES)
    return look


def _cells_show(look: Look) -> bool:
    """Whether hidden cells side by side have edges, a gap, or two colours by turns."""
    by_turns = contrast(look.hidden, _shade(look.hidden, -look.checker[0]))
    return bool(look.gap or look.tile not in SEAMLESS or by_turns > SEEN)


# ---------------------------------------------------------------- positions


@dataclass(frozen=True)
class Scene:
    """What is shown and how it is photographed."""

    rows: int
    cols: int
    pitch: tuple[float, float]
    state: str  # fresh, early, mid, late, won, lost
    scale: float  # the window drawn at 1 and scaled as a browser's zoom does; 1 = cells snap
    flags: float
    questions: float
    hover: bool
    noise: float
    jpeg: int  # quality, 0 = none
    surroundings: str
    margin: int
    floods: bool = True  # else every cell is opened by itself


def make_scene(rng: random.Random) -> Scene:
    """Draw a size, a state of play and the disturbances."""
    rows, cols = rng.choice(
        [(8, 8), (9, 9), (9, 9), (16, 16), (16, 16), (16, 30), (12, 20), (10, 18)]
    )
    most = min(100.0, 1500 / cols, 900 / rows)
    pitch = min(most, 12 * (100 / 12) ** rng.random() ** 1.4)
    if rng.random() < 0.4:
        pitch = float(round(pitch))
    stretch = rng.choice([1, 1, 1, rng.uniform(0.93, 1.07)])
    return Scene(
        rows=rows,
        cols=cols,
        pitch=(pitch, max(12.0, pitch * stretch)),
        state=rng.choices(["fresh", "early", "mid", "late", "won", "lost"], [4, 20, 40, 22, 5, 9])[
            0
        ],
        scale=rng.choice([1, 1, 1, rng.uniform(0.8, 1.6)]),
        flags=rng.choice([0, 0, 0.4, 0.9]),
        questions=rng.choice([0, 0, 0, 0, 0.05]),
        hover=rng.random() < 0.3,
        noise=rng.choice([0, 0, 0, 1, 2, 4]),
        jpeg=rng.choice([0, 0, 0, rng.randint(70, 95)]),
        surroundings=rng.choice(["plain", "window", "window", "busy", "photo"]),
        margin=rng.randint(15, 220),
    )


def mine_counts(mines: np.ndarray) -> np.ndarray:
    """Return how many of the eight neighbours of each cell are mines."""
    padded = np.pad(mines.astype(np.int8), 1)
    rows, cols = mines.shape
    return sum(
        (
            padded[r : r + rows, c : c + cols]
            for r in range(3)
            for c in range(3)
            if (r, c) != (1, 1)
        ),
        np.zeros(mines.shape, np.int8),
    )


_ELSEWHERE = 0.5


def play_position(rng: random.Random, scene: Scene) -> Board:
    """Deal mines and open cells as a careful player would: an opening, then along the frontier."""
    rows, cols = scene.rows, scene.cols
    mines = np.zeros((rows, cols), bool)
    start = (rng.randrange(rows), rng.randrange(cols))
    free = [
        (r, c)
        for r in range(rows)
        for c in range(cols)
        if max(abs(r - start[0]), abs(c - start[1])) > 1
    ]
    total = round(rows * cols * rng.uniform(0.11, 0.21))
    for place in rng.sample(free, total):
        mines[place] = True
    counts = mine_counts(mines)
    board = Board(np.full((rows, cols), Cell.HIDDEN), total)
    opened = np.zeros((rows, cols), bool)

    def open_at(place: tuple[int, int]) -> None:
        todo = [place]
        while todo:
            at = todo.pop()
            if opened[at] or mines[at]:
                continue
            opened[at] = True
            if counts[at] == 0 and scene.floods:
                todo.extend(board.neighbours(*at))

    safe = rows * cols - total
    goal = {"fresh": 0.0, "early": 0.05, "won": 1.0}.get(
        scene.state, rng.uniform(*{"late": (0.75, 0.99)}.get(scene.state, (0.25, 0.75)))
    )
    if goal > 0:
        open_at(start)
    while opened.sum() < goal * safe:
        if not scene.floods and rng.random() < _ELSEWHERE:
            open_at(tuple(rng.choice(np.argwhere(~opened & ~mines).tolist())))
            continue
        beside = [
            (r, c)
            for r, c in np.argwhere(~opened & ~mines).tolist()
            if any(opened[n] for n in board.neighbours(r, c))
        ]
        open_at(tuple(rng.choice(beside or np.argwhere(~opened & ~mines).tolist())))

    return Board(_shown(rng, scene, board, mines, opened, counts), total)


def _shown(
    rng: random.Random,
    scene: Scene,
    board: Board,
    mines: np.ndarray,
    opened: np.ndarray,
    counts: np.ndarray,
) -> np.ndarray:
    """The cells as the program shows them: flags, question marks, what a loss reveals."""
    cells = np.where(opened, counts, Cell.HIDDEN).astype(np.int8)
    for r, c in np.argwhere(~opened).tolist():
        beside = any(opened[n] for n in board.neighbours(r, c))
        if mines[r, c] and beside and rng.random() < scene.flags:
            cells[r, c] = Cell.FLAG
        elif scene.state not in ("fresh", "won") and rng.random() < scene.questions:
            cells[r, c] = Cell.QUESTION
    if scene.state == "won" and scene.flags:
        cells[mines] = Cell.FLAG
    if scene.state == "lost":
        hidden_mines = np.argwhere(mines & (cells != Cell.FLAG)).tolist()
        for r, c in hidden_mines:
            cells[r, c] = Cell.MINE
        if hidden_mines:
            cells[tuple(rng.choice(hidden_mines))] = Cell.EXPLODED
        spare = np.argwhere(~mines & ~opened & (cells == Cell.HIDDEN)).tolist()
        if scene.flags and spare and rng.random() < 0.5:
            cells[tuple(rng.choice(spare))] = Cell.WRONG_FLAG
    return cells


# ---------------------------------------------------------------- painting


def paint(rng: random.Random, look: Look, scene: Scene, board: Board) -> Picture:
    """Draw the window on its surroundings, then disturb the whole picture."""
    scale = scene.scale if scene.pitch[0] * scene.scale >= 12 else 1.0
    if scale != 1.0:
        pitch_x, pitch_y = (float(max(12, round(p))) for p in scene.pitch)
    else:
        pitch_x, pitch_y = scene.pitch
    window = Grid(0.0, 0.0, pitch_x, pitch_y, board.rows, board.cols)
    surface = _paint_board(rng, look, scene, board, window)
    if scale != 1.0:
        size = (round(surface.shape[1] * scale), round(surface.shape[0] * scale))
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        surface = cv2.resize(surface, size, interpolation=way)
        pitch_x, pitch_y = size[0] / board.cols, size[1] / board.rows
    left = scene.margin + rng.randint(0, 40)
    top = scene.margin + rng.randint(20, 60)
    pixels = _surroundings(rng, look, scene, surface, left, top)
    pixels[top : top + surface.shape[0], left : left + surface.shape[1]] = surface
    pixels = _disturbed(rng, scene, pixels)
    grid = Grid(float(left), float(top), pitch_x, pitch_y, board.rows, board.cols)
    state = {"won": "won", "lost": "lost"}.get(scene.state, "playing")
    return Picture(pixels, board, grid, state, look)


def _paint_board(
    rng: random.Random, look: Look, scene: Scene, board: Board, grid: Grid
) -> np.ndarray:
    region = grid.region
    ground = look.opened if look.floor == "backdrop" else look.line
    surface = np.full((region.h, region.w, 3), ground, np.uint8)
    if look.floor == "backdrop":
        surface = _gradient(surface, look.opened, _shade(look.opened, rng.choice([-0.2, 0.15])))
    hover = (
        tuple(rng.choice(np.argwhere(board.unopened).tolist()))
        if (scene.hover and board.unopened.any())
        else None
    )
    ready: dict[tuple[int, int, int, int], tuple[np.ndarray, np.ndarray]] = {}
    for row in range(board.rows):
        for col in range(board.cols):
            spot = grid.cell(row, col)
            kind, odd = int(board.cells[row, col]), (row + col) & 1
            key = (kind, odd, spot.w, spot.h)
            if key not in ready:
                ready[key] = draw_cell(look, Cell(kind), odd, spot.w, spot.h, round(grid.pitch_y))
            colour, alpha = ready[key]
            patch = surface[spot.y : spot.bottom, spot.x : spot.right]
            mixed = patch * (1 - alpha) + colour * alpha
            if (row, col) == hover:
                mixed = mixed + (255 - mixed) * 0.18
            patch[:] = mixed.round().astype(np.uint8)
    return surface


def draw_cell(
    look: Look, kind: Cell, odd: int, width: int, height: int, usual: int
) -> tuple[np.ndarray, np.ndarray]:
    """Draw one cell: (h, w, 3) float32 colour and (h, w, 1) float32 cover, both 0 to 255 and 1.

    usual: how high cells are as a rule; where some are a pixel higher, digits are none the larger.
    """
    over = OVERSAMPLING
    w, h = width * over, height * over
    raised = kind in (Cell.HIDDEN, Cell.FLAG, Cell.QUESTION, Cell.WRONG_FLAG)
    base = look.hidden if raised else look.opened
    base = _shade(base, -look.checker[0 if raised else 1] * odd)
    if kind == Cell.EXPLODED:
        base = (40, 40, 230)
    elif kind.is_number and kind > 0 and look.own_floor:
        base = _hsv((int(kind) * 0.11) % 1, 0.25, 0.95 if sum(look.opened) > 380 else 0.3)
    canvas = np.full((h, w, 3), base, np.uint8)
    alpha = np.zeros((h, w), np.uint8)
    inset = round(look.gap * min(w, h) / 2 / over) * over if look.gap else 0
    if look.gap:
        inset = max(over // 2, inset)
    inner = (inset, inset, w - inset - 1, h - inset - 1)
    if raised:
        _draw_tile(look, canvas, alpha, base, inner)
    else:
        _draw_floor(look, canvas, alpha, inner, filled=kind == Cell.EXPLODED or look.own_floor)
    if kind in (Cell.FLAG, Cell.WRONG_FLAG):
        _draw_flag(look, canvas, alpha)
    if kind in (Cell.MINE, Cell.EXPLODED):
        _draw_mine(look, canvas, alpha, base)
    if kind == Cell.WRONG_FLAG:
        _cross_out(look, canvas, alpha)
    size = (width, height)
    colour = cv2.resize(canvas, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    cover = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    tall = round(look.digit_height * usual)
    if kind.is_number and kind > 0:
        if look.shadow:
            dark = _shade(base, -0.4)
            _letter(look, colour, cover, str(int(kind)), tall, dark, offset=max(1, width // 24))
        _letter(look, colour, cover, str(int(kind)), tall, look.digits[int(kind) - 1])
    elif kind == Cell.QUESTION:
        _letter(look, colour, cover, "?", tall, look.question)
    elif kind in (Cell.FLAG, Cell.WRONG_FLAG) and look.flag == "letter":
        _letter(look, colour, cover, "F", tall, look.flag_colour)
    return colour, cover[:, :, None]


def _draw_tile(
    look: Look, canvas: np.ndarray, alpha: np.ndarray, base: Colour, inner: tuple[int, ...]
) -> None:
    x0, y0, x1, y1 = inner
    w, h = x1 - x0 + 1, y1 - y0 + 1
    if look.tile == "rounded":
        _rounded(alpha, inner, min(w, h) // 6, 255)
    else:
        cv2.rectangle(alpha, (x0, y0), (x1, y1), 255, -1)
    light, dark = _shade(base, 0.6), _shade(base, -0.45)
    if look.tile == "bevel":
        edge = max(OVERSAMPLING, int(min(w, h) * look.bevel))
        cv2.rectangle(canvas, (x0, y0), (x1, y1), dark, -1)
        corner = [(x0, y0), (x1, y0), (x1 - edge, y0 + edge), (x0 + edge, y1 - edge), (x0, y1)]
        cv2.fillPoly(canvas, [np.array(corner)], light)
        cv2.rectangle(canvas, (x0 + edge, y0 + edge), (x1 - edge, y1 - edge), base, -1)
    elif look.tile == "gradient":
        canvas[:] = _gradient(canvas, _shade(base, 0.25), _shade(base, -0.2))
    elif look.tile == "glossy":
        canvas[:] = _gradient(canvas, _shade(base, 0.1), _shade(base, -0.1))
        cv2.rectangle(canvas, (x0, y0), (x1, y0 + h // 2), _shade(base, 0.35), -1)
        cv2.rectangle(canvas, (x0, y0), (x1, y1), dark, OVERSAMPLING)
    elif look.tile == "outlined":
        cv2.rectangle(canvas, (x0, y0), (x1, y1), dark, 2 * OVERSAMPLING)
    elif look.tile == "textured":
        for i in range(-h, w, max(3, w // 5)):
            cv2.line(canvas, (x0 + i, y1), (x0 + i + h, y0), _shade(base, -0.06), OVERSAMPLING)


def _draw_floor(
    look: Look, canvas: np.ndarray, alpha: np.ndarray, inner: tuple[int, ...], filled: bool
) -> None:
    x0, y0, x1, y1 = inner
    if look.floor != "backdrop" or filled:
        cv2.rectangle(alpha, (x0, y0), (x1, y1), 255, -1)
    if look.floor == "lined":
        # One line a cell, right and bottom, so that neighbours share it.
        cv2.rectangle(canvas, (x1 - OVERSAMPLING + 1, y0), (x1, y1), look.line, -1)
        cv2.rectangle(canvas, (x0, y1 - OVERSAMPLING + 1), (x1, y1), look.line, -1)
    elif look.floor == "sunken":
        cv2.rectangle(canvas, (x0, y0), (x0 + OVERSAMPLING - 1, y1), look.line, -1)
        cv2.rectangle(canvas, (x0, y0), (x1, y0 + OVERSAMPLING - 1), look.line, -1)


def _rounded(canvas: np.ndarray, box: tuple[int, ...], radius: int, colour: int) -> None:
    x0, y0, x1, y1 = box
    cv2.rectangle(canvas, (x0 + radius, y0), (x1 - radius, y1), colour, -1)
    cv2.rectangle(canvas, (x0, y0 + radius), (x1, y1 - radius), colour, -1)
    for x in (x0 + radius, x1 - radius):
        for y in (y0 + radius, y1 - radius):
            cv2.circle(canvas, (x, y), radius, colour, -1)


def _gradient(canvas: np.ndarray, top: Colour, bottom: Colour) -> np.ndarray:
    part = np.linspace(0, 1, canvas.shape[0])[:, None, None]
    rows = np.array(top) * (1 - part) + np.array(bottom) * part
    return np.broadcast_to(rows, canvas.shape).round().astype(np.uint8)


def _draw_flag(look: Look, canvas: np.ndarray, alpha: np.ndarray) -> None:
    h, w = alpha.shape
    colour = look.flag_colour
    pole = _moved_away((0, 0, 0), look.hidden, 35)

    def at(*points: tuple[float, float]) -> np.ndarray:
        return np.array([(round(x * w), round(y * h)) for x, y in points])

    if look.flag in ("pennant", "banner"):
        shape = (
            at((0.52, 0.2), (0.52, 0.52), (0.24, 0.36))
            if look.flag == "pennant"
            else at((0.3, 0.2), (0.72, 0.2), (0.72, 0.48), (0.3, 0.48))
        )
        x = 0.52 if look.flag == "pennant" else 0.3
        cv2.line(canvas, tuple(at((x, 0.2))[0]), tuple(at((x, 0.78))[0]), pole, max(2, w // 16))
        cv2.fillPoly(canvas, [shape], colour)
        cv2.fillPoly(canvas, [at((0.28, 0.8), (0.74, 0.8), (0.62, 0.7), (0.4, 0.7))], pole)
    elif look.flag == "disc":
        cv2.circle(canvas, (w // 2, h // 2), round(min(w, h) * 0.24), colour, -1)
    elif look.flag == "triangle":
        cv2.fillPoly(canvas, [at((0.3, 0.22), (0.76, 0.5), (0.3, 0.78))], colour)


def _draw_mine(look: Look, canvas: np.ndarray, alpha: np.ndarray, base: Colour) -> None:
    h, w = alpha.shape
    colour = _moved_away((20, 20, 20), base, 35)
    centre, radius = (w // 2, h // 2), round(min(w, h) * 0.22)
    marks = np.zeros((h, w), np.uint8)
    if look.mine in ("spiked", "star", "square"):
        spikes = 5 if look.mine == "star" else look.spikes
        for i in range(spikes):
            angle = 2 * np.pi * i / spikes - np.pi / 2
            reach = radius * (1.8 if look.mine == "star" else 1.5)
            tip = (
                round(centre[0] + reach * np.cos(angle)),
                round(centre[1] + reach * np.sin(angle)),
            )
            cv2.line(marks, centre, tip, 255, max(2, w // (10 + look.spikes)))
    if look.mine == "square":
        (x, y), half = centre, round(radius * 0.85)
        cv2.rectangle(marks, (x - half, y - half), (x + half, y + half), 255, -1)
    else:
        cv2.circle(marks, centre, radius, 255, -1)
    if look.mine == "bomb":
        tip = (round(w * 0.72), round(h * 0.24))
        cv2.line(marks, centre, tip, 255, max(2, w // 12))
    canvas[marks > 0] = colour
    alpha[marks > 0] = 255
    if look.mine != "disc":
        cv2.circle(canvas, (centre[0] - radius // 3, centre[1] - radius // 3), radius // 4,
                   (230, 230, 230), -1)  # fmt: skip


def _cross_out(look: Look, canvas: np.ndarray, alpha: np.ndarray) -> None:
    h, w = alpha.shape
    cross = _moved_away((0, 0, 255), look.flag_colour, 30)
    a, b = (round(w * 0.15), round(h * 0.15)), (round(w * 0.85), round(h * 0.85))
    for start, end in ((a, b), ((b[0], a[1]), (a[0], b[1]))):
        cv2.line(canvas, start, end, cross, max(2, w // 10))
        cv2.line(alpha, start, end, 255, max(2, w // 10))


def _letter(
    look: Look,
    colour: np.ndarray,
    cover: np.ndarray,
    char: str,
    tall: int,
    ink: Colour,
    offset: int = 0,
) -> None:
    """Blend a character into a drawn cell, at native resolution as programs do."""
    h, w = cover.shape
    mask = look.lettering.mask(char, tall)[: h - 2, : w - 2]
    y = (h - mask.shape[0]) // 2 + round(look.digit_shift[1] * h) + offset
    x = (w - mask.shape[1]) // 2 + round(look.digit_shift[0] * w) + offset
    y, x = (max(0, min(v, n - m)) for v, n, m in ((y, h, mask.shape[0]), (x, w, mask.shape[1])))
    spot = np.s_[y : y + mask.shape[0], x : x + mask.shape[1]]
    strength = mask[:, :, None]
    behind = cover[spot][:, :, None]
    total = strength + behind * (1 - strength)
    mixed = np.array(ink, np.float32) * strength + colour[spot] * behind * (1 - strength)
    colour[spot] = np.where(total > 0, mixed / np.maximum(total, 1e-6), colour[spot])
    cover[spot] = total[:, :, 0]


# ---------------------------------------------------------------- the desktop around the board


def _surroundings(
    rng: random.Random, look: Look, scene: Scene, surface: np.ndarray, left: int, top: int
) -> np.ndarray:
    h, w = surface.shape[0] + top + scene.margin, surface.shape[1] + left + scene.margin
    noise = np.random.default_rng(rng.randrange(2**31))
    canvas = np.full((h, w, 3), _surface(rng, rng.random() < 0.5), np.uint8)
    if scene.surroundings == "photo":
        small = noise.integers(0, 256, (max(2, h // 60), max(2, w // 60), 3), dtype=np.uint8)
        canvas = cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC)
    elif scene.surroundings == "busy":
        for _ in range(60):
            x, y = rng.randrange(w), rng.randrange(h)
            far = (x + rng.randint(10, 200), y + rng.randint(10, 120))
            cv2.rectangle(
                canvas, (x, y), far, _surface(rng, rng.random() < 0.5), rng.choice([-1, 1])
            )
    if scene.surroundings != "plain":
        _draw_window(rng, look, canvas, surface, left, top)
    if scene.surroundings in ("busy", "photo"):
        _draw_other_window(rng, canvas, left, top)
    return canvas


def _draw_window(
    rng: random.Random, look: Look, canvas: np.ndarray, surface: np.ndarray, left: int, top: int
) -> None:
    """A frame with a title bar and a counter around the board."""
    border = rng.randint(1, min(14, left))
    bar = rng.randint(18, top - 1)
    frame = _shade(look.opened, rng.choice([-0.3, -0.1, 0.1, 0.3]))
    corner = (left - border, top - bar)
    far = (left + surface.shape[1] + border - 1, top + surface.shape[0] + border - 1)
    cv2.rectangle(canvas, corner, far, frame, -1)
    cv2.rectangle(canvas, corner, far, _shade(frame, -0.4), 1)
    ink = _moved_away((0, 0, 0), frame, 40)
    text = rng.choice(["Mines 10", "12:04", "Minesweeper", "0:31  7/40"])
    cv2.putText(canvas, text, (left, top - bar + 14), cv2.FONT_HERSHEY_SIMPLEX, 0.4, ink, 1)


def _draw_other_window(rng: random.Random, canvas: np.ndarray, left: int, top: int) -> None:
    """Another program's window, cut off by the edge of the picture, beside the board."""
    ground = _surface(rng, rng.random() < 0.4)
    ink = _moved_away((0, 0, 0), ground, 50)
    space = canvas[: max(1, top - 20)]
    height = rng.randint(1, space.shape[0])
    x = rng.randint(0, canvas.shape[1])
    cv2.rectangle(space, (x, 0), (x + 300, height), ground, -1)
    for y in range(14, height, 16):
        cv2.putText(space, "lorem ipsum dolor", (x + 6, y), cv2.FONT_HERSHEY_SIMPLEX, 0.4, ink, 1)


def _disturbed(rng: random.Random, scene: Scene, pixels: np.ndarray) -> np.ndarray:
    if scene.noise:
        noise = np.random.default_rng(rng.randrange(2**31)).normal(0, scene.noise, pixels.shape)
        pixels = np.clip(pixels + noise, 0, 255).round().astype(np.uint8)
    if scene.jpeg:
        _, coded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, scene.jpeg])
        pixels = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return pixels
