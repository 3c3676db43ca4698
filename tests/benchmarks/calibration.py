"""Is the confidence honest: of the cells read with 0.99, how many are right?"""

from __future__ import annotations

import itertools

import numpy as np

BINS = (0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.01)


class Calibration:
    """Gathers confidences with what came of them, and prints claimed against right."""

    def __init__(self) -> None:
        self._claimed: list[np.ndarray] = []
        self._right: list[np.ndarray] = []

    def add(self, confidence: np.ndarray, right: np.ndarray) -> None:
        """Take the cells of one board: two arrays of one shape."""
        self._claimed.append(confidence.ravel())
        self._right.append(right.ravel())

    def table(self) -> str:
        """One row a bin: cells, mean confidence claimed, share right."""
        if not self._claimed:
            return "no cells"
        claimed, right = np.concatenate(self._claimed), np.concatenate(self._right)
        lines = ["| confidence | cells | claimed | right |", "|---|---:|---:|---:|"]
        for low, high in itertools.pairwise(BINS):
            chosen = (claimed >= low) & (claimed < high)
            if chosen.any():
                lines.append(
                    f"| {low:.2f} to {min(high, 1):.2f} | {chosen.sum()} "
                    f"| {claimed[chosen].mean():.4f} | {right[chosen].mean():.4f} |"
                )
        return "\n".join(lines)
