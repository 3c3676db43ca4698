"""The one exception tree: every error says in one line what to do next."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the command line returns to the shell."""

    DONE = 0
    BAD_INPUT = 2
    NO_BOARD = 3
    BAD_BOARD = 4
    STOPPED = 5
    ENVIRONMENT = 6


class AutoplayError(Exception):
    """Root of all errors that a person is told about; its text is one line."""

    exit_code: ExitCode = ExitCode.BAD_INPUT


class InputError(AutoplayError):
    """An argument or a file that cannot be used as it is."""


class NoBoardFoundError(AutoplayError):
    """No Minesweeper board in the picture."""

    exit_code = ExitCode.NO_BOARD


class BoardError(AutoplayError):
    """The board cannot be relied on any more."""

    exit_code = ExitCode.BAD_BOARD


class UnreadableBoardError(BoardError):
    """Too much of the board cannot be read: covered, moved or gone."""


class ContradictionError(BoardError):
    """No layout of mines agrees with the numbers shown."""


class UnansweredClicksError(BoardError):
    """Clicks have no effect, however often they are repeated."""


class NextGameError(BoardError):
    """The next game cannot be started, or did not come up."""


class StoppedError(AutoplayError):
    """The person stopped the player: pointer moved, fail-safe corner, Ctrl-C."""

    exit_code = ExitCode.STOPPED


class UnsuitableMachineError(AutoplayError):
    """This machine does not allow it: no display, Wayland, missing permission."""

    exit_code = ExitCode.ENVIRONMENT
