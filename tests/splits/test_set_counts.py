import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.splits.set_counts import Grouping, SetMembers


def members_of(sets: list[list[int]]) -> SetMembers:
    return SetMembers(np.repeat(np.arange(len(sets)), [len(each) for each in sets]), np.concatenate(sets))


def recount(sets: list[list[int]], weight: np.ndarray, group: np.ndarray, n_groups: int) -> list[int]:
    """Weight of the whole sets in each group, the plain way."""
    return [
        sum(int(w) for each, w in zip(sets, weight, strict=True) if set(group[each]) == {g}) for g in range(n_groups)
    ]


def test_counts_by_hand() -> None:
    # Groups {0, 1} and {2, 3}; sets 01 and 23 are whole, 02 and 123 are not.
    sets = [[0, 1], [2, 3], [0, 2], [1, 2, 3]]
    counts = Grouping(members_of(sets), np.array([0, 0, 1, 1]), 2).count(np.array([1, 1, 1, 1]))
    assert counts.now.tolist() == [1, 1]
    assert counts.lost.tolist() == [1, 1, 1, 1]
    of_one, of_other = counts.after_swaps(np.array([0, 1]), np.array([2, 3]))
    # Swapping 1 and 2 gives {0, 2}, {1, 3}: only set 02 is whole.
    assert (of_one[1, 0], of_other[1, 0]) == (1, 0)
    # Swapping 0 and 2 gives {2, 1}, {0, 3}: none is whole, though 02 was one molecule away on both sides.
    assert (of_one[0, 0], of_other[0, 0]) == (0, 0)


@settings(max_examples=30)
@given(seed=st.integers(0, 10_000), n_groups=st.integers(2, 5))
def test_every_swap_is_as_recounted(seed: int, n_groups: int) -> None:
    rng = np.random.default_rng(seed)
    n_molecules = int(rng.integers(n_groups, 10))
    sizes = rng.integers(2, min(n_molecules, 4) + 1, size=12)
    sets = [sorted(rng.choice(n_molecules, size, replace=False).tolist()) for size in sizes]
    sets[0] = [0, n_molecules - 1]
    weight = rng.integers(1, 9, size=len(sets))
    group = rng.permutation(np.arange(n_molecules) % n_groups)
    counts = Grouping(members_of(sets), group, n_groups).count(weight)
    assert counts.now.tolist() == recount(sets, weight, group, n_groups)
    for chosen in range(n_groups):
        one, other = np.flatnonzero(group == chosen), np.flatnonzero(group != chosen)
        of_one, of_other = counts.after_swaps(one, other)
        for i, a in enumerate(one):
            for j, b in enumerate(other):
                swapped = group.copy()
                swapped[[a, b]] = group[[b, a]]
                expected = recount(sets, weight, swapped, n_groups)
                assert (of_one[i, j], of_other[i, j]) == (expected[group[a]], expected[group[b]])
