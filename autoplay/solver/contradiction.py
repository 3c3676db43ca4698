"""When nothing agrees: name the fewest numbers that cannot hold together."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from autoplay.errors import ContradictionError
from autoplay.solver.reference import Counts, Elimination, components_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autoplay.board import Board
    from autoplay.solver.constraints import Constraint, Puzzle
    from autoplay.solver.totals import Totals

MAX_TRIALS = 4000
"""Sets of numbers tried for one smaller than what leaving out one at a time has found."""


class ConflictError(ContradictionError):
    """No layout of mines agrees; `cells` says which numbers (row, col) are to blame.

    cells: a smallest set of opened cells that cannot hold together; empty where the mine total
        alone does not fit the board.
    """

    def __init__(self, text: str, cells: tuple[tuple[int, int], ...]) -> None:
        super().__init__(text)
        self.cells = cells


def conflict(board: Board, puzzle: Puzzle, totals: Totals) -> ConflictError:
    """Return the error for a position without a layout.

    totals: mines among the unknown cells, as the counting had them.
    """
    blamed, by_total = _to_blame(puzzle, totals)
    cells = tuple(divmod(c.source, board.cols) for c in blamed)
    names = [f"the {int(board.cells[row, col])} at row {row}, col {col}" for row, col in cells]
    if len(names) > 5:
        names = [*names[:4], f"{len(names) - 4} other numbers"]
    if by_total:
        low, high = totals.low + puzzle.shown, totals.high + puzzle.shown
        names.append(f"a total of {low if low == high else f'{low} to {high}'} mines")
    if not cells:
        text = f"{names[0]} does not fit the {len(puzzle.unknown)} unopened cells"
    elif len(names) == 1:
        text = f"{names[0]} cannot be true of the cells beside it"
    else:
        text = f"{', '.join(names[:-1])} and {names[-1]} cannot hold together"
    return ConflictError(text + "; check the reading or the numbers", cells)


def _to_blame(puzzle: Puzzle, totals: Totals) -> tuple[list[Constraint], bool]:
    """Return the constraints of a smallest conflict, and whether the total has a part in it."""
    for constraint in puzzle.constraints:
        if not 0 <= constraint.mines <= len(constraint.cells):
            return [constraint], False
    inconsistent = [
        constraints for constraints, counts in _components(puzzle.constraints) if not counts
    ]
    if inconsistent:
        return min((_smallest(constraints) for constraints in inconsistent), key=len), False
    return _against_total(puzzle, totals), True


def _smallest(constraints: list[Constraint]) -> list[Constraint]:
    """Find the fewest constraints of a contradictory component that contradict each other.

    Leaving out one at a time, as long as the rest still contradicts itself, ends with a set that
    has no smaller one inside. A smaller one elsewhere must hang together by shared cells, so
    try the connected sets by size.
    """
    irreducible = _left_out(constraints)
    trials = 0
    for size in range(2, len(irreducible)):
        for chosen in _connected(constraints, size):
            trials += 1
            if trials > MAX_TRIALS:
                return irreducible
            if not _consistent(chosen):
                return chosen
    return irreducible


def _left_out(constraints: list[Constraint]) -> list[Constraint]:
    kept = list(constraints)
    # Halves first: what is to blame is small against a big component.
    step = len(kept) // 2
    while step >= 1:
        at = 0
        while at < len(kept):
            rest = kept[:at] + kept[at + step :]
            if rest and not _consistent(rest):
                kept = rest
            else:
                at += step
        step //= 2
    return kept


def _consistent(constraints: Sequence[Constraint]) -> bool:
    return all(counts for _, counts in _components(constraints))


def _connected(constraints: list[Constraint], size: int) -> Iterator[list[Constraint]]:
    """Yield each set of constraints that hangs together, once."""
    touching: dict[int, set[int]] = defaultdict(set)
    for i, constraint in enumerate(constraints):
        for cell in constraint.cells:
            touching[cell].add(i)
    near = [set().union(*(touching[c] for c in k.cells)) - {i} for i, k in enumerate(constraints)]

    # A set grows from its lowest member; a neighbour passed over is not taken up again below.
    def grow(chosen: list[int], edge: set[int], barred: set[int]) -> Iterator[list[Constraint]]:
        if len(chosen) == size:
            yield [constraints[i] for i in chosen]
            return
        barred = set(barred)
        for i in sorted(edge):
            barred.add(i)
            yield from grow([*chosen, i], (edge | near[i]) - barred, barred)

    for i in range(len(constraints)):
        lower = set(range(i + 1))
        yield from grow([i], near[i] - lower, lower)


def _against_total(puzzle: Puzzle, totals: Totals) -> list[Constraint]:
    """Find few constraints that, alone consistent, leave no room for the mine total."""
    cells = len(puzzle.unknown)

    # Take the components that force most mines, or most free cells, until the total is out of
    # reach; then leave out what is not needed.
    parts = _components(puzzle.constraints)
    by_mines = sorted(parts, key=lambda part: -min(part[1]))
    by_free = sorted(parts, key=lambda part: max(part[1]) - len(_cells(part[0])))
    candidates = []
    for order in (by_mines, by_free):
        for end in range(len(order) + 1):
            taken = [constraint for part, _ in order[:end] for constraint in part]
            if not _reachable(taken, cells, totals):
                candidates.append(taken)
                break
    kept = min(candidates, key=len)
    for constraint in list(kept):
        rest = [other for other in kept if other is not constraint]
        if not _reachable(rest, cells, totals):
            kept = rest
    return kept


def _reachable(constraints: Sequence[Constraint], unknown: int, totals: Totals) -> bool:
    reach = {0}
    for _, counts in _components(constraints):
        reach = {a + b for a in reach for b in counts}
    free = unknown - len(_cells(constraints))
    return any(m <= totals.high and m + free >= totals.low for m in reach)


def _components(constraints: Sequence[Constraint]) -> list[tuple[list[Constraint], Counts]]:
    """Split constraints into components, each with its layouts by mines."""
    parts = []
    for groups in components_of(constraints):
        indices = sorted({i for group in groups for i in group.constraints})
        counts = Elimination(groups, constraints).counts
        parts.append(([constraints[i] for i in indices], counts))
    return parts


def _cells(constraints: Sequence[Constraint]) -> set[int]:
    return set().union(*(constraint.cells for constraint in constraints))
