"""The neighbour arrays against their definition."""

import itertools

import pytest

from autoplay.solver.neighbours import neighbours_of


def beside(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a != b and abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 5), (4, 6), (7, 3)])
def test_neighbours_and_pairs(rows: int, cols: int) -> None:
    arrays = neighbours_of(rows, cols)
    places = list(itertools.product(range(rows), range(cols)))
    for cell, place in enumerate(places):
        near = {i for i, other in enumerate(places) if beside(place, other)}
        assert set(arrays.around[cell, : arrays.degree[cell]].tolist()) == near
        assert (arrays.around[cell, arrays.degree[cell] :] == -1).all()
    found = {}
    for row, length in zip(arrays.pairs.tolist(), arrays.lengths.tolist(), strict=True):
        found[row[0], row[1]] = set(row[2:length])
        assert len(found[row[0], row[1]]) == length - 2
    wanted = {}
    for (a, here), (b, there) in itertools.combinations(enumerate(places), 2):
        if beside(here, there):
            wanted[a, b] = {
                i
                for i, other in enumerate(places)
                if other not in (here, there) and beside(other, here) != beside(other, there)
            }
    assert found == wanted
