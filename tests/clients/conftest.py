"""One private desktop for all tests that play real programs."""

import shutil
from collections.abc import Iterator

import pytest

from autoplay.desktop.capture import MssScreen
from autoplay.desktop.session import has_virtual_display
from tests.clients.stage import desktop


@pytest.fixture(scope="session")
def screen() -> Iterator[MssScreen]:
    if not has_virtual_display():
        pytest.skip("install the package xvfb")
    if shutil.which("openbox") is None:
        pytest.skip("install the package openbox")
    pytest.importorskip("tkinter", reason="install the package python3-tk")
    with desktop():
        screen = MssScreen()
        yield screen
        screen.close()
