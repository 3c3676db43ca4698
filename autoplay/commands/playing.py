"""The commands that open a window or play in one: play, demo, practice, replay."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path  # noqa: TC003 (typer reads the annotations)
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autoplay.commands.options import (
    Flags,
    Games,
    JournalFile,
    Json,
    LevelName,
    MaxRisk,
    Mines,
    RuleName,
    Seed,
    SkinName,
    known_skin,
    parse_region,
    print_json,
)
from autoplay.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoplay.player.parts import Habits
    from autoplay.player.result import GameResult


def play(
    *,
    games: Games = 1,
    mines: Mines = None,
    max_risk: MaxRisk = None,
    flags: Flags = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the next moves and click nothing.")
    ] = False,
    region: Annotated[
        str | None, typer.Option(metavar="X,Y,W,H", help="Look only in this part of the screen.")
    ] = None,
    skin: SkinName = None,
    journal: JournalFile = None,
    as_json: Json = False,
) -> None:
    """Find the Minesweeper window on the screen and play it."""
    from autoplay.desktop.session import check_session
    from autoplay.player.decide import Preferences
    from autoplay.player.player import Settings

    wishes = Preferences(flags=flags, max_risk=max_risk)
    settings = Settings(games, mines, parse_region(region), known_skin(skin), wishes)
    check_session()
    from autoplay.desktop.capture import MssScreen
    from autoplay.desktop.pointer import PyautoguiPointer

    screen, pointer = MssScreen(), PyautoguiPointer()
    if dry_run:
        _preview(screen, pointer, settings, as_json=as_json)
    else:
        _play(screen, pointer, settings, journal=journal, as_json=as_json)


def demo(
    *,
    games: Games = 1,
    level: LevelName = "beginner",
    rule: RuleName = "open",
    seed: Seed = None,
    max_risk: MaxRisk = None,
    flags: Flags = False,
    journal: JournalFile = None,
    as_json: Json = False,
) -> None:
    """Open the practice window, or a private one where there is no display, and play it."""
    from autoplay.demo import open_stage, parse_table
    from autoplay.game.rules import Rule
    from autoplay.player.decide import Preferences
    from autoplay.player.player import Settings

    table = parse_table(level, rule, seed)
    with open_stage(table) as stage:
        settings = Settings(
            games, table.level.mines, stage.region, wishes=Preferences(flags, max_risk)
        )
        _play(
            stage.screen,
            stage.pointer,
            settings,
            journal=journal,
            as_json=as_json,
            seed=table.seed,
            first_is_safe=table.rule is not Rule.NONE,
        )


def practice(
    *,
    level: LevelName = "beginner",
    rule: RuleName = "open",
    fair: Annotated[
        bool, typer.Option("--fair", help="A forced guess never loses, a needless one always.")
    ] = False,
    no_guess: Annotated[
        bool, typer.Option("--no-guess", help="Only boards that need no guess.")
    ] = False,
    seed: Seed = None,
    question_marks: Annotated[
        bool, typer.Option("--question-marks", help="A third step of the right click.")
    ] = False,
    skin: Annotated[str, typer.Option(help="The look: a template pack.")] = "classic",
    scale: Annotated[
        float | None, typer.Option(min=1.0, max=3.0, help="Size; the screen's own if not given.")
    ] = None,
) -> None:
    """Open the game window for a person."""
    from autoplay.demo import parse_table
    from autoplay.game.practice import practise
    from autoplay.game.session import Settings

    table = parse_table(level, rule, seed)
    settings = Settings(
        table.level,
        table.rule,
        table.seed,
        fair=fair,
        no_guess=no_guess,
        question_marks=question_marks,
    )
    practise(settings, skin, scale)


def replay(
    journal: Annotated[Path, typer.Argument(metavar="JOURNAL", help="A file that play wrote.")],
    *,
    delay: Annotated[float, typer.Option(min=0.0, help="Seconds to show each step.")] = 0.3,
) -> None:
    """Show a recorded game again, step by step."""
    from autoplay.replay import show

    show(journal, delay)


def _play(
    screen: Any,
    pointer: Any,
    settings: Any,
    *,
    journal: Path | None,
    as_json: bool,
    seed: int | None = None,
    first_is_safe: bool | None = None,
) -> None:
    """Play and print each game as it ends; raises what stopped the last one.

    first_is_safe: what the first click promises; None: as the skin says.
    """
    from autoplay.console import LiveView
    from autoplay.desktop.clock import SystemClock
    from autoplay.player.assembly import habits_of, real_reader, real_solver
    from autoplay.player.journal import Journal
    from autoplay.player.observer import Observers
    from autoplay.player.player import Player

    def habits(skin: str) -> Habits:
        known = habits_of(skin)
        return known if first_is_safe is None else replace(known, first_is_safe=first_is_safe)

    clock = SystemClock()
    watching: list[Any] = [LiveView(clock, settings.games)]
    with ExitStack() as stack:
        if journal is not None:
            watching.append(Journal(stack.enter_context(_open_new(journal)), clock, seed))
        player = Player(
            screen,
            pointer,
            clock,
            real_reader(),
            real_solver(),
            habits,
            Observers(*watching),
            settings,
        )
        _report(player.play(), as_json=as_json)


def _report(results: Iterator[GameResult], *, as_json: bool) -> None:
    from autoplay.answers import result_text

    for result in results:
        if as_json:
            print_json(result.to_json())
        else:
            typer.echo(result_text(result))
        if result.error is not None:
            raise result.error


def _preview(screen: Any, pointer: Any, settings: Any, *, as_json: bool) -> None:
    from autoplay.answers import move_text, reading_json
    from autoplay.console import LiveView, say
    from autoplay.desktop.clock import SystemClock
    from autoplay.player.assembly import habits_of, real_reader, real_solver
    from autoplay.player.journal import move_to_json
    from autoplay.player.observer import Observers
    from autoplay.player.player import Player

    clock = SystemClock()
    player = Player(
        screen,
        pointer,
        clock,
        real_reader(),
        real_solver(),
        habits_of,
        Observers(LiveView(clock, settings.games)),
        settings,
    )
    reading, plan, total = player.preview()
    if as_json:
        moves = [move_to_json(move) for move in plan.moves]
        print_json({**reading_json(reading), "mines_total": total.value, "moves": moves})
        return
    say(f"{reading.board.cols}x{reading.board.rows} ({reading.skin}); {total}")
    for move in plan.moves:
        typer.echo(move_text(move))


def _open_new(path: Path) -> Any:
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from error
