"""The loop: look, decide, click, verify, until one game is won or lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from autoplay.board import Board, Cell, GameState
from autoplay.errors import (
    BoardError,
    ContradictionError,
    UnansweredClicksError,
    UnreadableBoardError,
)
from autoplay.move import MoveKind
from autoplay.player.banner import lost_behind, may_be_won
from autoplay.player.explosion import (
    MARKS,
    as_ended,
    blown_up,
    marked_by_opening,
    shows_explosion,
)
from autoplay.player.plan import CLOSED
from autoplay.player.result import Outcome, Phase, Tally
from autoplay.vision.rules.hints import are_few

if TYPE_CHECKING:
    from autoplay.desktop.protocols import Clock
    from autoplay.move import Move
    from autoplay.player.decide import Decider
    from autoplay.player.hand import Hand
    from autoplay.player.observer import Observer
    from autoplay.player.plan import Place, Plan
    from autoplay.player.watcher import Watcher
    from autoplay.vision.reading import Reading

CALM = 0.012
"""Seconds the picture must stand still before it is read."""

CALM_GUESS = 0.080
"""The same before anything is risked or believed to be over: no slow drawing may be missed."""

PATIENCE = 0.15
"""Seconds after which a click without effect counts as lost; doubled at each repetition."""

LONGEST_PATIENCE = 2.5
"""The same at most: animated pages take a second."""

MAX_CLICKS = 6
"""Clicks on one cell before the game is stopped because they have no effect."""

CLICKS_AFTER_ONE = 3
"""The same once a cell was passed over: others may answer as little."""

COVERED_PATIENCE = 12.0
"""Seconds that a banner or a dialog may lie over the board."""

COVERED_LOOKS = 8
"""The same in looks at the least: a busy machine may take seconds for one."""

DIALOG_AFTER = 1.0
"""Seconds after which whatever covers the board is taken for a dialog, and Escape is pressed."""

ESCAPE_AGAIN = 4.0
"""Seconds after which it is pressed once more: on a busy machine a dialog may come up after it."""

LAST_DIALOG_AFTER = 0.3
"""The same once every safe cell was clicked, when a dialog is what comes next."""

WON_AFTER = 1.5
"""Seconds after which whatever covers the board means a win, if every safe cell was clicked."""

CLOSED_AGAIN = 2
"""Opened cells that are closed or covered again by what comes after the end of a game, at least."""

SPOT_PATIENCE = 1.0
"""Seconds that a few unreadable cells are waited for."""


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """How a game ended, and what was seen last."""

    outcome: Outcome
    reading: Reading
    on_certain: bool = False
    reason: str = ""


class Loop:
    """Plays one game on one board."""

    def __init__(
        self, watcher: Watcher, hand: Hand, decider: Decider, clock: Clock, observer: Observer
    ) -> None:
        self._watcher = watcher
        self._hand = hand
        self._decider = decider
        self._clock = clock
        self._observer = observer
        self._sent: Counter[Place] = Counter()
        self._last: Plan | None = None
        self._patience = PATIENCE
        self._first_sent = 0.0
        self._dismissals = 0
        # Cells that could not be read and are played without, with what they showed before.
        self._forgone: dict[Place, Cell] = {}
        self._strange: set[Place] = set()
        self._marked: set[Place] = set()
        self._passed_over: set[Place] = set()
        # The last position that could be read, for whoever asks why a game was stopped.
        self.seen: Reading | None = None
        self.tally = Tally()

    def play(self, reading: Reading) -> Ending:
        """Play from a first reading to the end.

        Raises BoardError when the board cannot be relied on, StoppedError when the person stops.
        """
        self._hand.park(self._watcher.parking_place(reading.grid))
        reading = self._uncovered(reading, CALM_GUESS)
        while reading.state is GameState.PLAYING:
            if self._all_open(reading):
                self._observer.note("every cell that can be read is open or a mine: won")
                return Ending(Outcome.WON, replace(reading, state=GameState.WON))
            reading, plan = self._decided(reading)
            if plan is None:
                continue
            if not plan.moves:
                # A closed cell that no number reaches tells only with the total that it is a mine,
                # and not every picture tells the total.
                self._observer.note("every cell that is still closed is a mine: won")
                return Ending(Outcome.WON, replace(reading, state=GameState.WON))
            if self._decider.too_risky(plan):
                risk = f"the best move has a risk of {plan.risk:.1%}, more than allowed"
                return Ending(Outcome.STOPPED, reading, reason=risk)
            if not plan.certain and (now := self._changed_since(reading)) is not None:
                reading = now
                continue
            # The last moment to notice that the window moved or something popped up.
            if not self._watcher.unchanged():
                reading = self._seen_or_won(reading, CALM)
                continue
            left_out = self._carry_out(plan, reading)
            reading = self._verified(plan, reading, left_out)
        return self._ending(reading)

    def _ending(self, reading: Reading) -> Ending:
        if reading.state is GameState.WON:
            return Ending(Outcome.WON, reading)
        certain = self._last is not None and self._last.certain
        return Ending(Outcome.LOST, reading, on_certain=certain)

    def _all_open(self, reading: Reading) -> bool:
        """Whether nothing is left to click, though a few opened cells cannot be read.

        Cells that were closed until a click made them unreadable show what their pack lacks.
        """
        closed = np.count_nonzero(np.isin(reading.board.cells, CLOSED))
        places = _unreadable(reading)
        return bool(places) and places <= self._strange and closed == self._decider.total.value

    def _decided(self, reading: Reading) -> tuple[Reading, Plan | None]:
        """Decide; a board that makes no sense is looked at again, as it may still be drawn.

        There is no plan where the game turns out to be over.
        """
        for calm in (0.1, 0.3, 1.0):
            try:
                return reading, self._decide(reading)
            except ContradictionError:
                reading = self._seen_or_won(reading, calm)
                if reading.state is not GameState.PLAYING:
                    return reading, None
        return reading, self._decide(reading)

    def _decide(self, reading: Reading) -> Plan:
        cells, confidence = reading.board.cells.copy(), reading.confidence.copy()
        if not reading.board.numbers.any():
            for place in self._passed_over:
                cells[place] = Cell.UNREADABLE
        for place, cell in self._forgone.items():
            if cell.is_number and cells[place] == Cell.UNREADABLE:
                cells[place] = cell
                confidence[place] = 1.0
        with self._watcher.stopwatch.phase(Phase.DECIDE):
            plan = self._decider.decide(Board(cells, reading.board.mines), confidence)
        self._observer.planned(reading, plan)
        return plan

    def _changed_since(self, reading: Reading) -> Reading | None:
        """Look longer before a risk is taken; return the new reading where it differs."""
        now = self._seen_or_won(reading, CALM_GUESS)
        same = now.board == reading.board and now.state is reading.state
        return None if same else now

    def _carry_out(self, plan: Plan, reading: Reading) -> int:
        """Make the moves; return how many were left out because their cells have changed."""
        if self._last is None or not self._last.missing(reading.board):
            self._first_sent = self._clock.now()
            self._watcher.remember()
            self._dismissals = 0
        self._last = plan
        for move in plan.moves:
            if move.risk > 0 and not self._sent[move.row, move.col]:
                self.tally.guess(move.risk)
        with self._watcher.stopwatch.phase(Phase.CLICK):
            untouched = partial(self._watcher.untouched, reading.grid)
            left_out = self._hand.carry_out(plan.moves, reading.grid, untouched, self._count)
            self._hand.park(self._watcher.parking_place(reading.grid))
        return left_out

    def _count(self, move: Move) -> None:
        if move.kind is not MoveKind.UNFLAG:
            self._sent[move.row, move.col] += 1

    def _verified(self, plan: Plan, before: Reading, left_out: int) -> Reading:
        """Return the next stable reading in which every click arrived, or is given up for lost."""
        until = self._clock.now() + self._patience
        reading = before
        afresh = False
        while True:
            try:
                reading = self._uncovered(reading, CALM)
                ended = as_ended(plan, before, reading)
                if ended.state is not GameState.PLAYING:
                    return self._looked_at_again(ended, plan, before, reading)
            except UnreadableBoardError as error:
                return self._won_behind(error, reading)
            missing = plan.missing(reading.board)
            if not missing:
                self._hand.pace.arrived()
                # A program that was slow this time may be slow again.
                taken = self._clock.now() - self._first_sent
                self._patience = min(max(PATIENCE, 2 * taken), LONGEST_PATIENCE)
                return reading
            if self._clock.now() < until:
                continue
            if not afresh:
                # What was read while a dialog went away may be wrong where nothing changed since:
                # a reading that the reader has not seen is read again in every cell.
                afresh = True
                reading = replace(reading)
                continue
            if self._dismissed(reading):
                until = self._clock.now() + DIALOG_AFTER
                continue
            # Clicks into a window that moved or was covered say nothing about its pace.
            disturbed = left_out > 0 or reading.grid != before.grid
            self._marked |= marked_by_opening(plan, before, reading)
            return self._give_up(missing, reading, disturbed=disturbed)

    def _looked_at_again(
        self, ended: Reading, plan: Plan, before: Reading, reading: Reading
    ) -> Reading:
        """Return the reading of a game that seems to be over, or what a second look shows instead.

        A half-drawn picture may look finished: it counts only if it stays so, or if another game or
        a message comes next, as after the end alone.
        """
        later = self._uncovered(reading, CALM_GUESS)
        closed = ended.board.numbers & ~later.board.numbers
        anew = (later.board.cells == Cell.HIDDEN).all()
        over = anew or closed.sum() >= CLOSED_AGAIN
        return ended if over else as_ended(plan, before, later)

    def _dismissed(self, reading: Reading) -> bool:
        """Press Escape where a message may dim the board, as often as is worth it; tell if so.

        A browser dims the whole page behind one, and every cell can still be read.
        """
        if self._dismissals >= MAX_CLICKS or not self._watcher.redrawn(reading.grid):
            return False
        self._dismissals += 1
        self._observer.note("nothing opens and every cell looks otherwise; pressing Escape")
        self._hand.press("esc")
        return True

    def _give_up(self, missing: list[Place], reading: Reading, *, disturbed: bool) -> Reading:
        """Count clicks as lost: slower from now on, and an end once repeating does not help.

        Where a cell was opened and has shown a mark ever since, that was a mine, and the end.
        """
        if not disturbed:
            self._hand.pace.lost()
            self._patience = min(2 * self._patience, LONGEST_PATIENCE)
        self.tally.repeats += len(missing)
        self._observer.lost(missing)
        place, sent = max(((p, self._sent[p]) for p in missing), key=lambda entry: entry[1])
        if sent < (CLICKS_AFTER_ONE if self._passed_over else MAX_CLICKS):
            return reading
        if self._last is not None and place not in self._last.opened:
            self._decider.forgo_flags()
            self._observer.note("flags do not stay; going on without them")
            return reading
        if not reading.board.numbers.any() and self._watcher.turned(reading.grid)[place]:
            # A blank in a program that opens no other with it, or a digit too faint to be seen:
            # what it is will show once there are others.
            self._observer.note(f"row {place[0]}, col {place[1]} may be open; going on without it")
            self._passed_over.add(place)
            del self._sent[place]
            self._patience = PATIENCE
            return reading
        for row, col in sorted(self._marked):
            if reading.board[row, col] in MARKS:
                self._observer.note(f"row {row}, col {col} was opened and is a mine: lost")
                return blown_up(reading, (row, col))
        raise UnansweredClicksError(
            f"row {place[0]}, col {place[1]} stays closed after {sent} clicks; is the game over, "
            "paused, or behind another window?"
        )

    def _seen_or_won(self, last: Reading, calm: float) -> Reading:
        """Return a stable reading; that of a won game where its banner covers the board."""
        try:
            return self._uncovered(last, calm)
        except UnreadableBoardError as error:
            return self._won_behind(error, last)

    def _won_behind(self, trouble: UnreadableBoardError, last: Reading) -> Reading:
        """Return the reading of a game won behind its banner; raise the trouble if it is not."""
        if not self._may_be_won(last):
            raise trouble
        self._observer.note("the board is covered after its last safe cell: won")
        return replace(last, state=GameState.WON)

    def _uncovered(self, last: Reading, calm: float) -> Reading:
        """Return a stable reading of a board that nothing covers; wait for it if need be.

        A dialog that the end of a game brought up is answered with Escape. It may come up after the
        moves have been verified, where a picture that was still being drawn was believed. What
        seems lost behind a banner is lost if a cell that was clicked shows an explosion all along.
        Raises UnreadableBoardError when it stays covered or is gone.
        """
        plan = self._last
        began = self._clock.now()
        seen = last
        escapes = looks = 0
        finished = plan is not None and plan.finishes
        escape_after = (LAST_DIALOG_AFTER if finished else DIALOG_AFTER, ESCAPE_AGAIN)
        while True:
            looks += 1
            try:
                seen = reading = self._watcher.look(seen, calm)
            except BoardError as error:
                spots, trouble = None, str(error)
            else:
                self.seen = reading
                spots = self._spots(reading)
                certain = plan is not None and plan.certain
                seen_through = certain and lost_behind(last, reading, covered=bool(spots))
                ended = reading.state is not GameState.PLAYING
                if (not spots or ended) and not seen_through:
                    return reading
                trouble = f"{len(spots)} cells are covered; uncover them and run me again"
                if seen_through or not are_few(len(spots), reading.board.cells.size):
                    spots = None
            waited = self._clock.now() - began
            if spots is not None and waited >= SPOT_PATIENCE:
                self._observer.note(f"{len(spots)} cells cannot be read; going on without them")
                self._forgone |= {place: last.board[place] for place in spots}
                if plan is not None:
                    self._strange |= {place for place in spots if last.board[place] in CLOSED}
                return reading
            # Any click may have ended the game: an opening may be larger than is known.
            if plan is not None and escapes < len(escape_after) and waited >= escape_after[escapes]:
                escapes += 1
                self._observer.note("something covers the board; pressing Escape")
                self._hand.press("esc")
                began, looks = self._clock.now(), 0
            elif self._may_be_won(last):
                if waited >= WON_AFTER:
                    raise UnreadableBoardError(trouble)
            elif waited >= COVERED_PATIENCE and looks >= COVERED_LOOKS:
                return self._lost_after_all(trouble, seen)
            self._watcher.pause(0.05)

    def _lost_after_all(self, trouble: str, seen: Reading) -> Reading:
        """Return the reading of a game lost by a click, whatever covers it; raise if it is not."""
        if self._last is not None and shows_explosion(self._last, seen):
            return seen
        raise UnreadableBoardError(trouble)

    def _may_be_won(self, last: Reading) -> bool:
        return may_be_won(self._last, last, self._watcher.glimpse, self._decider.decide)

    def _spots(self, reading: Reading) -> set[Place]:
        """Return the unreadable cells that have not been given up."""
        return _unreadable(reading) - self._forgone.keys()


def _unreadable(reading: Reading) -> set[Place]:
    places = np.argwhere(reading.board.cells == Cell.UNREADABLE).tolist()
    return {(row, col) for row, col in places}
