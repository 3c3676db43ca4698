"""Tell which marks are mines, which a program shows after a loss: all, or that which exploded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.looks.grounds import rims
from autoplay.vision.naming.doubts import exceeded
from autoplay.vision.naming.evidence import FLAG, MINE, OTHER, QUESTION
from autoplay.vision.naming.plain_marks import burning
from autoplay.vision.rules.ending import all_found
from autoplay.vision.rules.loss import lacks_mines, out_of_reach

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.naming.marks import Marks

_FEW = 2
_SEVERAL = 3
_SURELY_MINE = 0.6
_RATHER_MINE = 0.3
_MORE_THAN_FLAG = 1.5
_HARDLY_FLAG = 0.1
_SURELY_FLAG = 0.6
_OWN_GROUND = 12.0
_THE_VERY_BORDER = 1.6
_KNOWN = 0.1
_CLEAR_NAME = 0.9


class ShownMines:
    """Finds mines among marks that seem flags."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks

    def among(self, flags: NDArray[np.intp], mines: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return those of the marks that are mines rather than flags.

        flags, mines: cells by number. Several mines tell of a loss, and so does one mark that can
        be nothing else.
        """
        odds = self._marks.odds
        revealed, alone = self._revealed(flags), self._alone_on_red(flags)
        printed, lost_at = self._no_flags_at_the_end(flags), self._lost_at(flags)
        if mines.size:
            mine_like = flags[self._like_mines(flags, mines)]
        else:
            strange = self._strange_marks(flags, lost_at)
            alone |= self._odd_one(flags)
            mine_like = flags[strange | printed | revealed | alone]
        if len(mine_like) > 1 and lacks_mines(self._marks.board):
            mine_like = np.intersect1d(mine_like, lost_at)
        others = np.setdiff1d(flags, mine_like)
        lost = bool(printed.any() or revealed.any() or alone.any() or lost_at.size or mines.size)
        if mine_like.size and len(others) >= _SEVERAL:
            # A program has one picture of a flag, and most marks show it.
            lost |= not self._marks.resembles(mine_like, others)[0].any()
        lost |= bool((odds[others, FLAG] > _SURELY_FLAG).any())
        return mine_like if lost else mine_like[:0]

    def turned(self, flags: NDArray[np.intp], mines: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the marks that have turned into mines and kept their ground.

        They show what the mines do, either clearly a mine, or where others are clearly flags, or
        are rather mines by their own shape, beside such flags. Most flags turn then, and the rest
        are wrong; a mine crossed out is another thing.
        """
        odds = self._marks.odds
        shaped, inked = self._marks.resembles(flags, mines)
        clear = flags[odds[flags, FLAG] > _CLEAR_NAME]
        unlike = bool(clear.size) and not self._marks.resembles(clear, mines)[1].any()
        turned = (shaped & unlike) | (inked & (odds[flags, MINE] > _CLEAR_NAME))
        turned &= (odds[flags, FLAG] < _HARDLY_FLAG) | self._marks.very_like(flags, mines)
        # On red a drawing may have another shape than on the ground of hidden cells.
        shaped_so = (odds[flags, MINE] > _RATHER_MINE) & (odds[flags, FLAG] < _HARDLY_FLAG)
        if clear.size and mines.size:
            turned |= shaped_so & ~self._marks.resembles(flags, clear)[0]
        if turned.sum() < max(_SEVERAL, len(flags) / 2):
            return flags[:0]
        shown = np.isin(np.arange(len(self._marks.cells)), np.append(mines, flags[turned]))
        board = self._marks.board
        many = exceeded(board, shown.reshape(board.shape))
        return flags[:0] if many else flags[turned]

    def _like_mines(self, flags: NDArray[np.intp], mines: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which marks are mines where some are shown on opened ground.

        On a ground of its own, as an exploded mine has, a drawing may be of another colour. Where
        several are shown on opened ground, no other is shown on hidden ground.
        """
        odds = self._marks.odds[flags]
        alone = self._marks.evidence.size[self._marks.evidence.group[flags]] <= _FEW
        # Under the pointer a flag has a ground of its own as well.
        alone &= ~self._marks.liker(flags, flags, mines)
        few = len(mines) < _SEVERAL
        shaped, inked = self._marks.resembles(flags, mines)
        # A crossed out flag has much of a mine, but the shape of nothing known.
        least = np.maximum(0.5 * odds[:, FLAG], _KNOWN * odds[:, OTHER])
        alike = (odds[:, MINE] > least) & shaped & (alone | (inked & few))
        # One alone may be that which exploded, in another colour than the rest.
        kin = few & (inked if len(mines) > 1 else shaped)
        return np.asarray(alike | ((kin | alone) & (odds[:, MINE] > _SURELY_MINE)))

    def _strange_marks(
        self, flags: NDArray[np.intp], lost_at: NDArray[np.intp]
    ) -> NDArray[np.bool_]:
        """Tell which marks are mines by shape, the less surely the more else tells of a loss.

        A program has one picture of a flag: where some marks are flags clearly, others, unlike
        them, are mines.
        """
        mine, flag = self._marks.odds[flags, MINE], self._marks.odds[flags, FLAG]
        surely = mine > _SURELY_MINE
        clear = flags[flag > _CLEAR_NAME]
        if clear.size:
            surely |= (mine > _RATHER_MINE) & ~self._marks.resembles(flags, clear)[1]
        if lost_at.size:
            # What exploded shows what mines look like, if others look so in the same colour.
            kin = self._marks.resembles(flags, lost_at)[1]
            surely = (
                (mine > _RATHER_MINE) & kin if kin.sum() > 1 else surely | (mine > _RATHER_MINE)
            )
        return np.asarray(surely)

    def _revealed(self, flags: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which marks no player has set, and which look like those, unless flags clearly."""
        evidence, group = self._marks.evidence, self._marks.evidence.group
        board = self._marks.board
        marked = board == Cell.FLAG
        beyond = out_of_reach(board, marked if marked.any() else board == Cell.QUESTION)
        shown = np.flatnonzero(beyond)
        if not shown.size:
            return np.zeros(len(flags), bool)
        # The mine that exploded has a ground of its own.
        grounded = np.isin(group[flags], group[shown]) | (evidence.size[group[flags]] <= _FEW)
        alike = grounded & self._marks.resembles(flags, shown)[0]
        return np.asarray(alike & (self._marks.odds[flags, FLAG] < _SURELY_FLAG))

    def _no_flags_at_the_end(self, flags: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which marks are hardly flags, where nothing is hidden any more but mines.

        A won board shows flags alone, and some look like mines; after a loss few programs open all.
        What is printed as the numbers are is no flag either, unless it has been set just now, nor
        what looks unlike those that clearly are.
        """
        mine, flag = self._marks.odds[flags, MINE], self._marks.odds[flags, FLAG]
        hidden = bool((self._marks.cells == Cell.HIDDEN).any())
        ended = not hidden or all_found(self._marks.board)
        printed = np.zeros(len(flags), bool)
        if not hidden and not self._marks.evidence.followed:
            printed = self._as_numbers_are(flags)
            clear = flags[flag > _SURELY_FLAG]
            if len(clear) >= _SEVERAL:
                printed |= ~self._marks.resembles(flags, clear)[0]
        return np.asarray(
            ended & (flag < _HARDLY_FLAG) & (printed | (mine > _MORE_THAN_FLAG * flag))
        )

    def _as_numbers_are(self, flags: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which marks have the ground of the numbers and their border, so no bevel."""
        numbers = shows(self._marks.cells, Cell.N1, Cell.N8)
        if not numbers.any() or not flags.size:
            return np.zeros(len(flags), bool)
        border = rims(self._marks.lab)
        apart = np.linalg.norm(border[flags] - np.median(border[numbers], axis=0), axis=1)
        return np.asarray(apart < _THE_VERY_BORDER)

    def _lost_at(self, flags: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the one mark, if any, with a ground of quite another hue than all others like it.

        Under the pointer a ground is but lighter or darker.
        """
        nowhere = np.zeros(0, np.intp)
        if len(flags) < _SEVERAL:
            return nowhere
        ground = self._marks.evidence.ground[flags]
        apart = np.linalg.norm((ground - np.median(ground, axis=0))[:, 1:], axis=1)
        first, second = np.argsort(-apart)[:2].tolist()
        alone = apart[first] > _OWN_GROUND and apart[second] < apart[first] / 2
        others = np.delete(flags, first)
        alike = self._marks.resembles(flags[[first]], others)[0][0]
        return flags[[first]] if alone and alike else nowhere

    def _alone_on_red(self, flags: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which mark, the only one on red, shows what no other does, and neither ? nor flag.

        Some programs show no more of a loss than the mine that exploded. Where the game is followed
        it may be a flag that was set just now: whoever clicked knows.
        """
        hidden = self._marks.evidence.ground[self._marks.cells == Cell.HIDDEN]
        if not hidden.size or not flags.size or self._marks.evidence.followed:
            return np.zeros(len(flags), bool)
        red = burning(self._marks.evidence.ground[flags], np.median(hidden, axis=0))
        known = self._marks.odds[flags][:, [FLAG, QUESTION]].max(axis=1)
        like = self._marks.resembles(flags, flags[~red])[1]
        return np.asarray(red & (red.sum() == 1) & (known < _HARDLY_FLAG) & ~like)

    def _odd_one(self, flags: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which mark is the only one of its kind, and the mine that exploded.

        Some programs show no more of a loss than that: in a drawing of their own, unlike all the
        flags, which are one picture; or clearly a mine, on another ground than hidden cells have.
        Where the game is followed it may be a flag that was set just now.
        """
        odd, odds = np.zeros(len(flags), bool), self._marks.odds[flags]
        if self._marks.evidence.followed:
            return odd
        hidden = self._marks.evidence.ground[self._marks.cells == Cell.HIDDEN]
        usual = np.median(hidden, axis=0) if len(hidden) else None
        for i in np.flatnonzero(odds[:, :MINE].sum(axis=1) < _RATHER_MINE).tolist():
            others = np.delete(flags, i)
            alike = len(others) >= _SEVERAL and self._marks.resembles(others, others[:1])[1].all()
            odd[i] = alike and not self._marks.resembles(flags[[i]], others)[0][0]
            odd[i] &= not self._marks.blocked(flags[i], others)
            if usual is not None and odds[i, MINE] > _CLEAR_NAME:
                odd[i] |= (
                    np.linalg.norm(self._marks.evidence.ground[flags[i]] - usual) > _OWN_GROUND
                )
        return odd if odd.sum() == 1 else np.zeros(len(flags), bool)
