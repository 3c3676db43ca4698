"""Keep products of matrices on one core.

Spread over all cores the small ones of a reading take many times longer wherever a core has other
work: the game that is being read, for one.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from threadpoolctl import ThreadpoolController

if TYPE_CHECKING:
    from collections.abc import Callable

_P = ParamSpec("_P")
_T = TypeVar("_T")


def on_one_core(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Return a function whose products of matrices stay on one core; others' are left alone."""

    @functools.wraps(function)
    def limited(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        with _products().limit(limits=1):
            return function(*args, **kwargs)

    return limited


@functools.cache
def _products() -> ThreadpoolController:
    return ThreadpoolController().select(user_api="blas")
