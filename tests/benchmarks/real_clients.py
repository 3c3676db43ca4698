"""Plays real programs on a private desktop and prints what came of it.

python -m tests.benchmarks.real_clients --games 20
python -m tests.benchmarks.real_clients --only kmines --games 2 --pictures OUT_FOLDER
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2

from autoplay.desktop.capture import MssScreen
from autoplay.desktop.clock import SystemClock
from autoplay.desktop.pointer import PyautoguiPointer
from autoplay.desktop.protocols import Button
from autoplay.geometry import Point
from autoplay.player.assembly import habits_of, real_reader, real_solver
from autoplay.player.journal import Journal
from autoplay.player.observer import Observers
from autoplay.player.plan import Place, Plan
from autoplay.player.player import Player, Settings
from autoplay.player.result import GameResult, Outcome, Phase
from autoplay.player.total import MineTotal
from autoplay.vision.reading import Reading
from tests.clients.stage import CLIENTS, Client, desktop, resting_place, running, wait_for_board


class WitnessedPointer(PyautoguiPointer):
    """The real pointer; keeps every click that was sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[Point] = []

    def click(self, point: Point, button: Button = Button.LEFT, hold: float = 0.0) -> None:
        """Click, and remember it."""
        self.sent.append(point)
        super().click(point, button, hold)


@dataclass
class Witness:
    """Keeps where the board was in each game, and a picture of each end."""

    client: Client
    screen: MssScreen
    pictures: Path | None
    boards: list[Reading] = field(default_factory=list)

    def started(self, reading: Reading, total: MineTotal) -> None:
        self.boards.append(reading)

    def planned(self, reading: Reading, plan: Plan) -> None:
        pass

    def lost(self, places: list[Place]) -> None:
        pass

    def note(self, text: str) -> None:
        print(f"  {self.client.name}: {text}", file=sys.stderr)

    def ended(self, reading: Reading | None, result: GameResult) -> None:
        if result.reason:
            self.note(f"{result.outcome.value}: {result.reason}")
        if self.pictures is not None:
            name = f"{self.client.name.replace(' ', '-')}-{len(self.boards)}"
            picture = self.pictures / f"{name}-{result.outcome.value}.png"
            cv2.imwrite(str(picture), self.screen.grab().pixels)


def watching(witness: Witness, clock: SystemClock) -> Observers:
    """Return the witness, with a journal beside its pictures where it takes any."""
    if witness.pictures is None:
        return Observers(witness)
    path = witness.pictures / f"{witness.client.name.replace(' ', '-')}.jsonl"
    return Observers(witness, Journal(path.open("w"), clock))


def play(client: Client, games: int, pictures: Path | None) -> None:
    """Play one client and print its line of the table."""
    screen, pointer, clock = MssScreen(), WitnessedPointer(), SystemClock()
    reader = real_reader()
    witness = Witness(client, screen, pictures)
    results: list[GameResult] = []
    with running(client) as program:
        pointer.move(resting_place())
        wait_for_board(client, screen, reader)
        player = Player(
            screen,
            pointer,
            clock,
            reader,
            real_solver(),
            habits_of,
            watching(witness, clock),
            Settings(games=games),
        )
        results += player.play()
        crashed = program.poll() is not None
    screen.close()
    outside = clicks_outside(pointer.sent, witness.boards)
    print(line(client, results, outside, crashed), flush=True)


def clicks_outside(sent: list[Point], readings: list[Reading]) -> int:
    """Count the clicks on none of the boards that were played, nor on the new-game face."""
    boards = [reading.grid.region for reading in readings]
    ways = [habits_of(reading.skin).new_game for reading in readings]
    faces = [way and way.point(r.grid) for way, r in zip(ways, readings, strict=True)]
    return sum(point not in faces and not any(point in board for board in boards) for point in sent)


def line(client: Client, results: list[GameResult], outside: int, crashed: bool) -> str:
    ends = Counter(result.outcome for result in results)
    certain = sum(result.on_certain for result in results)
    count = max(1, len(results))
    spent = [sum(r.phases[phase] for r in results) / count for phase in Phase]
    cells = [
        client.name,
        str(len(results)),
        str(ends[Outcome.WON]),
        str(ends[Outcome.LOST]),
        str(certain),
        f"{ends[Outcome.STOPPED] + crashed}",
        str(outside),
        str(sum(result.repeats for result in results)),
        f"{sum(result.seconds for result in results) / count:.2f}",
        *(f"{seconds:.3f}" for seconds in spent),
    ]
    return f"| {' | '.join(cells)} |"


HEAD = (
    "| client | games | won | lost | lost on certain | stuck | clicks outside | repeated "
    "| s/game | capture | read | decide | click | wait |"
)


def parse_options(description: str | None, games: int) -> argparse.Namespace:
    """Read the command line; games: how many each client plays where nothing is said."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--only", default="", help="clients whose name contains this")
    parser.add_argument("--pictures", type=Path, help="folder for a screenshot of each end")
    options = parser.parse_args()
    if options.pictures is not None:
        options.pictures.mkdir(parents=True, exist_ok=True)
    return options


def print_head() -> None:
    print(HEAD, flush=True)
    print(f"|---|{'---:|' * (HEAD.count('|') - 2)}", flush=True)


def installed(clients: Iterable[Client], only: str) -> Iterator[tuple[int, Client]]:
    """Yield the number and the client of those that are asked for and there."""
    for number, client in enumerate(clients):
        if only not in client.name:
            continue
        if client.path is None:
            print(f"skipped {client.name}: install {client.package}", file=sys.stderr)
            continue
        yield number, client


def main() -> None:
    options = parse_options(__doc__, 20)
    with desktop():
        print_head()
        for _, client in installed(CLIENTS, options.only):
            play(client, options.games, options.pictures)


if __name__ == "__main__":
    main()
