import numpy as np
import pytest

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.mixing_rules import LinearMixing
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.transforms import MolarVolume, Scale, ValueTransform, molar_mass

MOLECULES = Molecules.of(parse_molecule(smiles) for smiles in ("CCO", "O"))  # ethanol, then water
ROWS = Mixtures.from_rows(MOLECULES, [[(0, 1.0)], [(1, 1.0)], [(0, 0.25), (1, 0.75)]])
NO_ROWS = Mixtures.from_rows(MOLECULES, [])


@pytest.mark.parametrize("transform", [Scale(), Scale(2.0), MolarVolume()])
def test_no_rows(transform: ValueTransform) -> None:
    assert transform(np.array([]), NO_ROWS).shape == (0,)


def test_the_default_scale_changes_nothing_and_log10_becomes_ln() -> None:
    value = np.array([-1.5, 0.0, 2.0])
    np.testing.assert_array_equal(Scale()(value, ROWS), value)
    np.testing.assert_allclose(Scale(np.log(10))(value, ROWS), np.log(10.0**value), rtol=1e-14, atol=1e-15)


def test_mean_molar_mass_by_hand() -> None:
    """0.25 * 46.069 + 0.75 * 18.015 = 25.0285."""
    np.testing.assert_allclose(molar_mass(ROWS), [46.069, 18.015, 25.0285], atol=1e-3)


def test_molar_volume_by_hand() -> None:
    """Ethanol 46.069 / 0.7850 = 58.687, water 18.015 / 0.9970 = 18.069, the mixture 25.0285 / 0.9 = 27.809 cm3/mol."""
    volume = MolarVolume()(np.array([0.785, 0.997, 0.9]), ROWS)
    np.testing.assert_allclose(volume, [58.687, 18.069, 27.809], atol=1e-3)


def test_molar_volumes_that_add_up_have_no_excess() -> None:
    pure = MolarVolume()(np.array([0.785, 0.997]), ROWS.take([0, 1]))
    additive = 0.25 * pure[0] + 0.75 * pure[1]
    volume = MolarVolume()(molar_mass(ROWS.take([2])) / additive, ROWS.take([2]))
    np.testing.assert_allclose(volume, LinearMixing().ideal(ROWS.take([2]), pure), rtol=1e-14)


@pytest.mark.parametrize("transform", [Scale(2.0), MolarVolume()])
def test_trap_the_callers_values_are_not_mutated(transform: ValueTransform) -> None:
    value = np.array([1.0, 2.0, 3.0])
    value.flags.writeable = False
    transform(value, ROWS)
    assert value.tolist() == [1.0, 2.0, 3.0]
