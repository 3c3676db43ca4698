"""What keeping the counts of unchanged components between two moves could save at most.

    python -m tests.benchmarks.solver_reuse --games 20

Plays games by certain cells and least risk. At every move the analysis is timed on the whole
board and on those components alone that the last move changed: the second is what reuse would
leave to do, if finding out what is unchanged cost nothing.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from autoplay.board import Board, Cell, GameState
from autoplay.game.engine import Game
from autoplay.game.level import Level
from autoplay.game.rules import Rule
from autoplay.solver import analyse
from autoplay.solver.constraints import Puzzle, puzzle_of

Part = frozenset[tuple[frozenset[int], int]]


def components(puzzle: Puzzle) -> dict[Part, set[int]]:
    """Return the components, as sets of (cells, mines), and the numbers that they rest on."""
    groups: list[tuple[set[int], set[int]]] = []
    for i, constraint in enumerate(puzzle.constraints):
        cells, members = set(constraint.cells), {i}
        if not cells:
            continue
        rest = []
        for group in groups:
            if group[0] & cells:
                cells |= group[0]
                members |= group[1]
            else:
                rest.append(group)
        groups = [*rest, (cells, members)]
    return {
        frozenset((puzzle.constraints[i].cells, puzzle.constraints[i].mines) for i in members): {
            puzzle.constraints[i].source for i in members
        }
        for _, members in groups
    }


def without(board: Board, numbers: set[int]) -> Board:
    """Return the board with some numbers no longer read (a wrong flag says no number)."""
    cells = board.cells.copy()
    cells.flat[list(numbers)] = Cell.WRONG_FLAG
    return Board(cells, board.mines)


def seconds(board: Board) -> float:
    """Return the best of three times."""
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        analyse(board)
        times.append(time.perf_counter() - begin)
    return min(times)


def measure(level: Level, games: int, moves: int) -> None:
    """Play some moves of each game and print both times."""
    whole, left = [], []
    for seed in range(games):
        game, before = Game(level, Rule.OPEN, seed), set()
        game.open(level.rows // 2, level.cols // 2)
        for _ in range(moves):
            if game.state is not GameState.PLAYING:
                break
            board = game.view()
            now = components(puzzle_of(board))
            kept = set().union(*(now[part] for part in now.keys() & before), set())
            whole.append(seconds(board))
            left.append(seconds(without(board, kept)))
            before = set(now)
            analysis = analyse(board)
            places = np.argwhere(analysis.safe)
            if not len(places):
                risk = np.where(np.isnan(analysis.probability), 2.0, analysis.probability)
                places = np.argwhere(risk == risk.min())
            game.open(*places[0].tolist())
    both = 1000 * np.array([whole, left]).mean(axis=1)
    print(
        f"{level}: {len(whole)} moves; mean {both[0]:.3f} ms, changed components alone"
        f" {both[1]:.3f} ms: {both[1] / both[0]:.2f}"
    )


def main() -> None:
    """Measure two sizes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    args = parser.parse_args()
    measure(Level.parse("expert"), args.games, 500)
    measure(Level.parse("100x100/1500"), max(1, args.games // 5), 150)


if __name__ == "__main__":
    main()
