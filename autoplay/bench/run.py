"""Many games over several processes, in the order of their seeds, with bounded memory."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING

from autoplay.bench.contest import Contest, Outcome, play_seeds
from autoplay.bench.interrupts import interrupts_noted
from autoplay.errors import InputError, UnsuitableMachineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.process import BaseProcess

    from autoplay.bench.interrupts import Interrupts
    from autoplay.bench.ledger import Ledger

CHUNK = 8
"""Games handed to a worker at once: few enough for steady progress, many enough to be cheap."""

ANSWER_EVERY = 0.2
"""Seconds after which Ctrl-C is answered at the latest, however long the games take."""


def play_all(
    contest: Contest,
    seeds: range,
    ledger: Ledger,
    executor: Executor | None,
    workers: int,
    progress: Callable[[int], None] = lambda _: None,
) -> None:
    """Play every seed that the ledger does not hold yet and write it down, in order.

    executor: where the games are played, None for this process; workers: how many at once.
    progress: called with the number of games just written down.
    Raises UnsuitableMachineError where a process that plays games ends by itself.
    """
    todo = (seed for seed in seeds if not ledger.is_played(seed))
    chunks = iter(lambda: list(islice(todo, CHUNK)), [])
    for outcomes in _results(contest, chunks, executor, workers):
        for outcome in outcomes:
            ledger.add(outcome)
        ledger.flush()
        progress(len(outcomes))


def _results(
    contest: Contest, chunks: Iterator[list[int]], executor: Executor | None, workers: int
) -> Iterator[list[Outcome]]:
    if executor is None:
        for chunk in chunks:
            yield play_seeds(contest, chunk)
        return
    # A pool takes in all its tasks at once; holding back all but a few keeps memory constant
    # however many millions of seeds are asked for.
    under_way: deque[Future[list[Outcome]]] = deque()
    try:
        with interrupts_noted() as interrupts:
            for chunk in chunks:
                under_way.append(executor.submit(play_seeds, contest, chunk))
                if len(under_way) >= 4 * workers:
                    yield _awaited(under_way.popleft(), interrupts)
            while under_way:
                yield _awaited(under_way.popleft(), interrupts)
    except BrokenExecutor:
        raise UnsuitableMachineError(
            "a process that played games ended by itself, perhaps for want of memory; try fewer "
            "--workers (with --csv the run goes on where it was)"
        ) from None


def _awaited(future: Future[list[Outcome]], interrupts: Interrupts) -> list[Outcome]:
    while not wait([future], timeout=ANSWER_EVERY).done:
        interrupts.raise_noted()
    # A worker may have died of the same Ctrl-C, and then that is what happened.
    interrupts.raise_noted()
    return future.result()


@contextmanager
def open_executor(workers: int, scheduler: str | None) -> Iterator[tuple[Executor | None, int]]:
    """Give the executor that plays the games, and how many games it can play at once.

    workers: processes on this machine; one means this process itself.
    scheduler: address of a dask scheduler whose workers play instead, such as tcp://host:8786.
    Raises InputError on a bad number of workers, UnsuitableMachineError where dask is missing or
    nothing answers at the address.
    """
    if workers < 1:
        raise InputError(f"{workers} workers cannot play; give --workers 1 or more")
    if scheduler is not None:
        with _cluster(scheduler) as found:
            yield found
    elif workers == 1:
        yield None, 1
    else:
        # Fresh processes, not forks: a fork would copy the threads' locks of whatever runs here.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, mp_context=context, initializer=_serve) as pool:
            try:
                with _interrupts_held():
                    for _ in range(workers):
                        pool.submit(_answer)
                yield pool, workers
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back until the end, and for good from the processes started meanwhile.

    One that has not come as far as ignoring it would die of it, with a traceback, and so would one
    that is not told yet what to do.
    """
    if sys.platform == "win32":
        yield
        return
    with interrupts_noted():
        # Processes inherit what is blocked; another thread may take the signal for this one all
        # the same, and then it is noted.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _answer() -> None:
    """Do nothing: a pool starts its workers one by one, as it is given tasks."""


def _serve() -> None:
    """Make this process a worker that lives exactly as long as the one that started it."""
    # A terminal sends Ctrl-C to the workers as well; only their parent is to answer it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: BaseProcess) -> None:
    # A killed parent tells nobody, and its workers would wait for games for ever.
    parent.join()
    os._exit(1)


@contextmanager
def _cluster(scheduler: str) -> Iterator[tuple[Executor, int]]:
    try:
        from distributed import Client
    except ImportError:
        raise UnsuitableMachineError(
            "--scheduler needs dask; install it with: pip install 'autoplay[cluster]'"
        ) from None
    try:
        client = Client(scheduler, timeout=5)
    except (OSError, TimeoutError, ValueError) as error:
        raise UnsuitableMachineError(
            f"no dask scheduler answers at {scheduler} ({type(error).__name__}); "
            "start one with 'dask scheduler', or leave --scheduler out"
        ) from error
    with client:
        threads = sum(client.nthreads().values())
        yield client.get_executor(), max(1, threads)
