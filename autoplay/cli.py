"""The command line: which command there is, where it lives, and how an error leaves it."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from autoplay.commands.options import complain
from autoplay.errors import AutoplayError, ExitCode
from autoplay.notices import noticed

if TYPE_CHECKING:
    from collections.abc import Sequence

app = typer.Typer(
    help=(
        "Find a running Minesweeper window, read it, solve it, and click until it is won. "
        "Move the pointer, or press Ctrl-C, to stop."
    ),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

COMMANDS = {
    "play": "autoplay.commands.playing",
    "demo": "autoplay.commands.playing",
    "read": "autoplay.commands.reading",
    "solve": "autoplay.commands.reading",
    "practice": "autoplay.commands.playing",
    "bench": "autoplay.bench.command",
    "learn": "autoplay.commands.reading",
    "replay": "autoplay.commands.playing",
    "doctor": "autoplay.commands.machine",
}
"""The module of each command, whose function has the command's name."""


@app.callback()
def autoplay(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
) -> None:
    """Parse what goes before the command."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code; an error is one line on stderr."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    words = [word for word in words if word != "--debug"]
    try:
        _add_commands(words)
        with noticed() as notices:
            code = app(words, prog_name="autoplay", standalone_mode=False)
            if not code:
                notices.deliver()
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


def _add_commands(words: Sequence[str]) -> None:
    """Add the command that is named, all of them where none is: importing all takes long."""
    named = next((word for word in words if not word.startswith("-")), None)
    for name in [named] if named in COMMANDS else COMMANDS:
        app.command(name)(getattr(importlib.import_module(COMMANDS[name]), name))


def _fail(text: str, code: int) -> int:
    complain(text)
    return int(code)
