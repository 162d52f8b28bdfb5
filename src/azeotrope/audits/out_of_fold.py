"""Predictions of units that were not trained on, by four models that share training units and preparation."""

from collections.abc import Sequence

import numpy as np
from tqdm import tqdm

from azeotrope.audits.folds import Fold
from azeotrope.audits.pooling import FEATURE_MODELS, UnitFeatures
from azeotrope.audits.preparation import Preparation
from azeotrope.audits.regressors import Regressor
from azeotrope.typing import FloatArray, IntArray

# The constant is the mean of the training units.
MODELS = ("constant", *FEATURE_MODELS)


def held_out_predictions(
    features: UnitFeatures, targets: FloatArray, train: IntArray, test: IntArray, regressors: Sequence[Regressor]
) -> FloatArray:
    """Return the predictions of test units; nothing about them but their features is used.

    Parameters
    ----------
    features
        Features of `u` units. Each column is prepared on the training units, whichever models it belongs to.
    targets
        Shape `(u, k)`, finite for the training units.
    train, test
        Disjoint unit indices.
    regressors
        The `r` regressors.

    Returns
    -------
    Shape `(r, 4, n_test, k)`, the second axis in the order of `MODELS`.
    """
    preparation = Preparation.fit(features.values[train], features.is_scaled)
    train_x, test_x = (preparation.apply(features.values[units]) for units in (train, test))
    train_y = targets[train]
    constant = np.broadcast_to(train_y.mean(axis=0), (len(test), targets.shape[1]))
    return np.array(
        [
            [constant]
            + [regressor.fit_predict(train_x[:, part], train_y, test_x[:, part]) for part in features.columns]
            for regressor in regressors
        ]
    )


def out_of_fold_predictions(
    features: UnitFeatures,
    target: FloatArray,
    folds: Sequence[Fold],
    regressors: Sequence[Regressor],
    *,
    show_progress: bool,
) -> FloatArray:
    """Return the mean over the repeats of each unit's out-of-fold predictions.

    Parameters
    ----------
    features
        Features of `u` units.
    target
        Finite, shape `(u,)`.
    folds
        Repeats of folds, so that each unit is tested equally often, at least once.
    regressors
        The `r` regressors.
    show_progress
        Draw a progress bar over the folds.

    Returns
    -------
    Shape `(r, 4, u)`, the second axis in the order of `MODELS`.
    """
    total = np.zeros((len(regressors), len(MODELS), len(target)))
    count = np.zeros(len(target))
    for fold in tqdm(folds, desc="folds", unit="fold", disable=not show_progress):
        predicted = held_out_predictions(features, target[:, None], fold.train, fold.test, regressors)
        total[:, :, fold.test] += predicted[..., 0]
        count[fold.test] += 1
    return np.asarray(total / count)
