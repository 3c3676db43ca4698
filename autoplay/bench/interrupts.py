"""Ctrl-C while other processes play: noted at once, answered where it tears nothing apart."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import FrameType, TracebackType


class Interrupts:
    """Notes Ctrl-C while it is entered, instead of raising it wherever Python happens to be.

    Raised between the taking of a lock and the code that gives it back, an interrupt leaves the
    lock taken; a pool of processes with such a lock never ends, and the program with it. Where
    Ctrl-C does not raise KeyboardInterrupt, or this is not the main thread, nothing changes.
    """

    def __init__(self) -> None:
        self._noted = False
        self._entered = False

    def __enter__(self) -> Self:
        usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if usual and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, self._note)
            self._entered = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._entered:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            self._entered = False
        if kind is None:
            self.raise_noted()

    def raise_noted(self) -> None:
        """Raise KeyboardInterrupt if Ctrl-C was pressed, once for all times that it was."""
        if self._noted:
            self._noted = False
            raise KeyboardInterrupt

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self._noted = True
