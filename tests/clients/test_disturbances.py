"""What happens to a real window, or to the pointer, while the command line plays in it."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from autoplay.desktop.capture import MssScreen
from autoplay.player.assembly import real_reader
from tests.clients.stage import (
    client_named,
    covering,
    move_window,
    resting_place,
    running,
    wait_for_board,
    warp,
)

pytestmark = [pytest.mark.client, pytest.mark.xdist_group("clients")]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


@pytest.fixture
def large(screen: MssScreen) -> Iterator[subprocess.Popen[bytes]]:
    """A new board of 1500 cells: no machine plays it to the end before it is disturbed."""
    client = client_named("sgt-mines 50x30")
    with running(client) as program:
        wait_for_board(client, screen, real_reader())
        yield program


@contextmanager
def playing(screen: MssScreen, journal: Path, mines: int) -> Iterator[subprocess.Popen[str]]:
    """Start playing, and go on once some moves were made."""
    rest = resting_place()
    warp(rest.x, rest.y)
    command = ["play", "--json", "--mines", str(mines), "--journal", str(journal)]
    player = subprocess.Popen(
        [sys.executable, "-m", "autoplay", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        until = time.monotonic() + 150
        while not journal.exists() or positions(journal) < 3:
            assert time.monotonic() < until, "it never began"
            assert player.poll() is None, player.communicate()
            time.sleep(0.01)
        yield player
    finally:
        player.kill()
        player.communicate()


def positions(journal: Path) -> int:
    """Count the positions that were played so far."""
    return journal.read_text().count('"position"')


def goes_on(player: subprocess.Popen[str], journal: Path) -> None:
    """Wait for some more positions, then stop the player."""
    enough = positions(journal) + 3
    until = time.monotonic() + 100
    while positions(journal) < enough and player.poll() is None:
        assert time.monotonic() < until, "it never went on"
        time.sleep(0.05)
    player.send_signal(signal.SIGINT)
    code, _, complaint = ended(player)
    assert code in (0, 5), complaint


def ended(player: subprocess.Popen[str]) -> tuple[int, dict[str, object], str]:
    """Wait for the player; return its exit code, its one result and the line of its error."""
    told, complaint = player.communicate(timeout=120)
    (line,) = told.splitlines()
    assert "Traceback" not in complaint
    return player.returncode, json.loads(line), complaint.splitlines()[-1]


@pytest.mark.parametrize(
    ("disturb", "says"),
    [
        (lambda player: warp(700, 900), "the pointer was moved, to 700,900"),
        (lambda player: warp(0, 0), "corner"),
        (lambda player: player.send_signal(signal.SIGINT), "stopped by Ctrl-C"),
    ],
    ids=["hand", "corner", "ctrl-c"],
)
def test_the_person_stops_it_at_once(
    disturb: object, says: str, large: object, screen: MssScreen, journal: Path
) -> None:
    with playing(screen, journal, 250) as player:
        disturb(player)  # type: ignore[operator]
        code, result, complaint = ended(player)
    assert code == 5
    assert result["result"] == "stopped"
    assert says in complaint
    assert says in str(result["reason"])


def test_a_window_that_is_covered_is_not_clicked_and_waited_for(
    large: object, screen: MssScreen, journal: Path
) -> None:
    with playing(screen, journal, 250) as player:
        board = json.loads(journal.read_text().splitlines()[0])["board"]
        with covering(board) as cover:
            time.sleep(1.5)
            seen = positions(journal)
            time.sleep(1.5)
            assert positions(journal) == seen
        goes_on(player, journal)
    # The click that was under way when the window came up, and no other of its batch.
    assert cover.clicks <= 2


def test_a_window_that_is_moved_is_played_on(
    large: subprocess.Popen[bytes], screen: MssScreen, journal: Path
) -> None:
    with playing(screen, journal, 250) as player:
        move_window(large.pid, 137, 124)
        goes_on(player, journal)


def test_a_window_that_is_closed_ends_the_game_with_the_reason(
    large: subprocess.Popen[bytes], screen: MssScreen, journal: Path
) -> None:
    with playing(screen, journal, 250) as player:
        large.terminate()
        code, result, complaint = ended(player)
    assert code == 4, result
    assert result["result"] == "stopped"
    assert "gone" in complaint
