"""What the computed data sets take from the packages `thermo` and `chemicals`, all of it offline.

Both packages are slow to import, so they are imported where they are used.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from azeotrope.datasets.unifac_model import ModifiedUnifac
from azeotrope.errors import DataError
from azeotrope.typing import FloatArray


def modified_unifac(cas_numbers: Sequence[str]) -> ModifiedUnifac:
    """Return modified UNIFAC (Dortmund, parameters of 2016) for some compounds.

    Group assignments, group sizes and interaction parameters are those of the package `thermo`, which takes a missing
    interaction for zero, that is for ideal; here it is NaN.

    Raises
    ------
    DataError
        When a compound has no group assignment.
    """
    from thermo import unifac

    assignments = [unifac.UNIFAC_group_assignment_DDBST(cas, "MODIFIED_UNIFAC") for cas in cas_numbers]
    for cas, assignment in zip(cas_numbers, assignments, strict=True):
        if not assignment:
            raise DataError(f"thermo has no modified UNIFAC groups for CAS {cas}; take this solvent out")
    groups = sorted({group for assignment in assignments for group in assignment})
    subgroups = [unifac.DOUFSG[group] for group in groups]
    main_groups = [subgroup.main_group_id for subgroup in subgroups]
    parameters = unifac.DOUFIP2016
    pairs = [[_interaction(parameters, one, other) for other in main_groups] for one in main_groups]
    return ModifiedUnifac(
        counts=np.array([[assignment.get(group, 0) for group in groups] for assignment in assignments], dtype=float),
        volume=np.array([subgroup.R for subgroup in subgroups]),
        surface=np.array([subgroup.Q for subgroup in subgroups]),
        interaction=np.moveaxis(np.array(pairs), 2, 0),
    )


def smiles_of(cas_numbers: Sequence[str]) -> list[str]:
    """Return the SMILES of some compounds from the database of the package `chemicals`."""
    from chemicals import search_chemical

    return [search_chemical(cas).smiles for cas in cas_numbers]


def vaporization_enthalpy(cas_numbers: Sequence[str], temperature_k: float) -> FloatArray:
    """Return vaporization enthalpies in J/mol, shape `(m,)`, from Perry's Handbook, 8th edition, table 2-150.

    dHvap = C1 (1 - Tr)^(C2 + C3 Tr + C4 Tr^2) with Tr = T / Tc.

    Raises
    ------
    DataError
        When a compound is not in the table or the temperature is outside its range.
    """
    from chemicals.phase_change import phase_change_data_Perrys2_150

    rows = _rows(phase_change_data_Perrys2_150, cas_numbers, temperature_k)
    c1, c2, c3, c4, critical = rows[["C1", "C2", "C3", "C4", "Tc"]].to_numpy(dtype=np.float64).T
    reduced = temperature_k / critical
    return np.asarray(c1 * (1 - reduced) ** (c2 + c3 * reduced + c4 * reduced**2))


def vapor_pressure(cas_numbers: Sequence[str], temperature_k: float) -> FloatArray:
    """Return saturation pressures in Pa, shape `(m,)`, from Perry's Handbook, 8th edition, table 2-8.

    P = exp(C1 + C2 / T + C3 ln T + C4 T^C5).

    Raises
    ------
    DataError
        When a compound is not in the table or the temperature is outside its range.
    """
    from chemicals.vapor_pressure import Psat_data_Perrys2_8

    rows = _rows(Psat_data_Perrys2_8, cas_numbers, temperature_k)
    c1, c2, c3, c4, c5 = rows[["C1", "C2", "C3", "C4", "C5"]].to_numpy(dtype=np.float64).T
    return np.asarray(np.exp(c1 + c2 / temperature_k + c3 * np.log(temperature_k) + c4 * temperature_k**c5))


def _interaction(parameters: dict[int, dict[int, tuple[float, ...]]], one: int, other: int) -> tuple[float, ...]:
    """Parameters a, b, c of two main groups; zero within a main group, NaN where unpublished."""
    if one == other:
        return (0.0, 0.0, 0.0)
    return parameters.get(one, {}).get(other, (np.nan, np.nan, np.nan))


def _rows(table: pd.DataFrame, cas_numbers: Sequence[str], temperature_k: float) -> pd.DataFrame:
    """One row per compound of a table of Perry's, all of them valid at the temperature."""
    missing = sorted(set(cas_numbers) - set(table.index))
    if missing:
        raise DataError(f"Perry's table has no row for CAS {', '.join(missing)}; take these solvents out")
    rows = table.loc[list(cas_numbers)]
    for cas, row in rows[(temperature_k < rows["Tmin"]) | (temperature_k > rows["Tmax"])].iterrows():
        raise DataError(
            f"Perry's table holds {row['Chemical']} (CAS {cas}) from {row['Tmin']} to {row['Tmax']} K, "
            f"not at {temperature_k} K; choose another temperature or take this solvent out",
        )
    return rows
