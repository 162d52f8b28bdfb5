import numpy as np
import pytest

from azeotrope.datasets.unifac_data import modified_unifac, vapor_pressure, vaporization_enthalpy
from azeotrope.datasets.unifac_properties import Liquid, LiquidProperty, LogBubblePressure, VaporizationEnthalpy
from azeotrope.datasets.unifac_solvents import SOLVENTS
from azeotrope.datasets.unifac_systems import simplex_grid

NAMES = ("ethanol", "water", "acetone", "chloroform")
CAS_NUMBERS = [SOLVENTS[name] for name in NAMES]
PRESSURE = LogBubblePressure({kelvin: vapor_pressure(CAS_NUMBERS, kelvin) for kelvin in (298.15, 351.3)})
ENTHALPY = VaporizationEnthalpy({298.15: vaporization_enthalpy(CAS_NUMBERS, 298.15)})


def liquid(system: tuple[int, ...], mole_fraction: np.ndarray, kelvin: float = 298.15) -> Liquid:
    return Liquid(modified_unifac(CAS_NUMBERS).take(system), system, mole_fraction, kelvin)


@pytest.mark.parametrize("liquid_property", [ENTHALPY, PRESSURE])
def test_pure_solvents_have_no_excess(liquid_property: LiquidProperty) -> None:
    assert liquid_property.excess(liquid((2, 3), np.eye(2))) == pytest.approx(0, abs=1e-12)


def test_ideal_parts_are_the_mixing_rules() -> None:
    pair = liquid((0, 1), np.array([[0.25, 0.75]]))
    heats, pressures = ENTHALPY.pure[298.15], PRESSURE.pure[298.15]
    assert ENTHALPY.ideal(pair) == pytest.approx((0.25 * heats[0] + 0.75 * heats[1]) / 4184)
    assert PRESSURE.ideal(pair) == pytest.approx(np.log((0.25 * pressures[0] + 0.75 * pressures[1]) / 1000))


def test_pure_water_has_its_known_values() -> None:
    water = liquid((1,), np.ones((1, 1)))
    assert ENTHALPY.ideal(water) == pytest.approx(10.51, rel=0.01)  # kcal/mol
    assert np.exp(PRESSURE.ideal(water)) == pytest.approx(3.17, rel=0.01)  # kPa


def test_heat_released_on_mixing_must_be_paid_on_evaporation() -> None:
    """Acetone and chloroform warm up when mixed (H^E near -0.45 kcal/mol), so their mixture is harder to evaporate."""
    assert ENTHALPY.excess(liquid((2, 3), np.array([[0.5, 0.5]]))) == pytest.approx(0.45, abs=0.1)


def test_excess_of_the_pressure_is_by_activities() -> None:
    pair = liquid((0, 1), simplex_grid(2, 5))
    activity = pair.mole_fraction * np.exp(pair.model.ln_gamma(pair.mole_fraction, 298.15))
    expected = np.log(activity @ PRESSURE.pure[298.15][:2] / 1000)
    np.testing.assert_allclose(PRESSURE.ideal(pair) + PRESSURE.excess(pair), expected, atol=1e-13)


def test_ethanol_and_water_boil_together_at_nine_tenths() -> None:
    """At 351.3 K the measured azeotrope is at 0.90 ethanol and one atmosphere; the pressure has its maximum there."""
    x = np.linspace(0.7, 0.99, 30)
    pair = liquid((0, 1), np.column_stack([x, 1 - x]), 351.3)
    pressure = np.exp(PRESSURE.ideal(pair) + PRESSURE.excess(pair))
    assert x[np.argmax(pressure)] == pytest.approx(0.90, abs=0.03)
    assert pressure.max() == pytest.approx(101.3, rel=0.01)


def test_acetone_and_chloroform_have_a_minimum_of_pressure() -> None:
    x = np.linspace(0, 1, 21)
    pair = liquid((2, 3), np.column_stack([x, 1 - x]))
    pressure = PRESSURE.ideal(pair) + PRESSURE.excess(pair)
    assert x[np.argmin(pressure)] == pytest.approx(0.35, abs=0.1)
