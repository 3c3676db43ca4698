"""The table as a picture: win rates with their intervals, one group of bars a level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoplay.errors import UnsuitableMachineError

if TYPE_CHECKING:
    from pathlib import Path

    from autoplay.bench.contest import Contest
    from autoplay.bench.summary import Summary


def plot(rows: list[tuple[Contest, Summary]], path: Path) -> None:
    """Draw the win rates into a picture file; its suffix decides the format.

    Raises UnsuitableMachineError where matplotlib is missing.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise UnsuitableMachineError(
            "--plot needs matplotlib; install it with: pip install 'autoplay[plots]'"
        ) from None

    several_first_moves = len({contest.first for contest, _ in rows}) > 1

    def label(contest: Contest) -> str:
        return f"{contest.bot}, {contest.first.name}" if several_first_moves else contest.bot

    levels = list(dict.fromkeys(contest.level.name for contest, _ in rows))
    labels = list(dict.fromkeys(label(contest) for contest, _ in rows))
    figure = Figure(figsize=(max(6.0, 2.2 * len(levels) + 2), 4.5), layout="constrained")
    axes = figure.subplots()
    width = 0.8 / len(labels)
    for index, name in enumerate(labels):
        chosen = [(c, s) for c, s in rows if label(c) == name]
        x = [levels.index(c.level.name) + (index + 0.5) * width - 0.4 for c, _ in chosen]
        rates = [100 * s.win_rate for _, s in chosen]
        below = [100 * (s.win_rate - s.interval[0]) for _, s in chosen]
        above = [100 * (s.interval[1] - s.win_rate) for _, s in chosen]
        axes.bar(x, rates, width * 0.92, yerr=[below, above], capsize=2, label=name)
    axes.set_xticks(range(len(levels)), levels)
    axes.set_ylabel("games won, % (bars: 95 % interval)")
    axes.set_ylim(0, 100)
    axes.grid(axis="y", alpha=0.3)
    axes.set_axisbelow(True)
    axes.legend(fontsize="small")
    figure.savefig(path, dpi=110)
