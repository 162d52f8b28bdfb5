import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.mixing_rules import LinearMixing, RaoultMixing
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.references import ideal_values, pure_values
from azeotrope.datasets.table import MixtureTable

MOLECULES = Molecules.of(parse_molecule(smiles) for smiles in ("CCO", "O", "C"))
Row = list[tuple[int, float]]
PURES: list[Row] = [[(0, 1.0)], [(1, 1.0)]]
QUARTER: Row = [(0, 0.25), (1, 0.75)]


def table(
    rows: list[Row], values: list[float], molecules: Molecules = MOLECULES, **context: list[float]
) -> MixtureTable:
    mixtures = Mixtures.from_rows(molecules, rows, **context)
    n = len(rows)
    return MixtureTable(
        mixtures,
        np.array(values, dtype=np.float64),
        np.arange(n + 1),
        np.zeros(n, dtype=np.int64),
        np.arange(n),
        ("my.csv",),
    )


def test_no_rows() -> None:
    assert pure_values(table([], [])).shape == (0,)
    assert ideal_values(table([], [], temperature_k=[]), LinearMixing(), 0.1).shape == (0,)


def test_one_mixture_without_references_has_no_ideal_value() -> None:
    np.testing.assert_array_equal(pure_values(table([QUARTER], [5.0])), [np.nan, np.nan])
    np.testing.assert_array_equal(ideal_values(table([QUARTER], [5.0]), LinearMixing()), [np.nan])


def test_linear_and_raoult_ideal_values_by_hand() -> None:
    """Linear: 0.25 * 8 + 0.75 * 4 = 5. Raoult: a quarter of 8 kPa and three quarters of 4 kPa are 5 kPa."""
    rows = [*PURES, QUARTER]
    np.testing.assert_allclose(ideal_values(table(rows, [8.0, 4.0, 1.0]), LinearMixing()), [8.0, 4.0, 5.0])
    raoult = ideal_values(table(rows, [np.log(8.0), np.log(4.0), 1.0]), RaoultMixing())
    np.testing.assert_allclose(raoult, np.log([8.0, 4.0, 5.0]), rtol=1e-14)


def test_a_row_with_one_unknown_reference_is_not_covered() -> None:
    found = table([*PURES, [(0, 0.5), (2, 0.5)]], [8.0, 4.0, 1.0])
    np.testing.assert_array_equal(pure_values(found), [8.0, 4.0, 8.0, np.nan])
    np.testing.assert_array_equal(ideal_values(found, LinearMixing()), [8.0, 4.0, np.nan])


def test_several_pure_rows_of_one_context_are_averaged() -> None:
    found = table([[(0, 1.0)], [(0, 1.0)], [(1, 1.0)], QUARTER], [7.0, 9.0, 4.0, 1.0])
    np.testing.assert_allclose(pure_values(found), [8.0, 8.0, 4.0, 8.0, 4.0])


def test_mixture_rows_are_no_references() -> None:
    np.testing.assert_array_equal(
        pure_values(table([[(0, 0.999), (1, 0.001)], [(0, 1.0)]], [5.0, 8.0])), [8.0, np.nan, 8.0]
    )


@pytest.mark.parametrize(
    ("temperature_k", "covered"), [(300.0, True), (300.0 + 1e-8, True), (300.01, False), (301.0, False)]
)
def test_references_match_by_exact_temperature(temperature_k: float, covered: bool) -> None:
    found = table([*PURES, QUARTER], [8.0, 4.0, 1.0], temperature_k=[300.0, 300.0, temperature_k])
    (ideal,) = ideal_values(found, LinearMixing())[2:]
    assert np.isfinite(ideal) == covered


def test_each_temperature_has_its_own_reference() -> None:
    found = table([[(0, 1.0)], [(0, 1.0)], [(0, 1.0)]], [1.0, 2.0, 3.0], temperature_k=[300.0, 310.0, 300.0])
    np.testing.assert_allclose(pure_values(found), [2.0, 2.0, 2.0])
    other = table([[(0, 1.0)], [(0, 1.0)]], [1.0, 5.0], temperature_k=[300.0, 310.0])
    np.testing.assert_allclose(pure_values(other), [1.0, 5.0])


@pytest.mark.parametrize(
    ("temperature_k", "covered"), [(300.0, True), (300.04, True), (299.96, True), (300.06, False), (300.1, False)]
)
def test_references_match_by_bins_of_a_tenth_of_a_kelvin(temperature_k: float, covered: bool) -> None:
    found = table([*PURES, QUARTER], [8.0, 4.0, 1.0], temperature_k=[300.0, 300.0, temperature_k])
    (ideal,) = ideal_values(found, LinearMixing(), 0.1)[2:]
    assert np.isfinite(ideal) == covered


@pytest.mark.parametrize(
    "temperature_k", [273.15, 288.15, 293.15, 298.15, 303.15, 308.15, 313.15, 323.15, 333.15, 298.0]
)
@pytest.mark.parametrize("bin_k", [None, 0.1, 1.0])
def test_equal_temperatures_match_whatever_the_bin(temperature_k: float, bin_k: float | None) -> None:
    found = table([*PURES, QUARTER], [8.0, 4.0, 1.0], temperature_k=[temperature_k] * 3)
    np.testing.assert_allclose(ideal_values(found, LinearMixing(), bin_k), [8.0, 4.0, 5.0])


def test_references_match_by_solute() -> None:
    found = table([*PURES, QUARTER, QUARTER], [8.0, 4.0, 1.0, 1.0], solute=[2, 2, 2, 1])
    np.testing.assert_array_equal(ideal_values(found, LinearMixing()), [8.0, 4.0, 5.0, np.nan])


@pytest.mark.parametrize(("stereo", "reference"), [("keep", np.nan), ("drop", 8.0)])
def test_trap_stereo_isomers_share_references_by_config(stereo: str, reference: float) -> None:
    butenes = Molecules.of((parse_molecule(smiles) for smiles in ("C/C=C/C", "C/C=C\\C")), stereo)
    found = table([[(0, 1.0)], [(0, 0.5), (1, 0.5)]], [8.0, 1.0], butenes)
    np.testing.assert_array_equal(pure_values(found), [8.0, 8.0, reference])


@settings(max_examples=25)
@given(data=st.data())
def test_references_do_not_depend_on_the_order_of_rows(data: st.DataObject) -> None:
    rows: list[Row] = [[(0, 1.0)], [(1, 1.0)], QUARTER, [(0, 0.5), (2, 0.5)], [(0, 1.0)], [(2, 1.0)]]
    found = table(rows, [8.0, 4.0, 1.0, 2.0, 6.0, 3.0], temperature_k=[300.0, 300.0, 300.0, 300.0, 300.0, 310.0])
    order = data.draw(st.permutations(range(len(rows))))
    np.testing.assert_allclose(
        ideal_values(found.take(order), LinearMixing()), ideal_values(found, LinearMixing())[list(order)]
    )


@settings(max_examples=40)
@given(data=st.data())
def test_references_equal_those_of_one_entry_after_another(data: st.DataObject) -> None:
    row = st.sampled_from([[(0, 1.0)], [(1, 1.0)], [(2, 1.0)], QUARTER, [(1, 0.5), (2, 0.5)]])
    rows = data.draw(st.lists(row, max_size=10))
    n = len(rows)
    values = [float(value) for value in data.draw(st.lists(st.integers(-8, 8), min_size=n, max_size=n))]
    kelvins = data.draw(st.lists(st.sampled_from([300.0, 300.04, 310.0]), min_size=n, max_size=n))
    solutes = data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    bin_k = data.draw(st.sampled_from([None, 0.1, 20.0]))
    measured: dict[tuple[int, int, int], list[float]] = {}
    keys = [(round(kelvin / (bin_k or 1e-6)), solute) for kelvin, solute in zip(kelvins, solutes, strict=True)]
    for entries, key, value in zip(rows, keys, values, strict=True):
        if len(entries) == 1:
            measured.setdefault((entries[0][0], *key), []).append(value)
    expected = [
        np.mean(measured.get((component, *key), [np.nan]))
        for entries, key in zip(rows, keys, strict=True)
        for component, _ in entries
    ]
    found = pure_values(table(rows, values, temperature_k=kelvins, solute=solutes), bin_k)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
