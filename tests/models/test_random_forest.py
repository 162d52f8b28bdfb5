from typing import Any

import numpy as np
import pytest
from sklearn.ensemble import RandomForestRegressor

from azeotrope.errors import ConfigError
from azeotrope.featurizers.descriptors import NormalizedDescriptors
from azeotrope.models.aggregators import WeightedSum
from azeotrope.models.decompositions import Direct
from azeotrope.models.feature_model import FeatureRows
from azeotrope.models.interactions import NoInteraction
from azeotrope.models.protocol import FitContext
from azeotrope.models.random_forest import TREES_PER_STEP, RandomForestModel
from azeotrope.models.temperature import NoTemperature

NO_ROWS = FeatureRows(np.zeros((0, 6)), np.zeros(0))


def model_of(**changes: Any) -> RandomForestModel:
    options: dict[str, Any] = {
        "featurizer": NormalizedDescriptors(),
        "interaction": NoInteraction(),
        "aggregator": WeightedSum(),
        "temperature": NoTemperature(),
        "decomposition": Direct(),
        "n_estimators": TREES_PER_STEP + 3,
        "min_samples_leaf": 2,
        "max_features": 0.5,
        "seed": 0,
        "threads": 1,
    }
    return RandomForestModel(**options | changes)


@pytest.fixture(scope="module")
def rows() -> FeatureRows:
    generator = np.random.default_rng(0)
    features = generator.normal(size=(150, 6))
    return FeatureRows(features, features[:, 0] ** 2 + 0.1 * generator.normal(size=150))


def test_it_is_the_forest_of_scikit_learn(rows: FeatureRows) -> None:
    options = {"n_estimators": TREES_PER_STEP + 3, "min_samples_leaf": 2, "max_features": 0.5, "random_state": 5}
    reference = RandomForestRegressor(**options, n_jobs=1).fit(rows.features, rows.target)
    model = model_of(seed=5)
    others = np.random.default_rng(1).normal(size=(40, 6))
    predicted = model.predict_rows(model.fit_rows(rows, NO_ROWS, FitContext()), others)
    np.testing.assert_allclose(predicted, reference.predict(others), rtol=1e-12)


def test_threads_and_validation_rows_do_not_matter_but_the_seed_does(rows: FeatureRows) -> None:
    def predicted(validation: FeatureRows, **changes: Any) -> bytes:
        model = model_of(**changes)
        fitted = model.fit_rows(rows, validation, FitContext())
        return model.predict_rows(fitted, rows.features).tobytes()

    assert predicted(NO_ROWS) == predicted(rows, threads=2) == predicted(NO_ROWS, threads=None)
    assert predicted(NO_ROWS) != predicted(NO_ROWS, seed=1)


def test_progress_counts_trees(rows: FeatureRows, capfd: pytest.CaptureFixture[str]) -> None:
    model_of().fit_rows(rows, NO_ROWS, FitContext(show_progress=True))
    assert f"{TREES_PER_STEP + 3}/{TREES_PER_STEP + 3}" in capfd.readouterr().err


@pytest.mark.parametrize(
    "change",
    [{"n_estimators": 0}, {"min_samples_leaf": 0.5}, {"max_features": 0.0}, {"max_features": 1.5}],
)
def test_what_grows_no_forest_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=rf"predictor\.{next(iter(change))}"):
        model_of(**change)
