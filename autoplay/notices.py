"""What the program says of itself while it works, such as that the solver compiles.

A person at a terminal reads it at once. Where another program reads stderr it comes after the work,
if that went well: an error stays the only line.
"""

from __future__ import annotations

import logging
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Notices(logging.Handler):
    """Prints the package's log on stderr, a line each, as soon as that disturbs nobody."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._held: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Print the record, or hold it back where no person reads along."""
        self._held.append(record.getMessage())
        if sys.stderr.isatty():
            self.deliver()

    def deliver(self) -> None:
        """Print what was held back."""
        for text in self._held:
            sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
        self._held.clear()


@contextmanager
def noticed() -> Iterator[Notices]:
    """Let the package's log go through `Notices` for a while."""
    notices, log = Notices(), logging.getLogger("autoplay")
    log.addHandler(notices)
    try:
        yield notices
    finally:
        log.removeHandler(notices)
