"""Real time."""

from __future__ import annotations

import time


class SystemClock:
    """The machine's own monotonic clock."""

    def now(self) -> float:
        """Return seconds since some fixed moment."""
        return time.perf_counter()

    def sleep(self, seconds: float) -> None:
        """Wait; nothing to wait for returns at once."""
        if seconds > 0:
            time.sleep(seconds)
