"""Name every cell, once it is known which grounds are opened, and say how sure each name is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.consistency import broken, impossible
from autoplay.vision.doubts import (
    doubt_grounds_of_numbers,
    doubt_lone_turns,
    doubt_the_end,
    marks_turned,
    patchwork,
    plain_flags,
)
from autoplay.vision.evidence import DIGITS, FLAG, MINE, OTHER, QUESTION
from autoplay.vision.glyphs import GLYPH_SIDE
from autoplay.vision.likeness import classes_of, look_again
from autoplay.vision.loss import judged_flags, out_of_reach
from autoplay.vision.mending import mend
from autoplay.vision.neighbourhood import count_around
from autoplay.vision.parts import asking
from autoplay.vision.sides import BROKEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.evidence import Evidence
from autoplay.vision.sides import Sides

_UNREADABLE_BELOW = 0.5
_IN_DOUBT = 3.0
_SAME_SHAPE = 0.75
_SAME_INK = 30.0
_FEW = 2
_SEVERAL = 3
_SURELY_MINE = 0.6
_RATHER_MINE = 0.3
_MORE_THAN_FLAG = 1.5
_HARDLY_FLAG = 0.1
_SURELY_FLAG = 0.6
_OWN_GROUND = 12.0
_LIKELY = 0.7
_KIN_SHAPE = 0.5
_KIN_INK = 15.0
_STRANGE_FLAG = 0.1
_ODD_ONE = 0.01
_KNOWN = 0.1
_MOST_MENDED = 6
_MENDS_TRIED = 16
_MENDED = 0.75
_ODD_SIDE = 0.05
_CLEAR_NAME = 0.9
_STRANGER = 0.75
_RATHER = 0.5
_RATHER_NOT = 0.2
_CLEAR = 8.0
_LEAST_HEARD = 0.25
_ASKING = 0.6
_JUDGED = 0.95
_A_BLANK = 0.93
_PATCHWORK = 0.7


class Names:
    """The names of all cells. cells: (n,) int8; confidence: (n,); candidates by cell number."""

    def __init__(self, evidence: Evidence, sides: Sides, lab: NDArray[np.float32]) -> None:
        self._evidence = evidence
        self.cells = sides.cells.ravel().copy()
        self.confidence = np.zeros(len(self.cells))
        self.candidates: dict[int, tuple[Cell, ...]] = {}
        self._odds = np.exp(evidence.logs)
        self._name_digits()
        self._name_symbols()
        plain = np.isin(self.cells, (Cell.HIDDEN, Cell.N0))
        opened = sides.opened[evidence.group]
        costs = np.where(opened, evidence.drawing_costs, evidence.symbol_costs)
        surplus = np.maximum(costs - evidence.plain, 0)[plain]
        self.confidence[plain] = 1 - 0.5 * np.exp(-surplus / 1.5)
        self.confidence[evidence.zeros(self.cells, sides.opened)] = _A_BLANK
        surplus = (evidence.plain - evidence.drawn)[~plain]
        self.confidence[~plain] *= 1 - 0.5 * np.exp(-np.maximum(surplus, 0) / 1.5)
        # A mine looks the same on either side.
        shown = np.isin(self.cells, (Cell.MINE, Cell.EXPLODED))
        self.confidence *= np.where(shown, 1, sides.sure[evidence.group])
        if (self.confidence < _CLEAR_NAME).any() or self._impossible().any():
            self._look_again(lab, opened, sides.sure)
        self._judge_flags()
        self._doubt_classes(sides.opened)
        self._doubt_contradictions()
        self._admit_doubts(opened)

    def _name_digits(self) -> None:
        """Choose each look's digit by its shape and by what its cells' neighbours allow."""
        cells, logs, look = self.cells, self._evidence.logs, self._evidence.look
        numbered = (cells >= 1) & (cells <= 8)
        for others_are_named in (False, True):
            for number in np.unique(look[numbered]).tolist():
                members = np.flatnonzero(numbered & (look == number))
                evidence = -self._evidence.digit[number]
                likely = np.argsort(-evidence)[:5].tolist()
                in_doubt = evidence[likely[0]] - evidence[likely[1]] < _IN_DOUBT
                scores = self._scores(members, likely, thoroughly=in_doubt)
                # Where the rules forbid what several cells seem to show, the shape says little. By
                # then the others must have their names, or they contradict the right one.
                forbidden = scores.argmax() != likely[0] and len(members) >= _SEVERAL
                if forbidden and others_are_named and not in_doubt:
                    scores = self._scores(members, likely, thoroughly=True)
                cells[members] = int(scores.argmax()) + 1
                share = np.exp(scores - scores.max())
                share /= share.sum()
                shown = float(np.exp(np.logaddexp.reduce(logs[members[0], DIGITS])))
                self.confidence[members] = share.max() * min(1.0, 0.65 + shown)
                ranked = [Cell(int(d) + 1) for d in np.argsort(-share) if share[d] > 0.02]
                self._doubt_strangers(members, int(scores.argmax()))
                for i in members.tolist():
                    self.candidates[i] = tuple(ranked)

    def _doubt_strangers(self, members: NDArray[np.intp], digit: int) -> None:
        """Trust a name less where a cell shows another digit than the others of its look."""
        odds = self._evidence.odds[members][:, DIGITS]
        strange = (odds.max(axis=1) > _RATHER) & (odds[:, digit] < _RATHER_NOT)
        self.confidence[members[strange]] = np.minimum(self.confidence[members[strange]], _STRANGER)

    def _scores(
        self, members: NDArray[np.intp], likely: list[int], *, thoroughly: bool
    ) -> NDArray[np.float64]:
        """Return (8,) how well each digit suits some cells of one look, the likely ones alone.

        thoroughly: whether numbers that contradict each other count, too, which takes long to say.
        """
        scores = np.full(8, -np.inf)
        for digit in likely:
            trial = self.cells.copy()
            trial[members] = digit + 1
            board = trial.reshape(self._evidence.shape)
            wrong = (impossible if thoroughly else broken)(board, floods=self._evidence.floods)
            cost = self._evidence.digit[self._evidence.look[members[0]], digit]
            scores[digit] = -cost - BROKEN * float(wrong.sum())
        return scores

    def _name_symbols(self) -> None:
        """Tell flags, question marks and mines apart: by shape, and by the ground they are on."""
        cells, odds, confidence = self.cells, self._odds, self.confidence
        flags = np.flatnonzero(cells == Cell.FLAG)
        mines = np.flatnonzero(cells == Cell.MINE)
        asked = self._asked(flags)
        question = flags[asked > 0.5]
        cells[question] = Cell.QUESTION
        confidence[flags] = 0.75 + 0.25 * odds[flags, FLAG]
        confidence[question] = asked[asked > 0.5]
        confidence[mines] = np.maximum(odds[mines, MINE], 0.6)
        # Mines are only shown after a loss. Flags that then look unlike most are wrong ones, and
        # the mine on a ground of its own is the one that exploded.
        revealed = self._revealed(flags)
        if mines.size:
            # On a ground of its own, as an exploded mine has, a drawing may be of another colour.
            # Where several are shown on opened ground, no other is shown on hidden ground.
            alone = self._evidence.size[self._evidence.group[flags]] <= _FEW
            few = len(mines) < _SEVERAL
            shaped, inked = self._resembles(flags, mines)
            # A crossed out flag has much of a mine, but the shape of nothing known.
            least = np.maximum(0.5 * odds[flags, FLAG], _KNOWN * odds[flags, OTHER])
            alike = (odds[flags, MINE] > least) & shaped & (alone | (inked & few))
            mine_like = flags[alike | ((few | alone) & (odds[flags, MINE] > _SURELY_MINE))]
        else:
            mine_like = flags[self._strange_marks(flags) | revealed]
        flag_like = flags[odds[flags, FLAG] > _SURELY_FLAG]
        flag_like = np.setdiff1d(flag_like, mine_like)
        opened_all = self._no_flags_at_the_end(flags).any()
        lost = opened_all or revealed.any() or self._exploded(flags)
        others = np.setdiff1d(flags, mine_like)
        if mine_like.size and len(others) >= _SEVERAL:
            # A program has one picture of a flag, and most marks show it.
            lost |= not self._resembles(mine_like, others)[0].any()
        if mine_like.size and (flag_like.size or mines.size or lost):
            cells[mine_like] = Cell.MINE
            confidence[mine_like] = np.maximum(odds[mine_like, MINE], _LIKELY)
            mines = np.concatenate([mines, mine_like])
        if mines.size:
            self._name_loss(mines)

    def _strange_marks(self, flags: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which marks are mines by shape, the less surely the more else tells of a loss.

        A program has one picture of a flag: where some marks are flags clearly, others, unlike
        them, are mines.
        """
        mine, flag = self._odds[flags, MINE], self._odds[flags, FLAG]
        surely = mine > _SURELY_MINE
        clear = flags[flag > _CLEAR_NAME]
        if clear.size:
            surely |= (mine > _RATHER_MINE) & ~self._resembles(flags, clear)[1]
        if self._exploded(flags):
            surely |= mine > _RATHER_MINE
        return np.asarray(surely | self._no_flags_at_the_end(flags))

    def _revealed(self, flags: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which marks no player has set, and which look like those, unless flags clearly."""
        evidence, group = self._evidence, self._evidence.group
        board = self.cells.reshape(evidence.shape)
        marked = board == Cell.FLAG
        beyond = out_of_reach(board, marked if marked.any() else board == Cell.QUESTION)
        shown = np.flatnonzero(beyond)
        if not shown.size:
            return np.zeros(len(flags), bool)
        # The mine that exploded has a ground of its own.
        grounded = np.isin(group[flags], group[shown]) | (evidence.size[group[flags]] <= _FEW)
        alike = grounded & self._resembles(flags, shown)[0]
        return np.asarray(alike & (self._odds[flags, FLAG] < _SURELY_FLAG))

    def _no_flags_at_the_end(self, flags: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which marks are hardly flags, where nothing is hidden any more.

        A won board shows flags alone, and some look like mines; after a loss few programs open all.
        """
        mine, flag = self._odds[flags, MINE], self._odds[flags, FLAG]
        ended = not (self.cells == Cell.HIDDEN).any()
        return np.asarray(ended & (flag < _HARDLY_FLAG) & (mine > _MORE_THAN_FLAG * flag))

    def _exploded(self, flags: NDArray[np.intp]) -> bool:
        """Tell whether one mark has a ground of its own, quite another than all others like it."""
        if len(flags) < _SEVERAL:
            return False
        evidence = self._evidence
        apart = np.linalg.norm(
            evidence.ground[flags] - np.median(evidence.ground[flags], axis=0), axis=1
        )
        first, second = np.argsort(-apart)[:2].tolist()
        alone = apart[first] > _OWN_GROUND and apart[second] < apart[first] / 2
        others = np.delete(flags, first)
        return bool(alone and self._resembles(flags[[first]], others)[0][0])

    def _asked(self, marked: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return how likely each marked cell shows a question mark and no flag.

        Drawings of one colour and much the same shape are heard together: noise makes each of them
        look like something else. A digit there can only be a mark that resembles it.
        """
        flat, ink = self._unit(marked), self._evidence.glyphs.ink[marked]
        kin = (flat @ flat.T > _KIN_SHAPE) & (
            np.linalg.norm(ink[:, None] - ink[None], axis=2) < _KIN_INK
        )
        odds = kin @ self._odds[marked] / np.maximum(kin.sum(axis=1, keepdims=True), 1)
        odds = (odds + self._odds[marked]) / 2
        mark = odds[:, QUESTION] + 0.5 * odds[:, Cell.N7 - 1] + 0.3 * odds[:, Cell.N2 - 1]
        flag = odds[:, FLAG] + 0.5 * odds[:, MINE] + _STRANGE_FLAG * odds[:, OTHER]
        asked = mark / np.maximum(mark + flag, 1e-6)
        beside = asking(self._evidence.glyphs.shapes[marked])
        return np.asarray(np.where(beside > _ASKING, np.maximum(asked, beside), asked))

    def _unit(self, cells: NDArray[np.intp]) -> NDArray[np.float32]:
        shapes = self._evidence.glyphs.shapes[cells]
        flat = shapes.reshape(len(shapes), GLYPH_SIDE**2)
        lengths = np.linalg.norm(flat, axis=1, keepdims=True)
        return np.asarray(flat / np.maximum(lengths, 1e-6), np.float32)

    def _name_loss(self, mines: NDArray[np.intp]) -> None:
        cells, look, ground = self.cells, self._evidence.look, self._evidence.ground
        usual = np.median(ground[mines], axis=0)[None]
        if len(mines) == 2:
            # Of two neither is usual. The one that exploded has a ground that no other cell has.
            usual = np.delete(ground, mines, axis=0)
        apart = np.linalg.norm(ground[mines][:, None] - usual[None], axis=2).min(axis=1)
        order = np.argsort(-apart)
        exploded = mines[order[0]]
        rest = apart[order[1]] if len(mines) > 1 else 0.0
        if len(mines) == 1 or (apart[order[0]] > _OWN_GROUND and rest < 0.5 * apart[order[0]]):
            cells[exploded] = Cell.EXPLODED
            self.confidence[exploded] = 0.9
        for shown, sort in (
            (np.flatnonzero(cells == Cell.FLAG), Cell.FLAG),
            (np.flatnonzero(cells == Cell.MINE), Cell.MINE),
        ):
            looks, counts = np.unique(look[shown], return_counts=True)
            if len(looks) < 2:
                continue
            usual = shown[look[shown] == looks[counts.argmax()]]
            other = self._odds[:, OTHER]
            # Small and crossed out it still resembles a flag, but has no shape that is known.
            crossed = (other[shown] > _CLEAR_NAME) & (other[usual[0]] < _KNOWN)
            odd = shown[crossed | ~self._resembles(shown, usual[:1])[1]]
            if odd.size <= max(2, 0.2 * len(shown)):
                cells[odd] = Cell.WRONG_FLAG
                self.confidence[odd] = 0.7 if sort == Cell.FLAG else 0.6

    def _resembles(
        self, cells: NDArray[np.intp], models: NDArray[np.intp]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Tell which cells show nearly the shape of a model, and which do in the same colour."""
        shaped = self._unit(cells) @ self._unit(models).T > _SAME_SHAPE
        ink = self._evidence.glyphs.ink
        inked = np.linalg.norm(ink[cells][:, None] - ink[models][None], axis=2) < _SAME_INK
        return np.asarray(shaped.any(axis=1)), np.asarray((shaped & inked).any(axis=1))

    def _impossible(self) -> NDArray[np.bool_]:
        return impossible(self.cells.reshape(self._evidence.shape), floods=self._evidence.floods)

    def _look_again(
        self, lab: NDArray[np.float32], opened: NDArray[np.bool_], sure: NDArray[np.float64]
    ) -> None:
        """Name doubtful cells anew, by what they show and what others of a name look like."""
        evidence = self._evidence
        classes = classes_of(lab, evidence.ground, evidence.group, self.cells, self.confidence)
        cost = self._costs(opened, sure)
        if classes is not None:
            self.cells, self.confidence = look_again(
                classes, self.cells, self.confidence, evidence.shape, floods=evidence.floods
            )
            cost += classes.costs()
        at = np.arange(len(cost))
        given = cost[at, self.cells]
        cost[at, self.cells] = np.where(np.isinf(given), cost.min(axis=1), given)
        for i, name, confidence in mend(
            self.cells.reshape(evidence.shape), cost, floods=evidence.floods
        ):
            self.cells[i] = name
            self.confidence[i] = confidence
            self.candidates[i] = (name,)

    def _costs(self, opened: NDArray[np.bool_], sure: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return (n, 16) what each `Cell` value costs a cell by its own drawing and its ground."""
        evidence, n = self._evidence, len(self.cells)
        digit = evidence.off_colour - np.log(
            (evidence.odds[:, DIGITS] + self._odds[:, DIGITS]) / 2 + _ODD_ONE
        )
        # What is hardly above the noise has no shape to speak of.
        heard = np.clip(0.5 + (evidence.plain - evidence.drawn) / _CLEAR, _LEAST_HEARD, 1)[:, None]
        digit *= heard
        symbol = -np.log(1 - self._odds[:, DIGITS].max(axis=1) + _ODD_ONE)
        other_side = -np.log(2 * (1 - sure[evidence.group]) + _ODD_SIDE)
        cost = np.full((n, len(Cell)), np.inf)
        cost[:, Cell.N0] = np.minimum(evidence.plain, evidence.zero[evidence.look])
        cost[:, Cell.N1 : Cell.N8 + 1] = evidence.drawn[:, None] + digit
        cost[:, : Cell.N8 + 1] += np.where(opened, 0, other_side)[:, None]
        cost[:, Cell.HIDDEN] = evidence.plain + np.where(opened, other_side, 0)
        cost[:, Cell.FLAG] = evidence.drawn + symbol + np.where(opened, other_side, 0)
        return cost

    def _judge_flags(self) -> None:
        wrong, right = judged_flags(self.cells.reshape(self._evidence.shape))
        self.cells[wrong.ravel()] = Cell.WRONG_FLAG
        self.cells[right.ravel()] = Cell.FLAG
        self.confidence[(wrong | right).ravel()] = _JUDGED

    def _doubt_classes(self, opened: NDArray[np.bool_]) -> None:
        """Name anew, or trust less, what may be another thing all over the board."""
        evidence = self._evidence
        grounds = evidence.group.reshape(evidence.shape), evidence.ground
        if patchwork(grounds[0], opened):
            self.confidence *= _PATCHWORK
        board = self.cells.reshape(evidence.shape), self.confidence.reshape(evidence.shape)
        board = doubt_lone_turns(*marks_turned(*board), grounds[0], evidence.turned)
        board = plain_flags(*board, *grounds, followed=evidence.followed)
        board = doubt_grounds_of_numbers(*board, *grounds)
        cells, confidence = doubt_the_end(*board)
        self.cells, self.confidence = cells.ravel(), confidence.ravel()

    def _doubt_contradictions(self) -> None:
        """Trust less what breaks the rules, and what lies beside it."""
        wrong = self._impossible()
        self.confidence[wrong.ravel()] *= 0.6
        self.confidence[(count_around(wrong) > 0).ravel()] *= 0.9

    def _admit_doubts(self, opened: NDArray[np.bool_]) -> None:
        """Call unreadable what is more likely something else; name what it may be."""
        evidence = self._evidence
        marked = np.where(opened, evidence.marked_if_hidden, evidence.marked_if_opened)
        doubtful = np.flatnonzero(self.confidence < _UNREADABLE_BELOW).tolist()
        known = self.candidates
        self.candidates = {}
        for i in doubtful:
            digit = Cell(int(evidence.digit[evidence.look[i]].argmin()) + 1)
            hidden = Cell.FLAG if marked[i] else Cell.HIDDEN
            other = hidden if opened[i] else digit if marked[i] else Cell.N0
            mine = known.get(i, (Cell(int(self.cells[i])),))
            self.candidates[i] = tuple(dict.fromkeys([*mine, other]))
            self.cells[i] = Cell.UNREADABLE
