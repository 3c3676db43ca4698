"""Notices reach a person at once, and never stand beside the error that a program reads."""

import io
import logging
import sys

import pytest

from autoplay.notices import noticed

LOG = logging.getLogger("autoplay.kernel")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_person_reads_them_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with noticed() as notices:
        LOG.warning("compiling")
        assert terminal.getvalue() == "compiling\n"
        notices.deliver()
    assert terminal.getvalue() == "compiling\n"


def test_a_program_reads_them_after_the_work(capsys: pytest.CaptureFixture[str]) -> None:
    with noticed() as notices:
        LOG.warning("compiling")
        assert capsys.readouterr().err == ""
        notices.deliver()
        assert capsys.readouterr().err == "compiling\n"


def test_a_program_that_reads_an_error_reads_nothing_else(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with noticed():
        LOG.warning("compiling")
    assert capsys.readouterr().err == ""
    assert not logging.getLogger("autoplay").handlers
