"""How numba compiles what takes longest: few entry points, cached on disk, small parts inside.

Only an entry point can be called from Python. A cached entry is compiled again when its own file
changes, so its parts must live in the same file.
"""

from __future__ import annotations

import logging
from typing import Any

from numba import njit
from numba.core import event

log = logging.getLogger(__name__)

# Wrappers that nobody calls would double the time to compile.
_LEAN: dict[str, Any] = {"no_cfunc_wrapper": True, "error_model": "numpy"}
_FROM_PYTHON: dict[str, Any] = {**_LEAN, "cache": True}
_INSIDE: dict[str, Any] = {**_LEAN, "no_cpython_wrapper": True}

kernel = njit(**_FROM_PYTHON)
part = njit(**_INSIDE)


def recursive(signature: Any) -> Any:
    """Return `kernel` for a function that calls itself: its types must be given."""
    return njit(signature, **_FROM_PYTHON)


class _CompileNotice(event.Listener):
    """Say once that kernels are being compiled; loading them from the cache is no event."""

    said = False

    def on_start(self, _event: Any) -> None:
        if not self.said:
            self.said = True
            log.warning("autoplay compiles itself for this machine; this happens once")

    def on_end(self, _event: Any) -> None:
        """Compiling needs no second word."""


event.register("numba:compile", _CompileNotice())
