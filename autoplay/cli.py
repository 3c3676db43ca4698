"""The command line: parse, call, print. What is heavy is imported by the command that needs it."""

from __future__ import annotations

import importlib
import json
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autoplay.errors import AutoplayError, ExitCode, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autoplay.geometry import Region
    from autoplay.player.parts import Habits
    from autoplay.player.result import GameResult
    from autoplay.vision.reading import Reading

app = typer.Typer(
    help=(
        "Find a running Minesweeper window, read it, solve it, and click until it is won. "
        "Move the pointer, or press Ctrl-C, to stop."
    ),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

_LATER = {"bench": "autoplay.bench.command:bench"}
"""Commands whose modules are large: imported only where the command line names them."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]
Mines = Annotated[int | None, typer.Option(min=0, help="The mine total, if you know it.")]
Games = Annotated[int, typer.Option(min=1, help="How many games to play, one after the other.")]
MaxRisk = Annotated[
    float | None, typer.Option(min=0.0, max=1.0, help="Stop before a move riskier than this.")
]
Flags = Annotated[bool, typer.Option("--flags/--no-flags", help="Mark mines while playing.")]
JournalFile = Annotated[Path | None, typer.Option(help="Record every step in this file.")]
LevelName = Annotated[str, typer.Option(help="beginner, intermediate, expert or WxH/M.")]
RuleName = Annotated[str, typer.Option(help="First click: safe, open or none.")]
Seed = Annotated[int | None, typer.Option(help="The first board; drawn if not given.")]
SkinName = Annotated[str | None, typer.Option(help="Read with this template pack.")]


@app.callback()
def autoplay(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
) -> None:
    """Parse what goes before the command."""


@app.command()
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
    settings = Settings(games, mines, _parse_region(region), _known_skin(skin), wishes)
    check_session()
    from autoplay.desktop.capture import MssScreen
    from autoplay.desktop.pointer import PyautoguiPointer

    screen, pointer = MssScreen(), PyautoguiPointer()
    if dry_run:
        _preview(screen, pointer, settings, as_json=as_json)
    else:
        _play(screen, pointer, settings, journal=journal, as_json=as_json)


@app.command()
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


@app.command()
def read(
    pictures: Annotated[list[Path], typer.Argument(metavar="PICTURE...", help="Screenshots.")],
    *,
    skin: SkinName = None,
    as_json: Json = False,
) -> None:
    """Read the board in saved screenshots."""
    from autoplay.answers import reading_json, reading_text

    skin = _known_skin(skin)
    first_error = 0
    for path in pictures:
        try:
            reading = _read_picture(path, skin)
        except AutoplayError as error:
            first_error = first_error or int(error.exit_code)
            _complain(f"{path}: {error}" if str(path) not in str(error) else str(error))
            if as_json:
                _print_json({"found": False, "reason": str(error)})
            continue
        if as_json:
            _print_json(reading_json(reading))
        else:
            typer.echo(reading_text(str(path), reading), nl=False)
    raise typer.Exit(first_error)


@app.command()
def solve(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Screenshots or boards as text; - stdin.")
    ],
    *,
    mines: Mines = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say step by step what follows, and why.")
    ] = False,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the probabilities over the board into this file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Analyse positions: what is certain, how likely each cell is a mine, what to open."""
    from autoplay.solving import answer

    if picture is not None and len(files) > 1:
        raise InputError("--picture draws one position; give one file")
    first_error = 0
    for name in files:
        try:
            solution = answer(name, mines, explain=explain, picture=picture)
        except AutoplayError as error:
            if len(files) == 1:
                raise
            first_error = first_error or int(error.exit_code)
            _complain(f"{name}: {error}" if name not in str(error) else str(error))
            if as_json:
                _print_json({"error": str(error)})
            continue
        if as_json:
            _print_json(solution.to_json())
        else:
            typer.echo(solution.to_text())
    raise typer.Exit(first_error)


@app.command()
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


@app.command()
def learn(
    pictures: Annotated[
        list[Path] | None, typer.Argument(metavar="[PICTURE...]", help="Screenshots of one look.")
    ] = None,
    *,
    name: Annotated[str, typer.Option(help="What the new skin is called.")] = "learnt",
    region: Annotated[str | None, typer.Option(help="Part of the screen: X,Y,W,H.")] = None,
) -> None:
    """Learn an unknown look from the screen, or from screenshots, and keep it as a skin."""
    from autoplay.vision.learn import SHEET_NAME, Lesson, save_pack
    from autoplay.vision.pictures import load_picture
    from autoplay.vision.reader import Reader

    if pictures:
        frames = [load_picture(path) for path in pictures]
    else:
        from autoplay.desktop.capture import MssScreen

        frames = [MssScreen().grab(_parse_region(region))]
    lesson, reader = Lesson(), Reader([])
    for frame in frames:
        lesson.add(frame, reader.read(frame))
    pack = save_pack(lesson, name)
    _complain(f"look at {pack / SHEET_NAME}; if a name is wrong, delete that picture or the pack")
    typer.echo(str(pack))


@app.command()
def replay(
    journal: Annotated[Path, typer.Argument(metavar="JOURNAL", help="A file that play wrote.")],
    *,
    delay: Annotated[float, typer.Option(min=0.0, help="Seconds to show each step.")] = 0.3,
) -> None:
    """Show a recorded game again, step by step."""
    from autoplay.replay import show

    show(journal, delay)


@app.command()
def doctor(*, as_json: Json = False) -> None:
    """Say whether this machine's screen, session and permissions suit the player."""
    from autoplay.doctor import examine

    findings = examine()
    suitable = all(finding.good for finding in findings if finding.needed)
    if as_json:
        _print_json({"suitable": suitable, "findings": [f.to_json() for f in findings]})
    else:
        for finding in findings:
            mark = "ok" if finding.good else "NO" if finding.needed else "--"
            typer.echo(f"{mark:<3} {finding.name:<8} {finding.text}")
    raise typer.Exit(ExitCode.DONE if suitable else ExitCode.ENVIRONMENT)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code; an error is one line on stderr."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    words = [word for word in words if word != "--debug"]
    _add_later_commands(words)
    try:
        code = app(words, prog_name="autoplay", standalone_mode=False)
    except (KeyboardInterrupt, typer.Abort):
        code = _fail("stopped by Ctrl-C", ExitCode.STOPPED)
    except AutoplayError as error:
        if debug:
            raise
        code = _fail(str(error), error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        code = ExitCode.DONE
    except Exception as error:
        # Typer's own errors, of which none is public, tell their text by this method.
        usage = getattr(error, "format_message", None)
        if usage is None and debug:
            raise
        if usage is None:
            text = (
                f"something went wrong inside ({type(error).__name__}: {error}); --debug shows it"
            )
            code = _fail(text, 1)
        else:
            code = _fail(f"{usage()} 'autoplay --help' lists what there is", ExitCode.BAD_INPUT)
    # Typer turns an interrupt that it sees itself into the shell's number for one.
    sys.exit(ExitCode.STOPPED if code == 130 else int(code or 0))


def _add_later_commands(words: Sequence[str]) -> None:
    command = next((word for word in words if not word.startswith("-")), None)
    for name, place in _LATER.items():
        if command in (name, None):
            module, function = place.split(":")
            app.command(name)(getattr(importlib.import_module(module), function))


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
            _print_json(result.to_json())
        else:
            typer.echo(result_text(result))
        if result.error is not None:
            raise result.error


def _preview(screen: Any, pointer: Any, settings: Any, *, as_json: bool) -> None:
    from autoplay.answers import move_text, reading_json
    from autoplay.console import say
    from autoplay.desktop.clock import SystemClock
    from autoplay.player.assembly import habits_of, real_reader, real_solver
    from autoplay.player.journal import move_to_json
    from autoplay.player.observer import Observers
    from autoplay.player.player import Player

    player = Player(
        screen,
        pointer,
        SystemClock(),
        real_reader(),
        real_solver(),
        habits_of,
        Observers(),
        settings,
    )
    reading, plan, total = player.preview()
    if as_json:
        moves = [move_to_json(move) for move in plan.moves]
        _print_json({**reading_json(reading), "mines_total": total.value, "moves": moves})
        return
    say(f"{reading.board.cols}x{reading.board.rows} ({reading.skin}); {total}")
    for move in plan.moves:
        typer.echo(move_text(move))


def _read_picture(path: Path, skin: str | None) -> Reading:
    from autoplay.player.assembly import real_reader
    from autoplay.vision.pictures import load_picture

    return real_reader().read(load_picture(path), skin)


def _known_skin(name: str | None) -> str | None:
    """Return the name; raises InputError, naming the skins there are, for one that is not."""
    if name is not None:
        from autoplay.vision.skins import load_skin

        load_skin(name)
    return name


def _parse_region(text: str | None) -> Region | None:
    if text is None:
        return None
    from autoplay.geometry import Region

    try:
        x, y, w, h = (int(part) for part in text.split(","))
    except ValueError:
        raise InputError(
            f"--region {text!r} is not X,Y,W,H in pixels, such as 0,0,800,600"
        ) from None
    if w <= 0 or h <= 0:
        raise InputError(f"--region {text!r} is empty; its last two numbers are width and height")
    return Region(x, y, w, h)


def _open_new(path: Path) -> Any:
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from error


def _print_json(value: object) -> None:
    typer.echo(json.dumps(value))


def _complain(text: str) -> None:
    typer.echo(f"autoplay: {' '.join(text.split())}", err=True)


def _fail(text: str, code: int) -> int:
    _complain(text)
    return int(code)
