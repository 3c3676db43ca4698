"""The command about this machine: doctor."""

from __future__ import annotations

import typer

from autoplay.commands.options import Json, print_json
from autoplay.errors import ExitCode


def doctor(*, as_json: Json = False) -> None:
    """Say whether this machine's screen, session and permissions suit the player."""
    from autoplay.doctor import examine

    findings = examine()
    suitable = all(finding.good for finding in findings if finding.needed)
    if as_json:
        print_json({"suitable": suitable, "findings": [f.to_json() for f in findings]})
    else:
        for finding in findings:
            mark = "ok" if finding.good else "NO" if finding.needed else "--"
            typer.echo(f"{mark:<3} {finding.name:<8} {finding.text}")
    raise typer.Exit(ExitCode.DONE if suitable else ExitCode.ENVIRONMENT)
