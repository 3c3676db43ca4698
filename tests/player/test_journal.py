import io
import json
from pathlib import Path
from typing import Any

import pytest

from autoplay.board import Cell
from autoplay.errors import InputError
from autoplay.player.journal import Journal, read_journal
from autoplay.player.observer import Observers
from autoplay.player.result import Outcome


def test_a_game_can_be_shown_again_from_its_journal(table: Any, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with path.open("w") as file:
        table.observers = Observers(Journal(file, table.clock, seed=7))
        results = list(table.player(games=2, mines=10).play())
    steps = list(read_journal(path))
    assert [step.kind for step in steps].count("start") == 2
    assert "seed 7" in steps[0].text
    assert "10" in steps[0].text
    positions = [step for step in steps if step.kind == "position"]
    moves = sum(len(step.moves) for step in positions)
    assert moves >= sum(result.clicks for result in results)
    for step in positions:
        assert step.board is not None
        for move in step.moves:
            assert not step.board[move.row, move.col].is_number
            assert move.reason
    ends = [step for step in steps if step.kind == "end"]
    assert [e.text.split()[0] for e in ends] == [r.outcome.value for r in results]


def test_lost_clicks_and_notes_are_written(table: Any) -> None:
    file = io.StringIO()
    table.window.swallow = lambda number: number % 2 == 0
    table.observers = Observers(Journal(file, table.clock))
    result = next(table.player(mines=10).play())
    lines = [json.loads(line) for line in file.getvalue().splitlines()]
    assert sum(len(line["cells"]) for line in lines if line["kind"] == "lost") == result.repeats > 0
    assert lines[-1]["kind"] == "end"
    assert result.outcome is Outcome.WON
    assert Cell.HIDDEN.symbol not in "".join(lines[-1]["cells"])


@pytest.mark.parametrize("text", ["nonsense", '{"kind": "position"}', "[]", '{"kind": "end"}'])
def test_what_is_no_journal_is_refused_with_its_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text + "\n")
    with pytest.raises(InputError, match="line 1"):
        list(read_journal(path))
    with pytest.raises(InputError, match="no journal"):
        list(read_journal(tmp_path / "missing.jsonl"))
