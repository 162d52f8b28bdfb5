from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError
from azeotrope.models.references import PureReferences


@pytest.fixture
def dataset(mixtures_of: Callable[..., Mixtures], dataset_of: Callable[..., Dataset]) -> Dataset:
    rows = [[("O", 1.0)], [("O", 1.0)], [("C", 1.0)], [("O", 0.5), ("C", 0.5)]]
    return dataset_of(mixtures_of(rows, [300.0, 300.0, 310.0, 300.0]), [1.0, 3.0, 7.0, 100.0])


def test_each_entry_in_its_context(dataset: Dataset, mixtures_of: Callable[..., Mixtures]) -> None:
    references = PureReferences.among(dataset, np.arange(4))
    asked = mixtures_of([[("C", 0.5), ("O", 0.5)], [("C", 0.5), ("O", 0.5)]], [300.0, 310.0], also=["CCO"])
    found = dict(zip([(300, "C"), (300, "O"), (310, "C"), (310, "O")], references.of(asked).tolist(), strict=True))
    assert found[300, "O"] == 2.0  # the mean of two replicates
    assert found[310, "C"] == 7.0
    assert np.isnan([found[300, "C"], found[310, "O"]]).all()


def test_only_the_given_rows_count(dataset: Dataset) -> None:
    references = PureReferences.among(dataset, np.array([1, 3]))
    np.testing.assert_array_equal(references.of(dataset.table.mixtures)[:3], [3.0, 3.0, np.nan])


def test_without_the_context_nothing_is_known(dataset: Dataset, mixtures_of: Callable[..., Mixtures]) -> None:
    references = PureReferences.among(dataset, np.arange(4))
    assert np.isnan(references.of(mixtures_of([[("O", 1.0)]]))).all()


def test_a_solute_is_part_of_the_context(
    mixtures_of: Callable[..., Mixtures], dataset_of: Callable[..., Dataset]
) -> None:
    dataset = dataset_of(mixtures_of([[("O", 1.0)], [("O", 1.0)]], None, ["CCO", "CCN"]), [1.0, 2.0])
    references = PureReferences.among(dataset, np.arange(2))
    np.testing.assert_array_equal(references.of(dataset.table.mixtures), [1.0, 2.0])
    assert np.isnan(references.of(mixtures_of([[("O", 1.0)]]))).all()


@pytest.mark.parametrize("rows", [[], [0, 1, 2, 3]])
def test_a_state_restores_them(dataset: Dataset, rows: list[int]) -> None:
    references = PureReferences.among(dataset, np.array(rows, dtype=np.int64))
    assert PureReferences.from_state(references.state()) == references
    assert len(references.values) == (2 if rows else 0)


def test_more_pure_values_are_added_and_newer_ones_count(
    dataset: Dataset, mixtures_of: Callable[..., Mixtures], dataset_of: Callable[..., Dataset]
) -> None:
    references = PureReferences.among(dataset, np.arange(4))
    rows = [[("O", 1.0)], [("CCO", 1.0)], [("C", 0.5), ("CCO", 0.5)]]
    extended = references.extended(dataset_of(mixtures_of(rows, [300.0] * 3), [5.0, 6.0, 7.0]))
    asked = mixtures_of([[("O", 1.0)], [("CCO", 1.0)], [("C", 1.0)]], [300.0, 300.0, 310.0])
    np.testing.assert_array_equal(extended.of(asked), [5.0, 6.0, 7.0])
    np.testing.assert_array_equal(references.of(asked), [2.0, np.nan, 7.0])


def test_pure_values_in_another_context_are_refused(
    dataset: Dataset, mixtures_of: Callable[..., Mixtures], dataset_of: Callable[..., Dataset]
) -> None:
    references = PureReferences.among(dataset, np.arange(4))
    with pytest.raises(ConfigError, match="without a solute and without a temperature, those of the model without and"):
        references.extended(dataset_of(mixtures_of([[("O", 1.0)]]), [5.0]))
