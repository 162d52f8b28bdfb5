"""Data sets computed with modified UNIFAC (Dortmund), not measured; made offline in seconds.

Vaporization enthalpies and vapour pressures of liquid mixtures of common solvents. Pure values come from Perry's
correlations, non-ideality from group contributions, and the vapour is ideal. Only systems whose interaction
parameters are all published and that mix in all proportions are taken, since the excess properties of a liquid that
splits mean nothing.

References
----------
.. [1] Weidlich, Gmehling. A modified UNIFAC model. 1. Ind. Eng. Chem. Res. 26 (1987) 1372-1381.
.. [2] Constantinescu, Gmehling. Further development of modified UNIFAC (Dortmund): revision and extension 6.
   J. Chem. Eng. Data 61 (2016) 2738-2748.
.. [3] Bell and contributors. thermo and chemicals: chemical properties components of the Chemical Engineering Design
   Library (ChEDL). https://github.com/CalebBell/thermo.
.. [4] Green, Perry. Perry's Chemical Engineers' Handbook, 8th edition. McGraw-Hill (2007), tables 2-8 and 2-150.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from azeotrope.datasets.unifac_data import vapor_pressure, vaporization_enthalpy
from azeotrope.datasets.unifac_model import ModifiedUnifac
from azeotrope.datasets.unifac_solvents import SOLVENTS
from azeotrope.datasets.unifac_systems import System
from azeotrope.datasets.unifac_table import computed_table
from azeotrope.errors import ConfigError
from azeotrope.typing import FloatArray

JOULE_PER_KILOCALORIE = 4184.0
PASCAL_PER_KILOPASCAL = 1000.0
ENTHALPY_TEMPERATURE_K = 298.15
MIN_SOLVENTS = 50


def enthalpy_table(*, n_solvents: int, n_binaries: int, n_ternaries: int, seed: int) -> pd.DataFrame:
    """Return vaporization enthalpies of liquid mixtures at 298.15 K, z = sum_i x_i dHvap_i - H^E, in kcal/mol.

    z is the heat that turns one mole of the liquid into an ideal vapour of the same composition, so its linear ideal
    value is exact and its excess is -H^E.

    Parameters
    ----------
    n_solvents
        How many of the common solvents, from the first; at least 50.
    n_binaries, n_ternaries
        How many systems of two and of three solvents, of 9 and 4 compositions each.
    seed
        Seed of the choice of systems.

    Returns
    -------
    Columns ``smiles_1..3``, ``fraction_1..3``, ``value``; first a row per solvent, then the mixtures. Components that
    a row does not have are NaN. Equal on every machine.

    Raises
    ------
    ConfigError
        When there are too few solvents or systems.
    """
    solvents = _first_solvents(n_solvents)
    pure = vaporization_enthalpy(solvents, ENTHALPY_TEMPERATURE_K)

    def values(model: ModifiedUnifac, system: System, mole_fraction: FloatArray, temperature_k: float) -> FloatArray:
        heat = mole_fraction @ pure[list(system)] - model.excess_enthalpy(mole_fraction, temperature_k)
        return heat / JOULE_PER_KILOCALORIE

    table = computed_table(solvents, {2: n_binaries, 3: n_ternaries}, [ENTHALPY_TEMPERATURE_K], seed, values)
    return table.drop(columns="temperature")


def vapor_pressure_table(
    *,
    n_solvents: int,
    n_binaries: int,
    n_ternaries: int,
    temperatures_k: Sequence[float],
    seed: int,
) -> pd.DataFrame:
    """Return bubble pressures of liquid mixtures, z = ln(sum_i x_i gamma_i P_i^sat / kPa).

    The ideal value is Raoult's law; a maximum or minimum of the pressure over the composition is an azeotrope.

    Parameters
    ----------
    n_solvents, n_binaries, n_ternaries, seed
        As in `enthalpy_table`.
    temperatures_k
        Kelvin; every composition is given at each. A system that would demix at one of them is not taken.

    Returns
    -------
    Columns ``smiles_1..3``, ``fraction_1..3``, ``temperature`` (K), ``value``, else as in `enthalpy_table`.

    Raises
    ------
    ConfigError
        When there are too few solvents, systems or temperatures.
    DataError
        When a temperature is outside the range of a solvent's vapour pressure.
    """
    if len(temperatures_k) == 0:
        raise ConfigError("temperatures_k is empty; give at least one temperature in kelvin")
    solvents = _first_solvents(n_solvents)
    saturation = {temperature_k: vapor_pressure(solvents, temperature_k) for temperature_k in temperatures_k}

    def values(model: ModifiedUnifac, system: System, mole_fraction: FloatArray, temperature_k: float) -> FloatArray:
        activity = mole_fraction * np.exp(model.ln_gamma(mole_fraction, temperature_k))
        return np.log(activity @ saturation[temperature_k][list(system)] / PASCAL_PER_KILOPASCAL)

    return computed_table(solvents, {2: n_binaries, 3: n_ternaries}, temperatures_k, seed, values)


def _first_solvents(n_solvents: int) -> list[str]:
    """CAS numbers of the first solvents of the list."""
    if not MIN_SOLVENTS <= n_solvents <= len(SOLVENTS):
        raise ConfigError(f"n_solvents is {n_solvents}; it must be from {MIN_SOLVENTS} to {len(SOLVENTS)}")
    return list(SOLVENTS.values())[:n_solvents]
