"""A lattice is fitted to patches that have one, and to no others."""

import numpy as np
import pytest

from autoplay.vision.lattices.patch_lattice import fit_lattice
from autoplay.vision.pixels.patches import Patches


def patches_at(cx: np.ndarray, cy: np.ndarray) -> Patches:
    size = np.full(len(cx), 20.0)
    index = np.arange(len(cx))
    return Patches(np.zeros((1, 1), np.int32), cx, cy, size, size, index)


def neighbours(rows: int, cols: int) -> tuple[np.ndarray, np.ndarray]:
    """Number the patches to the right and below, -1 where there is none."""
    index = np.arange(rows * cols).reshape(rows, cols)
    right = np.pad(index[:, 1:], ((0, 0), (0, 1)), constant_values=-1)
    down = np.pad(index[1:], ((0, 1), (0, 0)), constant_values=-1)
    return right.ravel(), down.ravel()


def test_pitch_and_phase_are_those_of_the_patches() -> None:
    row, col = np.divmod(np.arange(48), 8)
    members = np.arange(48)
    lattice = fit_lattice(patches_at(7 + 24.5 * col, 9 + 23.25 * row), members, *neighbours(6, 8))
    assert lattice is not None
    x, pitch_x, y, pitch_y = lattice
    assert (pitch_x, pitch_y) == pytest.approx((24.5, 23.25), abs=0.02)
    assert (x % pitch_x, y % pitch_y) == pytest.approx((7, 9), abs=0.1)


def test_where_no_distance_is_the_usual_one_there_is_no_lattice() -> None:
    """Three patches lie far apart, and as many in two places near each other."""
    steps = np.array([18.0, 18.0, 25.9, 25.9, 100.0, 120.0, 140.0, 160.0, 180.0])
    cx = np.concatenate([[0.0], steps.cumsum()])
    members = np.arange(len(cx))
    right = np.append(members[1:], -1)
    assert fit_lattice(patches_at(cx, 24.0 * members), members, right, right) is None
