from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.testing import assert_allclose, assert_array_equal

from azeotrope.chemistry.mixing_rules import RaoultMixing
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.dataset import Dataset
from azeotrope.metrics.prediction_table import part_of, prediction_table
from azeotrope.splits.split import Split
from azeotrope.typing import FloatArray

MixturesBuilder = Callable[..., Mixtures]
DatasetBuilder = Callable[..., Dataset]
COLUMNS = (
    "row_index row_id part truth prediction ideal predicted_ideal component_set unit n_components smiles mole_fraction"
).split()
NO_ROWS = np.empty(0, dtype=np.int64)


def predict(mixtures: Mixtures) -> FloatArray:
    return np.add.reduceat(mixtures.mole_fraction * (mixtures.component + 1.0), mixtures.offsets[:-1])


def test_rows_by_hand(mixtures: MixturesBuilder, dataset: DatasetBuilder) -> None:
    # pure values 2 and 4; molecule 2 has none; the model says 1, 2, 3 for the pure compounds
    rows = [[(0, 1.0)], [(1, 1.0)], [(0, 0.5), (1, 0.5)], [(0, 0.25), (1, 0.75)], [(0, 0.5), (2, 0.5)]]
    data = dataset(mixtures(rows), [2.0, 4.0, 3.5, 3.0, 9.0])
    frame = prediction_table(data, Split(np.array([0, 1]), np.array([3]), np.array([2, 4])), predict)
    assert list(frame.columns) == COLUMNS
    assert frame["row_index"].tolist() == [3, 2, 4]
    assert frame["row_id"].tolist() == ["raw.csv:103", "raw.csv:102", "raw.csv:104"]
    assert frame["part"].tolist() == ["validation", "test", "test"]
    assert frame["truth"].tolist() == [3.0, 3.5, 9.0]
    assert frame["prediction"].tolist() == [1.75, 1.5, 2.0]
    assert_array_equal(frame["ideal"], [3.5, 3.0, np.nan])
    assert frame["predicted_ideal"].tolist() == [1.75, 1.5, 2.0]
    assert frame["component_set"].tolist() == data.table.mixtures.component_set[[3, 2, 4]].tolist()
    assert set(frame["unit"]) == {"kJ/mol"}
    assert frame["n_components"].tolist() == [2, 2, 2]


def test_compositions_are_lists_in_the_order_of_the_components(
    molecules: Callable[[int], Molecules], dataset: DatasetBuilder, tmp_path: Path
) -> None:
    named = replace(molecules(3), smiles=("C", "CC", "O"))
    rows = [[(0, 1.0)], [(2, 0.25), (0, 0.5), (1, 0.25)], [(1, 1.0)]]
    data = dataset(Mixtures.from_rows(named, rows), [1.0, 2.0, 3.0])
    frame = prediction_table(data, Split(np.array([0]), np.array([2]), np.array([1])), predict)
    assert frame["smiles"].tolist() == [["CC"], ["O", "C", "CC"]]
    assert frame["mole_fraction"].tolist() == [[1.0], [0.25, 0.5, 0.25]]
    frame.to_parquet(tmp_path / "predictions.parquet")
    back = pd.read_parquet(tmp_path / "predictions.parquet")
    assert [entries.tolist() for entries in back["smiles"]] == frame["smiles"].tolist()


def test_the_mixing_rule_is_that_of_the_property(mixtures: MixturesBuilder, dataset: DatasetBuilder) -> None:
    rows = [[(0, 1.0)], [(1, 1.0)], [(0, 0.5), (1, 0.5)]]
    data = dataset(mixtures(rows), [0.0, np.log(3.0), 1.0], RaoultMixing())
    frame = prediction_table(data, Split(np.array([0, 1]), NO_ROWS, np.array([2])), predict)
    assert_allclose(frame["ideal"], np.log(2.0), rtol=1e-12)
    assert_allclose(frame["predicted_ideal"], np.log((np.e + np.e**2) / 2), rtol=1e-12)


def test_temperatures_have_a_column_and_choose_the_references(
    mixtures: MixturesBuilder, dataset: DatasetBuilder
) -> None:
    binary = [(0, 0.5), (1, 0.5)]
    data = dataset(
        mixtures([[(0, 1.0)], [(1, 1.0)], binary, binary], [300.0, 300.0, 300.0, 310.0]), [2.0, 4.0, 1.0, 1.0]
    )
    frame = prediction_table(data, Split(np.array([0, 1]), NO_ROWS, np.array([2, 3])), predict)
    assert list(frame.columns) == [*COLUMNS, "temperature_k"]
    assert frame["temperature_k"].tolist() == [300.0, 310.0]
    assert_array_equal(frame["ideal"], [3.0, np.nan])


def test_no_rows(mixtures: MixturesBuilder, dataset: DatasetBuilder) -> None:
    data = dataset(mixtures([[(0, 1.0)]]), [1.0])
    frame = prediction_table(data, Split(np.array([0]), NO_ROWS, NO_ROWS), predict)
    assert list(frame.columns) == COLUMNS
    assert len(frame) == 0
    assert part_of(frame, "test").truth.shape == (0,)


def test_parts_are_told_apart(mixtures: MixturesBuilder, dataset: DatasetBuilder) -> None:
    data = dataset(mixtures([[(0, 1.0)], [(0, 0.5), (1, 0.5)], [(0, 0.4), (1, 0.6)]]), [1.0, 2.0, 3.0])
    frame = prediction_table(data, Split(np.array([0]), np.array([1]), np.array([2])), predict)
    assert part_of(frame, "validation").truth.tolist() == [2.0]
    assert part_of(frame, "test").prediction.tolist() == [1.6]
