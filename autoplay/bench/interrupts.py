"""Ctrl-C while other processes play: noted at once, answered where it tears nothing apart."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


class Interrupts:
    """Whether Ctrl-C was pressed meanwhile."""

    def __init__(self) -> None:
        self._noted = False

    def note(self, _number: int, _frame: FrameType | None) -> None:
        """Take the signal: a handler of it."""
        self._noted = True

    def raise_noted(self) -> None:
        """Raise KeyboardInterrupt if Ctrl-C was pressed, once for all times that it was."""
        if self._noted:
            self._noted = False
            raise KeyboardInterrupt


@contextmanager
def interrupts_noted() -> Iterator[Interrupts]:
    """Note Ctrl-C for a while, instead of raising it wherever Python happens to be; raise it then.

    Raised between the taking of a lock and the code that gives it back, an interrupt leaves the
    lock taken; a pool of processes with such a lock never ends, and the program with it. Where
    Ctrl-C does not raise KeyboardInterrupt, or this is not the main thread, nothing changes.
    """
    interrupts = Interrupts()
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield interrupts
        return
    signal.signal(signal.SIGINT, interrupts.note)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    interrupts.raise_noted()
