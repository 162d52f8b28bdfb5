from dataclasses import replace
from io import StringIO

import numpy as np
import pandas as pd
import pytest

from azeotrope.datasets.unifac_data import smiles_of, vapor_pressure
from azeotrope.datasets.unifac_properties import LogBubblePressure
from azeotrope.datasets.unifac_solvents import SOLVENTS
from azeotrope.datasets.unifac_table import SampleDesign, computed_table
from azeotrope.errors import ConfigError

CAS_NUMBERS = [SOLVENTS[name] for name in ("ethanol", "acetone", "hexane", "toluene", "chloroform", "ethyl acetate")]
TEMPERATURES_K = [298.15, 338.15]
PRESSURE = LogBubblePressure({kelvin: vapor_pressure(CAS_NUMBERS, kelvin) for kelvin in TEMPERATURES_K})
DESIGN = SampleDesign(n_solvents=6, n_binaries=4, n_ternaries=2, binary_step=1, min_excess=0, seed=0)


def table_of(**changes: float) -> pd.DataFrame:
    return computed_table(CAS_NUMBERS, PRESSURE, TEMPERATURES_K, replace(DESIGN, **changes))


def binaries(table: pd.DataFrame) -> pd.DataFrame:
    return table[table["smiles_2"].notna() & table["smiles_3"].isna()]


def test_rows_are_pure_then_binary_then_ternary() -> None:
    table = table_of()
    assert list(table) == [
        *("smiles_1", "smiles_2", "smiles_3"),
        *("fraction_1", "fraction_2", "fraction_3"),
        *("temperature", "value"),
    ]
    components = table[["fraction_1", "fraction_2", "fraction_3"]].notna().sum(axis=1)
    assert components.tolist() == [1] * 6 * 2 + [2] * 4 * 9 * 2 + [3] * 2 * 4 * 2
    assert (table[["smiles_1", "smiles_2", "smiles_3"]].notna().sum(axis=1) == components).all()
    np.testing.assert_allclose(table[["fraction_1", "fraction_2", "fraction_3"]].sum(axis=1), 1, atol=1e-15)


def test_pure_rows_hold_the_pure_values_at_each_temperature() -> None:
    pure = table_of(n_binaries=0, n_ternaries=0)
    assert pure["smiles_1"].tolist() == [smiles for smiles in smiles_of(CAS_NUMBERS) for _ in TEMPERATURES_K]
    assert pure["temperature"].tolist() == TEMPERATURES_K * 6
    expected = np.log(np.column_stack([PRESSURE.pure[kelvin] for kelvin in TEMPERATURES_K]).ravel() / 1000)
    np.testing.assert_allclose(pure["value"], expected, atol=5e-7)


def test_values_are_rounded_alike_on_every_machine() -> None:
    values = table_of()["value"]
    assert values.notna().all()
    assert (values == values.round(6)).all()


def test_table_survives_a_csv_file() -> None:
    table = table_of()
    pd.testing.assert_frame_equal(pd.read_csv(StringIO(table.to_csv(index=False))), table)


@pytest.mark.parametrize(
    ("step", "fractions"),
    [
        (2, [[0.1, 0.3, 0.5, 0.7, 0.9], [0.2, 0.4, 0.6, 0.8]]),
        (3, [[0.1, 0.4, 0.7], [0.2, 0.5, 0.8], [0.3, 0.6, 0.9]]),
    ],
)
def test_binary_step_takes_turns_through_the_grid(step: int, fractions: list[list[float]]) -> None:
    found = binaries(table_of(binary_step=step)).query("temperature == 298.15")
    by_system = [
        rows["fraction_1"].round(9).tolist() for _, rows in found.groupby(["smiles_1", "smiles_2"], sort=False)
    ]
    assert by_system == [fractions[number % step] for number in range(4)]


def test_coarser_step_keeps_systems_and_values() -> None:
    keys = ["smiles_1", "smiles_2", "fraction_1", "temperature"]
    all_points, some_points = binaries(table_of()), binaries(table_of(binary_step=2))
    both = some_points.merge(all_points, on=keys)
    assert len(both) == len(some_points)
    assert (both["value_x"] == both["value_y"]).all()


def test_nearly_ideal_systems_are_left_out_on_request() -> None:
    table = table_of(min_excess=0.2)
    pure = {(row.smiles_1, row.temperature): row.value for row in table[table["smiles_2"].isna()].itertuples()}
    found = binaries(table)
    ideal = np.log(
        [
            row.fraction_1 * np.exp(pure[row.smiles_1, row.temperature])
            + row.fraction_2 * np.exp(pure[row.smiles_2, row.temperature])
            for row in found.itertuples()
        ],
    )
    excess = found.assign(excess=np.abs(found["value"] - ideal))
    largest = excess.groupby(["smiles_1", "smiles_2"])["excess"].max()
    assert len(largest) == 4
    assert (largest >= 0.2).all()


def test_too_few_systems_are_refused_with_their_number() -> None:
    with pytest.raises(ConfigError, match=r"15 systems were asked for, but only 1[0-4] .*min_excess"):
        table_of(n_binaries=15, min_excess=0.05)


@pytest.mark.parametrize("step", [0, 10])
def test_step_outside_the_grid_is_refused(step: int) -> None:
    with pytest.raises(ConfigError, match=f"binary_step is {step}; it must be from 1 to 9"):
        replace(DESIGN, binary_step=step)
