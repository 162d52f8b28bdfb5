"""The reference is thermo's own implementation; signs and identities come from thermodynamics."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thermo import unifac

from azeotrope.chemistry.units import GAS_CONSTANT_J_PER_MOL_K
from azeotrope.datasets.unifac_data import modified_unifac
from azeotrope.datasets.unifac_model import ModifiedUnifac
from azeotrope.datasets.unifac_solvents import SOLVENTS
from azeotrope.datasets.unifac_systems import simplex_grid

SYSTEMS = [
    ("ethanol", "water"),
    ("acetone", "chloroform"),
    ("hexane", "diethylamine"),
    ("tetrahydrofuran", "cyclohexanol"),
    ("dimethyl sulfoxide", "benzene", "1-butanol"),
    ("N,N-dimethylformamide", "water", "ethyl acetate"),
]


def model_of(*names: str) -> ModifiedUnifac:
    return modified_unifac([SOLVENTS[name] for name in names])


def reference(names: tuple[str, ...], mole_fraction: list[float], temperature_k: float) -> unifac.UNIFAC:
    groups = [unifac.UNIFAC_group_assignment_DDBST(SOLVENTS[name], "MODIFIED_UNIFAC") for name in names]
    return unifac.UNIFAC.from_subgroups(temperature_k, mole_fraction, groups, version=1)


def excess_gibbs_energy(model: ModifiedUnifac, mole_fraction: np.ndarray, temperature_k: float) -> np.ndarray:
    logarithms = model.ln_gamma(mole_fraction, temperature_k)
    return GAS_CONSTANT_J_PER_MOL_K * temperature_k * (mole_fraction * logarithms).sum(axis=1)


def test_no_rows_give_no_values() -> None:
    model = model_of("ethanol", "water")
    assert model.ln_gamma(np.empty((0, 2)), 298.15).shape == (0, 2)
    assert model.excess_enthalpy(np.empty((0, 2)), 298.15).shape == (0,)
    assert model.smallest_curvature(np.empty((0, 2)), 298.15).shape == (0,)


@pytest.mark.parametrize("names", SYSTEMS)
@pytest.mark.parametrize("temperature_k", [280.0, 298.15, 350.0])
def test_activities_and_enthalpy_equal_thermo(names: tuple[str, ...], temperature_k: float) -> None:
    grid = simplex_grid(len(names), 5)
    model = model_of(*names)
    expected = [reference(names, row.tolist(), temperature_k) for row in grid]
    np.testing.assert_allclose(
        model.ln_gamma(grid, temperature_k), np.log([liquid.gammas() for liquid in expected]), rtol=1e-10, atol=1e-12
    )
    np.testing.assert_allclose(
        model.excess_enthalpy(grid, temperature_k), [liquid.HE() for liquid in expected], rtol=1e-10, atol=1e-8
    )


@pytest.mark.parametrize("names", SYSTEMS)
def test_pure_components_have_no_excess(names: tuple[str, ...]) -> None:
    model = model_of(*names)
    pure = np.eye(len(names))
    np.testing.assert_allclose(np.diag(model.ln_gamma(pure, 298.15)), 0, atol=1e-13)
    np.testing.assert_allclose(model.excess_enthalpy(pure, 298.15), 0, atol=1e-9)


def test_infinite_dilution_is_the_limit() -> None:
    model = model_of("ethanol", "water")
    limit = model.ln_gamma(np.array([[0.0, 1.0]]), 298.15)
    near = model.ln_gamma(np.array([[1e-9, 1 - 1e-9]]), 298.15)
    np.testing.assert_allclose(limit, near, atol=1e-7)
    assert limit[0, 0] > 1


@pytest.mark.parametrize("names", SYSTEMS)
def test_enthalpy_obeys_gibbs_and_helmholtz(names: tuple[str, ...]) -> None:
    """H^E = -T^2 d(G^E/T)/dT, the derivative by central differences."""
    model, grid, kelvin, step = model_of(*names), simplex_grid(len(names), 5), 310.0, 0.01
    warmer = excess_gibbs_energy(model, grid, kelvin + step) / (kelvin + step)
    colder = excess_gibbs_energy(model, grid, kelvin - step) / (kelvin - step)
    expected = -(kelvin**2) * (warmer - colder) / (2 * step)
    np.testing.assert_allclose(model.excess_enthalpy(grid, kelvin), expected, rtol=1e-6, atol=1e-3)


@given(x=st.floats(0.02, 0.98), names=st.sampled_from([names for names in SYSTEMS if len(names) == 2]))
@settings(deadline=None, max_examples=20)
def test_activities_obey_gibbs_and_duhem(x: float, names: tuple[str, str]) -> None:
    """Sum_i x_i dln(gamma_i) = 0 at constant temperature and pressure."""
    model, step = model_of(*names), 1e-5
    higher, lower = (model.ln_gamma(np.array([[y, 1 - y]]), 298.15)[0] for y in (x + step, x - step))
    slope = (higher - lower) / (2 * step)
    assert x * slope[0] + (1 - x) * slope[1] == pytest.approx(0, abs=1e-6)


@given(x=st.floats(0.05, 0.95), share=st.floats(0.1, 0.9))
@settings(deadline=None, max_examples=20)
def test_order_and_splitting_of_components_do_not_matter(x: float, share: float) -> None:
    one = model_of("acetone", "chloroform").ln_gamma(np.array([[x, 1 - x]]), 298.15)
    swapped = model_of("chloroform", "acetone").ln_gamma(np.array([[1 - x, x]]), 298.15)
    divided = model_of("acetone", "chloroform", "acetone").ln_gamma(
        np.array([[x * share, 1 - x, x * (1 - share)]]), 298.15
    )
    np.testing.assert_allclose(swapped[:, ::-1], one, atol=1e-13)
    np.testing.assert_allclose(divided, [[one[0, 0], one[0, 1], one[0, 0]]], atol=1e-13)


def test_alkanes_differ_in_size_alone() -> None:
    """With one kind of group there is no heat, and ln(gamma) is the combinatorial part, worked out by hand.

    R = 0.6325 for every group; Q = 1.0608 for CH3 and 0.7081 for CH2. At x = 1/2 the modified ratio of hexane
    (6 groups) is 2 / (1 + (10 / 6)^(3/4)) with decane (10 groups).
    """
    logarithm = model_of("hexane", "decane").ln_gamma(np.array([[0.5, 0.5]]), 298.15)[0, 0]
    modified = 2 / (1 + (10 / 6) ** 0.75)
    q_hexane, q_decane = 2 * 1.0608 + 4 * 0.7081, 2 * 1.0608 + 8 * 0.7081
    ratio = (6 / q_hexane) / (16 / (q_hexane + q_decane))
    expected = 1 - modified + np.log(modified) - 5 * q_hexane * (1 - ratio + np.log(ratio))
    assert logarithm == pytest.approx(expected, abs=1e-12)
    assert model_of("hexane", "decane").excess_enthalpy(np.array([[0.5, 0.5]]), 298.15) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("names", "low", "high"),
    [
        (("acetone", "chloroform"), -2200, -1400),  # hydrogen bond between unlike molecules; measured -1900 J/mol
        (("ethanol", "water"), -600, -250),  # measured near -400 J/mol
        (("benzene", "cyclohexane"), 650, 950),  # measured near 800 J/mol
        (("ethanol", "hexane"), 400, 800),  # broken hydrogen bonds; measured near 570 J/mol
    ],
)
def test_heats_of_mixing_are_those_of_nature(names: tuple[str, str], low: float, high: float) -> None:
    heat = model_of(*names).excess_enthalpy(np.array([[0.5, 0.5]]), 298.15)[0]
    assert low < heat < high


def test_unpublished_interactions_are_nan_where_thermo_takes_them_for_zero() -> None:
    names, mole_fraction = ("N,N-dimethylformamide", "chloroform"), np.array([[0.5, 0.5]])
    model = model_of(*names)
    assert not model.is_defined
    assert np.isnan(model.ln_gamma(mole_fraction, 298.15)).all()
    assert np.isnan(model.excess_enthalpy(mole_fraction, 298.15)).all()
    assert np.isfinite(reference(names, [0.5, 0.5], 298.15).gammas()).all()


def test_take_drops_groups_that_are_not_needed() -> None:
    everything = model_of(*SOLVENTS)
    names = list(SOLVENTS)
    pair = everything.take([names.index("acetone"), names.index("chloroform")])
    grid = simplex_grid(2, 4)
    assert not everything.is_defined
    assert pair.is_defined
    assert pair.counts.shape == (2, 3)
    np.testing.assert_array_equal(pair.ln_gamma(grid, 298.15), model_of("acetone", "chloroform").ln_gamma(grid, 298.15))


def test_curvature_is_that_of_the_gibbs_energy_of_mixing() -> None:
    model, x, step = model_of("ethanol", "hexane"), np.array([0.2, 0.5, 0.8]), 1e-4

    def mixing(fraction: np.ndarray) -> np.ndarray:
        pair = np.column_stack([fraction, 1 - fraction])
        return (pair * (np.log(pair) + model.ln_gamma(pair, 298.15))).sum(axis=1)

    expected = (mixing(x + step) - 2 * mixing(x) + mixing(x - step)) / step**2
    found = model.smallest_curvature(np.column_stack([x, 1 - x]), 298.15)
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_ideal_ternary_has_the_curvature_of_the_entropy() -> None:
    """For one compound counted thrice the Hessian is diag(1/x_i) + 1/x_3; at equal fractions its values are 3 and 9."""
    model = model_of("hexane", "hexane", "hexane")
    assert model.smallest_curvature(np.full((1, 3), 1 / 3), 298.15) == pytest.approx(3)


def test_single_component_cannot_demix() -> None:
    assert model_of("water").smallest_curvature(np.ones((1, 1)), 298.15) == pytest.approx(np.inf)
