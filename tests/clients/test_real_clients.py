"""Plays real programs on a private desktop, through the command line alone."""

import json
import subprocess
import sys
import time

import numpy as np
import pytest

from autoplay.desktop.capture import MssScreen
from autoplay.player.assembly import real_reader
from tests.clients.stage import client_named, running, wait_for_board

pytestmark = [pytest.mark.client, pytest.mark.xdist_group("clients")]

PLAYED = (
    "sgt-mines 9x9",
    "sgt-mines in another font",
    "gnome-mines 8x8",
    "kmines easy",
    "xdemineur 12x9",
)

WHERE = """
from autoplay.desktop.pointer import PyautoguiPointer
here = PyautoguiPointer().position()
print(here.x, here.y)
"""


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
