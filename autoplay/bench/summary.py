"""What many games say together, without keeping any of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

Z95 = 1.959963984540054
"""How many deviations of a normal distribution hold 95 % of it."""


def wilson(won: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a win rate, 0 to 1; (0, 1) where nothing was played.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22 (1927).
    """
    if games == 0:
        return 0.0, 1.0
    rate = won / games
    scale = 1.0 + Z95**2 / games
    middle = (rate + Z95**2 / (2 * games)) / scale
    half = Z95 / scale * math.sqrt(rate * (1.0 - rate) / games + Z95**2 / (4 * games**2))
    # At 0 and 1 the interval ends at the rate, which roundings would miss by a little.
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))


@dataclass(slots=True)
class Spread:
    """Mean and deviation of a stream of values.

    Source: B. P. Welford, "Note on a method for calculating corrected sums of squares and
    products", Technometrics 4 (1962).
    """

    count: int = 0
    mean: float = 0.0
    _squares: float = 0.0

    def add(self, value: float) -> None:
        """Take one more value in."""
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self._squares += step * (value - self.mean)

    @property
    def deviation(self) -> float:
        """Standard deviation of the values (sample), 0 for fewer than two."""
        return math.sqrt(self._squares / (self.count - 1)) if self.count > 1 else 0.0


@dataclass(slots=True)
class Summary:
    """The figures of one row of the table.

    seconds, guesses: of all games; opened: share of free cells opened, of the lost games only.
    """

    won: int = 0
    seconds: Spread = field(default_factory=Spread)
    guesses: Spread = field(default_factory=Spread)
    opened: Spread = field(default_factory=Spread)

    def add(self, *, won: bool, guesses: int, seconds: float) -> None:
        """Take one more game in."""
        self.won += won
        self.guesses.add(guesses)
        self.seconds.add(seconds)

    @property
    def games(self) -> int:
        """Number of games."""
        return self.guesses.count

    @property
    def win_rate(self) -> float:
        """Share of games won, 0 to 1; 0 where nothing was played."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson 95 % interval of the win rate."""
        return wilson(self.won, self.games)
