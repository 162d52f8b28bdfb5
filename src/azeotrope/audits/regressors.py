"""Regressors of the prediction claims: their settings are fixed, so that nothing is chosen on the units that judge."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Protocol, runtime_checkable

import numpy as np

from azeotrope.errors import ConfigError
from azeotrope.models.counts import require_counts
from azeotrope.typing import FloatArray


@runtime_checkable
class Regressor(Protocol):
    """What maps prepared features to targets."""

    def fit_predict(self, train_x: FloatArray, train_y: FloatArray, test_x: FloatArray) -> FloatArray:
        """Fit on the training units and return predictions of the others.

        Parameters
        ----------
        train_x, test_x
            Prepared features, all finite, shapes `(n, d)` and `(m, d)`.
        train_y
            Targets, all finite, shape `(n, k)`; each of the `k` columns is fitted on its own.

        Returns
        -------
        Shape `(m, k)`, in the unit of the targets.
        """


@dataclass(frozen=True, kw_only=True)
class RidgeRegressor:
    """Linear regression with a penalty on the squared weights; the intercept is not penalised.

    scikit-learn solves in the smaller one of units and columns, so that wide representations are affordable.

    Attributes
    ----------
    alpha
        Penalty, positive; it compares with the number of units where columns are standardised.

    Raises
    ------
    ConfigError
        When the penalty is not a positive number.
    """

    alpha: float

    def __post_init__(self) -> None:
        if not (isfinite(self.alpha) and self.alpha > 0):
            raise ConfigError(f"alpha of a ridge is {self.alpha!r}; it must be a positive number")

    def fit_predict(self, train_x: FloatArray, train_y: FloatArray, test_x: FloatArray) -> FloatArray:
        """See `Regressor.fit_predict`."""
        from sklearn.linear_model import Ridge

        prediction = Ridge(alpha=self.alpha).fit(train_x, train_y).predict(test_x)
        return np.asarray(prediction, dtype=np.float64).reshape(len(test_x), train_y.shape[1])


@dataclass(frozen=True, kw_only=True)
class ForestRegressor:
    """Breiman's random forest, as scikit-learn grows it; one forest for each target.

    Attributes
    ----------
    n_estimators
        Number of trees.
    max_depth
        Largest depth of a tree; None has no limit.
    min_samples_leaf
        Smallest number of units in a leaf.
    max_features
        Columns that a node chooses among: ``sqrt`` or ``log2`` of all, or a share in (0, 1].
    seed
        Seed of the samples of units and columns.
    threads
        Threads that grow trees; None uses all cores. They do not change the result.

    Raises
    ------
    ConfigError
        When a count is not a whole number of at least 1, or the share of columns is none.
    """

    n_estimators: int
    max_depth: int | None
    min_samples_leaf: int
    max_features: str | float
    seed: int
    threads: int | None

    def __post_init__(self) -> None:
        counts = {"n_estimators": self.n_estimators, "min_samples_leaf": self.min_samples_leaf}
        optional = {"max_depth": self.max_depth, "threads": self.threads}
        require_counts("forest", **counts, **{name: value for name, value in optional.items() if value is not None})
        share = self.max_features
        if share not in ("sqrt", "log2") and not (isinstance(share, int | float) and 0 < share <= 1):
            raise ConfigError(f"forest.max_features is {share!r}; it must be sqrt, log2 or a share in (0, 1]")

    def fit_predict(self, train_x: FloatArray, train_y: FloatArray, test_x: FloatArray) -> FloatArray:
        """See `Regressor.fit_predict`."""
        from sklearn.ensemble import RandomForestRegressor

        predictions = []
        for target in train_y.T:
            forest = RandomForestRegressor(
                n_estimators=self.n_estimators,
                max_depth=self.max_depth,
                min_samples_leaf=self.min_samples_leaf,
                max_features=self.max_features if isinstance(self.max_features, str) else float(self.max_features),
                random_state=self.seed,
                n_jobs=self.threads or -1,
            ).fit(train_x, target)
            # Threads add up the trees in the order in which they finish, which changes the last bits of a prediction.
            predictions.append(forest.set_params(n_jobs=1).predict(test_x))
        return np.column_stack(predictions)


def require_regressors(regressors: Mapping[str, Regressor]) -> None:
    """Check that a claim has regressors by name, at least one, and nothing else among them.

    Raises
    ------
    ConfigError
        Naming the first that is none, and how it is removed.
    """
    if not regressors or not isinstance(regressors, Mapping):
        raise ConfigError(f"claim.regressors is {regressors!r}; name at least one, such as ridge")
    for name, regressor in regressors.items():
        if not isinstance(regressor, Regressor):
            raise ConfigError(
                f"claim.regressors.{name} is {regressor!r}, which is no regressor; remove it with "
                f"~claim.regressors.{name}"
            )
