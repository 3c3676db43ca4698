"""Tell flags, question marks and mines apart, and which mine exploded and which flags are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Cell, shows
from autoplay.vision.consistency import certain_mines
from autoplay.vision.doubts import exceeded
from autoplay.vision.ending import all_found
from autoplay.vision.evidence import FLAG, MINE, OTHER, QUESTION
from autoplay.vision.glyphs import GLYPH_SIDE
from autoplay.vision.loss import judged_flags, out_of_reach
from autoplay.vision.neighbourhood import count_around
from autoplay.vision.parts import adds_a_part, asking
from autoplay.vision.plain_marks import burning

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from autoplay.vision.evidence import Evidence

_SAME_SHAPE = 0.75
_SAME_INK = 30.0
_FEW = 2
_SEVERAL = 3
_SURELY_MINE = 0.6
_RATHER_MINE = 0.3
_MORE_THAN_FLAG = 1.5
_HARDLY_FLAG = 0.1
_SURELY_FLAG = 0.6
_RATHER_SURE = 0.9
_OWN_GROUND = 12.0
_THE_VERY_GROUND = 0.5
_LIKELY = 0.7
_KIN_SHAPE = 0.5
_KIN_INK = 15.0
_STRANGE_FLAG = 0.1
_KNOWN = 0.1
_CLEAR_NAME = 0.9
_ASKING = 0.6
_ADDED = 0.8
_JUDGED = 0.95
_NEARLY_ALL = 0.8
_LACKING = 0.2


class Symbols:
    """Names the symbols among cells in place: what is taken for a flag or a mine may be another.

    odds: (n, kinds) of each cell, by the shape of its look. cells: (n,) names; confidence: (n,).
    """

    def __init__(
        self,
        evidence: Evidence,
        odds: NDArray[np.float64],
        cells: NDArray[np.int8],
        confidence: NDArray[np.float64],
    ) -> None:
        self.cells = cells
        self.confidence = confidence
        self._evidence = evidence
        self._shape = evidence.shape
        self._odds = odds

    def name(self) -> None:
        """Tell flags, question marks and mines apart: by shape, and by the ground they are on."""
        cells, odds, confidence = self.cells, self._odds, self.confidence
        flags = np.flatnonzero(cells == Cell.FLAG)
        mines = np.flatnonzero(cells == Cell.MINE)
        asked = self._asked(flags)
        question = flags[asked > 0.5]
        if self._are_flags(question, np.setdiff1d(flags, question)):
            asked[:] = 0.0
            question = flags[:0]
        cells[question] = Cell.QUESTION
        confidence[flags] = 0.75 + 0.25 * odds[flags, FLAG]
        confidence[question] = asked[asked > 0.5]
        confidence[mines] = np.maximum(odds[mines, MINE], 0.6)
        # Under the pointer a flag's ground may be as light as opened ones.
        clear = mines[self._flags_on_opened(mines, flags)]
        cells[clear] = Cell.FLAG
        confidence[clear] = _RATHER_SURE
        mines = np.setdiff1d(mines, clear)
        # Mines are only shown after a loss. Flags that then look unlike most are wrong ones, and
        # the mine on a ground of its own is the one that exploded.
        revealed = self._revealed(flags)
        if mines.size:
            mine_like = flags[self._like_mines(flags, mines)]
        else:
            mine_like = flags[self._strange_marks(flags) | revealed | self._alone_on_red(flags)]
        if len(mine_like) > 1 and self._lacking():
            mine_like = np.intersect1d(mine_like, self._lost_at(flags))
        flag_like = flags[odds[flags, FLAG] > _SURELY_FLAG]
        flag_like = np.setdiff1d(flag_like, mine_like)
        opened_all = self._no_flags_at_the_end(flags).any()
        lost = opened_all or revealed.any() or bool(self._lost_at(flags).size)
        lost |= bool(self._alone_on_red(flags).any())
        others = np.setdiff1d(flags, mine_like)
        if mine_like.size and len(others) >= _SEVERAL:
            # A program has one picture of a flag, and most marks show it.
            lost |= not self._resembles(mine_like, others)[0].any()
        if mine_like.size and (flag_like.size or mines.size or lost):
            cells[mine_like] = Cell.MINE
            confidence[mine_like] = np.maximum(odds[mine_like, MINE], _LIKELY)
            mines = np.concatenate([mines, mine_like])
        if mines.size:
            turned = self._turned_mines(np.flatnonzero(cells == Cell.FLAG), mines)
            cells[turned] = Cell.MINE
            confidence[turned] = np.maximum(odds[turned, MINE], _LIKELY)
            self._name_loss(np.concatenate([mines, turned]))

    def _are_flags(self, asked: NDArray[np.intp], others: NDArray[np.intp]) -> bool:
        """Tell whether what hardly looks like question marks are the flags of a program.

        Nobody asks where a mine is certain, but there the flags are.
        """
        seen = self._odds[asked, QUESTION]
        if len(asked) < _SEVERAL or (self._odds[others, FLAG] > _SURELY_FLAG).any():
            return False
        certain = certain_mines(self.cells.reshape(self._shape)).ravel()[asked]
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
            return np.asarray(shaped & (shaped.sum() >= _SEVERAL))
        if not mines.size or not flags.size or self._odds[flags, FLAG].max() <= _CLEAR_NAME:
            return np.zeros(len(mines), bool)
        return np.asarray((flag > _CLEAR_NAME) & self._resembles(mines, flags)[0])

    def _like_mines(self, flags: NDArray[np.intp], mines: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which marks are mines where some are shown on opened ground.

        On a ground of its own, as an exploded mine has, a drawing may be of another colour. Where
        several are shown on opened ground, no other is shown on hidden ground.
        """
        odds = self._odds[flags]
        alone = self._evidence.size[self._evidence.group[flags]] <= _FEW
        few = len(mines) < _SEVERAL
        shaped, inked = self._resembles(flags, mines)
        # A crossed out flag has much of a mine, but the shape of nothing known.
        least = np.maximum(0.5 * odds[:, FLAG], _KNOWN * odds[:, OTHER])
        alike = (odds[:, MINE] > least) & shaped & (alone | (inked & few))
        # One alone may be that which exploded, in another colour than the rest.
        kin = few & (inked if len(mines) > 1 else shaped)
        return np.asarray(alike | ((kin | alone) & (odds[:, MINE] > _SURELY_MINE)))

    def _turned_mines(self, flags: NDArray[np.intp], mines: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the marks that have turned into mines and kept their ground.

        They show what the mines do, either clearly a mine, or where others are clearly flags. Most
        flags turn then, and the rest are wrong; a mine crossed out is another thing.
        """
        odds = self._odds
        shaped, inked = self._resembles(flags, mines)
        clear = flags[odds[flags, FLAG] > _CLEAR_NAME]
        unlike = bool(clear.size) and not self._resembles(clear, mines)[1].any()
        turned = (shaped & unlike) | (inked & (odds[flags, MINE] > _CLEAR_NAME))
        turned &= odds[flags, FLAG] < _HARDLY_FLAG
        if turned.sum() < max(_SEVERAL, len(flags) / 2):
            return flags[:0]
        shown = np.isin(np.arange(len(self.cells)), np.append(mines, flags[turned]))
        many = exceeded(self.cells.reshape(self._shape), shown.reshape(self._shape))
        return flags[:0] if many else flags[turned]

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
        lost_at = self._lost_at(flags)
        if lost_at.size:
            # What exploded shows what mines look like, if others look so in the same colour.
            kin = self._resembles(flags, lost_at)[1]
            surely = (
                (mine > _RATHER_MINE) & kin if kin.sum() > 1 else surely | (mine > _RATHER_MINE)
            )
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

    def _lacking(self) -> bool:
        """Tell whether many numbers have fewer marks beside them than mines.

        A program that shows more mines after a loss than the one that exploded shows all of them;
        else the marks are flags.
        """
        board = self.cells.reshape(self._shape)
        number = shows(board, Cell.N1, Cell.N8)
        marked = np.isin(board, (Cell.FLAG, Cell.MINE))
        hidden = count_around(shows(board, Cell.HIDDEN)) > 0
        lacking = int((number & hidden & (board > count_around(marked))).sum())
        return lacking >= max(_SEVERAL, _LACKING * int(number.sum()))

    def _no_flags_at_the_end(self, flags: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which marks are hardly flags, where nothing is hidden any more but mines.

        A won board shows flags alone, and some look like mines; after a loss few programs open all.
        What is printed on the very ground of the numbers then is no flag either.
        """
        mine, flag = self._odds[flags, MINE], self._odds[flags, FLAG]
        hidden = bool((self.cells == Cell.HIDDEN).any())
        ended = not hidden or all_found(self.cells.reshape(self._shape))
        numbers = self._evidence.ground[shows(self.cells, Cell.N1, Cell.N8)]
        usual = np.median(numbers, axis=0) if len(numbers) else np.inf
        apart = np.linalg.norm(self._evidence.ground[flags] - usual, axis=1)
        printed = (apart < _THE_VERY_GROUND) & (not hidden)
        return np.asarray(
            ended & (flag < _HARDLY_FLAG) & (printed | (mine > _MORE_THAN_FLAG * flag))
        )

    def _lost_at(self, flags: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the one mark, if any, with a ground of quite another hue than all others like it.

        Under the pointer a ground is but lighter or darker.
        """
        nowhere = np.zeros(0, np.intp)
        if len(flags) < _SEVERAL:
            return nowhere
        ground = self._evidence.ground[flags]
        apart = np.linalg.norm((ground - np.median(ground, axis=0))[:, 1:], axis=1)
        first, second = np.argsort(-apart)[:2].tolist()
        alone = apart[first] > _OWN_GROUND and apart[second] < apart[first] / 2
        others = np.delete(flags, first)
        alike = self._resembles(flags[[first]], others)[0][0]
        return flags[[first]] if alone and alike else nowhere

    def _alone_on_red(self, flags: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell which mark, the only one on red, shows what no other does, and neither ? nor flag.

        Some programs show no more of a loss than the mine that exploded.
        """
        hidden = self._evidence.ground[self.cells == Cell.HIDDEN]
        if not hidden.size or not flags.size:
            return np.zeros(len(flags), bool)
        red = burning(self._evidence.ground[flags], np.median(hidden, axis=0))
        known = self._odds[flags][:, [FLAG, QUESTION]].max(axis=1)
        others = flags[~red]
        like = self._resembles(flags, others)[1] if others.size else np.zeros(len(flags), bool)
        return np.asarray(red & (red.sum() == 1) & (known < _HARDLY_FLAG) & ~like)

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
        asked = np.where(beside > _ASKING, np.maximum(asked, beside), asked)
        clear = marked[self._odds[marked, FLAG] > _CLEAR_NAME]
        if not clear.size:
            return np.asarray(asked)
        # A small question mark that is beside the very flag may be too small to be one by shape.
        flag = np.median(self._evidence.glyphs.shapes[clear], axis=0)
        added = adds_a_part(self._evidence.glyphs.shapes[marked], flag)
        return np.asarray(np.where(added, np.maximum(asked, _ADDED), asked))

    def _name_loss(self, mines: NDArray[np.intp]) -> None:
        cells, look, ground = self.cells, self._evidence.look, self._evidence.ground
        usual = np.median(ground[mines], axis=0)[None]
        if len(mines) == 2:
            # Of two neither is usual. The one that exploded has a ground that no other cell has,
            # unless a wrong flag is crossed out in its colour from corner to corner.
            usual = ground[~np.isin(cells, (Cell.MINE, Cell.FLAG, Cell.QUESTION))]
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
            away = np.linalg.norm(ground[shown] - np.median(ground[usual], axis=0), axis=1)
            grounded = (sort == Cell.FLAG) & (away > _OWN_GROUND)
            odd = shown[crossed | grounded | ~self._resembles(shown, usual[:1])[1]]
            if odd.size <= max(2, 0.2 * len(shown)):
                cells[odd] = Cell.WRONG_FLAG
                self.confidence[odd] = 0.7 if sort == Cell.FLAG else 0.6

    def judge_flags(self) -> None:
        """Call flags wrong or right that the numbers beside them judge, after a loss.

        Some programs leave a wrong flag as it was; that no mine is there still shows. The one mark
        on a mine that is no flag by shape, where the others clearly are, is that which exploded.
        """
        wrong, right = (mask.ravel() for mask in judged_flags(self.cells.reshape(self._shape)))
        flag = self._odds[:, FLAG]
        clear = (right & (flag > _CLEAR_NAME)).sum() >= _SEVERAL
        unlike = right & (flag < _HARDLY_FLAG) & clear
        self.cells[wrong] = Cell.WRONG_FLAG
        self.cells[right] = Cell.FLAG
        self.confidence[wrong | right] = _JUDGED
        if unlike.sum() == 1 and not (self.cells == Cell.EXPLODED).any():
            self.cells[unlike] = Cell.EXPLODED
            self.confidence[unlike] = _RATHER_SURE

    def _resembles(
        self, cells: NDArray[np.intp], models: NDArray[np.intp]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Tell which cells show nearly the shape of a model, and which do in the same colour."""
        shaped = self._unit(cells) @ self._unit(models).T > _SAME_SHAPE
        ink = self._evidence.glyphs.ink
        inked = np.linalg.norm(ink[cells][:, None] - ink[models][None], axis=2) < _SAME_INK
        return np.asarray(shaped.any(axis=1)), np.asarray((shaped & inked).any(axis=1))

    def _unit(self, cells: NDArray[np.intp]) -> NDArray[np.float32]:
        shapes = self._evidence.glyphs.shapes[cells]
        flat = shapes.reshape(len(shapes), GLYPH_SIDE**2)
        lengths = np.linalg.norm(flat, axis=1, keepdims=True)
        return np.asarray(flat / np.maximum(lengths, 1e-6), np.float32)
