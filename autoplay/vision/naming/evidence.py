"""What cells show, put as costs: how well each reads as plain, as a digit, a mine or a symbol.

Costs are negative log likelihoods. Cells with the same drawing on the same ground are one look; a
look is judged as a whole.
"""

from __future__ import annotations

from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from autoplay.board import Cell
from autoplay.vision.looks.shapes import KINDS, resemblance

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.looks.glyphs import Glyphs
    from autoplay.vision.rules.hints import Hints

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

DIGITS = slice(0, 8)
QUESTION, FLAG, MINE, OTHER = (
    KINDS.index(kind) for kind in (Cell.QUESTION, Cell.FLAG, Cell.MINE, Cell.UNREADABLE)
)
_HINT = 4.0
# A font that the network reads wrongly it reads wrongly in every cell: however many cells show a
# drawing, its shape is evidence only a few times over.
_WITNESSES = 3
_ODD_DIGIT = 0.02
_A_SYMBOL = 0.7
# What it costs to call a drawing twice as strong as noise plain; it is clear at how many times.
_A_DOUBLING = 4.0
_QUITE_CLEAR = 8.0
_NOISE = 2.0
_LOUDEST = 10.0
_SHAPELESS = 0.7
_RATHER_CLEAR = 0.7
BROKEN = 3.0
"""What a broken rule costs: as much as a glyph read quite wrongly."""

A_LOSS = 4.0
"""What it costs at the least to call a drawing a mine."""

# A drawing without a meaning is one that blanks show, a printed zero for one; rather if several do.
FEWEST_ZEROS = 3
"""Fewest cells of a look that tell of printed zeros."""

_A_ZERO = 4.0
_A_LONE_ZERO = 2.0
_JUST_BEGUN = 12
_LEAST = 1e-4
_PARTED = 0.8
_RATHER = 0.5
_CLEARLY = 0.9
_HARDLY = 0.05
_AGREEMENT = 0.9
_CLEAR_SHAPE = 0.8
_CLEAR_INK = 2.0
_LEAST_SEEN = 2
_OFTEN = 8
_APART = 3.0
_ONE_INK = 14.0
_SAME_COLOUR = 5.0
_NEW_COLOUR = 2.0
_WRONG_COLOUR = 5.0
# How often each digit is seen in play; low ones are common, an 8 is a curiosity.
_FREQUENCY = np.array([0.50, 0.28, 0.13, 0.06, 0.02, 0.007, 0.002, 0.001])


class Costs(NamedTuple):
    """What it costs to name the cells of a board, as a kernel takes it.

    Of cells, (n,): their ground and look; plain, drawn: of being plain, or drawn on; drawing: of
    the best name of a drawing on opened ground; symbolic: whether they are drawn on if hidden;
    hint_hidden, hint_opened: of each against what play has shown. Of looks: meaning (looks, 10), of
    each digit, a printed zero and a mine; symbol (looks,). size: (grounds,) cells. broken: of a
    broken rule. single: whether play has shown that a click opens no other cells.
    """

    group: Ints
    look: Ints
    plain: Floats
    drawn: Floats
    drawing: Floats
    symbolic: Bools
    hint_hidden: Floats
    hint_opened: Floats
    meaning: Floats
    symbol: Floats
    size: Ints
    broken: float
    single: bool


class Evidence:
    """The costs of every way to read each cell of a board, whose grounds were grouped one way.

    group: (n,) ground of each cell. look: (n,) number of its look. plain, drawn: (n,) cost of
    calling it plain, or drawn on. digit: (looks, 8), mine, zero, symbol: (looks,) cost of calling
    the drawing of a look so, once for the whole look. logs: (n, kinds) log odds by shape, pooled.
    odds: (n, kinds) of each cell by itself. off_colour: (n, 8) cost of its colour for each digit.
    floods: whether the program opens all cells beside a blank, as nearly all do. followed: whether
    this is not the first look at a game. turned: (rows, cols) cells that a click has changed, and
    may have opened without any other. covered: (n,) cells that something hides, which may be
    anything.
    """

    def __init__(
        self,
        shape: tuple[int, int],
        group: NDArray[np.intp],
        glyphs: Glyphs,
        ground: NDArray[np.float32],
        hints: Hints | None,
        covered: NDArray[np.bool_] | None = None,
    ) -> None:
        self.shape = shape
        self.covered = np.zeros(len(group), bool) if covered is None else covered
        self.floods = True
        self.group = group
        self.glyphs = glyphs
        self.ground = ground
        self.grounds = int(group.max()) + 1
        self.size = np.bincount(group, minlength=self.grounds)
        self.odds = odds = resemblance(glyphs.shapes)
        self.look = _alike(glyphs, group, odds)
        self.count = np.bincount(self.look)
        self.plain, self.drawn = _plainness(glyphs.strength, group, odds[:, OTHER])
        if hints is not None:
            # What a cell bears that was hidden and has not changed since is no mark.
            self.plain[hints.hidden.ravel()] = 0.0
        self.off_colour = np.zeros((len(group), 8))
        self._pool(odds)
        self._choose(hints)

    def without_flood(self) -> Evidence:
        """Return the same costs for a program that leaves cells beside a blank hidden."""
        other = copy(self)
        other.floods = False
        return other

    @cached_property
    def costs(self) -> Costs:
        """The costs of cells and looks together; whether blanks flood is not among them."""
        return Costs(
            group=self.group,
            look=self.look,
            plain=self.plain,
            drawn=self.drawn,
            drawing=self.drawing_costs,
            symbolic=self.marked_if_hidden,
            hint_hidden=self.hint_hidden,
            hint_opened=self.hint_opened,
            meaning=np.column_stack([self.digit, self.zero, self.mine]),
            symbol=self.symbol,
            size=self.size,
            broken=BROKEN,
            single=bool(self.turned.any()),
        )

    @property
    def flag_like(self) -> NDArray[np.bool_]:
        """Mark the cells, (n,), whose drawing is a flag rather than a digit or a mine."""
        others = np.maximum(self.logs[:, DIGITS].max(axis=1), self.logs[:, MINE])
        return np.asarray(self.logs[:, FLAG] > others)

    @property
    def inked(self) -> NDArray[np.bool_]:
        """Mark the cells, (n,), on which rather something is drawn than nothing."""
        return np.asarray(self.plain > self.drawn)

    @property
    def digit_like(self) -> NDArray[np.bool_]:
        """Mark the cells, (n,), on which rather a digit is drawn than anything else."""
        digit = self.odds[:, DIGITS].sum(axis=1) > _RATHER
        return np.asarray(digit & self.inked)

    def zeros(self, cells: NDArray[np.int8], opened: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Mark the blanks that bear a drawing: printed zeros.

        cells: names of all cells. opened: (grounds,). Returns (n,).
        """
        blank = cells.ravel() == Cell.N0
        return np.asarray(blank & opened[self.group] & self.marked_if_opened)

    def _pool(self, odds: NDArray[np.float32]) -> None:
        """Let the cells of a look share their odds, and cost each meaning of the look."""
        pooled = np.zeros((len(self.count), odds.shape[1]))
        np.add.at(pooled, self.look, np.log(np.maximum(odds, _LEAST)))
        pooled /= self.count[:, None]
        self.logs = pooled[self.look]
        shape = np.exp(pooled)
        flag, mine, rest, question = (shape[:, kind] for kind in (FLAG, MINE, OTHER, QUESTION))
        heard = np.minimum(self.count, _WITNESSES)
        digit = shape[:, DIGITS] + _ODD_DIGIT * rest[:, None]
        self.digit = -heard[:, None] * np.log(digit + _LEAST) - np.log(_FREQUENCY) / 2
        self._hear_colours(shape[:, DIGITS])
        # A loss is one event, however many mines it shows.
        self.mine = A_LOSS - heard * np.log(mine + 0.1 * flag + 0.05 * rest + _LEAST)
        # Where little is drawn a game has just begun, and shows no more than a zero or two.
        begun = int(self.inked.sum()) <= _JUST_BEGUN
        lone = np.where(self.count < FEWEST_ZEROS, _A_LONE_ZERO if begun else np.inf, 0.0)
        self.zero = _A_ZERO + lone - heard * np.log(rest + _LEAST)
        # Any strange drawing may be a flag, but a faint one is more likely noise.
        above_noise = self._clearness() - 1
        clear = np.clip(above_noise / _QUITE_CLEAR, 0.02, 1)
        known = np.clip(above_noise / _RATHER_CLEAR, 0.1, 1)
        symbol = known * (flag + 0.3 * mine + question) + clear * rest
        self.symbol = heard * (_A_SYMBOL - np.log(symbol + _LEAST))

    def _hear_colours(self, shape: NDArray[np.float64]) -> None:
        """Add to the cost of a digit how far the colour of a drawing is from that digit's colour.

        Where each digit has a colour of its own, the drawings whose shapes are clear show which.
        shape: (looks, 8) odds of the digits by shape.
        """
        clear = (shape.max(axis=1) > _CLEAR_SHAPE)[self.look] & (self.plain > _CLEAR_INK)
        digit = shape.argmax(axis=1)[self.look]
        seen = [d for d in range(8) if (clear & (digit == d)).sum() >= _LEAST_SEEN]
        if not seen:
            return
        ink = self.glyphs.ink
        centres = np.stack([np.median(ink[clear & (digit == d)], axis=0) for d in seen])
        away = np.linalg.norm(ink[:, None] - centres[None], axis=2)
        spread = max(np.quantile(away[clear & (digit == d), i], 0.8) for i, d in enumerate(seen))
        spread = max(spread, _SAME_COLOUR)
        apart = np.linalg.norm(centres[:, None] - centres[None], axis=2)
        between = apart[np.triu_indices(len(seen), 1)]
        if not between.size:
            # One digit that is seen often has one colour; nothing is known of the others.
            if (clear & (digit == seen[0])).sum() < _OFTEN:
                return
            self.off_colour[:, seen] = np.clip((away / spread) ** 2 / 2 - 2, 0, _WRONG_COLOUR)
        elif np.median(between) < _APART * spread:
            return
        else:
            self.off_colour[:] = _NEW_COLOUR
            self.off_colour[:, seen] = np.minimum((away / spread) ** 2 / 2, _WRONG_COLOUR)
        off = self.off_colour
        mean = np.zeros((len(self.count), 8))
        np.add.at(mean, self.look, off)
        mean /= self.count[:, None]
        self.digit += mean - mean.min(axis=1, keepdims=True)

    def _clearness(self) -> NDArray[np.float64]:
        """Return for each look how many times stronger it is than what passes for plain."""
        strongest = np.zeros(len(self.count))
        np.maximum.at(strongest, self.look, 2 ** (self.plain / _A_DOUBLING))
        return strongest

    def _choose(self, hints: Hints | None) -> None:
        """Say which cells are drawn on, seen from either side, and what each side costs."""
        best = np.minimum(np.minimum(self.digit.min(axis=1), self.mine), self.zero)
        self.symbol_costs, self.marked_if_hidden = self._marked(self.symbol)
        self.drawing_costs, self.marked_if_opened = self._marked(best)
        self.cost_hidden = np.where(self.marked_if_hidden, self.symbol_costs, self.plain)
        self.cost_opened = np.where(self.marked_if_opened, self.drawing_costs, self.plain)
        self.hint_hidden = np.zeros(len(self.plain))
        self.hint_opened = np.zeros(len(self.plain))
        self.followed = hints is not None
        self.turned = np.zeros(self.shape, bool)
        if hints is not None:
            self.turned |= hints.turned & (not hints.floods)
            self.hint_hidden += _HINT * hints.opened.ravel()
            self.hint_hidden += _HINT * (hints.unmarked.ravel() & self.marked_if_hidden)
            self.hint_opened += _HINT * hints.hidden.ravel()
        self.cost_hidden += self.hint_hidden
        self.cost_opened += self.hint_opened

    def _marked(
        self, meaning: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return the cost of each cell as a drawing, and which cells are better taken for one.

        meaning: (looks,) what the best name of a look costs, shared by all its cells that are drawn
        on: they are judged together.
        """
        gain = self.plain - self.drawn
        inked = gain > 0
        sharing = np.maximum(np.bincount(self.look, inked, len(self.count)), 1)
        worth = np.bincount(self.look, np.where(inked, gain, 0), len(self.count)) > meaning
        return self.drawn + (meaning / sharing)[self.look], inked & worth[self.look]


def _alike(glyphs: Glyphs, group: NDArray[np.intp], odds: NDArray[np.float32]) -> NDArray[np.intp]:
    """Give cells with the same drawing (shape, ink, ground) the same number."""
    flat = glyphs.shapes.reshape(len(glyphs.shapes), -1)
    length = np.maximum(np.linalg.norm(flat, axis=1), 1e-6)
    unit = flat / length[:, None]
    likeliest = np.where(odds.max(axis=1) > 0.5, odds.argmax(axis=1), OTHER)
    # A 2 and a 3 of one colour overlap a great deal; they are told apart by their odds.
    needed = np.where(likeliest[:, None] == likeliest, np.float32(0.84), np.float32(0.95))
    same = (unit @ unit.T > needed) & (group[:, None] == group)
    # A channel at a time: thousands of cells by thousands take all the time here.
    apart = sum((ink[:, None] - ink) ** 2 for ink in glyphs.ink.T)
    same &= apart < _ONE_INK**2
    look = np.full(len(flat), -1, np.intp)
    number = 0
    for i in range(len(flat)):
        if look[i] < 0:
            look[same[i] & (look < 0)] = look[i] = number
            number += 1
    return _parted(_without_strangers(look, odds), unit, likeliest)


def _without_strangers(look: NDArray[np.intp], odds: NDArray[np.float32]) -> NDArray[np.intp]:
    """Take cells out of looks that clearly show another digit than most of the others there.

    A bold 3 of few pixels overlaps a 2 nearly all over; its odds alone tell.
    """
    shown = odds[:, DIGITS]
    clear = np.asarray((shown > _CLEARLY).any(axis=1))
    for number in np.unique(look[clear]).tolist():
        members = np.flatnonzero(look == number)
        usual = int(np.median(shown[members], axis=0).argmax())
        strange = clear[members] & (shown[members, usual] < _HARDLY)
        for digit in np.unique(shown[members[strange]].argmax(axis=1)).tolist():
            look[members[strange & (shown[members].argmax(axis=1) == digit)]] = look.max() + 1
    return look


def _parted(
    look: NDArray[np.intp], unit: NDArray[np.float32], likeliest: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Part looks in which two drawings were taken for one, as small letters of few pixels are.

    Cells that resemble another digit than most of their look, and each other more than the rest,
    are a look of their own; where noise alone makes them differ, they are not.
    """
    for number in range(int(look.max()) + 1):
        members = np.flatnonzero(look == number)
        seen = np.bincount(likeliest[members], minlength=OTHER + 1)[DIGITS]
        first, second = np.argsort(-seen)[:2].tolist()
        if seen[second] < _LEAST_SEEN:
            continue
        sides = [members[likeliest[members] == digit] for digit in (first, second)]
        means = [unit[side].mean(axis=0) for side in sides]
        agreed = 0
        for side, mean, other in zip(sides, means, means[::-1], strict=True):
            rest = (mean[None] * len(side) - unit[side]) / max(1, len(side) - 1)
            near = np.square(unit[side] - rest).sum(axis=1)
            agreed += int((near < _PARTED * np.square(unit[side] - other).sum(axis=1)).sum())
        if agreed < _AGREEMENT * (len(sides[0]) + len(sides[1])):
            continue
        apart = [np.square(unit[members] - mean).sum(axis=1) for mean in means]
        look[members[apart[1] < apart[0]]] = look.max() + 1
    return look


def _plainness(
    strength: NDArray[np.float32], group: NDArray[np.intp], nothing: NDArray[np.float32]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the cost of calling each cell plain, and of calling it drawn on.

    What counts as a drawing depends on the noise of the picture, on that of the ground the cell
    belongs to, and on how strong the drawings of this program are.
    nothing: (n,) odds that what a cell shows has no shape that is known.
    """
    least = np.full(len(strength), 5.0)
    least = np.maximum(least, min(20.0, 2.2 * float(np.quantile(strength, 0.1))))
    least = np.maximum(least, min(7.0, 0.1 * float(np.quantile(strength, 0.97))))
    for number in range(int(group.max()) + 1):
        members = np.flatnonzero(group == number)
        low, high = np.quantile(strength[members], (0.1, 0.9)).tolist()
        noise = _NOISE * low
        faint = members[strength[members] <= noise]
        # A rough ground is told from faint drawings by what else is drawn on it, far stronger, and
        # by showing nothing that has a shape.
        rough = noise < high / _NOISE and nothing[faint].mean() > _SHAPELESS
        least[members] = np.maximum(least[members], noise if rough else min(_LOUDEST, noise))
    ratio = np.maximum(strength.astype(np.float64), 1e-3) / least
    plain = np.clip(_A_DOUBLING * np.log2(np.maximum(ratio, 1)), 0, 12)
    drawn = np.clip(-_A_DOUBLING * np.log2(np.minimum(ratio, 1)), 0, 12)
    return plain, drawn
