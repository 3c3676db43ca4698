"""Looks for teaching, wider than those that measure: icons, letters, plain colours, any ground.

A `Style` is one invented program. It draws a sprite for each kind of cell once; a board is put
together from sprites, set into surroundings, and spoilt as captures are. Colours are BGR.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from autoplay.board import Cell
from tests.benchmarks.drawn_signs import DRAWN
from tests.benchmarks.letter_styles import Styled, styled
from tests.vision.synthetic import contrast

if TYPE_CHECKING:
    import random

    from tests.vision.lettering import Lettering

Colour = np.ndarray
Icons = dict[str, tuple[np.ndarray, ...]]
TILES = ("flat", "flat", "lined", "bevel", "bevel", "outset", "rounded", "rounded", "circle",
         "gradient", "glossy", "outlined", "textured", "inset", "shadow")  # fmt: skip
FLOORS = ("flat", "flat", "lined", "lined", "sunken", "none", "as hidden")
CLASSIC = ((255, 0, 0), (0, 128, 0), (0, 0, 255), (128, 0, 0), (0, 0, 128), (128, 128, 0),
           (0, 0, 0), (128, 128, 128))  # fmt: skip
ZEROS = "0.-·"
BRACKETS = ("[]", "[]", "()", "||", "<>")
HIDDEN_SIGNS = "#-.■?+~_*"
FLAG_SIGNS = "FFPM!▲►*fpo"
MINE_SIGNS = "MMB*X●@O+mbx"
WRONG_SIGNS = "XW!#x"
DISTINCT = 7
"""The least contrast of colours that one program tells things apart by."""

FAINT = 0.05
"""How often digits hardly stand out, as those on a button that is disabled."""

OWN_SIGN = 0.45
"""How often a program has drawn its signs itself."""


def colour(rng: random.Random, low: float = 0, high: float = 255) -> Colour:
    """Return a colour of any hue, often a grey."""
    value = rng.uniform(low, high)
    if rng.random() < 0.35:
        return np.array([value] * 3, np.float32)
    hsv = np.uint8([[[rng.randrange(180), int(255 * rng.random() ** 1.5), int(value)]]])
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def shaded(base: Colour, by: float) -> Colour:
    """Return a colour lighter (by > 0) or darker (by < 0)."""
    return base + ((255 if by > 0 else 0) - base) * abs(by)


def away_from(rng: random.Random, ground: Colour, least: float) -> Colour:
    """Return a colour that stands out from a ground."""
    while True:
        found = colour(rng)
        if contrast(found, ground) > least:
            return found


@dataclass(frozen=True)
class Mark:
    """Something drawn on a cell. ground: the colour of its own cell, None where it has none.

    icon: RGBA picture in its colours; else a letter in `ink`, or nothing but the ground. raised:
    whether it stands on the tile of hidden cells.
    """

    raised: bool
    size: float
    shift: tuple[float, float]
    ink: Colour
    ground: Colour | None = None
    icon: np.ndarray | None = None
    letter: str = ""
    lettering: Lettering | Styled | None = None
    crossed: Colour | None = None


@dataclass
class Style:
    """How one invented program draws its cells. lettered: by letters alone, as in a terminal."""

    tile: str
    floor: str
    hidden: Colour
    opened: Colour
    line: Colour
    back: Colour
    gap: int
    edge: int
    width: int
    height: int
    checker: tuple[float, float]
    marks: dict[Cell, Mark]
    texture: np.ndarray
    hidden_mark: Mark | None
    lettered: bool = False
    sprites: dict[tuple[int, int], np.ndarray] = field(default_factory=dict)

    def raised(self, kind: Cell) -> bool:
        """Tell whether a cell is drawn as hidden ones are."""
        mark = self.marks.get(kind)
        return kind == Cell.HIDDEN or (mark is not None and mark.raised)

    def sprite(self, kind: Cell, odd: int) -> np.ndarray:
        """Return the picture of a cell, (height, width, 3) float32."""
        key = int(kind), odd if max(self.checker) else 0
        if key not in self.sprites:
            self.sprites[key] = self._draw(kind, odd)
        return self.sprites[key]

    def _draw(self, kind: Cell, odd: int) -> np.ndarray:
        mark = self.hidden_mark if kind == Cell.HIDDEN else self.marks.get(kind)
        raised = self.raised(kind)
        base = self.hidden if raised else self.opened
        ground = base if mark is None or mark.ground is None else mark.ground
        ground = shaded(ground, -self.checker[0 if raised else 1] * odd)
        picture = np.empty((self.height, self.width, 3), np.float32)
        picture[:] = self.back
        inner = picture[self.gap // 2 : self.height - (self.gap + 1) // 2,
                        self.gap // 2 : self.width - (self.gap + 1) // 2]  # fmt: skip
        if raised or self.floor == "as hidden":
            self._tile(inner, ground)
        else:
            self._floor(inner, ground, plain=mark is None or mark.ground is None)
        if mark is not None:
            draw_mark(picture, mark)
        return picture

    def _tile(self, inner: np.ndarray, base: Colour) -> None:
        h, w = inner.shape[:2]
        behind = inner.copy()
        light, dark = shaded(base, 0.65), shaded(base, -0.4)
        edge = max(1, min(self.edge, h // 4))
        inner[:] = base
        if self.tile == "lined":
            inner[-1:] = inner[:, -1:] = self.line
        elif self.tile in ("bevel", "outset"):
            thick = edge if self.tile == "bevel" else min(2, edge)
            for i in range(thick):
                inner[h - 1 - i, i:] = inner[i:, w - 1 - i] = dark
                inner[i, : w - i] = inner[: h - i, i] = light
        elif self.tile in ("rounded", "circle"):
            radius = min(h, w) // 2 if self.tile == "circle" else max(2, min(h, w) * edge // 12)
            cover = rounded(h, w, radius)[:, :, None]
            inner[:] = behind * (1 - cover) + inner * cover
        elif self.tile == "gradient":
            part = np.linspace(-1, 1, h, dtype=np.float32)[:, None, None]
            inner[:] = base + (light - base) * 0.4 * np.maximum(0, -part)
            inner[:] += (dark - base) * 0.4 * np.maximum(0, part)
        elif self.tile == "glossy":
            inner[: h // 2] = shaded(base, 0.3)
            frame(inner, dark, 1)
        elif self.tile == "outlined":
            frame(inner, self.line, min(edge, 3))
        elif self.tile == "textured":
            inner += cv2.resize(self.texture, (w, h))[:, :, None]
        elif self.tile == "inset":
            frame(inner, shaded(base, -0.2), edge)
            frame(inner, shaded(base, -0.35), 1)
        elif self.tile == "shadow":
            inner[-edge:] = shaded(base, -0.3)
            inner[:1] = shaded(base, 0.25)

    def _floor(self, inner: np.ndarray, base: Colour, *, plain: bool) -> None:
        if self.floor == "none" and plain:
            return
        inner[:] = base
        if self.floor == "lined":
            inner[-1:] = inner[:, -1:] = self.line
        elif self.floor == "sunken":
            inner[:1] = inner[:, :1] = self.line


def frame(inner: np.ndarray, ink: Colour, width: int) -> None:
    """Draw a line along the border of a picture."""
    inner[:width] = inner[-width:] = inner[:, :width] = inner[:, -width:] = ink


def rounded(height: int, width: int, radius: int) -> np.ndarray:
    """Return (height, width) how far pixels are inside a box with round corners, 0 to 1."""
    big = np.zeros((4 * height, 4 * width), np.uint8)
    r = 4 * radius
    cv2.rectangle(big, (r, 0), (4 * width - 1 - r, 4 * height - 1), 255, -1)
    cv2.rectangle(big, (0, r), (4 * width - 1, 4 * height - 1 - r), 255, -1)
    for x in (r, 4 * width - 1 - r):
        for y in (r, 4 * height - 1 - r):
            cv2.circle(big, (x, y), r, 255, -1)
    return cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def draw_mark(picture: np.ndarray, mark: Mark) -> None:
    """Draw an icon or a letter on a cell, in place."""
    h, w = picture.shape[:2]
    tall = max(4, round(mark.size * min(h, w)))
    if mark.icon is not None:
        scale = tall / max(mark.icon.shape[:2])
        size = (
            max(3, round(mark.icon.shape[1] * scale)),
            max(3, round(mark.icon.shape[0] * scale)),
        )
        drawn = cv2.resize(mark.icon, size, interpolation=cv2.INTER_AREA)
        cover = drawn[:, :, 3:].astype(np.float32) / 255
        ink = drawn[:, :, 2::-1].astype(np.float32)
    elif mark.letter and mark.lettering is not None:
        cover = _written(mark.letter, mark.lettering, tall)[:, :, None]
        ink = np.broadcast_to(mark.ink, (*cover.shape[:2], 3))
    else:
        return
    cover, ink = cover[:h, :w], ink[:h, :w]
    y = round((h - cover.shape[0]) / 2 + mark.shift[1] * h)
    x = round((w - cover.shape[1]) / 2 + mark.shift[0] * w)
    y, x = min(max(0, y), h - cover.shape[0]), min(max(0, x), w - cover.shape[1])
    spot = picture[y : y + cover.shape[0], x : x + cover.shape[1]]
    spot[:] = spot * (1 - cover) + ink * cover
    if mark.crossed is not None:
        low, far = 0.15, 0.85
        thick = max(1, round(0.1 * min(h, w)))
        ink_of = tuple(float(c) for c in mark.crossed)
        for a, b in (((low, low), (far, far)), ((far, low), (low, far))):
            start, end = (int(a[0] * w), int(a[1] * h)), (int(b[0] * w), int(b[1] * h))
            cv2.line(picture, start, end, ink_of, thick, cv2.LINE_AA)


def _written(letters: str, lettering: Lettering | Styled, tall: int) -> np.ndarray:
    """Return the alpha mask of some characters side by side, centred on one line."""
    masks = [lettering.mask(letter, tall) for letter in letters]
    high, space = max(len(mask) for mask in masks), max(1, tall // 8)
    above = [(high - len(mask)) // 2 for mask in masks]
    return np.hstack(
        [
            np.pad(mask, ((top, high - len(mask) - top), (0, space * (mask is not masks[-1]))))
            for mask, top in zip(masks, above, strict=True)
        ]
    )


def make_style(rng: random.Random, letterings: tuple[Lettering, ...], icons: Icons) -> Style:
    """Invent a program."""
    tile, floor = rng.choice(TILES), rng.choice(FLOORS)
    dark = rng.random() < 0.35
    low, high = (10, 110) if dark else (140, 255)
    opened = colour(rng, low, high)
    edged = tile in ("bevel", "outset", "glossy", "inset", "shadow")
    while True:
        way = rng.random()
        hidden = shaded(opened, rng.uniform(-0.3, 0.3)) if way < 0.4 else colour(rng)
        if way > 0.75:
            hidden = colour(rng, low, high)
        if contrast(hidden, opened) > (2.5 if edged and floor != "as hidden" else DISTINCT):
            break
    back = rng.choice([opened, shaded(opened, rng.uniform(-0.5, 0.5)), colour(rng)])
    width = min(90, round(12 * 6 ** rng.random() ** 1.3))
    stretch = rng.uniform(0.5, 2) if rng.random() < 0.06 else rng.uniform(0.85, 1.15)
    height = min(90, max(12, round(width * rng.choice([1, 1, 1, stretch]))))
    gap = rng.choice([0, 0, 0, 1, 2, round(width * rng.uniform(0, 0.12))])
    if tile == "circle":
        gap = max(gap, 1)
    step = rng.choice([0.0] * 5 + [rng.uniform(0.02, 0.12)])
    texture = np.random.default_rng(rng.randrange(2**31)).normal(0, rng.uniform(2, 14), (9, 9))
    lettered = rng.random() < 0.05
    if lettered:
        # As in a terminal, hidden cells differ by their letter alone.
        tile, floor, hidden, back, gap, step = "flat", "flat", opened, opened, 0, 0.0
    style = Style(
        tile=tile, floor=floor, hidden=hidden, opened=opened, back=back,
        line=shaded(opened, rng.choice([-1, -1, 1]) * rng.uniform(0.1, 0.8)),
        gap=gap, edge=rng.randint(1, max(1, width // 7)), width=width, height=height,
        checker=(step, step * rng.choice([0, 1, 1])), marks={},
        texture=texture.astype(np.float32), hidden_mark=None, lettered=lettered,
    )  # fmt: skip
    add_marks(rng, style, letterings, icons)
    return style


def after_the_end(rng: random.Random, style: Style) -> Style:
    """Return how a program draws its cells once a game has ended: flags at times otherwise."""
    if rng.random() < 0.06:
        # All that is left looks otherwise: greyed, lit or of another colour.
        hidden = rng.choice([shaded(style.hidden, rng.uniform(-0.4, 0.4)), colour(rng)])
        if contrast(hidden, style.opened) > DISTINCT:
            style = replace(style, hidden=hidden, sprites={})
    if rng.random() < 0.9:
        return style
    return _on_other_ground(rng, style, Cell.FLAG, style.hidden)


def with_other_mines(rng: random.Random, style: Style) -> Style:
    """Return a style that draws the same but for the ground of its mines."""
    ground = style.marks[Cell.MINE].ground
    return _on_other_ground(rng, style, Cell.MINE, style.opened if ground is None else ground)


def _on_other_ground(rng: random.Random, style: Style, kind: Cell, usual: Colour) -> Style:
    """Return a style with one kind of mark on another ground than usual, half the time a green."""
    ground = away_from(rng, usual, 10)
    if rng.random() < 0.5:
        ground = np.array([rng.uniform(0, 120), rng.uniform(120, 255), rng.uniform(0, 120)])
    changed = {kind: replace(style.marks[kind], ground=ground.astype(np.float32))}
    return replace(style, marks={**style.marks, **changed}, sprites={})


def add_marks(
    rng: random.Random,
    style: Style,
    letterings: tuple[Lettering, ...],
    icons: Icons,
) -> None:
    """Invent what a program writes and draws on its cells, in place."""
    lettering: Lettering | Styled = rng.choice(letterings)
    if rng.random() < 0.35:
        lettering = styled(rng, lettering)
    style.marks.update(_digits(rng, style, lettering))
    floor_of = style.opened if style.floor != "none" else style.back
    if rng.random() < 0.07:
        style.marks[Cell.N0] = _letter(rng, False, rng.choice(ZEROS), floor_of, lettering, style)
    if style.lettered or rng.random() < 0.06:
        style.hidden_mark = _letter(
            rng, True, rng.choice(HIDDEN_SIGNS), style.hidden, lettering, style
        )
    elif rng.random() < 0.04:
        style.hidden_mark = _icon(rng, True, "other", style.hidden, icons)
    style.marks[Cell.FLAG] = _symbol(
        rng, style, rng.random() < 0.85, "flag", FLAG_SIGNS, lettering, icons
    )
    style.marks[Cell.QUESTION] = _symbol(
        rng, style, True, "question", "???", lettering, icons, coloured=0.02
    )
    if rng.random() < 0.06:
        # Blanks on another ground than numbers.
        style.marks.setdefault(Cell.N0, _plain(away_from(rng, style.hidden, DISTINCT)))
    mine = _symbol(rng, style, rng.random() < 0.3, "mine", MINE_SIGNS, lettering, icons)
    style.marks[Cell.MINE] = mine
    style.marks[Cell.EXPLODED] = _exploded(rng, style, mine, lettering, icons)
    style.marks[Cell.WRONG_FLAG] = _wrong(rng, style, mine, lettering, icons)
    if rng.random() < 0.02:
        _bracket(rng, style)
    if rng.random() < 0.04:
        _in_one_ink(rng, style)


def print_zeros(rng: random.Random, style: Style) -> None:
    """Let a program print zeros as it does its other digits, in place."""
    like = style.marks[Cell.N1]
    ground = style.opened if like.ground is None else like.ground
    ink = rng.choice([like.ink, away_from(rng, ground, 25)])
    style.marks[Cell.N0] = replace(like, letter="0", ink=ink)


def _plain(ground: Colour) -> Mark:
    """A ground of its own and nothing on it."""
    return Mark(False, 0.5, (0, 0), ground, ground)


def _in_one_ink(rng: random.Random, style: Style) -> None:
    """Draw all that stands on cells in one colour, as programs in black and white do."""
    ink = away_from(rng, style.opened, 25)
    for kind, mark in style.marks.items():
        icon = None if mark.icon is None else mark.icon.copy()
        if icon is not None:
            icon[:, :, :3] = ink[::-1].round()
        crossed = None if mark.crossed is None else away_from(rng, ink, 25)
        style.marks[kind] = replace(mark, ink=ink, icon=icon, crossed=crossed)


def _bracket(rng: random.Random, style: Style) -> None:
    """Put all letters of a style in brackets, as programs do that print their cells."""
    before, after = rng.choice(BRACKETS)
    like = style.marks[Cell.N1]
    hidden = replace(like, letter=rng.choice(["#", "?", "*", "+", ""]), raised=True)
    style.marks[Cell.N0] = replace(like, letter=rng.choice(["0", "0", ""]))

    def bracketed(mark: Mark) -> Mark:
        size = min(mark.size, 0.6)
        return replace(mark, letter=f"{before}{mark.letter}{after}", size=size)

    for kind, mark in style.marks.items():
        if mark.letter or kind == Cell.N0:
            style.marks[kind] = bracketed(mark)
    style.hidden_mark = bracketed(hidden)


def _digits(rng: random.Random, style: Style, lettering: Lettering | Styled) -> dict[Cell, Mark]:
    size = rng.uniform(0.34, 0.82)
    shift = (rng.uniform(-0.04, 0.04), rng.uniform(-0.05, 0.05))
    if rng.random() < 0.06:
        shift = (rng.choice([-0.3, 0, 0.3]), rng.choice([-0.3, -0.3, 0, 0.3]))
        size = rng.uniform(0.3, 0.5)
    way = rng.choice(["classic", "classic", "classic", "random", "one", "grey"])
    ground = style.opened if style.floor != "none" else style.back
    one = away_from(rng, ground, 25)
    own = rng.random() < 0.08
    raised = rng.random() < 0.03
    faint = rng.random() < FAINT
    pale = shaded(ground, rng.uniform(0.2, 0.4) * (1 if ground.sum() < 380 else -1))
    found = {}
    for digit in range(1, 9):
        own_ground = None
        behind = style.hidden if raised else ground
        if own:
            own_ground = colour(rng) if rng.random() < 0.5 else shaded(ground, -0.08 * digit)
            behind = own_ground
        ink = {
            "classic": np.array(CLASSIC[digit - 1], np.float32), "one": one, "grey": one,
        }.get(way)  # fmt: skip
        if ink is None:
            ink = away_from(rng, behind, 25)
        if faint:
            ink = pale
        for _ in range(12):
            if faint or contrast(ink, behind) > 22:
                break
            ink = shaded(ink, 0.2 if behind.sum() < 380 else -0.2)
        found[Cell(digit)] = Mark(
            raised, size, shift, ink, own_ground, letter=str(digit), lettering=lettering
        )
    return found


def _letter(
    rng: random.Random,
    raised: bool,
    letter: str,
    ground: Colour,
    lettering: Lettering | Styled,
    style: Style,
) -> Mark:
    like = style.marks[Cell.N1]
    return Mark(
        raised, like.size * rng.uniform(0.8, 1.1), like.shift, away_from(rng, ground, 25),
        letter=letter, lettering=lettering,
    )  # fmt: skip


def _icon(rng: random.Random, raised: bool, kind: str, ground: Colour, icons: Icons) -> Mark:
    own = kind in DRAWN and rng.random() < OWN_SIGN
    icon = DRAWN[kind](rng) if own else rng.choice(icons[kind])
    drawn = icon[icon[:, :, 3] > 128][:, :3].astype(int)
    plain = len(drawn) > 0 and np.ptp(drawn, axis=0).max() < 12
    if plain:
        seen = drawn.mean(axis=0)[::-1].astype(np.float32)
        if rng.random() < 0.6 or contrast(seen, ground) < 15:
            icon = icon.copy()
            icon[:, :, :3] = away_from(rng, ground, 25)[::-1].round()
    size = rng.uniform(0.45, 0.95)
    shift = (rng.uniform(-0.04, 0.04), rng.uniform(-0.05, 0.05))
    return Mark(raised, size, shift, np.zeros(3, np.float32), icon=icon)


def _shape(rng: random.Random, raised: bool, ink: Colour) -> Mark:
    """A square, a disc, a ring, a diamond or a cross of one colour, of any size."""
    side = 64
    icon = np.zeros((side, side, 4), np.uint8)
    icon[:, :, :3] = ink[::-1].round()
    cover = np.zeros((side, side), np.uint8)
    middle, last = side // 2, side - 1
    way = rng.choice(["square", "disc", "disc", "ring", "diamond", "cross"])
    if way == "square":
        cover[:] = 255
    elif way in ("disc", "ring"):
        thick = -1 if way == "disc" else rng.randint(4, 14)
        cv2.circle(cover, (middle, middle), middle - 1 - max(0, thick // 2), 255, thick)
    elif way == "diamond":
        corners = [(middle, 0), (last, middle), (middle, last), (0, middle)]
        cv2.fillPoly(cover, [np.array(corners)], 255)
    else:
        thick = rng.randint(3, 14)
        cv2.line(cover, (0, 0), (last, last), 255, thick)
        cv2.line(cover, (last, 0), (0, last), 255, thick)
    icon[:, :, 3] = cover
    return Mark(raised, rng.uniform(0.3, 1), (0, 0), np.zeros(3, np.float32), icon=icon)


def _symbol(
    rng: random.Random,
    style: Style,
    raised: bool,
    kind: str,
    letters: str,
    lettering: Lettering | Styled,
    icons: Icons,
    coloured: float = 0.14,
) -> Mark:
    """An icon, a letter, a plain shape or a colour alone; at times on a ground of its own."""
    own = None
    ground = style.hidden if raised else style.opened
    if rng.random() < 0.18:
        own = away_from(rng, ground, 8)
        if kind == "mine" and rng.random() < 0.6:
            own = np.array([rng.uniform(0, 90), rng.uniform(0, 90), rng.uniform(170, 255)])
        ground = own = own.astype(np.float32)
    way = rng.random()
    if way < coloured:
        return replace(_plain(away_from(rng, ground, 12)), raised=raised)
    lettered = 0.9 if style.lettered else 0.6 if kind == "question" else 0.26
    if way < lettered:
        taken = {mark.letter for mark in (*style.marks.values(), style.hidden_mark) if mark}
        free = [letter for letter in letters if letter not in taken] or list(letters)
        found = _letter(rng, raised, rng.choice(free), ground, lettering, style)
    elif way < 0.36 and kind != "question":
        found = _shape(rng, raised, away_from(rng, ground, 20))
    else:
        found = _icon(rng, raised, kind, ground, icons)
    return replace(found, ground=own)


def _exploded(
    rng: random.Random, style: Style, mine: Mark, lettering: Lettering | Styled, icons: Icons
) -> Mark:
    red = np.array([rng.uniform(0, 110), rng.uniform(0, 110), rng.uniform(180, 255)], np.float32)
    way = rng.random()
    if way < 0.65:
        ground = red if rng.random() < 0.85 else away_from(rng, style.opened, 15)
        return replace(mine, ground=ground, raised=rng.random() < 0.3)
    if way < 0.9:
        found = _icon(rng, rng.random() < 0.3, "explosion", style.opened, icons)
        return replace(found, ground=red if rng.random() < 0.4 else None)
    return _symbol(rng, style, False, "cross", "X*", lettering, icons)


def _wrong(
    rng: random.Random, style: Style, mine: Mark, lettering: Lettering | Styled, icons: Icons
) -> Mark:
    flag = style.marks[Cell.FLAG]
    red = np.array([rng.uniform(0, 90), rng.uniform(0, 90), rng.uniform(170, 255)], np.float32)
    way = rng.random()
    if way < 0.6:
        base = flag if way < 0.3 else mine
        return replace(base, crossed=red if rng.random() < 0.7 else colour(rng))
    if way < 0.8:
        return replace(flag, ground=away_from(rng, style.hidden, 10))
    return _symbol(rng, style, rng.random() < 0.5, "cross", WRONG_SIGNS, lettering, icons)
