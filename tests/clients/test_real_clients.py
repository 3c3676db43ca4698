"""Plays real programs on a private desktop, through the command line alone."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np
import pytest

from autoplay.desktop.capture import MssScreen
from autoplay.desktop.session import has_virtual_display
from autoplay.player.assembly import real_reader
from tests.clients.stage import CLIENTS, Client, desktop, running, wait_for_board

pytestmark = [
    pytest.mark.client,
    pytest.mark.skipif(not has_virtual_display(), reason="install the package xvfb"),
    pytest.mark.skipif(shutil.which("openbox") is None, reason="install the package openbox"),
]

PLAYED = ("sgt-mines 9x9", "gnome-mines 8x8", "kmines easy", "xdemineur 12x9")

WHERE = """
from autoplay.desktop.pointer import PyautoguiPointer
here = PyautoguiPointer().position()
print(here.x, here.y)
"""


@pytest.fixture(scope="module")
def screen() -> Iterator[MssScreen]:
    pytest.importorskip("tkinter", reason="install the package python3-tk")
    with desktop():
        screen = MssScreen()
        yield screen
        screen.close()


def client_named(name: str) -> Client:
    client = next(client for client in CLIENTS if client.name == name)
    if client.path is None:
        pytest.skip(f"install the package {client.package}")
    return client


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "autoplay", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )


@pytest.mark.parametrize("name", PLAYED)
def test_games_are_played_to_the_end(name: str, screen: MssScreen) -> None:
    client = client_named(name)
    with running(client) as program:
        wait_for_board(client, screen, real_reader())
        done = run("play", "--games", "2", "--mines", str(client.mines), "--json")
        assert program.poll() is None
    assert done.returncode == 0, done.stderr
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [result["result"] in ("won", "lost") for result in results] == [True, True], results
    assert not any(result["lost_on_certain"] for result in results)
    assert all(result["clicks"] > 0 for result in results)


def test_a_dry_run_tells_the_moves_and_touches_nothing(screen: MssScreen) -> None:
    client = client_named("xdemineur 12x9")
    with running(client):
        reader = real_reader()
        wait_for_board(client, screen, reader)
        pointer = subprocess.run([sys.executable, "-c", WHERE], capture_output=True, check=True)
        board = reader.read(screen.grab()).grid.region
        before = screen.grab(board).pixels
        done = run("play", "--dry-run", "--mines", "10")
        told = run("play", "--dry-run", "--mines", "10", "--json")
        time.sleep(0.3)
        after = screen.grab(board).pixels
        later = subprocess.run([sys.executable, "-c", WHERE], capture_output=True, check=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("open row ")
    assert "risk" in done.stdout.splitlines()[0]
    move = json.loads(told.stdout)["moves"][0]
    assert set(move) == {"kind", "row", "col", "risk", "reason"}
    assert np.array_equal(before, after)
    assert pointer.stdout == later.stdout != b""
