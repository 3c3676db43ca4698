"""Tell flags, question marks and mines apart, and which mine exploded and which flags are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.looks.parts import adds_a_part, asking
from autoplay.vision.naming.doubts import exceeded_numbers
from autoplay.vision.naming.evidence import FLAG, MINE, OTHER, QUESTION
from autoplay.vision.naming.shown_mines import ShownMines
from autoplay.vision.rules.consistency import certain_mines
from autoplay.vision.rules.loss import AT_A_LOSS, judged_flags, lacks_mines
from autoplay.vision.rules.neighbourhood import count_around

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.naming.marks import Marks

_SEVERAL = 3
_HARDLY_FLAG = 0.1
_SURELY_FLAG = 0.6
_RATHER_SURE = 0.9
_OWN_GROUND = 12.0
_SAME_GROUND = 4.0
_REDDER = 2.0
_AS_GOOD_AS_ONE = 0.15
_LIKELY = 0.7
_KIN_SHAPE = 0.5
_KIN_INK = 15.0
_STRANGE_FLAG = 0.1
_KNOWN = 0.1
_CLEAR_NAME = 0.9
_ASKING = 0.6
_ADDED = 0.8
_UNLIKELY_ASKED = 0.7
_JUDGED = 0.95
_ONE_DID = 0.95
_NEARLY_ALL = 0.8


class Symbols:
    """Names the symbols among cells in place: what is taken for a flag or a mine may be another.

    confidence: (n,) how sure each name is.
    """

    def __init__(self, marks: Marks, confidence: NDArray[np.float64]) -> None:
        self.cells = marks.cells
        self.confidence = confidence
        self._marks = marks
        self._evidence = marks.evidence
        self._odds = marks.odds

    def name(self) -> None:
        """Tell flags, question marks and mines apart: by shape, and by the ground they are on."""
        flags = np.flatnonzero(self.cells == Cell.FLAG)
        mines = np.flatnonzero(self.cells == Cell.MINE)
        self._name_questions(flags)
        self.confidence[mines] = np.maximum(self._odds[mines, MINE], 0.6)
        # Under the pointer a flag's ground may be as light as opened ones.
        clear = mines[self._flags_on_opened(mines, flags)]
        self.cells[clear] = Cell.FLAG
        self.confidence[clear] = _RATHER_SURE
        shown = ShownMines(self._marks)
        doubted = len(mines) > 1 and not self._evidence.followed
        if self._flags_of_a_win(mines) or (doubted and lacks_mines(self._marks.board)):
            # Nothing is lost: bombs are how this program draws flags. In play the end is seen to
            # come, and there may be a dialog over the rest.
            self.cells[mines] = Cell.FLAG
            self.confidence[mines] = _LIKELY
            return
        # Mines are only shown after a loss. Flags that then look unlike most are wrong ones, and
        # the mine on a ground of its own is the one that exploded.
        mines = np.setdiff1d(mines, clear)
        mines = np.append(mines, self._called_mines(shown.among(flags, mines)))
        if mines.size:
            flags = np.flatnonzero(self.cells == Cell.FLAG)
            self._name_loss(np.append(mines, self._called_mines(shown.turned(flags, mines))))

    def _flags_of_a_win(self, mines: NDArray[np.intp]) -> bool:
        """Tell whether mines rather have the shape of flags, where nothing else is unopened.

        Nobody loses who has opened everything else, and some programs draw flags on such cells.
        """
        unopened = self.cells > Cell.N8
        if not mines.size or unopened.sum() > len(mines):
            return False
        odds = self._odds[mines]
        return bool((odds[:, FLAG] > np.maximum(odds[:, MINE], odds[:, OTHER])).all())

    def _called_mines(self, marks: NDArray[np.intp]) -> NDArray[np.intp]:
        self.cells[marks] = Cell.MINE
        self.confidence[marks] = np.maximum(self._odds[marks, MINE], _LIKELY)
        return marks

    def _name_questions(self, flags: NDArray[np.intp]) -> None:
        asked = self._asked(flags)
        question = asked > 0.5
        if self._are_flags(flags[question], flags[~question]):
            question[:] = False
        self.confidence[flags] = 0.75 + 0.25 * self._odds[flags, FLAG]
        # Nobody asks before a number is opened: it may be the first one.
        most = 1.0 if shows(self.cells, Cell.N1, Cell.N8).any() else _UNLIKELY_ASKED
        self.cells[flags[question]] = Cell.QUESTION
        self.confidence[flags[question]] = np.minimum(asked[question], most)

    def _are_flags(self, asked: NDArray[np.intp], others: NDArray[np.intp]) -> bool:
        """Tell whether what hardly looks like question marks are the flags of a program.

        Nobody asks where a mine is certain, but there the flags are.
        """
        seen = self._odds[asked, QUESTION]
        if len(asked) < _SEVERAL or (self._odds[others, FLAG] > _SURELY_FLAG).any():
            return False
        certain = certain_mines(self._marks.board).ravel()[asked]
        return bool(np.median(seen) < _ASKING and certain.mean() >= _NEARLY_ALL)

    def _flags_on_opened(
        self, mines: NDArray[np.intp], flags: NDArray[np.intp]
    ) -> NDArray[np.bool_]:
        """Tell which marks on opened ground have the shape of a flag, and of no mine.

        A program may draw flags there, or the pointer is on the only one that seems so.
        """
        flag, mine = self._odds[mines, FLAG], self._odds[mines, MINE]
        if len(mines) > 1:
            shaped = (flag > _SURELY_FLAG) & (mine < _HARDLY_FLAG)
            # One of several mines that shows what the flags do is under the pointer.
            pointed = self._marks.liker(mines, flags, mines)
            pointed &= (pointed.sum() == 1) & (min(len(mines), len(flags)) >= _SEVERAL)
            return np.asarray(pointed | (shaped & (shaped.sum() >= _SEVERAL)))
        if not mines.size or not flags.size or self._odds[flags, FLAG].max() <= _CLEAR_NAME:
            return np.zeros(len(mines), bool)
        return np.asarray((flag > _CLEAR_NAME) & self._marks.resembles(mines, flags)[0])

    def _asked(self, marked: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return how likely each marked cell shows a question mark and no flag.

        Drawings of one colour and much the same shape are heard together: noise makes each of them
        look like something else. A digit there can only be a mark that resembles it.
        """
        flat, ink = self._marks.unit(marked), self._evidence.glyphs.ink[marked]
        kin = (flat @ flat.T > _KIN_SHAPE) & (
            np.linalg.norm(ink[:, None] - ink[None], axis=2) < _KIN_INK
        )
        odds = kin @ self._odds[marked] / np.maximum(kin.sum(axis=1, keepdims=True), 1)
        odds = (odds + self._odds[marked]) / 2
        mark = odds[:, QUESTION] + 0.5 * odds[:, Cell.N7 - 1] + 0.3 * odds[:, Cell.N2 - 1]
        flag = odds[:, FLAG] + 0.5 * odds[:, MINE] + _STRANGE_FLAG * odds[:, OTHER]
        asked = mark / np.maximum(mark + flag, 1e-6)
        beside = asking(self._evidence.glyphs.shapes[marked])
        asked = np.where(beside > _ASKING, np.maximum(asked, beside), asked)
        clear = marked[self._odds[marked, FLAG] > _CLEAR_NAME]
        if not clear.size:
            return np.asarray(asked)
        # A small question mark that is beside the very flag may be too small to be one by shape.
        flag = np.median(self._evidence.glyphs.shapes[clear], axis=0)
        added = adds_a_part(self._evidence.glyphs.shapes[marked], flag)
        return np.asarray(np.where(added, np.maximum(asked, _ADDED), asked))

    def _name_loss(self, mines: NDArray[np.intp]) -> None:
        exploded = self._marks.bordered_alone(mines)
        if exploded is None:
            exploded = self._grounded_alone(mines)
        if exploded is not None:
            self.cells[exploded] = Cell.EXPLODED
            self.confidence[exploded] = 0.9
        else:
            # Hardly to be seen, one of them most likely did.
            most = np.float32(min(_ONE_DID, 1 - 1 / len(mines)))
            self.confidence[mines] = np.minimum(self.confidence[mines], most)
        for sort in (Cell.FLAG, Cell.MINE):
            self._name_wrong(np.flatnonzero(self.cells == sort), sort)

    def _grounded_alone(self, mines: NDArray[np.intp]) -> int | None:
        """Return the only mine, or the one on a ground of its own; None if none of several is."""
        if len(mines) == 1:
            return int(mines[0])
        ground = self._evidence.ground
        usual = np.median(ground[mines], axis=0)[None]
        if len(mines) == 2:
            # Of two neither is usual. The one that exploded has a ground that no other cell has,
            # unless a wrong flag is crossed out in its colour from corner to corner.
            usual = ground[~np.isin(self.cells, (Cell.MINE, Cell.FLAG, Cell.QUESTION))]
            if not usual.size:
                return None
        apart = np.linalg.norm(ground[mines][:, None] - usual[None], axis=2).min(axis=1)
        kin = np.ones(len(mines), bool)
        if len(mines) >= _SEVERAL:
            # Flagged mines may have another ground than the rest: what exploded is the only one
            # whose ground no other has, but for a flag that may be wrong.
            kin = self._marks.kindred(mines)
            to_others = np.linalg.norm(ground[mines][:, None] - ground[mines], axis=2)
            to_others[:, ~kin] = np.inf
            np.fill_diagonal(to_others, np.inf)
            apart = np.minimum(apart, to_others.min(axis=1))
        order = np.argsort(-apart)
        order = np.append(order[:1], order[1:][kin[order[1:]]])
        exploded = int(mines[order[0]])
        rest = apart[order[1]] if len(order) > 1 else 0.0
        clear = apart[order[0]] > _OWN_GROUND and rest < 0.5 * apart[order[0]]
        # Where all that is opened is red the ground of what exploded is but redder, and of no two
        # others apart; under the pointer it would be paler.
        redder = np.linalg.norm(ground[exploded][1:]) - np.linalg.norm(usual[:, 1:], axis=1).max()
        redder = redder > _REDDER and rest < _AS_GOOD_AS_ONE * apart[order[0]]
        return exploded if clear or (redder and len(mines) >= _SEVERAL) else None

    def _name_wrong(self, shown: NDArray[np.intp], sort: Cell) -> None:
        """Call wrong flags the few of some flags, or mines, that look unlike most of them."""
        look, ground = self._evidence.look, self._evidence.ground
        looks, counts = np.unique(look[shown], return_counts=True)
        if len(looks) < 2:
            return
        usual = shown[look[shown] == looks[counts.argmax()]]
        other = self._odds[:, OTHER]
        # Small and crossed out it still resembles a flag, but has no shape that is known.
        crossed = (other[shown] > _CLEAR_NAME) & (other[usual[0]] < _KNOWN)
        away = np.linalg.norm(ground[shown] - np.median(ground[usual], axis=0), axis=1)
        grounded = (sort == Cell.FLAG) & (away > _OWN_GROUND)
        odd = shown[crossed | grounded | ~self._marks.resembles(shown, usual[:1])[1]]
        if odd.size <= max(2, 0.2 * len(shown)):
            self.cells[odd] = Cell.WRONG_FLAG
            self.confidence[odd] = 0.7 if sort == Cell.FLAG else 0.6

    def _left_as_set(self, marks: NDArray[np.intp], right: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which marks are drawn as right flags are, and on much the same ground.

        Where no number judges another right, a flag on the ground of hidden cells has most likely
        looked so in play, if all flags are alike: few programs draw a wrong one there in another
        colour and no more.
        """
        if right.size:
            return self._marks.resembles(marks, right)[1] & self._on_ground_of(marks, right)
        others = np.setdiff1d(np.flatnonzero(shows(self.cells, Cell.FLAG)), marks)
        alike = shows(self.cells[marks], Cell.FLAG)
        if marks.size and others.size:
            alike &= self._marks.resembles(marks, others)[1]
        hidden = np.flatnonzero(shows(self.cells, Cell.HIDDEN))
        clear = self._odds[marks, FLAG] > _SURELY_FLAG
        return np.asarray(alike.all() & clear & self._on_ground_of(marks, hidden))

    def _alone_on_ground_of_mines(self) -> NDArray[np.bool_]:
        """Mark the only flag if it lies on the ground of mines, and that is not of hidden cells."""
        flag, mines = shows(self.cells, Cell.FLAG), shows(self.cells, Cell.MINE)
        hidden = np.flatnonzero(shows(self.cells, Cell.HIDDEN))
        if flag.sum() != 1 or mines.sum() < _SEVERAL or not hidden.size:
            return np.zeros(len(self.cells), bool)
        alone = np.flatnonzero(flag)
        red = self._on_ground_of(alone, np.flatnonzero(mines))
        plain = self._on_ground_of(np.flatnonzero(mines), hidden)
        return flag & bool(red.all() and not plain.any())

    def _on_ground_of(self, some: NDArray[np.intp], others: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which of some cells have much the same ground as one of the others."""
        if not (some.size and others.size):
            return np.zeros(len(some), bool)
        ground = self._evidence.ground
        apart = np.linalg.norm(ground[some][:, None] - ground[others], axis=2)
        return np.asarray(apart.min(axis=1) < _SAME_GROUND)

    def drop_strange_flags(self) -> None:
        """Call flags hidden cells that look like no other flag, where numbers count fewer.

        At the border of a board that was scaled a cell shows a line that the others do not.
        """
        flags = np.flatnonzero(self.cells == Cell.FLAG)
        clear = self._odds[flags, FLAG] > _CLEAR_NAME
        if clear.sum() < _SEVERAL or np.isin(self.cells, AT_A_LOSS).any():
            return
        strange = flags[self._odds[flags, FLAG] < _HARDLY_FLAG]
        strange = strange[~self._marks.resembles(strange, flags[clear])[1]]
        board = self._marks.board
        beside = count_around(exceeded_numbers(board, shows(board, Cell.FLAG)))
        strange = strange[(beside.ravel() > 0)[strange]]
        self.cells[strange] = Cell.HIDDEN
        self.confidence[strange] = _LIKELY

    def judge_flags(self) -> None:
        """Call flags wrong or right that the numbers beside them judge, after a loss.

        Some programs leave a wrong flag as it was: then it shows no more than a flag. The one mark
        on a mine that is no flag by shape, where the others clearly are, is that which exploded, or
        the only one where it lies on what the mines do.
        """
        wrong, right = (mask.ravel() for mask in judged_flags(self._marks.board))
        left = np.flatnonzero(wrong)
        left = left[self._left_as_set(left, np.flatnonzero(right))]
        wrong[left] = False
        self.cells[left] = Cell.FLAG
        self.confidence[left] = _RATHER_SURE
        if shows(self.cells, Cell.MINE).any() and not shows(self.cells, Cell.WRONG_FLAG).any():
            # No flag is shown to be wrong, so none is surely right.
            flags = self.cells == Cell.FLAG
            self.confidence[flags] = np.minimum(self.confidence[flags], _RATHER_SURE)
        flag = self._odds[:, FLAG]
        clear = (right & (flag > _CLEAR_NAME)).sum() >= _SEVERAL
        unlike = right & (flag < _HARDLY_FLAG) & clear
        self.cells[wrong] = Cell.WRONG_FLAG
        self.cells[right] = Cell.FLAG
        self.confidence[wrong | right] = _JUDGED
        unlike |= self._alone_on_ground_of_mines()
        if unlike.sum() == 1 and not (self.cells == Cell.EXPLODED).any():
            self.cells[unlike] = Cell.EXPLODED
            self.confidence[unlike] = _RATHER_SURE
