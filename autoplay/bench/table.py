"""The figures of many contests as a markdown table or as JSON objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autoplay.bench.contest import Contest
    from autoplay.bench.summary import Summary

HEAD = (
    "bot", "level", "rule", "first click", "win rate", "95 % interval", "games", "ms a game",
    "guesses", "opened when lost",
)  # fmt: skip
_TEXT_COLUMNS = 4


def markdown(rows: list[tuple[Contest, Summary]]) -> str:
    """Return the table, one line a contest; guesses with their standard deviation."""
    lines = [HEAD, *(_line(contest, summary) for contest, summary in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    rule = tuple(
        "-" * width if column < _TEXT_COLUMNS else "-" * (width - 1) + ":"
        for column, width in enumerate(widths)
    )
    lines.insert(1, rule)
    return "\n".join(_format(line, widths) for line in lines) + "\n"


def json_object(contest: Contest, summary: Summary) -> dict[str, object]:
    """Return one contest as the object that ``--json`` prints."""
    low, high = summary.interval
    return {
        "bot": contest.bot,
        "level": contest.level.name,
        "rule": contest.rule.value,
        "first": contest.first.name,
        "games": summary.games,
        "won": summary.won,
        "win_rate": round(summary.win_rate, 6),
        "ci95": [round(low, 6), round(high, 6)],
        "seconds_per_game": round(summary.seconds.mean, 6),
        "guesses_per_game": round(summary.guesses.mean, 4),
        "guesses_deviation": round(summary.guesses.deviation, 4),
        "opened_when_lost": round(summary.opened.mean, 4) if summary.opened.count else None,
    }


def _line(contest: Contest, summary: Summary) -> tuple[str, ...]:
    low, high = summary.interval
    opened = f"{100 * summary.opened.mean:.1f} %" if summary.opened.count else "-"
    return (
        contest.bot,
        contest.level.name,
        contest.rule.value,
        contest.first.name,
        f"{100 * summary.win_rate:.2f} %",
        f"{100 * low:.2f}-{100 * high:.2f}",
        str(summary.games),
        f"{1000 * summary.seconds.mean:.1f}",
        f"{summary.guesses.mean:.2f} ± {summary.guesses.deviation:.2f}",
        opened,
    )


def _format(line: tuple[str, ...], widths: list[int]) -> str:
    cells = [
        text.ljust(width) if column < _TEXT_COLUMNS else text.rjust(width)
        for column, (text, width) in enumerate(zip(line, widths, strict=True))
    ]
    return "| " + " | ".join(cells) + " |"
