from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from azeotrope.chemistry.mixing_rules import MixingRule, RaoultMixing
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.datasets.references import ideal_values
from azeotrope.errors import ConfigError, DataError, RunError
from azeotrope.models.checkpoint import Checkpoint, Domain, read_checkpoint, write_checkpoint
from azeotrope.models.ideal import IdealModel
from azeotrope.models.protocol import FitContext

NO_ROWS = np.zeros(0, dtype=np.int64)


def fitted(dataset: Dataset) -> IdealModel:
    model = IdealModel()
    model.fit(dataset, NO_ROWS, NO_ROWS, FitContext())
    return model


def test_by_hand(without_temperature: Dataset) -> None:
    predicted = fitted(without_temperature).predict(without_temperature.table.mixtures)
    np.testing.assert_allclose(predicted, [1.0, 2.0, 4.0, 1.5])


@pytest.mark.parametrize(("rule", "bin_k"), [(None, None), (RaoultMixing(), None), (RaoultMixing(), 5.0)])
def test_it_is_what_the_metrics_call_ideal(
    binaries: Dataset, dataset_of: Callable[..., Dataset], rule: MixingRule | None, bin_k: float | None
) -> None:
    dataset = dataset_of(binaries.table.mixtures, binaries.table.value, rule, bin_k)
    expected = ideal_values(dataset.table, dataset.info.mixing_rule, bin_k)
    np.testing.assert_allclose(fitted(dataset).predict(dataset.table.mixtures), expected)
    assert np.isfinite(expected).sum() > (10 if bin_k else 0)


def test_replicate_references_are_averaged(
    mixtures_of: Callable[..., Mixtures], dataset_of: Callable[..., Dataset]
) -> None:
    mixtures = mixtures_of([[("O", 1.0)], [("O", 1.0)]], [300.0, 301.0])
    dataset = dataset_of(mixtures, [1.0, 3.0], None, 10.0)
    np.testing.assert_allclose(fitted(dataset).predict(mixtures), [2.0, 2.0])


def test_a_missing_reference_gives_nan(binaries: Dataset, mixtures_of: Callable[..., Mixtures]) -> None:
    model = fitted(binaries)
    known_k = float(binaries.table.mixtures.temperature_k[0])
    rows = [[("O", 1.0)], [("O", 1.0)], [("O", 0.5), ("CCCCCCC", 0.5)], [("O", 1.0)]]
    predicted = model.predict(mixtures_of(rows, [known_k, known_k + 5, known_k, np.nan]))
    np.testing.assert_array_equal(np.isnan(predicted), [False, True, True, True])


def test_other_indices_order_splitting_and_absent_components_change_nothing(
    without_temperature: Dataset, mixtures_of: Callable[..., Mixtures]
) -> None:
    rows = [
        [("O", 0.5), ("CCO", 0.5)],
        [("CCO", 0.5), ("O", 0.5)],
        [("O", 0.25), ("CCO", 0.5), ("O", 0.25)],
        [("O", 0.5), ("CCO", 0.5), ("CCCCCCCCC", 0.0)],
    ]
    predicted = fitted(without_temperature).predict(mixtures_of(rows, also=["[He]", "C"]))
    np.testing.assert_allclose(predicted, np.full(4, 1.5))


def test_stereo_isomers_are_one_when_the_data_say_so(
    mixtures_of: Callable[..., Mixtures], dataset_of: Callable[..., Dataset]
) -> None:
    left, right = "C[C@H](O)CC", "C[C@@H](O)CC"
    for stereo, expected in (("keep", np.nan), ("drop", 3.0)):
        dataset = dataset_of(mixtures_of([[(left, 1.0)]], stereo=stereo), [3.0])
        np.testing.assert_array_equal(fitted(dataset).predict(mixtures_of([[(right, 1.0)]])), [expected])


def test_the_solute_is_part_of_the_reference(
    mixtures_of: Callable[..., Mixtures], dataset_of: Callable[..., Dataset]
) -> None:
    mixtures = mixtures_of([[("O", 1.0)], [("O", 1.0)]], None, ["C", "CC"])
    model = fitted(dataset_of(mixtures, [1.0, 2.0]))
    np.testing.assert_array_equal(model.predict(mixtures), [1.0, 2.0])
    np.testing.assert_array_equal(model.predict(mixtures_of([[("O", 1.0)]], None, ["CCC"])), [np.nan])


def test_no_rows(without_temperature: Dataset) -> None:
    assert fitted(without_temperature).predict(without_temperature.table.mixtures.take([])).shape == (0,)


def test_there_is_no_representation(without_temperature: Dataset) -> None:
    assert fitted(without_temperature).embed(without_temperature.table.mixtures) is None


def test_a_temperature_nobody_measured_at_does_not_matter_without_temperature(
    without_temperature: Dataset, mixtures_of: Callable[..., Mixtures]
) -> None:
    assert fitted(without_temperature).predict(mixtures_of([[("O", 1.0)]], [300.0])).tolist() == [1.0]


def test_a_missing_temperature_is_an_error(binaries: Dataset, mixtures_of: Callable[..., Mixtures]) -> None:
    with pytest.raises(DataError, match="temperature"):
        fitted(binaries).predict(mixtures_of([[("O", 1.0)]]))


def test_data_without_pure_rows_have_no_ideal_baseline(
    mixtures_of: Callable[..., Mixtures], dataset_of: Callable[..., Dataset]
) -> None:
    dataset = dataset_of(mixtures_of([[("O", 0.5), ("C", 0.5)]]), [1.0])
    with pytest.raises(ConfigError, match="no pure rows"):
        IdealModel().check(dataset)


def test_it_must_be_fitted() -> None:
    with pytest.raises(RunError, match="not been trained"):
        IdealModel().state()


def test_checkpoint_round_trip(binaries: Dataset, dataset_of: Callable[..., Dataset], tmp_path: Path) -> None:
    dataset = dataset_of(binaries.table.mixtures, binaries.table.value, RaoultMixing(), 5.0)
    model = fitted(dataset)
    path = tmp_path / "ideal.ckpt"
    write_checkpoint(
        path, Checkpoint({}, model.state(), "q", "u", "raoult", Domain((), None, has_solute=False), "keep")
    )
    restored = IdealModel()
    restored.load_state(read_checkpoint(path).state)
    mixtures = dataset.table.mixtures
    np.testing.assert_array_equal(restored.predict(mixtures), model.predict(mixtures))


def test_an_unknown_mixing_rule_is_named(without_temperature: Dataset) -> None:
    state = fitted(without_temperature).state() | {"mixing_rule": "cubic"}
    with pytest.raises(RunError, match="'cubic'"):
        IdealModel().load_state(state)
