"""How numba compiles the solver: few entry points, cached on disk, and small parts inside them.

Only an entry point can be called from Python. A cached entry is compiled again when its own file
changes, so its parts must live in the same file.
"""

from __future__ import annotations

from typing import Any

from numba import njit

# Wrappers that nobody calls would double the time to compile.
_LEAN: dict[str, Any] = {"no_cfunc_wrapper": True, "error_model": "numpy"}
_FROM_PYTHON: dict[str, Any] = {**_LEAN, "cache": True}
_INSIDE: dict[str, Any] = {**_LEAN, "no_cpython_wrapper": True}

kernel = njit(**_FROM_PYTHON)
part = njit(**_INSIDE)


def recursive(signature: Any) -> Any:
    """Return `kernel` for a function that calls itself: its types must be given."""
    return njit(signature, **_FROM_PYTHON)
