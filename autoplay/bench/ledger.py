"""The CSV file that games are written to, and from which an interrupted run goes on."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Self

from autoplay.bench.summary import Summary
from autoplay.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

    from autoplay.bench.contest import Outcome

COLUMNS = ("seed", "won", "clicks", "guesses", "seconds")
OPENED_COLUMNS = ("seed", "opened")


class Ledger:
    """Games of one contest on disk: one CSV, and beside it how far the lost games came.

    FILE.csv holds `COLUMNS`; FILE.opened.csv holds `OPENED_COLUMNS`, lost games only. Without a
    path nothing is written. Only one byte a seed is kept in memory.
    """

    def __init__(self, path: Path | None, seeds: range) -> None:
        self.summary = Summary()
        self._seeds = seeds
        self._played = bytearray(len(seeds))
        self._files = []
        if path is not None:
            opened_path = path.with_suffix(".opened" + path.suffix)
            self._read(path, opened_path)
            self._files = [_Table(path, COLUMNS), _Table(opened_path, OPENED_COLUMNS)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for table in self._files:
            table.close()

    def is_played(self, seed: int) -> bool:
        """Whether the game of a seed is there already."""
        return bool(self._played[seed - self._seeds.start])

    def add(self, outcome: Outcome) -> None:
        """Write one game down and take it into the summary."""
        self._played[outcome.seed - self._seeds.start] = 1
        seconds = round(outcome.seconds, 6)
        self.summary.add(won=outcome.won, guesses=outcome.guesses, seconds=seconds)
        if not outcome.won:
            self.summary.opened.add(outcome.opened)
        if self._files:
            games, opened = self._files
            row = (outcome.seed, int(outcome.won), outcome.clicks, outcome.guesses)
            games.write((*row, f"{seconds:.6f}"))
            if not outcome.won:
                opened.write((outcome.seed, f"{outcome.opened:.4f}"))

    def flush(self) -> None:
        """Let a reader, or the next run after a crash, see all games so far."""
        for table in self._files:
            table.flush()

    def _read(self, path: Path, opened_path: Path) -> None:
        for seed, won, _, guesses, seconds in _rows(path, COLUMNS):
            index = int(seed) - self._seeds.start
            if 0 <= index < len(self._seeds) and not self._played[index]:
                self._played[index] = 1
                self.summary.add(won=bool(won), guesses=int(guesses), seconds=seconds)
        for seed, opened in _rows(opened_path, OPENED_COLUMNS):
            if int(seed) in self._seeds:
                self.summary.opened.add(opened)


class _Table:
    """A CSV file to which rows are appended."""

    def __init__(self, path: Path, columns: tuple[str, ...]) -> None:
        self._file = path.open("a", newline="", encoding="ascii")
        self._writer = csv.writer(self._file, lineterminator="\n")
        if self._file.tell() == 0:
            self._writer.writerow(columns)

    def write(self, row: tuple[object, ...]) -> None:
        """Append one row."""
        self._writer.writerow(row)

    def flush(self) -> None:
        """Hand all rows so far to the operating system."""
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[list[float]]:
    """Yield the rows of an earlier run, none where there is no file.

    Raises InputError where the file is something else.
    """
    if not path.exists():
        return
    _drop_unfinished_line(path)
    with path.open(newline="", encoding="ascii", errors="replace") as file:
        rows = csv.reader(file)
        head = next(rows, list(columns))
        for number, row in enumerate(rows, start=2):
            try:
                values = [float(text) for text in row]
            except ValueError:
                values = []
            if tuple(head) != columns or len(values) != len(columns):
                raise InputError(
                    f"{path}, line {number}: not a file of games with the columns "
                    f"{','.join(columns)}; choose another file"
                )
            yield values


def _drop_unfinished_line(path: Path) -> None:
    """Cut off a last line that a crash left without its end."""
    with path.open("rb+") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - 4096))
        tail = file.read()
        if tail and not tail.endswith(b"\n"):
            file.truncate(size - len(tail) + tail.rfind(b"\n") + 1)
