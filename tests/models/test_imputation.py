from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.errors import RunError
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.models.imputation import Imputation, molecules_of
from azeotrope.typing import FloatArray


@dataclass(frozen=True)
class Named(FixedFeaturizer):
    """Features that are only names."""

    names: tuple[str, ...] = ("a", "b", "c")
    identity: str = "named-1"

    def features(self, smiles: Sequence[str]) -> FloatArray:
        return np.zeros((len(smiles), len(self.names)))


FEATURES = np.array([[1.0, np.nan, 5.0], [3.0, np.nan, np.inf], [np.nan, 7.0, 1e39], [100.0, 1.0, 2.0]])
TRAIN = np.array([0, 1, 2])


def test_undefined_values_become_the_median_of_the_training_molecules() -> None:
    completed = Imputation.fit(Named(), FEATURES, TRAIN).apply(FEATURES)
    np.testing.assert_array_equal(completed, [[1, 7, 5], [3, 7, 5], [2, 7, 5], [100, 1, 2]])


def test_a_feature_that_no_training_molecule_has_says_nothing() -> None:
    completed = Imputation.fit(Named(), FEATURES, np.array([0, 1])).apply(FEATURES)
    np.testing.assert_array_equal(completed[:, 1], np.zeros(4))


def test_other_molecules_do_not_matter() -> None:
    changed = FEATURES.copy()
    changed[3] += 1000
    one, other = (Imputation.fit(Named(), features, TRAIN) for features in (FEATURES, changed))
    np.testing.assert_array_equal(one.fill, other.fill)


def test_what_is_replaced_is_named_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    Imputation.fit(Named(), FEATURES, TRAIN).apply(FEATURES)
    assert "a (1), b (2), c (2)" in caplog.text


def test_complete_features_pass_in_silence_and_unchanged(caplog: pytest.LogCaptureFixture) -> None:
    complete = np.ones((2, 3))
    completed = Imputation.fit(Named(), complete, np.array([0])).apply(complete)
    np.testing.assert_array_equal(completed, complete)
    assert completed is not complete
    assert caplog.records == []


def test_no_molecules() -> None:
    assert Imputation.fit(Named(), FEATURES, TRAIN).apply(np.zeros((0, 3))).shape == (0, 3)


def test_state_round_trip() -> None:
    fitted = Imputation.fit(Named(), FEATURES, np.array([0, 1]))
    restored = Imputation.from_state(fitted.state(), Named())
    np.testing.assert_array_equal(restored.apply(FEATURES), fitted.apply(FEATURES))


@pytest.mark.parametrize(
    ("present", "message"),
    [
        (Named(names=("a", "b", "d")), r"missing now: \['c'\]; new: \['d'\]"),
        (Named(names=("b", "a", "c")), "their order is not"),
        (Named(identity="named-2"), "named-1, but named-2"),
    ],
)
def test_other_features_at_loading_are_a_named_error(present: Named, message: str) -> None:
    state = Imputation.fit(Named(), FEATURES, TRAIN).state()
    with pytest.raises(RunError, match=message):
        Imputation.from_state(state, present)


def test_molecules_of_mixtures(mixtures_of: Callable[..., Mixtures]) -> None:
    mixtures = mixtures_of([[("O", 1.0), ("CCC", 0.0)], [("CO", 0.5), ("O", 0.5)]], None, ["CCO", "CCO"], also=["CCCC"])
    assert {mixtures.molecules.smiles[i] for i in molecules_of(mixtures)} == {"O", "CO", "CCO"}
    assert len(molecules_of(mixtures.take([]))) == 0
