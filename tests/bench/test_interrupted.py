"""Long runs on real processes: stopped, killed, resumed, and never larger in memory."""

import csv
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

ARGUMENTS = ("--bot", "double-set", "--level", "beginner", "--workers", "2")


def started(csv_path: Path, seeds: str, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "autoplay",
            "bench",
            *ARGUMENTS,
            *more,
            "--seeds",
            seeds,
            "--csv",
            str(csv_path),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a terminal's Ctrl-C reaches the workers as well
    )


def games(path: Path) -> list[tuple[str, ...]]:
    with path.open() as file:
        return [tuple(row[:4]) for row in csv.reader(file)][1:]


def wait_for_games(process: subprocess.Popen[str], path: Path, count: int) -> None:
    deadline = time.monotonic() + 120
    while not path.exists() or len(games(path)) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.1)


def children(parent: int) -> list[int]:
    """The processes that a process has started, in their order."""
    return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def gone(group: int) -> bool:
    """Whether no process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("after", [0.0, 0.1, 0.3])
def test_workers_that_are_not_up_yet_stop_in_silence(tmp_path: Path, after: float) -> None:
    endless = started(tmp_path / "games.csv", "0:10000000")
    deadline = time.monotonic() + 60
    while not children(endless.pid):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    time.sleep(after)
    os.killpg(endless.pid, signal.SIGINT)
    _, said = endless.communicate(timeout=60)
    assert endless.returncode == 5, said
    assert "Traceback" not in said


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_worker_that_dies_is_told_in_one_line(tmp_path: Path) -> None:
    endless = started(tmp_path / "games.csv", "0:10000000")
    wait_for_games(endless, tmp_path / "games.csv", 24)
    os.kill(children(endless.pid)[-1], signal.SIGKILL)
    _, said = endless.communicate(timeout=60)
    assert endless.returncode == 6, said
    assert said.splitlines()[-1].startswith("autoplay: a process that played games ended")
    assert "Traceback" not in said


@pytest.mark.skipif(sys.platform == "win32", reason="sends POSIX signals")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["ctrl-c", "kill"])
def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path, how: signal.Signals) -> None:
    path = tmp_path / "games.csv"
    endless = started(path, "0:10000000")
    try:
        wait_for_games(endless, path, 24)
        if how is signal.SIGINT:
            os.killpg(endless.pid, signal.SIGINT)
        else:
            endless.kill()
        _, said = endless.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            if endless.poll() is None:
                os.killpg(endless.pid, signal.SIGKILL)
    if how is signal.SIGINT:
        assert endless.returncode == 5, said
        assert "Traceback" not in said
    deadline = time.monotonic() + 30
    while not gone(endless.pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert gone(endless.pid)  # no worker plays on

    so_far = len(games(path))
    resumed = started(path, f"0:{so_far + 40}")
    table, _ = resumed.communicate(timeout=120)
    assert resumed.returncode == 0
    assert f"| {so_far + 40} |" in re.sub(" +", " ", table)
    whole = tmp_path / "whole.csv"
    at_once = started(whole, f"0:{so_far + 40}")
    at_once.communicate(timeout=120)
    assert at_once.returncode == 0
    assert games(path) == games(whole)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads memory from /proc")
def test_memory_does_not_grow_with_the_games(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    # Tiny boards, so that many games pass in the time of the test.
    endless = started(path, "0:10000000", "--level", "3x3/1", "--workers", "1")

    def megabytes() -> float:
        pages = int(Path(f"/proc/{endless.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    try:
        wait_for_games(endless, path, 1000)
        before = megabytes()
        wait_for_games(endless, path, 12_000)
        # 11,000 games kept whole would take several megabytes.
        assert megabytes() - before < 1.5
    finally:
        endless.kill()
        endless.communicate()


def test_progress_is_shown_on_stderr_alone(tmp_path: Path) -> None:
    run = started(tmp_path / "games.csv", "0:16", "--json")
    out, said = run.communicate(timeout=60)
    assert out.count("\n") == 1
    assert out.startswith("{")
    assert "16/16" in said
    assert "% won" in said


def test_first_moves_are_compared_with_one_command(tmp_path: Path) -> None:
    run = started(tmp_path / "games.csv", "0:16", "--first", "all", "--level", "9x9/10")
    out, _ = run.communicate(timeout=60)
    lines = out.splitlines()
    assert len(lines) == 2 + 4
    assert [line.split("|")[4].strip() for line in lines[2:]] == [
        "corner", "edge", "centre", "random",
    ]  # fmt: skip
    assert len(list(tmp_path.glob("games-double-set-beginner-safe-*[!d].csv"))) == 4
