"""Fair mode: no luck is needed, and none helps.

Where nothing is certain, the guess a player has to make is made safe; where something is, a guess
is made to lose. The mines move, but never so that a number shown becomes wrong or their total
changes. (The idea is known from several Minesweeper programs that do without luck.)
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Board, Cell
from autoplay.game.engine import Game
from autoplay.game.redraw import draw_layout
from autoplay.game.rules import Rule, mines_of_seed
from autoplay.solver import Analyser

if TYPE_CHECKING:
    from autoplay.game.engine import MineSource
    from autoplay.game.level import Level

FORCED = "Nothing was certain here, so fair mode made the guess safe."
UNFORCED = "A certainly free cell was there to open, so fair mode made the guess a mine."


class FairGame(Game):
    """A game whose mines are drawn anew whenever the player opens an uncertain cell.

    What is certain comes from the numbers and the mine total, by the exact count; flags are
    opinions. A chord opens its cells one after another, each judged by what is seen by then.
    The first click keeps the promise of the rule instead.
    """

    def __init__(
        self,
        level: Level,
        rule: Rule = Rule.SAFE,
        seed: int = 0,
        *,
        question_marks: bool = False,
        mine_source: MineSource = mines_of_seed,
    ) -> None:
        super().__init__(level, rule, seed, question_marks=question_marks, mine_source=mine_source)
        self._analyser = Analyser()
        self._rng = random.Random(f"fair {seed}")  # noqa: S311

    def _prepare(self, cell: int) -> None:
        promised = not self.started and self.rule is not Rule.NONE
        super()._prepare(cell)
        # Once a chord has hit a mine the game is lost, and what it opens besides is as it is.
        if not promised and Cell.EXPLODED not in self._shown:
            self._judge(cell)

    def _judge(self, cell: int) -> None:
        """Draw the mines anew if a cell that is about to be opened is uncertain."""
        board = self.view()
        place = divmod(self._plain_index(cell), self.level.cols)
        analysis = self._analyser.analyse(board)
        if analysis.safe[place] or analysis.mines[place]:
            return
        forced = not analysis.safe.any()
        # A free cell of unknown number and a known mine can both be written on a board, so what
        # the cell shall be becomes one more thing that the layouts must agree with.
        cells = board.cells.copy()
        cells[place] = Cell.WRONG_FLAG if forced else Cell.MINE
        layout = draw_layout(Board(cells), self.level.mines, self._rng)
        layout[place] = not forced
        self._lay(np.flatnonzero(layout).tolist())
        self.note = FORCED if forced else UNFORCED
