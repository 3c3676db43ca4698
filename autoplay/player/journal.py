"""The journal: every game as JSON lines, and the steps read back from them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoplay.board import Board
from autoplay.errors import InputError
from autoplay.move import Move, MoveKind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import TextIO

    from autoplay.desktop.protocols import Clock
    from autoplay.player.plan import Place, Plan
    from autoplay.player.result import GameResult
    from autoplay.player.total import MineTotal
    from autoplay.vision.reading import Reading


class Journal:
    """Writes what the player does, one JSON object a line, at once.

    Kinds of line: ``start``, ``position`` (the cells and the moves that follow), ``lost`` (clicks
    to be repeated), ``note`` and ``end``. Times are seconds of the player's clock.
    seed: of the first board, where it is known.
    """

    def __init__(self, file: TextIO, clock: Clock, seed: int | None = None) -> None:
        self._file = file
        self._clock = clock
        self._seed = seed

    def started(self, reading: Reading, total: MineTotal) -> None:
        """Write the line that begins a game."""
        region = reading.grid.region
        self._write(
            "start",
            skin=reading.skin,
            rows=reading.board.rows,
            cols=reading.board.cols,
            board={"x": region.x, "y": region.y, "w": region.w, "h": region.h},
            mines_total=total.value,
            mines_source=total.source.value,
            seed=self._seed,
        )
        if self._seed is not None:
            self._seed += 1

    def planned(self, reading: Reading, plan: Plan) -> None:
        """Write a position and the moves that follow."""
        self._write(
            "position",
            cells=reading.board.to_rows(),
            assumed=plan.assumed,
            moves=[move_to_json(move) for move in plan.moves],
        )

    def lost(self, places: list[Place]) -> None:
        """Write which clicks had no effect."""
        self._write("lost", cells=[list(place) for place in places])

    def note(self, text: str) -> None:
        """Write a remark."""
        self._write("note", text=text)

    def ended(self, reading: Reading | None, result: GameResult) -> None:
        """Write the last position and the result."""
        cells = None if reading is None else reading.board.to_rows()
        self._write("end", cells=cells, **result.to_json())

    def _write(self, kind: str, **values: object) -> None:
        line = {"kind": kind, "time": round(self._clock.now(), 4), **values}
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a journal that can be shown.

    board: None for lines that show none. moves: those that followed. text: what to say about it.
    """

    kind: str
    text: str
    board: Board | None = None
    moves: tuple[Move, ...] = ()


def move_to_json(move: Move) -> dict[str, object]:
    """Return a move as programs read it."""
    return {
        "kind": move.kind.value,
        "row": move.row,
        "col": move.col,
        "risk": move.risk,
        "reason": move.reason,
    }


def read_journal(path: Path) -> Iterator[Step]:
    """Yield the steps of a journal.

    Raises InputError when there is no such file or a line is not one of a journal.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is no journal that can be read: {error}") from error
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            yield _step(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"{path}, line {number} is no line of a journal: {error}") from error


def _step(line: dict[str, Any]) -> Step:
    kind = str(line["kind"])
    cells = line.get("cells")
    if kind == "start":
        seed = "" if line["seed"] is None else f", seed {line['seed']}"
        mines = "unknown" if line["mines_total"] is None else line["mines_total"]
        return Step(kind, f"{line['cols']}x{line['rows']}, mines {mines}, {line['skin']}{seed}")
    if kind == "position":
        moves = tuple(_move(move) for move in line["moves"])
        return Step(kind, f"{len(moves)} moves", Board.from_rows(cells or []), moves)
    if kind == "lost":
        return Step(kind, f"{len(cells or [])} clicks were lost")
    if kind == "end":
        board = None if cells is None else Board.from_rows(cells)
        reason = f": {line['reason']}" if line["reason"] else ""
        return Step(kind, f"{line['result']} after {line['seconds']} s{reason}", board)
    return Step(kind, str(line["text"]))


def _move(line: dict[str, Any]) -> Move:
    return Move(
        MoveKind(line["kind"]),
        int(line["row"]),
        int(line["col"]),
        float(line["risk"]),
        str(line["reason"]),
    )
