"""The command ``autoplay bench``: parse, play, print."""

from __future__ import annotations

import json
import os
import re
from contextlib import ExitStack
from pathlib import Path  # noqa: TC003 (typer reads the annotations)
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from autoplay.bench.contest import Contest
from autoplay.bench.ledger import Ledger
from autoplay.bench.plot import plot
from autoplay.bench.run import open_executor, play_all
from autoplay.bench.table import json_object, markdown
from autoplay.bots.first_move import STRATEGIES, FirstMove
from autoplay.bots.registry import BOT_NAMES, bot_factory
from autoplay.errors import InputError
from autoplay.game.level import LEVELS, Level
from autoplay.game.rules import Rule

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from autoplay.bench.summary import Summary


def bench(
    bot: Annotated[
        str, typer.Option(help=f"A bot, several with commas, or all: {', '.join(BOT_NAMES)}.")
    ] = "expert",
    level: Annotated[
        str, typer.Option(help="A level or WxH/M, several with commas, or all.")
    ] = "expert",
    rule: Annotated[str, typer.Option(help="First click: safe, open or none.")] = "safe",
    seeds: Annotated[str, typer.Option(help="Boards A:B, B not included.")] = "0:1000",
    first: Annotated[
        str, typer.Option(help=f"First click: {', '.join(STRATEGIES)}, ROW,COL, or all.")
    ] = "corner",
    csv: Annotated[
        Path | None, typer.Option(help="Append each game here; games in it are not played again.")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; all cores if not given.")] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="Address of a dask scheduler that plays instead.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--plot", help="Draw the win rates into this picture.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object a contest instead of the table.")
    ] = False,
) -> None:
    """Play many games with one or more bots and compare them."""
    contests = parse_contests(bot, level, rule, first)
    chosen = parse_seeds(seeds)
    count = workers if workers is not None else os.cpu_count() or 1
    rows: list[tuple[Contest, Summary]] = []
    with ExitStack() as stack:
        executor, width = stack.enter_context(open_executor(count, scheduler))
        progress = stack.enter_context(_progress())
        for contest in contests:
            path = None if csv is None else _path_of(csv, contest, many=len(contests) > 1)
            rows.append((contest, _play(contest, chosen, path, executor, width, progress)))
            if as_json:
                typer.echo(json.dumps(json_object(*rows[-1])))
    if not as_json:
        typer.echo(markdown(rows), nl=False)
    if picture is not None:
        plot(rows, picture)


def parse_contests(bot: str, level: str, rule: str, first: str) -> list[Contest]:
    """Return every combination that the options name, level by level.

    Raises InputError on a name that does not exist.
    """
    bots = BOT_NAMES if bot == "all" else tuple(bot.split(","))
    levels = tuple(LEVELS) if level == "all" else tuple(level.split(","))
    # A fixed cell ROW,COL holds a comma itself.
    one_cell = re.fullmatch(r"\d+,\d+", first) is not None
    firsts = STRATEGIES if first == "all" else (first,) if one_cell else tuple(first.split(","))
    for name in bots:
        bot_factory(name)
    return [
        Contest(name, Level.parse(size), Rule.parse(rule), FirstMove.parse(start))
        for size in levels
        for name in bots
        for start in firsts
    ]


def parse_seeds(text: str) -> range:
    """Read ``A:B``; raises InputError where it is no such range or holds no seed."""
    found = re.fullmatch(r"(\d{1,15}):(\d{1,15})", text.strip())
    if found is None or int(found[1]) >= int(found[2]):
        raise InputError(f"the seeds {text!r} are no range; write A:B, the first and the one after")
    return range(int(found[1]), int(found[2]))


def _play(
    contest: Contest,
    seeds: range,
    path: Path | None,
    executor: Executor | None,
    width: int,
    progress: Progress,
) -> Summary:
    with Ledger(path, seeds) as ledger:
        name = f"{contest.bot}, {contest.level}, {contest.first.name}"
        task = progress.add_task(name, total=len(seeds), completed=ledger.summary.games, won="")

        def advance(games: int) -> None:
            won = f"{100 * ledger.summary.win_rate:.1f} % won"
            progress.update(task, advance=games, won=won)

        play_all(contest, seeds, ledger, executor, width, advance)
        return ledger.summary


def _path_of(csv: Path, contest: Contest, *, many: bool) -> Path:
    """Return the file of one contest: the one given, or one a contest named after it."""
    if not many:
        return csv
    size = contest.level.name.replace("/", "-")
    first = contest.first.name.replace(",", "-")
    return csv.with_stem(f"{csv.stem}-{contest.bot}-{size}-{contest.rule.value}-{first}")


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[won]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )
