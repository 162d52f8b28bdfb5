from collections.abc import Callable

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.dataset import Dataset
from azeotrope.datasets.pure_property import pure_property_at_reference

DatasetMaker = Callable[..., Dataset]
LETTERS = Molecules(("a", "b", "c"), ("C", "CC", "CCC"), np.ones(3))


def test_each_molecule_has_its_value_nearest_298_k(dataset_of: DatasetMaker) -> None:
    # molecule 1: 300 K is nearer than 290; molecule 2: 293.15 and 303.15 are equally near; a mixture does not count
    rows = [[(2, 1.0)], [(1, 1.0)], [(2, 1.0)], [(1, 1.0)], [(0, 0.5), (1, 0.5)]]
    mixtures = Mixtures.from_rows(LETTERS, rows, [303.15, 290.0, 293.15, 300.0, 298.15])
    pure = pure_property_at_reference(dataset_of(mixtures, [1.0, 2.0, 3.0, 4.0, 5.0]).table)
    assert pure.compounds.component.tolist() == [1, 2]
    assert pure.compounds.temperature_k is not None
    assert pure.compounds.temperature_k.tolist() == [300.0, 293.15]
    assert pure.value.tolist() == [4.0, 3.0]


def test_a_table_without_pure_rows_gives_none(dataset_of: DatasetMaker) -> None:
    table = dataset_of(Mixtures.from_rows(LETTERS, [[(0, 0.5), (1, 0.5)]]), [1.0]).table
    assert len(pure_property_at_reference(table).value) == 0


def test_stereo_isomers_taken_for_one_molecule_count_once(dataset_of: DatasetMaker) -> None:
    inchis = ("InChI=1S/C4H8/c1-3-4-2/h3-4H,1-2H3/b4-3+", "InChI=1S/C4H8/c1-3-4-2/h3-4H,1-2H3/b4-3-")
    for stereo, count in (("keep", 2), ("drop", 1)):
        butenes = Molecules(inchis, ("C/C=C/C", "C/C=C\\C"), np.ones(2), stereo)
        table = dataset_of(Mixtures.from_rows(butenes, [[(0, 1.0)], [(1, 1.0)]]), [1.0, 2.0]).table
        assert len(pure_property_at_reference(table).value) == count
