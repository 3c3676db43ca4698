"""Read a board whose look nobody has taught: group cells by look, name groups by the rules.

No pack, no colour and no font is assumed. Cells are grouped by their ground; each way of calling
the groups hidden or opened is judged by what Minesweeper allows and by how well the drawings on
them then make sense; cells that look alike are named together. What remains doubtful says so.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.consistency import around, broken, contradictory
from autoplay.vision.glyphs import KINDS, Glyphs, extract, resemblance
from autoplay.vision.looks import cut_cells, frames, grounds, linked
from autoplay.vision.opencv import cv2

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from autoplay.geometry import Grid

# Distances between grounds, in Lab units, at which the board is tried to be split.
_REACHES = (1.6, 2.6, 4.0, 6.5, 10.0)
_ENUMERATED = 7
_DIGITS = slice(0, 8)
_QUESTION, _FLAG, _MINE, _OTHER = (
    KINDS.index(kind) for kind in (Cell.QUESTION, Cell.FLAG, Cell.MINE, Cell.UNREADABLE)
)
# Costs are negative log likelihoods; a broken rule weighs as much as a glyph read quite wrongly.
_BROKEN = 3.0
_NO_DIGIT = 25.0
_NOTHING_HIDDEN = 12.0
_A_GROUP = 1.0
_SECLUDED = 4.0
_SYMBOL_IN_OPENED = 2.5
_SYMBOL_ON_HIDDEN = 0.7
_HINT = 4.0
_SETTLED = 0.95
_LEAST_OPENING = 4
_UNREADABLE_BELOW = 0.5
_FRESH_COST = 6.0
_LEAST_FRESH = 36
_PLAUSIBLE_COST = 0.25
_SOUND_COST = 0.1
_PLAUSIBLE_UNREADABLE = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class UnknownReading:
    """A board read without a pack.

    cells: (rows, cols) int8 of `Cell` values, UNREADABLE where ambiguous.
    confidence: (rows, cols) float32, 0 to 1.
    candidates: for each ambiguous cell what it may be, the likeliest first.
    cost: how badly the best naming fits the rules and the glyphs; 0 is perfect.
    """

    cells: NDArray[np.int8]
    confidence: NDArray[np.float32]
    candidates: Mapping[tuple[int, int], tuple[Cell, ...]]
    cost: float

    @property
    def sound(self) -> bool:
        """Whether it makes sense all over, as a board does that nothing covers."""
        return self.plausible and self.cost < max(_A_GROUP, _SOUND_COST * self.cells.size)

    @property
    def plausible(self) -> bool:
        """Whether this can be Minesweeper at all: chess boards, sheets and keys break its rules."""
        numbers = (self.cells >= Cell.N1) & (self.cells <= Cell.N8)
        if not numbers.any():
            return bool(self.cost < _FRESH_COST) and self.cells.size >= _LEAST_FRESH
        unreadable = float((self.cells == Cell.UNREADABLE).mean())
        return self.cost < _PLAUSIBLE_COST * self.cells.size and unreadable < _PLAUSIBLE_UNREADABLE


@dataclass(frozen=True, slots=True, eq=False)
class Hints:
    """What play has shown about cells, whatever they look like: (rows, cols) masks.

    opened: cells whose look changed by a click that opens. hidden: cells that were hidden before
    and have not changed since.
    """

    opened: NDArray[np.bool_]
    hidden: NDArray[np.bool_]


def hints_since(
    before: NDArray[np.int8], confidence: NDArray[np.float32], changed: NDArray[np.bool_]
) -> Hints:
    """Say what is settled by how a board has changed since it was last read.

    before, confidence: cells as read then and how surely; changed: (rows, cols) cells whose pixels
    differ now. What was surely opened stays opened, what was hidden and has not changed is hidden;
    after the first click on a fresh board the largest piece that changed is the opening.
    """
    sure = confidence > _SETTLED
    opened = (before <= Cell.N8) & sure
    if (before == Cell.HIDDEN).all():
        opened |= _largest_piece(changed)
    return Hints(opened=opened, hidden=(before == Cell.HIDDEN) & sure & ~changed)


def _largest_piece(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the largest connected part of a mask, nothing if it may be a mere highlight."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        mask.astype(np.uint8), connectivity=8
    )
    if count < 2:
        return np.zeros_like(mask)
    areas = stats[1:, cv2.CC_STAT_AREA]
    if areas.max() < _LEAST_OPENING:
        return np.zeros_like(mask)
    return np.asarray(labels == 1 + areas.argmax())


def read_unknown(
    pixels: NDArray[np.uint8], grid: Grid, hints: Hints | None = None
) -> UnknownReading:
    """Read every cell of a located board whose skin no pack knows.

    pixels: (height, width, 3) uint8, blue green red; grid in pixels of that picture. hints: what
    play has shown already, None for a lone picture.
    """
    lab = cut_cells(pixels, grid)
    ground = grounds(lab)
    looks = frames(lab, ground)
    shape = (grid.rows, grid.cols)
    best: _Naming | None = None
    seen: set[bytes] = set()
    for reach in _REACHES:
        group = linked(looks, reach)
        if group.tobytes() in seen or group.max() > len(group) // 3:
            continue
        seen.add(group.tobytes())
        naming = _Naming(shape, group, extract(lab, ground, group), ground, hints)
        naming.settle()
        if best is None or naming.cost < best.cost - 1e-6:
            best = naming
    if best is None:
        whole = np.zeros(len(lab), np.intp)
        best = _Naming(shape, whole, extract(lab, ground, whole), ground, hints)
        best.settle()
        # Nearly every cell has a ground of its own, as in a colour chart: no board looks so.
        best.cost += _A_GROUP * len(lab) / 3
    return best.reading()


class _Naming:
    """One way to split the board into grounds, and the search for what each ground means."""

    def __init__(
        self,
        shape: tuple[int, int],
        group: NDArray[np.intp],
        glyphs: Glyphs,
        ground: NDArray[np.float32],
        hints: Hints | None,
    ) -> None:
        self.shape = shape
        self.group = group
        self.glyphs = glyphs
        self.ground = ground
        self.count = int(group.max()) + 1
        self.size = np.bincount(group, minlength=self.count)
        self.odds = resemblance(glyphs.shapes)
        self.look = self._alike()
        self.plain, self.drawn = _plainness(glyphs.strength, group)
        self._pool()
        if hints is not None:
            self.cost_hidden += _HINT * hints.opened.ravel()
            self.cost_opened += _HINT * hints.hidden.ravel()
        self.opened = np.zeros(self.count, bool)
        self.sure = np.ones(self.count)
        self.cost = 0.0

    # ------------------------------------------------------------ looks

    def _alike(self) -> NDArray[np.intp]:
        """Give cells with the same drawing (shape, ink, ground) the same number."""
        glyphs = self.glyphs
        flat = glyphs.shapes.reshape(len(glyphs.shapes), -1)
        length = np.maximum(np.linalg.norm(flat, axis=1), 1e-6)
        unit = flat / length[:, None]
        likeliest = np.where(self.odds.max(axis=1) > 0.5, self.odds.argmax(axis=1), _OTHER)
        look = np.full(len(flat), -1, np.intp)
        number = 0
        for i in range(len(flat)):
            if look[i] >= 0:
                continue
            # A 2 and a 3 of one colour overlap a great deal; they are told apart by their odds.
            needed = np.where(likeliest == likeliest[i], 0.84, 0.95)
            same = (
                (look < 0)
                & (self.group == self.group[i])
                & (unit @ unit[i] > needed)
                & (np.linalg.norm(glyphs.ink - glyphs.ink[i], axis=1) < 14)
            )
            same[i] = True
            look[same] = number
            number += 1
        return look

    def _pool(self) -> None:
        """Let cells that look alike share their odds, and cost both sides of every cell."""
        logs = np.log(np.maximum(self.odds, 1e-4))
        pooled = np.zeros((int(self.look.max()) + 1, logs.shape[1]))
        np.add.at(pooled, self.look, logs)
        pooled /= np.bincount(self.look)[:, None]
        self.logs = pooled[self.look]
        digit = self.logs[:, _DIGITS]
        flag, mine, rest = (np.exp(self.logs[:, kind]) for kind in (_FLAG, _MINE, _OTHER))
        question = np.exp(self.logs[:, _QUESTION])
        other = -np.log(flag + 0.3 * mine + rest + question + 1e-4)
        symbol = np.log(0.1 * flag + mine + 0.5 * rest + 1e-4)
        # On hidden ground: nothing, or a symbol. On opened ground: nothing, a digit, or a mine.
        self.cost_hidden = np.minimum(self.plain, self.drawn + _SYMBOL_ON_HIDDEN + other)
        self.best_digit = digit.argmax(axis=1) + 1
        as_digit = self.drawn - digit.max(axis=1)
        # A loss is one event: the more cells show the same mine, the less each has to pay for it.
        event = _SYMBOL_IN_OPENED / np.bincount(self.look)[self.look]
        as_mine = self.drawn + event - symbol
        self.cost_opened = np.minimum(self.plain, np.minimum(as_digit, as_mine))
        blank = self.plain <= np.minimum(as_digit, as_mine)
        shown = np.where(as_digit <= as_mine, self.best_digit, Cell.MINE)
        self.if_opened = np.where(blank, Cell.N0, shown).astype(np.int8)
        empty = self.plain <= self.drawn + _SYMBOL_ON_HIDDEN + other
        self.if_hidden = np.where(empty, Cell.HIDDEN, Cell.FLAG).astype(np.int8)

    # ------------------------------------------------------------ sides

    def settle(self) -> None:
        """Decide which grounds are opened: the large ones together, the small ones one by one."""
        hidden_sum = _summed(self.group, self.cost_hidden, self.count)
        opened_sum = _summed(self.group, self.cost_opened, self.count)
        large = np.flatnonzero(self.size >= max(3, 0.01 * len(self.group)))[:_ENUMERATED]
        rest = np.setdiff1d(np.arange(self.count), large)
        pending = np.isin(self.group, rest)
        best = np.inf
        for sides in itertools.product((False, True), repeat=len(large)):
            opened = np.zeros(self.count, bool)
            opened[large] = sides
            cost = np.where(opened, opened_sum, hidden_sum)[large].sum()
            if cost < best:
                cost += self._rules(opened, pending)
            if cost < best:
                best, self.opened = cost, opened
        # A small ground starts where its drawings fit better, then every ground may change sides.
        self.opened[rest] = opened_sum[rest] + 0.5 < hidden_sum[rest]
        nothing = np.zeros(len(self.group), bool)
        self.cost = self._total(self.opened, hidden_sum, opened_sum, nothing)
        flips = np.zeros(self.count)
        for _ in range(3):
            changed = False
            for number in range(self.count - 1, -1, -1):
                other = self.opened.copy()
                other[number] = ~other[number]
                cost = self._total(other, hidden_sum, opened_sum, nothing)
                flips[number] = cost - self.cost
                if cost < self.cost - 1e-6:
                    self.opened, self.cost, changed = other, cost, True
            if not changed:
                break
        self.sure = 1 - 0.5 * np.exp(-np.abs(flips) / 2)
        self.cost += _A_GROUP * self.count

    def _total(
        self,
        opened: NDArray[np.bool_],
        hidden_sum: NDArray[np.float64],
        opened_sum: NDArray[np.float64],
        pending: NDArray[np.bool_],
    ) -> float:
        own = float(np.where(opened, opened_sum, hidden_sum).sum())
        return own + self._rules(opened, pending)

    def _cells(self, opened: NDArray[np.bool_]) -> NDArray[np.int8]:
        chosen = np.where(opened[self.group], self.if_opened, self.if_hidden)
        return np.asarray(chosen, np.int8).reshape(self.shape)

    def _rules(self, opened: NDArray[np.bool_], pending: NDArray[np.bool_]) -> float:
        cells = self._cells(opened)
        unsure = pending.reshape(self.shape)
        cost = _BROKEN * float(broken(cells, unsure).sum())
        numbers = (cells >= 1) & (cells <= 8) & ~unsure
        if opened.any() and not numbers.any():
            cost += _NO_DIGIT
        if not ((cells > 8) | unsure).any():
            cost += _NOTHING_HIDDEN
        return cost + self._secluded(opened, cells, unsure)

    def _secluded(
        self, opened: NDArray[np.bool_], cells: NDArray[np.int8], unsure: NDArray[np.bool_]
    ) -> float:
        """Cost grounds called hidden that touch no other hidden ground: blanks do just that."""
        cost = 0.0
        for number in np.flatnonzero(~opened & (self.size >= 2)).tolist():
            own = (self.group == number).reshape(self.shape)
            elsewhere = ((cells > Cell.N8) & ~own) | unsure
            if elsewhere.any() and not (around(elsewhere)[own] > 0).any():
                cost += _SECLUDED
        return cost

    # ------------------------------------------------------------ names

    def reading(self) -> UnknownReading:
        """Name every cell and say how sure that is."""
        cells = self._cells(self.opened).ravel()
        odds = np.exp(self.logs)
        confidence = np.zeros(len(cells))
        candidates: dict[int, tuple[Cell, ...]] = {}
        opened = self.opened[self.group]
        self._name_digits(cells, confidence, candidates)
        self._name_symbols(cells, confidence, odds)
        plain = np.isin(cells, (Cell.HIDDEN, Cell.N0))
        confidence[plain] = 1 - 0.5 * np.exp(-(self.drawn - self.plain)[plain] / 1.5)
        confidence *= self.sure[self.group]
        board = cells.reshape(self.shape)
        wrong = broken(board) | contradictory(board)
        confidence[wrong.ravel()] *= 0.55
        confidence[(around(wrong) > 0).ravel()] *= 0.9
        doubtful = np.flatnonzero(confidence < _UNREADABLE_BELOW)
        for i in doubtful.tolist():
            other = self.if_hidden[i] if opened[i] else self.if_opened[i]
            known = candidates.get(i, (Cell(int(cells[i])),))
            candidates[i] = tuple(dict.fromkeys([*known, Cell(int(other))]))
            cells[i] = Cell.UNREADABLE
        return UnknownReading(
            cells.reshape(self.shape).astype(np.int8),
            np.clip(confidence, 0, 0.999).astype(np.float32).reshape(self.shape),
            {(i // self.shape[1], i % self.shape[1]): candidates[i] for i in doubtful.tolist()},
            self.cost,
        )

    def _name_digits(
        self,
        cells: NDArray[np.int8],
        confidence: NDArray[np.float64],
        candidates: dict[int, tuple[Cell, ...]],
    ) -> None:
        """Choose each drawing's digit by its shape and by what its cells' neighbours allow."""
        numbered = (cells >= 1) & (cells <= 8)
        for _ in range(2):
            for look in np.unique(self.look[numbered]).tolist():
                members = np.flatnonzero(numbered & (self.look == look))
                evidence = self.logs[members[0], _DIGITS] * min(len(members), 4) ** 0.5
                likely = np.argsort(-evidence)[:4]
                scores = np.full(8, -np.inf)
                for digit in likely.tolist():
                    trial = cells.copy()
                    trial[members] = digit + 1
                    board = trial.reshape(self.shape)
                    wrong = broken(board)
                    if evidence[likely[0]] - evidence[likely[1]] < 3:
                        wrong |= contradictory(board)
                    scores[digit] = evidence[digit] - _BROKEN * float(wrong.sum())
                cells[members] = int(scores.argmax()) + 1
                share = np.exp(scores - scores.max())
                share /= share.sum()
                shown = float(np.exp(np.logaddexp.reduce(self.logs[members[0], _DIGITS])))
                confidence[members] = share.max() * min(1.0, 0.5 + shown)
                ranked = [Cell(int(d) + 1) for d in np.argsort(-share) if share[d] > 0.02]
                for i in members.tolist():
                    candidates[i] = tuple(ranked)

    def _name_symbols(
        self,
        cells: NDArray[np.int8],
        confidence: NDArray[np.float64],
        odds: NDArray[np.float64],
    ) -> None:
        """Tell flags, question marks and mines apart: by shape, and by the ground they are on."""
        flags = np.flatnonzero(cells == Cell.FLAG)
        mines = np.flatnonzero(cells == Cell.MINE)
        question = flags[odds[flags, _QUESTION] > 0.5]
        cells[question] = Cell.QUESTION
        confidence[flags] = 0.5 + 0.5 * np.maximum(odds[flags, _FLAG], 0.85)
        confidence[question] = odds[question, _QUESTION]
        confidence[mines] = np.maximum(odds[mines, _MINE], 0.6)
        # Mines are only shown after a loss. Flags that then look unlike most are wrong ones, and
        # the mine on a ground of its own is the one that exploded.
        lost = mines.size > 0
        mine_like = flags[odds[flags, _MINE] > (odds[flags, _FLAG] if lost else 0.6)]
        flag_like = flags[odds[flags, _FLAG] > 0.6]
        if mine_like.size and (flag_like.size or mines.size):
            cells[mine_like] = Cell.MINE
            confidence[mine_like] = odds[mine_like, _MINE]
            mines = np.concatenate([mines, mine_like])
        if mines.size:
            self._name_loss(cells, confidence, mines)

    def _name_loss(
        self, cells: NDArray[np.int8], confidence: NDArray[np.float64], mines: NDArray[np.intp]
    ) -> None:
        apart = np.linalg.norm(self.ground[mines] - np.median(self.ground[mines], axis=0), axis=1)
        order = np.argsort(-apart)
        exploded = mines[order[0]]
        rest = apart[order[1]] if len(mines) > 1 else 0.0
        if len(mines) == 1 or (apart[order[0]] > 12 and rest < 0.5 * apart[order[0]]):
            cells[exploded] = Cell.EXPLODED
            confidence[exploded] = 0.9
        for shown, sort in (
            (np.flatnonzero(cells == Cell.FLAG), Cell.FLAG),
            (np.flatnonzero(cells == Cell.MINE), Cell.MINE),
        ):
            looks, counts = np.unique(self.look[shown], return_counts=True)
            if len(looks) < 2:
                continue
            usual = shown[self.look[shown] == looks[counts.argmax()]]
            odd = shown[~self._resembles(shown, usual[0])]
            if odd.size <= max(2, 0.2 * len(shown)):
                cells[odd] = Cell.WRONG_FLAG
                confidence[odd] = 0.7 if sort == Cell.FLAG else 0.6

    def _resembles(self, cells: NDArray[np.intp], model: np.intp) -> NDArray[np.bool_]:
        """Tell which cells show nearly the drawing of a model, whatever their ground."""
        flat = self.glyphs.shapes.reshape(len(self.glyphs.shapes), -1)
        lengths = np.linalg.norm(flat[cells], axis=1) * np.linalg.norm(flat[model])
        alike = flat[cells] @ flat[model] / np.maximum(lengths, 1e-6)
        return np.asarray(alike > 0.75)


def _summed(group: NDArray[np.intp], cost: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    return np.asarray(np.bincount(group, cost, count), np.float64)


def _plainness(
    strength: NDArray[np.float32], group: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the cost of calling each cell plain, and of calling it drawn on.

    What counts as a drawing depends on the noise of the picture, on that of the ground the cell
    belongs to, and on how strong the drawings of this program are.
    """
    least = np.full(len(strength), 5.0)
    least = np.maximum(least, min(20.0, 2.5 * float(np.quantile(strength, 0.1))))
    least = np.maximum(least, min(10.0, 0.1 * float(np.quantile(strength, 0.97))))
    for number in range(int(group.max()) + 1):
        members = group == number
        noise = min(10.0, 2.5 * float(np.quantile(strength[members], 0.1)))
        least[members] = np.maximum(least[members], noise)
    ratio = np.maximum(strength.astype(np.float64), 1e-3) / least
    plain = np.clip(4 * np.log2(np.maximum(ratio, 1)), 0, 12)
    drawn = np.clip(-4 * np.log2(np.minimum(ratio, 1)), 0, 12)
    return plain, drawn
