"""Ctrl-C that is noted: raised where it is asked for or at the end, and otherwise as usual."""

import signal
import threading

import pytest

from autoplay.bench.interrupts import interrupts_noted


def test_an_interrupt_waits_until_it_is_asked_for():
    reached = []

    def work():
        with interrupts_noted() as interrupts:
            signal.raise_signal(signal.SIGINT)
            reached.append("after the signal")
            interrupts.raise_noted()
            reached.append("after it was asked for")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert reached == ["after the signal"]


def test_an_interrupt_that_nobody_asks_for_is_raised_at_the_end():
    reached = []

    def work():
        with interrupts_noted():
            signal.raise_signal(signal.SIGINT)
            reached.append("the end")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert reached == ["the end"]


def test_another_error_goes_before_the_interrupt():
    def work():
        with interrupts_noted():
            signal.raise_signal(signal.SIGINT)
            raise ValueError("first")

    with pytest.raises(ValueError, match="first"):
        work()


def test_without_a_signal_nothing_is_raised_and_ctrl_c_works_as_before():
    with interrupts_noted() as interrupts:
        interrupts.raise_noted()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_where_ctrl_c_is_ignored_it_stays_so():
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interrupts_noted():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, usual)


def test_another_thread_changes_nothing():
    failed = []

    def enter():
        try:
            with interrupts_noted():
                pass
        except ValueError as error:  # what Python raises where a thread sets a handler
            failed.append(error)

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert not failed
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
