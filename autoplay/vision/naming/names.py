"""Name every cell, once it is known which grounds are opened, and say how sure each name is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell
from autoplay.vision.naming.doubts import (
    doubt_grounds_of_numbers,
    doubt_lone_turns,
    doubt_other_colours,
    doubt_the_end,
    marks_turned,
    patchwork,
)
from autoplay.vision.naming.evidence import BROKEN, DIGITS, FLAG
from autoplay.vision.naming.likeness import classes_of, look_again
from autoplay.vision.naming.marks import Marks
from autoplay.vision.naming.plain_marks import drawn_flags, plain_flags, red_mines
from autoplay.vision.naming.symbols import Symbols
from autoplay.vision.rules.consistency import broken, impossible, number_bounds
from autoplay.vision.rules.mending import mend
from autoplay.vision.rules.neighbourhood import count_around

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.naming.evidence import Evidence
    from autoplay.vision.naming.sides import Sides

_UNREADABLE_BELOW = 0.5
_IN_DOUBT = 3.0
_SEVERAL = 3
_SURELY_FLAG = 0.6
_ODD_ONE = 0.01
_ODD_SIDE = 0.05
_CLEAR_NAME = 0.9
_FAR_LESS = 0.1
_STRANGER = 0.75
_RATHER = 0.5
_RATHER_NOT = 0.2
_CLEAR = 8.0
_LEAST_HEARD = 0.25
_UNDER_POINTER = 4.5
_A_BLANK = 0.93
_PATCHWORK = 0.7
_IMPLIED = 0.9
_ROUNDS = 4
_LEAST = 1e-6


class Names:
    """The names of all cells. cells: (n,) int8; confidence: (n,); candidates by cell number."""

    def __init__(self, evidence: Evidence, sides: Sides, lab: NDArray[np.float32]) -> None:
        self._evidence = evidence
        self.cells = sides.cells.ravel().copy()
        self.cells[evidence.covered] = Cell.UNREADABLE
        self.confidence = np.zeros(len(self.cells))
        self.candidates: dict[int, tuple[Cell, ...]] = {}
        self._odds = np.exp(evidence.logs)
        self._name_digits()
        Symbols(self._marks(lab), self.confidence).name()
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
            self._imply()
        symbols = Symbols(self._marks(lab), self.confidence)
        symbols.drop_strange_flags()
        symbols.judge_flags()
        self._doubt_classes(sides.opened, lab)
        self._doubt_contradictions()
        self.confidence[evidence.covered] = 0.0
        self._admit_doubts(opened)

    def _marks(self, lab: NDArray[np.float32]) -> Marks:
        return Marks(self._evidence, lab, self._odds, self.cells)

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
        """Trust a name less where a cell hardly shows the digit that the others of its look do."""
        odds = self._evidence.odds[members][:, DIGITS]
        usual = float(np.median(odds[:, digit]))
        strange = (odds.max(axis=1) > _RATHER) & (odds[:, digit] < _RATHER_NOT)
        # One that shows nothing known is strange where the others do show the digit.
        strange |= (odds[:, digit] < _FAR_LESS * usual) & (usual > _RATHER_NOT)
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
        # Under the pointer one hidden cell may look as opened ones do. Whoever plays keeps it away
        # from the board, and a program that does not flood leaves many blanks alone.
        blank = (self.cells == Cell.N0).reshape(evidence.shape)
        alone = (blank & (count_around(blank) == 0)).ravel() & (not evidence.followed)
        hovered = np.minimum(cost[:, Cell.HIDDEN], evidence.plain + _UNDER_POINTER)
        cost[:, Cell.HIDDEN] = np.where(alone, hovered, cost[:, Cell.HIDDEN])
        at = np.arange(len(cost))
        given = cost[at, self.cells]
        cost[at, self.cells] = np.where(np.isinf(given), cost.min(axis=1), given)
        for i, name, confidence in mend(
            self.cells.reshape(evidence.shape), cost, floods=evidence.floods
        ):
            self.cells[i] = name
            self.confidence[i] = confidence
            self.candidates[i] = (name,)

    def _imply(self) -> None:
        """Name doubtful digits by the others, which tell how many mines lie beside each of them."""
        odds = (self._evidence.odds[:, DIGITS] + self._odds[:, DIGITS]) / 2 + _ODD_ONE
        digits = (self.cells >= Cell.N1) & (self.cells <= Cell.N8)
        doubtful = digits & (self.confidence < _CLEAR_NAME)
        for _ in range(_ROUNDS):
            fewest, most = self._bounds(doubtful)
            possible = (np.arange(1, 9) >= fewest[:, None]) & (np.arange(1, 9) <= most[:, None])
            # What is possible stays: its shape has been judged with all that look like it.
            stays = (fewest < most) & (self.cells >= fewest) & (self.cells <= most)
            likely = odds * possible
            share = likely.max(axis=1) / np.maximum(likely.sum(axis=1), _LEAST)
            clearer = doubtful & ~stays & (_IMPLIED * share > self.confidence)
            if not clearer.any():
                return
            self.cells[clearer] = likely[clearer].argmax(axis=1) + 1
            self.confidence[clearer] = _IMPLIED * share[clearer]
            doubtful &= ~(clearer & (fewest == most))

    def _bounds(self, unknown: NDArray[np.bool_]) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        shape = self._evidence.shape
        fewest, most = number_bounds(self.cells.reshape(shape), unknown.reshape(shape))
        return fewest.ravel(), most.ravel()

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

    def _doubt_classes(self, opened: NDArray[np.bool_], lab: NDArray[np.float32]) -> None:
        """Name anew, or trust less, what may be another thing all over the board."""
        evidence = self._evidence
        grounds = evidence.group.reshape(evidence.shape), evidence.ground
        if patchwork(grounds[0], opened):
            self.confidence *= _PATCHWORK
        board = self.cells.reshape(evidence.shape), self.confidence.reshape(evidence.shape)
        board = doubt_lone_turns(*marks_turned(*board), grounds[0], evidence.turned)
        board = drawn_flags(*board, grounds[0], lab)
        board = plain_flags(*board, *grounds, followed=evidence.followed)
        flags = (self._odds[:, FLAG] > _SURELY_FLAG).reshape(evidence.shape)
        board = red_mines(*board, evidence.ground, flags, followed=evidence.followed)
        board = doubt_grounds_of_numbers(*board, *grounds)
        board = doubt_other_colours(*board, evidence.ground)
        cells, confidence = doubt_the_end(*board, evidence.ground, lab)
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
