"""The command line as a program meets it: exit codes, JSON on stdout, one line on stderr."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.cli import main
from autoplay.player.assembly import skins

POSITION = "1..\n1..\n1..\n"
IMPOSSIBLE = ".1.\n030\n...\n"


def run(
    *arguments: str, stdin: str = "", **changes: str | None
) -> subprocess.CompletedProcess[str]:
    """Run the program; changes: environment variables to set, or to leave out where None."""
    environment = {**os.environ, **{k: v for k, v in changes.items() if v is not None}}
    for name in (key for key, value in changes.items() if value is None):
        environment.pop(name, None)
    return subprocess.run(
        [sys.executable, "-m", "autoplay", *arguments],
        input=stdin,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture(scope="session")
def screenshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board in the classic look, drawn on a plain background: mid-game, 9x9."""
    from autoplay.game.canvas import Canvas
    from autoplay.game.session import Session, Settings
    from autoplay.vision.packs.skins import load_skin

    session = Session(Settings(seed=5))
    session.game.open(4, 4)
    picture = Canvas(session, load_skin("classic")).picture()
    whole = np.full((600, 800, 3), (120, 90, 60), np.uint8)
    whole[100 : 100 + picture.shape[0], 150 : 150 + picture.shape[1]] = picture
    path = tmp_path_factory.mktemp("pictures") / "classic.png"
    assert cv2.imwrite(str(path), whole)
    return path


def test_a_picture_is_read_into_json(screenshot: Path) -> None:
    done = run("read", str(screenshot), "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["found"] is True
    assert answer["skin"] == "classic"
    assert (answer["rows"], answer["cols"]) == (9, 9)
    assert [len(line) for line in answer["cells"]] == [9] * 9
    assert answer["state"] == "playing"
    assert answer["mines_total"] == 10, "as usual for the size"
    assert set(answer) == {
        *("found", "skin", "board", "rows", "cols", "cells", "state", "mines_total", "confidence")
    }


def test_reading_imports_no_numba(screenshot: Path) -> None:
    program = (
        "import sys; from autoplay.cli import main\n"
        "try: main(['read', sys.argv[1]])\n"
        "except SystemExit as end: assert end.code == 0\n"
        "heavy = {'numba', 'pyautogui', 'matplotlib', 'tkinter'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(screenshot)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_several_pictures_give_a_line_each_in_order(screenshot: Path, tmp_path: Path) -> None:
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((50, 60, 3), 255, np.uint8))
    names = [str(screenshot), str(tmp_path / "missing.png"), str(blank), str(screenshot)]
    done = run("read", *names, "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["found"] for line in lines] == [True, False, False, True]
    assert all(line["reason"] for line in lines[1:3])
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 2


def _text_named_png(folder: Path) -> str:
    path = folder / "text.png"
    path.write_text("this is no picture\n")
    return str(path)


def _truncated(folder: Path) -> str:
    path = folder / "half.png"
    noise = np.random.default_rng(1).integers(0, 255, (80, 80, 3), np.uint8)
    cv2.imwrite(str(path), noise)
    path.write_bytes(path.read_bytes()[:4000])
    return str(path)


def _one_pixel(folder: Path) -> str:
    path = folder / "pixel.png"
    cv2.imwrite(str(path), np.zeros((1, 1, 3), np.uint8))
    return str(path)


def _no_board(folder: Path) -> str:
    path = folder / "grey.png"
    cv2.imwrite(str(path), np.full((300, 400, 3), 128, np.uint8))
    return str(path)


@pytest.mark.parametrize(
    ("make", "code", "says"),
    [
        (lambda folder: str(folder / "none.png"), 2, "no file"),
        (_text_named_png, 2, "not a picture"),
        (_truncated, 2, "cut short"),
        (_one_pixel, 3, "no Minesweeper board"),
        (_no_board, 3, "no Minesweeper board"),
    ],
    ids=["no such file", "text", "truncated", "one pixel", "no board"],
)
@pytest.mark.parametrize("command", ["read", "solve"])
def test_bad_pictures_are_one_line_and_a_code(
    make: object, code: int, says: str, command: str, tmp_path: Path
) -> None:
    done = run(command, make(tmp_path))  # type: ignore[operator]
    assert done.returncode == code
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def one_line(done: subprocess.CompletedProcess[str], code: int, *says: str) -> None:
    assert done.returncode == code, done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    for text in says:
        assert text in done.stderr


def test_a_contradictory_board_names_the_numbers() -> None:
    one_line(run("solve", "-", stdin="1.\n.3\n0.\n"), 4, "row")


def test_numbers_that_only_together_contradict_are_named() -> None:
    one_line(run("solve", "-", stdin="1.1\n.2.\n000\n"), 4, "row")


def test_the_first_use_says_once_that_it_compiles(tmp_path: Path) -> None:
    cold = {"NUMBA_CACHE_DIR": str(tmp_path)}
    # Even then an error is the only line.
    one_line(run("solve", "-", stdin="1.1\n.2.\n000\n", **cold), 4, "row")
    first, second = (run("solve", "-", "--json", stdin=POSITION, **cold) for _ in range(2))
    assert (first.returncode, second.returncode) == (0, 0)
    assert len(first.stderr.splitlines()) == 1
    assert "compiles" in first.stderr
    assert second.stderr == ""
    assert json.loads(first.stdout) == json.loads(second.stdout)


def test_plain_contradictions_need_no_solver() -> None:
    program = (
        "import sys; from autoplay.cli import main\n"
        "try: main(['solve', '-'])\n"
        "except SystemExit as end: assert end.code == 4, end.code\n"
        "assert 'numba' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input="3.\n.1\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_an_impossible_mine_total_is_bad_input() -> None:
    one_line(run("solve", "-", "--mines", "77", stdin=POSITION), 2, "77")
    one_line(run("solve", "-", "--mines", "1", stdin="1..1\n1..1\n1..1\n1..1\n"), 2, "--mines 1")
    one_line(run("solve", "-", "--mines", "-3", stdin=POSITION), 2)


def test_bad_arguments_are_one_line() -> None:
    one_line(run("play", "--region", "1,2,3"), 2, "--region")
    one_line(run("play", "--skin", "no-such-skin"), 2, "no-such-skin")
    one_line(run("play", "--games", "none"), 2)
    one_line(run("plya"), 2)
    one_line(run("demo", "--level", "hard"), 2, "beginner")
    one_line(run("demo", "--rule", "kind"), 2, "safe")
    one_line(run("solve", "-", stdin="12a\n"), 2, "row 1")


def test_without_a_display_playing_is_refused() -> None:
    gone = {"DISPLAY": None, "WAYLAND_DISPLAY": None, "XDG_SESSION_TYPE": None}
    one_line(run("play", **gone), 6, "no display", "autoplay demo")


def test_a_wayland_session_is_refused() -> None:
    one_line(run("play", DISPLAY=":0", XDG_SESSION_TYPE="wayland"), 6, "Wayland", "X11")


def test_a_display_that_is_not_there_is_refused() -> None:
    done = run("play", DISPLAY=":4711", XDG_SESSION_TYPE=None, WAYLAND_DISPLAY=None)
    one_line(done, 6, "graphical session")


def test_the_traceback_comes_only_when_asked_for() -> None:
    done = run("--debug", "solve", "-", stdin="12a\n")
    assert "Traceback" in done.stderr


def test_a_position_is_solved_into_json() -> None:
    done = run("solve", "-", "--mines", "2", "--json", stdin="1..\n2..\n1..\n")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert set(answer) == {"safe", "mines", "probability", "move"}
    assert answer["probability"][0][0] is None
    total = sum(p for line in answer["probability"] for p in line if p is not None)
    assert total == pytest.approx(2)
    assert set(answer["move"]) == {"kind", "row", "col", "risk", "reason"}
    assert answer["move"]["kind"] == "open"


def test_a_solution_is_explained_and_drawn(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("# mines: 1\n1..\n11.\n00.\n")
    picture = tmp_path / "out.png"
    done = run("solve", str(board), "--explain", "--picture", str(picture))
    assert done.returncode == 0, done.stderr
    assert "free" in done.stdout
    assert "mine" in done.stdout
    drawn = cv2.imread(str(picture))
    assert drawn.shape[0] == drawn.shape[1] > 60
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 10


def test_a_picture_is_solved_and_drawn_over(screenshot: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    done = run("solve", str(screenshot), "--json", "--picture", str(out))
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["safe"] or answer["move"]
    before, after = cv2.imread(str(screenshot)), cv2.imread(str(out))
    assert after.shape == before.shape
    assert np.array_equal(after[:90], before[:90])
    assert not np.array_equal(after, before)


def test_several_positions_give_a_line_each(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(POSITION)
    bad.write_text("1.\n.3\n0.\n")
    done = run("solve", str(good), str(bad), str(good), "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert ["error" in line for line in lines] == [False, True, False]
    assert done.returncode == 4


def test_the_doctor_says_what_is_missing() -> None:
    done = run("doctor", "--json", DISPLAY=None, WAYLAND_DISPLAY=None, XDG_SESSION_TYPE=None)
    answer = json.loads(done.stdout)
    assert done.returncode == 6
    assert answer["suitable"] is False
    findings = {finding["name"]: finding for finding in answer["findings"]}
    assert findings["session"]["good"] is False
    assert findings["skins"]["good"] is True
    assert "classic" in findings["skins"]["text"]


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    for command in ("play", "demo", "read", "solve", "replay", "doctor", "bench"):
        assert command in shown


def test_what_plays_by_itself_knows_its_skins() -> None:
    assert {"classic", "gnome-mines", "kmines", "sgt-mines", "xdemineur"} <= {
        skin.name for skin in skins()
    }


def test_without_display_and_xvfb_the_demo_plays_in_memory(tmp_path: Path) -> None:
    journal = tmp_path / "games.jsonl"
    done = run(
        *("demo", "--json", "--games", "2", "--seed", "11", "--journal", str(journal)),
        PATH=str(tmp_path),
        DISPLAY=None,
        WAYLAND_DISPLAY=None,
        XDG_SESSION_TYPE=None,
    )
    assert done.returncode == 0, done.stderr
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(results) == 2
    for result in results:
        assert result["result"] in ("won", "lost")
        assert result["lost_on_certain"] is False
        assert list(result["phases"]) == ["capture_s", "read_s", "decide_s", "click_s", "wait_s"]
    assert "in memory" in done.stderr
    shown = run("replay", str(journal))
    assert shown.returncode == 0, shown.stderr
    assert "seed 11" in shown.stdout
    assert results[0]["result"] in shown.stdout


@pytest.mark.display
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="install the package xvfb")
def test_without_a_display_the_demo_plays_on_a_private_one() -> None:
    pytest.importorskip("tkinter", reason="install the package python3-tk")
    gone = {"DISPLAY": None, "WAYLAND_DISPLAY": None, "XDG_SESSION_TYPE": None}
    done = run("demo", "--json", "--games", "2", "--seed", "4", **gone)
    assert done.returncode == 0, done.stderr
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [result["result"] in ("won", "lost") for result in results] == [True, True]
    assert not any(result["lost_on_certain"] for result in results)
    assert "private virtual" in done.stderr


def test_a_learnt_skin_is_used_by_the_next_reading(screenshot: Path, tmp_path: Path) -> None:
    done = run("learn", str(screenshot), "--name", "home-made", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    pack = Path(done.stdout.strip())
    assert (pack / "skin.toml").is_file()
    assert (pack / "contact-sheet.jpg").is_file()
    answer = run(
        "read", str(screenshot), "--json", "--skin", "home-made", XDG_DATA_HOME=str(tmp_path)
    )
    assert json.loads(answer.stdout)["skin"] == "home-made"


def test_a_name_that_cannot_name_a_skin_is_refused(screenshot: Path, tmp_path: Path) -> None:
    done = run("learn", str(screenshot), "--name", "../up", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
