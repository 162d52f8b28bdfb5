from itertools import islice

import numpy as np
import pytest

from azeotrope.datasets.unifac_data import modified_unifac
from azeotrope.datasets.unifac_solvents import SOLVENTS
from azeotrope.datasets.unifac_systems import homogeneous_systems, is_homogeneous, simplex_grid

NAMES = ["ethanol", "acetone", "hexane", "chloroform", "acetonitrile", "N,N-dimethylformamide"]
CAS_NUMBERS = [SOLVENTS[name] for name in NAMES]


def homogeneous(*names: str, kelvin: float = 298.15) -> bool:
    return is_homogeneous(modified_unifac([SOLVENTS[name] for name in names]), [kelvin])


def named(order: list[int], size: int, seed: int) -> list[set[str]]:
    """Names of the homogeneous systems of the solvents in some order."""
    cas_numbers = [CAS_NUMBERS[i] for i in order]
    systems = homogeneous_systems(modified_unifac(cas_numbers), cas_numbers, size, [298.15], seed)
    return [{NAMES[order[i]] for i in system} for system in systems]


def test_grid_of_one_component_is_the_pure_one() -> None:
    np.testing.assert_array_equal(simplex_grid(1, 10), [[1.0]])


def test_grids_are_whole_steps_inside_the_simplex() -> None:
    np.testing.assert_allclose(simplex_grid(2, 4), [[0.25, 0.75], [0.5, 0.5], [0.75, 0.25]])
    np.testing.assert_allclose(simplex_grid(3, 4), [[0.25, 0.25, 0.5], [0.25, 0.5, 0.25], [0.5, 0.25, 0.25]])
    assert simplex_grid(3, 20).shape == (171, 3)
    np.testing.assert_allclose(simplex_grid(3, 20).sum(axis=1), 1)
    assert simplex_grid(3, 3).shape == (1, 3)
    assert simplex_grid(3, 2).shape == (0, 3)


@pytest.mark.parametrize(
    "names", [("ethanol", "water"), ("acetone", "water"), ("acetone", "hexane"), ("water", "methanol")]
)
def test_liquids_that_mix(names: tuple[str, str]) -> None:
    assert homogeneous(*names)


@pytest.mark.parametrize("names", [("hexane", "water"), ("1-butanol", "water"), ("hexane", "acetonitrile")])
def test_liquids_that_do_not_mix(names: tuple[str, str]) -> None:
    assert not homogeneous(*names)


def test_methanol_and_hexane_mix_when_warm() -> None:
    assert not homogeneous("methanol", "hexane", kelvin=298.15)
    assert homogeneous("methanol", "hexane", kelvin=338.15)
    both = modified_unifac([SOLVENTS["methanol"], SOLVENTS["hexane"]])
    assert not is_homogeneous(both, [338.15, 298.15])


def test_ternary_with_a_pair_that_splits_does_not_mix() -> None:
    assert homogeneous("ethanol", "acetone", "water")
    assert not homogeneous("ethanol", "hexane", "water")


def test_system_with_unpublished_interactions_is_not_taken() -> None:
    assert not homogeneous("N,N-dimethylformamide", "chloroform")
    assert {"N,N-dimethylformamide", "chloroform"} not in named([0, 1, 2, 3, 4, 5], 2, seed=0)


def test_all_systems_come_once_and_without_those_that_split() -> None:
    systems = named([0, 1, 2, 3, 4, 5], 2, seed=0)
    assert len(systems) == len({frozenset(system) for system in systems})
    assert {"hexane", "acetonitrile"} not in systems
    assert {"ethanol", "acetone"} in systems


@pytest.mark.parametrize("size", [2, 3])
def test_order_of_the_solvents_does_not_matter(size: int) -> None:
    assert named([0, 1, 2, 3, 4, 5], size, seed=0) == named([4, 2, 5, 0, 3, 1], size, seed=0)


def test_seeds_give_different_orders_and_zero_is_a_seed() -> None:
    orders = [named([0, 1, 2, 3, 4, 5], 2, seed) for seed in (0, 1, 2)]
    assert orders[0] != orders[1] != orders[2] != orders[0]
    assert all(sorted(map(sorted, order)) == sorted(map(sorted, orders[0])) for order in orders)


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (2, [("1,4-dioxane", "1,1-dichloroethane"), ("2-butanone", "octane")]),
        (3, [("propionitrile", "1,1-dichloroethane", "1-octene"), ("2-propanol", "anisole", "ethylcyclohexane")]),
    ],
)
def test_order_is_frozen(size: int, expected: list[tuple[str, ...]]) -> None:
    """A changed order would change the built-in data and every result on them."""
    names, cas_numbers = list(SOLVENTS), list(SOLVENTS.values())[:60]
    systems = homogeneous_systems(modified_unifac(cas_numbers), cas_numbers, size, [298.15], seed=0)
    assert [tuple(names[i] for i in system) for system in islice(systems, 2)] == expected
