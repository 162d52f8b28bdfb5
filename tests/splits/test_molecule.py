from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import ConfigError, SplitError
from azeotrope.splits.molecule import MoleculeSplit, Validation
from azeotrope.splits.molecule_groups import molecule_groups
from azeotrope.splits.overlap import component_molecules

MakeTable = Callable[..., MixtureTable]


def blocks(make_table: MakeTable, size: int, rows_per_set: int) -> MixtureTable:
    """Five groups of molecules with all binaries inside each, one binary between the first two, and pure rows."""
    names = [[f"{letter}{i}" for i in range(size)] for letter in "ABCDE"]
    pairs = [pair for group in names for pair in combinations(group, 2)]
    rows = [[(a, k / 10), (b, 1 - k / 10)] for a, b in pairs for k in range(1, rows_per_set + 1)]
    rows += [[("A0", 0.5), ("B0", 0.5)]]
    return make_table(rows + [[(name, 1.0)] for group in names for name in group] + [[("Z", 1.0)]])


@pytest.mark.parametrize("validation", ["component_sets", "molecules"])
def test_planted_blocks_by_hand(make_table: MakeTable, validation: Validation) -> None:
    table = blocks(make_table, size=4, rows_per_set=4)
    group = molecule_groups(table, 0, 5)
    inchi = table.mixtures.molecules.inchi
    assert all(len({group[i] for i, name in enumerate(inchi) if name[0] == letter}) == 1 for letter in "ABCDE")
    between, unmixed = 120, len(table) - 1
    for fold in range(5):
        split = MoleculeSplit(validation=validation).split(table, fold)
        held_out = {name[0] for i, name in enumerate(inchi) if group[i] == fold}
        next_out = {name[0] for i, name in enumerate(inchi) if group[i] == (fold + 1) % 5}
        assert {inchi[i][0] for i in component_molecules(table, split.test)} == held_out
        assert len(split.test) == 24
        assert unmixed in split.train
        assert between not in split.test
        trained = {inchi[i][0] for i in component_molecules(table, split.train)}
        if validation == "molecules":
            assert {inchi[i][0] for i in component_molecules(table, split.validation)} == next_out
            assert trained == set("ABCDEZ") - held_out - next_out
        else:
            assert len(split.validation) in {12, 13}
            assert trained == set("ABCDEZ") - held_out
        out = held_out | (next_out if validation == "molecules" else set())
        assert (between in np.r_[split.train, split.validation]) == (not out & {"A", "B"})


def test_notes_count_what_is_in_no_part(make_table: MakeTable) -> None:
    table = blocks(make_table, size=4, rows_per_set=4)
    notes = [MoleculeSplit().split(table, fold).notes for fold in range(5)]
    assert sorted(note[0].split()[0] for note in notes) == ["0", "0", "0", "1", "1"]
    assert {note[1] for note in notes} == {"4 pure rows of held-out molecules: in no part"}


@pytest.mark.parametrize(
    ("size", "rows_per_set", "counts"),
    [
        (3, 9, r"have 3, 3, 3, 3, 3 component sets .at least 5 are needed. with 27, 27, 27, 27, 27 rows"),
        (4, 3, r"have 6, 6, 6, 6, 6 component sets .at least 5 are needed. with 18, 18, 18, 18, 18 rows"),
    ],
)
def test_folds_that_are_too_small_are_refused_with_the_counts(
    make_table: MakeTable, size: int, rows_per_set: int, counts: str
) -> None:
    with pytest.raises(SplitError, match=counts):
        MoleculeSplit().split(blocks(make_table, size, rows_per_set), 3)


@pytest.mark.parametrize("rows", [[], [[("A", 1.0)]], [[("A", 0.5), ("B", 0.5)]] * 30])
def test_tiny_tables_are_refused(make_table: MakeTable, rows: list[list[tuple[str, float]]]) -> None:
    with pytest.raises(SplitError, match="0 component sets"):
        MoleculeSplit().split(make_table(rows), 0)


def test_a_solute_is_neither_held_out_nor_a_component(make_table: MakeTable) -> None:
    table = blocks(make_table, size=4, rows_per_set=4)
    mixtures = table.mixtures
    names = mixtures.molecules.inchi
    rows = [
        [(names[mixtures.component[k]], float(mixtures.mole_fraction[k])) for k in range(start, stop)]
        for start, stop in zip(mixtures.offsets[:-1], mixtures.offsets[1:], strict=True)
    ]
    with_solute = make_table(rows, solute=["A0"] * len(rows))
    for fold in range(5):
        assert MoleculeSplit().split(with_solute, fold).content_hash == MoleculeSplit().split(table, fold).content_hash


def test_an_unknown_validation_is_refused() -> None:
    with pytest.raises(ConfigError, match="validation is 'rows'; choose one of component_sets, molecules"):
        MoleculeSplit(validation="rows")  # type: ignore[arg-type]
