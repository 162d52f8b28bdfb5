"""The composition rules, seen through `read_rows`, which applies them to every row of a raw table."""

from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.chemistry.identity import Molecule, parse_molecule
from azeotrope.datasets.entries import IdentifierBook
from azeotrope.datasets.layout import RawTable
from azeotrope.datasets.rows import Rows, read_rows
from azeotrope.errors import MoleculeError

RawTableMaker = Callable[..., RawTable]
BINARY = "smiles_1,fraction_1,smiles_2,fraction_2,value"
TERNARY = "smiles_1,fraction_1,smiles_2,fraction_2,smiles_3,fraction_3,value"


def composition(rows: Rows, row: int = 0) -> dict[str, float]:
    """Display SMILES and fraction of each component, in the table's order."""
    mixtures = rows.table.mixtures
    entries = range(mixtures.offsets[row], mixtures.offsets[row + 1])
    return {mixtures.molecules.smiles[mixtures.component[i]]: float(mixtures.mole_fraction[i]) for i in entries}


def only_rejection(rows: Rows) -> tuple[str, str]:
    assert len(rows.table) == 0
    assert len(rows.rejected) == 1
    return rows.rejected["reason"].iloc[0], rows.rejected["detail"].iloc[0]


def test_components_are_sorted_by_inchi(raw_table: RawTableMaker) -> None:
    rows = read_rows([raw_table(f"{BINARY}\nO,0.3,CCO,0.7,1")])
    assert list(composition(rows).items()) == [("CCO", 0.7), ("O", 0.3)]
    assert rows.repairs == {}


def test_trap_component_order_never_matters(raw_table: RawTableMaker) -> None:
    rows = read_rows([raw_table(f"{TERNARY}\nO,0.2,CCO,0.3,C,0.5,1\nC,0.5,O,0.2,CCO,0.3,1")])
    assert list(composition(rows, 0).items()) == list(composition(rows, 1).items())


def test_trap_one_component_equals_its_two_halves(raw_table: RawTableMaker) -> None:
    rows = read_rows([raw_table(f"{BINARY}\nCCO,1.0,,,1\nCCO,0.5,CCO,0.5,1\nOCC,0.5,C(C)O,0.5,1")])
    assert [composition(rows, row) for row in range(3)] == [{"CCO": 1.0}] * 3
    assert rows.table.mixtures.is_pure.all()
    assert rows.repairs == {"repeated_component_merged": 2}


def test_trap_a_component_of_fraction_0_changes_nothing(raw_table: RawTableMaker) -> None:
    rows = read_rows(
        [raw_table(f"{TERNARY}\nCCO,0.4,O,0.6,,,1\nCCO,0.4,C,0,O,0.6,1\nCCO,0.4,O,0.6,not a molecule,0.0,1")]
    )
    assert [composition(rows, row) for row in range(3)] == [{"CCO": 0.4, "O": 0.6}] * 3
    assert set(rows.table.mixtures.molecules.smiles) == {"CCO", "O"}
    assert rows.repairs == {"zero_fraction_dropped": 2}


def test_trap_thirds_written_with_four_digits_pass(raw_table: RawTableMaker) -> None:
    rows = read_rows([raw_table(f"{TERNARY}\nC,0.3333,CCO,0.3333,O,0.3333,1")])
    assert list(composition(rows).values()) == [0.333, 0.333, 0.334]


def test_trap_ten_tenths_and_a_hair_more_than_1_pass(raw_table: RawTableMaker) -> None:
    header = ",".join(f"smiles_{i},fraction_{i}" for i in range(10))
    cells = ",".join(f"{'C' * (i + 1)},0.1" for i in range(10))
    tenths = read_rows([raw_table(f"{header},value\n{cells},1")])
    assert list(composition(tenths).values()) == [0.1] * 10
    one = read_rows([raw_table("smiles_1,fraction_1,value\nC,1.00000000003,1")])
    assert composition(one) == {"C": 1.0}


def test_trap_fractions_that_do_not_close_name_row_and_sum(raw_table: RawTableMaker) -> None:
    header = ",".join(f"smiles_{i},fraction_{i}" for i in range(4))
    text = f"{header},value\nC,1,,,,,,,1\nC,0.95,CC,0.03,CCC,0.01,CCCC,0.005,1"
    rows = read_rows([raw_table(text)])
    assert rows.rejected["row"].tolist() == [1]
    assert rows.rejected["reason"].tolist() == ["fractions_do_not_close"]
    assert "0.995" in rows.rejected["detail"].iloc[0]
    assert "percent" not in rows.rejected["detail"].iloc[0]


def test_trap_undeclared_percent_is_rejected_and_said_to_look_like_percent(raw_table: RawTableMaker) -> None:
    reason, detail = only_rejection(read_rows([raw_table(f"{BINARY}\nC,30,CCO,70,1")]))
    assert reason == "fractions_do_not_close"
    assert "sum to 100" in detail
    assert "looks like percent" in detail
    assert "percent_allowed" in detail


def test_trap_percent_is_converted_only_where_it_is_allowed(raw_table: RawTableMaker) -> None:
    rows = read_rows([raw_table(f"{BINARY}\nC,30,CCO,70,1\nC,0.3,CCO,0.7,1\nC,33.3,CCO,66.6,1", percent_allowed=True)])
    assert composition(rows, 0) == composition(rows, 1) == {"CCO": 0.7, "C": 0.3}
    assert composition(rows, 2) == {"CCO": 0.666, "C": 0.334}
    assert rows.repairs == {"percent_converted": 2}


@pytest.mark.parametrize("fractions", ["50,40", "0.5,0.4", "1,99.5"])
def test_percent_that_does_not_close_is_rejected(raw_table: RawTableMaker, fractions: str) -> None:
    first, second = fractions.split(",")
    rows = read_rows([raw_table(f"{BINARY}\nC,{first},CCO,{second},1", percent_allowed=True)])
    assert only_rejection(rows)[0] == "fractions_do_not_close"


def test_trap_two_components_with_one_fraction_are_rejected(raw_table: RawTableMaker) -> None:
    reason, detail = only_rejection(read_rows([raw_table(f"{BINARY}\nC,0.4,CCO,,1")]))
    assert reason == "missing_fraction"
    assert "'fraction_2'" in detail
    assert "'CCO'" in detail


def test_trap_the_last_fraction_is_inferred_only_where_that_is_declared(raw_table: RawTableMaker) -> None:
    rows = read_rows([raw_table(f"{BINARY}\nC,0.4,CCO,,1\nC,,CCO,0.4,1\nC,0.4,CCO,0.6,1", infer_last_fraction=True)])
    assert [composition(rows, row) for row in range(3)] == [
        {"CCO": 0.6, "C": 0.4},
        {"CCO": 0.4, "C": 0.6},
        {"CCO": 0.6, "C": 0.4},
    ]
    assert rows.repairs == {"last_fraction_inferred": 2}


def test_two_missing_fractions_are_never_inferred(raw_table: RawTableMaker) -> None:
    rows = read_rows([raw_table(f"{TERNARY}\nC,0.4,CCO,,O,,1", infer_last_fraction=True)])
    assert only_rejection(rows)[0] == "missing_fraction"


def test_an_inferred_fraction_of_nothing_left_is_a_component_of_fraction_0(raw_table: RawTableMaker) -> None:
    rows = read_rows([raw_table(f"{TERNARY}\nC,0.7,CCO,0.3,O,,1", infer_last_fraction=True)])
    assert composition(rows) == {"CCO": 0.3, "C": 0.7}


def test_fractions_above_1_leave_nothing_to_infer(raw_table: RawTableMaker) -> None:
    rows = read_rows([raw_table(f"{TERNARY}\nC,0.7,CCO,0.5,O,,1", infer_last_fraction=True)])
    assert only_rejection(rows)[0] == "negative_fraction"


def test_a_negative_fraction_is_rejected_even_where_the_sum_is_1(raw_table: RawTableMaker) -> None:
    reason, detail = only_rejection(read_rows([raw_table(f"{BINARY}\nC,1.2,CCO,-0.2,1")]))
    assert reason == "negative_fraction"
    assert "'fraction_2' = -0.2" in detail


@pytest.mark.parametrize("fractions", ["0,0", "0.2,0.7"])
def test_fractions_below_1_are_rejected(raw_table: RawTableMaker, fractions: str) -> None:
    first, second = fractions.split(",")
    rows = read_rows([raw_table(f"{BINARY}\nC,{first},CCO,{second},1")])
    assert only_rejection(rows)[0] == "fractions_do_not_close"


def test_trap_mass_fractions_are_converted_only_where_they_are_declared(raw_table: RawTableMaker) -> None:
    """By hand, half and half by mass: x(ethanol) = 18.015 / (18.015 + 46.069) = 0.281."""
    text = f"{BINARY}\nCCO,0.5,O,0.5,1"
    assert composition(read_rows([raw_table(text)])) == {"CCO": 0.5, "O": 0.5}
    mass = read_rows([raw_table(text, fraction_kind="mass")])
    assert composition(mass) == {"CCO": 0.281, "O": 0.719}
    assert mass.repairs == {"mass_fraction_converted": 1}


def test_mass_fractions_in_percent_of_repeated_components(raw_table: RawTableMaker) -> None:
    text = f"{TERNARY}\nO,25,CCO,50,O,25,1"
    assert composition(read_rows([raw_table(text, fraction_kind="mass", percent_allowed=True)])) == {
        "CCO": 0.281,
        "O": 0.719,
    }


def test_a_trace_that_rounds_to_0_is_dropped_and_counted(raw_table: RawTableMaker) -> None:
    ternary = "smiles_1,fraction_1,smiles_2,fraction_2,smiles_3,fraction_3,value"
    rows = read_rows([raw_table(f"{ternary}\nCCO,0.4997,O,0.5,CO,0.0003,1")])
    assert composition(rows) == {"CCO": 0.5, "O": 0.5}
    assert rows.repairs == {"rounded_to_zero_dropped": 1}


def test_a_mixture_that_rounds_to_a_pure_compound_is_no_reference_for_it(raw_table: RawTableMaker) -> None:
    rows = read_rows([raw_table(f"{BINARY}\nCCO,0.9997,O,0.0003,5\nCCO,1,,,1")])
    assert rows.table.value.tolist() == [1.0]
    assert list(rows.rejected["reason"]) == ["rounds_to_pure"]


@pytest.mark.parametrize("n", [117, 121])
def test_many_equal_components_close_to_exactly_1(raw_table: RawTableMaker, n: int) -> None:
    header = ",".join(f"smiles_{i},fraction_{i}" for i in range(n))
    cells = ",".join(f"{'C' * (i + 1)},{1 / n!r}" for i in range(n))
    thousandths = np.rint(read_rows([raw_table(f"{header},value\n{cells},1")]).table.mixtures.mole_fraction * 1000)
    assert len(thousandths) == n
    assert thousandths.sum() == 1000
    assert thousandths.min() >= 1


@pytest.mark.parametrize(
    ("smiles", "reason"),
    [
        ("CC(", "unparsable_identifier"),
        ("CCO.O", "disconnected_fragments"),
        ("CC[O-]", "charged"),
        ("C[Al](C)C", "metal"),
        ("C[Ga](C)C", "metal"),
        ("C[Sn](C)(C)C", "metal"),
        ("C[Pb](C)(C)C", "metal"),
        ("O=[V](Cl)(Cl)Cl", "metal"),
    ],
)
def test_trap_a_bad_molecule_is_named_by_column_and_string(raw_table: RawTableMaker, smiles: str, reason: str) -> None:
    found, detail = only_rejection(read_rows([raw_table(f"{BINARY}\nCCO,0.5,{smiles},0.5,1")]))
    assert found == reason
    assert "column 'smiles_2'" in detail
    assert repr(smiles) in detail


def test_trap_metalloids_water_gases_isotopes_and_a_long_polymer_are_molecules(raw_table: RawTableMaker) -> None:
    smiles = ["O", "C", "[He]", "[H][H]", "[2H]O[2H]", "[CH3:1][OH:2]", "COB(OC)OC", "C[Si](C)(C)C", "[GeH4]", "[AsH3]"]
    smiles.append("CCO" * 433 + "N")
    rows = read_rows([raw_table("smiles_1,value\n" + "\n".join(f"{text},1" for text in smiles))])
    assert len(rows.rejected) == 0
    assert len(rows.table) == len(smiles) == len(rows.table.mixtures.molecules)


def test_the_book_remembers_molecules_and_errors() -> None:
    book = IdentifierBook()
    assert book.lookup("OCC") == parse_molecule("CCO")
    error = book.lookup("CC(")
    assert isinstance(error, MoleculeError)
    assert book.lookup("CC(") is error
    assert isinstance(book.lookup("Cl.N"), MoleculeError)
    assert isinstance(IdentifierBook(allow_salts=True).lookup("Cl.N"), Molecule)
