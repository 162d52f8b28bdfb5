import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from azeotrope.chemistry.identity import Molecule, parse_molecule
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.table import MixtureTable

# Identities are written out, so that the frozen hash depends on no chemistry library.
ETHANOL = Molecule("InChI=1S/C2H6O/c1-2-3/h3H,2H2,1H3", "CCO", 46.069)
WATER = Molecule("InChI=1S/H2O/h1H2", "O", 18.015)
MOLECULES = Molecules.of([WATER, ETHANOL])
FROZEN_HASH = "77871b560826868b3845a1645b86835b5a3c3a829d7ea8e7249bf0fb6a46aac4"


def table() -> MixtureTable:
    mixtures = Mixtures.from_rows(
        MOLECULES, [[(0, 1.0)], [(0, 0.25), (1, 0.75)], [(1, 1.0)]], temperature_k=[298.15, 298.15, 310.0]
    )
    return MixtureTable(
        mixtures,
        np.array([1.0, -2.5, 3.0]),
        np.array([0, 1, 3, 4]),
        np.array([0, 0, 1, 1]),
        np.array([4, 0, 2, 7]),
        ("a.csv", "b.csv"),
    )


def empty() -> MixtureTable:
    none = np.array([], dtype=np.int64)
    return MixtureTable(Mixtures.from_rows(MOLECULES, []), np.array([]), np.array([0]), none, none, ())


def test_no_rows() -> None:
    assert len(empty()) == 0
    assert empty().row_ids() == []
    assert empty().replicates.shape == (0,)
    assert len(empty().content_hash) == 64
    assert len(empty().take([])) == 0


def test_rows_replicates_and_ids() -> None:
    assert len(table()) == 3
    np.testing.assert_array_equal(table().replicates, [1, 2, 1])
    assert table().row_ids() == ["a.csv:4", "a.csv:0+b.csv:2", "b.csv:7"]


@pytest.mark.parametrize(
    ("rows", "ids"),
    [
        ([2, 1], ["b.csv:7", "a.csv:0+b.csv:2"]),
        ([1], ["a.csv:0+b.csv:2"]),
        ([1, 1], ["a.csv:0+b.csv:2"] * 2),
        (np.array([True, False, True]), ["a.csv:4", "b.csv:7"]),
        ([], []),
    ],
)
def test_take_gives_rows_in_the_given_order_with_their_provenance(rows: object, ids: list[str]) -> None:
    taken, whole = table().take(rows), table()
    positions = [whole.row_ids().index(name) for name in ids]
    assert taken.row_ids() == ids
    np.testing.assert_array_equal(taken.value, whole.value[positions])
    assert len(taken.mixtures) == len(ids)
    np.testing.assert_array_equal(taken.mixtures.temperature_k, whole.mixtures.temperature_k[positions])
    assert taken.source_files == whole.source_files


def test_trap_take_does_not_change_what_it_takes_from() -> None:
    whole = table()
    whole.take([0, 1, 2]).value[:] = 0
    np.testing.assert_array_equal(whole.value, table().value)


def test_the_content_hash_is_frozen() -> None:
    assert table().content_hash == FROZEN_HASH


def test_the_content_hash_is_the_same_in_another_process() -> None:
    script = f"import runpy; from pathlib import Path; print(runpy.run_path({__file__!r})['table']().content_hash)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == FROZEN_HASH


def test_the_content_hash_does_not_depend_on_provenance() -> None:
    other = replace(table(), source_row=np.array([0, 1, 2, 3]), source_files=("x.csv", "y.csv"))
    merged = replace(
        table(), source_offsets=np.array([0, 1, 2, 3]), source_file=np.array([0, 0, 0]), source_row=np.array([0, 1, 2])
    )
    assert other.content_hash == merged.content_hash == table().content_hash


@pytest.mark.parametrize(
    "changed",
    [
        replace(table(), value=np.array([1.0, -2.5, np.nextafter(3.0, 4.0)])),
        replace(table(), mixtures=replace(table().mixtures, temperature_k=None)),
        replace(table(), mixtures=replace(table().mixtures, temperature_k=np.array([298.15, 298.15, 310.01]))),
        replace(table(), mixtures=replace(table().mixtures, mole_fraction=np.array([1.0, 0.251, 0.749, 1.0]))),
        replace(table(), mixtures=replace(table().mixtures, component=np.array([0, 0, 1, 0]))),
        replace(table(), mixtures=replace(table().mixtures, solute=np.array([0, 0, 0]))),
        replace(table(), mixtures=replace(table().mixtures, offsets=np.array([0, 2, 3, 4]))),
        replace(table(), mixtures=replace(table().mixtures, molecules=Molecules.of([WATER, ETHANOL], "drop"))),
        replace(table(), mixtures=replace(table().mixtures, molecules=Molecules.of([WATER, parse_molecule("CO")]))),
        table().take([0, 1]),
        table().take([1, 0, 2]),
    ],
    ids=[
        "value",
        "no temperature",
        "temperature",
        "fraction",
        "component",
        "solute",
        "rows",
        "stereo",
        "molecule",
        "fewer",
        "order",
    ],
)
def test_the_content_hash_sees_every_change_of_content(changed: MixtureTable) -> None:
    assert changed.content_hash != table().content_hash


def test_the_content_hash_does_not_depend_on_the_layout_of_memory() -> None:
    value = np.array([[1.0, 0.0], [-2.5, 0.0], [3.0, 0.0]])[:, 0]
    assert replace(table(), value=value).content_hash == FROZEN_HASH
    assert replace(table(), value=table().value.astype(">f8")).content_hash == FROZEN_HASH
