"""Data sets computed with modified UNIFAC (Dortmund), not measured; made offline in seconds.

Vaporization enthalpies and vapour pressures of liquid mixtures of common solvents. Pure values come from Perry's
correlations, non-ideality from group contributions, and the vapour is ideal. Only systems whose interaction
parameters are all published and that mix in all proportions are taken, since the excess properties of a liquid that
splits mean nothing; a design may also leave out nearly ideal systems.

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

import pandas as pd

from azeotrope.datasets.unifac_data import vapor_pressure, vaporization_enthalpy
from azeotrope.datasets.unifac_properties import LogBubblePressure, VaporizationEnthalpy
from azeotrope.datasets.unifac_solvents import SOLVENTS
from azeotrope.datasets.unifac_table import SampleDesign, computed_table
from azeotrope.errors import ConfigError

ENTHALPY_TEMPERATURE_K = 298.15
MIN_SOLVENTS = 50


def enthalpy_table(design: SampleDesign) -> pd.DataFrame:
    """Return vaporization enthalpies of liquid mixtures at 298.15 K, z = sum_i x_i dHvap_i - H^E, in kcal/mol.

    Parameters
    ----------
    design
        Size and seed; at least 50 solvents, `min_excess` in kcal/mol.

    Returns
    -------
    Columns ``smiles_1..3``, ``fraction_1..3``, ``value``; first a row per solvent, then the mixtures. Components that
    a row does not have are NaN. Equal on every machine.

    Raises
    ------
    ConfigError
        When there are too few solvents or systems.
    """
    solvents = _first_solvents(design.n_solvents)
    pure = {ENTHALPY_TEMPERATURE_K: vaporization_enthalpy(solvents, ENTHALPY_TEMPERATURE_K)}
    table = computed_table(solvents, VaporizationEnthalpy(pure), [ENTHALPY_TEMPERATURE_K], design)
    return table.drop(columns="temperature")


def vapor_pressure_table(design: SampleDesign, temperatures_k: Sequence[float]) -> pd.DataFrame:
    """Return bubble pressures of liquid mixtures, z = ln(sum_i x_i gamma_i P_i / kPa).

    A maximum or minimum of the pressure over the composition is an azeotrope.

    Parameters
    ----------
    design
        Size and seed; at least 50 solvents, `min_excess` in units of ln P.
    temperatures_k
        Kelvin; every composition is given at each. A system that would demix at one of them is not taken.

    Returns
    -------
    Columns ``smiles_1..3``, ``fraction_1..3``, ``temperature`` (K), ``value``; else as in `enthalpy_table`.

    Raises
    ------
    ConfigError
        When there are too few solvents, systems or temperatures.
    DataError
        When a temperature is outside the range of a solvent's vapour pressure.
    """
    if len(temperatures_k) == 0:
        raise ConfigError("temperatures_k is empty; give at least one temperature in kelvin")
    solvents = _first_solvents(design.n_solvents)
    pure = {temperature_k: vapor_pressure(solvents, temperature_k) for temperature_k in temperatures_k}
    return computed_table(solvents, LogBubblePressure(pure), temperatures_k, design)


def _first_solvents(n_solvents: int) -> list[str]:
    """CAS numbers of the first solvents of the list."""
    if not MIN_SOLVENTS <= n_solvents <= len(SOLVENTS):
        raise ConfigError(f"n_solvents is {n_solvents}; it must be from {MIN_SOLVENTS} to {len(SOLVENTS)}")
    return list(SOLVENTS.values())[:n_solvents]
