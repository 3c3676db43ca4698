import subprocess
import sys

import pytest

from autoplay.errors import ExitCode, UnsuitableMachineError
from autoplay.game import practice
from autoplay.game.level import EXPERT
from autoplay.game.rules import Rule
from autoplay.game.session import Settings


def test_the_command_opens_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(practice, "practise", lambda *given, announce: seen.append(given))
    settings = Settings(EXPERT, Rule.NONE, 12, fair=True, no_guess=True, question_marks=True)
    command = practice.practice_command(settings, "classic", 1.5)
    assert command[:3] == [sys.executable, "-m", "autoplay.game.practice"]
    assert practice.main(command[3:]) == 0
    assert seen == [(settings, "classic", 1.5)]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [(["--level", "9x9/90"], "90 mines"), (["--skin", "none"], "no skin 'none'")],
)
def test_bad_arguments_are_one_line(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert practice.main(arguments) == ExitCode.BAD_INPUT
    message = capsys.readouterr().err
    assert says in message
    assert message.count("\n") == 1


def test_without_tkinter_it_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tkinter", None)
    with pytest.raises(UnsuitableMachineError, match="apt install python3-tk"):
        practice.practise(Settings())


def test_without_a_display_it_says_so_and_ends_with_6() -> None:
    pytest.importorskip("tkinter", reason="install the package python3-tk")
    done = subprocess.run(
        practice.practice_command(Settings()),
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == ExitCode.ENVIRONMENT
    assert "set DISPLAY" in done.stderr
    assert done.stderr.count("\n") == 1
