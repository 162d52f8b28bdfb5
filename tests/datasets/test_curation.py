import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from azeotrope.chemistry.mixing_rules import LinearMixing
from azeotrope.datasets.curation import CurationRules, curate
from azeotrope.datasets.layout import RawTable
from azeotrope.datasets.references import ideal_values, pure_values
from azeotrope.datasets.rejections import NothingLeftError
from azeotrope.datasets.table import MixtureTable
from azeotrope.datasets.transforms import MolarVolume, Scale
from azeotrope.errors import DataError

RawTableMaker = Callable[..., RawTable]
BINARY = "smiles_1,fraction_1,smiles_2,fraction_2,value"
# Two spellings of each of four molecules.
SPELLINGS = (("CCO", "C(O)C"), ("O", "[H]O[H]"), ("CC(C)=O", "O=C(C)C"), ("c1ccccc1", "C1=CC=CC=C1"))


@dataclass(frozen=True)
class Part:
    molecule: int
    spelling: int
    ten_thousandths: int

    def cells(self) -> list[str]:
        return [SPELLINGS[self.molecule][self.spelling], str(self.ten_thousandths / 10_000)]


VISIBLE = 10


@st.composite
def raw_rows(draw: st.DrawFn) -> list[list[Part]]:
    """One to three closed rows of distinct molecules, fractions with four digits, none too dilute."""
    rows = []
    for _ in range(draw(st.integers(1, 3))):
        members = draw(st.lists(st.integers(0, 3), min_size=1, max_size=4, unique=True))
        cuts = sorted(draw(st.lists(st.integers(1, 9_999), min_size=len(members) - 1, max_size=len(members) - 1)))
        shares = np.diff([0, *cuts, 10_000]).tolist()
        assume(len(members) == 1 or sorted(shares)[-2] >= VISIBLE)
        rows.append([Part(molecule, 0, share) for molecule, share in zip(members, shares, strict=True)])
    return rows


def rewritten(draw: st.DrawFn, row: list[Part]) -> list[Part]:
    """The same mixture: components cut in two and spelled anew, one of fraction 0 added, all shuffled."""
    parts = []
    for part in row:
        cut = draw(st.integers(0, part.ten_thousandths))
        parts += [Part(part.molecule, 0, cut), Part(part.molecule, 1, part.ten_thousandths - cut)]
    parts.append(Part(draw(st.integers(0, 3)), 0, 0))
    return draw(st.permutations(parts))


def curated(make: RawTableMaker, rows: list[list[Part]]) -> MixtureTable:
    width = max(len(row) for row in rows)
    header = ",".join(f"smiles_{i},fraction_{i}" for i in range(width))
    lines = [
        ",".join([cell for part in row for cell in part.cells()] + [""] * 2 * (width - len(row)) + [str(number)])
        for number, row in enumerate(rows)
    ]
    return curate([make("\n".join([f"{header},value", *lines]))], CurationRules())[0]


@settings(max_examples=40)
@given(rows=raw_rows(), data=st.data())
def test_trap_the_curated_table_does_not_depend_on_how_its_mixtures_are_written(
    raw_table: RawTableMaker, rows: list[list[Part]], data: st.DataObject
) -> None:
    other = [data.draw(st.composite(rewritten)(row)) for row in rows]
    assert curated(raw_table, other).content_hash == curated(raw_table, rows).content_hash


@settings(max_examples=25)
@given(raw_rows())
def test_curated_rows_are_closed_sorted_distinct_thousandths(raw_table: RawTableMaker, rows: list[list[Part]]) -> None:
    mixtures = curated(raw_table, rows).mixtures
    thousandths = np.rint(mixtures.mole_fraction * 1000)
    np.testing.assert_array_equal(mixtures.mole_fraction, thousandths / 1000)
    assert thousandths.min() >= 1
    np.testing.assert_array_equal(np.bincount(mixtures.row_of_entry, thousandths), 1000)
    same_row = np.diff(mixtures.row_of_entry) == 0
    assert (np.diff(mixtures.component)[same_row] > 0).all()


@settings(max_examples=25)
@given(raw_rows())
def test_measuring_everything_twice_with_the_same_result_changes_nothing(
    raw_table: RawTableMaker, rows: list[list[Part]]
) -> None:
    width = max(len(row) for row in rows)
    header = ",".join(f"smiles_{i},fraction_{i}" for i in range(width)) + ",value"
    lines = [",".join([c for p in row for c in p.cells()] + [""] * 2 * (width - len(row)) + ["2.5"]) for row in rows]
    once, _ = curate([raw_table("\n".join([header, *lines]))], CurationRules())
    twice, report = curate([raw_table("\n".join([header, *lines, *lines]))], CurationRules())
    assert twice.content_hash == once.content_hash
    np.testing.assert_array_equal(twice.replicates, 2 * once.replicates)
    assert report.noise_floor == 0.0


def test_no_rows_are_an_error_that_says_so(raw_table: RawTableMaker) -> None:
    with pytest.raises(DataError, match=r"no row of my\.csv is left after curation \(the files are empty\)"):
        curate([raw_table(BINARY)], CurationRules())


def test_nothing_left_is_an_error_that_counts_the_reasons(raw_table: RawTableMaker) -> None:
    with pytest.raises(DataError, match=r"my\.csv .* \(metal: 2, missing_value: 1\)"):
        curate([raw_table(f"{BINARY}\n[Sn],1,,,1\n[Pb],1,,,1\nC,1,,,")], CurationRules())


def test_nothing_left_shows_the_first_row_with_its_hint(raw_table: RawTableMaker) -> None:
    with pytest.raises(NothingLeftError, match=r"the first is my\.csv, row 0 .* looks like percent") as caught:
        curate([raw_table(f"{BINARY}\nC,40,O,60,1\nC,100,,,1")], CurationRules())
    assert caught.value.rejected["row"].tolist() == [0, 1]


def test_one_row(raw_table: RawTableMaker) -> None:
    table, report = curate([raw_table(f"{BINARY}\nCCO,0.5,O,0.5,2")], CurationRules())
    assert table.value.tolist() == [2.0]
    assert report.raw_rows == 1
    assert len(report.rejected) == 0
    assert report.noise_floor is None
    assert report.replicate_groups == 0
    assert report.warnings == ()


def test_replicates_are_averaged_and_their_spread_is_the_noise_floor_by_hand(raw_table: RawTableMaker) -> None:
    """Groups (1, 3), (10, 10, 13) and (7): means 2, 11, 7; sqrt((2 + 6) / (1 + 2)) = 1.63299."""
    text = f"{BINARY}\nCCO,0.5,O,0.5,1\nC,1,,,10\nO,0.5,OCC,0.5,3\nC,1,O,0,10\nC,0.5,C,0.5,13\nO,1,,,7"
    table, report = curate([raw_table(text)], CurationRules())
    np.testing.assert_allclose(table.value, [2.0, 11.0, 7.0])
    assert table.row_ids() == ["my.csv:0+my.csv:2", "my.csv:1+my.csv:3+my.csv:4", "my.csv:5"]
    assert report.noise_floor == pytest.approx(np.sqrt(8 / 3), rel=1e-12)
    assert report.replicate_groups == 2
    assert report.raw_rows == 6


def test_rows_of_different_temperature_or_solute_are_not_replicates(raw_table: RawTableMaker) -> None:
    text = "smiles_1,temperature,solute,value\nO,300,C,1\nO,310,C,2\nO,300,CC,3\nO,300,C,5"
    table, report = curate([raw_table(text)], CurationRules())
    np.testing.assert_allclose(table.value, [3.0, 2.0, 3.0])
    assert report.replicate_groups == 1


def test_replicates_from_two_files_are_averaged(raw_table: RawTableMaker) -> None:
    raws = [raw_table(f"{BINARY}\nC,1,,,1", file="a.csv"), raw_table(f"{BINARY}\nC,1,,,2", file="b.csv")]
    table, _ = curate(raws, CurationRules())
    assert table.value.tolist() == [1.5]
    assert table.row_ids() == ["a.csv:0+b.csv:0"]


def test_trap_a_bad_smiles_raises_with_row_column_and_string(raw_table: RawTableMaker) -> None:
    raw = raw_table(f"{BINARY}\nC,1,,,1\nC,0.5,CC(,0.5,2\n[Sn],1,,,2")
    with pytest.raises(DataError) as caught:
        curate([raw], CurationRules(on_rejection="raise"))
    message = str(caught.value)
    for part in ("my.csv", "row 1 (0-based", "column 'smiles_2'", "'CC('", "1 more"):
        assert part in message


def test_trap_a_bad_smiles_is_dropped_and_counted(raw_table: RawTableMaker) -> None:
    table, report = curate([raw_table(f"{BINARY}\nC,1,,,1\nC,0.5,CC(,0.5,2\n[Sn],1,,,2")], CurationRules())
    assert table.row_ids() == ["my.csv:0"]
    assert report.rejected["reason"].value_counts().to_dict() == {"unparsable_identifier": 1, "metal": 1}
    assert report.raw_rows == 3
    assert report.rejected.loc[0, "smiles_2"] == "CC("


def test_raise_says_nothing_where_nothing_is_rejected(raw_table: RawTableMaker) -> None:
    table, _ = curate([raw_table(f"{BINARY}\nC,1,,,1")], CurationRules(on_rejection="raise"))
    assert len(table) == 1


def test_trap_a_liquid_at_25_kelvin_is_reported_as_suspicious(raw_table: RawTableMaker) -> None:
    raw = raw_table("smiles_1,temperature,value\nO,298.15,1\nO,25,1\nO,30,1")
    table, report = curate([raw], CurationRules())
    assert len(table) == 3
    (warning,) = report.warnings
    for part in ("2 rows", "my.csv:1", "25 K", "Celsius"):
        assert part in warning


def test_trap_a_declared_25_celsius_is_not_suspicious(raw_table: RawTableMaker) -> None:
    raw = raw_table("smiles_1,temperature,value\nO,25,1", temperature_unit="C")
    table, report = curate([raw], CurationRules())
    assert report.warnings == ()
    assert table.mixtures.temperature_k is not None
    np.testing.assert_array_equal(table.mixtures.temperature_k, [298.15])


def test_kelvin_that_are_declared_as_celsius_are_reported_as_suspicious(raw_table: RawTableMaker) -> None:
    raw = raw_table("smiles_1,temperature,value\nO,298.15,1\nCO,308.15,1\nCCO,318.15,1", temperature_unit="C")
    table, report = curate([raw], CurationRules())
    assert len(table) == 3
    (warning,) = report.warnings
    for part in ("3 of 3 rows", "my.csv:0", "298.15 C", "in kelvin?"):
        assert part in warning


@pytest.mark.parametrize(("temperatures", "unit"), [((300, 20, 30), "C"), ((300, 310, 320), "K")])
def test_a_hot_row_and_kelvin_as_such_are_not_suspicious(
    raw_table: RawTableMaker, temperatures: tuple[int, ...], unit: str
) -> None:
    rows = [f"O,{temperature},1" for temperature in temperatures]
    raw = raw_table("\n".join(["smiles_1,temperature,value", *rows]), temperature_unit=unit)
    assert curate([raw], CurationRules())[1].warnings == ()


def test_of_two_files_the_one_with_the_wrong_unit_is_named(raw_table: RawTableMaker) -> None:
    text = "smiles_1,temperature,value\nO,{},1"
    raws = [
        raw_table(text.format(300), file="kelvin.csv"),
        raw_table(text.format(25), file="celsius.csv", temperature_unit="C"),
        raw_table(text.format(400), file="wrong.csv", temperature_unit="C"),
    ]
    (warning,) = curate(raws, CurationRules())[1].warnings
    assert "wrong.csv:0 at 400 C" in warning


def test_the_value_is_transformed_after_the_range_is_checked_and_before_averaging(raw_table: RawTableMaker) -> None:
    """Water of 0.8 and 1.0 g/mL: the mean of 18.015 / 0.8 and 18.015 / 1.0 is 20.267 cm3/mol."""
    raw = raw_table(f"{BINARY}\nO,1,,,0.8\nO,1,,,1.0\nO,1,,,0.001")
    table, report = curate([raw], CurationRules(transform=MolarVolume(), valid_range=(0.3, None)))
    np.testing.assert_allclose(table.value, [20.267], atol=1e-3)
    assert report.noise_floor == pytest.approx((18.015 / 0.8 - 18.015) / np.sqrt(2), rel=1e-4)
    assert report.rejected["reason"].tolist() == ["value_out_of_range"]


def test_log10_becomes_ln(raw_table: RawTableMaker) -> None:
    table, _ = curate([raw_table(f"{BINARY}\nO,1,,,2")], CurationRules(transform=Scale(np.log(10))))
    np.testing.assert_allclose(table.value, [np.log(100)])


def test_wide_pure_replicates_are_reported_by_their_reported_values(raw_table: RawTableMaker) -> None:
    text = f"{BINARY}\nO,1,,,0.99\nO,1,,,1.01\nC,1,,,0.5\nC,1,,,0.505\nO,0.5,C,0.5,0.7\nO,0.5,C,0.5,0.9"
    rules = CurationRules(transform=MolarVolume(), replicate_spread_warning=0.01)
    (warning,) = curate([raw_table(text)], rules)[1].warnings
    assert warning.startswith("1 pure replicate groups")
    assert "(O)" in warning
    assert curate([raw_table(text)], CurationRules(transform=MolarVolume()))[1].warnings == ()


def test_pure_values_by_definition_are_added_once_for_each_molecule_and_context(raw_table: RawTableMaker) -> None:
    header = "smiles_1,fraction_1,smiles_2,fraction_2,temperature,value"
    raw = raw_table(
        f"{header}\nO,0.5,CCO,0.5,300,-0.4\nO,0.2,CCO,0.8,300,-0.2\nO,0.5,CCO,0.5,310,-0.3\nO,0.5,C,0.5,310,1"
    )
    table, report = curate([raw], CurationRules(pure_by_definition=0.0))
    mixtures = table.mixtures
    pure = np.flatnonzero(mixtures.is_pure)
    assert mixtures.temperature_k is not None
    smiles = [mixtures.molecules.smiles[i] for i in mixtures.component[mixtures.offsets[pure]]]
    contexts = sorted(zip(smiles, mixtures.temperature_k[pure].tolist(), strict=True))
    assert contexts == [("C", 310.0), ("CCO", 300.0), ("CCO", 310.0), ("O", 300.0), ("O", 310.0)]
    np.testing.assert_array_equal(table.value[pure], 0.0)
    np.testing.assert_array_equal(table.replicates[pure], 0)
    np.testing.assert_array_equal(ideal_values(table, LinearMixing()), 0.0)
    assert table.row_ids()[:4] == [f"my.csv:{i}" for i in range(4)]
    assert len(table.row_ids()) == len(table) == 9
    assert report.raw_rows == 4


def test_no_pure_value_by_definition_is_added_beside_a_measured_one(raw_table: RawTableMaker) -> None:
    raw = raw_table(f"{BINARY}\nO,0.5,CCO,0.5,-0.4\nO,1,,,0")
    table, _ = curate([raw], CurationRules(pure_by_definition=0.0))
    np.testing.assert_array_equal(table.mixtures.is_pure, [False, True, True])
    assert table.replicates.tolist() == [1, 1, 0]
    np.testing.assert_array_equal(pure_values(table)[:2], 0.0)


def test_a_solute_is_part_of_the_context_of_a_value_by_definition(raw_table: RawTableMaker) -> None:
    header = "smiles_1,fraction_1,smiles_2,fraction_2,solute,value"
    raw = raw_table(f"{header}\nO,0.5,CCO,0.5,C,-0.4\nO,0.5,CCO,0.5,CC,1")
    table, _ = curate([raw], CurationRules(pure_by_definition=0.0))
    assert table.mixtures.is_pure.sum() == 4
    np.testing.assert_array_equal(ideal_values(table, LinearMixing()), 0.0)


@pytest.mark.parametrize(("stereo", "sets"), [("keep", 2), ("drop", 1)])
def test_trap_stereo_is_kept_or_dropped_for_grouping_by_config(
    raw_table: RawTableMaker, stereo: str, sets: int
) -> None:
    raw = raw_table(f"{BINARY}\nC/C=C/C,0.5,O,0.5,1\nC/C=C\\C,0.5,O,0.5,2")
    table, _ = curate([raw], CurationRules(stereo=stereo))
    assert len(table) == 2
    assert len(set(table.mixtures.component_set.tolist())) == sets


def test_trap_raw_tables_are_not_mutated(raw_table: RawTableMaker) -> None:
    raw = raw_table(f"{BINARY}\nO,40,CCO,60,1\n[Sn],100,,,2\nCCO,60,O,40,3", percent_allowed=True)
    before = raw.frame.copy(deep=True)
    curate([raw], CurationRules(transform=Scale(2.0), pure_by_definition=0.0))
    pd.testing.assert_frame_equal(raw.frame, before)


def calls_of(function: Callable[[], object]) -> int:
    """Count the Python and C functions that are called while a function runs."""
    count = 0

    def on_event(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(on_event)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


def test_further_rows_call_no_further_functions(raw_table: RawTableMaker) -> None:
    """Rules, replicates, ids and references are array operations: nothing is done row by row."""

    def work(n_rows: int) -> int:
        lines = [f"CCO,{i % 9 / 10},O,{1 - i % 9 / 10:.1f},{i % 7},CC,{290 + i % 5}" for i in range(n_rows)]
        raw = raw_table("\n".join([f"{BINARY},solute,temperature", *lines]))

        def run() -> None:
            table, _ = curate([raw], CurationRules(pure_by_definition=0.0))
            ideal_values(table, LinearMixing())
            assert len(table.mixtures.component_set) == len(table.mixtures.composition) == len(table)

        run()
        return calls_of(run)

    few, many = 100, 1000
    assert work(many) - work(few) < (many - few) / 10
