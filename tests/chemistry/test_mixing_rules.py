import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import logsumexp

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.mixing_rules import LinearMixing, MixingRule, RaoultMixing
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules

MOLECULES = Molecules.of(parse_molecule(smiles) for smiles in ("C", "CC", "CCC", "CCCC"))
RULES = (LinearMixing(), RaoultMixing())
rules = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)


def mixture(*fractions: float) -> Mixtures:
    return Mixtures.from_rows(MOLECULES, [list(enumerate(fractions))])


@st.composite
def mixture_and_values(draw: st.DrawFn) -> tuple[list[float], list[float]]:
    n = draw(st.integers(1, 4))
    parts = draw(st.lists(st.integers(1, 1000), min_size=n, max_size=n))
    values = draw(st.lists(st.floats(-50, 50), min_size=n, max_size=n))
    return [part / sum(parts) for part in parts], values


@rules
def test_no_rows(rule: MixingRule) -> None:
    assert rule.ideal(Mixtures.from_rows(MOLECULES, []), np.array([])).shape == (0,)


@rules
@pytest.mark.parametrize("value", [0.0, -12.5, 1e6, np.nan])
def test_a_pure_compound_has_exactly_its_own_value(rule: MixingRule, value: float) -> None:
    np.testing.assert_array_equal(rule.ideal(mixture(1.0), np.array([value])), [value])


def test_linear_mixing_by_hand() -> None:
    rows = Mixtures.from_rows(MOLECULES, [[(0, 0.25), (1, 0.75)], [(2, 1.0)], [(0, 0.5), (1, 0.25), (3, 0.25)]])
    ideal = LinearMixing().ideal(rows, np.array([2.0, 6.0, -3.0, 2.0, 6.0, 10.0]))
    np.testing.assert_allclose(ideal, [5.0, -3.0, 5.0], rtol=1e-15)


def test_raoult_mixing_by_hand() -> None:
    """Half and half of 2 kPa and 4 kPa is 3 kPa; 0.2 of 10 kPa with 0.8 of 5 kPa is 6 kPa."""
    rows = Mixtures.from_rows(MOLECULES, [[(0, 0.5), (1, 0.5)], [(2, 0.2), (3, 0.8)]])
    ideal = RaoultMixing().ideal(rows, np.log([2.0, 4.0, 10.0, 5.0]))
    np.testing.assert_allclose(ideal, np.log([3.0, 6.0]), rtol=1e-14)


def test_raoult_mixing_does_not_overflow() -> None:
    np.testing.assert_allclose(
        RaoultMixing().ideal(mixture(0.5, 0.5), np.array([1000.0, 1000.0])), [1000.0], rtol=1e-14
    )


@settings(max_examples=50)
@given(mixture_and_values())
def test_raoult_mixing_agrees_with_scipy(case: tuple[list[float], list[float]]) -> None:
    fractions, values = case
    ideal = RaoultMixing().ideal(mixture(*fractions), np.array(values))
    np.testing.assert_allclose(ideal, [logsumexp(values, b=fractions)], rtol=1e-10, atol=1e-10)


@rules
@settings(max_examples=50)
@given(case=mixture_and_values())
def test_the_ideal_value_lies_between_the_pure_values(rule: MixingRule, case: tuple[list[float], list[float]]) -> None:
    fractions, values = case
    (ideal,) = rule.ideal(mixture(*fractions), np.array(values))
    assert min(values) - 1e-9 <= ideal <= max(values) + 1e-9


@rules
@settings(max_examples=30)
@given(case=mixture_and_values(), data=st.data())
def test_trap_order_and_splitting_of_components_do_not_matter(
    rule: MixingRule, case: tuple[list[float], list[float]], data: st.DataObject
) -> None:
    fractions, values = case
    order = data.draw(st.permutations(range(len(fractions))))
    halves = [(i, fractions[i] / 2) for i in order for _ in range(2)]
    split = rule.ideal(Mixtures.from_rows(MOLECULES, [halves]), np.array([values[i] for i, _ in halves]))
    np.testing.assert_allclose(split, rule.ideal(mixture(*fractions), np.array(values)), rtol=1e-10, atol=1e-10)


@rules
@pytest.mark.parametrize("absent", [1.0, -1e5, 1e5, np.nan])
def test_trap_a_component_of_fraction_0_changes_nothing(rule: MixingRule, absent: float) -> None:
    without = rule.ideal(mixture(0.5, 0.5), np.array([2.0, 4.0]))
    np.testing.assert_allclose(rule.ideal(mixture(0.5, 0.5, 0.0), np.array([2.0, 4.0, absent])), without, rtol=1e-14)


@rules
def test_an_unknown_pure_value_makes_only_its_own_row_unknown(rule: MixingRule) -> None:
    rows = Mixtures.from_rows(MOLECULES, [[(0, 0.5), (1, 0.5)], [(0, 0.5), (2, 0.5)]])
    ideal = rule.ideal(rows, np.array([1.0, np.nan, 1.0, 1.0]))
    assert np.isnan(ideal[0])
    assert ideal[1] == pytest.approx(1.0)


@rules
def test_trap_the_callers_values_are_not_mutated(rule: MixingRule) -> None:
    values = np.array([1.0, 2.0])
    values.flags.writeable = False
    rule.ideal(mixture(0.5, 0.5), values)
    assert values.tolist() == [1.0, 2.0]
