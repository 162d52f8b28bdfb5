import pytest
from scipy.constants import gas_constant

from azeotrope.chemistry.units import GAS_CONSTANT_J_PER_MOL_K, logarithm_of


def test_the_gas_constant_is_the_exact_one_of_2019() -> None:
    assert pytest.approx(gas_constant, rel=1e-15) == GAS_CONSTANT_J_PER_MOL_K


@pytest.mark.parametrize(
    ("unit", "logarithm"),
    [
        ("ln(mPa s)", "ln"),
        (" ln (kPa) ", "ln"),
        ("log10(mole fraction)", "log10"),
        ("log10(g/(100 g))", "log10"),
        ("log(kPa)", None),
        ("ln()", None),
        ("kJ/mol", None),
        ("mln(1)", None),
        ("?", None),
        ("", None),
    ],
)
def test_the_logarithm_that_a_unit_names(unit: str, logarithm: str | None) -> None:
    assert logarithm_of(unit) == logarithm
