"""The commands about pictures and positions: read, solve, learn."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 (typer reads the annotations)
from typing import TYPE_CHECKING, Annotated

import typer

from autoplay.commands.options import (
    Json,
    Mines,
    SkinName,
    complain,
    known_skin,
    parse_region,
    print_json,
)
from autoplay.errors import AutoplayError, InputError

if TYPE_CHECKING:
    from autoplay.vision.reading import Reading


def read(
    pictures: Annotated[list[Path], typer.Argument(metavar="PICTURE...", help="Screenshots.")],
    *,
    skin: SkinName = None,
    as_json: Json = False,
) -> None:
    """Read the board in saved screenshots."""
    from autoplay.answers import reading_json, reading_text

    skin = known_skin(skin)
    first_error = 0
    for path in pictures:
        try:
            reading = _read_picture(path, skin)
        except AutoplayError as error:
            first_error = first_error or int(error.exit_code)
            complain(f"{path}: {error}" if str(path) not in str(error) else str(error))
            if as_json:
                print_json({"found": False, "reason": str(error)})
            continue
        if as_json:
            print_json(reading_json(reading))
        else:
            typer.echo(reading_text(str(path), reading), nl=False)
    raise typer.Exit(first_error)


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
            complain(f"{name}: {error}" if name not in str(error) else str(error))
            if as_json:
                print_json({"error": str(error)})
            continue
        if as_json:
            print_json(solution.to_json())
        else:
            typer.echo(solution.to_text())
    raise typer.Exit(first_error)


def learn(
    pictures: Annotated[
        list[Path] | None, typer.Argument(metavar="[PICTURE...]", help="Screenshots of one look.")
    ] = None,
    *,
    name: Annotated[str, typer.Option(help="What the new skin is called.")] = "learnt",
    region: Annotated[str | None, typer.Option(help="Part of the screen: X,Y,W,H.")] = None,
) -> None:
    """Learn an unknown look from the screen, or from screenshots, and keep it as a skin."""
    from autoplay.vision.packs.learn import SHEET_NAME, Lesson, save_pack
    from autoplay.vision.pixels.pictures import load_picture
    from autoplay.vision.reader import Reader

    if pictures:
        frames = [load_picture(path) for path in pictures]
    else:
        from autoplay.desktop.capture import MssScreen

        frames = [MssScreen().grab(parse_region(region))]
    lesson, reader = Lesson(), Reader([])
    for frame in frames:
        lesson.add(frame, reader.read(frame))
    pack = save_pack(lesson, name)
    complain(f"look at {pack / SHEET_NAME}; if a name is wrong, delete that picture or the pack")
    typer.echo(str(pack))


def _read_picture(path: Path, skin: str | None) -> Reading:
    from autoplay.player.assembly import real_reader
    from autoplay.vision.pixels.pictures import load_picture

    return real_reader().read(load_picture(path), skin)
