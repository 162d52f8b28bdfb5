from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.dataset import Dataset
from azeotrope.datasets.pure_ratings import ratings_of
from azeotrope.errors import DataError

DatasetMaker = Callable[..., Dataset]
SOLVENTS = Molecules.of(parse_molecule(smiles) for smiles in ("CCO", "O", "CO"))


def test_each_pure_compound_is_a_unit_with_its_property(dataset_of: DatasetMaker) -> None:
    rows = [[(2, 1.0)], [(0, 1.0)], [(0, 0.5), (1, 0.5)], [(0, 1.0)]]
    dataset = dataset_of(Mixtures.from_rows(SOLVENTS, rows, [298.0, 298.0, 298.0, 350.0]), [7.0, 5.0, 1.0, 9.0])
    table = ratings_of(dataset)
    assert table.unit_ids == (SOLVENTS.inchi[0], SOLVENTS.inchi[2])
    np.testing.assert_array_equal(table.means, [[5.0], [7.0]])
    np.testing.assert_array_equal(table.attribute("example property"), [5.0, 7.0])
    assert (table.info.dataset, table.info.units, table.info.origin) == ("example", ("kJ/mol",), "measured")
    assert (table.participants, table.strata) == ((), ())
    assert table.units.is_pure.all()
    assert table.identities["status"].tolist() == ["used", "used"]
    assert table.identities["inchi"].tolist() == list(table.unit_ids)
    assert table.identities["inchikey"].str.fullmatch("[A-Z]{14}-[A-Z]{10}-[A-Z]").all()


def test_one_pure_compound_is_a_table_of_one(dataset_of: DatasetMaker) -> None:
    table = ratings_of(dataset_of(Mixtures.from_rows(SOLVENTS, [[(1, 1.0)]]), [3.0]))
    assert len(table) == 1


@pytest.mark.parametrize(
    ("rows", "solute", "reason"),
    [
        ([[(0, 1.0)], [(1, 1.0)]], [2, 2], "one value per solute"),
        ([[(0, 0.5), (1, 0.5)]], None, "no measured pure compound"),
        ([[(0, 1.0)], [(1, 1.0)]], None, "is 0 for all 2 units"),
    ],
)
def test_a_data_set_without_a_pure_property_says_why(
    dataset_of: DatasetMaker, rows: list[list[tuple[int, float]]], solute: list[int] | None, reason: str
) -> None:
    dataset = dataset_of(Mixtures.from_rows(SOLVENTS, rows, solute=solute), [0.0] * len(rows))
    with pytest.raises(DataError, match=reason) as caught:
        ratings_of(dataset)
    assert "example" in str(caught.value)
