import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.replicates import ReplicateGroups, find_replicates

MOLECULES = Molecules.of(parse_molecule(smiles) for smiles in ("CCO", "O", "C"))
HALF = [(0, 0.5), (1, 0.5)]


def groups_of(*groups: int) -> ReplicateGroups:
    return ReplicateGroups(np.array(groups, dtype=np.int64), np.unique(groups, return_index=True)[1])


def test_no_rows() -> None:
    groups = find_replicates(Mixtures.from_rows(MOLECULES, []))
    assert groups.group.shape == groups.first.shape == (0,)
    assert groups.mean(np.array([])).shape == (0,)
    assert groups.spread(np.array([])).shape == (0,)
    assert groups.pooled_sd(np.array([])) is None


def test_one_row_has_no_noise_floor_and_not_one_of_0() -> None:
    groups = find_replicates(Mixtures.from_rows(MOLECULES, [HALF]))
    assert groups.group.tolist() == [0]
    assert groups.mean(np.array([3.0])).tolist() == [3.0]
    assert groups.spread(np.array([3.0])).tolist() == [0.0]
    assert groups.pooled_sd(np.array([3.0])) is None


def test_mean_spread_and_pooled_standard_deviation_by_hand() -> None:
    """Deviations: (-1, 1), (-1, -1, 2), (0): sqrt((2 + 6) / (1 + 2)) = 1.63299."""
    groups, value = groups_of(0, 1, 0, 1, 1, 2), np.array([1.0, 10.0, 3.0, 10.0, 13.0, 7.0])
    np.testing.assert_allclose(groups.mean(value), [2.0, 11.0, 7.0])
    np.testing.assert_allclose(groups.spread(value), [2.0, 3.0, 0.0])
    assert groups.pooled_sd(value) == pytest.approx(np.sqrt(8 / 3), rel=1e-12)


def test_replicates_that_agree_have_a_noise_floor_of_0() -> None:
    assert groups_of(0, 0).pooled_sd(np.array([4.0, 4.0])) == 0.0


@settings(max_examples=30)
@given(st.lists(st.floats(-100, 100), min_size=2, max_size=8), st.floats(-1e3, 1e3), st.floats(0.01, 100))
def test_the_noise_floor_is_the_sample_standard_deviation_and_scales(
    values: list[float], shift: float, scale: float
) -> None:
    value, groups = np.array(values), groups_of(*[0] * len(values))
    floor = groups.pooled_sd(value)
    assert floor == pytest.approx(np.std(value, ddof=1), rel=1e-9, abs=1e-9)
    assert groups.pooled_sd(scale * value + shift) == pytest.approx(scale * floor, rel=1e-6, abs=1e-6)


def test_rows_repeat_each_other_only_in_every_respect() -> None:
    rows = [HALF, HALF, [(0, 0.501), (1, 0.499)], [(0, 0.5), (2, 0.5)], HALF, HALF, HALF]
    mixtures = Mixtures.from_rows(
        MOLECULES,
        rows,
        temperature_k=[300.0, 300.0, 300.0, 300.0, 300.01, 300.0, 300.0 + 1e-9],
        solute=[2, 2, 2, 2, 2, 1, 2],
    )
    groups = find_replicates(mixtures)
    np.testing.assert_array_equal(groups.group, [0, 0, 1, 2, 3, 4, 0])
    np.testing.assert_array_equal(groups.first, [0, 2, 3, 4, 5])


def test_a_prefix_is_no_replicate() -> None:
    rows = [[(0, 1.0)], HALF, [(0, 0.5), (1, 0.25), (2, 0.25)]]
    assert find_replicates(Mixtures.from_rows(MOLECULES, rows)).group.tolist() == [0, 1, 2]


def test_stereo_isomers_are_never_averaged_even_where_they_group_as_one() -> None:
    butenes = Molecules.of((parse_molecule(smiles) for smiles in ("C/C=C/C", "C/C=C\\C")), "drop")
    assert find_replicates(Mixtures.pure(butenes, [0, 1])).group.tolist() == [0, 1]


@settings(max_examples=40)
@given(st.data())
def test_groups_equal_those_of_one_row_after_another(data: st.DataObject) -> None:
    entry = st.tuples(st.integers(0, 2), st.sampled_from([0.25, 0.2504, 0.5, 0.75, 1.0]))
    rows = data.draw(st.lists(st.lists(entry, min_size=1, max_size=3), max_size=8))
    kelvins = st.sampled_from([300.0, 300.0 + 1e-9, 300.00001])
    temperature = data.draw(st.none() | st.lists(kelvins, min_size=len(rows), max_size=len(rows)))
    solute = data.draw(st.none() | st.lists(st.integers(0, 2), min_size=len(rows), max_size=len(rows)))
    keys = [
        (
            tuple((component, round(1000 * fraction)) for component, fraction in row),
            None if temperature is None else round(temperature[i] * 1e6),
            None if solute is None else solute[i],
        )
        for i, row in enumerate(rows)
    ]
    groups = find_replicates(Mixtures.from_rows(MOLECULES, rows, temperature, solute))
    distinct = list(dict.fromkeys(keys))
    assert groups.group.tolist() == [distinct.index(key) for key in keys]
    assert groups.first.tolist() == [keys.index(key) for key in distinct]
