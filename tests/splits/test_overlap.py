from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.datasets.table import MixtureTable
from azeotrope.splits.overlap import Overlap, component_molecules

MakeTable = Callable[..., MixtureTable]
ROWS = np.arange(5)


@pytest.fixture(name="table")
def fixture_table(make_table: MakeTable) -> MixtureTable:
    """Five rows that share ever less with row 5, A:0.5 B:0.5 at 300 K in solute S."""
    return make_table(
        [
            [("B", 0.5), ("A", 0.5)],
            [("A", 0.5), ("B", 0.5)],
            [("A", 0.4), ("B", 0.6)],
            [("A", 0.5), ("C", 0.5)],
            [("C", 0.5), ("D", 0.5)],
            [("A", 0.5), ("B", 0.5)],
        ],
        [300.0, 310.0, 300.0, 300.0, 300.0, 300.0],
        ["S", "S", "S", "S", "A", "S"],
    )


def test_levels_by_hand(table: MixtureTable) -> None:
    overlap = Overlap.of(table, ROWS, np.array([5]))
    assert overlap.replicate.tolist() == [True, False, False, False, False]
    assert overlap.composition.tolist() == [True, True, False, False, False]
    assert overlap.component_set.tolist() == [True, True, True, False, False]
    assert overlap.molecule.tolist() == [True, True, True, True, False]


def test_nothing_is_shared_with_no_rows_and_no_rows_share_nothing(table: MixtureTable) -> None:
    nothing = np.array([], dtype=np.int64)
    for level in ("replicate", "composition", "component_set", "molecule"):
        assert not getattr(Overlap.of(table, ROWS, nothing), level).any()
        assert getattr(Overlap.of(table, nothing, ROWS), level).shape == (0,)


def test_isomers_count_as_one_molecule_by_policy(make_table: MakeTable) -> None:
    rows = [
        [("InChI=1S/X/t1+", 0.5), ("InChI=1S/Y", 0.5)],
        [("InChI=1S/X/t1-", 0.5), ("InChI=1S/Y", 0.5)],
        [("InChI=1S/X/t1-", 1.0)],
    ]
    shared = {
        stereo: Overlap.of(make_table(rows, stereo=stereo), np.array([0]), np.array([1])) for stereo in ("keep", "drop")
    }
    assert (shared["keep"].composition[0], shared["keep"].component_set[0]) == (False, False)
    assert (shared["drop"].composition[0], shared["drop"].component_set[0]) == (True, True)
    assert Overlap.of(make_table(rows, stereo="drop"), np.array([0]), np.array([2])).molecule[0]
    assert not Overlap.of(make_table(rows, stereo="keep"), np.array([0]), np.array([2])).molecule[0]


def test_component_molecules(table: MixtureTable) -> None:
    names = [table.mixtures.molecules.inchi[i] for i in component_molecules(table, np.array([3, 4]))]
    assert names == ["A", "C", "D"]
