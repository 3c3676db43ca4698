"""What several commands share: their options, and how they print."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autoplay.errors import InputError

if TYPE_CHECKING:
    from autoplay.geometry import Region

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


def known_skin(name: str | None) -> str | None:
    """Return the name; raises InputError, naming the skins there are, for one that is not."""
    if name is not None:
        from autoplay.vision.packs.skins import load_skin

        load_skin(name)
    return name


def parse_region(text: str | None) -> Region | None:
    """Read X,Y,W,H; raises InputError where it is no such rectangle."""
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


def print_json(value: object) -> None:
    """Print one JSON object as one line on stdout."""
    typer.echo(json.dumps(value))


def complain(text: str) -> None:
    """Print one line on stderr."""
    typer.echo(f"autoplay: {' '.join(text.split())}", err=True)
