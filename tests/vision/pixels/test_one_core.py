"""Products stay on one core while a function runs, and may be spread again when it has ended."""

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController, threadpool_limits

from autoplay.vision.pixels.one_core import on_one_core


def _threads() -> set[int]:
    products = ThreadpoolController().select(user_api="blas").info()
    return {library["num_threads"] for library in products}


def test_products_stay_on_one_core_while_a_function_runs() -> None:
    if not _threads():
        pytest.skip("numpy multiplies without a library whose threads can be counted")
    with threadpool_limits(2, user_api="blas"):
        before = _threads()
        assert on_one_core(lambda _: _threads())(np.eye(2)) == {1}
        assert _threads() == before


def test_what_a_function_returns_and_raises_is_left_alone() -> None:
    @on_one_core
    def halved(number: int) -> float:
        return 1 / number

    assert halved(2) == 0.5
    with pytest.raises(ZeroDivisionError):
        halved(0)
    assert halved.__name__ == "halved"
