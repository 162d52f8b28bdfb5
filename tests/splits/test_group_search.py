from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.splits.group_search import swap_while_it_helps
from azeotrope.splits.set_counts import SetMembers


def members_of(sets: list[tuple[int, ...]]) -> SetMembers:
    return SetMembers(np.repeat(np.arange(len(sets)), [len(each) for each in sets]), np.concatenate(sets))


def whole(sets: list[tuple[int, ...]], rows: np.ndarray, group: np.ndarray, n_groups: int) -> np.ndarray:
    """Number of whole sets and of their rows in each group, shape `(2, g)`."""
    inside = [[set(group[list(each)]) == {g} for each in sets] for g in range(n_groups)]
    return np.array([np.sum(inside, axis=1), np.array(inside) @ rows])


def test_planted_groups_are_found() -> None:
    planted = [range(4), range(4, 8), range(8, 12)]
    sets = [pair for group in planted for pair in combinations(group, 2)]
    rows = np.full(len(sets), 10)
    found = swap_while_it_helps(members_of(sets), rows, np.arange(12) % 3, 3)
    assert [len(set(found[list(group)])) for group in planted] == [1, 1, 1]
    assert sorted(np.bincount(found)) == [4, 4, 4]


def test_the_start_is_left_alone_where_no_swap_helps() -> None:
    start = np.array([0, 0, 1, 1])
    found = swap_while_it_helps(members_of([(0, 1), (2, 3)]), np.array([30, 30]), start, 2)
    assert found.tolist() == [0, 0, 1, 1]
    assert found is not start


def test_richer_groups_improve_though_the_poorest_cannot() -> None:
    # No set has a member in the first group; 8 belongs to 3 and 4, and 5 to 6 and 7.
    sets = [(3, 4), (3, 8), (4, 8), (6, 7), (5, 6), (5, 7)]
    found = swap_while_it_helps(members_of(sets), np.full(6, 10), np.repeat([0, 1, 2], 3), 3)
    assert found.tolist() == [0, 0, 0, 1, 1, 2, 2, 2, 1]


def test_enough_rows_go_before_more_sets() -> None:
    # Only 12 and 05 have many rows. To keep both whole, in different groups, costs a set: 04, 06 and 07 are none.
    sets = [pair for pair in combinations(range(8), 2) if pair not in {(0, 4), (0, 6), (0, 7)}]
    rows = np.array([30 if pair in {(1, 2), (0, 5)} else 1 for pair in sets])
    start = np.array([0, 0, 1, 0, 1, 0, 1, 1])
    assert whole(sets, rows, start, 2).tolist() == [[6, 6], [35, 6]]
    found = whole(sets, rows, swap_while_it_helps(members_of(sets), rows, start, 2), 2)
    assert sorted(found[0]) == [5, 6]
    assert found[1].min() >= 20


@settings(max_examples=30)
@given(seed=st.integers(0, 10_000))
def test_sizes_stay_and_no_swap_would_lift_the_poorest_group(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sets = [tuple(rng.choice(11, size=2, replace=False).tolist()) for _ in range(40)]
    rows = rng.integers(20, 30, size=len(sets))
    start = np.arange(11) % 3
    found = swap_while_it_helps(members_of(sets), rows, start, 3)
    assert np.bincount(found).tolist() == [4, 4, 3]
    poorest = whole(sets, rows, found, 3)[0].min()
    assert poorest >= whole(sets, rows, start, 3)[0].min()
    for a, b in combinations(range(11), 2):
        swapped = found.copy()
        swapped[[a, b]] = found[[b, a]]
        assert whole(sets, rows, swapped, 3)[0].min() <= poorest
